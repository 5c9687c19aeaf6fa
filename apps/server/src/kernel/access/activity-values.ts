/**
 * Values of the activity stand beside it, since they may be somebody's: the row keeps a salted hash of each for ever, so that a
 * value that is shown later, with its salt, can be proven; value and salt can be taken away, and then the hash tells nothing.
 */
import { jsonNames, textSaysHost, type Words } from '#kernel/storage/mentions.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Actor, recordActivity, recordPlatformActivity } from './activity.ts';

/**
 * Takes values that name somebody out of a customer's activity, and their salts, and says in the activity how many. The one way:
 * only an erasure's transaction (`inErasure`) may. Answers how many rows have no values any more.
 * @param things whatever was done to these goes too, by their ids
 */
export const removeValues = async (
	tx: Tx,
	customerId: number,
	asker: Actor | null,
	words: Words,
	things: readonly string[],
): Promise<number> => {
	const removed = await tx.run(sql`delete from activity_values v where v.customer_id = ${customerId}
			and (${jsonNames(sql`v.before`, words)} or ${jsonNames(sql`v.after`, words)} or exists (
				select 1 from activity a where a.customer_id = ${customerId} and a.id = v.id and a.thing_id = any(${things}::text[])
			))`);
	if (removed > 0)
		await recordActivity(tx, customerId, asker, {
			action: 'removed',
			thing: 'activity_values',
			thingId: String(customerId),
			after: { rows: removed },
			network: null,
		});
	return removed;
};

/** The same for what was done to these things, and where the values say a host name. */
export const removeValuesOf = async (
	tx: Tx,
	customerId: number,
	things: readonly string[],
	host: string | null = null,
): Promise<number> => {
	const says = host === null ? sql`false` : sql`(${textSaysHost(sql`v.before::text`, host)} or ${textSaysHost(sql`v.after::text`, host)})`;
	const removed = await tx.run(sql`delete from activity_values v where v.customer_id = ${customerId}
		and (${says} or v.id in (select a.id from activity a where a.customer_id = ${customerId} and a.thing_id = any(${things}::text[])))`);
	if (removed > 0)
		await recordActivity(tx, customerId, null, {
			action: 'removed',
			thing: 'activity_values',
			thingId: String(customerId),
			after: { rows: removed },
		});
	return removed;
};

/**
 * The same for what these users did to one kind of thing that is kept without a tenant. Whose users they are is the caller's to
 * know: an erasure at one customer must not reach into what another's people did.
 */
export const removePlatformValues = async (tx: Tx, userIds: readonly string[], thing: string, words: Words): Promise<number> => {
	const removed = await tx.run(sql`delete from platform_activity_values v
			where (${jsonNames(sql`v.before`, words)} or ${jsonNames(sql`v.after`, words)}) and exists (
				select 1 from platform_activity a
				where a.id = v.id and a.thing = ${thing} and coalesce(a.as_user_id, a.user_id) = any(${userIds}::uuid[])
			)`);
	if (removed > 0)
		await recordPlatformActivity(tx, null, { action: 'removed', thing: 'activity_values', thingId: thing, after: { rows: removed } });
	return removed;
};
