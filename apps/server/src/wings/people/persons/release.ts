/** A person is forgotten when no wing holds anything of them any more. */
import { IDENTIFIER_KINDS } from '@luvalla/contract/people/identifiers.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { uuids } from '#kernel/storage/arrays.ts';
import { instant, int, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type CountNews, tellCounts } from '#kernel/tally/news.ts';
import { carryNoes } from '../objections/carry.ts';
import { forgetChoices } from '../objections/own-choice.ts';
import { clustersOf } from './clusters.ts';
import { madeOn } from './made-on.ts';
import { dropWords } from './words.ts';

const Identifier = row({ kind: oneOf(IDENTIFIER_KINDS), value: text, person: uuid });
const Numbered = row({ person: uuid, number: int, created_at: instant, made_on: orNull(uuid) });
const Alias = row({ gone: uuid, merged_at: instant, undone_at: orNull(instant) });

/** What the roll-ups are told: the rows are gone, and whoever had not been merged into somebody before leaves now. */
function* leaving(persons: readonly RowOf<typeof Numbered>[], aliases: readonly RowOf<typeof Alias>[], at: Date): Generator<CountNews> {
	const merged = new Set(aliases.flatMap(({ gone, undone_at: undone }) => (undone === null ? [gone] : [])));
	const madeOn = new Map(persons.map((one) => [one.person, one.made_on]));
	for (const { person, created_at: created, made_on: domainId } of persons) {
		yield { what: 'profile', domainId, at: created, n: 0, gone: 1 };
		if (!merged.has(person)) yield { what: 'left', domainId, at, n: 1 };
	}
	for (const { gone, merged_at: mergedAt, undone_at: undoneAt } of aliases) {
		const domainId = madeOn.get(gone) ?? null;
		yield { what: 'merged', domainId, at: mergedAt, n: 0, gone: 1 };
		if (undoneAt !== null) yield { what: 'unmerged', domainId, at: undoneAt, n: 0, gone: 1 };
	}
}

/**
 * Forgets those of these persons of whom nobody holds anything, each with all that are one with them; answers who is gone. Call
 * it under `lockPeople`, in the transaction that took the last of what was held.
 */
export const releasePersons = async (
	tx: Tx,
	{ hooks, secrets }: Pick<Kernel, 'hooks' | 'secrets'>,
	customerId: number,
	persons: readonly string[],
): Promise<string[]> => {
	if (persons.length === 0) return [];
	const clusters = [...new Set((await clustersOf(tx, customerId, persons)).values())];
	const asked = [...new Set(clusters.flatMap(({ members }) => members))];
	const held = new Set((await hooks.holds.ask(tx, { customerId, persons: asked })).flat());
	const gone = [
		...new Set(clusters.filter(({ members }) => !members.some((member) => held.has(member))).flatMap(({ members }) => members)),
	];
	if (gone.length === 0) return [];
	const names = await tx.rows(
		Identifier,
		sql`select kind, value, person from person_identifier where customer_id = ${customerId} and person = any(${uuids(gone)}::uuid[])`,
	);
	await carryNoes(tx, secrets, customerId, names);
	await tx.run(sql`delete from person_identifier where customer_id = ${customerId} and person = any(${uuids(gone)}::uuid[])`);
	await tx.run(sql`delete from person_stop where customer_id = ${customerId} and person = any(${uuids(gone)}::uuid[])`);
	await forgetChoices(tx, customerId, gone);
	const words = [...names, ...gone.map((value) => ({ kind: 'luvallaId', value }))];
	await forgetWords(tx, customerId, words);
	const aliases = await tx.rows(
		Alias,
		sql`delete from person_alias where customer_id = ${customerId} and (gone = any(${gone}::uuid[]) or kept = any(${gone}::uuid[]))
			returning gone, merged_at, undone_at`,
	);
	const numbers = await tx.rows(
		Numbered,
		sql`delete from person p where p.customer_id = ${customerId} and p.person = any(${gone}::uuid[])
			returning p.person, p.number, p.created_at, ${madeOn(customerId)} as made_on`,
	);
	await tellCounts(tx, customerId, leaving(numbers, aliases, now()));
	await dropWords(tx, customerId, gone);
	await hooks.forgotten.tell(tx, { customerId, persons: gone, numbers: numbers.map(({ number }) => number) });
	return gone;
};

/** Where somebody was seen by these, and what they were confirmed together with. */
export const forgetWords = async (tx: Tx, customerId: number, words: readonly { kind: string; value: string }[]): Promise<void> => {
	await tx.run(sql`delete from person_seen where customer_id = ${customerId}
		and (kind, value) in (select * from unnest(${words.map(({ kind }) => kind)}::text[], ${words.map(({ value }) => value)}::text[]))`);
	const emails = words.flatMap(({ kind, value }) => (kind === 'email' ? [value] : []));
	if (emails.length > 0)
		await tx.run(
			sql`delete from person_link where customer_id = ${customerId} and (email = any(${emails}::text[]) or value = any(${emails}::text[]))`,
		);
};
