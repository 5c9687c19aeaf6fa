/** Whom channels reach of a rule that is being written, and of one person: the same numbers as an audience's. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { atLength } from '../../../../scripts/length.ts';
import { sql } from '../../src/kernel/storage/rows.ts';
import { whomOf } from '../../src/wings/engagement/send/whom.ts';
import { CHUNK, masksOf } from '../../src/wings/profiles/sets/bits.ts';
import { type Choice, countAll, countAmong, numbersOf } from '../../src/wings/profiles/sets/count.ts';
import { holdRuledSets } from '../../src/wings/profiles/sets/store.ts';
import { type Person, startApp } from '../app.ts';
import { connectorScene } from '../connectors/scene.ts';
import { dice } from '../dice.ts';

const t = await startApp();

interface Reached {
	channel: string;
	reachable: number;
	left: { reason: string; count: number }[];
}

test('a rule that is being written is told whom each channel reaches, as an audience of its segment is', async () => {
	const s = await connectorScene(t);
	await s.purpose('Letter');
	const [yes] = [await s.say('yes@reach.example', 'Letter', true, { city: 'Turku' })];
	await s.say('other@reach.example', 'Letter', true, { city: 'Oulu' });
	await s.say('no@reach.example', 'Letter', false, { city: 'Turku' });
	const rule = { all: [{ field: 'city', is: 'is', value: 'Turku' }] };
	const preview = (of = rule) =>
		s.fine<{ count: number; reach: Reached[] | null }>(s.ask('POST', '/api/manage/domain/segment/preview', { rule: of }));
	// Sets are made by whoever asks first, and built by the worker.
	expect((await preview()).reach).toBeNull();
	await s.followed();
	const written = await preview();
	expect(written.count).toBe(2);
	expect(written.reach?.find(({ channel }) => channel === 'email')).toEqual({
		channel: 'email',
		reachable: 1,
		left: [{ reason: 'said_no', count: 1 }],
	});
	const { id } = await s.fine<{ id: string }>(s.ask('POST', '/api/manage/domain/segment', { name: 'In Turku', rule }));
	await s.followed();
	const estimate = await s.fine<{ reach: Reached[] }>(s.ask('GET', `/api/manage/audience/estimate?segments=${id}`));
	expect(written.reach).toEqual(estimate.reach);
	// Nobody is nobody of every channel.
	const none = await preview({ all: [{ field: 'city', is: 'is', value: 'Nowhere' }] });
	expect(none.reach?.map(({ reachable, left }) => [reachable, left])).toEqual(none.reach?.map(() => [0, []]));

	// One of them by themselves.
	const reachOf = async (person: string) =>
		(await s.fine<{ channels: string[] | null }>(s.ask('GET', `/api/manage/domain/person/${person}`))).channels;
	expect(await reachOf(yes)).toEqual(['email']);
	await s.say('yes@reach.example', 'Letter', false);
	await s.followed();
	expect(await reachOf(yes)).toEqual([]);
	expect((await preview()).reach?.find(({ channel }) => channel === 'email')?.reachable).toBe(0);
});

test('what is not all counted yet is said to be so, and nothing is said of who is reached', async () => {
	const s = await connectorScene(t);
	await s.purpose('Letter');
	for (const n of [1, 2, 3]) await s.say(`p${n}@reach.example`, 'Letter', true, { city: 'Turku' });
	interface Said {
		count: number;
		of: number;
		state: string;
		reach: Reached[] | null;
	}
	const estimate = (id: string) => s.fine<Said>(s.ask('GET', `/api/manage/audience/estimate?segments=${id}`));
	const inTurku = (name: string) =>
		s.fine<{ id: string }>(
			s.ask('POST', '/api/manage/domain/segment', { name, rule: { all: [{ field: 'city', is: 'is', value: 'Turku' }] } }),
		);
	/** The worker waits meanwhile: it holds every rule's set before it builds. */
	const unbuilt = (work: () => Promise<void>): Promise<void> =>
		t.storage.inTenant(s.tenant.customerId, async (tx) => {
			await holdRuledSets(tx, s.tenant.customerId);
			await work();
		});
	const { id } = await inTurku('In Turku');
	await s.followed();
	// The sets that reach is told by are made with the first question: nobody is without an address for that.
	await unbuilt(async () => expect(await estimate(id)).toMatchObject({ state: 'building', reach: null }));
	await s.followed();
	expect(await estimate(id)).toMatchObject({ state: 'ready', count: 3, of: 3 });
	expect((await estimate(id)).reach?.find(({ channel }) => channel === 'email')).toEqual({ channel: 'email', reachable: 3, left: [] });

	// A rule that asks about a segment which is still being counted, or about one that does.
	const among = (segment: string) => ({ all: [{ field: `segment.${segment}`, is: 'is', value: true }] });
	const preview = (segment: string) => s.fine<Said>(s.ask('POST', '/api/manage/domain/segment/preview', { rule: among(segment) }));
	let [fresh, above] = ['', ''];
	await unbuilt(async () => {
		fresh = (await inTurku('Also in Turku')).id;
		const body = { name: 'Among these', rule: among(fresh) };
		above = (await s.fine<{ id: string }>(s.ask('POST', '/api/manage/domain/segment', body))).id;
		for (const segment of [fresh, above]) expect(await preview(segment)).toMatchObject({ state: 'building', reach: null });
		expect(await preview(id)).toMatchObject({ state: 'ready', count: 3 });
		expect(await estimate(fresh)).toMatchObject({ state: 'building', reach: null });
	});
	await s.followed();
	for (const segment of [fresh, above]) expect(await preview(segment)).toMatchObject({ state: 'ready', count: 3, of: 3 });
	expect((await preview(above)).reach?.find(({ channel }) => channel === 'email')?.reachable).toBe(3);
});

