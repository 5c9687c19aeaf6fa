/**
 * A way in beside the router, for the few calls that are made all day: Fastify's chain costs more than storing a record does.
 * Only plain requests go by it (POST, the path to the letter, JSON of a known length); whatever is else about a request, the router
 * takes it, and its handler calls the same work. Addresses behind proxies, limits of bodies, refusals and measuring are the same.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyServerOptions } from 'fastify';
import { textOfBody } from './body-text.ts';
import type { BodyWatch } from './body-time.ts';
import { languageOf } from './calls.ts';
import { demandShallow } from './deep.ts';
import { type Refused, refuse } from './errors.ts';
import { demandNamedOnce } from './named-twice.ts';
import { type ServedOn, servedOn } from './served-on.ts';
import type { Observe } from './timings.ts';

/** A request that came in, by a door or by the router. */
export interface Visit {
	readonly headers: IncomingHttpHeaders;
	readonly ip: string;
	/** JSON, read and not judged. */
	readonly body: unknown;
	/** The customer's own host that it came by; null: none. */
	readonly servedOn: ServedOn | null;
	/** A header that the answer is to have, refusals too. */
	readonly tell: (name: string, value: string) => void;
}

/** Answers the text of the whole answer, which is JSON. @throws Refused */
export type Take = (visit: Visit) => Promise<string>;

export interface Doors {
	open(path: string, take: Take): void;
	/** What Fastify makes its server with. */
	server(router: (request: IncomingMessage, response: ServerResponse) => void, options: FastifyServerOptions): Server;
	/** Told of each answer that went by a door. */
	observe: Observe;
}

export interface DoorOptions {
	/** Whom to believe about addresses, as in Fastify's `trustProxy`. */
	readonly trust: boolean | string | ((address: string, hop: number) => boolean);
	readonly bodyLimit: number;
	readonly watch: BodyWatch;
	readonly asRefused: (error: unknown) => Refused;
}

const JSON_TYPE = /^(?:application\/json|text\/plain)\s*(?:;|$)/i;

/** How many bytes of JSON it brings; null: that is for the router to find out. */
const lengthOf = ({ headers }: IncomingMessage, most: number): number | null => {
	const length = Number(headers['content-length'] ?? Number.NaN);
	const plain = length > 0 && length <= most && JSON_TYPE.test(headers['content-type'] ?? '');
	return plain && headers.expect === undefined && headers['content-encoding'] === undefined ? length : null;
};

/** As Fastify finds it. */
const addressBy = (trust: DoorOptions['trust']): ((request: IncomingMessage) => string) => {
	if (trust === false) return (request) => request.socket.remoteAddress ?? '';
	const believed = trust === true ? () => true : typeof trust === 'string' ? trust.split(',').map((one) => one.trim()) : trust;
	return (request) => proxyAddr(request, believed);
};

/** Some proxies name the port too (`1.2.3.4:5678`, `[2001:db8::1]:443`): whoever looks at the header finds addresses alone. */
const dropPorts = ({ headers }: IncomingMessage): void => {
	const addresses = headers['x-forwarded-for'];
	if (typeof addresses === 'string')
		headers['x-forwarded-for'] = addresses.replace(/\[([^\],]*)\](?::\d+)?|\b(\d+\.\d+\.\d+\.\d+):\d+/g, '$1$2');
};

/** `null` is no body, as for the router. */
const parsed = (text: string): unknown => {
	demandShallow(text);
	let body: unknown = null;
	try {
		body = JSON.parse(text);
	} catch {
		// It stays what says nothing.
	}
	if (body === null) throw refuse('not_json');
	demandNamedOnce(text);
	return body;
};

/** Node.js sets none by itself where a request as a whole may take its time. */
const HEADERS_MS = 30_000;

/** Feedback stands in the address (calls.md, 7): its 4,000 signs are up to nine bytes each there. */
const MOST_HEADER_BYTES = 48 * 1024;

export const createDoors = ({ trust, bodyLimit, watch, asRefused }: DoorOptions): Doors => {
	const takes = new Map<string, Take>();
	const addressOf = addressBy(trust);

	const enter = (path: string, take: Take, request: IncomingMessage, response: ServerResponse): void => {
		const began = performance.now();
		const headers = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'];
		const end = (status: number, text: string): void => {
			watch.end(request);
			if (response.headersSent || response.destroyed) return;
			headers.push('content-length', String(Buffer.byteLength(text)));
			response.writeHead(status, headers).end(text);
			doors.observe('POST', path, status, performance.now() - began);
		};
		const refuseWith = (error: unknown): void => {
			const refused = asRefused(error);
			if (refused.retryAfterSeconds !== undefined) headers.push('retry-after', String(refused.retryAfterSeconds));
			end(refused.status, JSON.stringify(refused.answer(languageOf(request))));
		};
		const work = async (bytes: Buffer): Promise<string> =>
			take({
				headers: request.headers,
				ip: addressOf(request),
				body: parsed(textOfBody(bytes)),
				servedOn: servedOn(request),
				tell: (name, value) => void headers.push(name, value),
			});
		watch.begin(request, (refused) => {
			response.once('finish', () => request.destroy());
			headers.push('connection', 'close');
			refuseWith(refused);
		});
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => void chunks.push(chunk));
		request.on('end', () => work(Buffer.concat(chunks)).then((text) => end(200, text), refuseWith));
		// Whoever goes away before the end is answered nothing.
		request.on('close', () => watch.end(request));
		request.on('error', () => undefined);
	};

	const doors: Doors = {
		open: (path, take) => void takes.set(path, take),
		server(router, { keepAliveTimeout = 0, requestTimeout = 0, connectionTimeout = 0 }) {
			const limits = { keepAliveTimeout, requestTimeout, headersTimeout: HEADERS_MS, maxHeaderSize: MOST_HEADER_BYTES };
			const server = createServer(limits, (request, response) => {
				dropPorts(request);
				const path = request.url ?? '';
				const take = request.method === 'POST' ? takes.get(path) : undefined;
				if (!server.listening) response.shouldKeepAlive = false;
				if (take && lengthOf(request, bodyLimit) !== null) enter(path, take, request, response);
				else router(request, response);
			});
			return server.setTimeout(connectionTimeout);
		},
		observe: () => undefined,
	};
	return doors;
};
