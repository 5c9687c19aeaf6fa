/** Segments: the list, the rule that counts while it is written, what is saved, why somebody is not in it, people by hand. */
import { CHANNELS } from '@luvalla/contract/channels';
import { people } from '@luvalla/contract/consent/people';
import {
	addMembers,
	addSegment,
	changeSegment,
	fieldValues,
	type OfferedField,
	previewRule,
	removeMembers,
	removeSegment,
	ruleFields,
	type Segment,
	segmentCount,
	segmentMembers,
	segments,
	whyMember,
} from '@luvalla/contract/profiles/segments';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { type Asked, answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { segmentRow } from '#portal/test/segment.ts';
import { server } from '#portal/test/setup.ts';

const club = segmentRow(71, 'Club members', {
	count: 900,
	sources: ['hand', 'file'],
	createdAt: '2026-11-01T08:00:00.000Z',
	changedAt: '2026-11-02T08:00:00.000Z',
});
const consent = `consent.${idOf(81)}`;
const lookers: Segment = {
	...club,
	id: idOf(72),
	name: 'Sofa lookers',
	count: 3186,
	isDomainSpecific: true,
	domainId: idOf(1),
	domain: 'shop.example',
	isActive: false,
	sources: ['rule'],
	rule: {
		all: [
			{ field: consent, is: 'is', value: 'yes' },
			{ field: 'event.order', is: 'atMost', value: 0, within: 90 },
			{ field: 'city', is: 'oneOf', value: ['Turku', 'Raisio'] },
		],
	},
};
const offered: OfferedField[] = [
	{ key: 'city', kind: 'text', group: 'person', name: 'city' },
	{
		key: consent,
		kind: 'choice',
		group: 'consent',
		name: 'Marketing email',
		operators: ['is', 'isNot'],
		choices: ['yes', 'no', 'none'].map((value) => ({ value, label: value })),
	},
	{
		key: 'event.order',
		kind: 'number',
		group: 'event',
		name: 'Order placed',
		operators: ['atLeast', 'atMost', 'is', 'isNot'],
		properties: [{ key: 'category', kind: 'text' }],
	},
	{ key: `segment.${club.id}`, kind: 'yesno', group: 'segment', name: 'Club members', operators: ['is'] },
];
const counted = (asked: Asked[]) =>
	answers(previewRule, (one) => {
		asked.push(one);
		const { rule } = one.body as { rule: { all: unknown[] } };
		return {
			count: 8955 - rule.all.length,
			of: 241_973,
			lines: rule.all.map((_, n) => ({ path: [n], alone: 88_214 + n, soFar: 61_507 - n })),
			reach: CHANNELS.map((channel, n) => ({ channel, reachable: 3131 - n, left: [] })),
			state: 'ready' as const,
			ms: 14.2,
		};
	});

/** `first` are asked before the others. */
const open = (
	path: string,
	{
		kind = 'customerAdmin',
		list = [club, lookers],
		first = [],
	}: { kind?: Kind; list?: readonly Segment[]; first?: readonly ReturnType<typeof answers>[] } = {},
) =>
	renderApp(path, {
		handlers: [
			...first,
			...bootOf(kind),
			answers(segments, [...list]),
			answers(
				segmentCount,
				list.map(({ id, count }) => ({ id, count })),
			),
			answers(ruleFields, offered),
			answers(fieldValues, [{ value: 'sofas', count: 31_204 }]),
			answers(segmentMembers, { people: [], next: null, count: 0 }),
			counted([]),
		],
	});
const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement);

