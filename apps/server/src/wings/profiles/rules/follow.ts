/**
 * Keeps rules' sets true. Whoever changes something that a rule may ask about notes whose it is, in the same transaction; a worker
 * looks at them again, all rules at once, and puts right what changed. New rules are built from the first number on, and time moves
 * by noting whom it changes something for.
 */
import type { Rule, RuleLeaf } from '@luvalla/contract/rules.ts';
import { newId, now } from '#kernel/clock.ts';
import { int4s, uuids } from '#kernel/storage/arrays.ts';
import { int, ints, join, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf, noteWords, TOUCHED } from '../../people/wing.ts';
import { CHUNK } from '../sets/bits.ts';
import { changeSet } from '../sets/change.ts';
import { holdRuledSets, noteBuilt, noteClock, replaceChunks, type SetRow } from '../sets/store.ts';
import { dayOf, daysBefore, filledBy, type KindOf, leafCondition, leavesOf, peopleFrom, segmentsIn } from './compile.ts';
import { knownFields } from './fields.ts';
import { walkOver } from './walk.ts';

/** People that one note names at most, and that a step looks at. */
const NOTE = 5_000;
const NOTES_A_STEP = 4;
/** Chunks that a step of building takes. */
const CHUNKS_A_STEP = 4;
/** Time is followed so often. */
export const CLOCK_MS = 30_000;

const Person = row({ number: int });

/** Notes numbers of people. */
export const touchNumbers = async (tx: Tx, customerId: number, numbers: readonly number[]): Promise<void> => {
	if (numbers.length === 0) return;
	for (let at = 0; at < numbers.length; at += NOTE)
		await tx.run(
			sql`insert into people_touched (customer_id, touch_id, numbers) values (${customerId}, ${newId()}, ${int4s(numbers.slice(at, at + NOTE))}::int[])`,
		);
	await tx.run(sql`select pg_notify(${TOUCHED}, ${String(customerId)})`);
};

/**
 * Notes people by any of their ids, of whom what a search finds them by may be another, too.
 * @param newcomers numbers of those of them whom nobody needs to look up; @param words false: nothing that they are searched by has changed
 */
export const touchPersons = async (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
	newcomers: ReadonlyMap<string, number> = new Map(),
	words = true,
): Promise<void> => {
	const known = persons.filter((person) => !newcomers.has(person));
	const rows =
		known.length === 0
			? []
			: await tx.rows(Person, sql`select number from person where customer_id = ${customerId} and person = any(${uuids(known)}::uuid[])`);
	const numbers = [...persons.flatMap((person) => newcomers.get(person) ?? []), ...rows.map(({ number }) => number)];
	await Promise.all([words && noteWords(tx, customerId, numbers), touchNumbers(tx, customerId, numbers)]);
};

/** Kinds of the fields that rules name. */
export const kindsOf = async (tx: Tx, customerId: number): Promise<KindOf> => {
	const fields = new Map((await knownFields(tx, customerId)).map((field) => [field.key, field]));
	return (key, property) => {
		const field = fields.get(key);
		return property === undefined ? field?.kind : field?.happened?.find((one) => one.key === property)?.kind;
	};
};

/** Parameters that a set, a condition of it, and one on a property of what happened have at most, and those that one statement may have. */
const OF_A_SET = 20;
const OF_A_LEAF = 20;
const OF_A_PROPERTY = 8;
const OF_A_STATEMENT = 40_000;

const parametersOf = (rule: Rule | null): number =>
	leavesOf(rule ?? { all: [] }).reduce((sum, { leaf }) => sum + OF_A_LEAF + OF_A_PROPERTY * (leaf.where?.length ?? 0), OF_A_SET);

/** The same sets, as many together as one statement can ask about. */
const askedTogether = <S extends { readonly rule: Rule | null }>(sets: readonly S[]): S[][] => {
	const groups: S[][] = [];
	let left = 0;
	for (const set of sets) {
		const own = parametersOf(set.rule);
		if (own > left) {
			groups.push([]);
			left = OF_A_STATEMENT;
		}
		groups.at(-1)?.push(set);
		left -= own;
	}
	return groups;
};

/** Sets in an order in which each comes after those that its rule refers to; in one group, nobody refers to another, and one statement asks about all. */
export const levelsOf = <S extends { readonly set_id: string; readonly rule: Rule | null }>(sets: readonly S[]): S[][] => {
	const levels: S[][] = [];
	let left = [...sets];
	while (left.length > 0) {
		const waiting = new Set(left.map((set) => set.set_id));
		const ready = left.filter(({ set_id: id, rule }) => rule === null || segmentsIn(rule).every((one) => one === id || !waiting.has(one)));
		// A circle is refused when a rule is saved; if there is one all the same, it is walked once.
		const level = ready.length > 0 ? ready : left;
		levels.push(...askedTogether(level));
		left = left.filter((set) => !level.includes(set));
	}
	return levels;
};

