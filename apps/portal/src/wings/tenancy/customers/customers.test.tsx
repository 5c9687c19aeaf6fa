/** Customers: who sees them, the form, the content-management switch. */

import { countries } from '@luvalla/contract/tenancy/countries';
import { addCustomer, changeCustomer, customers, onboardCustomer, setCustomerStatus } from '@luvalla/contract/tenancy/customers';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { bootOf, customer, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

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

/** Where ADMIN works for it. */
const ACCOUNT = ['Open its domains', 'Licences of its domains', 'Credits and payments', 'Costs'];

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
		const asked: Asked[] = [];
		server.use(
			answers(addCustomer, (one) => {
				asked.push(one);
				return customer(3);
			}),
		);
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
		const asked: Asked[] = [];
		server.use(
			answers(changeCustomer, (one) => {
				asked.push(one);
				return customer(1);
			}),
		);
		const drawer = await screen.findByRole('dialog', { name: 'Edit customer' });
		await app.user.click(await within(drawer).findByRole('switch', { name: 'Content management' }));
		await app.user.click(within(drawer).getByRole('button', { name: 'Save customer' }));
		await waitFor(() => expect(asked[0]?.body).toMatchObject({ id: 1, useCM: false }));
	});
	it('does not send the switch for a PARTNER', async () => {
		const app = await open('partner', '?id=1');
		const asked: Asked[] = [];
		server.use(
			answers(changeCustomer, (one) => {
				asked.push(one);
				return customer(1);
			}),
		);
		const drawer = await screen.findByRole('dialog', { name: 'Edit customer' });
		await app.user.type(await within(drawer).findByRole('textbox', { name: 'Phone' }), '1');
		expect(within(drawer).queryByRole('switch')).toBeNull();
		await app.user.click(within(drawer).getByRole('button', { name: 'Save customer' }));
		await waitFor(() => expect(asked[0]?.body).toMatchObject({ id: 1, phone: '1' }));
		expect(asked[0]?.body).not.toHaveProperty('useCM');
	});
});

describe('what is done about a customer’s state', () => {
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
		const asked: Asked[] = [];
		server.use(
			answers(onboardCustomer, (one) => {
				asked.push(one);
				return { ...waits, status: 1 as const };
			}),
		);
		expect(await menuOf(app)).toEqual(['Edit', 'Approve customer', ...ACCOUNT]);
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
		const asked: Asked[] = [];
		server.use(
			answers(setCustomerStatus, (one) => {
				asked.push(one);
				return customer(2);
			}),
		);
		expect(await menuOf(app)).toEqual(['Edit', 'Put on hold', ...ACCOUNT, 'Cancel onboarding']);
		await app.user.click(screen.getByRole('menuitem', { name: 'Put on hold' }));
		const dialog = await screen.findByRole('dialog', { name: 'Put Mökki Oy on hold?' });
		await app.user.click(within(dialog).getByRole('button', { name: 'Put on hold' }));
		expect(await screen.findByText('Status changed successfully')).toBeInTheDocument();
		expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({ id: '2', status: '2' });
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	});
	it('on hold it may go on; who may do nothing is offered nothing', async () => {
		const app = await show({ ...customer(2), status: 2, can: { edit: false, states: [0, 1] } });
		expect(await menuOf(app)).toEqual(['End the hold', ...ACCOUNT, 'Cancel onboarding']);
	});
});
