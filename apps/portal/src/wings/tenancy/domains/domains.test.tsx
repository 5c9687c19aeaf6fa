/** The domain lists as people use them: the three states, search, filter, the drawer and its guard. */
import { consentRates, domainRates } from '@luvalla/contract/consent/rates';
import { type ProofLook, proveDomain } from '@luvalla/contract/consent/snippet';
import { resendWebhook, testWebhook, type WebhookDelivery, webhookDeliveries, webhookSecret } from '@luvalla/contract/consent/webhooks';
import { customerDeletions } from '@luvalla/contract/tenancy/deletion-requests';
import {
	addDomain,
	allDomains,
	changeDomain,
	confirmDomain,
	customerDomains,
	type Domain,
	readDomain,
} from '@luvalla/contract/tenancy/domains';
import { act, screen, waitFor, within } from '@testing-library/react';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asked, answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { leave } from '#portal/lib/unsaved.ts';
import { domainRow } from '#portal/test/domain.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const row = (n: number, more: Partial<Domain> = {}): Domain =>
	domainRow(n, { proof: { by: 'dns', at: '2026-10-01T11:00:00.000Z' }, ...more });
const rows = [row(1, { banner: { folder: 'f', title: 'Banner', version: 12, publishedAt: '2026-10-02T10:00:00.000Z' } }), row(2), row(3)];
const three = answers(customerDomains, rows, { total: 3, next: null });
const open = (path = '/customerdomains', ...more: HttpHandler[]) =>
	renderApp(path, {
		handlers: [
			...more,
			...bootOf('customerAdmin'),
			three,
			answers(consentRates, []),
			answers(customerDeletions, [], { total: 0, next: null }),
		],
	});

let asked: Asked[];
/** From now on the list is answered by this, and what it was asked for is kept. */
const listens = (answer: (one: Asked) => typeof rows): void =>
	server.use(
		answers(
			customerDomains,
			(one) => {
				asked.push(one);
				return answer(one);
			},
			{ total: 3, next: null },
		),
	);
beforeEach(() => {
	asked = [];
});

const rate = (domainId: string, choices: number, accepted: number) => ({
	key: domainId,
	label: 'shop.example',
	shown: 0,
	choices,
	all: accepted,
	some: 0,
	none: choices - accepted,
	rate: { value: choices === 0 ? null : accepted / choices, low: null, high: null },
});

