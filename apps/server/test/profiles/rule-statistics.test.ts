/** What the planner knows of a customer that is new beside a larger one, before rules ask about its people. */
import { expect, test } from 'vitest';
import { row, sql, text } from '../../src/kernel/storage/rows.ts';
import { joinedBy, leafCondition, peopleFrom } from '../../src/wings/profiles/rules/compile.ts';
import { createAcquaintance } from '../../src/wings/profiles/rules/statistics.ts';
import { startApp } from '../app.ts';

const t = await startApp();

/** So many people with an address, facts and three orders each, without a word to the planner. */
const fill = async (count: number): Promise<number> => {
	const { customerId } = await t.tenant();
	await t.storage.asOwner(async (owner) => {
		const id = `('00000000-0000-7000-8000-' || lpad(to_hex(g + $1::int * 100000), 12, '0'))::uuid`;
		const filled = [customerId, count];
		await owner.query(
			`insert into person (customer_id, person, number, created_at) select $1, ${id}, g, now() from generate_series(1, $2::int) g`,
			filled,
		);
		await owner.query(
			`insert into person_identifier (customer_id, kind, value, person, created_at, how)
			select $1, 'email', 'p' || g || '@example.com', ${id}, now(), 'api' from generate_series(1, $2::int) g`,
			filled,
		);
		await owner.query(
			`insert into profile (customer_id, person, number, city, changed_at) select $1, ${id}, g, 'Turku', now() from generate_series(1, $2::int) g`,
			filled,
		);
		await owner.query(
			`insert into event (customer_id, at, id, number, type, properties, received_at, how, domain_id)
			select $1, now() - g * interval '1 millisecond', gen_random_uuid(), 1 + g % $2::int, 'order', '{}', now(), 'api', gen_random_uuid()
			from generate_series(1, 3 * $2::int) g`,
			filled,
		);
		await owner.query('insert into person_counter (customer_id, next) values ($1, $2::int + 1)', filled);
	});
	return customerId;
};

const RULE = {
	all: [
		{ field: 'email' as const, is: 'known' as const, value: true },
		{ field: 'city' as const, is: 'is' as const, value: 'Turku' },
		{ field: 'event.order' as const, is: 'atLeast' as const, value: 2 },
	],
};
/** How the worker's question would be answered: names of the indexes, one after the other. */
const indexesFor = (customerId: number): Promise<string[]> =>
	t.storage.inTenant(customerId, async (tx) => {
		const condition = joinedBy(RULE, (leaf) => leafCondition(leaf, { customerId, at: new Date() }, () => 'number'));
		const plan = await tx.rows(
			row({ 'QUERY PLAN': text }),
			sql`explain select pn.number, ${condition} from ${peopleFrom(customerId)} and pn.number >= 0 and pn.number < 40000`,
		);
		return plan.flatMap((line) => / using (\w+) on /.exec(line['QUERY PLAN'])?.[1] ?? []);
	});
const partitionsOf = async (customerId: number): Promise<string[]> => {
	const { rows } = await t.storage.asOwner((owner) =>
		owner.query<{ part: string }>('select distinct tableoid::regclass::text as part from event where customer_id = $1', [customerId]),
	);
	return rows.map(({ part }) => part);
};
const lookedAt = async (): Promise<number> => {
	const { rows } = await t.storage.asOwner((owner) =>
		owner.query<{ at: Date | null }>(`select last_analyze as at from pg_stat_user_tables where relname = 'person'`),
	);
	return rows[0]?.at?.getTime() ?? 0;
};

test('a customer that is new beside a larger one is made known to the planner, once', async () => {
	// Autovacuum, which may come at any moment, would take away what is to be found.
	for (const table of ['person', 'person_identifier', 'profile'])
		await t.storage.asOwner((owner) => owner.query(`alter table ${table} set (autovacuum_enabled = false)`));
	await fill(5_000);
	await t.storage.asOwner((owner) => owner.query('analyze person, person_identifier, profile, event'));
	const small = await fill(500);
	const large = await fill(3_000);
	const acquaint = createAcquaintance(t.server.kernel);
	const began = await lookedAt();
	// Unknown, all that the customer has is read for each of its people.
	expect(await indexesFor(large)).toContain('person_identifier_pkey');
	await acquaint(small);
	expect(await lookedAt()).toBe(began);
	await acquaint(large);
	const looked = await lookedAt();
	expect(looked).toBeGreaterThan(began);
	const indexes = await indexesFor(large);
	expect(indexes).toContain('person_identifier_by_person');
	expect(indexes).not.toContain('person_identifier_pkey');
	// Of the partitions that hold any: how an empty one is looked through says nothing.
	for (const part of await partitionsOf(large)) expect(indexes).not.toContain(`${part}_customer_id_type_at_idx`);
	await acquaint(large);
	expect(await lookedAt()).toBe(looked);
});
