/** Starts scans: of one site, of all on a customer's list, and of those whose time has come. */
import type { NewScanBody, ScanEvery } from '@luvalla/contract/consent/cookie-scans.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { now } from '#kernel/clock.ts';
import { deleteFile } from '#kernel/files/files.ts';
import { forEach } from '#kernel/jobs/each.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { RunKind } from '#kernel/runs/runs.ts';
import { holdNames } from '#kernel/storage/names.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { domainByHost } from '../../tenancy/wing.ts';
import { siteOf } from '../snippet/look.ts';
import { pagePriceOf, reserveScan, shortFor } from './paid.ts';
import type { ScanCursor, ScanInput } from './run.ts';
import { changeSite, dueSites, holdSite } from './sites-store.ts';
import { forgetScan, insertScan, oldScans, openScan, readDetail } from './store.ts';

type Kind = RunKind<ScanInput, ScanCursor>;
type Starts = Pick<Kernel, 'runs' | 'settings'>;

export interface Begin {
	readonly host: string;
	readonly nonCmp: boolean;
	readonly how: Pick<NewScanBody, 'pages' | 'depth' | 'robots'>;
	/** Null: it is time. */
	readonly asker: Asker | null;
}

/**
 * Answers the scan's id; of a site whose scan is under way that one's. Whoever is charged has its pages reserved; one whose time has come
 * without credits for it ends at once and says why.
 * @throws Refused 409 no_credits, of one that somebody asked for
 */
export const beginScan = async (
	tx: Tx,
	{ runs, settings }: Starts,
	kind: Kind,
	customerId: number,
	{ host, nonCmp, how: { pages, depth, robots }, asker }: Begin,
): Promise<string> => {
	await holdNames(tx, customerId, `scan ${host}`);
	const open = await openScan(tx, customerId, host, nonCmp);
	if (open) return open.scan_id;
	const url = siteOf(settings, host);
	const scheduled = asker === null;
	const price = await pagePriceOf(tx, { settings }, customerId);
	const short = scheduled && price !== undefined ? await shortFor(tx, { settings }, customerId, pages * price) : null;
	const pageMicros = short === null ? price : undefined;
	const paid = { ...(pageMicros !== undefined && { pageMicros }), ...(short && { short }) };
	const scanId = await runs.start(tx, customerId, kind, {
		input: { host, url, pages, depth, robots, nonCmp, scheduled, ...paid },
		cursor: { attempts: 0 },
		domainId: (await domainByHost(tx, customerId, host))?.domain_id ?? null,
		total: null,
		asker,
		act: { action: 'started', thing: 'scan', thingId: host, after: { domain: host, pages, nonCmp } },
	});
	await reserveScan(tx, { settings }, customerId, scanId, { host, pages, ...paid });
	await insertScan(tx, customerId, { scanId, host, url, nonCmp, scheduled });
	return scanId;
};

const DAYS: Readonly<Record<Exclude<ScanEvery, 'never'>, number>> = { day: 1, week: 7, month: 30 };
const DAY_MS = 86_400_000;
/** When a site is scanned next; null: never by itself. */
export const nextScan = (every: ScanEvery): Date | null => (every === 'never' ? null : new Date(now().getTime() + DAYS[every] * DAY_MS));

/** Begins a scan of each site whose time has come. Answers how many. */
export const scanDue = async (kernel: Starts & Pick<Kernel, 'storage'>, kind: Kind): Promise<number> => {
	const due = await dueSites(kernel.storage.across, now());
	await forEach(due, ({ customer_id: customerId, site_id: id }) =>
		kernel.storage.inTenant(customerId, async (tx) => {
			const site = await holdSite(tx, customerId, id);
			// Another process may have been quicker.
			if (!site?.next_at || site.next_at > now()) return;
			const { host, every, non_cmp: nonCmp, pages, depth, robots } = site;
			await changeSite(tx, customerId, id, { every, nonCmp, pages, depth, robots }, nextScan(every));
			await beginScan(tx, kernel, kind, customerId, { host, nonCmp, how: { pages, depth, robots }, asker: null });
		}),
	);
	return due.length;
};

/** Scans are kept for so long. */
const KEPT_DAYS = 400;
const forgetOld = async ({ storage }: Pick<Kernel, 'storage'>): Promise<void> => {
	const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
	await forEach(await oldScans(storage.across, before), ({ customer_id: customerId, scan_id: scanId }) =>
		storage.inTenant(customerId, async (tx) => {
			const detail = await readDetail(tx, customerId, scanId);
			const files = detail ? [...(detail.har ? [detail.har] : []), ...Object.values(detail.pictures)] : [];
			for (const id of files) await deleteFile(tx, customerId, id);
			await forgetScan(tx, customerId, scanId);
		}),
	);
};

/** Worker's part. */
export const workScans = async (kernel: Starts & Pick<Kernel, 'storage' | 'jobs'>, kind: Kind): Promise<void> => {
	await kernel.jobs.schedule('scans-due', '* * * * *', async () => void (await scanDue(kernel, kind)));
	await kernel.jobs.schedule('forget-scans', '15 3 * * *', () => forgetOld(kernel));
};
