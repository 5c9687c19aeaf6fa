/** One person's page: what they are known by and how that came, taking it away, and the receipt of an erasure. */

import {
	dropMemory,
	erasePerson,
	type PersonDetail,
	type PersonRecord,
	people,
	person,
	personFile,
	removeIdentifier,
} from '@luvalla/contract/consent/people';
import { purposes } from '@luvalla/contract/consent/purposes';
import { personMessages } from '@luvalla/contract/engagement/person-messages';
import {
	changeFacts,
	mergeProfiles,
	type ProfileDetail,
	type ProfileEvent,
	personEvents,
	previewMerge,
	profile,
	profiles,
	unmergeProfile,
} from '@luvalla/contract/profiles/profiles';
import { whyMember } from '@luvalla/contract/profiles/segments';
import { devicesOf } from '@luvalla/contract/profiles/visitors';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const anna = (over: Partial<PersonDetail> = {}): PersonDetail => ({
	luvallaId: idOf(7),
	identifiers: [
		{
			kind: 'email',
			value: 'anna@example.com',
			addedAt: '2026-11-20T08:00:00.000Z',
			how: 'api',
			addedBy: 'application:x',
			confirmedAt: '2026-11-20T09:00:00.000Z',
		},
		{ kind: 'phone', value: '+358401234567', addedAt: '2026-11-20T08:00:00.000Z', how: 'import', addedBy: 'user:y', confirmedAt: null },
	],
	createdAt: '2026-11-20T08:00:00.000Z',
	present: [],
	records: [],
	more: false,
	can: { erase: true, remove: true },
	...over,
});
const known = (over: Partial<ProfileDetail> = {}): ProfileDetail => ({
	luvallaId: idOf(7),
	identifiers: [],
	facts: {
		firstName: null,
		lastName: null,
		street: null,
		postalCode: null,
		city: null,
		country: null,
		locale: null,
		timeZone: null,
		attributes: {},
		seenAt: null,
	},
	createdAt: '2026-11-20T08:00:00.000Z',
	segments: [],
	merged: [],
	channels: ['email', 'sms'],
	apps: [],
	saleRefused: [],
	can: { edit: true, merge: true },
	...over,
});
const open = (detail: PersonDetail, ...more: Parameters<typeof renderApp>[1]['handlers'][number][]) =>
	renderApp(`/domainprofiles/${detail.luvallaId}`, {
		handlers: [
			...more,
			answers(person, detail),
			answers(profile, known({ luvallaId: detail.luvallaId })),
			answers(personEvents, { events: [], before: null }),
			answers(personMessages, { messages: [], more: false }),
			answers(devicesOf, []),
			answers(profiles, [], { total: 0, next: null }),
			answers(people, [], { total: 0, next: null }),
			answers(purposes, []),
			...bootOf('customerAdmin'),
		],
	});

it('shows their apps that take messages, and those that take none any more', async () => {
	const renewedAt = new Date(Date.now() - 7_200_000).toISOString();
	const apps = [
		{ platform: 'android', domain: 'shop.example', renewedAt, isOver: false },
		{ platform: 'ios', domain: 'shop.example', renewedAt, isOver: true },
	] as const;
	await open(anna(), answers(profile, known({ apps: [...apps] })));
	const devices = within(await screen.findByRole('region', { name: 'Devices' }));
	expect(devices.getByText('App on Android').closest('li')).toHaveTextContent(/shop\.example · renewed 2 h ago/);
	expect(devices.getByText('App on iOS').closest('li')).toHaveTextContent('shop.example · takes no messages any more');
});

