/**
 * Tokens of a Google service account (RFC 7523): an assertion signed with its key is exchanged for a token of an hour. One is kept for
 * each account until shortly before its end, and asked for once, however many wait for it.
 */
import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Answered, Outgoing } from '#kernel/outbound/http.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** It is asked for anew so long before its end. */
const EARLY_MS = 120_000;
const MOST_KEPT = 500;

export interface Account {
	readonly projectId: string;
	readonly clientEmail: string;
	readonly tokenUri: string;
	readonly key: KeyObject;
	/** Of who it is and where it asks: another key is another account. */
	readonly mark: string;
}

/** @throws where the key is none */
export const accountOf = (projectId: string, clientEmail: string, tokenUri: string, privateKey: string): Account => ({
	projectId,
	clientEmail,
	tokenUri,
	// Pasted out of the JSON of a service account, line ends are two signs each.
	key: createPrivateKey(privateKey.replaceAll('\\n', '\n')),
	mark: createHash('sha256')
		.update(JSON.stringify([clientEmail, tokenUri, privateKey]))
		.digest('base64'),
});

/** There is no token, in the other side's words. */
export class NoToken extends Error {
	override readonly name = 'NoToken';
}

const Granted = z.object({
	// It stands in a header.
	access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
	expires_in: z.number().positive().max(86_400).default(3600),
});

interface Held {
	readonly token: string;
	/** By `performance.now()`. */
	readonly untilMs: number;
}

const held = new Map<string, Promise<Held>>();

const granted = async (account: Account, ask: (url: string, outgoing: Omit<Outgoing, 'guard'>) => Promise<Answered>): Promise<Held> => {
	const { clientEmail, tokenUri, key } = account;
	const at = now();
	const assertion = await new SignJWT({ scope: SCOPE })
		.setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
		.setIssuer(clientEmail)
		.setSubject(clientEmail)
		.setAudience(tokenUri)
		.setIssuedAt(at)
		.setExpirationTime(new Date(at.getTime() + 300_000))
		.sign(key);
	const answer = await ask(tokenUri, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
	});
	const words = answer.body.toString('utf8');
	if (answer.status < 200 || answer.status > 299) throw new NoToken(`${answer.status} ${words}`);
	const { data } = Granted.safeParse(jsonOf(words));
	if (!data) throw new NoToken(`${new URL(tokenUri).host} gives no access_token.`);
	return { token: data.access_token, untilMs: performance.now() + Math.max(data.expires_in * 1000 - EARLY_MS, 1000) };
};

const jsonOf = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
};

/**
 * A token of the account. @param stale one that was refused: another is had
 * @throws NoToken, and whatever asking throws
 */
export const tokenFor = async (account: Account, ask: Parameters<typeof granted>[1], stale: string | null = null): Promise<string> => {
	const kept = held.get(account.mark);
	if (kept) {
		const had = await kept;
		if (had.token !== stale && performance.now() < had.untilMs) return had.token;
		// Somebody else has asked meanwhile.
		if (held.get(account.mark) !== kept) return tokenFor(account, ask, stale);
	}
	const asked = granted(account, ask);
	for (const [mark] of held) if (held.size >= MOST_KEPT) held.delete(mark);
	held.set(account.mark, asked);
	try {
		return (await asked).token;
	} catch (error) {
		if (held.get(account.mark) === asked) held.delete(account.mark);
		throw error;
	}
};
