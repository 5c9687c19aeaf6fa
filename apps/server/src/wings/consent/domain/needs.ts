/** What of banners waits for somebody: a snippet that is gone, what the last scan of a site found, a webhook that fails. */
import type { Need } from '@luvalla/contract/insight/needs.ts';
import type { ForWhom } from '#kernel/hooks.ts';
import { instant, int, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const GoneRow = row({ domain_id: uuid, host: text, at: instant });
const FoundRow = row({ scan_id: uuid, domain_id: uuid, host: text, at: instant, n: int });

export const consentNeeds = async (tx: Tx, { customerId, domainIds }: ForWhom): Promise<Need[]> => {
	const seen = sql`(${domainIds}::uuid[] is null or d.domain_id = any(${domainIds}::uuid[]))`;
	const gone = await tx.rows(
		GoneRow,
		sql`select d.domain_id, d.host, l.checked_at as at from snippet_look l
			join domain d on d.customer_id = ${customerId} and d.domain_id = l.domain_id
		where l.customer_id = ${customerId} and l.state = 'missing' and l.seen_at is not null and ${seen} order by l.checked_at limit 20`,
	);
	const found = await tx.rows(
		FoundRow,
		sql`select s.scan_id, d.domain_id, d.host, s.created_at as at,
				(select count(*)::int from cookie_scan_finding f where f.customer_id = ${customerId} and f.scan_id = s.scan_id and f.code = 'before-consent') as n
			from domain d cross join lateral (
				select c.scan_id, c.created_at from cookie_scan c
				where c.customer_id = ${customerId} and c.host = d.host and c.progress is null and c.problem is null
				order by c.created_at desc, c.scan_id desc limit 1
			) s
		where d.customer_id = ${customerId} and ${seen} and exists (
			select 1 from cookie_scan_finding f where f.customer_id = ${customerId} and f.scan_id = s.scan_id and f.code = 'before-consent')
		order by s.created_at limit 20`,
	);
	// The newest that is settled was not taken.
	const failing = await tx.rows(
		GoneRow,
		sql`select d.domain_id, d.host, w.created_at as at from domain d cross join lateral (
				select x.status, x.created_at from webhook_delivery x
				where x.customer_id = ${customerId} and x.domain_id = d.domain_id and (x.status <> 'waiting' or jsonb_array_length(x.attempts) > 0)
				order by x.created_at desc, x.delivery_id limit 1
			) w
		where d.customer_id = ${customerId} and ${seen} and d.webhook_url is not null and w.status <> 'delivered' order by w.created_at limit 20`,
	);
	const about = ({ domain_id: id, host: name, at }: (typeof gone)[number]) => ({ id, name, domainId: id, at: at.toISOString() });
	return [
		...gone.map((one): Need => ({ need: 'snippet-gone', ...about(one), count: null })),
		...found.map((one): Need => ({ need: 'scan-findings', ...about(one), id: one.scan_id, count: one.n })),
		...failing.map((one): Need => ({ need: 'webhook-failing', ...about(one), count: null })),
	];
};
