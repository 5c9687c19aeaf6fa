/**
 * Kept connections over which messages are handed to one place, one at a time on each. Whether a message may leave is asked when its
 * connection stands, just before its first byte; so it is known of every message whether it never left, or may have. A place that takes
 * messages and says nothing puts few in doubt: until it answers they go one after the other, and after some silences in a row no more do.
 */

import { once } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import type { Guard } from '#kernel/outbound/guard.ts';
import { type Answered, sendHttp } from '#kernel/outbound/http.ts';
import { afterMsOf } from '#kernel/outbound/retry-after.ts';

export interface LineLimits {
	/** Until a connection stands. */
	readonly connectMs: number;
	/** Of a message, from its connection to the last byte of the answer. */
	readonly answerMs: number;
	/** A connection that nobody uses is ended so soon: many servers end theirs after five seconds, and what is sent into that moment is in doubt. */
	readonly idleMs: number;
	/** So many messages in a row without an answer close the way; before it ever answered, and after. */
	readonly silences: { readonly first: number; readonly later: number };
	/** The whole way waits for a place that is busy no longer than this; whoever it turned away waits as long as it says. */
	readonly restMs: number;
}

export const LINE_LIMITS: LineLimits = {
	connectMs: 10_000,
	answerMs: 20_000,
	idleMs: 3_000,
	silences: { first: 2, later: 10 },
	restMs: 5_000,
};

/** Without a word of how long, a place that is busy is left alone so long. */
const REST_MS = 1_000;
/** What is read of an answer. */
const MOST_BYTES = 64 * 1024;

/** What became of a message that was handed over. */
export type Handed =
	| { readonly is: 'answered'; readonly answer: Answered }
	/** No connection ever stood: nothing left. */
	| { readonly is: 'unsent'; readonly said: string }
	/** It may not leave any more. */
	| { readonly is: 'kept' }
	/** It may have left, and nobody says anything of it. */
	| { readonly is: 'silent'; readonly said: string };

class MayNot extends Error {
	override readonly name = 'MayNot';
}

/** One connection, made anew when it is gone. A message leaves once somebody says that it may, and that is asked when it stands. */
class Line {
	readonly agent: HttpAgent | HttpsAgent;
	/** It stands, or stood: what goes wrong now may have gone wrong after a message left. */
	stands = false;
	/** Something went wrong with it: the next message goes by another. */
	broken = false;
	leaves: () => Promise<boolean> = () => Promise.resolve(false);

	constructor(secure: boolean, { connectMs, idleMs }: LineLimits) {
		const options = { keepAlive: true, maxSockets: 1, timeout: idleMs };
		const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
		const connect = agent.createConnection.bind(agent);
		agent.createConnection = (to, done) => {
			this.stands = false;
			const socket = connect(to);
			if (!socket) throw new Error(ownSentence('noConnection'));
			// While somebody is asked nobody else listens, and an error that nobody hears ends the process.
			socket.on('error', () => undefined);
			const connected = async (): Promise<void> => {
				await once(socket, secure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(connectMs) });
				this.stands = true;
				if (!(await this.leaves())) throw new MayNot();
				if (!socket.destroyed && socket.writable) return;
				this.stands = false;
				throw new Error(ownSentence('hungUpAtOnce'));
			};
			connected().then(
				() => done?.(null, socket),
				(error: unknown) => {
					socket.destroy();
					const late = error instanceof Error && error.name === 'AbortError';
					done?.(late || !(error instanceof Error) ? new Error(ownSentence('tooSlowToConnect')) : error, socket);
				},
			);
			return undefined;
		};
		this.agent = agent;
	}

	/** Nothing more leaves by it, not even by a connection that is still being made. */
	end(): void {
		this.leaves = () => Promise.resolve(false);
		this.agent.destroy();
	}

	/** Whether a connection is there to be used again. */
	get isKept(): boolean {
		return Object.values(this.agent.freeSockets).some((sockets) => sockets?.some((socket) => !socket.destroyed));
	}
}

/** Whether an answer says what became of a message. A gateway's 504 says for its server that nobody knows (RFC 9110, 15.6.5). */
const tells = ({ status }: Answered): boolean => status !== 504;

