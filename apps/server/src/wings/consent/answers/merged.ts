/** What people tell the ledger of: who is one now, who is not any more, and whether they can be forgotten. */

import type { Unmerged } from '#kernel/hooks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { instant, orNull, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { membersOf } from '../../people/wing.ts';
import { isUsed } from '../ledger/used.ts';
import { settlePresent } from './kept.ts';
import { outweigh } from './memory.ts';

const Held = row({ person: uuid });
const Written = row({ last: orNull(instant) });

/** Persons of whom there is a record. */
const holds = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<string[]> =>
	(
		await tx.rows(
			Held,
			sql`select p.person from unnest(${persons}::uuid[]) p (person)
			where exists (select 1 from consent_record r where r.customer_id = ${customerId} and r.person = p.person)`,
		)
	).map(({ person }) => person);

const lastWritten = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Date | null> => {
	const [found] = await tx.rows(
		Written,
		sql`select max(received_at) as last from consent_record where customer_id = ${customerId} and person = any(${persons}::uuid[])`,
	);
	return found?.last ?? null;
};

/** A no that was said while they were one stays a no of whoever leaves. */
const shareNoes = async (tx: Tx, { customerId, gone, above }: Unmerged): Promise<void> => {
	for (const { person, since } of above)
		await tx.run(
			sql`insert into consent_shared_no (customer_id, person, record_at, record_id)
			select ${customerId}::int, ${gone}::uuid, r.at, r.id from consent_record r
				where r.customer_id = ${customerId} and r.person = ${person} and not r.value and r.received_at >= ${since}
			union
			select ${customerId}::int, ${gone}::uuid, r.at, r.id from consent_shared_no s
				join consent_record r on r.customer_id = ${customerId} and r.at = s.record_at and r.id = s.record_id
				where s.customer_id = ${customerId} and s.person = ${person} and r.received_at >= ${since}
			on conflict do nothing`,
		);
};

/** Answers how to stop. */
export const hearOfPeople = ({ hooks, secrets }: Pick<Kernel, 'hooks' | 'secrets'>): (() => void) => {
	const stops = [
		hooks.usedDomain.on((tx, { customerId, domainId }) => isUsed(tx, customerId, domainId)),
		hooks.holds.on((tx, { customerId, persons }) => holds(tx, customerId, persons)),
		hooks.lastWritten.on((tx, { customerId, persons }) => lastWritten(tx, customerId, persons)),
		hooks.merged.on(async (tx, { customerId, kept }) => {
			const cluster = await membersOf(tx, customerId, kept);
			await outweigh(tx, secrets, customerId, [cluster]);
			await settlePresent(tx, customerId, [cluster]);
		}),
		hooks.unmerged.on(async (tx, news) => {
			const { customerId, gone, above } = news;
			await shareNoes(tx, news);
			const last = above.at(-1)?.person ?? gone;
			await settlePresent(tx, customerId, [await membersOf(tx, customerId, gone), await membersOf(tx, customerId, last)]);
		}),
		hooks.forgotten.on(async (tx, { customerId, persons }) => {
			await tx.run(sql`delete from consent_state where customer_id = ${customerId} and person = any(${persons}::uuid[])`);
			await tx.run(sql`delete from consent_shared_no where customer_id = ${customerId} and person = any(${persons}::uuid[])`);
		}),
	];
	return () => {
		for (const stop of stops) stop();
	};
};