describe('the list', () => {
	it('shows the consent rate of 30 days beside each banner, and a dash where nobody chose', async () => {
		await open('/customerdomains', answers(consentRates, [rate(idOf(1), 1000, 746)]));
		const table = await screen.findByRole('table', { name: 'Manage domains' });
		const cell = (name: string) => within(table).getByRole('link', { name }).closest('tr');
		expect(await within(table).findByText('74.6%')).toBeVisible();
		expect(cell(rows[0]?.domain ?? '')).toHaveTextContent('74.6%');
		expect(screen.getByRole('columnheader', { name: 'Consent rate, 30 days' })).toBeVisible();
	});
	it('shows it to ADMIN too, of everybody’s domains, asked for those of the page alone', async () => {
		await renderApp('/domains', {
			handlers: [
				...bootOf('admin'),
				answers(allDomains, rows, { total: 3, next: null }),
				answers(domainRates, (one) => {
					asked.push(one);
					return [rate(idOf(2), 200, 50)];
				}),
			],
		});
		const table = await screen.findByRole('table', { name: 'Manage domains' });
		expect((await within(table).findByText('25.0%')).closest('tr')).toHaveTextContent('shop2.example');
		expect(screen.getByRole('columnheader', { name: 'Consent rate, 30 days' })).toBeVisible();
		expect(asked[0]?.url.searchParams.getAll('domainId')).toEqual(rows.map(({ id }) => id));
	});
	it('names a host with the letters people write, and beside it the form that no other looks like', async () => {
		const foreign = row(4, { domain: 'xn--kkki-5qaa.example', letters: 'köökki.example' });
		const app = await open('/customerdomains', answers(customerDomains, [foreign], { total: 1, next: null }));
		const link = await screen.findByRole('link', { name: 'köökki.example' });
		expect(link.closest('td')).toHaveTextContent('xn--kkki-5qaa.example');
		await app.user.click(link);
		expect(await within(await screen.findByRole('dialog')).findByText('köökki.example (xn--kkki-5qaa.example)')).toBeVisible();
	});
	it('says that rates could not be counted, and shows the list all the same', async () => {
		await open('/customerdomains', refuses(consentRates, 500, { code: 'unexpected' }));
		expect((await screen.findAllByText('Could not be counted'))[0]).toBeVisible();
		expect(screen.getByRole('link', { name: rows[0]?.domain ?? '' })).toBeVisible();
	});
	it('has views of its own, each with its count, whose address can be shared', async () => {
		const app = await open('/customerdomains', answers(customerDomains, rows, { total: 3, next: null }));
		const views = await screen.findByRole('navigation', { name: 'Views' });
		expect(
			within(views)
				.getAllByRole('button')
				.map(({ textContent }) => textContent?.replace(/\d+$/, '')),
		).toEqual(['All', 'Live', 'No banner', 'Unproven']);
		expect(await within(views).findByRole('button', { name: 'Unproven3' })).toBeVisible();
		await app.user.click(within(views).getByRole('button', { name: /^Unproven/ }));
		await waitFor(() => expect(app.router.state.location.search).toMatchObject({ proof: 'unproven' }));
		expect(within(views).getByRole('button', { name: /^Unproven/ })).toHaveAttribute('aria-current', 'true');
		expect(screen.queryByRole('button', { name: 'Save this view' })).toBeNull();
	});

	it('shows rows, their banner and the count', async () => {
		await open();
		const table = await screen.findByRole('table', { name: 'Manage domains' });
		expect(await within(table).findByRole('link', { name: 'shop1.example' })).toBeVisible();
		expect(within(table).getAllByRole('row')).toHaveLength(4);
		expect(within(table).getByText('version 12')).toBeVisible();
		expect(within(table).getAllByText('No banner')).toHaveLength(2);
		expect(screen.getByText('3 domains')).toHaveAttribute('role', 'status');
	});
	it('is busy in its final layout while loading', async () => {
		await open('/customerdomains', hangs(customerDomains));
		expect(await screen.findByRole('table', { name: 'Manage domains' })).toHaveAttribute('aria-busy', 'true');
	});
	it('that failed says so, shows the code and tries again', async () => {
		const app = await open('/customerdomains', refuses(customerDomains, 503, { code: 'unavailable' }));
		const failed = await screen.findByRole('alert');
		expect(failed).toHaveTextContent('Could not load domains');
		expect(failed).toHaveTextContent('unavailable');
		server.use(three);
		await app.user.click(within(failed).getByRole('button', { name: 'Try again' }));
		expect(await screen.findByRole('link', { name: 'shop1.example' })).toBeVisible();
	});
	it('without domains says what to do next, with one button', async () => {
		const app = await open('/customerdomains', answers(customerDomains, [], { total: 0, next: null }));
		expect(await screen.findByRole('heading', { name: 'Domains Not Avaliable' })).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Add domain' }));
		expect(await screen.findByRole('dialog', { name: 'Add domain' })).toBeInTheDocument();
	});
	it('searches and filters on the server, keeps both in the URL, and clears them', async () => {
		const app = await open();
		listens((one) => (one.url.searchParams.get('q') === 'none' ? [] : rows));
		await app.user.type(await screen.findByRole('searchbox', { name: 'Search by domain' }), 'none');
		expect(await screen.findByText('Nothing matches the search or the filter.')).toBeVisible();
		await waitFor(() => expect(app.router.state.location.searchStr).toBe('?q=none'));
		await app.user.click(screen.getByRole('button', { name: 'Clear filters' }));
		await screen.findByRole('link', { name: 'shop1.example' });
		await app.user.click(screen.getByRole('button', { name: 'Add filter' }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Banner' }));
		await app.user.click(await screen.findByRole('menuitemradio', { name: 'No banner' }));
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('banner')).toBe('none'));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe('?banner=none'));
		await app.user.click(screen.getByRole('button', { name: 'Remove the filter Banner' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(''));
	});
	it('sorts by a header button', async () => {
		const app = await open();
		listens(() => rows);
		await app.user.click(await screen.findByRole('button', { name: 'Domain' }));
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('sort')).toBe('domain'));
		expect(screen.getByRole('columnheader', { name: 'Domain' })).toHaveAttribute('aria-sort', 'ascending');
	});
	it('leads from a row to its banner', async () => {
		const app = await open();
		await app.user.click(await screen.findByRole('button', { name: 'Actions for shop2.example' }));
		expect(await screen.findByRole('menuitem', { name: 'Open its banner' })).toHaveAttribute('href', `/lightconfig?domain=${idOf(2)}`);
		expect(screen.getByRole('menuitem', { name: 'Make its banner' })).toHaveAttribute(
			'href',
			`/lightconfig/new?customer=1&domain=${idOf(2)}`,
		);
	});
	it('offers to make a banner only where none is live', async () => {
		const app = await open();
		await app.user.click(await screen.findByRole('button', { name: 'Actions for shop1.example' }));
		expect(await screen.findByRole('menuitem', { name: 'Open its banner' })).toBeVisible();
		expect(screen.queryByRole('menuitem', { name: 'Make its banner' })).toBeNull();
	});
	it('hides a column a person does not want, and remembers it', async () => {
		const app = await open();
		await screen.findByRole('link', { name: 'shop1.example' });
		await app.user.click(screen.getByRole('button', { name: 'Columns' }));
		await app.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Added' }));
		expect(screen.queryByRole('columnheader', { name: 'Added' })).toBeNull();
		expect(localStorage.getItem('luvalla.columns.customerdomains')).toBe('added');
	});
});

