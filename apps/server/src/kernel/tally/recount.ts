/**
 * Holds counts against the rows they count, and puts them right. Both are read by one statement, and a count is written in the
 * transaction of its row: whatever goes on meanwhile, a difference is one. What is missing is added, so nobody has to wait.
 */
import { raw, type Sql, sql } from '../storage/rows.ts';
import { addRows, type Counter, namesOf } from './tally.ts';

export interface Recount {
	readonly counter: Counter;
	/** Counts every row anew: a query of the key's columns, `minute` and `n`. */
	readonly rows: (customerId: number) => Sql;
	/** Of which counts `c` there are rows to count; the others are left as they are. */
	readonly covers: (customerId: number) => Sql;
}

/** The query of what differs: the key's columns, `minute`, and `n`, which is missing (less than nothing: it is too much). */
export const differing = ({ counter, rows, covers }: Recount, customerId: number): Sql => {
	const names = namesOf(counter);
	const named = namesOf(counter, 'c.');
	return sql`select ${names}, minute, sum(n)::int8 as n from (
			select ${named}, c.minute, c.n::numeric as n from (${rows(customerId)}) c where ${covers(customerId)}
			union all
			select ${named}, c.minute, -c.n::numeric from ${raw(counter.table)} c
			where c.customer_id = ${customerId} and ${covers(customerId)}
		) d group by ${names}, minute having sum(n) <> 0`;
};

/** The statement that adds what is missing; it changes a row for each difference. */
export const repairing = (recount: Recount, customerId: number): Sql =>
	addRows(recount.counter, customerId, 0, differing(recount, customerId));
