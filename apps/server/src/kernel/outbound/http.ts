/**
 * HTTP to other servers: only where the guard lets us, at every step of a redirect too, with limits on time, on redirects and
 * on what is read of the answer.
 */
import { type Agent as HttpAgent, request as plain, type RequestOptions } from 'node:http';
import { type Agent as HttpsAgent, request as secure } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { type Guard, OutboundRefused } from './guard.ts';

/** Why there is no whole answer, as one sentence for a person. */
export class OutboundFailed extends Error {
	override readonly name = 'OutboundFailed';
	/** `circle`, `slow`, `too_large`, the system's own word (`ECONNREFUSED`), or empty. */
	readonly code: string;

	constructor(sentence: string, code = '') {
		super(sentence);
		this.code = code;
	}
}

export interface Outgoing {
	readonly guard: Guard;
	/** An address that the operator set: its host and port are reached without the guard, what it redirects to is not. */
	readonly trusted?: string;
	readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Buffer;
	/** From the first look-up to the last byte of the last answer. */
	readonly timeoutMs?: number;
	/** Ends it earlier. */
	readonly signal?: AbortSignal;
	/** An answer longer than this, unpacked, fails. */
	readonly mostBytes?: number;
	/**
	 * Redirects are followed where this finds nothing against it; else it answers the sentence that says why not. Without it a
	 * redirect is an answer like any other.
	 */
	readonly follow?: (to: URL, from: URL) => string | null;
	/**
	 * Keeps connections for whoever asks, so that many requests to one place share them. It is theirs alone, for one place and one guard: a
	 * kept connection was judged when it was made. They close it.
	 */
	readonly agent?: HttpAgent | HttpsAgent;
}

export interface Answered {
	/** Where the answer came from, after redirects. */
	readonly url: URL;
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** Unpacked. */
	readonly body: Buffer;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 256 * 1024;
const MOST_REDIRECTS = 3;
const DEFAULT_PORT: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Sends one request and reads its whole answer, whatever its status.
 * @throws OutboundRefused where the guard does not let us; OutboundFailed when there is no whole answer in time
 */
export const sendHttp = async (address: string, outgoing: Outgoing): Promise<Answered> => {
	const { follow, timeoutMs = TIMEOUT_MS } = outgoing;
	// Not AbortSignal.timeout, which nobody can take back: each would be kept until its time is over, long after the answer.
	const late = new Late();
	const timer = setTimeout(() => late.end(), timeoutMs);
	try {
		let url = new URL(address);
		for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
			const answer = await sendOnce(url, outgoing, late);
			const location = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined;
			if (!follow || location === undefined) return answer;
			if (!URL.canParse(location, url.href)) throw new OutboundFailed(`${url.host} sends us to an address that is none.`);
			const next = new URL(location, url.href);
			const against = next.protocol in DEFAULT_PORT ? follow(next, url) : `${url.host} sends us to an address that is not safe.`;
			if (against !== null) throw new OutboundFailed(against);
			url = next;
		}
		throw new OutboundFailed(`${url.host} sends us on and on.`, 'circle');
	} finally {
		clearTimeout(timer);
	}
};

/** Ends the request that is under way when its time is over, and every one after it. */
class Late {
	is = false;
	#end: (() => void) | null = null;

	end(): void {
		this.is = true;
		this.#end?.();
	}

	/** @param end of the request that is under way now; null: none is */
	ends(end: (() => void) | null): void {
		this.#end = end;
		if (this.is) end?.();
	}
}

const sendOnce = async (url: URL, outgoing: Outgoing, late: Late): Promise<Answered> => {
	const { guard, trusted, method = 'GET', headers = {}, body, mostBytes = MOST_BYTES } = outgoing;
	const standard = DEFAULT_PORT[url.protocol];
	if (standard === undefined) throw new OutboundFailed(`${url.protocol}// is no way out.`);
	const port = url.port === '' ? standard : Number(url.port);
	const own = trusted !== undefined && new URL(trusted).origin === url.origin;
	if (!own) guard.check(url.hostname, port);
	// A part of a file is of the file as it stands.
	const asksPacked = method === 'GET' && !('range' in headers);
	const options: RequestOptions = {
		method,
		headers: {
			'user-agent': 'Luvalla',
			...(asksPacked && { 'accept-encoding': 'br, gzip' }),
			...headers,
			...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
		},
		...(!own && { lookup: guard.lookupFor(port) }),
		// Without one a connection of its own: a kept one was judged for somebody else's request.
		agent: outgoing.agent ?? false,
		...(outgoing.signal && { signal: outgoing.signal }),
	};
	try {
		return await new Promise((resolve, reject) => {
			const sent = (url.protocol === 'https:' ? secure : plain)(url, options);
			// Not once: what comes after the answer has begun is told by its reader, and must not end the process.
			sent.on('error', (error) => reject(error instanceof OutboundRefused ? error : unreachable(url, error)));
			// An answer of another kind (101) comes as no response, and ends the request without an error.
			sent.once('upgrade', (_, socket) => {
				socket.destroy();
				reject(new OutboundFailed(`${url.host} wants to speak another protocol.`));
			});
			sent.once('response', (answer) => {
				const status = answer.statusCode ?? 0;
				const named = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
				const encoding = asksPacked ? named['content-encoding'] : undefined;
				read(url, answer, encoding, mostBytes).then((bytes) => resolve({ url, status, headers: named, body: bytes }), reject);
			});
			late.ends(() => {
				// Whoever waits is told here, whatever the connection says of its end.
				reject(new OutboundFailed(`${url.host} took too long to answer.`, 'slow'));
				sent.destroy();
			});
			sent.end(body);
		});
	} finally {
		late.ends(null);
	}
};

/** Several addresses that were tried in vain make an error without words, but with a code. */
const unreachable = (url: URL, error: NodeJS.ErrnoException): OutboundFailed =>
	new OutboundFailed(`${url.host} cannot be reached: ${error.message || error.code}`, error.code);

const read = (url: URL, answer: Readable, encoding: string | undefined, mostBytes: number): Promise<Buffer> =>
	new Promise((resolve, reject) => {
		const parts: Buffer[] = [];
		let bytes = 0;
		const cut = (code: string): void => reject(new OutboundFailed(`${url.host} hung up in the middle of its answer.`, code));
		const from = unpacked(answer, encoding);
		from.on('data', (part: Buffer) => {
			bytes += part.length;
			parts.push(part);
			// Unpacked bytes count: a small packed file may be a large one.
			if (bytes <= mostBytes) return;
			reject(new OutboundFailed(`The answer of ${url.host} is larger than ${mostBytes} bytes.`, 'too_large'));
			from.destroy();
		});
		from.on('error', (error: NodeJS.ErrnoException) => {
			const code = error.code ?? '';
			if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') cut(code);
			else reject(new OutboundFailed(`The answer of ${url.host} is broken.`, code));
		});
		let ended = false;
		from.on('end', () => {
			ended = true;
			resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
		});
		from.on('close', () => {
			if (!ended) cut('ERR_STREAM_PREMATURE_CLOSE');
		});
	});

/** What goes wrong with the one stream ends the other, so the reader hears of it. */
const unpacked = (answer: Readable, encoding: string | undefined): Readable =>
	encoding === 'br'
		? pipeline(answer, createBrotliDecompress(), () => undefined)
		: encoding === 'gzip'
			? pipeline(answer, createGunzip(), () => undefined)
			: answer;
