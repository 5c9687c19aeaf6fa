/** The checklist of the dashboard, ticked by what is there. */
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import { STATUS } from '@luvalla/contract/engagement/content-types.ts';
import { firstSteps } from '@luvalla/contract/insight/first-steps.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { bool, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import { siteOf } from '../../consent/wing.ts';

const Done = row({
	domain: bool,
	unproven_id: orNull(uuid),
	unproven_host: orNull(text),
	snippet: bool,
	choice: bool,
	campaigns: bool,
	audience: bool,
	message: bool,
	sent: bool,
	waits: bool,
	host: orNull(text),
});

export const firstStepRoutes = ({ storage, settings }: Kernel): Route[] => [
	handle(firstSteps, async ({ scope }) => {
		const { customerId } = scope;
		const ids = scope.domains === 'all' ? null : [...scope.domains];
		const seen = sql`(${ids}::uuid[] is null or d.domain_id = any(${ids}))`;
		const [done] = await storage.inReport(customerId, (tx) =>
			tx.rows(
				Done,
				sql`select
					exists (select 1 from domain d where d.customer_id = ${customerId} and d.proven_at is not null and ${seen}) as domain,
					w.domain_id as unproven_id, w.host as unproven_host,
					exists (
						select 1 from snippet_look d where d.customer_id = ${customerId} and d.seen_at is not null and ${seen}
					) as snippet,
					-- Without a publication no banner brought one: millions of imported answers are not gone through for it.
					exists (select 1 from publication d where d.customer_id = ${customerId} and ${seen}) and exists (
						select 1 from consent_record d where d.customer_id = ${customerId} and d.how = 'banner' and ${seen}
					) as choice,
					exists (select 1 from customer c where c.customer_id = ${customerId} and c.use_cm) as campaigns,
					exists (select 1 from audience d where d.customer_id = ${customerId} and d.status = ${STATUS.approved} and ${seen}) as audience,
					exists (select 1 from constellation d where d.customer_id = ${customerId} and d.version is not null and ${seen}) as message,
					exists (
						select 1 from campaign_run d where d.customer_id = ${customerId} and d.kind = 'real' and ${seen} and exists (
							select 1 from delivery_count c where c.customer_id = ${customerId} and c.run_id = d.run_id and c.what = 'accepted'
						)
					) as sent,
					exists (select 1 from customer c where c.customer_id = ${customerId} and c.status = ${CUSTOMER_STATUS.notOnboarded}) as waits,
					(
						select d.host from domain d where d.customer_id = ${customerId} and d.live_banner is not null and ${seen}
						order by d.live_banner->>'publishedAt' desc limit 1
					) as host
				from (select 1) one
				left join lateral (
					select d.domain_id, d.host from domain d where d.customer_id = ${customerId} and d.proven_at is null and ${seen}
					order by d.created_at desc limit 1
				) w on true`,
			),
		);
		if (!done) throw new Error('Nothing was answered of the first steps.');
		const { domain, unproven_id: id, unproven_host: named, snippet, choice, campaigns, audience, message, sent, waits, host } = done;
		const unproven = domain || id === null || named === null ? null : { id, domain: named };
		const site = host && siteOf(settings, host);
		return { waits, domain, unproven, banner: host !== null, snippet: snippet || choice, choice, campaigns, audience, message, sent, site };
	}),
];
