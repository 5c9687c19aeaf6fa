/** Two that are one, and two again. Nothing moves: an alias leads from one to the other, and its undoing takes it away. */
import { now } from '#kernel/clock.ts';
import type { Hooks } from '#kernel/hooks.ts';
import { orNull, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { tellCounts } from '#kernel/tally/news.ts';
import { membersOf } from './clusters.ts';
import { madeOn } from './made-on.ts';
import { lockPeople } from './naming.ts';
import { rewriteWords } from './words.ts';

const Known = row({ person: uuid });

const isKnown = async (tx: Tx, customerId: number, person: string): Promise<boolean> =>
	(await tx.rows(Known, sql`select person from person where customer_id = ${customerId} and person = ${person}`)).length > 0;

const Made = row({ made_on: orNull(uuid) });
/** On which domain somebody was named first. */
const domainOf = async (tx: Tx, customerId: number, person: string): Promise<string | null> =>
	(
		await tx.first(
			Made,
			sql`select ${madeOn(customerId)} as made_on from person p where p.customer_id = ${customerId} and p.person = ${person}`,
		)
	)?.made_on ?? null;

/**
 * From now on what leads to `gone` leads to `kept`, and so does everybody who is one with either. Answers the kept id; null when
 * one of them is nobody, or they are one already. `by`: `user:…`, `application:…`.
 */
export const mergePersons = async (
	tx: Tx,
	hooks: Hooks,
	customerId: number,
	{ gone, kept }: { gone: string; kept: string },
	by: string,
): Promise<string | null> => {
	await lockPeople(tx, customerId);
	if (!(await isKnown(tx, customerId, gone)) || !(await isKnown(tx, customerId, kept))) return null;
	const from = await membersOf(tx, customerId, gone);
	const to = await membersOf(tx, customerId, kept);
	if (from.kept === to.kept) return null;
	const persons = [...from.members, ...to.members];
	const written = await hooks.lastWritten.ask(tx, { customerId, persons });
	// A clock of another process may be ahead of ours: what was written before must not seem to come after.
	const merged = [...from.edges, ...to.edges].map(({ mergedAt }) => mergedAt.getTime());
	const at = new Date(Math.max(now().getTime(), ...written.map((when) => (when?.getTime() ?? 0) + 1), ...merged.map((when) => when + 1)));
	await tx.run(
		sql`insert into person_alias (customer_id, gone, kept, merged_at, merged_by) values (${customerId}, ${from.kept}, ${to.kept}, ${at}, ${by})`,
	);
	await tellCounts(tx, customerId, [{ what: 'merged', domainId: await domainOf(tx, customerId, from.kept), at, n: 1 }]);
	await hooks.merged.tell(tx, { customerId, kept: to.kept, gone: from.kept });
	await rewriteWords(tx, hooks, customerId, persons);
	return to.kept;
};

/** Undoes the merge of `gone`, with whoever was merged into it; false when it leads to nobody else. */
export const unmergePerson = async (tx: Tx, hooks: Hooks, customerId: number, gone: string, by: string): Promise<boolean> => {
	await lockPeople(tx, customerId);
	const { kept, edges } = await membersOf(tx, customerId, gone);
	if (kept === gone) return false;
	const at = now();
	await tellCounts(tx, customerId, [{ what: 'unmerged', domainId: await domainOf(tx, customerId, gone), at, n: 1 }]);
	await tx.run(sql`update person_alias set undone_at = ${at}, undone_by = ${by}
		where customer_id = ${customerId} and gone = ${gone} and undone_at is null`);
	await hooks.unmerged.tell(tx, { customerId, gone, from: kept, edges });
	await rewriteWords(tx, hooks, customerId, [gone, kept]);
	return true;
};
