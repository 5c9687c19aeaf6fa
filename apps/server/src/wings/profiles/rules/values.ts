/** What has been seen in a text field, for whoever writes a rule. */
import { int, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Within } from '../../people/wing.ts';
import { idsOf } from '../members.ts';
import { COLUMNS, isColumn } from './compile.ts';

const Seen = row({ value: text, count: int });
/** People or events that are looked through. */
const MOST = 200_000;
const SHOWN = 20;

/** Where values of a field are read; null where none are offered: addresses are people's own. */
const sourceOf = (customerId: number, field: string, property: string | undefined, within: Within): Sql | null => {
	const theirs =
		within === null
			? sql`true`
			: sql`exists (select 1 from person_identifier i
				join person_seen s on s.customer_id = ${customerId} and s.kind = i.kind and s.value = i.value and s.domain_id = any(${within}::uuid[])
			where i.customer_id = ${customerId} and i.person = any(${idsOf(sql`p.person`)}) offset 0)`;
	const rest = field.slice(field.indexOf('.') + 1);
	if (isColumn(field))
		return sql`select ${COLUMNS[field]} as value from profile p where p.customer_id = ${customerId} and ${COLUMNS[field]} is not null and ${theirs}`;
	if (field.startsWith('attribute.'))
		return sql`select p.attributes->>${rest}::text as value from profile p where p.customer_id = ${customerId} and p.attributes ? ${rest} and ${theirs}`;
	if (field.startsWith('event.') && property !== undefined)
		return sql`select e.properties->>${property}::text as value from event e
			where e.customer_id = ${customerId} and e.type = ${rest} and e.properties ? ${property}
				and (${within}::uuid[] is null or e.domain_id = any(${within}::uuid[])) order by e.at desc`;
	return null;
};

/** Values that begin so, the most frequent first, among the last people or events that have any: to a domain's own admin, of their domains. */
export const valuesOf = async (
	tx: Tx,
	customerId: number,
	{ field, property, q }: { field: string; property?: string | undefined; q: string },
	within: Within,
): Promise<{ value: string; count: number }[]> => {
	const source = sourceOf(customerId, field, property, within);
	if (source === null) return [];
	return tx.rows(
		Seen,
		sql`select v.value, count(*)::int as count from (${source} limit ${MOST}) v
		where starts_with(lower(v.value), lower(${q})) and v.value <> '' group by v.value order by 2 desc, 1 limit ${SHOWN}`,
	);
};
