/** Requests to delete a domain in the database, and the domain's row while it is off every list. */
import { ErasureReport, REQUEST_STATUS } from '@luvalla/contract/tenancy/deletion-requests.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { OfDomain } from '#kernel/hooks.ts';
import { enterDirectory, leaveDirectory } from '#kernel/storage/directory.ts';
import { list } from '#kernel/storage/lists.ts';
import { bool, instant, int, json, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { countDomain, freeHost } from '../domains/store.ts';

const { open, processed } = REQUEST_STATUS;
const Counts = z.record(z.string(), z.int());

const RequestRow = row({
	request_id: uuid,
	customer_id: int,
	customer_name: text,
	domain_id: uuid,
	host: text,
	reason: text,
	status: int,
	asked_at: instant,
	asked_by: uuid,
	asked_as: orNull(uuid),
	asker: orNull(text),
	decided_at: orNull(instant),
	decider: orNull(text),
	answer: text,
	erase_at: orNull(instant),
	cancelled_at: orNull(instant),
	begun_at: orNull(instant),
	counted: json(Counts),
	run_id: orNull(uuid),
	erased_at: orNull(instant),
	report: orNull(json(ErasureReport)),
});
export type RequestRow = RowOf<typeof RequestRow>;

const COLUMNS = sql`q.request_id, q.customer_id, c.name as customer_name, q.domain_id, q.host, q.reason, q.status::int as status, q.asked_at, q.asked_by,
	q.asked_as, a.email as asker, q.decided_at, u.email as decider, q.answer, q.erase_at, q.cancelled_at, q.begun_at, q.counted, q.run_id, q.erased_at, q.report`;
const FROM = sql`deletion_request q join customer c using (customer_id) left join app_user a on a.id = q.asked_by left join app_user u on u.id = q.decided_by`;

/** Within a tenant by its id; the platform role (`across`) may list all. */
export const REQUESTS = list({
	row: RequestRow,
	columns: COLUMNS,
	from: FROM,
	orders: {
		askedAt: { by: sql`q.asked_at`, type: 'timestamptz' },
		domain: { by: sql`q.host`, type: 'text' },
		customerName: { by: sql`c.in_order`, type: 'text' },
	},
	usual: '-askedAt',
	key: { by: sql`q.request_id`, type: 'uuid' },
});

export interface Narrowed {
	readonly q?: string | undefined;
	readonly status?: number | undefined;
	readonly customerId?: number | undefined;
	/** Of these domains alone. */
	readonly domains?: readonly string[] | undefined;
	/** Those alone that are neither declined nor done. */
	readonly coming?: 'true' | undefined;
}

export const narrowed = ({ q, status, customerId, domains, coming }: Narrowed): Sql[] => [
	sql`q.host ilike ${containing(q?.normalize('NFC').toLowerCase())}`,
	...(status === undefined ? [] : [sql`q.status = ${status}`]),
	...(coming === undefined ? [] : [sql`q.status in (${open}, ${processed}) and q.erased_at is null`]),
	...(customerId === undefined ? [] : [sql`q.customer_id = ${customerId} and c.customer_id = ${customerId}`]),
	...(domains === undefined ? [] : [sql`q.domain_id = any(${domains}::uuid[])`]),
];

export const readRequest = (tx: Tx, customerId: number, id: string): Promise<RequestRow | null> =>
	tx.first(
		RequestRow,
		sql`select ${COLUMNS} from ${FROM} where q.customer_id = ${customerId} and c.customer_id = ${customerId} and q.request_id = ${id}`,
	);

/** A domain whose deletion is asked for goes by its present host: what is named is what is erased. */
export const renameRequest = async (tx: Tx, { customerId, domainId, host }: OfDomain): Promise<void> => {
	await tx.run(
		sql`update deletion_request set host = ${host} where customer_id = ${customerId} and domain_id = ${domainId} and status = 0`,
	);
};

/** Two who decide about one request do so one after the other. */
export const lockRequest = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`select 1 from deletion_request where customer_id = ${customerId} and request_id = ${id} for update`);

