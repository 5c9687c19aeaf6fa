/** Spans, steps and domains that counts are asked by. */
import type { CountRequest } from '@luvalla/contract/insight/counts.ts';
import type * as z from 'zod';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import type { RowOf } from '#kernel/storage/rows.ts';
import { row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { NO_DOMAIN } from '#kernel/tally/news.ts';
import { domainIdsNamed, leavingDomains } from '../../tenancy/wing.ts';
import { type Segment, segmentsOf } from '../roll-ups/spans.ts';

export type Group = z.output<typeof CountRequest>;

/** Steps of a span that says none. */
const STEPS = 24;
const DAY_MS = 86_400_000;

const DomainRow = row({ domain_id: uuid, host: text });

export interface AskedGroup {
	readonly from: Date;
	readonly to: Date;
	readonly starts: readonly Date[];
	/** None where the span is empty. */
	readonly segments: readonly Segment[];
	/** Those of people whose first domain is being deleted among them, and whoever was first known to the customer as a whole. */
	readonly peopleOn: readonly string[];
	/** Domains it is about, as far as the asker may see them. */
	readonly domains: readonly RowOf<typeof DomainRow>[];
}

/** Domains of the customer that are there, and of these the named ones, as far as the asker may see them. */
export const domainsOf = async (tx: Tx, { customerId, domains }: Scope, named: readonly string[]): Promise<RowOf<typeof DomainRow>[]> => {
	const there = await tx.rows(DomainRow, sql`select domain_id, host from domain where customer_id = ${customerId} order by host`);
	const ids = named.length === 0 ? null : new Set(await domainIdsNamed(tx, customerId, named));
	return there.filter(({ domain_id: id }) => (domains === 'all' || domains.has(id)) && (ids === null || ids.has(id)));
};

/** Dates are whole UTC days, the last one included; instants win over them. */
export const askedGroup = async (tx: Tx, scope: Scope, group: Group): Promise<AskedGroup> => {
	const from = new Date(group.from ?? `${group.startDate}T00:00:00.000Z`);
	const end = group.to ? new Date(group.to) : new Date(Date.parse(`${group.endDate}T00:00:00.000Z`) + DAY_MS);
	const to = end.getTime() < from.getTime() ? from : end;
	const starts =
		group.steps?.map((at) => new Date(at)) ??
		Array.from({ length: STEPS }, (_, i) => new Date(from.getTime() + (i * (to.getTime() - from.getTime())) / STEPS));
	const domains = await domainsOf(tx, scope, group.domainList);
	const ids = domains.map(({ domain_id: id }) => id);
	return {
		from,
		to,
		starts,
		segments: to.getTime() === from.getTime() ? [] : segmentsOf(from, to, starts, now()),
		peopleOn:
			group.domainList.length === 0 && scope.domains === 'all' ? [...ids, ...(await leavingDomains(tx, scope.customerId)), NO_DOMAIN] : ids,
		domains,
	};
};
