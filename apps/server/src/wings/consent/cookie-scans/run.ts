/**
 * A scan as a run: the visit itself goes on outside the database, and the run says every other second how far it is. A worker that dies
 * leaves no half result: the next one begins anew, and after a few times the scan has failed with the reason.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { SCAN_KIND } from '@luvalla/contract/consent/cookie-scans.ts';
import { SCAN_DEPTH, SCAN_PAGES, type ScanItem, ScanOrder, ScanPass } from '@luvalla/contract/consent/scans.ts';
import type { Said } from '@luvalla/contract/words.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { writeFile } from '#kernel/files/files.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import type { Moved, RunKind, Running, Step } from '#kernel/runs/runs.ts';
import { scanAllowance } from '#kernel/settings.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { measuringScript } from '../configurations/builds.ts';
import { HarLog } from '../scans/har.ts';
import { ScanFailed, type ScanNews, type Scanned, scan } from '../scans/passes.ts';
import { FAILURES } from '../scans/sentences.ts';
import { type ScanWords, wordsOf } from './known.ts';
import { tellOfNew } from './mail.ts';
import { endScan } from './paid.ts';
import { countsOf, keptResult } from './result.ts';
import { clearFound, noteProblem, noteProgress, writeItems } from './store.ts';

export const ScanInput = z.object({
	host: z.string(),
	url: z.string(),
	pages: z.int().min(1).max(SCAN_PAGES.most),
	depth: z.int().min(0).max(SCAN_DEPTH.most),
	robots: z.boolean(),
	nonCmp: z.boolean(),
	/** Nobody asked for it: what is new is mailed. */
	scheduled: z.boolean(),
	/** What a page costs, in millionths of the currency; absent: it is free. */
	pageMicros: z.int().optional(),
	/** Its time came, and credits lacked: it says so and looks at nothing. */
	short: z.object({ en: z.string(), fi: z.string() }).optional(),
});
export type ScanInput = z.infer<typeof ScanInput>;
export const ScanCursor = z.object({ attempts: z.int() });
export type ScanCursor = z.infer<typeof ScanCursor>;

/** At once in each process; of them a customer has one (jobs/worker.ts). */
export const SCANS_AT_ONCE = 2;
const SIGN_MS = 2000;
const MOST_ATTEMPTS = 4;
/** For each page of each pass; the engine itself leaves a page that takes longer. */
const MOST_PAGE_MS = 80_000;
/** HAR and pictures. */
const FILES_MS = 90 * 86_400_000;

const refuseScan = refusals({
	scan_failed: [422, 'The site could not be scanned.', 'Sivustoa ei voitu skannata.'],
});
/** It took too long. */
class TooLong extends Error {
	override readonly name = 'TooLong';
}

type Parts = Pick<Kernel, 'storage' | 'settings' | 'browsers' | 'jobs' | 'log'>;
type Move = Moved<ScanCursor>;

const PLACES: Readonly<Record<ScanPass, number>> = { before: 0, accept: 1, reject: 2 };

/** The step that ends a scan with the reason in words; the run fails behind it. */
const failing =
	(customerId: number, runId: string, cursor: ScanCursor, problem: Said): Step<ScanCursor> =>
	async (tx): Promise<Move> => {
		await noteProblem(tx, customerId, runId, problem);
		return { cursor, done: 0 };
	};

/** Keeps the network log and the pictures as files of the customer. */
const keepFiles = async ({ storage }: Parts, customerId: number, har: HarLog, { pictures }: Scanned) => {
	const expiresAt = new Date(now().getTime() + FILES_MS);
	const keep = async (name: string, type: string, bytes: AsyncIterable<Uint8Array>): Promise<string> =>
		(await writeFile(storage, customerId, { wing: 'consent', name, type, expiresAt }, bytes)).id;
	const kept: Record<string, string> = {};
	for (const [pass, bytes] of pictures) kept[pass] = await keep(`${pass}.png`, 'image/png', one(bytes));
	return { har: await keep('scan.har', 'application/json', har.bytes()), pictures: kept };
};
async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

/** Writes what was found since, and how far the scan is. */
const createSigns = (customerId: number, runId: string, words: ScanWords, nonCmp: boolean) => {
	const written: string[] = [];
	let at = { done: 0, total: 0 };
	const passes = nonCmp ? 1 : ScanPass.options.length;
	let last: ScanNews | null = null;
	return {
		hasNews: (news: ScanNews | null): news is ScanNews => news !== null && news !== last,
		step:
			(cursor: ScanCursor, news: ScanNews): Step<ScanCursor> =>
			async (tx): Promise<Move> => {
				last = news;
				const items = news.items();
				const before = written.length;
				await writeChanged(tx, customerId, runId, items, written);
				const { pass, page, number, of } = news;
				await noteProgress(tx, customerId, runId, { pass, page, number, of }, countsOf(items, words));
				at = { done: PLACES[pass] * of + number - 1, total: of * passes };
				return { cursor, ...at, counts: { found: written.length - before }, still: true };
			},
		/** Between two pages nothing is new, and somebody is at work all the same. */
		still:
			(cursor: ScanCursor): Step<ScanCursor> =>
			async (): Promise<Move> => ({ cursor, ...at, still: true }),
	};
};

