/**
 * Hands pushes over to the services that browsers named, each service by kept lines of its own, so that one which is silent or asks for
 * rest holds up nobody else's. What an answer means is decided here, as RFC 8030 and the services' own pages say it.
 */
import type { Guard } from '#kernel/outbound/guard.ts';
import type { Answered } from '#kernel/outbound/http.ts';
import { afterMsOf } from '#kernel/outbound/retry-after.ts';
import { LINE_LIMITS, type LineLimits, Lines } from '../lines.ts';
import type { Vapid } from './vapid.ts';

/** What became of a push to one browser. */
export type Pushed =
	| { readonly state: 'accepted'; readonly said: string }
	/** The service knows the subscription no more, or it leads where nothing of ours may go. */
	| { readonly state: 'dead'; readonly said: string }
	| { readonly state: 'failed'; readonly reason: 'refused'; readonly said: string }
	| { readonly state: 'deferred'; readonly reason: 'busy' | 'later'; readonly said: string; readonly afterMs?: number }
	| { readonly state: 'unknown'; readonly said: string }
	/** It did not leave: the permission is gone. */
	| { readonly state: 'returned'; readonly closed: boolean; readonly said: string };

export const PUSH_LIMITS: LineLimits = { ...LINE_LIMITS, answerMs: 15_000 };
/** Services whose lines are kept at once; visitors name what they like. */
const MOST_SERVICES = 50;
/** Where a service that is busy says nothing. */
const BUSY_MS = 60_000;
const LATER_MS = 30_000;

const saidOf = ({ status, body }: Answered): string => `${status} ${body.toString('utf8').slice(0, 300)}`.trim();

/** What an answer means. */
export const pushedOf = (answer: Answered): Pushed => {
	const { status, headers } = answer;
	const said = saidOf(answer);
	// 202: it will be tried. 200 is what some say.
	if (status >= 200 && status < 300) return { state: 'accepted', said: headers.location ?? String(status) };
	// Nobody follows it: where a subscription's address leads is where its browser said, or nowhere.
	if (status < 400) return { state: 'dead', said: `${status} ${headers.location ?? ''}`.trim() };
	const wait = afterMsOf(headers['retry-after']);
	if (status === 404 || status === 410) return { state: 'dead', said };
	if (status === 429) return { state: 'deferred', reason: 'busy', said, afterMs: wait ?? BUSY_MS };
	if (status === 503) return { state: 'deferred', reason: 'later', said, ...(wait !== undefined && { afterMs: wait }) };
	if (status >= 500) return { state: 'unknown', said };
	// 400, 401, 403: keys that do not fit; 413: too large. Others of the same service may be fine.
	return { state: 'failed', reason: 'refused', said };
};

export interface PushServices {
	/** Never throws. @param mayLeave asked before its first byte does */
	send(endpoint: string, body: Buffer, headers: Readonly<Record<string, string>>, mayLeave: () => Promise<boolean>): Promise<Pushed>;
	close(): void;
}

export const createPushServices = (vapid: Vapid, guard: Guard, limits: LineLimits = PUSH_LIMITS): PushServices => {
	const services = new Map<string, Lines>();
	const linesTo = (origin: string): Lines => {
		const known = services.get(origin);
		if (known) return known;
		const [oldest] = services;
		if (services.size >= MOST_SERVICES && oldest) {
			services.delete(oldest[0]);
			oldest[1].close();
		}
		const made = new Lines(origin, guard, limits, ({ status }) => status < 500 || status === 503);
		services.set(origin, made);
		return made;
	};
	return {
		async send(endpoint, body, headers, mayLeave) {
			const url = new URL(endpoint);
			try {
				guard.check(url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80)));
			} catch (error) {
				return { state: 'dead', said: String(error instanceof Error ? error.message : error) };
			}
			const authorization = await vapid.authorizationFor(url.origin);
			const handed = await linesTo(url.origin).post({ ...headers, authorization }, body, mayLeave, endpoint);
			switch (handed.is) {
				case 'kept':
					return { state: 'returned', closed: false, said: '' };
				case 'silent':
					return { state: 'unknown', said: handed.said };
				// One service that is away closes nobody else's way.
				case 'unsent':
					return { state: 'deferred', reason: 'later', said: handed.said, afterMs: LATER_MS };
				case 'answered':
					return pushedOf(handed.answer);
			}
		},
		close() {
			for (const lines of services.values()) lines.close();
		},
	};
};
