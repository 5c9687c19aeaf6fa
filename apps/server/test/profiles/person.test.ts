/** One person by the calls of their page: events by pages, everything as files, and who gets none of it. */
import { parse } from 'csv-parse/sync';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { type Person, startApp, type Tenant } from '../app.ts';

const t = await startApp();

interface Scene {
	tenant: Tenant;
	owner: Person;
	machine: { authorization: string };
	purpose: string;
}

const scene = async (): Promise<Scene> => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const added = await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
		body: { domainId: tenant.domainId, name: 'Letter', wording: { en: { name: 'Letter', about: 'Monthly.' } } },
	});
	return { tenant, owner, machine: await t.machine(owner, tenant), purpose: String(added.json().data.id) };
};
const keyed = ({ tenant }: Pick<Scene, 'tenant'>) => ({ customer_key: String(tenant.customerId) });
const get = (who: Person | null, s: Scene, path: string) => t.send(who, 'GET', `/api${path}`, { headers: keyed(s) });
const edge = async (s: Scene, path: string, body: object, domainId = s.tenant.domainId) => {
	const sent = await t.send(null, 'POST', `/edge/v1${path}`, { headers: s.machine, body: { domainId, ...body } });
	expect([sent.status, sent.text]).toEqual([200, expect.anything()]);
	return sent.json().data.results;
};
const T0 = Date.parse('2026-10-01T08:00:00.000Z');
const eventAt = (n: number, email: string, over: object = {}) => ({
	id: v7({ msecs: T0 + n * 1000 }),
	at: new Date(T0 + n * 1000).toISOString(),
	person: { email },
	type: 'order',
	properties: { n },
	...over,
});
const known = async (s: Scene, email: string, over: object = {}, domainId?: string): Promise<string> =>
	(await edge(s, '/profiles', { profiles: [{ person: { email }, ...over }] }, domainId))[0].luvallaId;
const secondDomain = async (s: Scene): Promise<{ second: Tenant; editor: Person }> => {
	const host = `second-${newId()}.localhost`;
	const added = await t.send(s.owner, 'POST', '/api/domain', { body: { domain: host, customerId: s.tenant.customerId } });
	const second: Tenant = { ...s.tenant, domainId: added.json().data.id, host };
	return { second, editor: await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] }) };
};
const says = (s: Scene, person: object, value: boolean) =>
	edge(s, '/consents', { answers: [{ person, purpose: 'Letter', value, at: new Date(T0).toISOString(), source: '=1+1' }] });

test('events come by pages, each once, whatever comes in between, and those of a merged id with them', async () => {
	const s = await scene();
	const email = 'many@example.com';
	const id = await known(s, email);
	const other = await known(s, 'other@example.com');
	await edge(s, '/events', { events: Array.from({ length: 110 }, (_, n) => eventAt(n, n % 2 === 0 ? email : 'other@example.com')) });
	await t.send(s.owner, 'POST', `/api/manage/domain/person/${id}/merge`, { headers: keyed(s), body: { other } });
	const seen: number[] = [];
	const sizes: number[] = [];
	let before: string | null = null;
	do {
		const answer = await get(s.owner, s, `/manage/domain/person/${id}/events${before === null ? '' : `?before=${before}`}`);
		expect(answer.status).toBe(200);
		const { data } = answer.json();
		sizes.push(data.events.length);
		seen.push(...data.events.map((one: { properties: { n: number } }) => one.properties.n));
		before = data.before;
		if (sizes.length === 1) await edge(s, '/events', { events: [eventAt(5000, email, { properties: { n: 5000 } })] });
	} while (before !== null);
	expect(sizes).toEqual([50, 50, 10]);
	expect(seen).toEqual(Array.from({ length: 110 }, (_, n) => 109 - n));
	expect((await get(s.owner, s, `/manage/domain/person/${id}/events?before=x`)).status).toBe(400);
});

