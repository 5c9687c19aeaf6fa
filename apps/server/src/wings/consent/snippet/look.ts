/** Looks whether a domain's start page loads its banner; every day, with one mail when it is gone. */
import type { SnippetState } from '@luvalla/contract/consent/snippet.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { type Answered, sendHttp } from '#kernel/outbound/http.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { goneMail } from './mail.ts';
import { PageProblem, problemOf, readProblem } from './problem.ts';

const MOST_BYTES = 2 * 1024 * 1024;
/** Redirects included. */
const TIMEOUT_MS = 20_000;

type Found = Pick<SnippetState, 'state' | 'problem'>;

/** Follows redirects that stay on the host or go to its `www.`. */
const open = (kernel: Kernel, host: string): Promise<Answered> => {
	const address = new URL(`${/(^|\.)localhost(:\d+)?$/.test(host) ? 'http' : 'https'}://${host}/`);
	const hosts = [address.hostname, `www.${address.hostname}`];
	return sendHttp(address.href, {
		guard: createGuard(kernel.settings.outboundAllow),
		mostBytes: MOST_BYTES,
		timeoutMs: TIMEOUT_MS,
		headers: { accept: 'text/html' },
		follow: (to) => {
			if (!hosts.includes(to.hostname)) throw new PageProblem('leads_away', to.hostname);
			return null;
		},
	});
};

const look = async (kernel: Kernel, host: string, domainId: string): Promise<Found> => {
	try {
		const { status, body } = await open(kernel, host);
		if (status < 200 || status > 299) throw new PageProblem('status', String(status));
		return { state: body.toString('utf8').toLowerCase().includes(`/cmp/d/${domainId}.js`) ? 'live' : 'missing', problem: null };
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return { state: 'unreachable', problem: problemOf(error) };
	}
};

interface SnippetRow {
	host: string;
	snippet_checked_at: Date | null;
	snippet_state: SnippetState['state'];
	snippet_seen_at: Date | null;
	snippet_detail: string | null;
	snippet_told_at: Date | null;
}

export const readSnippet = async (tx: Tx, customerId: number, domainId: string): Promise<SnippetRow | null> => {
	const [row] = await tx.query<SnippetRow>(
		'select host, snippet_checked_at, snippet_state, snippet_seen_at, snippet_detail, snippet_told_at from domain where customer_id = $1 and domain_id = $2',
		[customerId, domainId],
	);
	return row ?? null;
};

export const shownSnippet = (row: SnippetRow): SnippetState => ({
	checkedAt: row.snippet_checked_at?.toISOString() ?? null,
	state: row.snippet_state,
	seenAt: row.snippet_seen_at?.toISOString() ?? null,
	problem: readProblem(row.snippet_detail),
});

/** Looks once and keeps what was found; answers null when there is no such domain. */
export const checkSnippet = async (kernel: Kernel, customerId: number, domainId: string): Promise<SnippetState | null> => {
	const { storage, jobs, settings } = kernel;
	const before = await storage.inTenant(customerId, (tx) => readSnippet(tx, customerId, domainId));
	if (!before) return null;
	const found = await look(kernel, before.host, domainId);
	return storage.inTenant(customerId, async (tx) => {
		// Gone: it was seen before, the page opens, and nobody was told since.
		const gone = found.state === 'missing' && before.snippet_seen_at !== null && before.snippet_told_at === null;
		await tx.query(
			`update domain set snippet_checked_at = now(), snippet_state = $3, snippet_detail = $4,
				snippet_seen_at = case when $3 = 'live' then now() else snippet_seen_at end,
				snippet_told_at = case when $3 = 'live' then null when $5 then now() else snippet_told_at end
			where customer_id = $1 and domain_id = $2`,
			[customerId, domainId, found.state, found.problem && JSON.stringify(found.problem), gone],
		);
		if (gone) {
			// Nobody's language is known here; the company's country tells the likelier one.
			const language = (await readCustomer(tx, customerId))?.country_code === 'FI' ? 'fi' : 'en';
			const admins = await tx.query<{ email: string }>(
				`select distinct u.email from app_user u join user_customer m on m.user_id = u.id and m.customer_id = $1 and m.is_customer_admin`,
				[customerId],
			);
			for (const { email } of admins) await queueMail(tx, jobs, { to: email, ...goneMail(language, before.host, settings.publicUrl) });
		}
		const row = await readSnippet(tx, customerId, domainId);
		return row ? shownSnippet(row) : null;
	});
};

/** Every domain that serves a banner, one after the other. */
export const checkAllSnippets = async (kernel: Kernel): Promise<void> => {
	const rows = await kernel.storage.across.query<{ customer_id: number; domain_id: string }>(
		'select customer_id, domain_id from domain where live_banner is not null order by customer_id, domain_id',
	);
	for (const row of rows) await checkSnippet(kernel, row.customer_id, row.domain_id);
};
