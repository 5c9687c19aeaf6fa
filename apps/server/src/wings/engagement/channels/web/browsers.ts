/**
 * Whom a message on the web goes to: a person, named by their id, in every browser in which they may be remembered on the domain. Which
 * browsers these are is asked right before the message leaves.
 */
import { uuids } from '#kernel/storage/arrays.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { inBrowsers, livingSubscriptions, retireSubscriptions, type SubscriptionRow } from '../../../profiles/wing.ts';
import type { Address, Owner } from '../addresses.ts';
import { gathered } from '../gathered.ts';

const ThereRow = row({ person: uuid });

export const browserAddress: Address = {
	kind: null,
	best: (customerId, whose) => sql`select d.person::text from device d
		where d.customer_id = ${customerId} and d.person ${whose} order by d.last_seen_at desc, d.device_id limit 1`,
	async owners(tx, customerId, addresses) {
		// An erased person's id is nobody's, whatever still names it.
		const there = await tx.rows(
			ThereRow,
			sql`select person from person where customer_id = ${customerId} and person = any(${uuids(addresses)}::uuid[])`,
		);
		const found = await inBrowsers(
			tx,
			customerId,
			there.map(({ person }) => person),
		);
		return new Map([...found].map((person): [string, Owner] => [person, { person, deadAt: null }]));
	},
	// Each browser is given up by itself, as soon as its service says that it is no more.
	giveUp: () => Promise.resolve(),
};

export interface Browsers {
	/** Living subscriptions of somebody, the one that was renewed last first. */
	living(person: string): Promise<readonly SubscriptionRow[]>;
	/** It is dead, unless it was renewed since. */
	retire(endpoint: string, asOf: Date): Promise<true>;
}

export const createBrowsers = ({ inTenant }: Pick<Storage, 'inTenant'>, customerId: number, domainId: string): Browsers => {
	const living = gathered(async (persons: readonly string[]) => {
		const found = await inTenant(customerId, (tx) => livingSubscriptions(tx, customerId, [...new Set(persons)], domainId));
		return persons.map((person) => found.get(person) ?? []);
	});
	const retire = gathered(async (dead: readonly { readonly endpoint: string; readonly asOf: Date }[]) => {
		const asOf = new Date(Math.min(...dead.map((one) => one.asOf.getTime())));
		await inTenant(customerId, (tx) =>
			retireSubscriptions(
				tx,
				customerId,
				dead.map(({ endpoint }) => endpoint),
				asOf,
			),
		);
		return dead.map(() => true as const);
	});
	return { living, retire: (endpoint, asOf) => retire({ endpoint, asOf }) };
};