it('says how each address came and whether it confirmed itself, and takes one away after asking', async () => {
	const asked: Asked[] = [];
	const take = answers(removeIdentifier, (one) => {
		asked.push(one);
		return { removed: true };
	});
	const app = await open(anna(), take);
	const list = within(await screen.findByRole('list', { name: 'Known by' }));
	expect(screen.getByText('May be reached by email and SMS. Known since Nov-20-2026.')).toBeVisible();
	const itemOf = (value: string) => within(list.getByText(value).closest('li') as HTMLElement);
	const phone = itemOf('+358401234567');
	expect(phone.getByText('Imported file, Nov-20-2026')).toBeVisible();
	expect(phone.getByText('Not confirmed')).toBeVisible();
	expect(itemOf('anna@example.com').getByText('Confirmed')).toBeVisible();
	await app.user.click(phone.getByRole('button', { name: 'Remove +358401234567' }));
	const question = within(await screen.findByRole('dialog', { name: 'Remove +358401234567?' }));
	expect(asked).toEqual([]);
	await app.user.click(question.getByRole('button', { name: 'Remove address' }));
	expect(await screen.findByText('Address removed successfully.')).toBeVisible();
	expect(asked.map((one) => one.body)).toEqual([{ kind: 'phone', value: '+358401234567' }]);
});
it('offers neither to who may not, a domain’s own admin', async () => {
	await open(anna({ can: { erase: false, remove: false } }));
	const list = within(await screen.findByRole('list', { name: 'Known by' }));
	expect(list.queryByRole('button')).not.toBeInTheDocument();
	expect(screen.queryByRole('button', { name: 'Erase person' })).not.toBeInTheDocument();
});
const erase = async (app: Awaited<ReturnType<typeof open>>, verb: string, field: RegExp) => {
	await app.user.click(await screen.findByRole('button', { name: verb }));
	const question = within(await screen.findByRole('dialog', { name: /anna@example.com/ }));
	await app.user.type(question.getByRole('textbox', { name: field }), 'anna@example.com');
	await app.user.click(question.getByRole('button', { name: verb }));
};
it('says after an erasure what is remembered of a no, and drops that too when told to', async () => {
	const asked: Asked[] = [];
	const app = await open(
		anna(),
		answers(erasePerson, { erased: 3, erasureId: idOf(9), remembered: 2 }),
		answers(dropMemory, (one) => {
			asked.push(one);
			return { dropped: 2 };
		}),
	);
	await erase(app, 'Erase person', /anna@example.com/);
	const receipt = within(await screen.findByRole('dialog', { name: 'Person erased' }));
	expect(receipt.getByText('3 records are gone.')).toBeVisible();
	expect(receipt.getByText(/^2 refusals are remembered as keyed hashes/)).toBeVisible();
	await app.user.click(receipt.getByRole('button', { name: 'Drop the memory too' }));
	expect(await screen.findByText('Memory deleted successfully.')).toBeVisible();
	expect(asked.map((one) => one.params.erasureId)).toEqual([idOf(9)]);
	expect(app.path()).toBe('/domainprofiles');
});
it('leads back at once where nothing is remembered, and keeps the receipt open when dropping fails, in Finnish too', async () => {
	const none = await open(anna(), answers(erasePerson, { erased: 1, erasureId: idOf(9), remembered: 0 }));
	await erase(none, 'Erase person', /anna@example.com/);
	expect(await screen.findByText('Person erased successfully.')).toBeVisible();
	expect(none.path()).toBe('/domainprofiles');
	none.unmount();
	chooseLanguage('fi');
	const app = await open(
		anna(),
		answers(erasePerson, { erased: 1, erasureId: idOf(9), remembered: 1 }),
		refuses(dropMemory, 503, { code: 'unavailable' }),
	);
	await erase(app, 'Poista henkilö', /anna@example.com/);
	const receipt = within(await screen.findByRole('dialog', { name: 'Henkilö poistettu' }));
	expect(receipt.getByText(/^1 kielto muistetaan/)).toBeVisible();
	await app.user.click(receipt.getByRole('button', { name: 'Poista muistikin' }));
	expect(receipt.getByRole('button', { name: 'Valmis' })).toBeVisible();
});
const said = (n: number, over: Partial<PersonRecord> = {}): PersonRecord => ({
	id: idOf(100 + n),
	purposeId: idOf(3),
	purpose: 'Newsletter',
	domain: 'shop.example',
	version: 2,
	value: false,
	at: '2026-11-20T08:00:00.000Z',
	receivedAt: '2026-11-20T08:00:01.000Z',
	how: 'assisted',
	source: null,
	...over,
});
it('tells what was said as a history by day, each with its record, when it was received, and older ones when asked', async () => {
	const first = said(0, { value: true, at: '2026-11-18T08:00:00.000Z', source: 'Paper form' });
	const app = await open(
		anna({
			records: [
				first,
				...Array.from({ length: 24 }, (_, n) => said(n + 1)),
				...Array.from({ length: 6 }, (_, n) => said(n + 25, { at: '2026-11-01T08:00:00.000Z' })),
			],
			more: true,
		}),
	);
	const history = within(await screen.findByRole('list', { name: 'History' }));
	const yes = within(history.getByRole('listitem', { name: 'Nov-18-2026' }));
	expect(yes.getByText('Said yes to Newsletter')).toBeVisible();
	expect(yes.getByText(/shop\.example · Written down for the person · Paper form · version 2 · received Nov-20-2026/)).toBeVisible();
	expect(yes.getByRole('link', { name: /^Open the record: Newsletter/ })).toHaveAttribute('href', `/reports/records/${idOf(100)}`);
	expect(history.getAllByText('Said no to Newsletter')).toHaveLength(24);
	expect(screen.queryByText('The newest 31 records are listed.')).toBeNull();
	await app.user.click(screen.getByRole('button', { name: 'Show older' }));
	expect(history.getAllByText('Said no to Newsletter')).toHaveLength(30);
	expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
	expect(screen.getByText('The newest 31 records are listed.')).toBeVisible();
});
it('makes up no time where a file gave a day alone, whatever the reader’s zone', async () => {
	const row = { purposeId: idOf(3), purpose: 'Newsletter', domainId: idOf(2), domain: 'shop.example', permitted: false, version: 1 };
	await open(
		anna({
			present: [{ ...row, value: false, at: '2024-12-31T23:59:59.999Z', how: 'import', recordId: idOf(101) }],
			records: [said(1, { at: '2024-12-31T23:59:59.999Z', how: 'import' }), said(2, { at: '2024-11-30T00:00:00.000Z', how: 'api' })],
		}),
	);
	const present = within(await screen.findByRole('table', { name: 'What holds now' }));
	expect(present.getByText('Dec-31-2024')).toBeVisible();
	const day = within(screen.getByRole('listitem', { name: 'Dec-31-2024' }));
	expect(day.queryByText(/^\d\d:\d\d:\d\d$/)).not.toBeInTheDocument();
	// A system says when; midnight is a time like any other.
	expect(within(screen.getByRole('list', { name: 'History' })).getByText(/^\d\d:\d\d:00$/)).toBeVisible();
});
it('gives the file of all that is kept, and says why it does not come', async () => {
	const app = await open(anna(), refuses(personFile, 503, { code: 'unavailable', error: 'The database rests.' }));
	await app.user.click(await screen.findByRole('button', { name: 'Export' }));
	await app.user.click(await screen.findByRole('menuitem', { name: 'Everything as JSON' }));
	expect(await screen.findByText('The database rests.')).toBeVisible();
});