describe('everything of one person', () => {
	test('is a JSON file and a table, to the last event, and nothing in the table is a formula', async () => {
		const s = await scene();
		const email = 'all@example.com';
		const id = await known(s, email, {
			firstName: '=HYPERLINK("https://evil.example")',
			city: 'Turku',
			attributes: { shoe: 41, note: '@SUM(A1)' },
		});
		await says(s, { email }, false);
		const segment = await t.send(s.owner, 'POST', '/api/manage/domain/segment', { headers: keyed(s), body: { name: '+Regulars' } });
		const members = `/api/manage/domain/segment/${segment.json().data.id}/members`;
		expect((await t.send(s.owner, 'POST', members, { headers: keyed(s), body: { people: [{ luvallaId: id }] } })).status).toBe(200);
		const events = Array.from({ length: 1100 }, (_, n) => eventAt(n, email));
		await edge(s, '/events', { events: events.slice(0, 1000) });
		await edge(s, '/events', { events: events.slice(1000) });

		const file = (await get(s.owner, s, `/audit/domain/people/${id}/data/file`)).json();
		expect(file).toMatchObject({
			luvallaId: id,
			knownBy: [{ kind: 'email', value: email, how: 'api' }],
			facts: { city: 'Turku', attributes: { shoe: 41 } },
			segments: [{ segment: '+Regulars', byRule: false, came: [{ how: 'hand' }] }],
			purposes: [{ purpose: 'Letter', answer: 'no' }],
			records: [{ purpose: 'Letter', answer: 'no' }],
		});
		expect(new Set(file.events.map((one: { id: string }) => one.id))).toEqual(new Set(events.map((one) => one.id)));
		expect(file.events).toHaveLength(1100);

		const table = await get(s.owner, s, `/manage/domain/person/${id}/data/table`);
		expect([table.status, table.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/csv/)]);
		const [head, ...lines] = parse(table.text.replace(/^\uFEFF/, '')) as string[][];
		expect(head).toEqual(['Part', 'What', 'Value', 'When', 'How', 'Where', 'Id']);
		const of = (part: string) => lines.filter(([one]) => one === part).map(([, what, value]) => [what, value]);
		expect(of('Known by')).toEqual([['email', email]]);
		expect(of('Fact')).toEqual([
			['firstName', `'=HYPERLINK("https://evil.example")`],
			['city', 'Turku'],
			['seenAt', new Date(T0).toISOString()],
		]);
		expect(of('Attribute').sort()).toEqual([
			['note', `'@SUM(A1)`],
			['shoe', '41'],
		]);
		expect(of('Holds now')).toEqual([['Letter', 'No']]);
		expect(of('Segment')).toEqual([[`'+Regulars`, '']]);
		expect(of('Record')).toEqual([['Letter', 'No']]);
		expect(of('Event')).toHaveLength(1100);
		for (const cell of lines.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
		const finnish = await t.send(s.owner, 'GET', `/api/manage/domain/person/${id}/data/table`, {
			headers: { ...keyed(s), 'accept-language': 'fi' },
		});
		expect(finnish.text).toContain('Voimassa nyt,Letter,Ei');
		const said = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query(`select thing_id from activity where customer_id = $1 and action = 'exported' and thing = 'person'`, [s.tenant.customerId]),
		);
		expect(said).toEqual([{ thing_id: id }, { thing_id: id }, { thing_id: id }]);
	});

	test('one’s own file holds facts, segments and events where nobody else’s address leads to one', async () => {
		const s = await scene();
		const [anna, stranger] = [await t.person(), await t.person()];
		await known(s, anna.email, { city: 'Turku', attributes: { shoe: 41 } });
		await known(s, stranger.email, { city: 'Oulu' });
		await edge(s, '/events', { events: [eventAt(1, anna.email), eventAt(2, stranger.email)] });
		const [own] = (await t.send(anna, 'GET', '/api/account/data')).json().customers;
		expect(own).toMatchObject({ facts: { city: 'Turku', attributes: { shoe: 41 } }, events: [{ type: 'order', properties: { n: 1 } }] });
		expect(JSON.stringify(own)).not.toContain('Oulu');
	});

	test('is gone with an erasure: no page, no file, no table, no event', async () => {
		const s = await scene();
		const email = 'gone@example.com';
		const id = await known(s, email, { firstName: 'Gone', attributes: { shoe: 41 } });
		await says(s, { email }, true);
		await edge(s, '/events', { events: [eventAt(1, email)] });
		expect((await t.send(s.owner, 'DELETE', `/api/audit/domain/people/${id}`, { headers: keyed(s) })).status).toBe(200);
		for (const path of PATHS(id)) expect([path, (await get(s.owner, s, path)).status]).toEqual([path, 404]);
		const list = await get(s.owner, s, '/manage/domain/profile/file');
		expect(list.text).not.toContain('Gone');
		expect((await get(s.owner, s, `/manage/domain/profile/events?email=${email}`)).json().data).toEqual([]);
	});
});