it('names the customer whose domains may use ADMIN’s new segment, and the next one once it is chosen', async () => {
	const app = await open('/segments/new?customer=2', { kind: 'admin' });
	const who = await screen.findByRole('combobox', { name: 'Who may use it' });
	await waitFor(() => expect(who).toHaveValue('Every domain of Mökki Oy'));
	await app.user.click(screen.getByRole('combobox', { name: 'Customer' }));
	await app.user.click(await screen.findByRole('option', { name: 'Aalto Oy' }));
	await waitFor(() => expect(screen.getByRole('combobox', { name: 'Who may use it' })).toHaveValue('Every domain of Aalto Oy'));
	app.unmount();
	// everybody else has a current customer
	await open('/segments/new');
	expect(await screen.findByRole('combobox', { name: 'Who may use it' })).toHaveValue('Every domain of Aalto Oy');
});

it('lists segments with how they are filled and who may use them, for the current domain, and finds one by its name', async () => {
	const app = await open('/segments');
	const row = await rowOf('Sofa lookers');
	for (const text of ['3,186', 'Rule, keeps itself up to date', 'Only shop.example', 'Not active'])
		expect(row.getByText(text)).toBeVisible();
	for (const text of ['900', 'Hand, File', 'Every domain of Aalto Oy', 'Active'])
		expect((await rowOf('Club members')).getByText(text)).toBeVisible();
	expect(screen.getByRole('button', { name: 'Domain: shop.example' })).toBeVisible();
	expect(screen.getByRole('link', { name: 'Segments' })).toHaveAttribute('aria-current', 'page');
	expect(screen.getByRole('link', { name: 'Domain segments' })).toHaveAttribute('href', '/domain-segments');
	await app.user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'sofa');
	expect(await screen.findByText('1 segment')).toBeVisible();
	expect(screen.queryByRole('link', { name: 'Club members' })).toBeNull();
	expect(await axeFinds(app.container)).toEqual([]);
});

