/** Apps as ADMIN works with them: which there are, how they are added, turned on and off, and taken off the list. */
import { applications } from '@luvalla/contract/identity/applications';
import {
	addCustomerDomainApp,
	addFirstPartyApp,
	type CustomerDomainApp,
	changeCustomerDomainApp,
	changeFirstPartyApp,
	customerDomainApps,
	deleteCustomerDomainApp,
	type FirstPartyApp,
	firstPartyApps,
	toggleCustomerDomainApp,
} from '@luvalla/contract/tenancy/apps';
import { type CustomDomain, customDomains } from '@luvalla/contract/tenancy/custom-domains';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const ours = (n: number, more: Partial<FirstPartyApp> = {}): FirstPartyApp => ({
	...{ id: idOf(n), name: `Privacy ${n}`, domainName: `consent${n}.example.com`, customerId: 1, customerName: 'Aalto Oy' },
	...{ kind: 'privacy-centre', status: 1, url: `https://consent${n}.example.com/privacy`, problem: null },
	createdAt: '2026-11-20T10:00:00.000Z',
	...more,
});
const theirs = (n: number, more: Partial<CustomerDomainApp> = {}): CustomerDomainApp => ({
	...{ id: idOf(n), name: `Club ${n}`, domainName: 'club.example', customerId: 1, customerName: 'Aalto Oy', domainId: idOf(2) },
	...{ appId: null, url: `https://club.example/app${n}`, status: 1, isActive: true, createdAt: '2026-11-20T10:00:00.000Z' },
	...more,
});
const host: CustomDomain = {
	...{ id: idOf(40), domain: 'consent.example.com', customerId: 1, customerName: 'Aalto Oy', status: 'Validated' },
	dns: { isValid: true, records: [], checkedAt: null },
	...{ differing: 0, warning: null, reason: null, nextTryAt: null, ordering: false, certificate: null },
	since: { Initiated: '2026-11-01T09:00:00.000Z', Created: null, Validated: null, Renewed: null, Invalid: null },
};
const listOurs = (...all: FirstPartyApp[]) => answers(firstPartyApps, all, { total: all.length, next: null });
const listTheirs = (...all: CustomerDomainApp[]) => answers(customerDomainApps, all, { total: all.length, next: null });
const open = (url: string, handlers: readonly HttpHandler[], kind: Kind = 'admin') =>
	renderApp(url, {
		// what a test brings goes before what every page of these asks for
		handlers: [...handlers, ...bootOf(kind), answers(customDomains, [host], { total: 1, next: null }), answers(applications, [])],
	});
/** Keeps what was asked. */
const heard =
	<T,>(asked: Asked[], answer: T) =>
	(one: Asked): T => {
		asked.push(one);
		return answer;
	};
const chosen = async (user: Awaited<ReturnType<typeof open>>['user'], box: HTMLElement, option: string) => {
	await user.click(box);
	await user.click(await screen.findByRole('option', { name: option }));
};

const PAGES = [
	{ path: '/firstpartyApps', list: firstPartyApps, none: listOurs(), title: 'Manage apps' },
	{ path: '/customerDomainApps', list: customerDomainApps, none: listTheirs(), title: 'Manage apps' },
] as const;

