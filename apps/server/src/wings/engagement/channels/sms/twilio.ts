/**
 * What a server that understands Twilio's calls answers (Messages resource, API version 2010-04-01), as outcomes; and the codes by which it
 * says later what became of a message. https://www.twilio.com/docs/api/errors
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { afterMsOf } from '#kernel/outbound/retry-after.ts';
import type { Outcome } from '../channel.ts';
import type { Reported } from '../reported.ts';

/** No message will ever arrive there: no number, a landline, unknown. */
const NEVER = new Set([21211, 21217, 21614, 30005, 30006]);
/** They said STOP to the other side itself. */
export const LEFT = 21610;
/** Who sends, or the account: the next message fares no better. */
const CLOSED = new Set([20003, 20005, 20006, 20404, 21212, 21603, 21606, 21607, 21611, 21659, 21660, 21661, 21910, 63038]);
const BUSY = new Set([14107, 20429, 30001]);

const Taken = z.object({
	sid: z.string().max(64),
	status: z.string().max(40),
	num_segments: z.coerce.number().int().min(1).max(50).catch(1),
});
const Refusal = z.object({ code: z.number().int().catch(0), message: z.string().catch('') });

const jsonOf = (body: Buffer): unknown => {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		return null;
	}
};

/** @param priceMicros of a part; @param parts as we counted them: what the other side counts is what is paid */
export const outcomeOf = (
	{ status, headers, body }: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
	size: number,
	parts: number,
	priceMicros: number,
): Outcome & { readonly code: number } => {
	const answer = jsonOf(body);
	if (status >= 200 && status < 300) {
		const taken = Taken.safeParse(answer).data;
		// It has been taken by something, and nobody can say what.
		if (!taken) return { code: 0, state: 'unknown', said: `${status}: an answer without a sid` };
		const counted = taken.num_segments > 1 ? taken.num_segments : parts;
		return { code: 0, state: 'accepted', said: `${taken.status} ${taken.sid}`, size, costMicros: counted * priceMicros };
	}
	const { code = 0, message = '' } = Refusal.safeParse(answer).data ?? {};
	const said = `${status}${code === 0 ? '' : ` ${code}`} ${message}`.trim();
	if (NEVER.has(code)) return { code, state: 'failed', reason: 'no_such_address', said, undeliverable: true };
	if (code === LEFT) return { code, state: 'failed', reason: 'left', said };
	if (status === 401 || status === 403 || status === 404 || CLOSED.has(code)) return { code, state: 'returned', closed: true, said };
	if (status === 429 || status === 503 || BUSY.has(code)) {
		const afterMs = afterMsOf(headers['retry-after']);
		return { code, state: 'deferred', reason: 'busy', said, ...(afterMs !== undefined && { afterMs }) };
	}
	// It may have been sent before what was to answer broke.
	if (status >= 500) return { code, state: 'unknown', said };
	return { code, state: 'failed', reason: 'refused', said };
};

/** Signed with the account's token: its own address, and every field by its name (X-Twilio-Signature). */
export const isSigned = (token: string, url: string, fields: URLSearchParams, signature: string): boolean => {
	const named = [...fields].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([name, value]) => name + value);
	const right = createHmac('sha1', token)
		.update(url + named.join(''))
		.digest();
	const given = Buffer.from(signature, 'base64');
	return given.length === right.length && timingSafeEqual(given, right);
};

/** What a status report says; null: nothing that is over. */
export const reportedOf = (fields: URLSearchParams): (Reported & { readonly code: number }) | null => {
	const status = fields.get('MessageStatus') ?? fields.get('SmsStatus') ?? '';
	const code = Number(fields.get('ErrorCode') ?? 0) || 0;
	const said = `${status}${code === 0 ? '' : ` ${code}`}${fields.get('ErrorMessage') ? `: ${fields.get('ErrorMessage')}` : ''}`;
	if (status === 'delivered' || status === 'read') return { kind: 'arrived', said, code };
	if (status === 'undelivered' || status === 'failed') return { kind: NEVER.has(code) ? 'unreachable' : 'returned', said, code };
	return null;
};
