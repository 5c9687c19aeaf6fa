/** Membership, estimates and reasons against a plain recomputation from the facts, through random lives of people and rules. */
import type { Target } from '@luvalla/contract/profiles/uploads.ts';
import type { Rule, RuleLeaf } from '@luvalla/contract/rules.ts';
import type { Run } from '@luvalla/contract/runs.ts';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { appendCustomer } from '../../src/wings/consent/proof/append.ts';
import { readOn } from '../../src/wings/consent/wing.ts';
import { clustersOf, lockPeople, membersOf, mergePersons, unmergePerson } from '../../src/wings/people/wing.ts';
import { retireTokens } from '../../src/wings/profiles/devices/store.ts';
import { insertEvents } from '../../src/wings/profiles/events/store.ts';
import { keepAttributes } from '../../src/wings/profiles/profiles/attributes.ts';
import { changeProfiles } from '../../src/wings/profiles/profiles/change.ts';
import { checkSets } from '../../src/wings/profiles/rules/check.ts';
import { explainRule } from '../../src/wings/profiles/rules/explain.ts';
import { followOn, isBehind, kindsOf } from '../../src/wings/profiles/rules/follow.ts';
import { numbersOf } from '../../src/wings/profiles/sets/count.ts';
import { readAnswers } from '../../src/wings/profiles/visitors/tail.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { dice } from '../dice.ts';
import { choice, publishBanner, sendRecords } from '../fixtures.ts';
import { untilRun, writtenFile } from '../upload.ts';
import { chosenInPlain, isIn, numbersInPlain, type Plain, readPlain } from './plain.ts';

const t = await startApp();

const CITIES = ['Turku', 'turku', 'Raisio', 'Pärnu', ''];
const TYPES = ['order', 'view'];

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	// A long life takes longer than a session, and than a proof of who somebody is.
	await t.storage.inPlatform((tx) =>
		tx.query(`update session set confirmed_at = now() + interval '1 day', expires_at = now() + interval '2 days' where user_id = $1`, [
			owner.userId,
		]),
	);
	const added = await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
		body: { domainId: tenant.domainId, name: 'Letter', wording: { en: { name: 'Letter', about: 'Monthly.' } }, channels: ['email'] },
	});
	expect([added.status, added.text]).toEqual([200, expect.anything()]);
	const segment = await ask(owner, tenant, 'POST', '/api/manage/domain/segment', { name: 'By choice' });
	const chosen = String(segment.json().data.id);
	const byFile = await ask(owner, tenant, 'POST', '/api/manage/domain/segment', { name: 'By file' });
	const filed = String(byFile.json().data.id);
	const { publishedFolder } = await publishBanner(t, owner, tenant, 'Banner', {
		mapper: JSON.stringify({ segments: { statistics: [chosen] } }),
	});
	const all = (await t.send(owner, 'GET', `/api/consent/purpose/${tenant.customerId}`)).json().data;
	const statistics = String(all.find(({ name }: { name: string }) => name === 'Statistics').id);
	const machine = await t.machine(owner, tenant);
	return { tenant, owner, letter: String(added.json().data.id), chosen, filed, statistics, folder: publishedFolder, machine };
};
type Scene = Awaited<ReturnType<typeof scene>>;

/** A visitor's choice on the banner, who turns out to be somebody. */
const choose = async ({ tenant, machine, folder }: Scene, email: string, value: boolean): Promise<void> => {
	const records = choice({ statistics: value });
	await sendRecords(t, tenant, folder, records);
	const sent = await t.send(null, 'POST', '/edge/v1/consents/identify', {
		headers: machine,
		body: { domainId: tenant.domainId, person: { email }, records: records.map(({ id }) => id) },
	});
	expect(sent.status).toBe(200);
};

/** Works off the log, as the worker does. */
const heard = async (customerId: number): Promise<void> => {
	await appendCustomer(t.server.kernel, customerId);
	while (await readOn(t.server.kernel, readAnswers, customerId));
};

const say = async ({ tenant, machine }: Scene, email: string, value: boolean, purpose = 'Letter'): Promise<string> => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents', {
		headers: machine,
		body: {
			domainId: tenant.domainId,
			answers: [{ person: { email }, purpose, value, at: new Date().toISOString(), source: 'Paper' }],
		},
	});
	expect(sent.status).toBe(200);
	return sent.json().data.results[0].luvallaId;
};