/** Sets whose rules refer to this one, or to one that does. */
export const referringTo = (sets: readonly SetRow[], id: string): string[] => {
	const found = new Set([id]);
	for (let more = true; more; ) {
		const next = sets.filter((set) => !found.has(set.set_id) && set.rule !== null && segmentsIn(set.rule).some((one) => found.has(one)));
		for (const set of next) found.add(set.set_id);
		more = next.length > 0;
	}
	found.delete(id);
	return [...found];
};

const Held = row({ number: int, held: text });

/** Which of these sets hold of whom, by number, in the order of the sets. Who is nobody, or somebody else now, is in none. */
const judgePeople = async (
	tx: Tx,
	customerId: number,
	sets: readonly SetRow[],
	whom: Sql,
	sqlOf: (leaf: RuleLeaf) => Sql,
): Promise<Map<number, string>> => {
	const conditions = sets.map(({ rule, domains }) =>
		rule === null ? sql`'0'` : sql`case when ${filledBy(customerId, { rule, domains }, sqlOf)} then '1' else '0' end`,
	);
	const rows = await tx.rows(Held, sql`select pn.number, ${join(conditions, ' || ')} as held from ${peopleFrom(customerId)} and ${whom}`);
	return new Map(rows.map(({ number, held }) => [number, held]));
};

const Gone = row({ person: uuid });

/** These numbers, and those of whoever they lead to: what was told of somebody who is one with another counts for that one. */
const withKept = async (tx: Tx, customerId: number, numbers: readonly number[]): Promise<number[]> => {
	const gone = await tx.rows(
		Gone,
		sql`select pn.person from person pn
			join person_alias a on a.customer_id = ${customerId} and a.gone = pn.person and a.undone_at is null
		where pn.customer_id = ${customerId} and pn.number = any(${numbers}::int[])`,
	);
	if (gone.length === 0) return [...numbers];
	const clusters = await clustersOf(
		tx,
		customerId,
		gone.map(({ person }) => person),
	);
	const kept = [...new Set([...clusters.values()].map((cluster) => cluster.kept))];
	const rows = await tx.rows(Person, sql`select number from person where customer_id = ${customerId} and person = any(${kept}::uuid[])`);
	return [...new Set([...numbers, ...rows.map(({ number }) => number)])];
};

const Note = row({ numbers: ints });

/** Looks again at people who were noted; answers how many notes were worked off. */
const settleNotes = async (tx: Tx, customerId: number, sets: readonly SetRow[], kinds: KindOf, at: Date): Promise<number> => {
	const notes = await tx.rows(
		Note,
		sql`delete from people_touched where customer_id = ${customerId} and touch_id in (
			select t.touch_id from people_touched t where t.customer_id = ${customerId} order by t.touch_id limit ${NOTES_A_STEP} for update skip locked)
		returning numbers`,
	);
	if (notes.length === 0) return 0;
	const numbers = await withKept(tx, customerId, [...new Set(notes.flatMap((note) => note.numbers))]);
	const time = { customerId, at };
	for (const level of levelsOf(sets)) {
		const held = await judgePeople(tx, customerId, level, sql`pn.number = any(${numbers}::int[])`, (leaf) =>
			leafCondition(leaf, time, kinds),
		);
		for (const [n, set] of level.entries()) {
			const on = numbers.filter((number) => held.get(number)?.[n] === '1');
			const off = numbers.filter((number) => held.get(number)?.[n] !== '1');
			await changeSet(tx, customerId, set, on, off);
		}
	}
	return notes.length;
};

const Next = row({ next: int });

