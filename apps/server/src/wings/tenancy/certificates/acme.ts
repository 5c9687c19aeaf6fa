/**
 * A certificate authority by ACME (RFC 8555): one order, answered with a chain and its key, or with why there is none and when to
 * try again. The library's own repeating is off: what the authority says about waiting is kept, and waited for by nobody here.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { Agent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { axios, Client, crypto } from 'acme-client';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard, type Guard } from '#kernel/outbound/guard.ts';
import { OutboundFailed, sendHttp } from '#kernel/outbound/http.ts';
import type { ReasonCode } from '../custom-domains/sentences.ts';
import type { Way } from '../custom-domains/store.ts';
import { forgetAccount, keepAccountUrl, keepChallenge, readAccount, removeChallenge } from './store.ts';

const REQUEST_MS = 15_000;
const MOST_BYTES = 1_000_000;
/** How often the authority is asked whether it has looked, and how long between. */
const LOOKS = { attempts: 12, first: 500, most: 10_000 };
/** From the first request to the last; the lease of an order is longer. */
const ORDER_MS = 180_000;
const CHALLENGE_MS = 900_000;

/** Why there is no certificate. */
export class OrderFailed extends Error {
	override readonly name = 'OrderFailed';
	readonly code: ReasonCode;
	/** What the authority said. */
	readonly about: string;
	/** It is worth trying again by itself: nothing was wrong with what was asked. */
	readonly passes: boolean;
	/** So long the authority wants to be left alone. */
	readonly retryAfterMs: number | null;

	constructor(code: ReasonCode, about: string, passes: boolean, retryAfterMs: number | null = null) {
		super(`${code}: ${about}`);
		this.code = code;
		this.about = about;
		this.passes = passes;
		this.retryAfterMs = retryAfterMs;
	}
}

export interface Obtained {
	readonly chain: string;
	readonly privateKey: string;
	readonly way: Way;
}

/** RFC 7807, as far as it is read. */
const Problem = z.object({ type: z.string().catch(''), detail: z.string().catch('') });
const Told = z.object({
	error: Problem.optional(),
	status: z.unknown().optional(),
	type: z.string().optional(),
	detail: z.string().optional(),
});

/** One order's own: what it is asked by, and what it met. */
interface Heard {
	readonly guard: Guard;
	readonly agent: Agent | null;
	readonly directoryUrl: string;
	/** The last refusal that this order met. */
	problem: { status: number; type: string; detail: string; retryAfter: string | undefined } | null;
}
const hearing = new AsyncLocalStorage<Heard>();

const listen = (status: number, data: unknown, retryAfter: unknown): void => {
	const heard = hearing.getStore();
	const told = Told.safeParse(data).data;
	const refused = told?.error ?? (status >= 400 ? Problem.parse({ type: told?.type, detail: told?.detail }) : undefined);
	if (heard && refused) heard.problem = { status, ...refused, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined };
};

/** What the library asks for. */
interface Wanted {
	readonly url?: string;
	readonly method?: string;
	readonly data?: string;
	readonly headers: object;
}

/**
 * The library's way out: ours, with its limits. The authority's own address is the operator's; where it sends us elsewhere, that is
 * judged as any other. Its answers go back whatever their status, so that nothing is asked again behind our back.
 */
const adapter = async (wanted: Wanted) => {
	const heard = hearing.getStore();
	if (!heard) throw new Error('An authority is asked within an order.');
	const { url = '', method = 'get', data, headers } = wanted;
	const answer = await sendHttp(url, {
		guard: heard.guard,
		trusted: heard.directoryUrl,
		method: method.toUpperCase() === 'POST' ? 'POST' : method.toUpperCase() === 'HEAD' ? 'HEAD' : 'GET',
		headers: { ...Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === 'string')) },
		...(data !== undefined && { body: data }),
		...(heard.agent && { agent: heard.agent }),
		timeoutMs: REQUEST_MS,
		mostBytes: MOST_BYTES,
	});
	const body = answer.body.toString('utf8');
	const json = /json/i.test(answer.headers['content-type'] ?? '');
	listen(answer.status, json ? parsed(body) : null, answer.headers['retry-after']);
	return { data: body, status: answer.status, statusText: '', headers: answer.headers, config: wanted, request: {} };
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
};

const LONGEST = 500;
const quoted = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST);

/** Let's Encrypt's longest limit is of a week. */
const LONGEST_WAIT_MS = 7 * 86_400_000;

/** RFC 9110, 10.2.3: seconds or a date. */
const waitOf = (retryAfter: string | undefined): number | null => {
	if (retryAfter === undefined) return null;
	const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
	return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_WAIT_MS) : null;
};

const URN = 'urn:ietf:params:acme:error:';
/** Of the library's own words for what is not over yet. */
const PENDING = 'Operation is pending or processing';

