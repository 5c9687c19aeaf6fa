/** How ad networks know somebody: by a mail address, or else by a telephone number. */
import { texts } from '#kernel/storage/arrays.ts';
import { row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Address } from '../addresses.ts';

const OwnerRow = row({ value: text, person: uuid });

export const knownAddress: Address = {
	kind: null,
	// Whether mail arrives there is nothing to a network; of two, the one where it does.
	best: (customerId, whose) => sql`select i.value from person_identifier i
		where i.customer_id = ${customerId} and i.kind in ('email', 'phone') and i.person ${whose}
		order by i.kind = 'phone', i.bounced_at is not null, i.confirmed_at is null, i.created_at, i.value limit 1`,
	owners: async (tx, customerId, addresses) =>
		new Map(
			(
				await tx.rows(
					OwnerRow,
					sql`select value, person from person_identifier
					where customer_id = ${customerId} and kind in ('email', 'phone') and value = any(${texts(addresses)}::text[])`,
				)
			).map(({ value, person }) => [value, { person, deadAt: null }]),
		),
	giveUp: () => Promise.resolve(),
};
