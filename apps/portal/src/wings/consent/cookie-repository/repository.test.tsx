/** The cookie repository as people use it: decisions, the list, its form, files, many at once, and what a cookie is. */
import {
	addCustomerCookieEntry,
	type ClassifiedCookie,
	COOKIE_FILE_MAX_BYTES,
	type CookieEntry,
	type CookieImport,
	changeCookieEntry,
	changeCustomerCookieEntry,
	classifyCustomerCookies,
	cookieCounts,
	cookieEntries,
	cookieLanguages,
	customerCookieCounts,
	customerCookieEntries,
	customerCookieEntriesFile,
	deleteCustomerCookieEntry,
	editCustomerCookieEntries,
	importCustomerCookieEntries,
} from '@luvalla/contract/consent/cookie-repository';
import { type SeenOnSites, seenCookies } from '@luvalla/contract/consent/cookie-scans';
import { screen, waitFor, within } from '@testing-library/react';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asked, answers, answersFile, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const entry = (n: number, more: Partial<CookieEntry> = {}): CookieEntry => ({
	id: idOf(n),
	customerId: null,
	name: `cookie_${n}`,
	type: 'statistics',
	provider: 'Google Analytics',
	domain: '',
	lifetimeSeconds: 63_072_000,
	description: {},
	source: 'starter',
	reason: '',
	global: null,
	conflict: null,
	changedAt: '2026-11-20T10:00:00.000Z',
	...more,
});
const ga = entry(1, { name: '_ga' });
const fbp = entry(2, {
	name: '_fbp',
	type: 'marketing',
	provider: 'Meta',
	lifetimeSeconds: 7_776_000,
	customerId: 1,
	source: 'own',
	global: { id: idOf(20), name: '_fbp', domain: '', type: 'marketing', provider: 'Meta', lifetimeSeconds: 10_368_000 },
});
const uet = entry(3, {
	name: '_uetvid',
	type: 'marketing',
	provider: 'Microsoft',
	lifetimeSeconds: 33_696_000,
	source: 'ocd',
	conflict: { id: idOf(21), name: '_uet*', domain: '', type: 'marketing', provider: 'Microsoft', lifetimeSeconds: 1_382_400 },
});
const undecided = (n: number, more: Partial<CookieEntry> = {}) =>
	entry(n, {
		name: `session_${n}`,
		type: 'undecided',
		provider: 'PHP.net',
		lifetimeSeconds: 0,
		source: 'ocd',
		reason: 'Holds the visit on the server. Exempt where the visitor asked for what needs it, such as a basket.',
		...more,
	});
const waiting = [4, 5, 6, 7].map((n) => undecided(n));
const rows = [ga, fbp, uet, ...waiting];

/** Narrowed as the server does it. */
const listed = ({ url }: Asked): CookieEntry[] => {
	const of = (name: string) =>
		url.searchParams
			.getAll('filter')
			.find((one) => one.startsWith(`${name}:`))
			?.slice(name.length + 1);
	const state = of('state');
	return rows
		.filter((one) => state !== 'undecided' || one.type === 'undecided')
		.filter((one) => state !== 'own' || one.source === 'own')
		.filter((one) => state !== 'conflict' || one.conflict !== null)
		.slice(0, Number(url.searchParams.get('size')));
};
let asked: Asked[];
beforeEach(() => {
	asked = [];
});
/** Keeps what was asked. */
const seen = <T,>(one: Asked, answer: T): T => {
	asked.push(one);
	return answer;
};
const list = (call: typeof cookieEntries | typeof customerCookieEntries, of: (one: Asked) => CookieEntry[] = listed): HttpHandler =>
	answers(call, of, { total: 7, next: null });
const languages = answers(cookieLanguages, [
	{ id: 'en', name: 'English' },
	{ id: 'fi', name: 'Finnish' },
	{ id: 'sv', name: 'Swedish' },
]);
const counted = { all: 7, undecided: 4, own: 1, conflicts: 1 };
const counts = [answers(cookieCounts, counted), answers(customerCookieCounts, counted)];
/** As its call takes it back. */
const written = (entry: CookieEntry) => changeCookieEntry.body.parse(entry);
const open = (search = '', { kind = 'customerAdmin' as Kind, more = [] as HttpHandler[] } = {}) =>
	renderApp(`/cookierepo${search}`, {
		handlers: [...more, ...bootOf(kind), languages, ...counts, list(cookieEntries), list(customerCookieEntries)],
	});
