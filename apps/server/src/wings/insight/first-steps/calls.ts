/** The checklist of an empty dashboard, ticked by what is there. */
import { firstSteps } from '@luvalla/contract/insight/first-steps.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { bool, orNull, row, sql, text } from '#kernel/storage/rows.ts';
import { siteOf } from '../../consent/wing.ts';

const Done = row({ domain: bool, snippet: bool, choice: bool, host: orNull(text) });

export const firstStepRoutes = ({ storage, settings }: Kernel): Route[] => [
	handle(firstSteps, async ({ scope }) => {
		const { customerId } = scope;
		const ids = scope.domains === 'all' ? null : [...scope.domains];
		// Whoever imported millions of answers waits with their own counts for the one from a banner that may not be there.
		const [done] = await storage.inReport(customerId, (tx) =>
			tx.rows(
				Done,
				sql`select
					exists (select 1 from domain d where d.customer_id = ${customerId} and (${ids}::uuid[] is null or d.domain_id = any(${ids}))) as domain,
					exists (
						select 1 from snippet_look l
						where l.customer_id = ${customerId} and l.seen_at is not null and (${ids}::uuid[] is null or l.domain_id = any(${ids}))
					) as snippet,
					exists (
						select 1 from consent_record r
						where r.customer_id = ${customerId} and r.how = 'banner' and (${ids}::uuid[] is null or r.domain_id = any(${ids}))
					) as choice,
					(
						select d.host from domain d
						where d.customer_id = ${customerId} and d.live_banner is not null and (${ids}::uuid[] is null or d.domain_id = any(${ids}))
						order by d.live_banner->>'publishedAt' desc limit 1
					) as host`,
			),
		);
		if (!done) throw new Error('Nothing was answered of the first steps.');
		const { domain, snippet, choice, host } = done;
		return { domain, banner: host !== null, snippet: snippet || choice, choice, site: host && siteOf(settings, host) };
	}),
];
