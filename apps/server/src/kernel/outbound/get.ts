/** Gets a file from another server: guarded, with a limit of bytes, time and redirects. */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Guard } from './guard.ts';

/** Why a file could not be had, as one sentence for a person. */
export class GetFailed extends Error {
	override readonly name = 'GetFailed';
}

export interface GetOptions {
	guard: Guard;
	/** An address that the operator set: its host and port are reached without the guard, what it redirects to is not. */
	trusted?: string;
	mostBytes: number;
	timeoutMs?: number;
	/** What an earlier answer called itself. */
	etag?: string;
}

export interface Got {
	/** Unchanged since `etag`; there is no body then. */
	unchanged: boolean;
	body: Buffer;
	etag: string;
}

const MOST_REDIRECTS = 3;
const TIMEOUT_MS = 20_000;
const DEFAULT_PORT: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const portOf = (url: URL): number => (url.port === '' ? (DEFAULT_PORT[url.protocol] ?? 0) : Number(url.port));

/** @throws GetFailed in words for a person; OutboundRefused where the guard forbids the address */
export const getFile = async (address: string, options: GetOptions): Promise<Got> => {
	let url = new URL(address);
	for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
		const got = await getOnce(url, options);
		if (!('redirect' in got)) return got;
		if (!URL.canParse(got.redirect, url.href)) throw new GetFailed(`${url.host} sends us to an address that is none.`);
		const next = new URL(got.redirect, url.href);
		if (!(next.protocol in DEFAULT_PORT) || (url.protocol === 'https:' && next.protocol === 'http:'))
			throw new GetFailed(`${url.host} sends us to an address that is not safe.`);
		url = next;
	}
	throw new GetFailed(`${url.host} sends us on and on.`);
};

const getOnce = (url: URL, { guard, trusted, mostBytes, timeoutMs = TIMEOUT_MS, etag }: GetOptions): Promise<Got | { redirect: string }> =>
	new Promise((done, failed) => {
		const own = trusted !== undefined && new URL(trusted).host === url.host && new URL(trusted).protocol === url.protocol;
		const port = portOf(url);
		if (!own) guard.check(url.hostname, port);
		const send = url.protocol === 'https:' ? secure : plain;
		const fail = (reason: string): void => {
			failed(new GetFailed(reason));
			outgoing.destroy();
		};
		const outgoing = send(
			url,
			{
				...(!own && { lookup: guard.lookupFor(port) }),
				headers: {
					accept: 'application/json',
					'accept-encoding': 'br, gzip',
					'user-agent': 'Luvalla',
					...(etag && { 'if-none-match': etag }),
				},
				signal: AbortSignal.timeout(timeoutMs),
			},
			(answer) => {
				const status = answer.statusCode ?? 0;
				if (status === 304) {
					answer.resume();
					return done({ unchanged: true, body: Buffer.alloc(0), etag: etag ?? '' });
				}
				if (status >= 300 && status < 400 && answer.headers.location !== undefined) {
					answer.resume();
					return done({ redirect: answer.headers.location });
				}
				if (status !== 200) return fail(`${url.host} answers ${status}.`);
				const encoding = answer.headers['content-encoding'];
				const body = encoding === 'br' ? answer.pipe(createBrotliDecompress()) : encoding === 'gzip' ? answer.pipe(createGunzip()) : answer;
				const parts: Buffer[] = [];
				let bytes = 0;
				body.on('data', (part: Buffer) => {
					bytes += part.length;
					// Unpacked bytes count: a small packed file may be a large one.
					if (bytes > mostBytes) return fail(`The file from ${url.host} is larger than ${mostBytes} bytes.`);
					parts.push(part);
				});
				body.on('end', () => done({ unchanged: false, body: Buffer.concat(parts), etag: answer.headers.etag ?? '' }));
				body.on('error', () => fail(`The file from ${url.host} is broken.`));
				// `end` does not come when the other side hangs up in the middle.
				answer.on('aborted', () => fail(`${url.host} hung up in the middle of the file.`));
			},
		);
		outgoing.on('error', (error) => {
			if (error.name === 'OutboundRefused') return failed(error);
			failed(
				new GetFailed(
					error.name === 'TimeoutError' ? `${url.host} took too long to answer.` : `${url.host} cannot be reached: ${error.message}`,
				),
			);
		});
		outgoing.end();
	});