const table = (name = 'Cookie repo and new scan') => screen.findByRole('table', { name });
const rowOf = (where: HTMLElement, name: string) => within(where).getByRole('link', { name }).closest('tr');
const choose = async ({ user }: Awaited<ReturnType<typeof open>>, row: string, act: string) => {
	await user.click(await screen.findByRole('button', { name: `Actions for ${row}` }));
	await user.click(await screen.findByRole('menuitem', { name: act }));
};

describe('the list', () => {
	it('says what each cookie is, and what the global entry says where it stands over one or is at odds with another', async () => {
		await open();
		const list = await table();
		await within(list).findByRole('link', { name: '_ga' });
		expect(rowOf(list, '_ga')).toHaveTextContent('StatisticsGoogle Analytics2 yearsGlobal, starter list');
		expect(rowOf(list, '_fbp')).toHaveTextContent('Marketing');
		expect(rowOf(list, '_fbp')).toHaveTextContent('Yoursglobal: 4 months');
		expect(rowOf(list, '_uetvid')).toHaveTextContent('Conflictglobal: 16 days');
		expect(rowOf(list, 'session_4')).toHaveTextContent('Not decidedPHP.netUntil the visit ends');
	});
	it('has tabs with their counts, whose address can be shared, and narrows by category and source', async () => {
		const app = await open('', {
			more: [answers(customerCookieEntries, (one) => seen(one, listed(one)), { total: 7, next: null })],
		});
		const views = await screen.findByRole('navigation', { name: 'Views' });
		expect(await within(views).findByRole('button', { name: 'Conflicts1' })).toBeVisible();
		expect(
			within(views)
				.getAllByRole('button')
				.map(({ textContent }) => textContent?.replace(/\d+$/, '')),
		).toEqual(['All', 'Needs your decision', 'Yours', 'Conflicts']);
		await app.user.click(within(views).getByRole('button', { name: /^Yours/ }));
		await waitFor(() => expect(app.router.state.location.search).toEqual({ state: 'own' }));
		await waitFor(() => expect(screen.queryByRole('link', { name: '_ga' })).toBeNull());
		expect(screen.getByRole('link', { name: '_fbp' })).toBeVisible();
		await app.router.navigate({ to: '/cookierepo', search: { type: 'marketing', source: 'ocd' } });
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.getAll('filter')).toEqual(['type:marketing', 'source:ocd']));
	});
	it('shows ADMIN the global entries, and a customer’s once one is picked', async () => {
		const app = await open('', { kind: 'admin', more: [list(cookieEntries, () => [ga]), list(customerCookieEntries, () => [fbp])] });
		await screen.findByRole('link', { name: '_ga' });
		expect(screen.getByText(/^The entries that every customer begins with/)).toBeVisible();
		expect(within(await screen.findByRole('navigation', { name: 'Views' })).queryByRole('button', { name: /^Yours/ })).toBeNull();
		expect(screen.getByRole('combobox', { name: 'Whose cookies' })).toHaveValue('Everyone: global entries');
		await app.user.click(screen.getByRole('combobox', { name: 'Whose cookies' }));
		await app.user.click(await screen.findByRole('option', { name: 'Aalto Oy' }));
		await screen.findByRole('link', { name: '_fbp' });
		expect(app.router.state.location.search).toEqual({ customer: '1' });
		expect(within(screen.getByRole('navigation', { name: 'Views' })).getByRole('button', { name: /^Yours/ })).toBeVisible();
	});
	it('lets those who administer domains alone read, and offers them nothing that they may not do', async () => {
		const app = await open('', { kind: 'domainAdmin' });
		const list = await table();
		await within(list).findByRole('link', { name: '_ga' });
		for (const name of ['Add cookie', 'Import CSV']) expect(screen.queryByRole('button', { name })).toBeNull();
		expect(screen.getByRole('button', { name: 'Export CSV' })).toBeVisible();
		expect(within(list).queryByRole('checkbox')).toBeNull();
		expect(screen.queryByRole('region', { name: 'Needs your decision' })).toBeNull();
		const views = within(screen.getByRole('navigation', { name: 'Views' }));
		expect(views.getByRole('button', { name: /^Not decided/ })).toBeVisible();
		expect(views.queryByRole('button', { name: /^Needs your decision/ })).toBeNull();
		await app.user.click(within(list).getByRole('link', { name: '_uetvid' }));
		const drawer = within(await screen.findByRole('dialog', { name: '_uetvid' }));
		expect(drawer.getByText('Whoever answers for the customer may change it.')).toBeVisible();
		expect(drawer.queryByRole('textbox')).toBeNull();
	});
	it.each(['partner', 'domainAdmin', 'customerAdmin'] as const)('asks for the own customer’s of %s', async (kind) => {
		await open('', { kind, more: [answers(customerCookieEntries, (one) => seen(one, listed(one)), { total: 7, next: null })] });
		await screen.findByRole('link', { name: '_ga' });
		expect(asked.map(({ params }) => params.id)).toContain('1');
		expect(screen.queryByRole('combobox', { name: 'Whose cookies' })).toBeNull();
	});
	it('says what to do where there is none, what failed, and waits as a list', async () => {
		const app = await open('', { more: [answers(customerCookieEntries, [], { total: 0, next: null })] });
		expect(await screen.findByText('No cookies here yet')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Add cookie' })).toBeVisible();
		app.unmount();
		chooseLanguage('fi');
		const failing = await open('', { more: [refuses(customerCookieEntries, 503, { code: 'unavailable' })] });
		expect(await screen.findByRole('button', { name: 'Yritä uudelleen' })).toBeVisible();
		failing.unmount();
		chooseLanguage('en');
		await open('', { more: [hangs(customerCookieEntries)] });
		expect(await table()).toHaveAttribute('aria-busy', 'true');
	});
	it('that failed comes to rest, says so once, and is asked for once more with what needs a decision', async () => {
		const app = await open('', { more: [refuses(customerCookieEntries, 503, { code: 'unavailable' }, (one) => asked.push(one))] });
		const failed = await screen.findByRole('alert');
		expect(failed).toHaveTextContent('The cookies could not be loaded.');
		await waitFor(() => expect(document.querySelector('.mantine-Skeleton-root, [aria-busy=true]')).toBeNull());
		expect(screen.getAllByRole('alert')).toHaveLength(1);
		expect(asked).toHaveLength(2);
		server.use(list(customerCookieEntries));
		await app.user.click(within(failed).getByRole('button', { name: 'Try again' }));
		expect(await screen.findByRole('heading', { name: '7 need your decision' })).toBeVisible();
		expect(await screen.findByRole('link', { name: '_ga' })).toBeVisible();
	});
	it('keeps what is written in its search, and what needs a decision above it, when that is not answered', async () => {
		const app = await open();
		await screen.findByRole('link', { name: '_ga' });
		server.use(
			http.get('*/manage/browserscan/cookierepo/customer/1', ({ request }) =>
				new URL(request.url).searchParams.has('q')
					? HttpResponse.json({ code: 'unavailable' }, { status: 503 })
					: HttpResponse.json({ data: listed({ url: new URL(request.url) } as Asked), page: { total: 7, next: null } }),
			),
		);
		const box = screen.getByRole('searchbox', { name: 'Search by name or provider' });
		await app.user.type(box, '_g');
		expect(await screen.findByRole('alert')).toHaveTextContent('The cookies could not be loaded.');
		await app.user.keyboard('a');
		expect(box).toHaveFocus();
		expect(box).toHaveValue('_ga');
		expect(screen.getByRole('heading', { name: '7 need your decision' })).toBeVisible();
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await open();
		const list = await table('Evästetieto ja uusi skannaus');
		await within(list).findByRole('link', { name: '_fbp' });
		expect(rowOf(list, '_fbp')?.textContent?.replaceAll('\u00a0', ' ')).toContain('3 kuukauttaOmayleinen: 4 kuukautta');
		chooseLanguage('en');
	});
});

