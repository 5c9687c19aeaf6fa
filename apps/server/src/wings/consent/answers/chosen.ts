/** People chosen in the list, one after the other by their ids, so that a walk may begin again at any of them. */
import type { PeopleSelection } from '@luvalla/contract/consent/people.ts';
import * as z from 'zod';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { refuse } from '#kernel/http/errors.ts';
import { empty, instant, int, type RowOf, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { findPersons } from '../../people/wing.ts';
import { domainsOf } from '../ledger/calls.ts';
import { withinOf } from './known.ts';
import { narrowTo } from './people-store.ts';
import { readPurposeFacts } from './purposes.ts';

/** What stands for a choice once it is made. */
export const Chosen = z.object({
	/** By their ids, in their order; null: everybody with an answer. */
	these: z.array(z.string()).nullable(),
	but: z.array(z.string()),
	/** Purposes whose answers make somebody part of the list. */
	purposes: z.array(z.string()),
	/** The answer that does; null: any. */
	answer: z.boolean().nullable(),
	/** An answer that came after this begins nothing: whoever is found by it was not chosen. Null: the list was not filtered. */
	until: z.iso.datetime().nullable(),
	/** Purposes of which it is told what holds. */
	seen: z.array(z.string()),
	/** Nobody who was made after this id is meant. */
	upTo: z.string(),
});
export type Chosen = z.infer<typeof Chosen>;

type Selection = z.output<typeof PeopleSelection>;

const FIRST = '00000000-0000-0000-0000-000000000000';

const lower = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))].sort();

/** A choice in the eyes of whoever makes it. A search is carried out now: who begins to match it later was not chosen. @throws Refused */
export const choose = async (tx: Tx, scope: Scope, selection: Selection): Promise<Chosen> => {
	const { customerId } = scope;
	const facts = await readPurposeFacts(tx, customerId, domainsOf(scope));
	const seen = facts.map(({ id }) => id);
	const upTo = newId();
	if ('these' in selection) return { these: lower(selection.these), but: [], purposes: seen, answer: null, until: null, seen, upTo };
	const but = lower(selection.but);
	const { q, ...narrowing } = selection.all;
	const { purposes, answer, narrowed } = narrowTo(facts, narrowing);
	const found = q?.trim() ? (await findPersons(tx, customerId, q, withinOf(scope), true)).found : null;
	const everybody: Chosen = { these: null, but, purposes, answer, until: narrowed ? now().toISOString() : null, seen, upTo };
	const chosen = found === null ? everybody : { ...everybody, these: (await answering(tx, customerId, everybody, found)).sort() };
	if ((await nextChosen(tx, customerId, chosen, null, 1)).length === 0) throw refuse('nothing_chosen');
	return chosen;
};

const PersonRow = row({ person: uuid });

const meant = (customerId: number, { but, purposes, answer, until, upTo }: Chosen): Sql =>
	sql`s.customer_id = ${customerId} and s.purpose_id = any(${purposes}::uuid[]) and s.person <= ${upTo} and s.person <> all(${but}::uuid[])
		${answer === null ? empty : sql`and s.value = ${answer}`} ${until === null ? empty : sql`and s.received_at <= ${until}::timestamptz`}`;

/** Those of them who have an answer. */
const answering = async (tx: Tx, customerId: number, chosen: Chosen, persons: readonly string[]): Promise<string[]> =>
	(
		await tx.rows(
			PersonRow,
			sql`select distinct s.person from consent_state s where ${meant(customerId, chosen)} and s.person = any(${persons}::uuid[])`,
		)
	).map(({ person }) => person);

/** The next ones after this id; null: the first. */
export const nextChosen = async (tx: Tx, customerId: number, chosen: Chosen, after: string | null, limit: number): Promise<string[]> => {
	const { these } = chosen;
	if (these !== null) return these.filter((id) => after === null || id > after).slice(0, limit);
	const found = await tx.rows(
		PersonRow,
		sql`select distinct s.person from consent_state s where ${meant(customerId, chosen)} and s.person > ${after ?? FIRST} order by s.person limit ${limit}`,
	);
	return found.map(({ person }) => person);
};

const CountRow = row({ n: int });

/** How many there are in all. Reads everybody's answers where everybody was chosen: for a run, not for a request. */
export const countChosen = async (tx: Tx, customerId: number, chosen: Chosen): Promise<number> => {
	if (chosen.these !== null) return chosen.these.length;
	const counted = await tx.first(
		CountRow,
		sql`select count(*)::int as n from (select distinct s.person from consent_state s where ${meant(customerId, chosen)}) c`,
	);
	return counted?.n ?? 0;
};

const AnsweredRow = row({ person: uuid, last_at: instant, yes: int, no: int });

/** What holds of these, by their ids, whatever they were found by; nobody without an answer. */
export const readAnswered = (
	tx: Tx,
	customerId: number,
	chosen: Chosen,
	persons: readonly string[],
): Promise<RowOf<typeof AnsweredRow>[]> =>
	tx.rows(
		AnsweredRow,
		sql`select s.person, max(s.received_at) as last_at, count(*) filter (where s.value)::int as yes,
			count(*) filter (where not s.value)::int as no
		from consent_state s
		where ${meant(customerId, { ...chosen, purposes: chosen.seen, answer: null, until: null })} and s.person = any(${persons}::uuid[])
		group by s.person order by s.person`,
	);
