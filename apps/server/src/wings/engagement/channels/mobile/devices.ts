/**
 * Whom a push goes to: a person, named by their id, on every living device of theirs (docs/decisions/2026-11-26-push.md). Which devices
 * these are is asked right before the message is sent.
 */
import { uuids } from '#kernel/storage/arrays.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { devicesOf, livingOf, retireTokens, type TokenRow } from '../../../profiles/wing.ts';
import type { Address, Owner } from '../addresses.ts';
import { gathered } from '../gathered.ts';

const ThereRow = row({ person: uuid });

export const deviceAddress: Address = {
	kind: null,
	best: (customerId, whose) => sql`select t.person::text from device_token t
		where t.customer_id = ${customerId} and t.dead_at is null and t.person ${whose} order by t.last_seen_at desc, t.token limit 1`,
	async owners(tx, customerId, addresses) {
		// An erased person's id is nobody's, whatever still names it.
		const there = await tx.rows(
			ThereRow,
			sql`select person from person where customer_id = ${customerId} and person = any(${uuids(addresses)}::uuid[])`,
		);
		const found = await devicesOf(
			tx,
			customerId,
			there.map(({ person }) => person),
		);
		return new Map(
			[...found].map(([person, devices]): [string, Owner] => {
				const dead = devices.flatMap(({ dead_at: deadAt }) => deadAt ?? []);
				return [person, { person, deadAt: dead.length < devices.length ? null : (dead[0] ?? null) }];
			}),
		);
	},
	// Each device is given up by itself, as soon as the service says that it is no more.
	giveUp: () => Promise.resolve(),
};

export interface Devices {
	/** Living devices of somebody, the one that was renewed last first. */
	living(person: string): Promise<readonly TokenRow[]>;
	/** It is dead, unless it was renewed since. */
	retire(token: string, asOf: Date): Promise<true>;
}

export const createDevices = ({ inTenant }: Pick<Storage, 'inTenant'>, customerId: number): Devices => {
	const living = gathered(async (persons: readonly string[]) => {
		const found = await inTenant(customerId, (tx) => devicesOf(tx, customerId, [...new Set(persons)]));
		return persons.map((person) => livingOf(found.get(person) ?? []));
	});
	const retire = gathered(async (dead: readonly { readonly token: string; readonly asOf: Date }[]) => {
		const asOf = new Date(Math.min(...dead.map((one) => one.asOf.getTime())));
		await inTenant(customerId, (tx) =>
			retireTokens(
				tx,
				customerId,
				dead.map(({ token }) => token),
				asOf,
			),
		);
		return dead.map(() => true as const);
	});
	return { living, retire: (token, asOf) => retire({ token, asOf }) };
};