const failureOf = (error: unknown, { problem, directoryUrl }: Heard): OrderFailed => {
	if (error instanceof OrderFailed) return error;
	const { host } = new URL(directoryUrl);
	const message = error instanceof Error ? error.message : String(error);
	if (message === PENDING) return new OrderFailed('ca_slow', host, true);
	if (error instanceof OutboundFailed) return new OrderFailed(error.code === 'slow' ? 'ca_slow' : 'ca_away', quoted(message), true);
	if (problem === null) return new OrderFailed('ca_away', `${host}: ${quoted(message)}`, true);
	const wait = waitOf(problem.retryAfter);
	const said = quoted(problem.detail || problem.type || message);
	if (problem.type === `${URN}rateLimited` || problem.status === 429) return new OrderFailed('ca_limits', said, true, wait);
	if (problem.status >= 500 || problem.type === `${URN}badNonce` || problem.type === `${URN}accountDoesNotExist`)
		return new OrderFailed('ca_away', `${host}: ${said || problem.status}`, true, wait);
	return new OrderFailed('ca_refused', said, false, wait);
};

/** @throws OrderFailed where it is of another host, of another key, or not of now */
const demandFits = (chain: string, privateKey: string, host: string): void => {
	const [first = ''] = crypto.splitPemChain(chain);
	const certificate = new X509Certificate(first);
	const at = now();
	const wrong =
		certificate.checkHost(host, { subject: 'never', wildcards: false }) === undefined
			? certificate.subjectAltName
			: !certificate.checkPrivateKey(createPrivateKey(privateKey))
				? 'another key'
				: certificate.validFromDate > at || certificate.validToDate < at
					? `${certificate.validFrom} – ${certificate.validTo}`
					: null;
	if (wrong !== null) throw new OrderFailed('ca_wrong', quoted(wrong ?? '—'), true);
};

/** What an order is about, and where its challenges may be answered. */
export interface Order {
	readonly host: string;
	/** Ways that are open, the better first; dns-01 with the name that `_acme-challenge` is an alias of. */
	readonly ways: readonly { readonly way: Way; readonly name: string }[];
}

/** Orders a certificate. @throws OrderFailed */
export const obtain = async (
	{ settings, secrets, storage }: Pick<Kernel, 'settings' | 'secrets' | 'storage'>,
	order: Order,
): Promise<Obtained> => {
	Object.assign(axios.defaults, { adapter });
	const { acmeDirectoryUrl: directoryUrl, acmeEmail } = settings;
	const heard: Heard = {
		guard: createGuard(settings.outboundAllow),
		agent: settings.acmeCa === null ? null : new Agent({ ca: [...rootCertificates, settings.acmeCa] }),
		directoryUrl,
		problem: null,
	};
	let clock: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		clock = setTimeout(() => reject(new OrderFailed('ca_slow', new URL(directoryUrl).host, true)), ORDER_MS);
	});
	try {
		return await Promise.race([late, hearing.run(heard, () => obtained({ settings, secrets, storage }, order, directoryUrl, acmeEmail))]);
	} catch (error) {
		const failed = failureOf(error, heard);
		if (heard.problem?.type === `${URN}accountDoesNotExist`) await storage.inPlatform((tx) => forgetAccount(tx, directoryUrl));
		throw failed;
	} finally {
		clearTimeout(clock);
	}
};

const obtained = async (
	{ secrets, storage }: Pick<Kernel, 'settings' | 'secrets' | 'storage'>,
	{ host, ways }: Order,
	directoryUrl: string,
	email: string,
): Promise<Obtained> => {
	const account = await readAccount(storage, secrets, directoryUrl, async () => (await crypto.createPrivateEcdsaKey('P-256')).toString());
	const client = new Client({
		directoryUrl,
		accountKey: account.privateKey,
		...(account.url !== null && { accountUrl: account.url }),
		backoffAttempts: LOOKS.attempts,
		backoffMin: LOOKS.first,
		backoffMax: LOOKS.most,
	});
	if (account.url === null) {
		// By the same key the authority answers the account that is there.
		await client.createAccount({ termsOfServiceAgreed: true, contact: [`mailto:${email}`] });
		await storage.inPlatform((tx) => keepAccountUrl(tx, directoryUrl, client.getAccountUrl()));
	}
	const placed = await client.createOrder({ identifiers: [{ type: 'dns', value: host }] });
	let proved: Way = ways[0]?.way ?? 'http-01';
	for (const authorization of await client.getAuthorizations(placed)) {
		if (authorization.status === 'valid') continue;
		const open = ways.flatMap((one) => {
			const challenge = authorization.challenges.find(({ type }) => type === one.way);
			return challenge ? [{ ...one, challenge }] : [];
		});
		const [chosen] = open;
		if (!chosen) throw new OrderFailed('no_way', '', false);
		const { way, name, challenge } = chosen;
		const kept = {
			kind: way,
			name,
			token: way === 'http-01' ? String(challenge.token) : '',
			answer: await client.getChallengeKeyAuthorization(challenge),
			expiresAt: new Date(now().getTime() + CHALLENGE_MS),
		};
		await storage.inPlatform((tx) => keepChallenge(tx, kept));
		try {
			await client.completeChallenge(challenge);
			await client.waitForValidStatus(challenge);
		} finally {
			await storage.inPlatform((tx) => removeChallenge(tx, kept));
		}
		proved = way;
	}
	const [privateKey, request] = await crypto.createCsr({ altNames: [host] }, await crypto.createPrivateEcdsaKey('P-256'));
	const finalized = await client.finalizeOrder(placed, request);
	const chain = await client.getCertificate(finalized);
	demandFits(chain, privateKey.toString(), host);
	return { chain, privateKey: privateKey.toString(), way: proved };
};
