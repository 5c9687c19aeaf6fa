/** Who may read which report: whoever may make the calls that it is made of. */
import { ledgerReport } from '@luvalla/contract/billing/credits.ts';
import type { Role } from '@luvalla/contract/call.ts';
import { costPerActivity } from '@luvalla/contract/insight/cost-reports.ts';
import { domainCounts } from '@luvalla/contract/insight/counts.ts';
import { channelCount, domainEventCounts } from '@luvalla/contract/insight/event-counts.ts';
import type { Report } from '@luvalla/contract/insight/report-schedules.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { type Scope, scopeOn } from '#kernel/access/decide.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';

const MAY: Readonly<Record<Report, readonly Role[]>> = {
	profiles: domainEventCounts.may,
	consents: domainCounts.may,
	ledger: ledgerReport.may,
	events: domainEventCounts.may,
	channels: channelCount.may,
	costs: costPerActivity.may,
	consumers: domainCounts.may,
};

/** By the id of a user, with the rights of this moment; null: there is no such user. */
export type AskerOf = (userId: string) => Promise<Asker | null>;

const UserRow = row({ id: uuid });

/** What somebody may read of a report at a customer, on one of its domains or on all that they see; null: nothing. */
export const readingOf = (asker: Asker | null, customerId: number, report: Report, domainId: string | null): Scope | null => {
	const scope = asker && scopeOn(asker, customerId, MAY[report]);
	if (!scope) return null;
	if (domainId === null) return scope;
	return scope.domains === 'all' || scope.domains.has(domainId) ? { ...scope, domains: new Set([domainId]) } : null;
};

/** Whether whoever reads by this scope sees all that is reported by another one. */
const covers = (own: Scope, reported: Scope): boolean => {
	if (own.domains === 'all') return true;
	const { domains } = own;
	return reported.domains !== 'all' && [...reported.domains].every((id) => domains.has(id));
};

/** Of these addresses those of nobody who may read what is reported. */
export const strangersTo = async (
	storage: Pick<Storage, 'across'>,
	askerOf: AskerOf,
	addresses: readonly string[],
	reported: Scope,
	report: Report,
): Promise<string[]> => {
	const strangers: string[] = [];
	for (const address of addresses) {
		const user = await storage.across.first(UserRow, sql`select id from app_user where email = ${address.toLowerCase()}`);
		const own = user && readingOf(await askerOf(user.id), reported.customerId, report, null);
		if (!own || !covers(own, reported)) strangers.push(address);
	}
	return strangers;
};
