/**
 * The way of letters: a few kept connections to the customer's mail server, each of which carries one letter after the other. What an
 * answer means is decided here: what was said before the letter's last line never sent it, and silence after it may have.
 */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import type { Guard } from '#kernel/outbound/guard.ts';
import { openWire, type Wire } from '#kernel/outbound/wire.ts';
import type { Unpriced } from '../channel.ts';
import { isGone } from './codes.ts';

export interface SmtpSettings {
	readonly host: string;
	readonly port: number;
	readonly security: 'starttls' | 'tls' | 'none';
	readonly user: string;
	readonly password: string | undefined;
}

/** A letter for one address. */
export interface Envelope {
	readonly from: string;
	readonly to: string;
	readonly raw: Buffer;
	/** Asked when the server waits for the letter itself: whether it may leave. */
	readonly mayLeave: () => Promise<boolean>;
}

export interface SmtpLimits {
	/** Until a connection stands, and of each silence before the letter. */
	readonly answerMs: number;
	/** Of silence after the letter: servers look at it before they answer (RFC 5321, 4.5.3.2.6, asks for ten minutes; a lane cannot wait so long). */
	readonly lastMs: number;
	/** Letters over one connection; many servers count. */
	readonly letters: number;
}

export const SMTP_LIMITS: SmtpLimits = { answerMs: 15_000, lastMs: 60_000, letters: 500 };

/**
 * Silences of a connection that is made, and of a letter: both end by then, whatever the server says meanwhile. One that answers a line at a
 * time and never comes to an end would hold a worker's place, which is everybody's.
 */
const SILENCES = { connection: 3, letter: 2 } as const;
/** What a server may say in answer to a letter. */
const MOST_BYTES = 64 * 1024;
const TOO_SLOW = ownSentence('tooSlow');
const HUNG_UP = ownSentence('hungUp');
/** Connections are tried again so soon; then the way is closed. */
const AGAIN_MS = [50, 250, 1000];

/** A connection that no lane uses any more waits so long for the next lane to the same server. */
const KEPT_MS = 3_000;

/** A letter that asks before its first line leaves, and knows whether any did. */
class Content extends Readable {
	/** From now on silence means that nobody knows. */
	begun = false;
	readonly #raw: Buffer;
	readonly #mayLeave: () => Promise<boolean>;

	constructor({ raw, mayLeave }: Envelope) {
		super();
		this.#raw = raw;
		this.#mayLeave = mayLeave;
	}

	/** Asked for the whole at once, when the server has said that it takes a letter for this recipient. */
	override _read(): void {
		this.#mayLeave().then(
			(may) => {
				if (!may) return this.destroy(new Error('The permission is gone.'));
				this.begun = true;
				this.push(this.#raw);
				this.push(null);
			},
			(error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
		);
	}
}

interface Open {
	readonly connection: SMTPConnection;
	readonly wire: Wire;
	letters: number;
	dead: boolean;
}

/**
 * Connections between the turns of lanes. A lane of a triggered send has a few letters at a time, and there are hundreds of them: with a
 * connection of their own they waited for greetings (a tenth of a second at many servers, several with TLS), five times as long as for the rest.
 */
class Rack {
	readonly #kept = new Map<string, Map<Open, NodeJS.Timeout>>();

	/** @param leave what becomes of it when nobody wants it */
	put(key: string, open: Open, leave: () => void): void {
		const own = this.#kept.get(key) ?? new Map<Open, NodeJS.Timeout>();
		this.#kept.set(key, own);
		const late = setTimeout(() => {
			this.#forget(key, open);
			leave();
		}, KEPT_MS);
		own.set(open, late);
	}