it('deletes one only after the question, and says what it is used by when it cannot', async () => {
	const app = await open('/segments');
	const asked: Asked[] = [];
	server.use(
		answers(removeSegment, (one) => {
			asked.push(one);
			return { id: club.id };
		}),
	);
	const choose = async () => {
		await app.user.click(await screen.findByRole('button', { name: /Club members/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
		return within(await screen.findByRole('dialog', { name: 'Delete the segment Club members?' }));
	};
	const question = await choose();
	expect(question.getByText(/The 900 people in it stay known/)).toBeVisible();
	expect(asked).toEqual([]);
	await app.user.click(question.getByRole('button', { name: 'Delete' }));
	expect(await screen.findByText('Segment deleted successfully.')).toBeVisible();
	expect(asked[0]?.url.searchParams.get('id')).toBe(club.id);
	server.use(refuses(removeSegment, 409, { code: 'segment_used', error: 'An audience uses this segment.' }));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	await app.user.click((await choose()).getByRole('button', { name: 'Delete' }));
	expect(await screen.findByText('An audience uses this segment.')).toBeVisible();
});

it('writes a rule as a sentence, counts it while it is written, and goes to the list one second after it was saved', async () => {
	const app = await open('/segments/new');
	const previews: Asked[] = [];
	const sent: Asked[] = [];
	server.use(
		counted(previews),
		answers(addSegment, (one) => {
			sent.push(one);
			return { ...lookers, name: 'Lookers' };
		}),
	);
	await app.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Lookers');
	expect(screen.getByRole('textbox', { name: 'Weight' })).toHaveValue('0');
	expect(screen.getByRole('textbox', { name: 'Cost' })).toHaveValue('0');
	expect(screen.getByRole('switch', { name: 'Public' })).toBeChecked();
	const pane = within(screen.getByRole('complementary', { name: 'In it now' }));
	expect(pane.getByText('Write the first condition: it is counted while you type.')).toBeVisible();

	const what = (n: number) => screen.getByRole('combobox', { name: `Line ${n}: what it is about` });
	await app.user.type(what(1), 'Marketing{ArrowDown}{Enter}');
	expect(screen.getByRole('combobox', { name: 'Line 1: what they said' })).toHaveDisplayValue('said yes');
	expect(await pane.findByText('8,954')).toBeVisible();
	expect(pane.getByText('of 241,973 people, each counted once')).toBeVisible();
	expect(pane.getByText('counted in 14 ms')).toBeVisible();
	expect(pane.getByRole('heading', { name: 'May be reached' })).toBeVisible();
	expect(pane.getByText('SMS').closest('li')).toHaveTextContent('SMS3,130');
	expect(screen.getByText('88,214')).toBeVisible();

	await app.user.click(screen.getByRole('button', { name: 'Add condition' }));
	expect(await pane.findByText(/1 unfinished line is left out/)).toBeVisible();
	await app.user.type(what(2), 'Order{ArrowDown}{Enter}');
	await app.user.selectOptions(screen.getByRole('combobox', { name: 'Line 2: whether it happened' }), 'have not had');
	await app.user.selectOptions(screen.getByRole('combobox', { name: 'Line 2: in which time' }), 'in the last');
	const days = screen.getByRole('textbox', { name: 'Line 2: how many days back' });
	await app.user.clear(days);
	await app.user.type(days, '90');
	await app.user.click(screen.getByRole('button', { name: /add a detail to line 2/ }));
	await app.user.click(screen.getByRole('button', { name: 'Save segment' }));
	expect(await screen.findByText('One line of the rule is not finished')).toBeVisible();
	expect(screen.getByText('Give a value')).toBeVisible();
	expect(sent).toEqual([]);

	const value = screen.getByRole('combobox', { name: 'Line 2, 1: value' });
	await app.user.type(value, 'sof');
	await app.user.click(await screen.findByRole('option', { name: /sofas/ }));
	expect(value).toHaveValue('sofas');
	await waitFor(() => expect(screen.getByText('61,506')).toBeVisible());
	const rule = {
		all: [
			{ field: consent, is: 'is', value: 'yes' },
			{ field: 'event.order', is: 'atMost', value: 0, within: 90, where: [{ property: 'category', is: 'is', value: 'sofas' }] },
		],
	};
	// What is written is counted a moment after the last key.
	await waitFor(() => expect(previews.at(-1)?.body).toEqual({ rule }));

	let pass = () => {};
	const wait = vi.spyOn(browser, 'wait').mockImplementation(
		() =>
			new Promise((done) => {
				pass = done;
			}),
	);
	await app.user.click(screen.getByRole('button', { name: 'Save segment' }));
	expect(await screen.findByText('Segment added successfully.')).toBeVisible();
	expect(sent[0]?.body).toEqual({
		name: 'Lookers',
		weight: 0,
		cost: 0,
		isPublic: true,
		isDomainSpecific: false,
		isCustomerSpecific: false,
		isAdminOnly: false,
		domainId: null,
		isActive: true,
		rule,
	});
	await waitFor(() => expect(wait).toHaveBeenCalledWith(1000));
	expect(app.path()).toBe('/segments/new');
	act(() => pass());
	await waitFor(() => expect(app.path()).toBe('/segments'));
});

it('says by field what is wrong, in words, and keeps what was written', async () => {
	const app = await open(`/segments/${lookers.id}`);
	const cost = await screen.findByRole('textbox', { name: 'Cost' });
	await app.user.clear(cost);
	await app.user.type(cost, '-1');
	await app.user.clear(screen.getByRole('textbox', { name: 'Name' }));
	await app.user.click(screen.getByRole('button', { name: 'Save segment' }));
	expect(await screen.findByText('Write this text')).toBeVisible();
	expect(screen.getByText('Write a number from 0 to 1,000,000')).toBeVisible();
	await app.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Others');
	await app.user.clear(cost);
	await app.user.type(cost, '0,5');
	const asked: Asked[] = [];
	server.use(
		refuses(
			changeSegment,
			422,
			{ code: 'not_usable', error: 'No.', fields: { 'rule.1': 'There is nothing of this name to ask about' } },
			(one) => asked.push(one),
		),
	);
	await app.user.click(screen.getByRole('button', { name: 'Save segment' }));
	expect(await screen.findByText('There is nothing of this name to ask about')).toBeVisible();
	expect(screen.getByRole('combobox', { name: 'Line 2: what it is about' })).toHaveAccessibleDescription(
		'There is nothing of this name to ask about',
	);
	expect(asked[0]?.body).toMatchObject({ id: lookers.id, name: 'Others', cost: 0.5, isDomainSpecific: true, domainId: idOf(1) });
	expect(app.path()).toBe(`/segments/${lookers.id}`);
	await app.user.click(screen.getAllByRole('link', { name: 'Segments' }).at(-1) as HTMLElement);
	expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});

it('names what somebody else changed, shows their version at a press, and by itself where nothing was written', async () => {
	const app = await open(`/segments/${lookers.id}`, {
		first: [refuses(changeSegment, 409, { code: 'changed_meanwhile', error: 'Somebody else has changed this.' })],
	});
	const name = await screen.findByRole('textbox', { name: 'Name' });
	const theirs = (cost: number, at: string) => ({
		...lookers,
		cost,
		changedAt: at,
		rule: { field: consent, is: 'is', value: 'yes' } as const,
	});
	await app.user.type(name, '!');
	server.use(answers(segments, [theirs(2, '2026-11-03T08:00:00.000Z')]));
	await app.user.click(screen.getByRole('button', { name: 'Save segment' }));
	expect(await screen.findByText('Somebody else changed: Cost, Rule.')).toBeVisible();
	expect(name).toHaveValue(`${lookers.name}!`);
	await app.user.click(screen.getByRole('button', { name: 'Show their version' }));
	await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
	expect(name).toHaveValue(lookers.name);
	expect(screen.getByRole('textbox', { name: 'Cost' })).toHaveValue('2');
	expect(screen.queryByRole('combobox', { name: 'Line 2: what it is about' })).not.toBeInTheDocument();
	server.use(answers(segments, [theirs(3, '2026-11-04T08:00:00.000Z')]));
	await app.user.click(screen.getByRole('button', { name: 'Save segment' }));
	await waitFor(() => expect(screen.getByRole('textbox', { name: 'Cost' })).toHaveValue('3'));
	const sent: Asked[] = [];
	server.use(
		answers(changeSegment, (one) => {
			sent.push(one);
			return lookers;
		}),
	);
	await app.user.click(screen.getByRole('button', { name: 'Save segment' }));
	await waitFor(() => expect(sent[0]?.body).toMatchObject({ cost: 3, changedAt: '2026-11-04T08:00:00.000Z' }));
});

it('keeps the numbers before, dimmed, until the next ones are there', async () => {
	const app = await open(`/segments/${lookers.id}`);
	const pane = within(await screen.findByRole('complementary', { name: 'In it now' }));
	const number = await pane.findByText('8,952');
	await waitFor(() => expect(number).not.toHaveAttribute('data-stale'));
	server.use(hangs(previewRule));
	await app.user.selectOptions(screen.getByRole('combobox', { name: 'Line 1: what they said' }), 'said no');
	await waitFor(() => expect(pane.getByText('8,952')).toHaveAttribute('data-stale', 'true'));
	expect(pane.getByText('counting')).toBeVisible();
	expect(pane.getByRole('heading', { name: 'Would be in it' })).toBeVisible();
});

it('says why somebody is not in it: what was found, what would change it, and no further than the first that fails', async () => {
	const app = await open(`/segments/${lookers.id}`);
	const asked: Asked[] = [];
	server.use(
		answers(people, (one) => {
			asked.push(one);
			return [{ luvallaId: idOf(91), identifiers: [{ kind: 'email' as const, value: 'mikko@example.org' }], yes: 1, no: 0, lastAt: null }];
		}),
		answers(whyMember, {
			in: false,
			hows: [],
			first: [1],
			findings: [
				{ path: [0], holds: true, value: 'yes', until: null },
				{ path: [1], holds: false, value: 1, until: '2027-01-26T08:00:00.000Z' },
				{ path: [2], holds: false, value: 'Oulu', until: null },
			],
		}),
	);
	await app.user.type(await screen.findByRole('searchbox', { name: 'Find a person by email, phone or id' }), 'mik');
	await app.user.click(await screen.findByRole('button', { name: 'mikko@example.org' }));
	expect(asked.at(-1)?.url.searchParams.get('q')).toBe('mik');
	expect(await screen.findByRole('heading', { name: 'mikko@example.org is not in it' })).toHaveFocus();
	const said = screen.getByText('Said yes to Marketing email').closest('li');
	expect(said).toHaveTextContent('Holds: Said yes to Marketing email');
	expect(said).toHaveTextContent('They said yes.');
	const failed = screen.getByText('Has not had Order placed in the last 90 days').closest('li');
	expect(failed).toHaveTextContent('Does not hold: ');
	expect(failed).toHaveTextContent('It happened 1 time. Holds from Jan-26-2027 on if nothing more happens.');
	expect(screen.queryByText('City is one of Turku, Raisio')).toBeNull();
	await app.user.click(screen.getByRole('button', { name: 'Show 1 more condition' }));
	expect(screen.getByText('City is one of Turku, Raisio').closest('li')).toHaveTextContent(
		'Found: Oulu. Another value there would change it.',
	);
	expect(await axeFinds(app.container)).toEqual([]);
});

it('adds people by hand a line each, keeps those whom nobody knows, shows how each came, and takes one out', async () => {
	const sent: Asked[] = [];
	const asked: Asked[] = [];
	const removed: Asked[] = [];
	const first = [
		answers(segmentMembers, (one) => {
			asked.push(one);
			const second = one.url.searchParams.get('before') === '40';
			const [id, name] = second ? [idOf(93), 'Eino Aalto'] : [idOf(92), 'Saara Virtanen'];
			return {
				people: [{ luvallaId: id, name, email: null, hows: [{ how: 'hand' as const, at: '2026-11-20T08:00:00.000Z' }] }],
				next: second ? null : 40,
				count: 2,
			};
		}),
		answers(addMembers, (one) => {
			sent.push(one);
			return { changed: 1, unchanged: 1, unknown: [2], count: 902 };
		}),
		answers(removeMembers, (one) => {
			removed.push(one);
			return { changed: 1, unchanged: 0, unknown: [], count: 1 };
		}),
	];
	const app = await open(`/segments/${club.id}`, { first });
	const table = within(await screen.findByRole('table', { name: 'People in it' }));
	expect((await table.findByText('Saara Virtanen')).closest('tr')).toHaveTextContent('Hand, ');
	await app.user.click(screen.getByRole('button', { name: 'Show more' }));
	expect(await table.findByText('Eino Aalto')).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
	const field = screen.getByRole('textbox', { name: 'Add people' });
	const add = screen.getByRole('button', { name: 'Add' });
	await app.user.click(add);
	expect(screen.getByText('Write at least one person')).toBeVisible();
	await app.user.type(field, 'no@thing');
	await app.user.click(add);
	expect(screen.getByText(/^Line 1, no@thing: /)).toBeVisible();
	expect(sent).toEqual([]);
	await app.user.clear(field);
	await app.user.type(field, 'a@example.org{Enter}+358 40 123 4567{Enter}C-17');
	await app.user.click(add);
	expect(await screen.findByText('1 person came in; already in: 1.')).toBeVisible();
	expect(sent[0]?.body).toEqual({ people: [{ email: 'a@example.org' }, { phone: '+358 40 123 4567' }, { externalId: 'C-17' }] });
	expect(field).toHaveValue('C-17');
	expect(screen.getByText('1 line matches nobody. It is still in the box:')).toBeVisible();
	await app.user.click(table.getAllByRole('button', { name: /Saara Virtanen/ })[0] as HTMLElement);
	await app.user.click(await screen.findByRole('menuitem', { name: 'Take out' }));
	await app.user.click(
		within(await screen.findByRole('dialog', { name: 'Take Saara Virtanen out?' })).getByRole('button', { name: 'Take out' }),
	);
	await waitFor(() => expect(removed[0]?.body).toEqual({ people: [{ luvallaId: idOf(92) }] }));
});

it('offers segments of the platform to ADMIN alone, and those of the customer to who answers for it', async () => {
	for (const [kind, words] of [
		['domainAdmin', ['Every domain of Aalto Oy', 'This domain only']],
		['customerAdmin', ['Every domain of Aalto Oy', 'This domain only', 'Those who answer for Aalto Oy']],
	] as const) {
		const app = await open('/segments/new', { kind });
		await app.user.click(await screen.findByRole('combobox', { name: 'Who may use it' }));
		for (const name of words) expect(await screen.findByRole('option', { name })).toBeVisible();
		if (kind === 'domainAdmin') expect(screen.queryByRole('option', { name: /Those who answer/ })).toBeNull();
		expect(screen.queryByRole('option', { name: 'Platform admins only' })).toBeNull();
		app.unmount();
	}
	const app = await open(`/segments/${club.id}?customer=1`, { kind: 'admin' });
	await app.user.click(await screen.findByRole('combobox', { name: 'Who may use it' }));
	expect(await screen.findByRole('option', { name: 'Platform admins only' })).toBeVisible();
});

it('lists to read what a domain may use, without what is not active', async () => {
	await open('/domain-segments');
	const table = within(await screen.findByRole('table', { name: 'Domain segments' }));
	expect(await table.findByText('Club members')).toBeVisible();
	expect(table.queryByText('Sofa lookers')).toBeNull();
	expect(screen.getByText('The active segments that may be used on shop.example.')).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Add segment' })).toBeNull();
});

it('says what to do when there is none, what failed, and that one is not there, in Finnish too', async () => {
	const app = await open('/segments', { list: [] });
	expect(await screen.findByText('No segments yet')).toBeVisible();
	app.unmount();
	const other = await open(`/segments/${idOf(99)}`);
	expect(await screen.findByText('This segment is not there, or you may not use it')).toBeVisible();
	other.unmount();
	chooseLanguage('fi');
	const failed = await renderApp('/segments', {
		handlers: [
			...bootOf('customerAdmin'),
			refuses(segments, 503, { code: 'unavailable' }),
			refuses(segmentCount, 503, { code: 'unavailable' }),
		],
	});
	expect(await screen.findByText('Segmenttejä ei saatu ladattua.')).toBeVisible();
	failed.unmount();
	await open(`/segments/${lookers.id}`);
	expect(await screen.findByRole('combobox', { name: 'Rivi 1: mitä vastattiin' })).toHaveDisplayValue('jotka vastasivat kyllä');
	expect(screen.getByRole('combobox', { name: 'Rivi 3: mitä ehto koskee' })).toHaveValue('Paikkakunta');
});

it('lets a domain’s own admin use what is not theirs, and sends what is theirs with its domain', async () => {
	const foreign: Segment = { ...club, can: { change: false } };
	const app = await open('/segments', { kind: 'domainAdmin', list: [foreign] });
	await app.user.click(await screen.findByRole('button', { name: /Club members/ }));
	expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeVisible();
	expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
	app.unmount();
	const other = await open(`/segments/${foreign.id}`, { kind: 'domainAdmin', list: [foreign] });
	expect(await screen.findByText(/you may use it, not change it/)).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Save segment' })).toBeNull();
	other.unmount();
	const sent: Asked[] = [];
	const mine: Segment = { ...club, domainId: idOf(1), domain: 'shop.example' };
	const own = await open(`/segments/${mine.id}`, { kind: 'domainAdmin', list: [mine] });
	server.use(
		answers(changeSegment, (one) => {
			sent.push(one);
			return mine;
		}),
	);
	await own.user.click(await screen.findByRole('button', { name: 'Save segment' }));
	await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ domainId: idOf(1), isPublic: true, isDomainSpecific: false }]));
});