const ask = (owner: Person, { customerId }: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
	t.send(owner, method, path, { headers: { customer_key: String(customerId) }, ...(body && { body }) });

const newSegment = async ({ owner, tenant }: Scene, name: string, rule: Rule | null = null): Promise<string> => {
	const added = await ask(owner, tenant, 'POST', '/api/manage/domain/segment', { name, rule });
	expect([added.status, added.text]).toEqual([200, expect.anything()]);
	return added.json().data.id;
};

/** Works off what waits, as the worker does. */
const followed = async (customerId: number): Promise<void> => {
	while (await t.storage.inTenant(customerId, (tx) => isBehind(tx, customerId)))
		await t.storage.inTenant(customerId, (tx) => followOn(tx, customerId));
};

const randomLeaf = (d: ReturnType<typeof dice>, { letter }: Scene, segments: readonly string[]): RuleLeaf => {
	switch (d.upTo(segments.length > 0 ? 7 : 6)) {
		case 0:
			return { field: 'city', is: d.of(['is', 'isNot', 'contains', 'startsWith'] as const), value: d.of(['Turku', 'r', 'RAISIO', 'pä']) };
		case 1:
			return { field: 'city', is: d.of(['known', 'unknown'] as const) };
		case 2:
			return { field: 'attribute.shoe', is: d.of(['is', 'isNot', 'atLeast', 'atMost'] as const), value: d.of([38, 41, 44]) };
		case 3:
			return { field: `consent.${letter}`, is: d.of(['is', 'isNot'] as const), value: d.of(['yes', 'no', 'none']) };
		case 4:
			return {
				field: `event.${d.of(TYPES)}`,
				is: d.of(['atLeast', 'atMost', 'is'] as const),
				value: d.of([0, 1, 2]),
				...(d.chance(0.5) && { within: d.of([1, 10]) }),
				...(d.chance(0.4) && { where: [{ property: 'sum', is: d.of(['atLeast', 'isNot'] as const), value: d.of([5, 50]) }] }),
			};
		case 5:
			return { field: 'email', is: d.of(['contains', 'isNot', 'known'] as const), value: '1' } as RuleLeaf;
		default:
			return { field: `segment.${d.of(segments)}`, is: 'is', value: d.chance(0.5) };
	}
};

const randomRule = (d: ReturnType<typeof dice>, s: Scene, segments: readonly string[], depth = 0): Rule => {
	if (depth >= 3 || d.chance(0.35)) {
		const leaf = randomLeaf(d, s, segments);
		return leaf.is === 'known' ? { field: leaf.field, is: 'known' } : leaf;
	}
	const parts = Array.from({ length: 1 + d.upTo(3) }, () => randomRule(d, s, segments, depth + 1));
	return d.of([{ all: parts }, { any: parts }, { not: parts }]);
};

const check = async (s: Scene, segments: readonly string[], d: ReturnType<typeof dice>, step: number): Promise<void> => {
	const { customerId } = s.tenant;
	await heard(customerId);
	await followed(customerId);
	const plain = await readPlain(t, customerId);
	expect([step, [...(plain.hand.get(s.chosen) ?? [])].sort()]).toEqual([step, await chosenInPlain(t, customerId, s.statistics, plain)]);
	// Sets of ours too, by which reach is counted.
	for (const id of new Set([...segments, ...plain.rules.keys()])) {
		const numbers = await t.storage.inTenant(customerId, (tx) =>
			numbersOf(tx, customerId, { in: id }, { before: undefined, most: 100_000 }),
		);
		expect([step, id, numbers.reverse()]).toEqual([step, id, numbersInPlain(plain, id)]);
	}
	await checkEstimate(s, segments, plain, d, step);
	const someone = plain.people.length > 0 ? d.of(plain.people) : undefined;
	const [id, rule] = plain.rules.size > 0 ? d.of([...plain.rules]) : [];
	if (someone && id && rule) {
		const explained = await t.storage.inTenant(customerId, async (tx) =>
			explainRule(tx, { rule, domains: null }, someone.person, { customerId, at: plain.at }, await kindsOf(tx, customerId)),
		);
		expect([step, explained?.in]).toEqual([step, isIn(plain, someone, id)]);
		expect([step, explained?.first === null]).toEqual([step, isIn(plain, someone, id)]);
	}
};

const checkEstimate = async (
	s: Scene,
	segments: readonly string[],
	plain: Plain,
	d: ReturnType<typeof dice>,
	step: number,
): Promise<void> => {
	const chosen = segments.filter(() => d.chance(0.4));
	const isOr = d.chance(0.5);
	const consents = d.chance(0.3) ? [s.letter] : [];
	const url = `/api/manage/audience/estimate?segments=${chosen.join(',')}&IsOr=${isOr}&consents=${consents.join(',')}`;
	let estimate = (await ask(s.owner, s.tenant, 'GET', url)).json().data;
	// The first estimate makes the sets of reach.
	if (estimate.state === 'building') {
		await followed(s.tenant.customerId);
		estimate = (await ask(s.owner, s.tenant, 'GET', url)).json().data;
	}
	const saidYes = (person: string) => plain.consents.get(`${person} ${s.letter}`) === true;
	const whom = plain.people.filter(
		(one) =>
			chosen.length + consents.length > 0 &&
			(chosen.length === 0 || (isOr ? chosen.some((id) => isIn(plain, one, id)) : chosen.every((id) => isIn(plain, one, id)))) &&
			(consents.length === 0 || saidYes(one.person)),
	);
	expect([step, url, estimate.count, estimate.of]).toEqual([step, url, whom.length, plain.people.length]);
	const mail = estimate.reach.find(({ channel }: { channel: string }) => channel === 'email');
	const left = (reason: string): number => mail.left.find((one: { reason: string }) => one.reason === reason)?.count ?? 0;
	const known = whom.filter((one) => one.identifiers.some(({ kind }) => kind === 'email'));
	const mailed = known.filter((one) => one.identifiers.some(({ kind, bounced }) => kind === 'email' && !bounced));
	expect([step, mail.reachable, left('no_address'), left('undeliverable'), left('said_no'), left('never_asked')]).toEqual([
		step,
		mailed.filter((one) => saidYes(one.person)).length,
		whom.length - known.length,
		known.length - mailed.length,
		mailed.filter((one) => plain.consents.get(`${one.person} ${s.letter}`) === false).length,
		mailed.filter((one) => !plain.consents.has(`${one.person} ${s.letter}`)).length,
	]);
};

/** Tokens of apps go from one to another: few, so that each is somebody else's in turn. */
const tokenOf = (n: number): string => `the-token-of-an-app-${n}`;
const TOKENS = 15;
const device = async ({ tenant, machine }: Scene, path: string, one: object, outcomes: readonly string[]): Promise<void> => {
	const body = { domainId: tenant.domainId, devices: [one] };
	const sent = await t.send(null, 'POST', `/edge/v1/devices${path}`, { headers: machine, body });
	expect([sent.status, outcomes]).toEqual([200, expect.arrayContaining([sent.json().data?.results[0]?.outcome])]);
};

/** A file of a few people, some of whom are known, with facts, a segment and answers of long ago. */
const upload = (s: Scene, d: ReturnType<typeof dice>): Promise<Run> => {
	const rows = Array.from({ length: 1 + d.upTo(5) }, () => {
		const who = d.chance(0.5) ? `p${d.upTo(12)}@example.com` : `u${d.upTo(6)}@example.com`;
		return `${who},${d.of(CITIES)},${d.of(['', '38', '44'])},${d.of(['', 'yes', 'no'])},${d.of(['', 'yes'])},${d.of(['', '', 'bounced', 'left', 'spam'])}`;
	});
	const targets: Target[] = [
		{ to: 'email' },
		{ to: 'fact', fact: 'city' },
		{ to: 'attribute', key: 'shoe', kind: 'number' },
		{ to: 'consent', purposeId: s.letter, source: 'Form', on: { date: '2020-02-01' } },
		{ to: 'segment', segmentId: s.filed },
		{
			to: 'status',
			words: { bounced: 'bounce', left: 'unsubscribe', spam: 'complaint' },
			purposeIds: [s.letter],
			on: { date: d.chance(0.5) ? '2020-02-01' : new Date().toISOString().slice(0, 10) },
		},
	];
	return writtenFile(t, s.owner, s.tenant, ['email,city,shoe,letter,club,state', ...rows].join('\n'), { targets });
};

const takeBack = async (s: Scene, { id }: Run): Promise<void> => {
	const sent = await ask(s.owner, s.tenant, 'POST', `/api/manage/config/upload/written/${id}/undo`, {});
	expect([sent.status, sent.text]).toEqual([200, expect.anything()]);
	expect(await untilRun(t, s.owner, s.tenant, sent.json().data.id)).toMatchObject({ state: 'done' });
};

/** `npm run test:long` for a long life, `MEMBERSHIP_STEPS` for one of another length, `MEMBERSHIP_SEED` for another one. */
const STEPS = Number(process.env.MEMBERSHIP_STEPS ?? 400);
const SEED = Number(process.env.MEMBERSHIP_SEED ?? 20261122);
const MOST_PEOPLE = 80;

test('what the engine says equals what the facts say, through a random life', { timeout: 3_600_000 }, async () => {
	const s = await scene();
	const { customerId, domainId } = s.tenant;
	const d = dice(SEED);
	const persons: string[] = [];
	const gone: string[] = [];
	const hand = [await newSegment(s, 'By hand'), await newSegment(s, 'By hand too')];
	await t.storage.inTenant(customerId, async (tx) => {
		await keepAttributes(tx, customerId, new Map([['shoe', 'number']]));
		// Kinds that rules may ask about before anything happened.
		await insertEvents(tx, customerId, []);
		await tx.query(
			`insert into event_type (customer_id, type, properties, created_at) select $1, x, '{"sum":"number"}', now() from unnest($2::text[]) x on conflict do nothing`,
			[customerId, TYPES],
		);
	});
	for (let n = 0; n < 12; n += 1) persons.push(await say(s, `p${n}@example.com`, d.chance(0.5)));
	const written: Run[] = [];
	const noes = async (): Promise<Set<string>> =>
		new Set(
			(
				await t.storage.inTenant(customerId, (tx) =>
					tx.query<{ slot: string }>(`select person || ' ' || purpose_id as slot from consent_state where customer_id = $1 and not value`, [
						customerId,
					]),
				)
			).map(({ slot }) => slot),
		);
	/** What a file does, or its taking back, turns no no into a yes. */
	const uploads = async (act: () => Promise<void>): Promise<void> => {
		if (d.chance(0.6)) return;
		const before = await noes();
		await act();
		const yes = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ slot: string }>(`select person || ' ' || purpose_id as slot from consent_state where customer_id = $1 and value`, [
				customerId,
			]),
		);
		expect(yes.map(({ slot }) => slot).filter((slot) => before.has(slot))).toEqual([]);
	};
	const ruled: string[] = [];
	for (let n = 0; n < 5; n += 1) ruled.push(await newSegment(s, `Rule ${n}`, randomRule(d, s, [...hand, s.chosen, s.filed, ...ruled])));

	const operations: readonly (() => Promise<unknown>)[] = [
		() => choose(s, `p${d.upTo(12)}@example.com`, d.chance(0.7)),
		() => say(s, `p${d.upTo(12)}@example.com`, d.chance(0.4), 'Statistics'),
		async () => {
			const n = persons.length < MOST_PEOPLE ? persons.length : 12 + d.upTo(MOST_PEOPLE - 12);
			const person = await say(s, `q${n}@example.com`, d.chance(0.5));
			if (persons.length < MOST_PEOPLE) persons.push(person);
		},
		() => say(s, `p${d.upTo(12)}@example.com`, d.chance(0.5)),
		() =>
			t.storage.inTurn(customerId, async (tx) => {
				await lockPeople(tx, customerId);
				const clusters = await clustersOf(tx, customerId, [d.of(persons), d.of(persons)]);
				await changeProfiles(
					tx,
					customerId,
					[...clusters.values()].map((cluster) => ({
						cluster,
						change: { city: d.of(CITIES), attributes: { shoe: d.chance(0.2) ? null : d.of([37, 38, 41, 44.5]) } },
					})),
				);
			}),
		() =>
			t.storage.inTurn(customerId, async (tx) => {
				await lockPeople(tx, customerId);
				const rows = await tx.query<{ number: number }>('select number from person where customer_id = $1 order by number', [customerId]);
				const at = new Date(Date.now() - d.upTo(20) * 86_400_000 - 3_600_000);
				await insertEvents(tx, customerId, [
					{
						id: v7({ msecs: at.getTime() }),
						at,
						number: d.of(rows).number,
						domainId,
						type: d.of(TYPES),
						properties: d.chance(0.8) ? { sum: d.of([1, 5, 50, 500]) } : {},
						how: 'api',
					},
				]);
			}),
		() =>
			ask(s.owner, s.tenant, 'POST', `/api/manage/domain/segment/${d.of(hand)}/members${d.chance(0.4) ? '/remove' : ''}`, {
				people: [{ luvallaId: d.of(persons) }, { luvallaId: d.of(persons) }],
			}),
		() =>
			t.storage.inTurn(customerId, async (tx) => {
				const pair = { gone: d.of(persons), kept: d.of(persons) };
				if ((await mergePersons(tx, t.server.kernel.hooks, customerId, pair, 'user:x')) !== null) gone.push(pair.gone);
			}),
		() =>
			t.storage.inTurn(customerId, async (tx) => {
				if (gone.length > 0) await unmergePerson(tx, t.server.kernel.hooks, customerId, d.of(gone), 'user:x');
			}),
		async () => {
			// Only what stands below, so that nothing comes back to itself.
			const n = d.upTo(ruled.length);
			const changed = await ask(s.owner, s.tenant, 'PUT', '/api/manage/domain/segment', {
				id: ruled[n],
				rule: randomRule(d, s, [...hand, s.chosen, s.filed, ...ruled.slice(0, n)]),
			});
			expect([changed.status, changed.text]).toEqual([200, expect.anything()]);
		},
		() =>
			device(
				s,
				'',
				{ person: { email: `${d.of(['p', 'q'])}${d.upTo(12)}@example.com` }, token: tokenOf(d.upTo(TOKENS)), platform: 'ios' },
				['registered', 'renewed'],
			),
		() => device(s, '/remove', { token: tokenOf(d.upTo(TOKENS)) }, ['removed', 'unchanged']),
		() =>
			t.storage.inTenant(customerId, (tx) => retireTokens(tx, customerId, [tokenOf(d.upTo(TOKENS)), tokenOf(d.upTo(TOKENS))], new Date())),
		() => uploads(async () => void written.push(await upload(s, d))),
		() =>
			uploads(async () => {
				const [run] = written.splice(d.upTo(written.length), 1);
				if (run) await takeBack(s, run);
			}),
	];
	for (let step = 0; step < STEPS; step += 1) {
		await d.of(operations)();
		if (step % 4 === 3) await check(s, [...hand, s.chosen, s.filed, ...ruled], d, step);
	}
	// What the life was made of: every way in which a file says something, beside banner and API.
	const ways = await t.storage.inTenant(customerId, (tx) =>
		tx.query<{ how: string }>('select distinct how from consent_record where customer_id = $1 order by how', [customerId]),
	);
	expect(ways.map(({ how }) => how)).toEqual(['api', 'banner', 'complaint', 'identification', 'import', 'unsubscribe']);
	for (const run of written) await takeBack(s, run);
	// Nothing has drifted; what is made to differ is found, each person once, and put right.
	await followed(customerId);
	expect(await checkSets({ storage: t.storage }, customerId)).toEqual([]);
	const before = await readPlain(t, customerId);
	await t.storage.inTenant(customerId, (tx) =>
		tx.query(`update set_chunk set bits = set_bit(bits, 3, 1 - get_bit(bits, 3)) where customer_id = $1 and set_id = any($2::uuid[])`, [
			customerId,
			[hand[0], ruled[0]],
		]),
	);
	const differing = await checkSets({ storage: t.storage }, customerId);
	expect(differing.map(({ number }) => number)).toContain(3);
	expect(await checkSets({ storage: t.storage }, customerId)).toEqual([]);
	for (const id of [...hand, ...ruled])
		expect(
			(await t.storage.inTenant(customerId, (tx) => numbersOf(tx, customerId, { in: id }, { before: undefined, most: 100_000 }))).reverse(),
		).toEqual(numbersInPlain(before, id));
	// Everybody is erased, one after the other: nobody is left in anything.
	// Files brought some of whom something else was told since.
	const others = await t.storage.inTenant(customerId, (tx) =>
		tx.query<{ person: string }>('select person from person where customer_id = $1', [customerId]),
	);
	for (const person of new Set([...persons, ...others.map((one) => one.person)]))
		await t.storage.inErasure(customerId, async (tx) => {
			const { erasePerson } = await import('../../src/wings/consent/answers/erase-person.ts');
			await erasePerson(tx, t.server.kernel, customerId, person);
		});
	await heard(customerId);
	await followed(customerId);
	const left = await t.storage.inTenant(customerId, (tx) =>
		tx.query(
			`select (select count(*) from profile where customer_id = $1)::int + (select count(*) from profile_own where customer_id = $1)::int
				+ (select count(*) from segment_member where customer_id = $1)::int + (select count(*) from event where customer_id = $1)::int
				+ (select count(*) from person where customer_id = $1)::int + (select count(*) from device_token where customer_id = $1)::int
				+ coalesce((select sum(bit_count(bits)) from set_chunk where customer_id = $1), 0)::int as rows`,
			[customerId],
		),
	);
	expect(left).toEqual([{ rows: 0 }]);
	expect((await t.storage.inTenant(customerId, (tx) => membersOf(tx, customerId, persons[0] ?? ''))).members).toHaveLength(1);
});
