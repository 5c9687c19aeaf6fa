/** Saved views that name somebody who is erased, by what they are called or what they search for. */
import { removePlatformValues } from '#kernel/access/activity-values.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { jsonNames, textNames, type Words } from '#kernel/storage/mentions.ts';
import { type Sql, sql } from '#kernel/storage/rows.ts';
import { usersOfNoOther } from '../../tenancy/wing.ts';

const namesThem = (words: Words): Sql =>
	sql`(name = any(${words.whole}::text[]) or ${textNames(sql`name`, words)} or ${jsonNames(sql`search`, words)})`;

/**
 * Views that a customer's people share go, and own ones of users of that customer alone, with what the platform's activity says
 * of them. Somebody who works for several keeps theirs: it may be of another, which has not erased anybody, and one customer's
 * erasure must not reach there.
 */
export const forgetsWords = ({ hooks, storage }: Pick<Kernel, 'hooks' | 'storage'>): void => {
	hooks.forgottenWords.on(async (tx, { customerId, words }) => {
		await tx.run(sql`delete from shared_view where customer_id = ${customerId} and ${namesThem(words)}`);
		const users = await usersOfNoOther(storage.across, customerId);
		await tx.run(sql`delete from own_view where user_id = any(${users}::uuid[]) and ${namesThem(words)}`);
		await removePlatformValues(tx, users, 'view', words);
	});
};
