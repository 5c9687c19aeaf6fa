/** How many people a rule holds of while it is written, as a whole and line by line. */
import type { LineCount } from '@luvalla/contract/profiles/segments.ts';
import { isLeaf, partsOf, type Rule } from '@luvalla/contract/rules.ts';
import { now } from '#kernel/clock.ts';
import { bytes, empty, int, join, orNull, raw, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Within } from '../../people/wing.ts';
import { knownOn } from '../members.ts';
import { joinedBy, leavesOf, MEMBERS, peopleFrom } from '../rules/compile.ts';
import { kindsOf } from '../rules/follow.ts';
import { walkOver } from '../rules/walk.ts';

/** Every line of a rule that is counted: conditions and groups, but for the outermost. */
const linesOf = (
	rule: Rule,
	path: readonly number[] = [],
): { path: readonly number[]; line: Rule; before: readonly Rule[]; any: boolean }[] =>
	isLeaf(rule)
		? []
		: partsOf(rule).flatMap((line, n) => [
				{ path: [...path, n], line, before: partsOf(rule).slice(0, n), any: !('all' in rule) },
				...linesOf(line, [...path, n]),
			]);

const Next = row({ next: int });
const Counts = row({ counts: text, numbers: orNull(bytes) });

export interface RuleCounts {
	readonly count: number;
	/** Everybody who was asked about. */
	readonly of: number;
	readonly lines: LineCount[];
	/** Of whom it holds, as `maskOfSent` reads them; null where they are not asked for, and of nobody. */
	readonly numbers: Buffer | null;
}

/** @param asked `within`: only people who are known on these domains; null: all */
export const countLines = async (
	tx: Tx,
	customerId: number,
	rule: Rule,
	{ within, numbers }: { readonly within: Within; readonly numbers: boolean },
): Promise<RuleCounts> => {
	const counter = await tx.first(Next, sql`select next from person_counter where customer_id = ${customerId}`);
	const to = counter?.next ?? 0;
	const sqlOf = await walkOver(tx, { customerId, at: now() }, await kindsOf(tx, customerId), [rule], { from: 0, to }, to);
	// Each condition is asked once of each person, however many lines it counts in.
	const asked = new Map(leavesOf(rule).map(({ leaf }, n) => [leaf, { name: raw(`l${n}`), holds: sqlOf(leaf) }] as const));
	const joined = (one: Rule): Sql =>
		joinedBy(one, (leaf) => {
			const column = asked.get(leaf);
			if (!column) throw new Error('A line has a condition that its rule does not have.');
			return sql`w.${column.name}`;
		});
	const holds = joined(rule);
	const lines = linesOf(rule);
	const filters = [
		sql`true`,
		holds,
		...lines.flatMap(({ line, before, any }) => [joined(line), joined(any ? { any: [...before, line] } : { all: [...before, line] })]),
	];
	const columns = [sql`pn.number`, ...[...asked.values()].map((one) => sql`${one.holds} as ${one.name}`)];
	const found = await tx.first(
		Counts,
		// One array: a function takes no more than a hundred arguments.
		sql`select array_to_string(array[${join(filters.map((filter) => sql`count(*) filter (where ${filter})`))}], ' ') as counts,
			${numbers ? sql`string_agg(int4send(w.number), '') filter (where ${holds})` : sql`null::bytea`} as numbers
		from (select ${join(columns)} from ${peopleFrom(customerId)}${within === null ? empty : sql` and ${knownOn(customerId, MEMBERS, within)}`} offset 0) w`,
	);
	const [of = 0, count = 0, ...rest] = (found?.counts ?? '').split(' ').map(Number);
	return {
		count,
		of,
		lines: lines.map(({ path }, n) => ({ path: [...path], alone: rest[n * 2] ?? 0, soFar: rest[n * 2 + 1] ?? 0 })),
		numbers: found?.numbers ?? null,
	};
};
