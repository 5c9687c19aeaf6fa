/**
 * Sends pushes by FCM HTTP v1, each alone over kept connections of its own. What an answer means is decided here, as
 * https://firebase.google.com/docs/cloud-messaging/error-codes says it; what was said before the request left never sent it, and silence
 * after it may have.
 */
import * as z from 'zod';
import type { Guard } from '#kernel/outbound/guard.ts';
import { type Answered, type Outgoing, sendHttp } from '#kernel/outbound/http.ts';
import { afterMsOf } from '#kernel/outbound/retry-after.ts';
import { LINE_LIMITS, type LineLimits, Lines } from '../lines.ts';
import { type Account, tokenFor } from './account.ts';

/** What became of a push to one device. */
export type Sent =
	| { readonly state: 'accepted'; readonly said: string }
	/** The service knows the token no more. */
	| { readonly state: 'dead'; readonly said: string }
	/** The token is of another project. */
	| { readonly state: 'foreign'; readonly said: string }
	| { readonly state: 'failed'; readonly reason: 'refused'; readonly said: string }
	| { readonly state: 'deferred'; readonly reason: 'busy' | 'later'; readonly said: string; readonly afterMs?: number }
	| { readonly state: 'unknown'; readonly said: string }
	/** It did not leave: the permission is gone, or nothing can be sent by this way. */
	| { readonly state: 'returned'; readonly closed: boolean; readonly said: string };

export const FCM_LIMITS: LineLimits = { ...LINE_LIMITS, answerMs: 15_000 };

const MOST_BYTES = 64 * 1024;
/** Where the service says nothing: its documentation asks for a minute. */
const QUOTA_MS = 60_000;
const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';

const Taken = z.object({ name: z.string().min(1) });
const Refused = z.object({
	error: z.object({
		message: z.string().default(''),
		status: z.string().default(''),
		details: z.array(z.record(z.string(), z.unknown())).catch([]).default([]),
	}),
});
const Violations = z.array(z.object({ field: z.string().default('') }));

const jsonOf = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
};

/** What an answer means. `signIn`: the access token is not, or no longer, taken. */
export const outcomeOf = ({ status, headers, body }: Answered): Sent | 'signIn' => {
	const text = body.toString('utf8');
	if (status >= 200 && status < 300) {
		const { data } = Taken.safeParse(jsonOf(text));
		return data ? { state: 'accepted', said: data.name } : { state: 'unknown', said: `${status} without a name` };
	}
	// What leads elsewhere is not the service; nothing was taken, and nobody follows it.
	if (status < 400) return { state: 'returned', closed: true, said: `${status} ${headers.location ?? ''}` };
	const { error } = Refused.safeParse(jsonOf(text)).data ?? { error: null };
	const detail = (type: string) => error?.details.find((one) => one['@type'] === type);
	const code = String(detail(FCM_ERROR)?.errorCode ?? '');
	const said = `${status} ${code || error?.status || ''} ${error?.message ?? text}`.trim();
	const wait = afterMsOf(headers['retry-after']);
	switch (code) {
		case 'UNREGISTERED':
			return { state: 'dead', said };
		case 'SENDER_ID_MISMATCH':
			return { state: 'foreign', said };
		// Apple's key is missing: no fault of the token or of ours, and devices of the other kind take theirs.
		case 'THIRD_PARTY_AUTH_ERROR':
			return { state: 'failed', reason: 'refused', said };
	}
	if (status === 401 || status === 403) return 'signIn';
	if (status === 429) return { state: 'deferred', reason: 'busy', said, afterMs: wait ?? QUOTA_MS };
	if (status === 500 || status === 503) return { state: 'deferred', reason: 'later', said, ...(wait !== undefined && { afterMs: wait }) };
	if (status >= 500) return { state: 'unknown', said };
	if (status === 400 && error !== null) {
		const fields = Violations.safeParse(detail(BAD_REQUEST)?.fieldViolations).data ?? [];
		const isToken =
			fields.some(({ field }) => field === 'message.token') || (fields.length === 0 && /registration token/i.test(error.message));
		return isToken ? { state: 'dead', said } : { state: 'failed', reason: 'refused', said };
	}
	// No such project, or no such service: so it is for everybody.
	return { state: 'returned', closed: true, said };
};

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface Fcm {
	/** Never throws. @param json the message, but for its token @param mayLeave asked before its first byte does */
	send(token: string, json: string, mayLeave: () => Promise<boolean>): Promise<Sent>;
	close(): void;
}

/** @param base as `https://fcm.googleapis.com` */
export const createFcm = (base: string, account: Account, guard: Guard, limits: LineLimits = FCM_LIMITS): Fcm => {
	const url = `${base.replace(/\/+$/, '')}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`;
	const lines = new Lines(url, guard, limits, ({ status }) => status < 500 || status === 500 || status === 503);
	const ask = (to: string, outgoing: Omit<Outgoing, 'guard'>): Promise<Answered> =>
		sendHttp(to, { guard, timeoutMs: limits.answerMs, mostBytes: MOST_BYTES, ...outgoing });
	return {
		async send(token, json, mayLeave) {
			const body = `{"message":{"token":${JSON.stringify(token)},${json.slice(1)}}`;
			let stale: string | null = null;
			for (;;) {
				let bearer: string;
				try {
					bearer = await tokenFor(account, ask, stale);
				} catch (error) {
					return { state: 'returned', closed: true, said: wordsOf(error) };
				}
				const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
				const handed = await lines.post(headers, Buffer.from(body), mayLeave);
				if (handed.is === 'unsent') return { state: 'returned', closed: true, said: handed.said };
				if (handed.is === 'kept') return { state: 'returned', closed: false, said: '' };
				if (handed.is === 'silent') return { state: 'unknown', said: handed.said };
				const { answer } = handed;
				const outcome = outcomeOf(answer);
				if (outcome !== 'signIn') return outcome;
				if (stale !== null) return { state: 'returned', closed: true, said: `${answer.status} ${answer.body.toString('utf8')}` };
				stale = bearer;
			}
		},
		close: () => lines.close(),
	};
};