describe('adding', () => {
	it('validates before it sends, lists what is wrong and leads there', async () => {
		const app = await open('/customerdomains?id=new');
		const drawer = await screen.findByRole('dialog', { name: 'Add domain' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Domain' }), 'https://no');
		await app.user.click(within(drawer).getByRole('button', { name: 'Add domain' }));
		const summary = await within(drawer).findByRole('alert');
		await waitFor(() => expect(summary).toHaveFocus());
		expect(summary).toHaveTextContent('One field needs a change');
		expect(within(drawer).getByText('Use a host name such as shop.example.com')).toBeInTheDocument();
		await app.user.click(within(summary).getByRole('button', { name: 'Domain' }));
		expect(within(drawer).getByRole('textbox', { name: 'Domain' })).toHaveFocus();
	});
	it('sends what the contract takes, says it, reloads the list and closes', async () => {
		const app = await open('/customerdomains?id=new');
		let listed = 0;
		server.use(
			http.post('https://crm.example/consent', () => HttpResponse.error()),
			answers(addDomain, (one) => {
				asked.push(one);
				return row(4);
			}),
			answers(
				customerDomains,
				() => {
					listed++;
					return [...rows, row(4)];
				},
				{ total: 4, next: null },
			),
		);
		const drawer = await screen.findByRole('dialog', { name: 'Add domain' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Domain' }), 'Shop4.Example');
		await app.user.click(within(drawer).getByRole('button', { name: 'Add header' }));
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Webhook address' }), 'https://crm.example/consent');
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Header 1, name' }), 'X-Key');
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Header 1, value' }), 'abc');
		await app.user.keyboard('{Control>}s{/Control}');
		expect(await screen.findByText('Domain added successfully.')).toBeInTheDocument();
		expect(asked[0]?.body).toEqual({
			domain: 'Shop4.Example',
			name: '',
			customerId: 1,
			consentChangeWebHook: { url: 'https://crm.example/consent', headerValues: [{ header: 'X-Key', value: 'abc' }] },
		});
		expect(await screen.findByRole('link', { name: 'shop4.example' })).toBeInTheDocument();
		expect(listed).toBeGreaterThan(0);
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(''));
	});
	it('leads on to what shows whose the host is', async () => {
		const app = await open('/customerdomains?id=new', answers(addDomain, row(4)));
		const drawer = await screen.findByRole('dialog', { name: 'Add domain' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Domain' }), 'shop4.example');
		server.use(answers(customerDomains, [...rows, row(4)], { total: 4, next: null }));
		await app.user.click(within(drawer).getByRole('button', { name: 'Add and prove whose it is' }));
		expect(await screen.findByRole('tab', { name: 'Ownership', selected: true })).toBeVisible();
		expect(app.router.state.location.search).toMatchObject({ id: row(4).id, tab: 'proof' });
	});
	it('shows the server’s words for a field at that field, without a notice', async () => {
		const app = await open(
			'/customerdomains?id=new',
			refuses(addDomain, 409, { error: 'Taken', code: 'domain_taken', fields: { domain: 'This host name is in use' } }),
		);
		const drawer = await screen.findByRole('dialog', { name: 'Add domain' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Domain' }), 'shop.example');
		await app.user.click(within(drawer).getByRole('button', { name: 'Add domain' }));
		expect(await within(drawer).findByText('This host name is in use')).toBeInTheDocument();
		expect(screen.queryByText('Taken')).toBeNull();
	});
	it('shows any other failure as a notice that stays, and keeps the form', async () => {
		const app = await open('/customerdomains?id=new', refuses(addDomain, 500, { code: 'broken' }));
		const drawer = await screen.findByRole('dialog', { name: 'Add domain' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Domain' }), 'shop.example');
		await app.user.click(within(drawer).getByRole('button', { name: 'Add domain' }));
		expect(await screen.findByText('Failed to add the domain.')).toBeInTheDocument();
		expect(within(drawer).getByRole('textbox', { name: 'Domain' })).toHaveValue('shop.example');
	});
});

describe('editing', () => {
	const edit = async () => {
		const app = await open(`/customerdomains?id=${idOf(2)}`);
		const drawer = await screen.findByRole('dialog', { name: 'Edit domain' });
		return { app, drawer, name: await within(drawer).findByRole('textbox', { name: 'Name' }) };
	};
	it('opens no domain of another customer under the name of this one', async () => {
		await open(`/customerdomains?id=${idOf(9)}`, answers(readDomain, row(9, { customerId: 2, CustomerIdFK: 2 })));
		expect(await within(await screen.findByRole('dialog')).findByText('Invalid Domain')).toBeVisible();
	});
	it('opens by its address even when the row is on another page of the list', async () => {
		await open(`/customerdomains?id=${idOf(9)}`, answers(readDomain, row(9)));
		const drawer = await screen.findByRole('dialog', { name: 'Edit domain' });
		expect(await within(drawer).findByDisplayValue('shop9.example')).toBeInTheDocument();
	});
	it('opens by its address even when the list could not be loaded', async () => {
		await open(`/customerdomains?id=${idOf(9)}`, refuses(customerDomains, 503, { code: 'unavailable' }), answers(readDomain, row(9)));
		const drawer = await screen.findByRole('dialog', { name: 'Edit domain' });
		expect(await within(drawer).findByDisplayValue('shop9.example')).toBeInTheDocument();
	});
	it('closes at once when nothing changed', async () => {
		const { app, drawer } = await edit();
		await app.user.click(within(drawer).getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(''));
	});
	it('with unsaved edits turns its footer into the guard, focus on Keep editing', async () => {
		const { app, drawer, name } = await edit();
		await app.user.type(name, '!');
		await app.user.keyboard('{Escape}');
		const guard = await within(drawer).findByRole('alertdialog');
		expect(guard).toHaveTextContent('You have 1 unsaved change');
		expect(guard).toHaveTextContent('Name is not saved. If you close now, it is lost.');
		expect(within(guard).getByRole('button', { name: 'Keep editing' })).toHaveFocus();
		await app.user.click(within(guard).getByRole('button', { name: 'Keep editing' }));
		expect(name).toHaveValue('Shop 2!');
		await app.user.click(within(drawer).getByRole('button', { name: 'Close' }));
		await app.user.click(await within(drawer).findByRole('button', { name: 'Discard changes' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(''));
	});
	it('guards Back as well', async () => {
		const { app, drawer, name } = await edit();
		await app.user.type(name, '!');
		void app.router.navigate({ to: '/reports' });
		expect(await within(drawer).findByRole('alertdialog')).toBeInTheDocument();
		expect(app.path()).toBe('/customerdomains');
		await app.user.click(within(drawer).getByRole('button', { name: 'Discard changes' }));
		await waitFor(() => expect(app.path()).toBe('/reports'));
	});
	it('guards what leaves by another way: selectors, logout, update', async () => {
		const { app, drawer, name } = await edit();
		const left = vi.fn();
		await app.user.type(name, '!');
		act(() => leave(left));
		expect(await within(drawer).findByRole('alertdialog')).toBeInTheDocument();
		expect(left).not.toHaveBeenCalled();
		await app.user.click(within(drawer).getByRole('button', { name: 'Discard changes' }));
		await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
	});
	it('saves and closes from the guard', async () => {
		const { app, drawer, name } = await edit();
		server.use(
			answers(changeDomain, (one) => {
				asked.push(one);
				return row(2, { name: 'Shop 2!' });
			}),
		);
		await app.user.type(name, '!');
		await app.user.keyboard('{Escape}');
		await app.user.click(await within(drawer).findByRole('button', { name: 'Save and close' }));
		expect(await screen.findByText('Domain updated successfully.')).toBeInTheDocument();
		expect(asked[0]?.body).toEqual({ id: idOf(2), name: 'Shop 2!' });
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(''));
	});
	it('leaves a published host name alone', async () => {
		await open(`/customerdomains?id=${idOf(1)}`);
		expect(await screen.findByDisplayValue('shop1.example')).toHaveAttribute('readonly');
	});
});

const HOOK = 'https://crm.example/consent';
const hooked = row(2, {
	consentChangeWebHook: { url: HOOK, headerValues: [{ header: 'X-Kept', value: '••••••••1234' }] },
});
const openHooked = (path: string, ...more: HttpHandler[]) =>
	open(`/customerdomains?id=${idOf(2)}${path}`, ...more, answers(customerDomains, [row(1), hooked], { total: 2, next: null }));

describe('the webhook of a domain', () => {
	const posted: { headers: Headers; body: unknown }[] = [];
	const receiver = http.post(HOOK, async ({ request }) => {
		posted.push({ headers: request.headers, body: await request.json() });
		return HttpResponse.json({});
	});
	beforeEach(() => posted.splice(0));

	it('is shown with its sample payload, word for word', async () => {
		await openHooked('');
		const sample = JSON.parse((await screen.findByText(/"EventType"/)).textContent ?? '');
		expect(Object.keys(sample)).toEqual(['luvallaId', 'Email', 'EventType', 'Domain', 'ConsentName', 'ConsentValue', 'UpdatedTs']);
		expect(sample).toMatchObject({ EventType: 'consentAdded', Domain: 'shop2.example', ConsentValue: true });
	});
	it('is tested by the browser itself with what stands in the form, without the headers that are hidden', async () => {
		const app = await openHooked('', receiver);
		await app.user.click(await screen.findByRole('button', { name: 'Add header' }));
		await app.user.type(screen.getByRole('textbox', { name: 'Header 2, name' }), 'X-New');
		await app.user.type(screen.getByRole('textbox', { name: 'Header 2, value' }), 'abc');
		await app.user.click(screen.getByRole('button', { name: 'Send test' }));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toEqual({ Domain: 'shop2.example', UpdatedTs: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) });
		expect(posted[0]?.headers.get('x-new')).toBe('abc');
		expect(posted[0]?.headers.get('x-kept')).toBeNull();
		expect(posted[0]?.headers.get('content-type')).toBe('application/json');
	});
	it('as it is stored is tested by the server, and what came back is said', async () => {
		const app = await openHooked('', answers(testWebhook, { status: 204, ms: 86, error: null, why: null }));
		await app.user.click(await screen.findByRole('button', { name: 'Send test' }));
		expect(await screen.findByText('It arrived: answered 204 after 86 ms.')).toBeVisible();
		server.use(answers(testWebhook, { status: 0, ms: 5, error: '10.0.0.1:80 is not a public address', why: null }));
		await app.user.click(screen.getByRole('button', { name: 'Send test' }));
		expect(await screen.findByText('It did not arrive: 10.0.0.1:80 is not a public address')).toBeVisible();
		server.use(answers(testWebhook, { status: 0, ms: 5, error: 'C0B7:error:0A00010B:SSL routines::wrong version number', why: 'no_tls' }));
		await app.user.click(screen.getByRole('button', { name: 'Send test' }));
		expect(await screen.findByText('It did not arrive: The other side speaks no TLS there: is it the right port?')).toBeVisible();
	});
	it('that cannot be reached says nothing of it', async () => {
		let tried = 0;
		const app = await openHooked(
			'',
			http.post(HOOK, () => {
				tried++;
				return HttpResponse.error();
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Add header' }));
		await app.user.type(screen.getByRole('textbox', { name: 'Header 2, name' }), 'X-New');
		await app.user.type(screen.getByRole('textbox', { name: 'Header 2, value' }), 'abc');
		await app.user.click(await screen.findByRole('button', { name: 'Send test' }));
		await waitFor(() => expect(tried).toBe(1));
		expect(screen.getByText(/^Tried at \d\d:\d\d\. The receiving system shows/)).toBeInTheDocument();
		expect(screen.queryByRole('alert')).toBeNull();
	});
	it('cannot be tested without an address that the contract takes', async () => {
		const app = await open(`/customerdomains?id=${idOf(3)}`);
		const button = await screen.findByRole('button', { name: 'Send test' });
		expect(button).toBeDisabled();
		await app.user.type(screen.getByRole('textbox', { name: 'Webhook address' }), 'http://crm.example');
		expect(button).toBeDisabled();
		await app.user.clear(screen.getByRole('textbox', { name: 'Webhook address' }));
		await app.user.type(screen.getByRole('textbox', { name: 'Webhook address' }), HOOK);
		expect(button).toBeEnabled();
	});
	it('is tested once when it is saved, and not when something else is', async () => {
		const tested: Asked[] = [];
		const app = await openHooked(
			'',
			answers(changeDomain, hooked),
			answers(testWebhook, (one) => {
				tested.push(one);
				return { status: 204, ms: 1, error: null, why: null };
			}),
		);
		await app.user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
		await app.user.click(screen.getByRole('button', { name: 'Save domain' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(''));
		expect(tested).toEqual([]);
		await app.user.click(await screen.findByRole('link', { name: 'shop2.example' }));
		await app.user.click(await screen.findByRole('button', { name: 'Add header' }));
		await app.user.type(screen.getByRole('textbox', { name: 'Header 2, name' }), 'X-New');
		await app.user.type(screen.getByRole('textbox', { name: 'Header 2, value' }), 'abc');
		await app.user.click(screen.getByRole('button', { name: 'Save domain' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(''));
		await waitFor(() => expect(tested.map(({ params }) => params.id)).toEqual([hooked.id]));
	});
	it('is saved and tested by one press, and what came back of that one test is said where it was pressed', async () => {
		let tested = 0;
		const app = await openHooked(
			'',
			answers(changeDomain, hooked),
			answers(testWebhook, () => {
				tested++;
				return { status: 500, ms: 12, error: 'HTTP 500', why: null };
			}),
		);
		await screen.findByRole('button', { name: 'Send test' });
		expect(screen.queryByRole('button', { name: 'Save and test' })).toBeNull();
		await app.user.click(screen.getByRole('button', { name: 'Add header' }));
		await app.user.type(screen.getByRole('textbox', { name: 'Header 2, name' }), 'X-New');
		await app.user.type(screen.getByRole('textbox', { name: 'Header 2, value' }), 'abc');
		await app.user.click(screen.getByRole('button', { name: 'Save and test' }));
		expect(await screen.findByText('It arrived, and was answered by an error: 500 after 12 ms.')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Send test' })).toHaveFocus();
		expect(screen.queryByRole('button', { name: 'Save and test' })).toBeNull();
		await app.user.type(screen.getByRole('textbox', { name: 'Name' }), '!');
		await app.user.click(screen.getByRole('button', { name: 'Save domain' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(''));
		expect(tested).toBe(1);
	});
	it('gets a new signing secret after a question, shown once with how to verify', async () => {
		let made = 0;
		const app = await openHooked(
			'',
			answers(webhookSecret, () => {
				made++;
				return { secret: 'whsec_c2VjcmV0' };
			}),
			answers(webhookDeliveries, [], { total: 0, next: null }),
		);
		expect(await screen.findByText(/with any Standard Webhooks library/)).toBeInTheDocument();
		await app.user.click(screen.getByRole('button', { name: 'New signing secret' }));
		const keep = await screen.findByRole('button', { name: 'Keep the old one' });
		expect(keep).toHaveFocus();
		await app.user.click(keep);
		expect(made).toBe(0);
		expect(screen.getByRole('button', { name: 'New signing secret' })).toHaveFocus();
		await app.user.click(screen.getByRole('button', { name: 'New signing secret' }));
		await app.user.click(await screen.findByRole('button', { name: 'Make a new secret' }));
		expect(await screen.findByText('whsec_c2VjcmV0')).toBeInTheDocument();
		expect(screen.getByRole('button', { name: 'Copy the secret' })).toHaveFocus();
		await app.user.keyboard('{Enter}');
		expect(await navigator.clipboard.readText()).toBe('whsec_c2VjcmV0');
		await app.user.click(screen.getByRole('tab', { name: 'Deliveries' }));
		await app.user.click(screen.getByRole('tab', { name: 'Details' }));
		expect(await screen.findByRole('button', { name: 'New signing secret' })).toBeInTheDocument();
		expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull();
	});
	it('has no secret before it has an address', async () => {
		await open(`/customerdomains?id=${idOf(3)}`);
		await screen.findByRole('button', { name: 'Send test' });
		expect(screen.queryByRole('button', { name: 'New signing secret' })).toBeNull();
	});
});

describe('whose a host is', () => {
	const toProve = {
		snippet: '<script src="https://consent.example/cmp/d/1.js"></script>',
		txt: { name: '_luvalla.shop2.example', value: 'luvalla-domain=abc' },
		elsewhere: false,
	};
	const unproven = row(2, { proof: null, toProve });
	const openProof = (one: Domain, ...more: HttpHandler[]) =>
		open(`/customerdomains?id=${idOf(2)}&tab=proof`, ...more, answers(customerDomains, [row(1), one], { total: 2, next: null }));
	const looked = (look: Partial<ProofLook>): HttpHandler =>
		answers(proveDomain, { proof: null, elsewhere: false, snippet: null, dns: null, ...look });

	it('is said in the list where nothing shows it, and filters the list', async () => {
		const app = await open(
			'/customerdomains',
			answers(
				customerDomains,
				(one) => {
					asked.push(one);
					return [row(1), unproven];
				},
				{ total: 2, next: null },
			),
		);
		expect((await screen.findByText('shop2.example')).closest('tr')).toHaveTextContent('Unproven');
		expect(screen.getByText('shop1.example').closest('tr')).not.toHaveTextContent('Unproven');
		await app.user.click(screen.getByRole('button', { name: 'Add filter' }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Ownership' }));
		await app.user.click(await screen.findByRole('menuitemradio', { name: 'Unproven' }));
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('proof')).toBe('unproven'));
	});
	it('leads from its badge to how it is shown, by pointer and by keyboard', async () => {
		const app = await open('/customerdomains', answers(customerDomains, [row(1), unproven], { total: 2, next: null }));
		const badge = await screen.findByRole('link', { name: 'Unproven: how to show that shop2.example is yours' });
		expect(badge).toHaveTextContent('Unproven');
		badge.focus();
		await app.user.keyboard('{Enter}');
		expect(await screen.findByRole('heading', { name: 'Show that shop2.example is yours' })).toBeVisible();
		await waitFor(() => expect(app.router.state.location.search).toMatchObject({ id: idOf(2), tab: 'proof' }));
		expect(screen.queryByRole('link', { name: /shop1\.example is yours/ })).toBeNull();
	});
	it('is shown by a record, the snippet or an admin: each can be copied', async () => {
		const app = await openProof(unproven);
		expect(await screen.findByRole('heading', { name: 'Show that shop2.example is yours' })).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Copy: Name' }));
		expect(await navigator.clipboard.readText()).toBe('_luvalla.shop2.example');
		await app.user.click(screen.getByRole('button', { name: 'Copy: Value' }));
		expect(await navigator.clipboard.readText()).toBe('luvalla-domain=abc');
		await app.user.click(screen.getByRole('button', { name: 'Copy' }));
		expect(await navigator.clipboard.readText()).toBe(toProve.snippet);
		expect(screen.queryByRole('button', { name: 'Confirm it is theirs' })).toBeNull();
	});
	it('is looked for now, and what was found is said in words', async () => {
		const app = await openProof(
			unproven,
			looked({
				snippet: { state: 'unreachable', problem: { code: 'no_name', about: null } },
				dns: { state: 'other', about: 'v=spf1 -all' },
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Look now' }));
		expect(await screen.findByText(/none has this value\. The first one says: v=spf1 -all/)).toBeVisible();
		expect(screen.getByText(/The start page did not open\. The name is not known/)).toBeVisible();
		server.use(
			looked({
				snippet: { state: 'missing', problem: null },
				dns: { state: 'found', about: null },
				proof: { by: 'dns', at: '2026-11-22T10:00:00.000Z' },
			}),
			answers(customerDomains, [row(1), row(2)], { total: 2, next: null }),
		);
		await app.user.click(screen.getByRole('button', { name: 'Look now' }));
		expect(await screen.findByText('Shown to be yours by a DNS record.')).toBeVisible();
	});
	it('that another company has shown to be theirs is said, without naming it', async () => {
		await openProof(row(2, { proof: null, toProve: { ...toProve, elsewhere: true } }));
		expect(await screen.findByText(/Another company of this installation has shown/)).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Look now' })).toBeNull();
	});
	it('is confirmed by a platform admin after a question', async () => {
		const confirmed: Asked[] = [];
		const app = await renderApp(`/domains?id=${idOf(2)}&tab=proof`, {
			handlers: [
				answers(confirmDomain, (one) => {
					confirmed.push(one);
					return row(2);
				}),
				...bootOf('admin'),
				answers(allDomains, [unproven], { total: 1, next: null }),
				answers(domainRates, []),
			],
		});
		await app.user.click(await screen.findByRole('button', { name: 'Confirm it is theirs' }));
		const question = await screen.findByRole('dialog', { name: 'Is shop2.example theirs?' });
		expect(question).toHaveTextContent('Aalto Oy can publish on shop2.example then');
		await app.user.click(within(question).getByRole('button', { name: 'Confirm it is theirs' }));
		await waitFor(() => expect(confirmed.map(({ params }) => params.id)).toEqual([idOf(2)]));
	});
});

describe('deliveries', () => {
	const delivery = (n: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
		id: idOf(50 + n),
		event: {
			luvallaId: null,
			Email: null,
			EventType: 'consentAdded',
			Domain: 'shop2.example',
			ConsentName: `Purpose ${n}`,
			ConsentValue: n % 2 === 1,
			UpdatedTs: '2026-11-20T09:41:07.000Z',
		},
		status: 'delivered',
		createdAt: '2026-11-20T09:41:07.000Z',
		nextTryAt: null,
		attempts: [{ at: '2026-11-20T09:41:08.000Z', status: 204, ms: 1234, error: null, why: null }],
		...more,
	});
	const three = [
		delivery(1),
		delivery(2, {
			status: 'waiting',
			nextTryAt: new Date(Date.now() + 3.5 * 3_600_000).toISOString(),
			attempts: [
				{ at: '2026-11-20T09:41:08.000Z', status: 0, ms: 15_000, error: 'timed out', why: null },
				{ at: '2026-11-20T09:46:08.000Z', status: 503, ms: 12, error: 'HTTP 503', why: null },
			],
		}),
		delivery(3, { status: 'failed' }),
	];
	const log = answers(
		webhookDeliveries,
		(one) => {
			asked.push(one);
			const status = one.url.searchParams.get('status');
			return three.filter((row) => status === null || row.status === status);
		},
		{ total: 3, next: null },
	);
	const line = async (name: string) => (await screen.findByText(name)).closest('tr');

	it('stand in a tab of the drawer with status, event, tries and the next try', async () => {
		const app = await openHooked('', log);
		await app.user.click(await screen.findByRole('tab', { name: 'Deliveries' }));
		expect(await line('Purpose 1: yes')).toHaveTextContent(/consentAdded.*DeliveredHTTP 204 · 1,234 msNov-20-2026, \d\d:41:08—/);
		const waiting = await line('Purpose 2: no');
		expect(waiting).toHaveTextContent(/WaitingHTTP 503 · 12 msNov.*1 earlier trytimed out · 15,000 ms/);
		expect(waiting).toHaveTextContent(/in 3.h/);
		expect(await line('Purpose 3: yes')).toHaveTextContent('Failed');
		expect(screen.getByText('3 deliveries')).toBeInTheDocument();
		expect(asked[0]?.params).toMatchObject({ id: idOf(2) });
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(`?id=${idOf(2)}&tab=deliveries`));
	});
	it('are filtered by status, kept in the URL and gone from it with the drawer', async () => {
		const app = await openHooked('&tab=deliveries', log);
		const drawer = await screen.findByRole('dialog');
		await app.user.click(await within(drawer).findByRole('button', { name: 'Add filter: Status' }));
		await app.user.click(await screen.findByRole('menuitemradio', { name: 'Failed' }));
		await waitFor(() => expect(screen.queryByText('Purpose 1: yes')).toBeNull());
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(`?id=${idOf(2)}&tab=deliveries&delivery=failed`));
		await app.user.click(within(drawer).getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(''));
	});
	it('are sent again from their row', async () => {
		const again: Asked[] = [];
		const app = await openHooked(
			'&tab=deliveries',
			log,
			answers(resendWebhook, (one) => {
				again.push(one);
				return delivery(3, { status: 'waiting' });
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Actions for Purpose 3: yes' }));
		const before = asked.length;
		await app.user.click(await screen.findByRole('menuitem', { name: 'Send again' }));
		expect(await screen.findByText('It is being sent again.')).toBeInTheDocument();
		expect(again[0]?.params).toMatchObject({ id: idOf(2), deliveryId: idOf(53) });
		await waitFor(() => expect(asked.length).toBeGreaterThan(before));
	});
	it('that cannot be sent again say why', async () => {
		const app = await openHooked(
			'&tab=deliveries',
			log,
			refuses(resendWebhook, 409, { code: 'no_webhook', error: 'The domain names no address to send to.' }),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Actions for Purpose 3: yes' }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Send again' }));
		expect(await screen.findByText('The domain names no address to send to.')).toBeInTheDocument();
	});
	it('that are none say when one comes; without an address, what to do', async () => {
		const none = answers(webhookDeliveries, [], { total: 0, next: null });
		const app = await openHooked('&tab=deliveries', none);
		expect(await screen.findByText(/as soon as a visitor answers/)).toBeInTheDocument();
		app.unmount();
		await open(`/customerdomains?id=${idOf(3)}&tab=deliveries`, none);
		expect(await screen.findByText(/has no webhook address/)).toBeInTheDocument();
	});
	it('that could not be loaded say so', async () => {
		await openHooked('&tab=deliveries', refuses(webhookDeliveries, 503, { code: 'unavailable' }));
		expect(await screen.findByText('We could not load the deliveries.')).toBeInTheDocument();
	});
});

describe('ADMIN', () => {
	it('sees all domains with their customers, and is asked for the customer of a new one', async () => {
		const app = await renderApp('/domains', {
			handlers: [...bootOf('admin'), answers(allDomains, rows, { total: 3, next: null }), answers(domainRates, [])],
		});
		expect(await screen.findByRole('columnheader', { name: 'Customer' })).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Add domain' }));
		const drawer = await screen.findByRole('dialog');
		await app.user.type(await within(drawer).findByRole('textbox', { name: 'Domain' }), 'new.example');
		await app.user.click(within(drawer).getByRole('button', { name: 'Add domain' }));
		expect(await within(drawer).findByText('Choose a customer')).toBeInTheDocument();
	});
	it('picks the customer on the page', async () => {
		const app = await renderApp('/customerdomains', { handlers: [...bootOf('admin'), three] });
		server.use(
			answers(
				customerDomains,
				(one) => {
					asked.push(one);
					return [];
				},
				{ total: 0, next: null },
			),
		);
		await app.user.click(await screen.findByRole('combobox', { name: 'Customer' }));
		await app.user.click(await screen.findByRole('option', { name: 'Mökki Oy' }));
		await waitFor(() => expect(asked.at(-1)?.params).toMatchObject({ id: '2' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe('?customer=2'));
	});
	it('reads why no customer can be picked', async () => {
		const { customerDomainList } = await import('@luvalla/contract/tenancy/customers');
		await renderApp('/customerdomains', { handlers: [refuses(customerDomainList, 503, { code: 'unavailable' }), ...bootOf('admin')] });
		expect(await screen.findByRole('alert')).toHaveTextContent('Could not load domains');
		expect(screen.getByRole('heading', { name: 'Manage domains' })).toBeVisible();
	});
});
