/** Looks whether a domain's pages load its banner and which known tags they carry; every day, with one mail when it is gone. */
import { BARE } from '@luvalla/banner/assemble.ts';
import { openPointer } from '@luvalla/banner/serving.ts';
import { NOTHING_FOUND, type ProofLook, SnippetFound, SnippetState } from '@luvalla/contract/consent/snippet.ts';
import * as z from 'zod';
import type { Asker } from '#kernel/access/asker.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { type Answered, sendHttp } from '#kernel/outbound/http.ts';
import { namedSiteOf, sampleSiteOf, scanAllowance } from '#kernel/settings.ts';
import { bool, instant, int, json, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { pageAt, proveDomain, tellAdmins } from '../../tenancy/wing.ts';
import { tellOfBanner } from '../configurations/store.ts';
import { categoriesOf, seenFor } from './known.ts';
import { goneMail } from './mail.ts';
import { PageProblem, problemOf, readProblem } from './problem.ts';
import { readSite } from './site.ts';

const MOST_BYTES = 2 * 1024 * 1024;
/** Redirects included. */
const TIMEOUT_MS = 20_000;

interface Looked extends Pick<SnippetState, 'state' | 'problem'> {
	/** A page of the host itself runs the snippet from us: whoever can put it there has the host. */
	proves: boolean;
	/** Null: the page did not open. */
	found: SnippetFound | null;
}

/** Address of a domain's start page; the sample's sites, and others of this machine that the operator names, have a port of their own. */
export const siteOf = (settings: Kernel['settings'], host: string): string => {
	const place = sampleSiteOf(settings, host) ?? namedSiteOf(settings, host) ?? host;
	return `${/(^|\.)localhost(:\d+)?$/.test(place) ? 'http' : 'https'}://${place}/`;
};

/** Follows redirects that stay on the host or go to its `www.`. */
const open = async (kernel: Kernel, host: string, timeoutMs = TIMEOUT_MS): Promise<Answered> => {
	const address = new URL(siteOf(kernel.settings, host));
	const hosts = [address.hostname, `www.${address.hostname}`];
	const start = await sendHttp(address.href, {
		guard: createGuard(kernel.settings.outboundAllow),
		mostBytes: MOST_BYTES,
		timeoutMs,
		headers: { accept: 'text/html' },
		follow: (to) => {
			if (!hosts.includes(to.hostname)) throw new PageProblem('leads_away', to.hostname);
			return null;
		},
	});
	if (start.status < 200 || start.status > 299) throw new PageProblem('status', String(start.status));
	return start;
};

/** What the address of a domain's snippet ends with. */
const snippetPath = (domainId: string): string => `/cmp/d/${domainId}.js`;

/** What a browser shows as a page: in data, in a text or in a file to be kept, words of anybody may stand as they were sent. */
const isPage = ({ headers }: Answered): boolean =>
	/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(headers['content-type'] ?? '') &&
	!/^\s*attachment\b/i.test(headers['content-disposition'] ?? '');

/**
 * Words on the page may be anybody's, and `www.` may be another's: the page must be the host's own, and a page, and load the
 * banner as a script that would run, from where the product serves it and nowhere else.
 */
const proves = async ({ settings }: Kernel, host: string, domainId: string, start: Answered): Promise<boolean> => {
	const { url, headers, body } = start;
	if (url.origin !== new URL(siteOf(settings, host)).origin || !isPage(start)) return false;
	const snippet = snippetPath(domainId);
	const { readPage } = await import('./page.ts');
	const { runs } = readPage(body.toString('utf8'), url, snippet, /xml/i.test(headers['content-type'] ?? ''));
	return runs.some(
		({ origin, pathname, username, password }) =>
			origin === settings.publicUrl && pathname === snippet && username === '' && password === '',
	);
};

/** Looks at the start page alone for what shows whose the host is. */
export const lookForSnippet = async (kernel: Kernel, host: string, domainId: string): Promise<NonNullable<ProofLook['snippet']>> => {
	try {
		const start = await open(kernel, host);
		if (await proves(kernel, host, domainId, start)) return { state: 'found', problem: null };
		const there = start.body.toString('utf8').toLowerCase().includes(snippetPath(domainId));
		return {
			state: there && start.url.hostname !== new URL(siteOf(kernel.settings, host)).hostname ? 'elsewhere' : 'missing',
			problem: null,
		};
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return { state: 'unreachable', problem: problemOf(error) };
	}
};

/** @param withinMs for all of it; unset: for as long as a look may take */
const look = async (kernel: Kernel, host: string, domainId: string, withinMs?: number): Promise<Looked> => {
	const begun = Date.now();
	try {
		const start = await open(kernel, host, withinMs);
		const snippet = snippetPath(domainId);
		const state = start.body.toString('utf8').toLowerCase().includes(snippet) ? 'live' : 'missing';
		const shows = await proves(kernel, host, domainId, start);
		// Scripts of ours stand on the page, too: where they could not be read, nobody would know all that the site carries.
		const left = withinMs && withinMs - (Date.now() - begun);
		const found = await readSite(start, snippet, createGuard(scanAllowance(kernel.settings)), left);
		return { state, problem: null, proves: shows, found };
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return { state: 'unreachable', problem: problemOf(error), proves: false, found: null };
	}
};

const SnippetRow = row({
	host: text,
	checked_at: orNull(instant),
	state: oneOf(SnippetState.shape.state.options),
	seen_at: orNull(instant),
	detail: orNull(text),
	told_at: orNull(instant),
	found: orNull(json(SnippetFound)),
	/** Of the live banner. */
	pointer: orNull(text),
	/** It may be served without known tags. */
	bare: bool,
});
export type SnippetRow = RowOf<typeof SnippetRow>;

export const readSnippet = (tx: Tx, customerId: number, domainId: string): Promise<SnippetRow | null> =>
	tx.first(
		SnippetRow,
		sql`select d.host, l.checked_at, coalesce(l.state, 'unknown') as state, l.seen_at, l.detail, l.told_at, l.found, p.pointer,
			exists (select 1 from publication_file f where f.customer_id = ${customerId} and f.folder = p.folder
				and f.path = ${BARE}) as bare
		from domain d
		left join publication p on p.customer_id = ${customerId} and p.folder = d.live_banner->>'folder'
		left join snippet_look l on l.customer_id = ${customerId} and l.domain_id = d.domain_id
		where d.customer_id = ${customerId} and d.domain_id = ${domainId}`,
	);

export const shownSnippet = (row: SnippetRow): SnippetState => {
	const pointer = row.pointer === null ? null : openPointer(row.pointer).pointer;
	const found = SnippetFound.nullable().parse(row.found);
	const { known, ...rest } = found ?? NOTHING_FOUND;
	return {
		checkedAt: row.checked_at?.toISOString() ?? null,
		state: row.state,
		seenAt: row.seen_at?.toISOString() ?? null,
		problem: readProblem(row.detail),
		...rest,
		known: known.map((tag) => ({ ...tag, categories: categoriesOf(tag.host, pointer) })),
		stops: row.bare && pointer && seenFor(pointer, row.state, found) ? 'seen' : 'all',
	};
};

/** What was known before a look, and what it found. */
export interface LookedAt {
	readonly domainId: string;
	readonly before: SnippetRow;
	readonly looked: Looked;
}

/** Looks once, outside any transaction; null when there is no such domain. */
export const lookAt = async (kernel: Kernel, customerId: number, domainId: string): Promise<LookedAt | null> => {
	const before = await kernel.storage.inTenant(customerId, (tx) => readSnippet(tx, customerId, domainId));
	return before && { domainId, before, looked: await look(kernel, before.host, domainId) };
};

/** Looks once and keeps what was found; answers null when there is no such domain. */
export const checkSnippet = async (
	kernel: Kernel,
	customerId: number,
	domainId: string,
	asker: Asker | null = null,
): Promise<SnippetState | null> => {
	const found = await lookAt(kernel, customerId, domainId);
	return found && kernel.storage.inTenant(customerId, (tx) => keepLook(tx, kernel, customerId, found, asker));
};

/** Keeps what a look found, and tells of a snippet that is gone. It shows whose the host is, too. @param asker who wanted the look */
export const keepLook = async (
	tx: Tx,
	{ jobs, settings }: Kernel,
	customerId: number,
	{ domainId, before, looked }: LookedAt,
	asker: Asker | null = null,
): Promise<SnippetState | null> => {
	// Gone: it was seen before, the page opens, and nobody was told since.
	const gone = looked.state === 'missing' && before.seen_at !== null && before.told_at === null;
	const at = now();
	const toldAt = gone ? at : looked.state === 'live' ? null : before.told_at;
	await tx.run(sql`insert into snippet_look (customer_id, domain_id, checked_at, state, detail, seen_at, told_at, found)
		values (${customerId}, ${domainId}, ${at}, ${looked.state}, ${looked.problem && JSON.stringify(looked.problem)},
		${looked.state === 'live' ? at : before.seen_at}, ${toldAt}, ${looked.found && JSON.stringify(looked.found)})
			on conflict (customer_id, domain_id) do update set checked_at = excluded.checked_at, state = excluded.state,
				detail = excluded.detail,
				seen_at = excluded.seen_at, told_at = excluded.told_at, found = excluded.found`);
	if (looked.proves)
		await proveDomain(tx, customerId, { domainId, host: before.host, by: 'snippet', asker: asker && { ...asker, network: null } });
	// The banner stops what was seen.
	if (before.pointer !== null) await tellOfBanner(tx, customerId, domainId);
	if (gone)
		await tellAdmins(
			tx,
			{ jobs },
			customerId,
			(language) => goneMail(language, before.host, pageAt(settings, customerId, '/lightconfig')),
			domainId,
		);
	const row = await readSnippet(tx, customerId, domainId);
	return row ? shownSnippet(row) : null;
};

/** How long publishing waits for the site. */
const BEFOREHAND_MS = 10_000;

/**
 * A look while something is measured that is to be published, so that visitors need not carry the list of all known tags
 * until the first look. Never a reason to fail, and kept (`keepLook`) only where it narrows that list: null where it is
 * narrow already, where the site does not carry the snippet yet, or was not read to its end in time.
 */
export const lookBeforehand = async (kernel: Kernel, customerId: number, domainId: string): Promise<LookedAt | null> => {
	try {
		const before = await kernel.storage.inTenant(customerId, (tx) => readSnippet(tx, customerId, domainId));
		if (!before || before.state === 'live') return null;
		const looked = await look(kernel, before.host, domainId, BEFOREHAND_MS);
		return looked.state === 'live' && looked.found?.whole ? { domainId, before, looked } : null;
	} catch (error) {
		kernel.log.warn('the site could not be looked at before publishing', { customerId, domainId, error });
		return null;
	}
};

/** A publication is followed by a look: by then the snippet is often there. */
const SOON_MS = 60_000;
const CHECK = 'check-snippet';
const LOOKS_AT_ONCE = 3;
const Checked = z.object({ customerId: z.int(), domainId: z.string() });

/** To be called in the transaction that publishes. */
export const lookSoon = (tx: Tx, { jobs }: Pick<Kernel, 'jobs'>, customerId: number, domainId: string): Promise<void> =>
	jobs.send(tx, CHECK, { customerId, domainId }, { customerId, startAfter: new Date(Date.now() + SOON_MS) });

const LiveDomain = row({ customer_id: int, domain_id: uuid });

/** Every domain that serves a banner, each as a job of its own: a look at a slow site takes most of a minute. */
const checkAllSnippets = async ({ storage, jobs }: Kernel): Promise<void> => {
	const rows = await storage.across.rows(
		LiveDomain,
		sql`select customer_id, domain_id from domain where live_banner is not null order by customer_id, domain_id`,
	);
	for (const { customer_id: customerId, domain_id: domainId } of rows)
		await storage.inTenant(customerId, (tx) => jobs.send(tx, CHECK, { customerId, domainId }, { customerId }));
};

/** Worker's part. */
export const workLooks = async (kernel: Kernel): Promise<void> => {
	await kernel.jobs.work(
		CHECK,
		async (data) => {
			const { customerId, domainId } = Checked.parse(data);
			await checkSnippet(kernel, customerId, domainId);
		},
		{ concurrency: LOOKS_AT_ONCE },
	);
	await kernel.jobs.schedule('check-snippets', '10 5 * * *', () => checkAllSnippets(kernel));
};