describe.each(PAGES)('$path', ({ path, list, none, title }) => {
	it('opens for nobody but ADMIN', async () => {
		await open(path, [none], 'customerAdmin');
		expect(await screen.findByText('OOPS! Something went wrong here')).toBeVisible();
		expect(screen.queryByRole('heading', { name: title })).toBeNull();
	});
	it('says when there is none, and offers to add one', async () => {
		const { user } = await open(path, [none]);
		expect(await screen.findByRole('heading', { name: 'No apps yet' })).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'Add app' }));
		expect(await screen.findByRole('dialog', { name: 'Add app' })).toBeVisible();
	});
	it('says in the specified words when they could not be fetched', async () => {
		await open(path, [refuses(list, 500, { code: 'internal' })]);
		expect(await screen.findByText('Error while fetching Apps')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
	});
	it('shows the rows to come while they are on their way', async () => {
		await open(path, [hangs(list)]);
		expect(await screen.findByRole('table', { name: title })).toHaveAttribute('aria-busy', 'true');
	});
	it('asks for the customer that was picked, by what was typed and filtered', async () => {
		const asked: Asked[] = [];
		const { user } = await open(`${path}?customer=2&status=0`, [answers(list, heard(asked, []), { total: 0, next: null })]);
		await user.type(await screen.findByRole('searchbox', { name: 'Search by name or domain name' }), 'klubi');
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('q')).toBe('klubi'));
		expect(asked.at(-1)?.url.searchParams.getAll('filter')).toEqual(['status:0']);
		expect(asked.every(({ headers }) => headers.get('CUSTOMER_KEY') === '2')).toBe(true);
	});
	it('names an app that is not there', async () => {
		await open(`${path}?id=${idOf(77)}`, [none]);
		expect(await screen.findByText('This app is not there any more.')).toBeVisible();
	});
});

