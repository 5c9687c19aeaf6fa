/** Customers: who sees them, the form, the content-management switch. */

import { domainLicences } from '@luvalla/contract/billing/licences';
import { type Spending, setCharged, spending } from '@luvalla/contract/billing/spending';
import { myRedemptions } from '@luvalla/contract/billing/vouchers';
import { changeKeptCounts, type KeptCounts, keptCounts } from '@luvalla/contract/insight/kept-counts';
import { businessIdFits } from '@luvalla/contract/tenancy/business-ids';
import { countries } from '@luvalla/contract/tenancy/countries';
import {
	addCustomer,
	changeBasicInfo,
	changeCustomer,
	currentCustomer,
	customers,
	onboardCustomer,
	setCustomerStatus,
	setEnterprise,
} from '@luvalla/contract/tenancy/customers';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { bootOf, customer, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';
import { server } from '#portal/test/setup.ts';

const { asked, catching } = keptRequests();

const open = (kind: Kind, search = '') =>
	renderApp(`/customers${search}`, {
		handlers: [...bootOf(kind), answers(customers, [customer(1), customer(2)], { total: 2, next: null })],
	});

it('has about 55 countries, each with name, dial code and code', () => {
	expect(countries.length).toBeGreaterThanOrEqual(53);
	expect(countries.length).toBeLessThanOrEqual(57);
	for (const one of countries)
		expect(one).toEqual({
			name: expect.stringMatching(/\S/),
			dial_code: expect.stringMatching(/^\+\d{1,3}$/),
			code: expect.stringMatching(/^[A-Z]{2}$/),
		});
	expect(new Set(countries.map((one) => one.code)).size).toBe(countries.length);
});

it.each([
	['FI', '0112038-9', true],
	['FI', 'FI01120389', true],
	['FI', '0112038-8', false],
	['FI', '011203-9', false],
	['SE', '556012-5790', true],
	['SE', '556012-5791', false],
	['NO', '923 609 016', true],
	['NO', '923 609 017', false],
	['DK', '24256790', true],
	['DK', '24256791', false],
	['EE', '10137319', true],
	['EE', '10137318', false],
	['FR', 'anything', null],
	['FI', '', null],
])('business ID of %s %s: %s', (country, id, fits) => expect(businessIdFits(country, id)).toBe(fits));

describe('the list', () => {
	it.each(['admin', 'partner'] as const)('opens for %s', async (kind) => {
		await open(kind);
		const table = await screen.findByRole('table', { name: 'Manage customers' });
		expect(await within(table).findByRole('link', { name: 'Mökki Oy' })).toBeVisible();
		expect(within(table).getAllByText('Onboarded')).toHaveLength(2);
	});
	it('that failed says what the server said, and where it said nothing of use, what the catalogue and the screen say', async () => {
		const app = await renderApp('/customers', {
			handlers: [...bootOf('admin'), refuses(customers, 400, { code: 'odd', error: 'The server says why.' })],
		});
		expect(await screen.findByText('The server says why.')).toBeVisible();
		app.unmount();
		await renderApp('/customers', { handlers: [...bootOf('admin'), refuses(customers, 503, { code: 'unavailable' })] });
		expect(await screen.findByText('Failed to fetch the customer details.')).toBeVisible();
	});
	it('is denied to others', async () => {
		await open('customerAdmin');
		expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
	});
});

describe('the form', () => {
	it('stores the code of the country shown with its dial code, and trims the business ID', async () => {
		const app = await open('partner', '?id=new');
		server.use(answers(addCustomer, catching(customer(3))));
		const drawer = await screen.findByRole('dialog', { name: 'Add customer' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Name' }), 'Järvi Ky');
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Business ID' }), '  7654321-0 ');
		await app.user.click(within(drawer).getByRole('combobox', { name: 'Country' }));
		await app.user.click(await screen.findByRole('option', { name: 'Finland (+358)' }));
		expect(within(drawer).queryByRole('switch')).toBeNull();
		await app.user.click(within(drawer).getByRole('button', { name: 'Add customer' }));
		expect(await screen.findByText('New customer added successfully.')).toBeInTheDocument();
		expect(asked[0]?.body).toMatchObject({ name: 'Järvi Ky', businessId: '7654321-0', countryCode: 'FI', primaryEmail: '' });
	});
	it('leads on to its first domain, where it is worked for', async () => {
		const go = vi.spyOn(browser, 'go').mockImplementation(() => undefined);
		const app = await open('partner', '?id=new');
		server.use(answers(addCustomer, customer(3)));
		const drawer = await screen.findByRole('dialog', { name: 'Add customer' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Name' }), 'Järvi Ky');
		await app.user.click(within(drawer).getByRole('button', { name: 'Add and give it a domain' }));
		await waitFor(() => expect(go.mock.calls).toEqual([['/customerdomains?id=new&customer=3']]));
	});
	it('needs a name', async () => {
		const app = await open('admin', '?id=new');
		const drawer = await screen.findByRole('dialog', { name: 'Add customer' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Phone' }), '1');
		await app.user.click(within(drawer).getByRole('button', { name: 'Add customer' }));
		expect(await within(drawer).findByText('Give the customer a name')).toBeInTheDocument();
	});
	it('in which nothing was filled in says so in the specified words', async () => {
		const app = await open('admin', '?id=new');
		const drawer = await screen.findByRole('dialog', { name: 'Add customer' });
		await app.user.click(within(drawer).getByRole('button', { name: 'Add customer' }));
		expect(await within(drawer).findByRole('alert')).toHaveTextContent('Please enter valid customer details');
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Phone' }), '1');
		expect(within(drawer).getByRole('alert')).not.toHaveTextContent('Please enter valid customer details');
	});
	it('gives ADMIN the content-management switch of an existing customer', async () => {
		const app = await open('admin', '?id=1');
		server.use(answers(changeCustomer, catching(customer(1))));
		const drawer = await screen.findByRole('dialog', { name: 'Edit customer' });
		await app.user.click(await within(drawer).findByRole('switch', { name: 'Content management' }));
		await app.user.click(within(drawer).getByRole('button', { name: 'Save customer' }));
		await waitFor(() => expect(asked[0]?.body).toMatchObject({ id: 1, useCM: false }));
	});
	it('warns of a business ID whose check digit does not fit its country, and saves it all the same', async () => {
		const app = await open('partner', '?id=1');
		server.use(answers(changeCustomer, catching(customer(1))));
		const drawer = await screen.findByRole('dialog', { name: 'Edit customer' });
		const field = await within(drawer).findByRole('textbox', { name: /Business ID/ });
		expect(field).toHaveAccessibleDescription('The check digit does not fit the country. You can save it all the same.');
		await app.user.clear(field);
		await app.user.type(field, '0112038-9');
		expect(field).not.toHaveAccessibleDescription();
		await app.user.clear(field);
		await app.user.type(field, ' 0112038-8 ');
		await app.user.click(within(drawer).getByRole('button', { name: 'Save customer' }));
		await waitFor(() => expect(asked[0]?.body).toMatchObject({ businessId: '0112038-8' }));
	});
	it('does not send the switch for a PARTNER', async () => {
		const app = await open('partner', '?id=1');
		server.use(answers(changeCustomer, catching(customer(1))));
		const drawer = await screen.findByRole('dialog', { name: 'Edit customer' });
		await app.user.type(await within(drawer).findByRole('textbox', { name: 'Phone' }), '1');
		expect(within(drawer).queryByRole('switch')).toBeNull();
		await app.user.click(within(drawer).getByRole('button', { name: 'Save customer' }));
		await waitFor(() => expect(asked[0]?.body).toMatchObject({ id: 1, phone: '1' }));
		expect(asked[0]?.body).not.toHaveProperty('useCM');
	});
});

describe('what is done about a customer’s state', () => {
	const ACCOUNT = ['Licences of its domains', 'Credits and payments', 'Costs'];
	const waits = {
		...customer(2),
		status: 0 as const,
		requestedDomains: ['a.example', 'b.example'],
		can: { edit: true, states: [1 as const] },
	};
	const show = (row: ReturnType<typeof customer>, search = '') =>
		renderApp(`/customers${search}`, { handlers: [...bootOf('admin'), answers(customers, [row], { total: 1, next: null })] });
	const menuOf = async (app: Awaited<ReturnType<typeof show>>) => {
		await app.user.click(await screen.findByRole('button', { name: /Mökki Oy/ }));
		return (await screen.findAllByRole('menuitem')).map((one) => one.textContent);
	};

	it('one that waits is approved with the domains that stay ticked', async () => {
		const app = await show(waits);
		server.use(answers(onboardCustomer, catching({ ...waits, status: 1 as const })));
		expect(await menuOf(app)).toEqual([
			'Edit',
			'Approve customer',
			'Make it an enterprise',
			'Who pays with credits',
			'Open its domains',
			...ACCOUNT,
		]);
		await app.user.click(screen.getByRole('menuitem', { name: 'Approve customer' }));
		const drawer = await screen.findByRole('dialog', { name: 'Approve customer' });
		expect(await within(drawer).findByText('1234567-8')).toBeVisible();
		await app.user.click(await within(drawer).findByRole('checkbox', { name: 'b.example' }));
		await app.user.click(within(drawer).getByRole('button', { name: 'Approve customer' }));
		expect(await screen.findByText('Customer onboarded successfully.')).toBeInTheDocument();
		expect(asked[0]?.body).toEqual({ id: 2, domains: ['a.example'] });
	});
	it('a host that somebody has is said beside the domains', async () => {
		const app = await show(waits, '?id=2&act=approve');
		server.use(
			refuses(onboardCustomer, 409, { code: 'domain_taken', error: 'Taken.', fields: { domains: 'a.example is in use already' } }),
		);
		const drawer = await screen.findByRole('dialog', { name: 'Approve customer' });
		await app.user.click(await within(drawer).findByRole('button', { name: 'Approve customer' }));
		expect(await within(drawer).findByText('a.example is in use already')).toBeVisible();
	});
	it('one that is onboarded is put on hold after asking', async () => {
		const app = await show({ ...customer(2), can: { edit: true, states: [0, 2] } });
		server.use(answers(setCustomerStatus, catching(customer(2))));
		expect(await menuOf(app)).toEqual([
			'Edit',
			'Put on hold',
			'Make it an enterprise',
			'Who pays with credits',
			'Open its domains',
			...ACCOUNT,
			'Cancel onboarding',
		]);
		await app.user.click(screen.getByRole('menuitem', { name: 'Put on hold' }));
		const dialog = await screen.findByRole('dialog', { name: 'Put Mökki Oy on hold?' });
		await app.user.click(within(dialog).getByRole('button', { name: 'Put on hold' }));
		expect(await screen.findByText('Status changed successfully')).toBeInTheDocument();
		expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({ id: '2', status: '2' });
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	});
	it('becomes an enterprise by ADMIN', async () => {
		const app = await show(customer(2));
		server.use(answers(setEnterprise, catching({ ...customer(2), type: true })));
		await menuOf(app);
		await app.user.click(screen.getByRole('menuitem', { name: 'Make it an enterprise' }));
		expect(await screen.findByText('Status changed successfully')).toBeInTheDocument();
		expect(asked[0]?.url.pathname).toMatch(/\/customer\/2\/enterprise\/true$/);
	});
	it('on hold it may go on; who may do nothing is offered nothing', async () => {
		const app = await show({ ...customer(2), status: 2, can: { edit: false, states: [0, 1] } });
		expect(await menuOf(app)).toEqual([
			'End the hold',
			'Make it an enterprise',
			'Who pays with credits',
			'Open its domains',
			...ACCOUNT,
			'Cancel onboarding',
		]);
	});
});

describe('who pays', () => {
	const spent = (more: Partial<Spending> = {}): Spending => ({
		...{ customerId: 2, isCharged: false, charged: null, lowCredits: 20, lowPeople: 1, due: [], short: [] },
		...more,
	});
	it('is an ADMIN’s word, with what each means', async () => {
		const app = await open('admin');
		server.use(
			answers(spending, spent()),
			answers(setCharged, (one) => {
				asked.push(one);
				return spent({ isCharged: true, charged: true });
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Actions for Mökki Oy' }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Who pays with credits' }));
		const drawer = await screen.findByRole('dialog', { name: 'Paying with credits' });
		expect(await within(drawer).findByText('Mökki Oy sends and scans free now.')).toBeVisible();
		expect(within(drawer).getByRole('radio', { name: 'As the installation says' })).toBeChecked();
		const pays = within(drawer).getByRole('radio', { name: 'Pays with credits' });
		expect(pays).toHaveAccessibleDescription(/^Campaigns and scans begin only with credits enough/);
		expect(await axeFinds(drawer)).toEqual([]);
		await app.user.click(pays);
		await app.user.click(within(drawer).getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(asked.map(({ body }) => body)).toEqual([{ customerId: 2, charged: true }]);
	});
	it('goes back to the rule, in Finnish', async () => {
		chooseLanguage('fi');
		const app = await renderApp('/customers?id=2&act=charged', {
			handlers: [
				answers(spending, spent({ isCharged: false, charged: false })),
				answers(setCharged, (one) => {
					asked.push(one);
					return spent();
				}),
				...bootOf('admin'),
				answers(customers, [customer(1), customer(2)], { total: 2, next: null }),
			],
		});
		const drawer = await screen.findByRole('dialog', { name: 'Krediiteillä maksaminen' });
		expect(await within(drawer).findByRole('radio', { name: 'Käyttää maksutta' })).toBeChecked();
		await app.user.click(within(drawer).getByRole('radio', { name: 'Palvelun säännön mukaan' }));
		await app.user.click(within(drawer).getByRole('button', { name: 'Tallenna' }));
		await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ customerId: 2, charged: null }]));
		chooseLanguage('en');
	});
	it('is no partner’s to say', async () => {
		const app = await open('partner');
		await app.user.click(await screen.findByRole('button', { name: 'Actions for Mökki Oy' }));
		await screen.findByRole('menuitem', { name: 'Edit' });
		expect(screen.queryByRole('menuitem', { name: 'Who pays with credits' })).toBeNull();
	});
	it('that cannot be read is said', async () => {
		await renderApp('/customers?id=2&act=charged', {
			handlers: [
				refuses(spending, 500, { code: 'internal' }),
				...bootOf('admin'),
				answers(customers, [customer(1), customer(2)], { total: 2, next: null }),
			],
		});
		const drawer = await screen.findByRole('dialog', { name: 'Paying with credits' });
		expect(await within(drawer).findByText('We could not load what is paid with credits.')).toBeVisible();
		expect(within(drawer).queryByRole('radio')).toBeNull();
	});
});

describe('a company’s own page', () => {
	it('shows what it says of itself, and its admin changes that', async () => {
		const app = await renderApp('/manageaccount/company', {
			handlers: [
				answers(currentCustomer, { ...customer(1), businessId: '0112038-9', phone: '+358 40 1' }),
				...bootOf('customerAdmin'),
				answers(domainLicences, [], { total: 0, next: null }),
				answers(myRedemptions, [], { total: 0, next: null }),
				answers(keptCounts, { months: null, firstDay: null, shortening: null }),
				answers(changeBasicInfo, (one) => {
					asked.push(one);
					return customer(1);
				}),
			],
		});
		const company = await screen.findByRole('region', { name: 'Company' });
		expect(within(company).getByText('0112038-9')).toBeVisible();
		expect(within(company).getByText('Finland (+358)')).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Edit' }));
		const drawer = await screen.findByRole('dialog', { name: 'Edit company' });
		await app.user.type(within(drawer).getByRole('textbox', { name: /Phone/ }), '23');
		await app.user.clear(within(drawer).getByRole('textbox', { name: /Business ID/ }));
		await app.user.type(within(drawer).getByRole('textbox', { name: /Business ID/ }), ' 0112038-8 ');
		await app.user.click(within(drawer).getByRole('button', { name: 'Save company' }));
		expect(await screen.findByText('Customer updated successfully.')).toBeInTheDocument();
		// What another has changed meanwhile stays so.
		expect(asked[0]?.body).toEqual({ id: 1, phone: '+358 40 123', businessId: '0112038-8' });
	});

	it('says how long statistics are kept, what goes before it is shortened, and how to take that back', async () => {
		let kept: KeptCounts = { months: null, firstDay: '2020-02-03', shortening: null };
		const app = await renderApp('/manageaccount/company', {
			handlers: [
				answers(currentCustomer, customer(1)),
				...bootOf('customerAdmin'),
				answers(domainLicences, [], { total: 0, next: null }),
				answers(myRedemptions, [], { total: 0, next: null }),
				answers(keptCounts, () => kept),
				answers(changeKeptCounts, (one) => {
					asked.push(one);
					kept = { ...kept, shortening: asked.length === 1 ? { months: 13, at: '2026-12-05T08:00:00.000Z' } : null };
					return kept;
				}),
			],
		});
		const statistics = await screen.findByRole('region', { name: 'Statistics' });
		expect(await within(statistics).findByText('For ever')).toBeVisible();
		expect(within(statistics).getByText('Feb-03-2020')).toBeVisible();
		await app.user.click(within(statistics).getByRole('button', { name: 'Change how long statistics are kept' }));
		const drawer = await screen.findByRole('dialog', { name: 'Change how long statistics are kept' });
		expect(within(drawer).getByRole('status')).toBeEmptyDOMElement();
		await app.user.click(within(drawer).getByRole('combobox', { name: 'How long' }));
		await app.user.click(await screen.findByRole('option', { name: '13 months' }));
		expect(within(drawer).getByRole('status')).toHaveTextContent(/^From .+ on days before .+ are gone/);
		await app.user.click(within(drawer).getByRole('button', { name: 'Save' }));
		expect(await screen.findByText('Statistics updated successfully.')).toBeInTheDocument();
		expect(asked[0]?.url.pathname).toMatch(/\/keptcounts\/1$/);
		expect(asked[0]?.body).toEqual({ months: 13 });
		expect(
			await within(statistics).findByText('From Dec-05-2026 on statistics are kept for 13 months only. Older days go then.'),
		).toBeVisible();
		await app.user.click(within(statistics).getByRole('button', { name: 'Cancel the shorter time' }));
		await waitFor(() => expect(within(statistics).queryByText(/^From Dec-05-2026/)).toBeNull());
		expect(asked[1]?.body).toEqual({ months: null });
	});
});