const PATHS = (id: string) => [
	`/manage/domain/person/${id}`,
	`/manage/domain/person/${id}/events`,
	`/manage/domain/person/${id}/data/table`,
	`/audit/domain/people/${id}`,
	`/audit/domain/people/${id}/data/file`,
];

describe('who else', () => {
	test('another company, a domain’s admin elsewhere, a normal user and a machine get none of it', async () => {
		const [s, other] = [await scene(), await scene()];
		const id = await known(s, 'secret@example.com', { firstName: 'Secret' });
		const theirs = await known(other, 'theirs@example.com');
		await edge(s, '/events', { events: [eventAt(1, 'secret@example.com')] });
		const { editor } = await secondDomain(s);
		const normal = await t.person();
		for (const path of [...PATHS(id), `/manage/domain/person/${id}/merge?other=${id}`, '/manage/domain/profile/file']) {
			const asked = async (who: Person | null, at: Scene, headers = keyed(at)) =>
				(await t.send(who, 'GET', `/api${path}`, { headers })).status;
			expect([path, await asked(other.owner, s)]).toEqual([path, 404]);
			expect([path, await asked(normal, s)]).toEqual([path, 403]);
			expect([path, await asked(null, s)]).toEqual([path, 401]);
			expect([path, await asked(null, s, { ...keyed(s), ...s.machine })]).toEqual([path, 403]);
			if (path.endsWith('/profile/file')) continue;
			// Under their own customer's key the id is nobody's.
			expect([path, await asked(other.owner, other)]).toEqual([path, 404]);
			expect([path, [403, 404]]).toEqual([path, expect.arrayContaining([await asked(editor, s)])]);
		}
		const lists = [await get(editor, s, '/manage/domain/profile/file'), await get(other.owner, other, '/manage/domain/profile/file')];
		for (const { status, text } of lists) expect([status, text]).toEqual([200, expect.not.stringContaining('Secret')]);
		// Nor may somebody else's be merged into one's own, or the other way round.
		for (const [to, from] of [
			[theirs, id],
			[id, theirs],
		]) {
			expect((await get(other.owner, other, `/manage/domain/person/${to}/merge?other=${from}`)).status).toBe(404);
			const merged = await t.send(other.owner, 'POST', `/api/manage/domain/person/${to}/merge`, {
				headers: keyed(other),
				body: { other: from },
			});
			expect(merged.status).toBe(404);
		}
		const back = await t.send(other.owner, 'POST', `/api/manage/domain/person/${theirs}/unmerge`, {
			headers: keyed(other),
			body: { gone: id },
		});
		expect(back.status).toBe(404);
	});

	test('a domain’s admin gets events of their domains, and no date from before', async () => {
		const s = await scene();
		const email = 'both@example.com';
		const { second, editor } = await secondDomain(s);
		const id = await known(s, email, { firstName: 'Both' });
		await known(s, email, {}, second.domainId);
		await edge(s, '/events', { events: [eventAt(1, email)] });
		await edge(s, '/events', { events: [eventAt(2, email)] }, second.domainId);
		const seen = async (path: string) => (await get(editor, s, path)).text;
		expect(JSON.parse(await seen(`/manage/domain/person/${id}/events`)).data.events).toMatchObject([{ properties: { n: 2 } }]);
		for (const path of [`/manage/domain/person/${id}/data/table`, `/audit/domain/people/${id}/data/file`]) {
			const text = await seen(path);
			expect(text).toContain(second.host);
			expect(text).not.toContain(s.tenant.host);
			expect(text).toContain('Both');
		}
	});

	test('a profile and its consents agree on who is there; whoever is known by nothing is told what was said and no more', async () => {
		const s = await scene();
		const { second, editor } = await secondDomain(s);
		await t.send(s.owner, 'POST', `/api/consent/purpose/${s.tenant.customerId}`, {
			body: { domainId: second.domainId, name: 'Letter', wording: { en: { name: 'Other letter', about: 'Once.' } } },
		});
		const agree = async (id: string, expected: number) => {
			const statuses = await Promise.all(PATHS(id).map(async (path) => (await get(editor, s, path)).status));
			expect(statuses).toEqual(PATHS(id).map(() => expected));
		};
		const elsewhere = await known(s, 'elsewhere@example.com', { firstName: 'Secret' });
		await agree(elsewhere, 404);
		const named = await known(s, 'named@example.com', { firstName: 'Named' }, second.domainId);
		await agree(named, 200);
		expect((await get(editor, s, `/manage/domain/person/${named}`)).json().data).toMatchObject({
			facts: { firstName: 'Named' },
			can: { edit: true, merge: false },
		});
		// By their id alone: nothing that they are known by is known there.
		await edge(
			s,
			'/consents',
			{ answers: [{ person: { luvallaId: elsewhere }, purpose: 'Letter', value: false, at: new Date(T0).toISOString() }] },
			second.domainId,
		);
		await agree(elsewhere, 200);
		const shown = (await get(editor, s, `/manage/domain/person/${elsewhere}`)).json().data;
		expect(shown).toMatchObject({ identifiers: [], facts: { firstName: null }, createdAt: null, segments: [], can: { edit: false } });
		// The list of consents calls people as their page does.
		expect((await get(editor, s, '/audit/domain/people')).json().data).toMatchObject([{ luvallaId: elsewhere, name: null }]);
		expect((await get(s.owner, s, '/audit/domain/people')).json().data).toMatchObject([{ luvallaId: elsewhere, name: 'Secret' }]);
		for (const path of PATHS(elsewhere))
			expect([path, (await get(editor, s, path)).text]).toEqual([path, expect.not.stringContaining('Secret')]);
		const change = await t.send(editor, 'PUT', `/api/manage/domain/person/${elsewhere}`, { headers: keyed(s), body: { city: 'X' } });
		expect(change.status).toBe(404);
	});
});

test('the list as a file is what the list finds, without formulas', async () => {
	const s = await scene();
	await known(s, 'anna@list.example.com', { firstName: '=cmd', lastName: 'Berg' });
	await known(s, 'bo@list.example.com', { lastName: 'Aho', city: 'Turku' });
	const file = async (query: string) => {
		const answer = await get(s.owner, s, `/manage/domain/profile/file${query}`);
		expect(answer.status).toBe(200);
		return (parse(answer.text.replace(/^\uFEFF/, '')) as string[][]).slice(1).map((cells) => cells.slice(1, 7));
	};
	const [anna, bo] = [
		["'=cmd", 'Berg', 'anna@list.example.com', '', '', ''],
		['', 'Aho', 'bo@list.example.com', '', '', 'Turku'],
	];
	expect(await file('')).toEqual([bo, anna]);
	expect(await file('?sort=-lastName')).toEqual([anna, bo]);
	expect(await file('?q=aho')).toEqual([bo]);
});
