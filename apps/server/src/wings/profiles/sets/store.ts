/**
 * Sets of people. A set's row is locked before its chunks are written, sets in the order of their ids and chunks from the lowest:
 * so two writers wait for each other and never in a circle.
 */
import { Rule } from '@luvalla/contract/rules.ts';
import { newId, now } from '#kernel/clock.ts';
import { bool, instant, int, json, orNull, type RowOf, row, sql, text, uuid, uuids } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Within } from '../../people/wing.ts';
import { masksOf, NOBODY } from './bits.ts';

const SetRow = row({
	set_id: uuid,
	key: orNull(text),
	rule: orNull(json(Rule)),
	/** Where people are known of whom the rule may hold; null: everybody's. */
	domains: orNull(uuids),
	built_to: orNull(int),
	clock_at: orNull(instant),
	/** Somebody waits for who comes into it and who leaves. */
	watched: bool,
});
export type SetRow = RowOf<typeof SetRow>;

const COLUMNS = sql`s.set_id, s.key, s.rule, s.domains, s.built_to, s.clock_at, s.watched`;

/** Makes a set; with a rule it is built by the worker from the first number on. */
export const insertSet = (
	tx: Tx,
	customerId: number,
	set: { id: string; key?: string; rule: Rule | null; domains?: Within },
): Promise<number> =>
	tx.run(sql`insert into people_set (customer_id, set_id, key, rule, domains, built_to, clock_at)
		values (${customerId}, ${set.id}, ${set.key ?? null}, ${set.rule && JSON.stringify(set.rule)}::jsonb, ${set.domains ?? null}::uuid[],
			${set.rule && 0}::int, ${now()})
		on conflict do nothing`);

/** The set under a key, made when it is not there yet. */
export const ensureSet = async (tx: Tx, customerId: number, key: string, rule: Rule, domains: Within = null): Promise<void> => {
	await insertSet(tx, customerId, { id: newId(), key, rule, domains });
};

/** From now on this rule fills the set, or nobody does; it is built anew. */
export const changeRule = (tx: Tx, customerId: number, setId: string, rule: Rule | null, domains: Within = null): Promise<number> =>
	tx.run(sql`update people_set set rule = ${rule && JSON.stringify(rule)}::jsonb, domains = ${domains}::uuid[], built_to = ${rule && 0}::int, clock_at = ${now()}
		where customer_id = ${customerId} and set_id = ${setId}`);

/** Builds these anew: what their rules refer to is another. */
export const rebuild = (tx: Tx, customerId: number, ids: readonly string[]): Promise<number> =>
	tx.run(sql`update people_set set built_to = 0 where customer_id = ${customerId} and set_id = any(${ids}::uuid[]) and rule is not null`);

export const deleteSet = async (tx: Tx, customerId: number, setId: string): Promise<void> => {
	await tx.run(sql`delete from people_set where customer_id = ${customerId} and set_id = ${setId}`);
	await tx.run(sql`delete from set_chunk where customer_id = ${customerId} and set_id = ${setId}`);
};

/** Sets with a rule. */
export const ruledSets = (tx: Tx, customerId: number): Promise<SetRow[]> =>
	tx.rows(SetRow, sql`select ${COLUMNS} from people_set s where s.customer_id = ${customerId} and s.rule is not null order by s.set_id`);

/** The same, held until the transaction ends. */
export const holdRuledSets = (tx: Tx, customerId: number): Promise<SetRow[]> =>
	tx.rows(
		SetRow,
		sql`select ${COLUMNS} from people_set s where s.customer_id = ${customerId} and s.rule is not null order by s.set_id for update`,
	);

/** These sets, held until the transaction ends. */
export const holdSets = (tx: Tx, customerId: number, ids: readonly string[]): Promise<SetRow[]> =>
	tx.rows(
		SetRow,
		sql`select ${COLUMNS} from people_set s where s.customer_id = ${customerId} and s.set_id = any(${ids}::uuid[]) order by s.set_id for update`,
	);