describe('what else the page holds', () => {
	const event = (n: number, type = 'order'): ProfileEvent => ({
		id: idOf(500 - n),
		type,
		at: new Date(Date.parse('2026-11-19T08:00:00.000Z') - n * 60_000).toISOString(),
		receivedAt: '2026-11-19T08:00:00.000Z',
		domain: 'shop.example',
		how: 'api',
		properties: { sum: 1290 + n },
	});
	it('is who they are by name, and what they did among what they said, page by page', async () => {
		const asked: Asked[] = [];
		const app = await open(
			anna({ records: [said(0, { value: true, at: '2026-11-19T07:30:00.000Z' }), said(1, { at: '2026-11-18T00:30:00.000Z' })] }),
			answers(
				profile,
				known({ facts: { ...known().facts, firstName: 'Anna', lastName: 'Berg', city: 'Turku', attributes: { shoe: 41 } } }),
			),
			answers(personEvents, (one) => {
				asked.push(one);
				return one.url.searchParams.get('before') === null
					? { events: Array.from({ length: 50 }, (_, n) => event(n)), before: idOf(451) }
					: { events: [event(60, 'cart')], before: null };
			}),
		);
		expect(await screen.findByRole('heading', { level: 1, name: 'Anna Berg' })).toBeVisible();
		expect(screen.getByText('Turku')).toBeVisible();
		const history = within(await screen.findByRole('list', { name: 'History' }));
		expect(await history.findByText(/sum 1,290/)).toBeVisible();
		expect(history.getAllByText('order')).toHaveLength(25);
		await app.user.click(screen.getByRole('button', { name: 'Show older' }));
		// The answer stands among the events by when it was given; what may have others before it waits.
		expect(history.getAllByText('order')).toHaveLength(49);
		expect(history.getByText('Said yes to Newsletter')).toBeVisible();
		expect(history.queryByText('Said no to Newsletter')).toBeNull();
		await app.user.click(screen.getByRole('button', { name: 'Show older' }));
		expect(await history.findByText('cart')).toBeVisible();
		expect(history.getByText('Said no to Newsletter')).toBeVisible();
		expect(asked.map(({ url }) => url.searchParams.get('before'))).toEqual([null, idOf(451)]);
		expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
		await app.user.click(screen.getByRole('button', { name: 'Messages' }));
		expect(screen.getByText(/^No message has been sent to this person/)).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Consents' }));
		expect(history.queryByText('order')).toBeNull();
		await waitFor(() => expect(app.router.state.location.search).toEqual({ see: 'consents' }));
	});
	it('is changed: what is emptied is taken away, and a wrong number is said where it stands', async () => {
		const asked: Asked[] = [];
		const facts = { ...known().facts, firstName: 'Anna', city: 'Turku', attributes: { shoe: 41, club: true } };
		const app = await open(
			anna(),
			answers(profile, known({ facts })),
			answers(changeFacts, (one) => {
				asked.push(one);
				return known({ facts });
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Edit' }));
		const form = within(await screen.findByRole('dialog', { name: /What is known/ }));
		await app.user.clear(form.getByRole('textbox', { name: /^City/ }));
		const shoe = form.getByRole('textbox', { name: /^Value of attribute 2/ });
		await app.user.clear(shoe);
		await app.user.type(shoe, 'big');
		await app.user.click(form.getByRole('button', { name: 'Save' }));
		expect(await form.findByText('Write a number')).toBeVisible();
		expect(asked).toEqual([]);
		await app.user.clear(shoe);
		await app.user.type(shoe, '41,5');
		await app.user.click(form.getByRole('button', { name: 'Remove attribute 1' }));
		await app.user.click(form.getByRole('button', { name: 'Save' }));
		expect(await screen.findByText('Person updated successfully.')).toBeVisible();
		expect(asked.map(({ body }) => body)).toEqual([{ city: null, attributes: { club: null, shoe: 41.5 } }]);
	});
	it('says what follows before two are merged, and takes them apart again after asking', async () => {
		const asked: Asked[] = [];
		const bo = {
			...known(),
			luvallaId: idOf(8),
			firstName: 'Bo',
			lastName: null,
			city: 'Oulu',
			seenAt: null,
			createdAt: '2026-11-20T08:00:00.000Z',
		};
		const app = await open(
			anna(),
			answers(profile, known({ merged: [{ luvallaId: idOf(9), at: '2026-11-01T08:00:00.000Z', by: 'user:x' }] })),
			answers(profiles, [bo], { total: 1, next: null }),
			answers(previewMerge, {
				kept: idOf(7),
				gone: idOf(8),
				identifiers: [{ kind: 'email', value: 'bo@example.com' }],
				facts: known().facts,
				hidden: [{ name: 'city', value: 'Oulu' }],
				noes: [{ purposeId: idOf(3), purpose: 'Newsletter', domain: 'shop.example' }],
			}),
			answers(mergeProfiles, (one) => {
				asked.push(one);
				return known();
			}),
			answers(unmergeProfile, (one) => {
				asked.push(one);
				return known();
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Merge' }));
		const drawer = within(await screen.findByRole('dialog', { name: /Merge with somebody/ }));
		await app.user.type(drawer.getByRole('searchbox'), 'bo');
		await app.user.click(await drawer.findByRole('button', { name: 'Choose Bo' }));
		expect(await drawer.findByText('Newsletter')).toBeVisible();
		expect(drawer.getByText('bo@example.com')).toBeVisible();
		expect(drawer.getByText('Oulu')).toBeVisible();
		expect(asked).toEqual([]);
		await app.user.click(drawer.getByRole('button', { name: 'Merge the two' }));
		expect(await screen.findByText('Profiles merged successfully.')).toBeVisible();
		await app.user.click(await screen.findByRole('button', { name: /^Separate/ }));
		const question = within(await screen.findByRole('dialog', { name: /^Separate/ }));
		await app.user.click(question.getByRole('button', { name: 'Separate' }));
		expect(await screen.findByText('Profiles separated successfully.')).toBeVisible();
		expect(asked.map(({ body }) => body)).toEqual([{ other: idOf(8) }, { gone: idOf(9) }]);
	});
	it('says why somebody is in a segment', async () => {
		const app = await open(
			anna(),
			answers(profile, known({ segments: [{ id: idOf(30), name: 'Club', rule: false }] })),
			answers(whyMember, {
				in: true,
				hows: [{ how: 'hand', at: '2026-11-20T08:00:00.000Z' }],
				findings: [],
				first: null,
			}),
		);
		const why = await screen.findByRole('button', { name: 'Why Club' });
		expect(why).toHaveAttribute('aria-expanded', 'false');
		await app.user.click(why);
		expect(await screen.findByText('Hand')).toBeVisible();
		expect(why).toHaveAttribute('aria-expanded', 'true');
	});
	it('gives requests with the person’s own ids to be pasted', async () => {
		const app = await open(anna());
		await app.user.click(await screen.findByRole('button', { name: 'API examples' }));
		const drawer = within(await screen.findByRole('dialog', { name: /API examples/ }));
		expect(drawer.getByRole('region', { name: 'Example in curl' })).toHaveTextContent(`"person":{"email":"anna@example.com"}`);
		await app.user.click(drawer.getByRole('button', { name: 'PHP' }));
		expect(drawer.getByRole('region', { name: 'Example in PHP' })).toHaveTextContent("getenv('LUVALLA_TOKEN')");
	});
	it('shows a domain’s admin neither merging nor what they may not change', async () => {
		await open(anna({ can: { erase: false, remove: false } }), answers(profile, known({ can: { edit: false, merge: false } })));
		expect(await screen.findByRole('button', { name: 'Record answer' })).toBeVisible();
		await screen.findByRole('heading', { name: 'What is known' });
		expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
		expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
	});
	it('shows the messages that were sent, with all that came of each, beside what was said', async () => {
		const sent = {
			id: 'd1',
			campaignId: idOf(40),
			campaign: 'Advent letter',
			channel: 0,
			domain: 'shop.example',
			state: 'accepted' as const,
			reason: null,
			at: '2026-11-21T08:00:00.000Z',
			recordId: idOf(41),
			openedAt: '2026-11-21T09:00:00.000Z',
			clickedAt: null,
			leftAt: '2026-11-22T09:00:00.000Z',
			complainedAt: null,
			arrivedAt: null,
			bouncedAt: null,
		};
		const left = {
			...sent,
			id: 'd2',
			state: 'skipped' as const,
			reason: 'said_no',
			at: '2026-11-23T08:00:00.000Z',
			openedAt: null,
			leftAt: null,
		};
		const app = await open(anna(), answers(personMessages, { messages: [left, sent], more: false }));
		const link = await screen.findByRole('link', { name: 'Got “Advent letter”' });
		expect(link).toHaveAttribute('href', expect.stringContaining(`/campaigndashboard/delivery?id=${idOf(40)}&delivery=d1`));
		expect(link.closest('li')).toHaveTextContent(/Email · shop\.example · opened Nov-21-2026, .* · left Nov-22-2026/);
		await app.user.click(screen.getByRole('button', { name: 'Messages' }));
		expect(screen.getByRole('link', { name: 'Was left out of “Advent letter”' }).closest('li')).toHaveTextContent('Said no');
	});
	it('is where old links lead, with all that they said', async () => {
		const app = await renderApp(`/reports/people/${idOf(7)}?see=events`, {
			handlers: [
				answers(person, anna()),
				answers(profile, known()),
				answers(personEvents, { events: [], before: null }),
				answers(personMessages, { messages: [], more: false }),
				answers(purposes, []),
				...bootOf('customerAdmin'),
			],
		});
		expect(await screen.findByRole('heading', { level: 1, name: 'anna@example.com' })).toBeVisible();
		expect([app.path(), app.router.state.location.search]).toEqual([`/domainprofiles/${idOf(7)}`, { see: 'events' }]);
	});
	it('that is not there leads to the list, and one that did not load is asked for again', async () => {
		const app = await open(anna(), refuses(person, 404, { code: 'not_found' }));
		const main = within(screen.getByRole('main'));
		const way = within(await main.findByRole('alert')).getByRole('link', { name: 'Domain profiles' });
		expect(way).toHaveAttribute('href', '/domainprofiles');
		app.unmount();
		await open(anna(), refuses(person, 503, { code: 'unavailable' }));
		expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
	});
});
