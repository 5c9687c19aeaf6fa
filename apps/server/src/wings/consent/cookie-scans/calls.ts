/** The calls of cookie scans: starting, history, what was found, a draft of it. */
import * as contract from '@luvalla/contract/consent/cookie-scans.ts';
import { ScanPass } from '@luvalla/contract/consent/scans.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { readFileBytes, readFileFacts } from '#kernel/files/files.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { type FileAnswer, handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { RunKind } from '#kernel/runs/runs.ts';
import { pageOf } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { domainByHost } from '../../tenancy/wing.ts';
import { reasonIn } from '../cookie-repository/reasons.ts';
import { draftOf } from './draft.ts';
import { type ScanWords, wordsOf } from './known.ts';
import type { ScanCursor, ScanInput } from './run.ts';
import { allSites } from './sites-store.ts';
import { beginScan } from './start.ts';
import {
	cookiesOf,
	countKinds,
	listFindings,
	listItems,
	listScans,
	readDetail,
	readScan,
	type ScanRow,
	type Seen,
	seenOnSites,
} from './store.ts';

const refuseScan = refusals({
	no_scan_sites: [
		422,
		'There is no site on the list. Name a domain, or add one under Customer Domain Scan.',
		'Luettelossa ei ole yhtään sivustoa. Kirjoita verkkotunnus tai lisää se skannattaviin sivustoihin.',
	],
});

export const seenBy = ({ domains }: Pick<Scope, 'domains'>): Seen => (domains === 'all' ? null : [...domains]);

/** A domain's own admin scans their own domains. @throws Refused 404 */
export const demandOwnHost = async (tx: Tx, { customerId, domains }: Scope, host: string): Promise<void> => {
	if (domains === 'all') return;
	const domain = await domainByHost(tx, customerId, host);
	if (!domain || !domains.has(domain.domain_id)) throw refuse('not_found');
};

type Cookies = Pick<contract.CookieScan, 'beforeAcceptCookies' | 'afterAcceptCookies' | 'afterRejectCookies'>;
const noCookies = (): Cookies => ({ beforeAcceptCookies: [], afterAcceptCookies: [], afterRejectCookies: [] });

/** The cookies of each of these scans, by pass. */
const cookiesBy = async (tx: Tx, customerId: number, rows: readonly ScanRow[], words: ScanWords): Promise<Map<string, Cookies>> => {
	const lists = new Map(rows.map(({ scan_id: id }) => [id, noCookies()]));
	const ids = [...lists.keys()];
	for (const { scan_id: id, body: item } of await cookiesOf(tx, customerId, ids, contract.MOST_NAMED_COOKIES)) {
		const { type, provider } = words.is(item);
		const cookie = { name: item.name, domain: item.host, type, provider };
		const of = lists.get(id);
		if (item.seen.before) of?.beforeAcceptCookies.push(cookie);
		if (item.seen.accept) of?.afterAcceptCookies.push(cookie);
		if (item.seen.reject) of?.afterRejectCookies.push(cookie);
	}
	return lists;
};

const isOpen = ({ state }: ScanRow): boolean => state === 'waiting' || state === 'running';

const shown = (customerId: number, row: ScanRow, cookies: Cookies | undefined): contract.CookieScan => ({
	id: row.scan_id,
	customerId,
	domain: row.host,
	domainId: row.domain_id,
	url: row.url,
	status: row.state,
	nonCmp: row.non_cmp,
	scheduled: row.scheduled,
	...(cookies ?? noCookies()),
	counts: row.counts,
	progress: isOpen(row) ? row.progress : null,
	problem: row.problem,
	way: row.way,
	previousId: row.previous_id,
	createdAt: row.created_at.toISOString(),
	startedAt: row.started_at?.toISOString() ?? null,
	endedAt: row.ended_at?.toISOString() ?? null,
	can: { cancel: isOpen(row), draft: row.state === 'done' && row.domain_id !== null },
});