test('a domain’s own admin is told of people on their domains, by purposes of their domains', async () => {
	const s = await connectorScene(t);
	const { customerId } = s.tenant;
	await s.purpose('Letter');
	const both = await s.say('both@reach.example', 'Letter', true, { city: 'Turku' });
	await s.say('first@reach.example', 'Letter', true, { city: 'Turku' });
	const host = `second-${s.tenant.host}`;
	const { id: domainId } = await s.fine<{ id: string }>(s.ask('POST', '/api/domain', { domain: host, customerId }));
	const known = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: await t.machine(s.owner, s.tenant),
		body: { domainId, profiles: [{ person: { email: 'both@reach.example' } }] },
	});
	expect(known.json().data.results[0].luvallaId, known.text).toBe(both);
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [{ ...s.tenant, domainId, host }] });
	const headers = { customer_key: String(customerId) };
	const rule = { all: [{ field: 'city', is: 'is', value: 'Turku' }] };
	const seenBy = async (who: typeof editor) => {
		const [written, person] = [
			await t.send(who, 'POST', '/api/manage/domain/segment/preview', { headers, body: { rule } }),
			await t.send(who, 'GET', `/api/manage/domain/person/${both}`, { headers }),
		];
		expect([written.status, person.status], written.text + person.text).toEqual([200, 200]);
		const { count, reach } = written.json().data;
		return { count, email: reach?.find((one: Reached) => one.channel === 'email'), channels: person.json().data.channels };
	};
	await seenBy(s.owner);
	await seenBy(editor);
	await s.followed();
	expect(await seenBy(s.owner)).toEqual({ count: 2, email: { channel: 'email', reachable: 2, left: [] }, channels: ['email'] });
	expect(await seenBy(editor)).toEqual({
		count: 1,
		email: { channel: 'email', reachable: 0, left: [{ reason: 'never_asked', count: 1 }] },
		channels: [],
	});
});

