/**
 * "Sale and sharing: no": what Global Privacy Control says of a visitor, theirs as soon as they are known. Whoever gives anything of
 * people to others, for ads or by a sync, asks here first.
 */
import { uuids } from '#kernel/storage/arrays.ts';
import { row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { SALE_PURPOSE } from '../../consent/wing.ts';

const RefusedRow = row({ person: uuid, host: text });

/**
 * Domains on which these (kept ids) say no to sale and sharing, by person; who says it nowhere is missing.
 * @param domainIds on these alone; null: on all of the customer
 */
export const saleRefusals = async (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
	domainIds: readonly string[] | null,
): Promise<Map<string, string[]>> => {
	if (persons.length === 0) return new Map();
	const rows = await tx.rows(
		RefusedRow,
		sql`select s.person, d.host from consent_state s
			join purpose p on p.customer_id = ${customerId} and p.purpose_id = s.purpose_id and p.name = ${SALE_PURPOSE}
			join domain d on d.customer_id = ${customerId} and d.domain_id = p.domain_id
		where s.customer_id = ${customerId} and s.person = any(${uuids(persons)}::uuid[]) and not s.value
			and (${domainIds}::uuid[] is null or p.domain_id = any(${domainIds}::uuid[]))
		order by d.host`,
	);
	return new Map([...Map.groupBy(rows, ({ person }) => person)].map(([person, own]) => [person, own.map(({ host }) => host)]));
};
