/** Conditions about events, asked of many people at once: of each of them the same as asked by themselves, wherever the walk is cut. */
import type { RuleLeaf } from '@luvalla/contract/rules.ts';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { now } from '../../src/kernel/clock.ts';
import { bool, int, join, raw, row, sql } from '../../src/kernel/storage/rows.ts';
import { freshenTables } from '../../src/kernel/storage/statistics.ts';
import { leafCondition, peopleFrom } from '../../src/wings/profiles/rules/compile.ts';
import { kindsOf } from '../../src/wings/profiles/rules/follow.ts';
import { walkOver } from '../../src/wings/profiles/rules/walk.ts';
import { startApp } from '../app.ts';
import { uploadStage } from './upload-stage.ts';

const t = await startApp();

const PEOPLE = 12;
const DAY_MS = 86_400_000;
const order = (over: Partial<RuleLeaf>): RuleLeaf => ({ field: 'event.order', is: 'atLeast', value: 1, ...over });
const LEAVES: readonly RuleLeaf[] = [
	...[0, 1, 2, 5].flatMap((value) => (['atLeast', 'atMost', 'is', 'isNot'] as const).map((is) => order({ is, value }))),
	order({ within: 30 }),
	order({ is: 'atMost', value: 0, within: 30 }),
	order({ is: 'isNot', value: 1, within: 400 }),
	order({ where: [{ property: 'sum', is: 'atLeast', value: 100 }] }),
	order({ where: [{ property: 'sum', is: 'isNot', value: 100 }], is: 'atLeast', value: 2 }),
	order({ field: 'event.viewed', value: 2 }),
	order({ field: 'event.never', is: 'atMost', value: 0 }),
];

test('a walk finds of everybody what is found of them alone, also of who are one across its cuts', async () => {
	const s = await uploadStage(t);
	const { domainId, customerId } = s.tenant;
	const post = async (path: string, body: object) => {
		const sent = await t.send(null, 'POST', path, { headers: s.machine, body: { domainId, ...body } });
		expect(sent.status, sent.text).toBe(200);
		return sent.json().data.results;
	};
	const emails = Array.from({ length: PEOPLE }, (_, n) => `p${n}@walk.example`);
	const ids: string[] = (await post('/edge/v1/profiles', { profiles: emails.map((email) => ({ person: { email } })) })).map(
		(one: { luvallaId: string }) => one.luvallaId,
	);
	// The n-th has n mod 4 orders, from today back to a year ago, and as many of another kind.
	const events = emails.flatMap((email, n) =>
		Array.from({ length: n % 4 }, (_, k) => {
			const at = Date.now() - k * 120 * DAY_MS - n * 1000;
			return ['order', 'viewed'].map((type) => ({
				id: v7({ msecs: at }),
				at: new Date(at).toISOString(),
				person: { email },
				type,
				properties: { sum: 50 * (n % 4) },
			}));
		}).flat(),
	);
	for (const { outcome } of await post('/edge/v1/events', { events })) expect(outcome).toBe('stored');
	// One of the first and one of the last are one, and three in a row; both ways.
	for (const [kept, gone] of [
		[1, 10],
		[11, 2],
		[5, 6],
		[5, 7],
	] as const) {
		const merged = await t.send(s.owner, 'POST', `/api/manage/domain/person/${ids[kept]}/merge`, {
			headers: { customer_key: String(customerId) },
			body: { other: ids[gone] },
		});
		expect(merged.status, merged.text).toBe(200);
	}
	const time = { customerId, at: now() };
	const Asked = row({ number: int, ...Object.fromEntries(LEAVES.flatMap((_, n) => [`w${n}`, `a${n}`]).map((name) => [name, bool])) });
	let compared = 0;
	for (const width of [1, 3, 5, PEOPLE])
		for (let from = 0; from < PEOPLE; from += width) {
			const rows = await t.storage.inTenant(customerId, async (tx) => {
				const kinds = await kindsOf(tx, customerId);
				const sqlOf = await walkOver(tx, time, kinds, LEAVES, { from, to: from + width }, 1000);
				const columns = LEAVES.flatMap((leaf, n) => [
					sql`${sqlOf(leaf)} as ${raw(`w${n}`)}`,
					sql`${leafCondition(leaf, time, kinds)} as ${raw(`a${n}`)}`,
				]);
				// The walk reads no event any more: it knows.
				expect(sqlOf(order({})).text).not.toContain('from event');
				return tx.rows(
					Asked,
					sql`select pn.number, ${join(columns)} from ${peopleFrom(customerId)} and pn.number >= ${from} and pn.number < ${from + width}`,
				);
			});
			for (const one of rows)
				for (const [n, leaf] of LEAVES.entries()) {
					expect([one.number, leaf, Reflect.get(one, `w${n}`)]).toEqual([one.number, leaf, Reflect.get(one, `a${n}`)]);
					compared += 1;
				}
		}
	// Eight people are left of twelve, in four ways of cutting.
	expect(compared).toBe(8 * 4 * LEAVES.length);
});