describe('first-party apps', () => {
	it('lead to their page where they are served, and say why where not', async () => {
		const problem = 'Its host is not validated, so nothing is served there.';
		await open('/firstpartyApps', [listOurs(ours(1), ours(2, { status: 0 }), ours(3, { problem, kind: 'login-component' }))]);
		expect(await screen.findByRole('link', { name: 'consent1.example.com/privacy' })).toHaveAttribute(
			'href',
			'https://consent1.example.com/privacy',
		);
		expect(screen.queryByRole('link', { name: 'consent2.example.com/privacy' })).toBeNull();
		expect(screen.queryByRole('link', { name: 'consent3.example.com/privacy' })).toBeNull();
		expect(screen.getByText(problem)).toBeVisible();
		expect(screen.getByRole('cell', { name: 'Login component' })).toBeVisible();
		expect(screen.getByRole('cell', { name: 'Off' })).toBeVisible();
	});

	it('are added on one of the customer’s hosts', async () => {
		const asked: Asked[] = [];
		const { user } = await open('/firstpartyApps?customer=1&id=new', [listOurs(), answers(addFirstPartyApp, heard(asked, ours(9)))]);
		const form = await screen.findByRole('dialog', { name: 'Add app' });
		await user.click(within(form).getByRole('button', { name: 'Add app' }));
		expect((await within(form).findAllByText(/Give the app a name/)).length).toBeGreaterThan(0);
		expect(asked).toHaveLength(0);
		await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Our privacy');
		await chosen(user, within(form).getByRole('combobox', { name: 'Kind' }), 'Preference page');
		await chosen(user, within(form).getByRole('combobox', { name: 'Host' }), 'consent.example.com');
		await user.click(within(form).getByRole('button', { name: 'Add app' }));
		expect(await screen.findByText('App added successfully.')).toBeVisible();
		expect(asked[0]?.body).toEqual({
			name: 'Our privacy',
			kind: 'preference-page',
			domainName: 'consent.example.com',
			isActive: true,
			customerId: 1,
		});
	});

	it('are added on any of many hosts, which is found by what is typed', async () => {
		const many = answers(
			customDomains,
			({ url }) => {
				const q = url.searchParams.get('q');
				const at = (n: number) => ({ ...host, id: idOf(100 + n), domain: `consent${n}.example.com` });
				return q === null ? Array.from({ length: 25 }, (_, n) => at(n)) : 'consent180.example.com'.includes(q) ? [at(180)] : [];
			},
			{ total: 181, next: 2 },
		);
		const asked: Asked[] = [];
		const { user } = await open('/firstpartyApps?customer=1&id=new', [listOurs(), many, answers(addFirstPartyApp, heard(asked, ours(9)))]);
		const form = await screen.findByRole('dialog', { name: 'Add app' });
		await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Our privacy');
		const box = within(form).getByRole('combobox', { name: 'Host' });
		await user.click(box);
		await user.type(box, 'consent180');
		await user.click(await screen.findByRole('option', { name: 'consent180.example.com' }));
		expect(box).toHaveValue('consent180.example.com');
		await user.click(within(form).getByRole('button', { name: 'Add app' }));
		await waitFor(() => expect(asked[0]?.body).toMatchObject({ domainName: 'consent180.example.com' }));
	});

	it('say that a customer has no host yet, or that hosts could not be loaded', async () => {
		const first = await open('/firstpartyApps?id=new', [listOurs(), answers(customDomains, [], { total: 0, next: null })]);
		expect(await screen.findByText(/no custom domain yet/)).toBeVisible();
		first.unmount();
		await open('/firstpartyApps?id=new', [listOurs(), refuses(customDomains, 500, { code: 'internal' })]);
		expect(await screen.findByText('The custom domains could not be loaded.')).toBeVisible();
	});

	it('are renamed without being turned', async () => {
		const asked: Asked[] = [];
		const { user } = await open(`/firstpartyApps?id=${idOf(1)}`, [listOurs(ours(1)), answers(changeFirstPartyApp, heard(asked, ours(1)))]);
		const form = await screen.findByRole('dialog', { name: 'Edit app' });
		const name = await within(form).findByRole('textbox', { name: 'Name' });
		expect(within(form).getByRole('textbox', { name: 'Host' })).toHaveAttribute('readonly');
		await user.clear(name);
		await user.type(name, 'Another');
		await user.click(within(form).getByRole('button', { name: 'Save app' }));
		expect(await screen.findByText('App updated successfully.')).toBeVisible();
		expect(asked[0]?.body).toEqual({ id: idOf(1), name: 'Another' });
	});

	it.each([
		['Turn off', 1, 0],
		['Turn on', 0, 1],
	] as const)('%s', async (label, status, wanted) => {
		const asked: Asked[] = [];
		const { user } = await open('/firstpartyApps', [
			listOurs(ours(1, { status })),
			answers(changeFirstPartyApp, heard(asked, ours(1, { status: wanted }))),
		]);
		await user.click(await screen.findByRole('button', { name: 'Actions for Privacy 1' }));
		expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
		await user.click(await screen.findByRole('menuitem', { name: label }));
		expect(await screen.findByText('App updated successfully.')).toBeVisible();
		expect(asked[0]?.body).toEqual({ id: idOf(1), status: wanted });
	});

	it('say what the server refused', async () => {
		const { user } = await open('/firstpartyApps', [
			listOurs(ours(1, { status: 0 })),
			refuses(changeFirstPartyApp, 422, { code: 'app_without_banner', error: 'There is no banner to show on this host.' }),
		]);
		await user.click(await screen.findByRole('button', { name: 'Actions for Privacy 1' }));
		await user.click(await screen.findByRole('menuitem', { name: 'Turn on' }));
		expect(await screen.findByText('There is no banner to show on this host.')).toBeVisible();
	});

	it.each([
		[addFirstPartyApp, 'Error while adding Apps'],
		[changeFirstPartyApp, 'Error while updating App'],
	] as const)('have the specified words of failure', (call, text) => expect(call.failure).toBe(text));
});