/** Builds on, a range of numbers; answers whether anything is left to build. */
const buildOn = async (tx: Tx, customerId: number, sets: readonly SetRow[], kinds: KindOf, at: Date): Promise<boolean> => {
	// Of those that are not all there the first level comes first: what refers to it would count too few.
	const level = levelsOf(sets)
		.map((sets) => sets.filter((set) => set.built_to !== null))
		.find((sets) => sets.length > 0);
	if (!level) return false;
	const from = Math.min(...level.map((set) => set.built_to ?? 0));
	const building = level.filter((set) => set.built_to === from);
	const counter = await tx.first(Next, sql`select next from person_counter where customer_id = ${customerId}`);
	const next = counter?.next ?? 0;
	const to = from + CHUNKS_A_STEP * CHUNK;
	const rules = building.flatMap(({ rule }) => rule ?? []);
	const sqlOf = await walkOver(tx, { customerId, at }, kinds, rules, { from, to }, Math.min(next, to) - from);
	const held = await judgePeople(tx, customerId, building, sql`pn.number >= ${from} and pn.number < ${to}`, sqlOf);
	for (const [n, set] of building.entries()) {
		const on: number[] = [];
		for (const [number, bits] of held) if (bits[n] === '1') on.push(number);
		await replaceChunks(tx, customerId, set.set_id, { from: from / CHUNK, to: to / CHUNK }, on);
		await noteBuilt(tx, customerId, set.set_id, to >= next ? null : to);
	}
	return true;
};

const Changed = row({ number: int });

/** Whether a rule can hold of somebody, or no longer, without anything happening. */
const dependsOnTime = (rule: Rule): boolean =>
	leavesOf(rule).some(({ leaf }) => leaf.within !== undefined || leaf.is === 'inLast' || leaf.where?.some((one) => one.is === 'inLast'));

/** Notes whom time changed something for between two moments. */
const followTime = async (tx: Tx, customerId: number, sets: readonly SetRow[], at: Date): Promise<void> => {
	const due = sets.filter(
		({ rule, clock_at: clock }) => rule !== null && dependsOnTime(rule) && clock !== null && at.getTime() - clock.getTime() >= CLOCK_MS,
	);
	if (due.length === 0) return;
	const asked = new Map<string, Sql>();
	for (const { rule, clock_at: clock } of due) {
		if (rule === null || clock === null) continue;
		for (const { leaf } of leavesOf(rule)) {
			const { field, is, value, within } = leaf;
			if (within !== undefined)
				asked.set(
					`${field} ${within} ${clock.getTime()}`,
					sql`select distinct e.number from event e where e.customer_id = ${customerId} and e.type = ${field.slice('event.'.length)}
						and e.at > ${daysBefore(clock, within)} and e.at <= ${daysBefore(at, within)}`,
				);
			const days = [
				...(is === 'inLast' && !field.startsWith('event.') ? [{ on: field, days: Number(value) }] : []),
				...(leaf.where ?? []).flatMap((one) => (one.is === 'inLast' ? [{ on: `${field}.${one.property}`, days: Number(one.value) }] : [])),
			];
			if (days.length === 0 || dayOf(clock) === dayOf(at)) continue;
			// A day is over: whoever has a day there is looked at again.
			for (const { on } of days) asked.set(on, peopleWithDay(customerId, leaf.field));
		}
	}
	for (const question of asked.values()) {
		const rows = await tx.rows(Changed, question);
		await touchNumbers(
			tx,
			customerId,
			rows.map(({ number }) => number),
		);
	}
	await noteClock(
		tx,
		customerId,
		due.map((set) => set.set_id),
		at,
	);
};

const peopleWithDay = (customerId: number, field: string): Sql => {
	if (field.startsWith('event.'))
		return sql`select distinct e.number from event e where e.customer_id = ${customerId} and e.type = ${field.slice('event.'.length)}`;
	if (field === 'createdAt') return sql`select pn.number from person pn where pn.customer_id = ${customerId}`;
	if (field === 'seenAt') return sql`select s.number from profile_seen s where s.customer_id = ${customerId} and s.seen_at is not null`;
	return sql`select p.number from profile p where p.customer_id = ${customerId} and p.attributes ? ${field.slice('attribute.'.length)}`;
};

/** A limited piece of what there is to do for a customer; answers whether there is more. */
export const followOn = async (tx: Tx, customerId: number): Promise<boolean> => {
	const at = now();
	// Held first: what anybody wrote before is seen by every statement from here on.
	const sets = await holdRuledSets(tx, customerId);
	const kinds = await kindsOf(tx, customerId);
	await followTime(tx, customerId, sets, at);
	const settled = await settleNotes(tx, customerId, sets, kinds, at);
	if (settled === NOTES_A_STEP) return true;
	return buildOn(tx, customerId, sets, kinds, at);
};

const Waiting = row({ id: uuid });
/** Whether anything waits for the worker: sets are behind until then. */
export const isBehind = async (tx: Tx, customerId: number): Promise<boolean> => {
	const waiting = await tx.rows(
		Waiting,
		sql`(select touch_id as id from people_touched where customer_id = ${customerId} limit 1)
		union all (select set_id as id from people_set where customer_id = ${customerId} and built_to is not null limit 1)`,
	);
	return waiting.length > 0;
};