interface Asked {
	readonly domainId: string;
	readonly host: string;
	readonly reason: string;
	readonly by: string;
	/** In whose name, in an assisted session. */
	readonly as: string | null;
}

/** False where the domain's deletion is asked for already. */
export const insertRequest = async (tx: Tx, customerId: number, id: string, asked: Asked): Promise<boolean> => {
	const added =
		await tx.run(sql`insert into deletion_request (customer_id, request_id, domain_id, host, reason, asked_at, asked_by, asked_as)
		values (${customerId}, ${id}, ${asked.domainId}, ${asked.host}, ${asked.reason}, ${now()}, ${asked.by}, ${asked.as}) on conflict do nothing`);
	if (added === 0) return false;
	await enterDirectory(tx, customerId, [{ kind: 'deletion-request', key: id }]);
	return true;
};

interface Decided {
	readonly status: 1 | 2;
	/** Null: whoever asked took it back. */
	readonly by: string | null;
	readonly answer: string;
	readonly eraseAt: Date | null;
}

export const decideRequest = (tx: Tx, customerId: number, id: string, { status, by, answer, eraseAt }: Decided): Promise<number> =>
	tx.run(sql`update deletion_request set status = ${status}, decided_at = ${now()}, decided_by = ${by}, answer = ${answer}, erase_at = ${eraseAt}
		where customer_id = ${customerId} and request_id = ${id}`);

const RowOfDomain = row({ parked: text });

/**
 * Takes the domain off every list, and out of everything that serves or sends: its row waits with the request, whatever joins it finds
 * nothing, and no id leads to it. Its host stays its customer's.
 */
export const parkDomain = async (tx: Tx, customerId: number, requestId: string, domainId: string): Promise<void> => {
	const domain = await tx.first(
		RowOfDomain,
		sql`select to_jsonb(d)::text as parked from domain d where d.customer_id = ${customerId} and d.domain_id = ${domainId} for update`,
	);
	await tx.run(sql`update deletion_request set parked = ${domain?.parked ?? null}::jsonb
		where customer_id = ${customerId} and request_id = ${requestId}`);
	await tx.run(sql`delete from domain where customer_id = ${customerId} and domain_id = ${domainId}`);
	await countDomain(tx, customerId, -1);
	await leaveDirectory(tx, [{ kind: 'domain', key: domainId }]);
};

/** Puts it back as it was. False where the customer has another domain of its host by now. */
export const unparkDomain = async (tx: Tx, customerId: number, requestId: string, domainId: string, answer: string): Promise<boolean> => {
	const back = await tx.run(sql`insert into domain
		select d.* from deletion_request q cross join lateral jsonb_populate_record(null::domain, q.parked) d
		where q.customer_id = ${customerId} and q.request_id = ${requestId} on conflict do nothing returning 1`);
	if (back === 0) return false;
	await countDomain(tx, customerId, 1);
	await enterDirectory(tx, customerId, [{ kind: 'domain', key: domainId }]);
	await tx.run(sql`update deletion_request set status = 2, parked = null, answer = ${answer}, cancelled_at = ${now()}
		where customer_id = ${customerId} and request_id = ${requestId}`);
	return true;
};

const ParkedRow = row({ host: text, proven: bool, token: orNull(text) });

