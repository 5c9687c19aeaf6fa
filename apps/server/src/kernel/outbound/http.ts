/**
 * HTTP to addresses that somebody else names: only where the guard lets us, never after a redirect, with limits on time and
 * on what is read of the answer.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Guard } from './guard.ts';

export interface Outgoing {
	readonly method?: 'GET' | 'POST';
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** From the first look-up to the last byte of the answer. */
	readonly timeoutMs?: number;
	/** An answer longer than this fails. */
	readonly mostBytes?: number;
}

export interface Answered {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 256 * 1024;

/**
 * @param guard null for addresses that the operator set, which are always reachable
 * @throws OutboundRefused where the guard does not let us; Error when there is no whole answer in time
 */
export const sendHttp = (address: string, guard: Guard | null, outgoing: Outgoing = {}): Promise<Answered> => {
	const url = new URL(address);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`${url.protocol}// is no way out.`);
	const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
	guard?.check(url.hostname, port);
	const { method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = outgoing;
	return new Promise((resolve, reject) => {
		const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
		const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
		const sent: ClientRequest = start(url, {
			method,
			headers: { 'user-agent': 'Luvalla', ...headers, ...length },
			...(guard && { lookup: guard.lookupFor(port) }),
			// A connection of its own: a kept one was judged for somebody else's request.
			agent: false,
			signal: AbortSignal.timeout(timeoutMs),
		});
		sent.once('error', reject);
		sent.once('response', (answer) => read(answer, mostBytes).then(resolve, reject));
		sent.end(body);
	});
};

const read = async (answer: IncomingMessage, mostBytes: number): Promise<Answered> => {
	const parts: Buffer[] = [];
	let bytes = 0;
	for await (const part of answer) {
		const chunk = Buffer.from(part);
		bytes += chunk.length;
		if (bytes > mostBytes) {
			answer.destroy();
			throw new Error(`The answer is longer than ${mostBytes} bytes.`);
		}
		parts.push(chunk);
	}
	const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
	return { status: answer.statusCode ?? 0, headers, text: Buffer.concat(parts).toString('utf8') };
};
