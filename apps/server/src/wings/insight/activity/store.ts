/** Activity in the database: customers' rows and the platform's as one table. */
import * as z from 'zod';
import { list } from '#kernel/storage/lists.ts';
import { instant, int, json, orNull, type RowOf, row, type Sql, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';

const Values = orNull(json(z.record(z.string(), z.unknown())));

const ActivityRow = row({
	id: uuid,
	at: instant,
	who: orNull(text),
	as_whom: orNull(text),
	action: text,
	thing: text,
	thing_id: text,
	/** What the thing is called now; null where that is not looked up, or it is gone. */
	called: orNull(text),
	customer_id: orNull(int),
	customer_name: orNull(text),
	fields: texts,
	network: orNull(text),
	before: Values,
	after: Values,
});
export type ActivityRow = RowOf<typeof ActivityRow>;

/** Values of a row, wherever it comes from; read for the rows of a page only, as subselects of a limited statement are. */
const values = (side: Sql): Sql => sql`coalesce(
		(select v.${side} from activity_values v where v.customer_id = a.customer_id and v.id = a.id),
		(select v.${side} from platform_activity_values v where a.customer_id is null and v.id = a.id)
	) as ${side}`;

/** An id within `thing_id`, which is a text: two parts of it for what stands between two things. */
const idAt = (place: 1 | 2): Sql =>
	sql`case when split_part(a.thing_id, ' ', ${place}) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
		then split_part(a.thing_id, ' ', ${place})::uuid end`;

/** The name that a thing has now, where the platform reads its table; looked up for the rows of a page only. */
const called = sql`case
	when a.thing in ('domain', 'webhook_secret') then
		(select d.host from domain d where d.customer_id = a.customer_id and d.domain_id = ${idAt(1)})
	when a.thing in ('application', 'application_secret') then
		(select n.client_name from application n where n.customer_id = a.customer_id and n.application_id = ${idAt(1)})
	when a.thing in ('user', 'user_domains', 'user_rights', 'customer_admin') then (select n.email from app_user n where n.id = ${idAt(1)})
	when a.thing = 'partner_user' then (select n.email from app_user n where n.id = ${idAt(2)})
	when a.thing in ('partner', 'partner_customer') then (select n.name from partner n where n.id = ${idAt(1)})
	when a.thing = 'invite' then (select n.email from invite n where n.id = ${idAt(1)})
end as called`;

/** Newest first. */
export const ACTIVITIES = list({
	row: ActivityRow,
	columns: sql`a.id, a.at, u.email as who, v.email as as_whom, a.action, a.thing, a.thing_id, ${called}, a.customer_id,
		(select c.name from customer c where c.customer_id = a.customer_id) as customer_name, a.fields, a.network,
		${values(sql`before`)}, ${values(sql`after`)}`,
	from: sql`(
		select customer_id, id, at, user_id, as_user_id, action, thing, thing_id, fields, network from activity
		union all
		select null, id, at, user_id, as_user_id, action, thing, thing_id, fields, network from platform_activity
	) a
	left join app_user u on u.id = a.user_id
	left join app_user v on v.id = a.as_user_id`,
	orders: { at: { by: sql`a.at`, type: 'timestamptz' } },
	usual: '-at',
	key: { by: sql`a.id`, type: 'uuid' },
});

export interface Narrowed {
	q?: string | undefined;
	person?: string | undefined;
	customerId?: number | undefined;
	action?: string | undefined;
	thing?: string | undefined;
	from?: string | undefined;
	to?: string | undefined;
}

export const narrowed = ({ q, person, customerId, action, thing, from, to }: Narrowed): Sql[] => [
	...(person === undefined ? [] : [sql`(u.email = lower(${person}) or v.email = lower(${person}))`]),
	...(customerId === undefined ? [] : [sql`a.customer_id = ${customerId}`]),
	...(action === undefined ? [] : [sql`a.action = ${action}`]),
	...(thing === undefined ? [] : [sql`a.thing = ${thing}`]),
	...(from === undefined ? [] : [sql`a.at >= ${from}::timestamptz`]),
	...(to === undefined ? [] : [sql`a.at < ${to}::timestamptz`]),
	...(q?.trim() ? [saying(containing(q))] : []),
];

/** Whether a row shows a text: by whom, what, of what, whose and what it is called. Names are asked by keys, so that each is looked for once and not for each row. */
const saying = (like: string): Sql => sql`(concat_ws(' ', u.email, v.email, a.action, a.thing, a.thing_id) ilike ${like}
	or exists (select 1 from customer c where c.customer_id = a.customer_id and c.name ilike ${like})
	or exists (select 1 from domain d where d.customer_id = a.customer_id and d.domain_id = ${idAt(1)} and d.host ilike ${like})
	or exists (select 1 from application n where n.customer_id = a.customer_id and n.application_id = ${idAt(1)} and n.client_name ilike ${like})
	or exists (select 1 from app_user n where n.id = ${idAt(1)} and n.email ilike ${like})
	or exists (select 1 from app_user n where n.id = ${idAt(2)} and n.email ilike ${like})
	or exists (select 1 from partner n where n.id = ${idAt(1)} and n.name ilike ${like})
	or exists (select 1 from invite n where n.id = ${idAt(1)} and n.email ilike ${like}))`;