describe('customer-domain apps', () => {
	it('are added on a domain, with the address and the application that they have', async () => {
		const asked: Asked[] = [];
		const { user } = await open('/customerDomainApps?customer=1&id=new', [
			listTheirs(),
			answers(addCustomerDomainApp, heard(asked, theirs(9))),
		]);
		const form = await screen.findByRole('dialog', { name: 'Add app' });
		await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Club');
		await user.type(within(form).getByRole('textbox', { name: 'Address' }), 'http://club.example');
		await user.click(within(form).getByRole('button', { name: 'Add app' }));
		expect((await within(form).findAllByText('Choose a domain')).length).toBeGreaterThan(0);
		expect(within(form).getAllByText('Use an address that starts with https://').length).toBeGreaterThan(0);
		expect(asked).toHaveLength(0);
		await user.clear(within(form).getByRole('textbox', { name: 'Address' }));
		await chosen(user, within(form).getByRole('combobox', { name: 'Domain' }), 'club.example');
		await user.click(within(form).getByRole('button', { name: 'Add app' }));
		expect(await screen.findByText('App added successfully.')).toBeVisible();
		expect(asked[0]?.body).toEqual({ name: 'Club', appId: null, isActive: true, domainId: idOf(2), customerId: 1 });
	});

	it('are changed; an address that is taken away is the start page', async () => {
		const asked: Asked[] = [];
		const { user } = await open(`/customerDomainApps?id=${idOf(1)}`, [
			listTheirs(theirs(1)),
			answers(changeCustomerDomainApp, heard(asked, theirs(1))),
		]);
		const form = await screen.findByRole('dialog', { name: 'Edit app' });
		await user.clear(await within(form).findByRole('textbox', { name: 'Address' }));
		await user.click(within(form).getByRole('switch', { name: 'On' }));
		await user.click(within(form).getByRole('button', { name: 'Save app' }));
		expect(await screen.findByText('App updated successfully.')).toBeVisible();
		expect(asked[0]?.body).toEqual({ id: idOf(1), name: 'Club 1', url: 'https://club.example/', appId: null, isActive: false });
	});

	it('are turned to what is wanted, and deleted after a question', async () => {
		const asked: Asked[] = [];
		const { user } = await open('/customerDomainApps', [
			listTheirs(theirs(1)),
			answers(toggleCustomerDomainApp, heard(asked, theirs(1, { status: 0, isActive: false }))),
			answers(deleteCustomerDomainApp, heard(asked, {})),
		]);
		await user.click(await screen.findByRole('button', { name: 'Actions for Club 1' }));
		await user.click(await screen.findByRole('menuitem', { name: 'Turn off' }));
		expect(await screen.findByText('App updated successfully.')).toBeVisible();
		expect(asked[0]?.body).toEqual({ id: idOf(1), isActive: false });
		await user.click(screen.getByRole('button', { name: 'Actions for Club 1' }));
		await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
		const question = await screen.findByRole('dialog', { name: 'Delete Club 1?' });
		expect(within(question).getByText(/goes from the list of club\.example/)).toBeVisible();
		expect(asked).toHaveLength(1);
		await user.click(within(question).getByRole('button', { name: 'Delete' }));
		expect(await screen.findByText('App deleted successfully.')).toBeVisible();
		expect(asked[1]?.params).toMatchObject({ id: idOf(1) });
	});

	it.each([
		['Turn off', toggleCustomerDomainApp, 'Error while changing status of App'],
		['Delete', deleteCustomerDomainApp, 'Error while deleting App'],
	] as const)('%s that fails says so in the specified words', async (label, call, text) => {
		const { user } = await open('/customerDomainApps', [listTheirs(theirs(1)), refuses(call, 500, { code: 'internal' })]);
		await user.click(await screen.findByRole('button', { name: 'Actions for Club 1' }));
		await user.click(await screen.findByRole('menuitem', { name: label }));
		if (label === 'Delete') {
			const question = await screen.findByRole('dialog', { name: 'Delete Club 1?' });
			await user.click(within(question).getByRole('button', { name: 'Delete' }));
		}
		expect(await screen.findByText(text)).toBeVisible();
	});
});

it('both lists speak Finnish', async () => {
	chooseLanguage('fi');
	const { user, unmount } = await open('/firstpartyApps', [listOurs(ours(1)), refuses(changeFirstPartyApp, 500, { code: 'internal' })]);
	expect(await screen.findByRole('cell', { name: 'Tietosuojakeskus' })).toBeVisible();
	await user.click(screen.getByRole('button', { name: /Privacy 1/ }));
	await user.click(await screen.findByRole('menuitem', { name: 'Kytke pois' }));
	expect(await screen.findByText('Sovellusta ei saatu tallennettua')).toBeVisible();
	unmount();
	await open('/customerDomainApps', [listTheirs()]);
	expect(await screen.findByRole('heading', { name: 'Ei vielä sovelluksia' })).toBeVisible();
	chooseLanguage('en');
});
