/** Customer-domain apps in the database. */
import { APP_STATUSES } from '@luvalla/contract/tenancy/apps.ts';
import { now } from '#kernel/clock.ts';
import { enterDirectory, leaveDirectory } from '#kernel/storage/directory.ts';
import { inOrder, list } from '#kernel/storage/lists.ts';
import { bool, instant, int, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const CustomerDomainAppRow = row({
	customer_id: int,
	app_id: uuid,
	domain_id: uuid,
	name: text,
	application_id: orNull(uuid),
	url: text,
	status: oneOf(APP_STATUSES),
	created_at: instant,
	host: text,
	customer_name: text,
});
export type CustomerDomainAppRow = RowOf<typeof CustomerDomainAppRow>;

const FIELDS = sql`a.customer_id, a.app_id, a.domain_id, a.name, a.application_id, a.url, a.status, a.created_at, d.host, c.name as customer_name`;
const FROM = sql`customer_domain_app a join domain d on d.customer_id = a.customer_id and d.domain_id = a.domain_id
	join customer c on c.customer_id = a.customer_id`;

export const CUSTOMER_DOMAIN_APPS = list({
	row: CustomerDomainAppRow,
	columns: FIELDS,
	from: FROM,
	orders: {
		name: { by: inOrder(sql`a.name`), type: 'text' },
		domainName: { by: sql`d.host`, type: 'text' },
		createdAt: { by: sql`a.created_at`, type: 'timestamptz' },
	},
	usual: 'name',
	key: { by: sql`a.app_id`, type: 'uuid' },
});

interface Narrowed {
	readonly q?: string | undefined;
	readonly status?: number | undefined;
	/** Null: all of the customer. */
	readonly domains: readonly string[] | null;
}

/** Search is by name or host. */
export const narrowed = (customerId: number, { q, status, domains }: Narrowed): Sql[] => {
	const wanted = containing(q?.normalize('NFC'));
	return [
		sql`a.customer_id = ${customerId} and d.customer_id = ${customerId} and c.customer_id = ${customerId}`,
		sql`(a.name ilike ${wanted} or d.host ilike ${wanted} or d.host_letters ilike ${wanted})`,
		...(status === undefined ? [] : [sql`a.status = ${status}`]),
		...(domains === null ? [] : [sql`a.domain_id = any(${domains}::uuid[])`]),
	];
};

export const readCustomerDomainApp = (tx: Tx, customerId: number, id: string): Promise<CustomerDomainAppRow | null> =>
	tx.first(
		CustomerDomainAppRow,
		sql`select ${FIELDS} from ${FROM}
			where a.customer_id = ${customerId} and d.customer_id = ${customerId} and c.customer_id = ${customerId} and a.app_id = ${id}`,
	);

export const lockCustomerDomainApp = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`select 1 from customer_domain_app where customer_id = ${customerId} and app_id = ${id} for update`);

interface Details {
	readonly name: string;
	readonly applicationId: string | null;
	readonly url: string;
	readonly status: 0 | 1;
}

/** False where the domain has one of that name. */
export const insertCustomerDomainApp = async (
	tx: Tx,
	customerId: number,
	id: string,
	{ domainId, name, applicationId, url, status }: Details & { readonly domainId: string },
): Promise<boolean> => {
	const added =
		await tx.run(sql`insert into customer_domain_app (customer_id, app_id, domain_id, name, application_id, url, status, created_at)
		values (${customerId}, ${id}, ${domainId}, ${name}, ${applicationId}, ${url}, ${status}, ${now()}) on conflict do nothing`);
	if (added === 0) return false;
	await enterDirectory(tx, customerId, [{ kind: 'customer-app', key: id }]);
	return true;
};

/** False where the domain has another one of that name. */
export const updateCustomerDomainApp = async (
	tx: Tx,
	customerId: number,
	id: string,
	domainId: string,
	{ name, applicationId, url, status }: Details,
): Promise<boolean> =>
	(await tx.run(sql`update customer_domain_app set name = ${name}, application_id = ${applicationId}, url = ${url}, status = ${status}
		where customer_id = ${customerId} and app_id = ${id} and not exists (select 1 from customer_domain_app o
			where o.customer_id = ${customerId} and o.domain_id = ${domainId} and lower(o.name) = lower(${name}) and o.app_id <> ${id})`)) > 0;

export const removeCustomerDomainApp = async (tx: Tx, customerId: number, id: string): Promise<void> => {
	await tx.run(sql`delete from customer_domain_app where customer_id = ${customerId} and app_id = ${id}`);
	await leaveDirectory(tx, [{ kind: 'customer-app', key: id }]);
};

const Stands = row({ stands: bool });
/** Whether an app is registered on the domain. */
export const hasApps = async (tx: Tx, customerId: number, domainId: string): Promise<boolean> =>
	(
		await tx.first(
			Stands,
			sql`select exists (select 1 from customer_domain_app where customer_id = ${customerId} and domain_id = ${domainId}) as stands`,
		)
	)?.stands === true;
