/** What of a person a channel writes to: found when they enter a run, asked about before each message, given up where none arrives. */
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import { texts } from '#kernel/storage/arrays.ts';
import { instant, orNull, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { noteBounced } from '../../people/wing.ts';

/** Whose an address is at this moment, and since when nothing arrives there. */
export interface Owner {
	readonly person: string;
	readonly deadAt: Date | null;
}

export interface Address {
	/** The identifier that it is, by which its owner may be named; null: it is none. */
	readonly kind: 'email' | 'phone' | null;
	/** A query of the one address that a message goes to. @param whose what a person's id is: `= …` or `= any(…)` */
	best(customerId: number, whose: Sql): Sql;
	/** Those of these that are somebody's. */
	owners(tx: Tx, customerId: number, addresses: readonly string[]): Promise<Map<string, Owner>>;
	/** No message will ever arrive at these: nobody writes there again. */
	giveUp(tx: Tx, customerId: number, addresses: readonly string[], at: Date): Promise<void>;
}

const OwnerRow = row({ value: text, person: uuid, bounced_at: orNull(instant) });

/** Something that people are known by. One that works, a confirmed one first, then the one that is known longest. */
export const identifierAddress = (kind: 'email' | 'phone'): Address => ({
	kind,
	best: (customerId, whose) => sql`select i.value from person_identifier i
		where i.customer_id = ${customerId} and i.kind = ${kind} and i.bounced_at is null and i.person ${whose}
		order by i.confirmed_at is null, i.created_at, i.value limit 1`,
	owners: async (tx, customerId, addresses) =>
		new Map(
			(
				await tx.rows(
					OwnerRow,
					sql`select value, person, bounced_at from person_identifier
					where customer_id = ${customerId} and kind = ${kind} and value = any(${texts(addresses)}::text[])`,
				)
			).map(({ value, person, bounced_at: deadAt }) => [value, { person, deadAt }]),
		),
	async giveUp(tx, customerId, addresses, at) {
		await noteBounced(
			tx,
			customerId,
			kind,
			addresses.map((value) => ({ value, at })),
			null,
		);
	},
});

/** What people are known by, in the order in which whoever takes any of it is given it: the customer's own name of somebody says most. */
export const ANY_OF = ['externalId', 'email', 'phone'] as const satisfies readonly Identifier['kind'][];

const AnyRow = row({ kind: text, value: text, person: uuid });

/**
 * Any one thing that people are known by, for another system to know them by. That mail comes back from an address says nothing of whom it
 * names, so none of them is ever given up. Where one person is known by what another has as something else, it is the first kind's: the
 * other is left out rather than taken for them.
 */
export const anyIdentifier: Address = {
	kind: null,
	best: (customerId, whose) => sql`select i.value from person_identifier i
		where i.customer_id = ${customerId} and i.kind = any(${texts(ANY_OF)}::text[]) and i.person ${whose}
		order by array_position(${texts(ANY_OF)}::text[], i.kind), i.bounced_at is not null, i.confirmed_at is null, i.created_at, i.value limit 1`,
	async owners(tx, customerId, addresses) {
		const found = await tx.rows(
			AnyRow,
			sql`select kind, value, person from person_identifier
			where customer_id = ${customerId} and kind = any(${texts(ANY_OF)}::text[]) and value = any(${texts(addresses)}::text[])`,
		);
		return new Map(
			// Of the same value the first kind comes last, and stays.
			ANY_OF.toReversed().flatMap((kind) =>
				found.filter((one) => one.kind === kind).map(({ value, person }) => [value, { person, deadAt: null }] as const),
			),
		);
	},
	giveUp: () => Promise.resolve(),
};
