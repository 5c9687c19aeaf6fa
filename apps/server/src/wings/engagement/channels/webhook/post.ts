/**
 * Posts messages to one endpoint over connections that are kept. What the endpoint answers says what became of a message; where it says
 * nothing after the first byte left, nobody knows. It could be handed over again by the same id, and an endpoint that keeps to Standard
 * Webhooks would tell it from another; whether this one does is not ours to know, and nobody may be written to twice. So the campaign's own
 * option decides: left alone, or once more.
 */
import { createHmac, createSecretKey } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { now } from '#kernel/clock.ts';
import type { Guard } from '#kernel/outbound/guard.ts';
import type { Answered } from '#kernel/outbound/http.ts';
import { afterMsOf } from '#kernel/outbound/retry-after.ts';
import type { Unpriced } from '../channel.ts';
import { LINE_LIMITS, type LineLimits, Lines } from '../lines.ts';

export interface EndpointSettings {
	readonly url: string;
	/** `whsec_…` */
	readonly secret: string;
	/** The customer's own. */
	readonly headers: readonly { readonly header: string; readonly value: string }[];
	/** What becomes of a message of which nobody knows whether it came. */
	readonly unknown: 'leave' | 'again';
}

/** A message ready to go. */
export interface Post {
	readonly id: string;
	readonly body: string;
	readonly mayLeave: () => Promise<boolean>;
}

/** Of what an endpoint says, that much is kept. */
const FIRST_WORDS = 200;

/** Often the word of a wall before the endpoint, which reads what stands in a message: somebody may be called as an attack is. */
const DENIED = 403;
/** So many in a row are turned away by themselves; more, and it is everybody. */
const DENIED_ALONE = 2;

const wordsOf = ({ status, headers, body }: Answered): string => {
	const to = status >= 300 && status < 400 ? headers.location : undefined;
	const words = body
		.subarray(0, 4 * FIRST_WORDS)
		.toString('utf8')
		.replace(/\s+/g, ' ')
		.trim();
	return `${status}${to === undefined ? '' : ` → ${to}`} ${words}`.slice(0, FIRST_WORDS).trim();
};

/**
 * What an answer means. An endpoint that is gone, lets us in no more or sends us elsewhere closes the way: it would say the same of
 * everybody, who are better reached when it is put right. Where it sends us nobody goes: it is the endpoint's word, not the customer's.
 */
export const outcomeOf = (answer: Answered, size: number): Unpriced => {
	const { status } = answer;
	const said = wordsOf(answer);
	if (status >= 200 && status < 300) return { state: 'accepted', said, size };
	if (status < 400 || status === 401 || status === DENIED || status === 410) return { state: 'returned', closed: true, said };
	if (status === 429 || status === 503) {
		const afterMs = afterMsOf(answer.headers['retry-after']);
		return { state: 'deferred', reason: 'busy', said, ...(afterMs !== undefined && { afterMs }) };
	}
	// A gateway says for its server that nobody knows (RFC 9110, 15.6.5).
	if (status === 504) return { state: 'unknown', said };
	// It was not read to its end, or too soon (RFC 9110, 15.5.9; RFC 8470, 5.2).
	if (status >= 500 || status === 408 || status === 425) return { state: 'deferred', reason: 'later', said };
	return { state: 'failed', reason: 'refused', said };
};

/**
 * Signs as Standard Webhooks has it. The library's own is written in JavaScript, and takes 10 µs of a message of a kilobyte where this
 * takes two; it still says whether a secret is one.
 * @throws where the secret is none
 */
const signerOf = (secret: string): ((id: string, seconds: string, body: Buffer) => string) => {
	new Webhook(secret);
	// Made once: of bytes it would be made with each message, which takes as long as the library.
	const key = createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
	return (id, seconds, body) => `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`;
};

export class Endpoint {
	readonly #settings: EndpointSettings;
	readonly #sign: ReturnType<typeof signerOf>;
	/** Of every message: the customer's own, and the kind. In small letters, so that none of these is there twice. */
	readonly #headers: Readonly<Record<string, string>>;
	readonly #lines: Lines;
	/** It took somebody's. */
	#took = false;
	/** Turned away since it last took one. */
	#denied = 0;
	/** The last word of an endpoint that is closed. */
	#closed: string | null = null;

	/** @throws where the secret is none */
	constructor(settings: EndpointSettings, guard: Guard, limits: LineLimits = LINE_LIMITS) {
		this.#settings = settings;
		this.#sign = signerOf(settings.secret);
		this.#headers = {
			...Object.fromEntries(settings.headers.map(({ header, value }) => [header.toLowerCase(), value])),
			'content-type': 'application/json',
		};
		this.#lines = new Lines(settings.url, guard, limits);
	}

	/** Sends one message. Never throws: whatever happens is an outcome. */
	async send(post: Post): Promise<Unpriced> {
		if (this.#closed !== null) return { state: 'returned', closed: true, said: this.#closed };
		const outcome = await this.#hand(post);
		if (outcome.state === 'returned' && outcome.closed) this.#closed = outcome.said;
		return outcome;
	}

	async #hand({ id, body, mayLeave }: Post): Promise<Unpriced> {
		// As bytes: of words Node.js makes one text with the headers, and their signs are no Latin 1 any more.
		const bytes = Buffer.from(body);
		const handed = await this.#lines.post(this.#headersOf(id, bytes), bytes, mayLeave);
		if (handed.is === 'unsent') return { state: 'returned', closed: true, said: handed.said };
		if (handed.is === 'kept') return { state: 'returned', closed: false, said: '' };
		const outcome: Unpriced = handed.is === 'silent' ? { state: 'unknown', said: handed.said } : outcomeOf(handed.answer, bytes.length);
		if (outcome.state === 'accepted') {
			this.#took = true;
			this.#denied = 0;
		}
		if (handed.is === 'answered' && handed.answer.status === DENIED) {
			this.#denied += 1;
			if (this.#denied > DENIED_ALONE) return outcome;
			// Where it took nobody's yet they come again, after whoever stands behind them.
			return this.#took
				? { state: 'failed', reason: 'refused', said: outcome.said }
				: { state: 'returned', closed: false, said: outcome.said };
		}
		if (outcome.state === 'unknown')
			return this.#settings.unknown === 'again' ? { state: 'deferred', reason: 'no_answer', said: outcome.said } : outcome;
		return outcome;
	}

	#headersOf(id: string, body: Buffer): Record<string, string> {
		const seconds = String(Math.floor(now().getTime() / 1000));
		return {
			...this.#headers,
			'webhook-id': id,
			'webhook-timestamp': seconds,
			'webhook-signature': this.#sign(id, seconds, body),
		};
	}

	close(): void {
		this.#lines.close();
	}
}
