/** The calls of the list of sites that are scanned. */
import * as contract from '@luvalla/contract/consent/cookie-scans.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf } from '#kernel/storage/lists.ts';
import { holdNames } from '#kernel/storage/names.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { demandOwnHost, seenBy } from './calls.ts';
import { changeSite, countSites, deleteSite, insertSite, listSites, readSite, type SiteHow, type SiteRow } from './sites-store.ts';
import { nextScan } from './start.ts';

const refuseSite = refusals({
	site_known: [409, 'This domain is on the list already.', 'Tämä verkkotunnus on jo luettelossa.', 'domain'],
	too_many_sites: [
		422,
		'There is room for 500 sites. Take some off the list first.',
		'Sivustoja mahtuu luetteloon 500. Poista ensin joitakin.',
	],
});

const shown = (customerId: number, row: SiteRow, { as }: Pick<Scope, 'as'>): contract.ScanSite => ({
	id: row.site_id,
	customerId,
	domain: row.host,
	domainId: row.domain_id,
	every: row.every,
	nonCmp: row.non_cmp,
	pages: row.pages,
	depth: row.depth,
	robots: row.robots,
	addedAt: row.added_at.toISOString(),
	nextAt: row.next_at?.toISOString() ?? null,
	last: row.last,
	can: { change: as !== 'machine', delete: as !== 'machine' },
});

const howOf = ({ every, nonCmp, pages, depth, robots }: SiteHow): SiteHow => ({ every, nonCmp, pages, depth, robots });
const facts = ({ host, every, non_cmp, pages, depth, robots }: SiteRow) => ({ domain: host, every, non_cmp, pages, depth, robots });

/** @throws Refused 404 */
const visible = async (tx: Tx, scope: Scope, siteId: string): Promise<SiteRow> => {
	const site = await readSite(tx, scope.customerId, seenBy(scope), siteId);
	if (!site) throw refuse('not_found');
	return site;
};

export const scanSiteRoutes = ({ storage }: Kernel): Route[] => [
	handleIn(storage.inTenant, contract.scanSites, async (tx, { query, scope }) => {
		const { rows, counted } = await listSites(tx, scope.customerId, seenBy(scope), query.q, query);
		return { data: rows.map((row) => shown(scope.customerId, row, scope)), page: pageOf(counted, query) };
	}),
	handleIn(storage.inTenant, contract.addScanSite, async (tx, { body, scope, asker }) => {
		const { customerId } = scope;
		await demandOwnHost(tx, scope, body.domain);
		await holdNames(tx, customerId, 'scan sites');
		if ((await countSites(tx, customerId)) >= contract.MOST_SCAN_SITES) throw refuseSite('too_many_sites');
		const id = newId();
		if ((await insertSite(tx, customerId, id, body.domain, howOf(body), nextScan(body.every))) === 0) throw refuseSite('site_known');
		const site = await visible(tx, scope, id);
		await recordActivity(tx, customerId, asker, { action: 'added', thing: 'scan_site', thingId: id, after: facts(site) });
		return shown(customerId, site, scope);
	}),
	handleIn(storage.inTenant, contract.changeScanSite, async (tx, { params, body, scope, asker }) => {
		const { customerId } = scope;
		const before = await visible(tx, scope, params.siteId);
		const how = { ...howOf({ ...before, nonCmp: before.non_cmp }), ...body };
		await changeSite(tx, customerId, before.site_id, how, before.every === how.every ? before.next_at : nextScan(how.every));
		const after = await visible(tx, scope, params.siteId);
		const act = { action: 'changed', thing: 'scan_site', thingId: before.site_id, before: facts(before), after: facts(after) } as const;
		await recordActivity(tx, customerId, asker, { ...act });
		return shown(customerId, after, scope);
	}),
	handleIn(storage.inTenant, contract.deleteScanSite, async (tx, { query, scope, asker }) => {
		const { customerId } = scope;
		const before = await visible(tx, scope, query.customerScanDomainId);
		await deleteSite(tx, customerId, before.site_id);
		const act = { action: 'deleted', thing: 'scan_site', thingId: before.site_id, before: facts(before), after: null } as const;
		await recordActivity(tx, customerId, asker, { ...act });
		return { deleted: true };
	}),
];
