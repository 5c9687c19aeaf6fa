/** Reading what holds. */
import type { PresentAnswer } from '@luvalla/contract/consent/answers.ts';
import { bool, instant, int, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { nameIn, type PurposeFacts, stands } from './purposes.ts';

const HeldRow = row({
	purpose_id: uuid,
	value: bool,
	purpose_version: int,
	record_id: uuid,
	/** When the deciding answer was said. */
	record_at: instant,
	how: text,
});
export type HeldRow = RowOf<typeof HeldRow>;

/** What holds for a person, by purpose id. @param person the kept id */
export const readHeld = async (tx: Tx, customerId: number, person: string): Promise<Map<string, HeldRow>> => {
	const rows = await tx.rows(
		HeldRow,
		sql`select s.purpose_id, s.value, s.purpose_version, s.record_id, s.record_at, r.how
		from consent_state s join consent_record r on r.customer_id = ${customerId} and r.at = s.record_at and r.id = s.record_id
		where s.customer_id = ${customerId} and s.person = ${person}`,
	);
	return new Map(rows.map((row) => [row.purpose_id, row]));
};

/** What holds for each purpose that asks. @param language the reader's; null: purposes go by the names that machines know */
export const presentOf = (
	purposes: readonly PurposeFacts[],
	held: ReadonlyMap<string, HeldRow>,
	language: string | null = null,
): (PresentAnswer & { domain: string })[] =>
	purposes
		.filter(({ necessary }) => !necessary)
		.map((purpose) => {
			const row = held.get(purpose.id);
			return {
				purposeId: purpose.id,
				purpose: language === null ? purpose.name : nameIn(purpose.name, purpose.versions.at(-1)?.wording, language),
				domainId: purpose.domainId,
				domain: purpose.host,
				value: row?.value ?? null,
				permitted: row?.value === true && stands(purpose, row.purpose_version),
				version: row?.purpose_version ?? null,
				at: row?.record_at.toISOString() ?? null,
				how: row?.how ?? null,
				recordId: row?.record_id ?? null,
			};
		});
