/** Portal activity: who did what, its filters, one event with the values before and after, the CSV. */
import { users } from '@luvalla/contract/identity/users';
import { type Activity, activity, activityFile } from '@luvalla/contract/insight/activity';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Asked, answers, answersFile, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';
import { spanOf } from './activity.search.ts';

const event = (n: number, more: Partial<Activity> = {}): Activity => ({
	id: idOf(n),
	at: '2026-11-20T08:00:00.000Z',
	who: 'admin@luvalla.localhost',
	asWhom: null,
	action: 'changed',
	thing: 'user',
	thingId: idOf(9),
	thingName: 'pekka@aalto.example',
	customerId: null,
	customerName: null,
	fields: ['roles'],
	network: '192.0.2.0/24',
	before: { roles: [], phoneNumber: '' },
	after: { roles: ['DOMAIN_ADMIN'], phoneNumber: '' },
	...more,
});
const rows = [
	event(1),
	event(2, { asWhom: 'owner@luvalla.localhost', action: 'invented_later', thing: 'new_thing', thingName: null, before: null, after: null }),
];
const open = (search = '', kind: Kind = 'admin') => {
	const asked: URL[] = [];
	const view = renderApp(`/portalActivity${search}`, {
		handlers: [
			...bootOf(kind),
			answers(
				activity,
				({ url }: Asked) => {
					asked.push(url);
					return rows;
				},
				{ total: 2, next: null },
			),
			answers(users, [], { total: 0, next: null }),
		],
	});
	return view.then((app) => ({ ...app, asked }));
};

