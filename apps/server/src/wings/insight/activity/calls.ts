/** Reading the portal's activity: customers' rows and the platform's in one list. */
import { type Activity, activity } from '@luvalla/contract/insight/activity.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { containing, offsetOf } from '#kernel/storage/search.ts';

interface ActivityRow {
	id: string;
	at: Date;
	who: string | null;
	as_whom: string | null;
	action: string;
	thing: string;
	thing_id: string;
	customer_id: number | null;
	customer_name: string | null;
	fields: string[];
	network: string | null;
	before: Record<string, unknown> | null;
	after: Record<string, unknown> | null;
}

const MOST_COUNTED = 10_000;

const ALL = `(
		select customer_id, id, at, user_id, as_user_id, action, thing, thing_id, fields, network from activity
		union all
		select null, id, at, user_id, as_user_id, action, thing, thing_id, fields, network from platform_activity
	) a
	left join app_user u on u.id = a.user_id
	left join app_user v on v.id = a.as_user_id`;
const WHERE = `($1::text is null or u.email = lower($1) or v.email = lower($1)) and ($2::int is null or a.customer_id = $2)
	and ($3::text is null or a.action = $3) and ($4::timestamptz is null or a.at >= $4) and ($5::timestamptz is null or a.at < $5)
	and ($6 = '%%' or concat_ws(' ', u.email, v.email, a.action, a.thing, a.thing_id) ilike $6)`;

const shown = (row: ActivityRow): Activity => ({
	id: row.id,
	at: row.at.toISOString(),
	who: row.who,
	asWhom: row.as_whom,
	action: row.action,
	thing: row.thing,
	thingId: row.thing_id,
	customerId: row.customer_id,
	customerName: row.customer_name,
	fields: row.fields,
	network: row.network,
	before: row.before,
	after: row.after,
});

export const activityRoutes = ({ storage }: Kernel): Route[] => [
	handle(activity, async ({ query }) => {
		const values = [
			query.person ?? null,
			query.customerId ?? null,
			query.action ?? null,
			query.from ?? null,
			query.to ?? null,
			containing(query.q),
		];
		const rows = await storage.across.query<ActivityRow>(
			`with page as (
				select a.*, u.email as who, v.email as as_whom from ${ALL} where ${WHERE} order by a.at desc, a.id desc limit $7 offset $8
			)
			select p.id, p.at, p.who, p.as_whom, p.action, p.thing, p.thing_id, p.customer_id, c.name as customer_name, p.fields, p.network,
				coalesce(t.before, f.before) as before, coalesce(t.after, f.after) as after
			from page p
			left join customer c on c.customer_id = p.customer_id
			left join activity_values t on t.customer_id = p.customer_id and t.id = p.id
			left join platform_activity_values f on p.customer_id is null and f.id = p.id
			order by p.at desc, p.id desc`,
			[...values, query.size, offsetOf(query)],
		);
		const [counted] = await storage.across.query<{ n: number }>(
			`select count(*)::int as n from (select 1 from ${ALL} where ${WHERE} limit ${MOST_COUNTED + 1}) c`,
			values,
		);
		const count = counted?.n ?? 0;
		return {
			data: rows.map(shown),
			page: {
				total: Math.min(count, MOST_COUNTED),
				...(count > MOST_COUNTED && { more: true }),
				next: query.page * query.size < count ? query.page + 1 : null,
			},
		};
	}),
];
