/** What came of a form, by the day. */
import { COUNTED_DAYS, type KeptOut } from '@luvalla/contract/consent/forms.ts';
import { now } from '#kernel/clock.ts';
import { int, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { counterOf, sumsBy, Tally } from '#kernel/tally/tally.ts';

export const SIGNUP_COUNT = counterOf({ table: 'signup_count', grain: 'day', key: { form_id: 'uuid', what: 'text' } });

export type Counted = 'asked' | 'confirmed' | 'lapsed' | KeptOut;

/** Adds to the counts of forms, in the transaction of what is counted. */
export const count = async (
	tx: Tx,
	customerId: number,
	part: number,
	what: readonly { form: string; what: Counted; at?: Date }[],
): Promise<void> => {
	const tally = new Tally(SIGNUP_COUNT);
	for (const one of what) tally.add({ form_id: one.form, what: one.what }, one.at ?? now());
	const adding = tally.adding(customerId, part);
	if (adding) await tx.run(adding);
};

const Sum = row({ what: text, n: int });

/** Of the last days. */
export const countsOf = async (tx: Tx, customerId: number, form: string): Promise<Map<string, number>> =>
	new Map(
		(
			await tx.rows(
				Sum,
				sumsBy(SIGNUP_COUNT, customerId, {
					by: ['what'],
					since: new Date(now().getTime() - COUNTED_DAYS * 86_400_000),
					where: sql`c.form_id = ${form}`,
				}),
			)
		).map(({ what, n }) => [what, n]),
	);