describe('what needs a decision', () => {
	const block = async () => within(await screen.findByRole('region', { name: 'Needs your decision' }));
	it('comes before the list: the first three with the reason and two equal choices, and the way to all', async () => {
		const app = await open();
		const first = await block();
		expect(await first.findAllByRole('listitem')).toHaveLength(3);
		expect(first.getByRole('heading')).toHaveTextContent('7 need your decision');
		expect(first.getAllByText(/^Holds the visit on the server/)).toHaveLength(3);
		const [consent, necessary] = within(first.getAllByRole('listitem')[0] as HTMLElement).getAllByRole('button');
		expect(consent?.className).toBe(necessary?.className);
		await app.user.click(first.getByRole('link', { name: 'See all 7' }));
		await waitFor(() => expect(app.router.state.location.search).toEqual({ state: 'undecided' }));
		expect(screen.queryByRole('region', { name: 'Needs your decision' })).toBeNull();
	});
	it.each([
		['session_4: needs consent', 'preferences', 'session_4: Preferences'],
		['session_4: necessary', 'necessary', 'session_4: Necessary'],
	])('is decided by a press: %s', async (press, type, told) => {
		const app = await open('', {
			more: [answers(changeCustomerCookieEntry, (one) => seen(one, { ...undecided(4), type: 'necessary' as const }))],
		});
		await app.user.click(await (await block()).findByRole('button', { name: press }));
		expect(await screen.findByText(told)).toBeVisible();
		expect(asked.map(({ body }) => body)).toEqual([{ ...written(undecided(4)), type, reason: '' }]);
	});
	it('is decided for every customer by ADMIN, and from a row’s menu', async () => {
		const app = await open('', { kind: 'admin', more: [answers(changeCookieEntry, (one) => seen(one, { ...ga }))] });
		await screen.findByRole('link', { name: 'session_5' });
		await choose(app, 'session_5', 'Necessary');
		expect(await screen.findByText('session_5: Necessary')).toBeVisible();
		expect(asked.map(({ body }) => body)).toEqual([{ ...written(undecided(5)), type: 'necessary', reason: '' }]);
	});
	it('hands the focus on once what was decided has left', async () => {
		let left = [...waiting];
		const app = await open('', {
			more: [
				answers(changeCustomerCookieEntry, ({ body }) => {
					left = left.filter(({ id }) => id !== Reflect.get(Object(body), 'id'));
					return { ...undecided(4), type: 'necessary' as const };
				}),
				list(customerCookieEntries, () => left),
				answers(customerCookieCounts, () => ({ ...counted, undecided: left.length })),
			],
		});
		const views = within(await screen.findByRole('navigation', { name: 'Views' }));
		expect(await views.findByRole('button', { name: 'Needs your decision4' })).toBeVisible();
		await app.user.click(await (await block()).findByRole('button', { name: 'session_4: necessary' }));
		await waitFor(() => expect(screen.queryByRole('button', { name: 'session_4: necessary' })).toBeNull());
		expect((await block()).getByRole('heading')).toHaveFocus();
		expect(await views.findByRole('button', { name: 'Needs your decision3' })).toBeVisible();
		expect((await block()).getByRole('button', { name: 'session_7: necessary' })).toBeVisible();
	});
	it('is left as it is where the call fails, and that is said', async () => {
		const app = await open('', {
			more: [refuses(changeCustomerCookieEntry, 500, { code: 'unexpected', error: 'It could not be saved.' })],
		});
		await app.user.click(await (await block()).findByRole('button', { name: 'session_4: necessary' }));
		expect(await screen.findByText('It could not be saved.')).toBeVisible();
		expect((await block()).getByRole('button', { name: 'session_4: necessary' })).toBeVisible();
	});
	it('is not there where nothing waits', async () => {
		await open('', { more: [list(customerCookieEntries, (one) => listed(one).filter(({ type }) => type !== 'undecided'))] });
		await screen.findByRole('link', { name: '_ga' });
		await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs your decision' })).toBeNull());
	});
});

