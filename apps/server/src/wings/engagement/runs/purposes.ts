/** What purposes permit at this moment, as messages ask of them. */
import { bool, orNull, row, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type PurposeFacts, readPurposeFacts } from '../../consent/wing.ts';
import type { Plan } from './plan.ts';

const BasisRow = row({ purpose_id: uuid, basis: text, basis_segment: orNull(uuid), channels: texts, tracks: bool });

/** What a purpose means here. */
export interface LanePurpose extends PurposeFacts {
	readonly basis: string;
	/** Whom a basis other than consent holds for; null: everybody. */
	readonly segment: string | null;
	/** By which it permits messages. */
	readonly channels: readonly string[];
	/** It permits that opens and clicks are kept. */
	readonly tracks: boolean;
}

/** What purposes are at this moment. */
export const readPurposes = async (tx: Tx, customerId: number, plan: Plan): Promise<ReadonlyMap<string, LanePurpose>> => {
	const facts = await readPurposeFacts(tx, customerId, [plan.domainId]);
	const bases = new Map(
		(
			await tx.rows(
				BasisRow,
				sql`select purpose_id, basis, basis_segment, channels, tracks from purpose where customer_id = ${customerId} and purpose_id = any(${facts.map(({ id }) => id)}::uuid[])`,
			)
		).map((one) => [one.purpose_id, one]),
	);
	return new Map(
		facts.map((one) => {
			const { basis = 'consent', basis_segment: segment = null, channels = [], tracks = false } = bases.get(one.id) ?? {};
			return [one.id, { ...one, basis, segment, channels, tracks }];
		}),
	);
};