/** Sets under these keys, as far as they are there. */
export const setsByKey = (tx: Tx, customerId: number, keys: readonly string[]): Promise<SetRow[]> =>
	tx.rows(SetRow, sql`select ${COLUMNS} from people_set s where s.customer_id = ${customerId} and s.key = any(${keys}::text[])`);

/** Whether any of these is not all there yet. */
export const areBuilding = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<boolean> =>
	(await tx.run(
		sql`select 1 from people_set where customer_id = ${customerId} and set_id = any(${ids}::uuid[]) and built_to is not null limit 1`,
	)) > 0;

/** How far a set is built; null: all of it. */
export const noteBuilt = (tx: Tx, customerId: number, setId: string, builtTo: number | null): Promise<number> =>
	tx.run(sql`update people_set set built_to = ${builtTo}::int where customer_id = ${customerId} and set_id = ${setId}`);

export const noteClock = (tx: Tx, customerId: number, ids: readonly string[], at: Date): Promise<number> =>
	tx.run(sql`update people_set set clock_at = ${at} where customer_id = ${customerId} and set_id = any(${ids}::uuid[])`);

/** Puts people in and takes others out; who is in both stays in. Call it while the set is held. */
export const changeBits = async (
	tx: Tx,
	customerId: number,
	setId: string,
	on: readonly number[],
	off: readonly number[],
): Promise<void> => {
	const put = masksOf(on);
	const taken = masksOf(off);
	for (const chunk of [...new Set([...put.keys(), ...taken.keys()])].sort((a, b) => a - b)) {
		const mask = put.get(chunk);
		const gone = taken.get(chunk) ?? NOBODY;
		if (mask)
			await tx.run(sql`insert into set_chunk as c (customer_id, set_id, chunk, bits) values (${customerId}, ${setId}, ${chunk}, ${mask}::bit(65536))
				on conflict (customer_id, set_id, chunk) do update set bits = (c.bits & ~(${gone}::bit(65536))) | excluded.bits
				where c.bits <> ((c.bits & ~(${gone}::bit(65536))) | excluded.bits)`);
		else
			await tx.run(sql`update set_chunk set bits = bits & ~(${gone}::bit(65536))
				where customer_id = ${customerId} and set_id = ${setId} and chunk = ${chunk} and bits <> (bits & ~(${gone}::bit(65536)))`);
	}
};

/** From now on exactly these stand in these chunks. Call it while the set is held. */
export const replaceChunks = async (
	tx: Tx,
	customerId: number,
	setId: string,
	chunks: { from: number; to: number },
	numbers: readonly number[],
): Promise<void> => {
	const masks = masksOf(numbers);
	await tx.run(sql`delete from set_chunk where customer_id = ${customerId} and set_id = ${setId} and chunk >= ${chunks.from} and chunk < ${chunks.to}
			and not chunk = any(${[...masks.keys()]}::int[])`);
	for (const [chunk, mask] of masks)
		await tx.run(sql`insert into set_chunk (customer_id, set_id, chunk, bits) values (${customerId}, ${setId}, ${chunk}, ${mask}::bit(65536))
			on conflict (customer_id, set_id, chunk) do update set bits = excluded.bits`);
};

/** Takes people out of every set there is: they are nobody any more, or somebody else. */
export const clearEverywhere = async (tx: Tx, customerId: number, numbers: readonly number[]): Promise<void> => {
	if (numbers.length === 0) return;
	const Held = row({ set_id: uuid });
	await tx.rows(Held, sql`select set_id from people_set where customer_id = ${customerId} order by set_id for update`);
	for (const [chunk, mask] of masksOf(numbers))
		await tx.run(sql`update set_chunk set bits = bits & ~(${mask}::bit(65536))
			where customer_id = ${customerId} and chunk = ${chunk} and bits <> (bits & ~(${mask}::bit(65536)))`);
};
