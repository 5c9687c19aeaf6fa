/**
 * What PostgreSQL's planner knows of a customer, before rules ask about its people. Autovacuum looks at a table once a tenth of it has
 * changed: a customer that is new beside larger ones stays unknown for long. It is taken for nobody's then, and what is known of each of its
 * people is looked for among what is known of all of them: thousands take seconds, and tens of thousands no end.
 */
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import { freshenTables } from '#kernel/storage/statistics.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const ASKED = [
	'person',
	'person_identifier',
	'person_seen',
	'person_alias',
	'profile',
	'profile_seen',
	'consent_state',
	'event',
	'set_chunk',
] as const;

/** Rows from which on it matters, and how many the planner has to expect of them. */
const MANY = 1_000;
const EXPECTED = MANY / 10;
/** A customer is looked at again once it has doubled, and otherwise so often until its tables were looked at for it. */
const AGAIN_MS = 60_000;

const Size = row({ next: int });
const Count = row({ n: int });
const PlanLine = row({ 'QUERY PLAN': text });

/** How many rows the planner expects of `from …`; Infinity where it does not say. */
export const plannedRows = async (tx: Tx, from: Sql): Promise<number> => {
	const top = await tx.first(PlanLine, sql`explain select 1 ${from}`);
	return Number(/ rows=(\d+) /.exec(top?.['QUERY PLAN'] ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
};

/** Whether there are many rows of which the planner expects next to none. */
const isUnknown = async (tx: Tx, rows: Sql): Promise<boolean> => {
	const there = await tx.first(Count, sql`select count(*)::int as n from (select 1 ${rows} limit ${MANY}) r`);
	if ((there?.n ?? 0) < MANY) return false;
	return (await plannedRows(tx, rows)) < EXPECTED;
};

/** Answers a function that has the planner look at the tables of rules where it does not know of a customer. */
export const createAcquaintance = ({ storage, log }: Pick<Kernel, 'storage' | 'log'>): ((customerId: number) => Promise<void>) => {
	/** By customer: how large it was when it was looked at last, when, and whether that was what it took. */
	const looked = new Map<number, { readonly size: number; readonly at: number; readonly fresh: boolean }>();
	return async (customerId) => {
		const at = now().getTime();
		const last = looked.get(customerId);
		const unknown = await storage.inTenant(customerId, async (tx) => {
			const counter = await tx.first(Size, sql`select next from person_counter where customer_id = ${customerId}`);
			const size = counter?.next ?? 0;
			if (size < MANY) return null;
			if (last && size < last.size * 2 && (last.fresh || at - last.at < AGAIN_MS)) return null;
			looked.set(customerId, { size, at, fresh: false });
			for (const rows of [
				sql`from person where customer_id = ${customerId}`,
				sql`from person_identifier where customer_id = ${customerId}`,
				sql`from profile where customer_id = ${customerId}`,
				sql`from event where customer_id = ${customerId}`,
			])
				if (await isUnknown(tx, rows)) return size;
			return null;
		});
		if (unknown !== null && (await freshenTables({ storage, log }, ASKED))) looked.set(customerId, { size: unknown, at, fresh: true });
	};
};
