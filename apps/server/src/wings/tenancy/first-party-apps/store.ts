/** First-party apps in the database. */
import { APP_KINDS, APP_STATUSES, type AppKind } from '@luvalla/contract/tenancy/apps.ts';
import { CUSTOM_DOMAIN_STATUSES } from '@luvalla/contract/tenancy/custom-domains.ts';
import { now } from '#kernel/clock.ts';
import { enterDirectory } from '#kernel/storage/directory.ts';
import { inOrder, list } from '#kernel/storage/lists.ts';
import { instant, int, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const FirstPartyAppRow = row({
	customer_id: int,
	app_id: uuid,
	name: text,
	host: text,
	kind: oneOf(APP_KINDS),
	status: oneOf(APP_STATUSES),
	created_at: instant,
	customer_name: text,
	/** Of its host; null: the customer has taken it away. */
	host_status: orNull(oneOf(CUSTOM_DOMAIN_STATUSES)),
});
export type FirstPartyAppRow = RowOf<typeof FirstPartyAppRow>;

const FIELDS = sql`a.customer_id, a.app_id, a.name, a.host, a.kind, a.status, a.created_at, c.name as customer_name, d.status as host_status`;
const fromOf = (customerId: number): Sql => sql`first_party_app a join customer c on c.customer_id = a.customer_id
	left join custom_domain d on d.customer_id = ${customerId} and d.host = a.host`;

/** Those of a customer. */
export const firstPartyAppsOf = (customerId: number) =>
	list({
		row: FirstPartyAppRow,
		columns: FIELDS,
		from: fromOf(customerId),
		orders: {
			name: { by: inOrder(sql`a.name`), type: 'text' },
			domainName: { by: sql`a.host`, type: 'text' },
			kind: { by: sql`a.kind`, type: 'text' },
			createdAt: { by: sql`a.created_at`, type: 'timestamptz' },
		},
		usual: 'name',
		key: { by: sql`a.app_id`, type: 'uuid' },
	});

interface Narrowed {
	readonly q?: string | undefined;
	readonly status?: number | undefined;
	readonly kind?: AppKind | undefined;
}

/** Search is by name or host. */
export const narrowed = (customerId: number, { q, status, kind }: Narrowed): Sql[] => {
	const wanted = containing(q?.normalize('NFC'));
	return [
		sql`a.customer_id = ${customerId} and c.customer_id = ${customerId}`,
		sql`(a.name ilike ${wanted} or a.host ilike ${wanted} or d.host_letters ilike ${wanted})`,
		...(status === undefined ? [] : [sql`a.status = ${status}`]),
		...(kind === undefined ? [] : [sql`a.kind = ${kind}`]),
	];
};

export const readFirstPartyApp = (tx: Tx, customerId: number, id: string): Promise<FirstPartyAppRow | null> =>
	tx.first(
		FirstPartyAppRow,
		sql`select ${FIELDS} from ${fromOf(customerId)} where a.customer_id = ${customerId} and c.customer_id = ${customerId} and a.app_id = ${id}`,
	);

export const lockFirstPartyApp = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`select 1 from first_party_app where customer_id = ${customerId} and app_id = ${id} for update`);

/** False where the host has one of that kind. */
export const insertFirstPartyApp = async (
	tx: Tx,
	customerId: number,
	id: string,
	{ name, host, kind, status }: { name: string; host: string; kind: AppKind; status: 0 | 1 },
): Promise<boolean> => {
	const added = await tx.run(sql`insert into first_party_app (customer_id, app_id, name, host, kind, status, created_at)
		values (${customerId}, ${id}, ${name}, ${host}, ${kind}, ${status}, ${now()}) on conflict (customer_id, host, kind) do nothing`);
	if (added === 0) return false;
	await enterDirectory(tx, customerId, [{ kind: 'first-party-app', key: id }]);
	return true;
};

export const updateFirstPartyApp = (
	tx: Tx,
	customerId: number,
	id: string,
	{ name, status }: { name: string; status: 0 | 1 },
): Promise<number> =>
	tx.run(sql`update first_party_app set name = ${name}, status = ${status} where customer_id = ${customerId} and app_id = ${id}`);

const OnHost = row({ app_id: uuid, name: text, kind: oneOf(APP_KINDS), status: oneOf(APP_STATUSES) });
export type AppOnHost = RowOf<typeof OnHost>;

/** Those that stand on a host, on or off. */
export const appsOn = (tx: Tx, customerId: number, host: string): Promise<AppOnHost[]> =>
	tx.rows(
		OnHost,
		sql`select app_id, name, kind, status from first_party_app where customer_id = ${customerId} and host = ${host} order by kind`,
	);