const shownAll = async (tx: Tx, customerId: number, rows: readonly ScanRow[], words: ScanWords): Promise<contract.CookieScan[]> => {
	const cookies = await cookiesBy(tx, customerId, rows, words);
	return rows.map((row) => shown(customerId, row, cookies.get(row.scan_id)));
};

/** @throws Refused 404 */
const visible = async (tx: Tx, scope: Scope, scanId: string): Promise<ScanRow> => {
	const row = await readScan(tx, scope.customerId, seenBy(scope), scanId);
	if (!row) throw refuse('not_found');
	return row;
};

type Asked = Pick<Parameters<typeof beginScan>[4], 'host' | 'how' | 'nonCmp'>;

/** What is to be scanned: the host that is named, else every site of the list as it stands there. @throws Refused 422 no_scan_sites */
const wanted = async (tx: Tx, scope: Scope, body: contract.NewScanBody, nonCmp: boolean): Promise<Asked[]> => {
	const { domain, pages, depth, robots } = body;
	if (domain !== undefined) {
		await demandOwnHost(tx, scope, domain);
		return [{ host: domain, nonCmp, how: { pages, depth, robots } }];
	}
	const sites = await allSites(tx, scope.customerId, seenBy(scope));
	if (sites.length === 0) throw refuseScan('no_scan_sites');
	return sites.map((site) => ({ host: site.host, nonCmp: nonCmp || site.non_cmp, how: site }));
};

