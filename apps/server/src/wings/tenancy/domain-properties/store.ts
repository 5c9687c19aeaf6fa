/** Domain properties in the database. */
import type { PropertyChange } from '@luvalla/contract/tenancy/domain-properties.ts';
import { now } from '#kernel/clock.ts';
import { list, MOST_WHOLE } from '#kernel/storage/lists.ts';
import { bool, instant, int, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const CHANGES = ['none', 'added', 'changed', 'deleted'] as const satisfies readonly PropertyChange[];

/** What websites will read of it once it is submitted; null: nothing. */
const WANTED = sql`case when p.active and not p.deleted then p.value end`;
const CHANGE = sql`case
	when p.deleted then 'deleted'
	when p.live_value is null and p.active then 'added'
	when p.live_value is distinct from ${WANTED} or (p.live_value is not null and p.live_key is distinct from p.key) then 'changed'
	else 'none' end`;

const PropertyRow = row({
	property_id: uuid,
	domain_id: uuid,
	host: text,
	key: text,
	value: text,
	active: bool,
	change: oneOf(CHANGES),
	live_value: orNull(text),
	changed_at: instant,
});
export type PropertyRow = RowOf<typeof PropertyRow>;

const COLUMNS = sql`p.property_id, p.domain_id, d.host, p.key, p.value, p.active, ${CHANGE} as change, p.live_value, p.changed_at`;
const fromOf = (customerId: number): Sql =>
	sql`domain_property p join domain d on d.customer_id = ${customerId} and d.domain_id = p.domain_id`;

export const propertiesOf = (customerId: number) =>
	list({
		row: PropertyRow,
		columns: COLUMNS,
		from: fromOf(customerId),
		orders: { key: { by: sql`p.key`, type: 'text' }, changedAt: { by: sql`p.changed_at`, type: 'timestamptz' } },
		usual: 'key',
		key: { by: sql`p.property_id`, type: 'uuid' },
	});

export const narrowedTo = (
	customerId: number,
	domainId: string,
	{ q, change }: { q?: string | undefined; change?: PropertyChange | undefined },
): Sql[] => [
	sql`p.customer_id = ${customerId} and p.domain_id = ${domainId}`,
	sql`(p.key ilike ${containing(q)} or p.value ilike ${containing(q)})`,
	...(change === undefined ? [] : [sql`${CHANGE} = ${change}`]),
];

export const readProperty = (tx: Tx, customerId: number, domainId: string, propertyId: string): Promise<PropertyRow | null> =>
	tx.first(
		PropertyRow,
		sql`select ${COLUMNS} from ${fromOf(customerId)}
			where p.customer_id = ${customerId} and p.domain_id = ${domainId} and p.property_id = ${propertyId}`,
	);

const Count = row({ n: int });
export const countProperties = async (tx: Tx, customerId: number, domainId: string): Promise<number> =>
	(await tx.first(Count, sql`select count(*)::int as n from domain_property where customer_id = ${customerId} and domain_id = ${domainId}`))
		?.n ?? 0;

export interface Written {
	readonly key: string;
	readonly value: string;
	readonly active: boolean;
}

/** False where the domain has a property of that key. */
export const insertProperty = async (tx: Tx, customerId: number, domainId: string, propertyId: string, said: Written): Promise<boolean> =>
	(await tx.run(sql`insert into domain_property (customer_id, property_id, domain_id, key, value, active, changed_at)
		values (${customerId}, ${propertyId}, ${domainId}, ${said.key}, ${said.value}, ${said.active}, ${now()})
		on conflict (customer_id, domain_id, key) do nothing`)) > 0;

/** Zero where another property of the domain has that key. */
export const updateProperty = (tx: Tx, customerId: number, domainId: string, propertyId: string, said: Written): Promise<number> =>
	tx.run(sql`update domain_property p set key = ${said.key}, value = ${said.value}, active = ${said.active}, deleted = false, changed_at = ${now()}
		where p.customer_id = ${customerId} and p.domain_id = ${domainId} and p.property_id = ${propertyId}
			and not exists (select 1 from domain_property o where o.customer_id = ${customerId} and o.domain_id = ${domainId}
				and o.key = ${said.key} and o.property_id <> ${propertyId})`);

/** Goes with the next submission. */
export const markDeleted = (tx: Tx, customerId: number, domainId: string, propertyId: string): Promise<number> =>
	tx.run(sql`update domain_property set deleted = true, changed_at = ${now()}
		where customer_id = ${customerId} and domain_id = ${domainId} and property_id = ${propertyId}`);

export const dropProperty = (tx: Tx, customerId: number, domainId: string, propertyId: string): Promise<number> =>
	tx.run(sql`delete from domain_property where customer_id = ${customerId} and domain_id = ${domainId} and property_id = ${propertyId}`);

/** Publishes all that waits. Answers how many changes there were. */
export const submitProperties = async (tx: Tx, customerId: number, domainId: string): Promise<number> => {
	const gone = await tx.run(sql`delete from domain_property where customer_id = ${customerId} and domain_id = ${domainId} and deleted`);
	const changed = await tx.run(sql`update domain_property p set live_key = case when p.active then p.key end, live_value = ${WANTED}
		where p.customer_id = ${customerId} and p.domain_id = ${domainId} and ${CHANGE} <> 'none'`);
	return gone + changed;
};

const LiveRow = row({ live_key: text, live_value: text });
/** What websites read, by key. */
export const livePropertiesOf = (tx: Tx, customerId: number, domainId: string): Promise<RowOf<typeof LiveRow>[]> =>
	tx.rows(
		LiveRow,
		sql`select live_key, live_value from domain_property
			where customer_id = ${customerId} and domain_id = ${domainId} and live_key is not null and live_value is not null order by live_key`,
	);

/** Of one customer those with that key, on domains that may be seen (null: all). */
export const sameKey = (
	tx: Tx,
	customerId: number,
	key: string,
	domains: readonly string[] | null,
	first: string,
): Promise<PropertyRow[]> =>
	tx.rows(
		PropertyRow,
		sql`select ${COLUMNS} from ${fromOf(customerId)}
			where p.customer_id = ${customerId} and p.key = ${key} and ${domains === null ? sql`true` : sql`p.domain_id = any(${domains}::uuid[])`}
			order by p.domain_id <> ${first}, d.host limit ${MOST_WHOLE}`,
	);