	/** The one that was used last. */
	take(key: string): Open | undefined {
		const open = [...(this.#kept.get(key)?.keys() ?? [])].at(-1);
		if (open !== undefined) this.#forget(key, open);
		return open;
	}

	#forget(key: string, open: Open): void {
		const own = this.#kept.get(key);
		clearTimeout(own?.get(open));
		own?.delete(open);
		if (own?.size === 0) this.#kept.delete(key);
	}
}

const rack = new Rack();

/** Whose connections these are: another customer, another password or another name of ours is another key. */
export const keptAs = (...parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64');

interface SmtpError extends Error {
	readonly responseCode?: number;
	readonly response?: string;
	readonly command?: string;
	readonly code?: string;
}

/** What an answer to a letter means. */
export const outcomeOf = (error: SmtpError, begun: boolean): Unpriced => {
	const said = error.response ?? error.message;
	const code = error.responseCode;
	if (code === undefined) {
		return begun ? { state: 'unknown', said } : { state: 'returned', closed: false, said };
	}
	// The server ends the connection: it says nothing about this letter.
	if (code === 421 && !begun) return { state: 'returned', closed: false, said };
	// No answer to a letter (RFC 5321, 4.2.1): the server says more than it is asked, and what it says of this one may be still to come.
	if (begun && (code < 400 || code > 599)) return { state: 'unknown', said };
	if (code >= 400 && code < 500) return { state: 'deferred', reason: code === 421 ? 'busy' : 'later', said };
	const command = error.command ?? '';
	if (command.startsWith('RCPT') && isGone(said)) return { state: 'failed', reason: 'no_such_address', said, undeliverable: true };
	return {
		state: 'failed',
		reason: command.startsWith('RCPT') ? 'refused_recipient' : command.startsWith('MAIL') ? 'refused_sender' : 'refused',
		said,
	};
};

export class SmtpPool {
	readonly #settings: SmtpSettings;
	readonly #guard: Guard;
	readonly #limits: SmtpLimits;
	readonly #name: string;
	readonly #kept: string | null;
	readonly #idle: Open[] = [];
	#ended = false;

	/**
	 * @param name what we call ourselves (EHLO)
	 * @param kept under which key connections are kept when this one closes (`keptAs`); null: they end with it
	 */
	constructor(settings: SmtpSettings, guard: Guard, name: string, limits: SmtpLimits = SMTP_LIMITS, kept: string | null = null) {
		this.#kept = kept;
		this.#settings = settings;
		this.#guard = guard;
		this.#name = name;
		this.#limits = limits;
	}

	async #connect(): Promise<Open> {
		const { host, port, security, user, password } = this.#settings;
		const { answerMs, lastMs } = this.#limits;
		const wire = await openWire({ guard: this.#guard, host, port, timeoutMs: Math.max(answerMs, lastMs), mostBytes: MOST_BYTES });
		const connection = new SMTPConnection({
			name: this.#name,
			host,
			port,
			secure: security === 'tls',
			requireTLS: security === 'starttls',
			ignoreTLS: security === 'none',
			connection: wire.asSocket(),
			connectionTimeout: answerMs,
			greetingTimeout: answerMs,
			socketTimeout: lastMs,
		});
		const open: Open = { connection, wire, letters: 0, dead: false };
		const broken = new Promise<never>((_, reject) => {
			const end = (error: unknown): void => {
				open.dead = true;
				reject(error instanceof Error ? error : new Error(HUNG_UP));
			};
			connection.on('error', end);
			connection.on('end', () => end(null));
			wire.on('error', end);
			wire.on('close', () => end(null));
		});
		broken.catch(() => undefined);
		const done = (work: (answered: (error?: Error | null) => void) => void): Promise<void> =>
			Promise.race([new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve()))), broken]);
		const late = setTimeout(() => wire.destroy(new Error(TOO_SLOW)), SILENCES.connection * answerMs);
		try {
			await done((answered) => connection.connect((error?: Error | null) => answered(error)));
			if (user !== '' && password !== undefined)
				await done((answered) => connection.login({ credentials: { user, pass: password } }, (error) => answered(error)));
			return open;
		} catch (error) {
			this.#drop(open);
			throw error;
		} finally {
			clearTimeout(late);
		}
	}

	#drop(open: Open): void {
		open.dead = true;
		open.connection.close();
		open.wire.destroy();
	}

	/** A connection that stands: a kept one, or a new one, tried a few times. @throws when the way is closed */
	async #take(): Promise<Open> {
		for (;;) {
			const kept = this.#idle.pop() ?? (this.#kept === null ? undefined : rack.take(this.#kept));
			if (kept === undefined) break;
			if (!kept.dead) return kept;
			this.#drop(kept);
		}
		for (let tries = 0; ; tries += 1) {
			try {
				return await this.#connect();
			} catch (error) {
				const wait = AGAIN_MS[tries];
				if (wait === undefined || this.#ended) throw error;
				await new Promise((resolve) => setTimeout(resolve, wait));
			}
		}
	}

	/** Sends one letter. Never throws: whatever happens is an outcome. */
	async send(envelope: Envelope): Promise<Unpriced> {
		let open: Open;
		try {
			open = await this.#take();
		} catch (error) {
			return { state: 'returned', closed: true, said: error instanceof Error ? error.message : String(error) };
		}
		const { connection, wire } = open;
		const content = new Content(envelope);
		wire.allow();
		const outcome = await new Promise<Unpriced>((resolve) => {
			const ended = (): void => {
				clearTimeout(late);
				wire.off('close', broken);
				connection.off('error', failed);
			};
			const failed = (error: SmtpError): void => {
				ended();
				resolve(outcomeOf(error, content.begun));
			};
			const broken = (): void => failed(new Error(HUNG_UP));
			const late = setTimeout(() => failed(new Error(TOO_SLOW)), SILENCES.letter * this.#limits.lastMs);
			wire.once('close', broken);
			connection.once('error', failed);
			connection.send({ from: envelope.from, to: [envelope.to], size: envelope.raw.length }, content, (error, info) => {
				if (error) return failed(error as SmtpError);
				ended();
				resolve({ state: 'accepted', said: info?.response ?? '', size: envelope.raw.length });
			});
		});
		open.letters += 1;
		const keeps = outcome.state === 'accepted' || outcome.state === 'failed' || (outcome.state === 'deferred' && outcome.reason !== 'busy');
		if (!keeps || open.dead || this.#ended || open.letters >= this.#limits.letters) this.#leave(open, keeps);
		else if (outcome.state === 'accepted') this.#idle.push(open);
		else this.#again(open);
		return outcome;
	}

	/** After a refusal the server is told to forget what was begun. */
	#again(open: Open): void {
		open.connection.reset((error) => {
			if (error || open.dead || this.#ended) this.#drop(open);
			else this.#idle.push(open);
		});
	}

	#leave(open: Open, politely: boolean): void {
		if (politely && !open.dead) open.connection.quit();
		setTimeout(() => this.#drop(open), politely ? 1000 : 0).unref();
	}

	close(): void {
		this.#ended = true;
		for (const open of this.#idle.splice(0)) {
			const leave = (): void => this.#leave(open, true);
			if (this.#kept === null) leave();
			else rack.put(this.#kept, open, leave);
		}
	}
}