test('where a condition has more events than it is worth, each person is asked', async () => {
	const s = await uploadStage(t);
	const { customerId } = s.tenant;
	const sqlOf = await t.storage.inTenant(customerId, async (tx) =>
		walkOver(tx, { customerId, at: now() }, await kindsOf(tx, customerId), [order({})], { from: 0, to: 10 }, 0),
	);
	expect(sqlOf(order({})).text).toContain('from event');
});

test('what people are known by is read once for all, and says of everybody what it says of them alone', async () => {
	const s = await uploadStage(t);
	const { domainId, customerId } = s.tenant;
	const profiles = Array.from({ length: PEOPLE }, (_, n) => ({
		person: {
			email: `p${n}@named.example`,
			...(n % 3 === 0 && { externalId: `A${n}` }),
			...(n % 4 === 0 && { phone: `+35840123450${n % 10}` }),
		},
	}));
	const sent = await t.send(null, 'POST', '/edge/v1/profiles', { headers: s.machine, body: { domainId, profiles } });
	expect(sent.status, sent.text).toBe(200);
	const ids: string[] = sent.json().data.results.map((one: { luvallaId: string }) => one.luvallaId);
	for (const [kept, gone] of [
		[1, 9],
		[11, 0],
	] as const) {
		const merged = await t.send(s.owner, 'POST', `/api/manage/domain/person/${ids[kept]}/merge`, {
			headers: { customer_key: String(customerId) },
			body: { other: ids[gone] },
		});
		expect(merged.status, merged.text).toBe(200);
	}
	await freshenTables(t.server.kernel, ['person_identifier']);
	const leaves: readonly RuleLeaf[] = [
		{ field: 'email', is: 'contains', value: 'P1' },
		{ field: 'email', is: 'is', value: 'p9@named.example' },
		{ field: 'email', is: 'isNot', value: 'p9@named.example' },
		{ field: 'email', is: 'oneOf', value: ['p0@named.example', 'p3@named.example'] },
		{ field: 'externalId', is: 'startsWith', value: 'a' },
		{ field: 'externalId', is: 'unknown' },
		{ field: 'phone', is: 'known' },
		{ field: 'phone', is: 'is', value: '040 123 4504' },
		{ field: 'mailable', is: 'known' },
		{ field: 'mailable', is: 'unknown' },
	];
	const time = { customerId, at: now() };
	const Asked = row({ number: int, ...Object.fromEntries(leaves.flatMap((_, n) => [`w${n}`, `a${n}`]).map((name) => [name, bool])) });
	for (const to of [PEOPLE, 4]) {
		const rows = await t.storage.inTenant(customerId, async (tx) => {
			const kinds = await kindsOf(tx, customerId);
			const sqlOf = await walkOver(tx, time, kinds, leaves, { from: 0, to }, to);
			const columns = leaves.flatMap((leaf, n) => [
				sql`${sqlOf(leaf)} as ${raw(`w${n}`)}`,
				sql`${leafCondition(leaf, time, kinds)} as ${raw(`a${n}`)}`,
			]);
			for (const leaf of leaves) expect(sqlOf(leaf).text).not.toContain('person_identifier');
			return tx.rows(Asked, sql`select pn.number, ${join(columns)} from ${peopleFrom(customerId)} and pn.number < ${to}`);
		});
		for (const one of rows)
			for (const [n, leaf] of leaves.entries())
				expect([one.number, leaf, Reflect.get(one, `w${n}`)]).toEqual([one.number, leaf, Reflect.get(one, `a${n}`)]);
		expect(rows.length).toBe(to === PEOPLE ? PEOPLE - 2 : 3);
	}
});