/** What is left of the domain itself: its row, its host's and its token's entries, mappings, properties, invitations. Answers rows by table. */
export const dropParked = async (tx: Tx, customerId: number, requestId: string, domainId: string): Promise<Record<string, number>> => {
	const parked = await tx.first(
		ParkedRow,
		sql`select q.parked ->> 'host' as host, q.parked ->> 'proven_at' is not null as proven, substr(q.parked ->> 'token_hash', 3) as token
		from deletion_request q where q.customer_id = ${customerId} and q.request_id = ${requestId} and q.parked is not null`,
	);
	if (parked?.proven) await freeHost(tx, parked.host);
	if (parked?.token) await leaveDirectory(tx, [{ kind: 'domain-token', key: parked.token }]);
	await tx.run(
		sql`update deletion_request set parked = null, reason = '', answer = '' where customer_id = ${customerId} and request_id = ${requestId}`,
	);
	await tx.run(sql`update invite set domain_ids = array_remove(domain_ids, ${domainId}::uuid)
		where customer_id = ${customerId} and ${domainId}::uuid = any(domain_ids)`);
	return {
		domain: parked ? 1 : 0,
		user_domain: await tx.run(sql`delete from user_domain where customer_id = ${customerId} and domain_id = ${domainId}`),
		domain_property: await tx.run(sql`delete from domain_property where customer_id = ${customerId} and domain_id = ${domainId}`),
	};
};

const AppRow = row({ app_id: uuid });
/** Ids of the domain's own apps. */
export const appsOn = async (tx: Tx, customerId: number, domainId: string): Promise<string[]> =>
	(await tx.rows(AppRow, sql`select app_id from customer_domain_app where customer_id = ${customerId} and domain_id = ${domainId}`)).map(
		({ app_id }) => app_id,
	);

const HoldsRow = row({ properties: int, apps: int, tokens: int });
/** What this wing keeps of it; whether its token opens anything stands with its row, on or off the lists. */
export const holdsOf = async (tx: Tx, customerId: number, domainId: string): Promise<RowOf<typeof HoldsRow> | null> =>
	tx.first(
		HoldsRow,
		sql`select (select count(*)::int from domain_property where customer_id = ${customerId} and domain_id = ${domainId}) as properties,
			(select count(*)::int from customer_domain_app where customer_id = ${customerId} and domain_id = ${domainId}) as apps,
			(select count(*)::int from domain where customer_id = ${customerId} and domain_id = ${domainId} and token_hash is not null)
				+ (select count(*)::int from deletion_request where customer_id = ${customerId} and domain_id = ${domainId}
					and parked ->> 'token_hash' is not null) as tokens`,
	);

const DueRow = row({ customer_id: int, request_id: uuid });
/** Requests of all customers whose time has come and that nobody works on. */
export const dueRequests = (across: Tx): Promise<RowOf<typeof DueRow>[]> =>
	across.rows(
		DueRow,
		sql`select customer_id, request_id from deletion_request
		where status = 1 and erased_at is null and run_id is null and erase_at <= ${now()} order by erase_at limit 100`,
	);

/** After a restore, as owner: whoever cancelled one since has time to do so again. Answers how many are put off. */
export const putOffRestored = (tx: Tx, until: Date): Promise<number> =>
	tx.run(sql`update deletion_request set erase_at = ${until}
		where status = 1 and cancelled_at is null and begun_at is null and erase_at < ${until}`);

export const noteRun = (tx: Tx, customerId: number, id: string, runId: string): Promise<number> =>
	tx.run(
		sql`update deletion_request set run_id = ${runId}, begun_at = coalesce(begun_at, ${now()}) where customer_id = ${customerId} and request_id = ${id}`,
	);

/** A run that failed is begun anew a while later. */
export const putOff = (tx: Tx, customerId: number, id: string, until: Date, counted: Readonly<Record<string, number>>): Promise<number> =>
	tx.run(sql`update deletion_request set run_id = null, erase_at = ${until}, counted = ${JSON.stringify(counted)}
		where customer_id = ${customerId} and request_id = ${id} and erased_at is null`);

export const noteErased = (tx: Tx, customerId: number, id: string, report: z.infer<typeof ErasureReport>): Promise<number> =>
	tx.run(
		sql`update deletion_request set erased_at = ${now()}, report = ${JSON.stringify(report)} where customer_id = ${customerId} and request_id = ${id}`,
	);