export const cookieScanRoutes = (kernel: Kernel, kind: RunKind<ScanInput, ScanCursor>): Route[] => {
	const { storage } = kernel;
	const begin = async (scope: Scope, body: contract.NewScanBody, nonCmp: boolean, asker: Asker) => {
		const words = await wordsOf(kernel, scope.customerId);
		return storage.inTenant(scope.customerId, async (tx) => {
			const { customerId } = scope;
			const started: { id: string; domain: string }[] = [];
			for (const one of await wanted(tx, scope, body, nonCmp))
				started.push({ id: await beginScan(tx, kernel, kind, customerId, { ...one, asker }), domain: one.host });
			const [first, ...others] = started;
			if (!first) throw refuseScan('no_scan_sites');
			const [scan] = await shownAll(tx, customerId, [await visible(tx, scope, first.id)], words);
			if (!scan) throw new Error('A scan was started and is not there.');
			return { ...scan, others };
		});
	};
	/** A file of a scan. @throws Refused 404 when there is none, or none any more */
	const fileOf = async (scope: Scope, scanId: string, pass: ScanPass | null): Promise<FileAnswer> => {
		const { customerId } = scope;
		const { scan, file } = await storage.inTenant(customerId, async (tx) => {
			const row = await visible(tx, scope, scanId);
			const detail = await readDetail(tx, customerId, scanId);
			const id = pass === null ? detail?.har : detail?.pictures[pass];
			return { scan: row, file: id ? await readFileFacts(tx, customerId, id) : null };
		});
		if (!file) throw refuse('not_found');
		const day = scan.created_at.toISOString().slice(0, 10);
		const name = pass === null ? `${scan.host}-${day}.har` : `${scan.host}-${day}-${pass}.png`;
		return { name, body: readFileBytes(storage, customerId, file.id) };
	};
	return [
		handle(contract.scanCookies, ({ asker, body, scope }) => begin(scope, body, false, asker)),
		handle(contract.scanCookiesWithoutBanner, ({ asker, body, scope }) => begin(scope, body, true, asker)),
		handle(contract.scanHistory, async ({ query, scope }) => {
			const { customerId } = scope;
			const words = await wordsOf(kernel, customerId);
			return storage.inTenant(customerId, async (tx) => {
				const { rows, counted } = await listScans(tx, customerId, seenBy(scope), { q: query.q, ...query.filter }, query);
				return { data: await shownAll(tx, customerId, rows, words), page: pageOf(counted, query) };
			});
		}),
		handle(contract.cookieScan, async ({ params, scope }) => {
			const { customerId } = scope;
			const words = await wordsOf(kernel, customerId);
			return storage.inTenant(customerId, async (tx) => {
				const row = await visible(tx, scope, params.scanId);
				const [scan] = await shownAll(tx, customerId, [row], words);
				const detail = await readDetail(tx, customerId, row.scan_id);
				if (!scan || !detail) throw refuse('not_found');
				const kinds = await countKinds(tx, customerId, row.scan_id);
				const sum = (of: (one: (typeof kinds)[number]) => number): number => kinds.reduce((all, one) => all + of(one), 0);
				const inGroup = (group: keyof typeof contract.GROUP_KINDS): number => {
					const held: readonly string[] = contract.GROUP_KINDS[group];
					return sum(({ kind: word, n }) => (held.includes(word) ? n : 0));
				};
				return {
					...scan,
					pages: detail.pages,
					presses: detail.presses,
					choice: detail.choice,
					groups: {
						cookies: inGroup('cookies'),
						storage: inGroup('storage'),
						hosts: inGroup('hosts'),
						fingerprinting: inGroup('fingerprinting'),
						new: sum(({ fresh }) => fresh),
					},
					gone: detail.gone,
					pictures: ScanPass.options.filter((pass) => detail.pictures[pass] !== undefined),
					har: detail.har !== null,
				};
			});
		}),
		handle(contract.seenCookies, async ({ query, scope, language }) => {
			const words = await wordsOf(kernel, scope.customerId);
			const rows = await storage.inReport(scope.customerId, (tx) => seenOnSites(tx, scope.customerId, seenBy(scope)));
			const wanted = query.q?.trim().toLowerCase() ?? '';
			const all = rows
				.map(({ body, sites }) => {
					const is = words.is(body);
					return {
						...{ kind: body.kind, name: body.name, host: body.host, is: { ...is, reason: reasonIn(language, is.reason) } },
						...{ sites: sites.slice(0, contract.MOST_NAMED_SITES), seenOn: sites.length },
					};
				})
				.filter(
					({ name, host, is }) =>
						(query.filter.type === undefined || is.type === query.filter.type) &&
						[name, host, is.provider].some((one) => one.toLowerCase().includes(wanted)),
				);
			const from = (query.page - 1) * query.size;
			const data = all.slice(from, from + query.size);
			return { data, page: { total: all.length, next: from + data.length < all.length ? query.page + 1 : null } };
		}),
		handle(contract.cookieScanItems, async ({ params, query, scope, language }) => {
			const { customerId } = scope;
			const words = await wordsOf(kernel, customerId);
			return storage.inTenant(customerId, async (tx) => {
				const row = await visible(tx, scope, params.scanId);
				const { rows, counted } = await listItems(tx, customerId, row.scan_id, { q: query.q, ...query.filter }, query);
				const data = rows.map(({ body: item, fresh, codes }) => {
					const is = words.is(item);
					return { ...item, is: { ...is, reason: reasonIn(language, is.reason) }, fresh, findings: codes };
				});
				return { data, page: pageOf(counted, query) };
			});
		}),
		handleIn(storage.inTenant, contract.cookieScanFindings, async (tx, { params, query, scope }) => {
			const row = await visible(tx, scope, params.scanId);
			const { rows, counted } = await listFindings(tx, scope.customerId, row.scan_id, query.filter.code, query);
			return { data: rows.map(({ body }) => body), page: pageOf(counted, query) };
		}),
		handle(contract.cookieScanHar, ({ params, scope }) => fileOf(scope, params.scanId, null)),
		handle(contract.cookieScanPicture, ({ params, scope }) => fileOf(scope, params.scanId, params.pass)),
		handle(contract.draftFromScan, async ({ params, scope, asker, language }) => {
			const words = await wordsOf(kernel, scope.customerId);
			return storage.inTenant(scope.customerId, async (tx) =>
				draftOf(tx, kernel, scope, await visible(tx, scope, params.scanId), words, { asker, language }),
			);
		}),
	];
};
