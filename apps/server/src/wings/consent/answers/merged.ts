/** What people tell the ledger of: who is one now, who is not any more, and whether they can be forgotten. */

import type { Unmerged } from '#kernel/hooks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { timestamps, uuids } from '#kernel/storage/arrays.ts';
import { instant, orNull, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { membersOf } from '../../people/wing.ts';
import { isUsed, standsOn } from '../ledger/used.ts';
import { settlePresent } from './kept.ts';
import { outweigh } from './memory.ts';
import { sharesOf } from './present.ts';

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
	const found = await tx.first(
		Written,
		sql`select max(received_at) as last from consent_record where customer_id = ${customerId} and person = any(${persons}::uuid[])`,
	);
	return found?.last ?? null;
};

/** A no that was said while they were one stays a no of both: of who leaves, and of who stays. */
const shareNoes = async (tx: Tx, { customerId, gone, edges }: Unmerged): Promise<void> => {
	const shares = sharesOf(edges, gone);
	const given = sql`unnest(${uuids(shares.map(({ holder }) => holder))}::uuid[], ${uuids(shares.map(({ to }) => to))}::uuid[],
		${timestamps(shares.map(({ since }) => since))}::timestamptz[]) g (holder, heir, since)`;
	await tx.run(sql`insert into consent_shared_no (customer_id, person, record_at, record_id)
		select ${customerId}::int, g.heir, r.at, r.id from ${given}
			join consent_record r on r.customer_id = ${customerId} and r.person = g.holder and not r.value and r.received_at >= g.since
		union
		select ${customerId}::int, g.heir, r.at, r.id from ${given}
			join consent_shared_no s on s.customer_id = ${customerId} and s.person = g.holder
			join consent_record r on r.customer_id = ${customerId} and r.at = s.record_at and r.id = s.record_id and r.received_at >= g.since
		on conflict do nothing`);
};

/** Answers how to stop. */
export const hearOfPeople = ({ hooks, secrets }: Pick<Kernel, 'hooks' | 'secrets'>): (() => void) => {
	const stops = [
		hooks.usedDomain.on((tx, { customerId, domainId }) => isUsed(tx, customerId, domainId)),
		hooks.standsOn.on((tx, { customerId, domainId }) => standsOn(tx, customerId, domainId)),
		hooks.domainGone.on(async (tx, { customerId, domainId }) => {
			await tx.run(sql`delete from snippet_look where customer_id = ${customerId} and domain_id = ${domainId}`);
		}),
		hooks.holds.on((tx, { customerId, persons }) => holds(tx, customerId, persons)),
		hooks.lastWritten.on((tx, { customerId, persons }) => lastWritten(tx, customerId, persons)),
		hooks.merged.on(async (tx, { customerId, kept }) => {
			const cluster = await membersOf(tx, customerId, kept);
			await outweigh(tx, secrets, customerId, [cluster]);
			await settlePresent(tx, customerId, [cluster]);
		}),
		hooks.unmerged.on(async (tx, news) => {
			const { customerId, gone, from } = news;
			await shareNoes(tx, news);
			await settlePresent(tx, customerId, [await membersOf(tx, customerId, gone), await membersOf(tx, customerId, from)]);
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