/** As many lines as messages are under way at once. */
export class Lines {
	readonly #url: string;
	readonly #guard: Guard;
	readonly #limits: LineLimits;
	readonly #secure: boolean;
	readonly #tells: (answer: Answered) => boolean;
	readonly #idle: Line[] = [];
	/** The last word of a place that fell silent. */
	#closed: string | null = null;
	/** Messages without an answer since the last one that had one. */
	#silent = 0;
	#everAnswered = false;
	/** It has answered, and nothing was silent since. */
	#answers = false;
	/** Until it answers, messages go one after the other. */
	#before: Promise<void> = Promise.resolve();
	#restsUntilMs = 0;
	#ended = false;

	constructor(url: string, guard: Guard, limits: LineLimits = LINE_LIMITS, tellsWhat = tells) {
		this.#url = url;
		this.#guard = guard;
		this.#limits = limits;
		this.#secure = new URL(url).protocol === 'https:';
		this.#tells = tellsWhat;
	}

	/**
	 * Hands one message over. Never throws, but for what `mayLeave` throws.
	 * @param to another address of the same place
	 */
	async post(headers: Readonly<Record<string, string>>, body: Buffer, mayLeave: () => Promise<boolean>, to = this.#url): Promise<Handed> {
		if (this.#answers) return this.#post(headers, body, mayLeave, to);
		const before = this.#before;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#before = promise;
		await before;
		if (this.#answers) {
			resolve();
			return this.#post(headers, body, mayLeave, to);
		}
		try {
			return await this.#post(headers, body, mayLeave, to);
		} finally {
			resolve();
		}
	}

	async #post(headers: Readonly<Record<string, string>>, body: Buffer, mayLeave: () => Promise<boolean>, to: string): Promise<Handed> {
		const restMs = this.#restsUntilMs - performance.now();
		if (restMs > 0) await sleep(restMs);
		if (this.#closed !== null) return { is: 'unsent', said: this.#closed };
		const line = this.#idle.pop() ?? new Line(this.#secure, this.#limits);
		const handed = await this.#postBy(line, headers, body, mayLeave, to);
		if (this.#ended || line.broken) line.end();
		else this.#idle.push(line);
		if (handed.is === 'silent' || (handed.is === 'answered' && !this.#tells(handed.answer))) {
			this.#silent += 1;
			this.#answers = false;
			const { first, later } = this.#limits.silences;
			if (this.#silent >= (this.#everAnswered ? later : first))
				this.#closed = handed.is === 'silent' ? handed.said : `${handed.answer.status}`;
		} else if (handed.is === 'answered') {
			this.#silent = 0;
			this.#answers = true;
			this.#everAnswered = true;
			const { status, headers: said } = handed.answer;
			// It is left alone by everybody.
			if (status === 429 || status === 503)
				this.#restsUntilMs = performance.now() + Math.min(afterMsOf(said['retry-after']) ?? REST_MS, this.#limits.restMs);
		}
		return handed;
	}

	async #postBy(
		line: Line,
		headers: Readonly<Record<string, string>>,
		body: Buffer,
		mayLeave: () => Promise<boolean>,
		to: string,
	): Promise<Handed> {
		const { connectMs, answerMs } = this.#limits;
		let asked: Promise<boolean> | null = null;
		let begun = false;
		line.leaves = () => {
			asked ??= mayLeave().then((may) => {
				begun = may;
				return may;
			});
			return asked;
		};
		try {
			if (line.isKept && !(await line.leaves())) return { is: 'kept' };
			const answer = await sendHttp(to, {
				guard: this.#guard,
				agent: line.agent,
				method: 'POST',
				headers,
				body,
				timeoutMs: connectMs + answerMs,
				mostBytes: MOST_BYTES,
			});
			return { is: 'answered', answer };
		} catch (error) {
			const said = error instanceof Error ? error.message : String(error);
			line.broken = true;
			if (!line.stands) return { is: 'unsent', said };
			return begun ? { is: 'silent', said } : { is: 'kept' };
		}
	}

	close(): void {
		this.#ended = true;
		for (const line of this.#idle.splice(0)) line.end();
	}
}