/** @param written what stands there of each place, and stands there after it */
const writeChanged = async (tx: Tx, customerId: number, runId: string, items: readonly ScanItem[], written: string[]): Promise<void> => {
	for (const [place, item] of items.entries()) {
		const text = JSON.stringify(item);
		if (written[place] === text) continue;
		written[place] = text;
		await writeItems(tx, customerId, runId, place, [{ item, fresh: false, codes: [] }]);
	}
};

async function* scanning(parts: Parts, { customerId, runId, input, cursor: begun }: Running<ScanInput, ScanCursor>) {
	const cursor = { attempts: begun.attempts + 1 };
	const hopeless = begun.attempts >= MOST_ATTEMPTS ? FAILURES.interrupted : input.short;
	if (hopeless) {
		yield failing(customerId, runId, cursor, hopeless);
		throw refuseScan('scan_failed');
	}
	yield async (tx: Tx): Promise<Move> => {
		await clearFound(tx, customerId, runId);
		return { cursor, done: 0 };
	};
	const words = await wordsOf(parts, customerId);
	const signs = createSigns(customerId, runId, words, input.nonCmp);
	const stop = new AbortController();
	const passes = input.nonCmp ? 1 : ScanPass.options.length;
	const timer = setTimeout(() => stop.abort(new TooLong()), MOST_PAGE_MS * passes * (input.pages + 1));
	let news: ScanNews | null = null;
	const order = ScanOrder.parse({ ...input, necessary: [] });
	const meter = await measuringScript('measure.js');
	const har = await HarLog.open();
	const work = scan(order, {
		har,
		pool: parts.browsers.of('scan'),
		guard: createGuard(scanAllowance(parts.settings)),
		own: parts.settings.publicUrl,
		known: words,
		meter,
		signal: stop.signal,
		tell: (one) => {
			news = one;
		},
	});
	try {
		while (!(await endedWithin(work, SIGN_MS))) {
			const told = news as ScanNews | null;
			yield signs.hasNews(told) ? signs.step(cursor, told) : signs.still(cursor);
		}
		const scanned = await outcomeOf(work);
		if (!('report' in scanned)) {
			yield failing(customerId, runId, cursor, scanned);
			throw refuseScan('scan_failed');
		}
		const files = await keepFiles(parts, customerId, har, scanned);
		const pages = scanned.report.pages.length;
		yield async (tx: Tx): Promise<Move> => {
			const result = await keptResult(tx, customerId, runId, input, scanned.report, words, files);
			if (input.scheduled) await tellOfNew(tx, parts, customerId, runId, input.host, result);
			return { cursor, done: pages, total: pages, counts: {} };
		};
	} finally {
		clearTimeout(timer);
		stop.abort(new Error('The run does not go on.'));
		await har.close();
	}
}

const endedWithin = async (work: Promise<unknown>, ms: number): Promise<boolean> => {
	const ended = work.then(
		() => true,
		() => true,
	);
	return (await Promise.race([ended, pause(ms, false, { ref: false })])) === true;
};

/** What came of it, or why nothing did. */
const outcomeOf = async (work: Promise<Scanned>): Promise<Scanned | Said> => {
	try {
		return await work;
	} catch (error) {
		if (error instanceof ScanFailed) return error.sentence;
		if (error instanceof TooLong) return FAILURES.tooLong;
		throw error;
	}
};

export const scanKind = (parts: Parts): RunKind<ScanInput, ScanCursor> => ({
	kind: SCAN_KIND,
	input: ScanInput,
	cursor: ScanCursor,
	steps: (run) => scanning(parts, run),
	// It cannot be put aside in the middle: other customers have the other place.
	queue: { name: 'scan', atOnce: SCANS_AT_ONCE, sliceMs: Number.POSITIVE_INFINITY },
	about: ({ host, nonCmp }) => ({ domain: host, nonCmp }),
	reason: ({ code }) => ({ en: code, fi: code }),
	ended: async (tx, { customerId, runId, input }) => {
		await noteProgress(tx, customerId, runId, null, null);
		await endScan(tx, customerId, runId, input);
	},
});