test('a campaign has the sets of its own channels counted, and waits for no other', async () => {
	const s = await connectorScene(t);
	const letter = await s.purpose('Letter');
	await s.say('yes@reach.example', 'Letter', true);
	const { customerId, domainId } = s.tenant;
	const told = (channel: 'email' | 'mobile') =>
		t.storage.inTenant(customerId, async (tx) => {
			const { building } = await whomOf(tx, customerId, {
				domainId,
				audience: { id: letter, segments: [], consents: [letter], isAnd: true },
				lanes: [{ channel, purposes: [letter] } as Parameters<typeof whomOf>[2]['lanes'][number]],
				isTransactional: false,
				tracking: [],
			});
			const rows = await tx.query<{ key: string }>('select key from people_set where customer_id = $1 and key is not null order by key', [
				customerId,
			]);
			return { building, keys: rows.map(({ key }) => key.split(':')[0]) };
		});
	expect(await told('email')).toEqual({ building: true, keys: ['all', 'email', 'mailable', 'no', 'stopped', 'yes'] });
	await s.followed();
	expect((await told('email')).building).toBe(false);
	expect(await told('mobile')).toEqual({ building: true, keys: ['all', 'device', 'email', 'mailable', 'no', 'stopped', 'yes'] });
});

const OWN = ['a segment of its own each', () => v7()] as const;
const GROUNDS = atLength([OWN], [OWN, ['one segment of all', () => ''] as const]);

test.each(GROUNDS)('reach is told where two thousand purposes permit messages to customers who said no to none: %s', async (_, own) => {
	const s = await connectorScene(t);
	const { customerId, domainId } = s.tenant;
	await s.purpose('Letter');
	const add = async (emails: readonly string[]): Promise<string> => {
		const { id } = await s.fine<{ id: string }>(s.ask('POST', '/api/manage/domain/segment', { name: v7() }));
		await s.fine(s.ask('POST', `/api/manage/domain/segment/${id}/members`, { people: emails.map((email) => ({ email })) }));
		return id;
	};
	const [yes, no, none] = ['yes', 'no', 'none'].map((name) => `${name}-${v7()}@reach.example`) as [string, string, string];
	await s.say(yes, 'Letter', true);
	for (const email of [no, none]) await s.say(email, 'Letter', false);
	const customers = await add([no]);
	const rows = Array.from({ length: 2000 }, () => ({ id: v7(), segment: own() || customers }));
	await t.storage.inTenant(customerId, async (tx) => {
		await tx.query(
			`insert into purpose (customer_id, purpose_id, domain_id, name, channels, basis, basis_segment)
			select $1, p.id, $2, p.id::text, '{email}', 'existing customer', p.segment from unnest($3::uuid[], $4::uuid[]) p (id, segment)`,
			[customerId, domainId, rows.map(({ id }) => id), rows.map(({ segment }) => segment)],
		);
		await tx.query(
			`insert into purpose_version (customer_id, purpose_id, version, wording, created_at)
			select $1, id, 1, '{"en": {"name": "Letter", "about": "Monthly."}}', now() from unnest($2::uuid[]) id`,
			[customerId, rows.map(({ id }) => id)],
		);
		// Segments of which nobody is told but by their sets.
		await tx.query(
			`insert into set_chunk (customer_id, set_id, chunk, bits) select distinct $1::int, p.segment, c.chunk, c.bits
			from unnest($3::uuid[]) p (segment) cross join set_chunk c where c.customer_id = $1 and c.set_id = $2 and p.segment <> $2`,
			[customerId, customers, rows.map(({ segment }) => segment)],
		);
	});
	const estimate = () => s.fine<{ reach: Reached[] }>(s.ask('GET', `/api/manage/audience/estimate?segments=${customers}`));
	const email = async () => (await estimate()).reach.find(({ channel }) => channel === 'email')?.reachable;
	await estimate();
	await s.followed();
	// A customer who said no to one of them may be written to by the others.
	expect(await email()).toBe(1);
	await s.say(no, rows[7]?.id ?? '', false);
	await s.followed();
	expect(await email()).toBe(1);
});