describe('the list', () => {
	it('says who did what, and as whom; a word it does not know stands as it was written', async () => {
		await open();
		const table = within(await screen.findByRole('table', { name: 'Portal Activity' }));
		expect((await table.findByText('pekka@aalto.example')).closest('td')).toHaveTextContent('Changed pekka@aalto.example');
		expect(table.queryByText(/0193b2f0/)).toBeNull();
		expect(table.getAllByText('Roles')[0]).toBeVisible();
		expect(table.getByText('as owner@luvalla.localhost')).toBeVisible();
		expect(table.getByText('invented later', { exact: false })).toBeVisible();
	});
	it('shows the network once it is chosen as a column', async () => {
		const app = await open();
		const table = within(await screen.findByRole('table', { name: 'Portal Activity' }));
		await table.findByText('pekka@aalto.example');
		expect(table.queryByText('192.0.2.0/24')).toBeNull();
		await app.user.click(screen.getByRole('button', { name: 'Columns' }));
		await app.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Network' }));
		expect(await table.findAllByText('192.0.2.0/24')).toHaveLength(2);
	});
	it('is for ADMIN alone', async () => {
		await open('', 'domainAdmin');
		expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
	});
	it('narrows to person, customer, action and time, and clears all of it', async () => {
		const app = await open('?person=pekka@aalto.example&from=2026-11-14');
		const last = () => app.asked.at(-1)?.searchParams;
		await waitFor(() => expect(last()?.get('person')).toBe('pekka@aalto.example'));
		expect(last()?.get('from')).toBe(new Date(2026, 10, 14).toISOString());
		expect(last()?.get('to')).toBeNull();
		await app.user.click(await screen.findByRole('button', { name: 'Add filter' }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Customer' }));
		await app.user.click(await screen.findByRole('menuitemradio', { name: 'Mökki Oy' }));
		await waitFor(() => expect(last()?.get('customerId')).toBe('2'));
		await app.user.click(await screen.findByRole('button', { name: 'Add filter: Action' }));
		await app.user.type(await screen.findByRole('textbox', { name: 'Action' }), 'deact');
		await app.user.click(await screen.findByRole('option', { name: 'Deactivated' }));
		await waitFor(() => expect(last()?.get('action')).toBe('deactivated'));
		await app.user.click(screen.getByRole('button', { name: 'Clear' }));
		await waitFor(() => expect([...(last()?.keys() ?? [])].toSorted()).toEqual(['page', 'size']));
	});
	it('finds people on the server by what is typed', async () => {
		const app = await open();
		const asked: (string | null)[] = [];
		server.use(
			answers(users, ({ url }) => {
				asked.push(url.searchParams.get('q'));
				return [];
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Add filter' }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Person' }));
		const field = await screen.findByRole('textbox', { name: 'Person' });
		await waitFor(() => expect(field).toHaveFocus());
		await app.user.type(field, 'pek');
		await waitFor(() => expect(asked).toContain('pek'));
		await app.user.keyboard('{Escape}');
		await waitFor(() => expect(screen.getByRole('button', { name: 'Add filter' })).toHaveFocus());
		expect(screen.queryByRole('button', { name: /Person/ })).toBeNull();
	});
	it('fails in the specified words, in both languages', async () => {
		const app = await renderApp('/portalActivity', { handlers: [...bootOf('admin'), refuses(activity, 500, { code: 'unexpected' })] });
		expect(await screen.findByText('Opps, we faced problems while fetching activity data.')).toBeVisible();
		app.unmount();
		chooseLanguage('fi');
		await renderApp('/portalActivity', { handlers: [...bootOf('admin'), refuses(activity, 500, { code: 'unexpected' })] });
		expect(await screen.findByText('Portaalin tapahtumia ei saatu haettua.')).toBeVisible();
	});
	it('is exported by the server as it is narrowed', async () => {
		const made: Blob[] = [];
		vi.stubGlobal(
			'URL',
			Object.assign(URL, {
				createObjectURL: (blob: Blob) => {
					made.push(blob);
					return 'blob:1';
				},
				revokeObjectURL: () => {},
			}),
		);
		const app = await open('?action=changed');
		const asked: URL[] = [];
		server.use(answersFile(activityFile, 'portal-activity.csv', 'When,Who\n', ({ url }) => asked.push(url)));
		await app.user.click(await screen.findByRole('button', { name: 'Export CSV' }));
		await waitFor(() => expect(made).toHaveLength(1));
		expect(asked[0]?.searchParams.get('action')).toBe('changed');
		expect(await made[0]?.text()).toContain('When,Who');
	});
});

describe('one event', () => {
	it('shows the values before and after side by side', async () => {
		await open(`?id=${idOf(1)}`);
		const drawer = within(await screen.findByRole('dialog', { name: 'Changed: pekka@aalto.example' }));
		const row = drawer.getByText('Roles').closest('tr');
		expect([...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual(['Roles', '—', 'DOMAIN_ADMIN']);
	});
	it('shows what holds more as rows by name, and no JSON', async () => {
		const options = { cap: { messages: 2, days: 7 }, quiet: null, signs: { other: false, leaveOut: true }, purposes: [], timeZone: 'UTC' };
		const row = event(3, {
			thing: 'campaign',
			thingName: 'Autumn',
			fields: ['options', 'constellation'],
			before: { options: { cap: null, purposes: [] }, constellation: [] },
			after: {
				options,
				constellation: [
					{ channel: 1, constellationIdFK: 'c1' },
					{ channel: 4, constellationIdFK: 'c2' },
				],
				own: { sizeOf: 3 },
			},
		});
		rows.push(row);
		try {
			await open(`?id=${row.id}`);
			const drawer = within(await screen.findByRole('dialog', { name: 'Changed: Autumn' }));
			const cells = (field: string) => [...(drawer.getByText(field).closest('tr')?.querySelectorAll('td') ?? [])] as HTMLElement[];
			const [, before, after] = cells('Settings');
			// nothing in it, at any depth
			expect(before).toHaveTextContent('—');
			const said = [...(after?.querySelectorAll('dt') ?? [])].map((one) => `${one.textContent}: ${one.nextElementSibling?.textContent}`);
			expect(said).toEqual([
				'At most to one person: Messages2Days7',
				'Messages: 2',
				'Days: 7',
				'Signs that a font lacks: Takes another fontNoLeaves them outYes',
				'Takes another font: No',
				'Leaves them out: Yes',
				'Time zone: UTC',
			]);
			const [, , both] = cells('Constellations');
			expect(
				within(both as HTMLElement)
					.getAllByRole('listitem')
					.map((one) => one.textContent),
			).toEqual(['ChannelSMSConstellationc1', 'ChannelLeafletConstellationc2']);
			// a name that nobody gave words stands as it was written
			expect(cells('own')[2]).toHaveTextContent('sizeOf3');
			expect(screen.getByRole('dialog').textContent).not.toMatch(/[{}[\]"]/);
			expect(await axeFinds(screen.getByRole('dialog'))).toEqual([]);
		} finally {
			rows.pop();
		}
	});
	it('says when no values were kept', async () => {
		await open(`?id=${idOf(2)}`);
		expect(await screen.findByText('No values were kept for this event.')).toBeVisible();
	});
	it('is found by its id when it is not on the page, and missed with words', async () => {
		const app = await open(`?id=${idOf(77)}`);
		expect(await screen.findByText('There is no such event.')).toBeVisible();
		expect(app.asked.at(-1)?.searchParams.get('from')).toBe(spanOf(idOf(77))?.from);
	});
});

it('reads the time out of an id', () => {
	expect(spanOf('0193b2f0-0000-7000-8000-000000000001')).toEqual({
		from: new Date(0x0193b2f00000 - 10_000).toISOString(),
		to: new Date(0x0193b2f00000 + 10_000).toISOString(),
	});
	expect(spanOf('new')).toBeNull();
});