describe('the form', () => {
	it('adds a cookie with its lifetime in seconds and a description in each language written', async () => {
		const app = await open('?id=new', { more: [answers(addCustomerCookieEntry, (one) => seen(one, entry(9)))] });
		const drawer = within(await screen.findByRole('dialog', { name: 'Add cookie' }));
		await app.user.click(drawer.getByRole('button', { name: 'Add cookie' }));
		expect((await drawer.findAllByText('Choose a category')).length).toBeGreaterThan(0);
		expect(asked).toEqual([]);
		await app.user.type(drawer.getByRole('textbox', { name: 'Name' }), 'aalto_*');
		await app.user.click(drawer.getByRole('combobox', { name: 'Category' }));
		await app.user.click(await screen.findByRole('option', { name: 'Statistics' }));
		await app.user.type(drawer.getByRole('textbox', { name: /^Provider/ }), 'Aalto Oy');
		await app.user.click(drawer.getByRole('combobox', { name: 'Lifetime' }));
		await app.user.click(await screen.findByRole('option', { name: 'months' }));
		await app.user.type(drawer.getByRole('textbox', { name: 'Number' }), '6');
		await app.user.click(await drawer.findByRole('combobox', { name: /^Add a language/ }));
		await app.user.click(await screen.findByRole('option', { name: 'Swedish' }));
		await app.user.type(drawer.getByRole('textbox', { name: /^Description, English/ }), 'Counts visits.');
		await app.user.type(drawer.getByRole('textbox', { name: /^Description, Swedish/ }), 'Räknar besök.');
		await app.user.click(drawer.getByRole('button', { name: 'Add cookie' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(asked.map(({ body }) => body)).toEqual([
			{
				name: 'aalto_*',
				type: 'statistics',
				provider: 'Aalto Oy',
				domain: '',
				lifetimeSeconds: 15_552_000,
				description: { en: 'Counts visits.', sv: 'Räknar besök.' },
				reason: '',
			},
		]);
	}, 60_000);
	it('says of a global entry that what is saved becomes one’s own, and keeps what was not touched', async () => {
		const app = await open(`?id=${ga.id}`, { more: [answers(changeCustomerCookieEntry, (one) => seen(one, ga))] });
		const drawer = within(await screen.findByRole('dialog', { name: '_ga' }));
		expect(await drawer.findByText(/becomes your own entry/)).toBeVisible();
		await app.user.clear(drawer.getByRole('textbox', { name: 'Number' }));
		await app.user.type(drawer.getByRole('textbox', { name: 'Number' }), '1');
		await app.user.click(drawer.getByRole('button', { name: 'Save cookie' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(asked[0]?.body).toEqual({
			id: ga.id,
			name: '_ga',
			type: 'statistics',
			provider: 'Google Analytics',
			domain: '',
			lifetimeSeconds: 31_536_000,
			description: {},
			reason: '',
		});
	});
	it('shows what the global entry says, what is at odds, and a field that the server refuses', async () => {
		const app = await open(`?id=${uet.id}`, {
			more: [refuses(changeCustomerCookieEntry, 422, { code: 'invalid', error: 'Look at the fields.', fields: { name: 'Taken.' } })],
		});
		const drawer = within(await screen.findByRole('dialog', { name: '_uetvid' }));
		expect(await drawer.findByText(/Marketing · Microsoft · 16 days$/)).toBeVisible();
		await app.user.click(drawer.getByRole('button', { name: 'Save cookie' }));
		expect((await drawer.findAllByText('Taken.'))[0]).toBeVisible();
	});
	it('keeps what is written where the languages do not come, and says so', async () => {
		await open(`?id=${idOf(8)}`, {
			more: [
				refuses(cookieLanguages, 503, { code: 'unavailable' }),
				list(customerCookieEntries, () => [entry(8, { name: 'kept', description: { sv: 'Räknar besök.' } })]),
			],
		});
		const drawer = within(await screen.findByRole('dialog', { name: 'kept' }));
		expect(await drawer.findByDisplayValue('Räknar besök.')).toBeVisible();
		expect(await drawer.findByText(/^The languages could not be loaded/)).toBeVisible();
	});
	it('deletes an own entry once that is confirmed, and offers no such thing for a global one', async () => {
		const app = await open('', { more: [answers(deleteCustomerCookieEntry, (one) => seen(one, { deleted: true }))] });
		await screen.findByRole('link', { name: '_ga' });
		await app.user.click(screen.getByRole('button', { name: 'Actions for _ga' }));
		expect(await screen.findByRole('menuitem', { name: 'Make an own entry' })).toBeVisible();
		expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
		await app.user.keyboard('{Escape}');
		await choose(app, '_fbp', 'Delete');
		const question = within(await screen.findByRole('dialog', { name: 'Delete _fbp?' }));
		expect(question.getByText(/that one shows again/)).toBeVisible();
		expect(asked).toEqual([]);
		await app.user.click(question.getByRole('button', { name: 'Delete' }));
		await waitFor(() => expect(asked.map(({ url }) => url.searchParams.get('id'))).toEqual([fbp.id]));
	});
});

describe('many at once', () => {
	const pick = async ({ user }: Awaited<ReturnType<typeof open>>, ...names: string[]) => {
		await screen.findByRole('link', { name: '_ga' });
		for (const name of names) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
		return within(await screen.findByRole('region', { name: 'Selected rows' }));
	};
	const edits = answers(editCustomerCookieEntries, (one) => seen(one, { changed: 2, unchanged: 0, skipped: 1 }));
	it('sets a category for those that are picked', async () => {
		const app = await open('', { more: [edits] });
		const bar = await pick(app, '_ga', '_fbp');
		await app.user.click(bar.getByRole('button', { name: 'Set category' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Set the category of 2 cookies' }));
		await app.user.click(dialog.getByRole('button', { name: 'Set' }));
		expect(await dialog.findByText('Choose a category')).toBeVisible();
		await app.user.click(dialog.getByRole('combobox', { name: 'Category' }));
		await app.user.click(await screen.findByRole('option', { name: 'Marketing' }));
		await app.user.click(dialog.getByRole('button', { name: 'Set' }));
		expect(await screen.findByText(/^2 cookies changed\. 1 was left as it is/)).toBeVisible();
		expect(asked.map(({ body }) => body)).toEqual([{ selection: { these: [ga.id, fbp.id] }, edit: { set: 'type', type: 'marketing' } }]);
	});
	it('sets a provider for all that match, as the list is narrowed', async () => {
		const app = await open('?q=a&type=marketing', { more: [edits] });
		const bar = await pick(app, '_ga');
		await app.user.click(bar.getByRole('button', { name: 'Select all 7' }));
		await app.user.click(bar.getByRole('button', { name: 'Set provider' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Set the provider of 7 cookies' }));
		await app.user.type(dialog.getByRole('textbox', { name: 'Provider' }), 'Meta');
		await app.user.click(dialog.getByRole('button', { name: 'Set' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(asked[0]?.body).toEqual({
			selection: { all: { q: 'a', type: 'marketing' }, but: [] },
			edit: { set: 'provider', provider: 'Meta' },
		});
	});
	it('deletes them once that is confirmed', async () => {
		const app = await open('', { more: [edits] });
		const bar = await pick(app, '_ga', '_fbp');
		await app.user.click(bar.getByRole('button', { name: 'Delete' }));
		const question = within(await screen.findByRole('dialog', { name: 'Delete 2 cookies?' }));
		expect(question.getByText(/Only your own entries are deleted/)).toBeVisible();
		await app.user.click(question.getByRole('button', { name: 'Delete' }));
		expect(await screen.findByText(/^2 cookies deleted\. 1 was left as it is/)).toBeVisible();
		expect(asked.map(({ body }) => body)).toEqual([{ selection: { these: [ga.id, fbp.id] }, edit: { set: 'deleted' } }]);
	});
});

describe('files', () => {
	it('exports the list as it is narrowed', async () => {
		const made = vi.fn((_: Blob) => 'blob:x');
		vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => {} }));
		const app = await open('?q=ga&state=own', {
			more: [answersFile(customerCookieEntriesFile, 'cookies.csv', 'name\n_ga', (one) => asked.push(one))],
		});
		await app.user.click(await screen.findByRole('button', { name: 'Export CSV' }));
		await waitFor(() => expect(made).toHaveBeenCalledOnce());
		expect(asked[0]?.url.searchParams.get('q')).toBe('ga');
		expect(asked[0]?.url.searchParams.getAll('filter')).toEqual(['state:own']);
	});
});

describe('an import', () => {
	/** The body is a form: it is not looked into here; the server's tests do. */
	const takes = (answer: () => Response) => http.post(`*/api${importCustomerCookieEntries.path.replace('{id}', ':id')}`, answer);
	const send = async (more: HttpHandler[], content = 'name,type') => {
		const app = await open('', { more });
		await app.user.click(await screen.findByRole('button', { name: 'Import CSV' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Import cookies' }));
		const input = document.querySelector<HTMLInputElement>('input[type=file]');
		if (!input) throw new Error('There is no field for a file.');
		await app.user.upload(input, new File([content], 'cookies.csv', { type: 'text/csv' }));
		return { app, dialog, go: dialog.getByRole('button', { name: 'Import' }) };
	};
	const came: CookieImport = {
		format: 'ocd',
		rows: 2168,
		undecided: 900,
		taken: 2100,
		changed: 3,
		unchanged: 61,
		skipped: 4,
		reasons: [
			{
				reason: 'no_name',
				skipped: true,
				count: 4,
				first: [
					{ line: 12, name: '' },
					{ line: 80, name: '*' },
				],
			},
		],
	};
	it('says how many came, and which were left out for what reason; the list is read again', async () => {
		let reads = 0;
		const { app, dialog, go } = await send([
			takes(() => HttpResponse.json({ data: came })),
			list(customerCookieEntries, (one) => {
				reads++;
				return listed(one);
			}),
		]);
		const before = reads;
		await app.user.click(go);
		expect(await dialog.findByText('What came of cookies.csv')).toBeVisible();
		expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['2,100', '3', '61', '4']);
		expect(dialog.getByRole('listitem')).toHaveTextContent('4 No usable nameFirst lines: 12, 80 *');
		expect(reads).toBeGreaterThan(before);
		await app.user.click(dialog.getByRole('button', { name: 'Import another file' }));
		expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
	});
	it('says in the server’s words what is wrong with the file', async () => {
		const answer = { code: 'not_cookies', error: 'This is no list of cookies.', fields: { file: 'It may be cut off.' } };
		const { app, dialog, go } = await send([takes(() => HttpResponse.json(answer, { status: 422 }))]);
		await app.user.click(go);
		expect(await dialog.findByRole('alert')).toHaveTextContent('This is no list of cookies. It may be cut off.');
	});
	it('does not send what is too large', async () => {
		const { dialog, go } = await send([], ' '.repeat(COOKIE_FILE_MAX_BYTES + 1));
		expect(await dialog.findByRole('alert')).toHaveTextContent(/MB can be imported\.$/);
		expect(go).toBeDisabled();
	});
});

describe('what a cookie is', () => {
	const guess: ClassifiedCookie = {
		name: 'aalto_seen',
		domain: '',
		type: 'statistics',
		provider: '',
		confidence: 58,
		ground: 'proposed',
		entryId: null,
		lifetimeSeconds: null,
		description: {},
		reason: '',
	};
	const look = async (search: string, more: HttpHandler[], name: string) => {
		const app = await open(search, { more });
		const drawer = within(await screen.findByRole('dialog', { name: 'What is this cookie?' }));
		await app.user.type(drawer.getByRole('textbox', { name: 'Name' }), name);
		await app.user.click(drawer.getByRole('button', { name: 'Look up' }));
		return { app, drawer };
	};
	it('is said with a number and its ground, and leads to its entry', async () => {
		const known: ClassifiedCookie = { ...guess, name: '_ga', provider: 'Google Analytics', confidence: 97, ground: 'name and host' };
		const { app, drawer } = await look(
			'?id=what',
			[answers(classifyCustomerCookies, (one) => seen(one, [{ ...known, entryId: ga.id }]))],
			'_ga',
		);
		expect(await drawer.findByRole('heading', { name: '_ga is Statistics' })).toBeVisible();
		expect(drawer.getByText('97%')).toBeVisible();
		expect(drawer.getByText('by its name and host')).toBeVisible();
		expect(asked.map(({ body }) => body)).toEqual([{ cookies: [{ name: '_ga', domain: '', lifetimeSeconds: null }] }]);
		await app.user.click(drawer.getByRole('button', { name: 'Open the entry' }));
		expect(await screen.findByRole('dialog', { name: '_ga' })).toBeVisible();
	});
	it('leads on to a new entry where nobody has said it yet', async () => {
		const { app, drawer } = await look('?id=what', [answers(classifyCustomerCookies, [guess])], 'aalto_seen');
		expect(await drawer.findByRole('heading', { name: /It looks like Statistics/ })).toBeVisible();
		await app.user.click(drawer.getByRole('button', { name: 'Add cookie' }));
		const form = within(await screen.findByRole('dialog', { name: 'Add cookie' }));
		expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('aalto_seen');
		// what it looks like is no decision
		expect(form.getByRole('combobox', { name: 'Category' })).toHaveValue('');
	});
	it('says that it could not be looked up, and tries again', async () => {
		const { drawer } = await look('?id=what', [refuses(classifyCustomerCookies, 503, { code: 'unavailable' })], 'x');
		expect(await drawer.findByRole('button', { name: 'Try again' })).toBeVisible();
	});
});

describe('what was seen on the sites', () => {
	const seen = (name: string, more: Partial<SeenOnSites> = {}): SeenOnSites => ({
		...{ kind: 'cookie', name, host: '.shop.example', sites: ['blog.example', 'shop.example'], seenOn: 2 },
		is: { type: 'statistics', provider: 'Google', confidence: 95, ground: 'name', entryId: idOf(1), description: {}, reason: '' },
		...more,
	});
	it('stands with how sure it is and on how many sites, and leads to its entry or to a new one', async () => {
		const unknown = {
			type: 'undecided',
			provider: '',
			confidence: 0,
			ground: 'unknown',
			entryId: null,
			description: {},
			reason: '',
		} as const;
		const { user } = await renderApp('/cookierepo/seen', {
			handlers: [
				...bootOf('customerAdmin'),
				answers(seenCookies, [seen('_ga'), seen('aalto_seen', { seenOn: 1, sites: ['shop.example'], is: unknown })], {
					total: 2,
					next: null,
				}),
			],
		});
		const table = await screen.findByRole('table', { name: 'Seen on your sites' });
		const row = (await within(table).findByText('_ga')).closest('tr');
		expect(row?.textContent).toContain('95%');
		expect(row?.textContent).toContain('2');
		await user.click(screen.getByRole('button', { name: /aalto_seen/ }));
		expect(await screen.findByRole('menuitem', { name: 'Add cookie' })).toBeVisible();
		await user.keyboard('{Escape}');
		await user.click(screen.getByRole('button', { name: /_ga/ }));
		expect(await screen.findByRole('menuitem', { name: 'Open the entry' })).toHaveAttribute(
			'href',
			expect.stringContaining('/cookierepo?'),
		);
	});
	it('is empty before a scan, and says what to do, in Finnish', async () => {
		chooseLanguage('fi');
		await renderApp('/cookierepo/seen', {
			handlers: [...bootOf('customerAdmin'), answers(seenCookies, [], { total: 0, next: null })],
		});
		expect(await screen.findByText('Mitään ei ole vielä nähty')).toBeVisible();
		expect(screen.getByRole('link', { name: 'Skannaa sivusto' })).toBeVisible();
	});
});