test('sets without others, too many to stand beside each other, are counted and read as one by one', async () => {
	const { customerId } = await t.tenant();
	// Of people in three chunks some are in each of the first sets, and half of all in each of the others.
	const draw = dice(20_261_130).upTo;
	const people = Array.from({ length: 3 }, (_, chunk) => [0, 1, 2, 3, CHUNK - 2, CHUNK - 1].map((number) => chunk * CHUNK + number)).flat();
	const setOf = (chance: number) => [v7(), new Set(people.filter(() => draw(100) < chance))] as const;
	const few = Array.from({ length: 120 }, () => setOf(1));
	const half = Array.from({ length: 120 }, () => setOf(50));
	const sets = new Map([...few, ...half]);
	const ids = few.map(([id]) => id);
	const pairs = few.map(([id], n) => [id, half[n]?.[0] ?? ''] as const);
	const whom: Choice = { any: [...pairs.map(([from, gone]): Choice => ({ butNot: [{ in: from }, { in: gone }] })), { in: ids[0] ?? '' }] };
	const expected = new Set(sets.get(ids[0] ?? ''));
	for (const [from, gone] of pairs) for (const number of sets.get(from) ?? []) if (!sets.get(gone)?.has(number)) expected.add(number);
	const numbers = [...expected].sort((a, b) => b - a);
	await t.storage.inTenant(customerId, async (tx) => {
		for (const [id, members] of sets)
			for (const [chunk, mask] of masksOf(members))
				await tx.run(
					sql`insert into set_chunk (customer_id, set_id, chunk, bits) values (${customerId}, ${id}, ${chunk}, ${mask}::bit(65536))`,
				);
		expect(await countAll(tx, customerId, [whom, { all: [whom, whom] }])).toEqual([numbers.length, numbers.length]);
		expect(await numbersOf(tx, customerId, whom, { before: undefined, most: 10_000 })).toEqual(numbers);
		expect(await countAmong(tx, customerId, [whom], masksOf(people))).toEqual([numbers.length]);
	});
	expect([numbers.length > 0, numbers.length < people.length]).toEqual([true, true]);
});

test('reach is told at a company of many domains with letters of their own, and to whoever administers a hundred of them', async () => {
	const s = await connectorScene(t);
	const letter = await s.purpose('Letter');
	const luvallaId = await s.say('yes@reach.example', 'Letter', true);
	const { customerId } = s.tenant;
	const domains = Array.from({ length: 900 }, () => ({ ...s.tenant, domainId: v7() }));
	const ids = domains.map(({ domainId }) => domainId);
	await t.storage.inTenant(customerId, async (tx) => {
		await tx.query(`insert into domain (customer_id, domain_id, host) select $1, id, id || '.example' from unnest($2::uuid[]) id`, [
			customerId,
			ids,
		]);
		await tx.query(
			`insert into purpose (customer_id, purpose_id, domain_id, name, channels) select $1, id, id, 'Letter', '{email}' from unnest($2::uuid[]) id`,
			[customerId, ids],
		);
	});
	const reached = async (who: Person) => {
		const told = async (path: string) => {
			const answer = await t.send(who, 'GET', path, { headers: { customer_key: String(customerId) } });
			expect([answer.status, path]).toEqual([200, path]);
			return answer.json().data;
		};
		const estimate = async () => told(`/api/manage/audience/estimate?consents=${letter}`);
		await estimate();
		await s.followed();
		const { reach } = await estimate();
		return [
			reach.find(({ channel }: Reached) => channel === 'email').reachable,
			(await told('/api/manage/domain/channelcount')).channelCounts[0].count,
		];
	};
	expect(await reached(s.owner)).toEqual([1, 1]);
	const { channels } = await s.fine<{ channels: string[] }>(
		t.send(s.owner, 'GET', `/api/manage/domain/person/${luvallaId}`, { headers: { customer_key: String(customerId) } }),
	);
	expect(channels).toEqual(['email']);
	expect(await reached(await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant, ...domains.slice(0, 120)] }))).toEqual([1, 1]);
});
