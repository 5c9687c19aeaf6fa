/**
 * What customers' own hosts answer with: over https the banner, the collector and first-party apps, and never the portal or its API;
 * over http challenges, and the way to https.
 */
import { once } from 'node:events';
import { createServer as createPlain, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { TLSSocket } from 'node:tls';
import { SILENT_MS } from '#kernel/http/body-time.ts';
import { endServer } from '#kernel/http/end-server.ts';
import { markServed } from '#kernel/http/served-on.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import type { AppPages } from '../first-party-apps/page.ts';
import type { Contexts, ServedHost } from './contexts.ts';
import { answersOf } from './store.ts';

/** What is handed on to the program's own server; what names a domain or a published folder must be the host's customer's. */
const HANDED: readonly { readonly path: RegExp; readonly methods: readonly string[]; readonly kind?: 'domain' | 'folder' }[] = [
	{ path: /^\/cmp\/d\/([0-9a-f-]{36})(?:\.js|\/worker\.js|\/properties\.json)$/, methods: ['GET', 'HEAD'], kind: 'domain' },
	{ path: /^\/cmp\/([pf][\w-]{16,80})\/[\w-]+(?:\.[\w-]+)*$/, methods: ['GET', 'HEAD'], kind: 'folder' },
	{ path: /^\/edge\/v1\/(?:records|impressions|forms|visitor\/[a-z]+)$/, methods: ['POST', 'OPTIONS'] },
	{ path: /^\/edge\/v1\/forms\/[\w-]+$/, methods: ['GET', 'OPTIONS'] },
	{ path: /^\/edge\/v1\/(?:receipts\/[\w.-]+|ledger\/(?:key|heads|proof|consistency))$/, methods: ['GET', 'HEAD'] },
	{ path: /^\/fonts\/[\w.-]+$/, methods: ['GET', 'HEAD'] },
];
const MOST_OWNERS = 10_000;

const end = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void => {
	response.writeHead(status, {
		'content-type': 'text/plain; charset=utf-8',
		'cache-control': 'no-store',
		'x-content-type-options': 'nosniff',
		...headers,
	});
	response.end(`${text}\n`);
};

/** The host that a request is for, without its port, in small letters. */
const hostOf = ({ headers }: IncomingMessage): string => (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

/** @param inner the program's own server, which answers what is handed on */
export const createFront = (
	{ storage, log }: Pick<Kernel, 'storage' | 'log'>,
	contexts: Contexts,
	pages: AppPages,
	inner: Server,
): Server => {
	/** Whose a domain or folder is never changes: only finds are kept. */
	const owners = new Map<string, number>();
	const ownerOf = async (kind: 'domain' | 'folder', key: string): Promise<number | null> => {
		const known = owners.get(key);
		if (known !== undefined) return known;
		const found = await storage.forVisitor(null, (tx) => customerIn(tx, { kind, key }));
		if (found === null) return null;
		if (owners.size >= MOST_OWNERS) owners.clear();
		owners.set(key, found);
		return found;
	};

	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { socket, method = 'GET' } = request;
		const host = hostOf(request);
		// A connection is for the host that its certificate was chosen for.
		if (!(socket instanceof TLSSocket) || typeof socket.servername !== 'string' || socket.servername.toLowerCase() !== host)
			return end(response, 421, 'This connection is for another host.');
		const served = await contexts.of(host);
		if (!served) return end(response, 421, 'This host is not served here.');
		const path = pathOf(request);
		for (const { path: handed, methods, kind } of HANDED) {
			const [, key] = handed.exec(path) ?? [null, undefined];
			if (!handed.test(path) || !methods.includes(method)) continue;
			if (kind !== undefined && (key === undefined || (await ownerOf(kind, key)) !== served.customerId)) break;
			// TLS came through to here: what a header says of the sender's address is the sender's own word, whomever TRUST_PROXY believes.
			delete request.headers['x-forwarded-for'];
			markServed(request, served);
			inner.emit('request', request, response);
			return;
		}
		if ((method === 'GET' || method === 'HEAD') && (await pages(served, path, request, response))) return;
		end(response, 404, 'There is nothing here.');
	};

	const server = createSecure(
		{
			SNICallback: (name, choose) => {
				contexts.of(name).then(
					(served) => (served ? choose(null, served.context) : choose(new Error('No such host.'))),
					(error: unknown) => choose(error instanceof Error ? error : new Error(String(error))),
				);
			},
			minVersion: 'TLSv1.2',
			ALPNProtocols: ['http/1.1'],
			handshakeTimeout: 10_000,
			requestTimeout: 60_000,
			headersTimeout: 20_000,
		},
		(request, response) => {
			answer(request, response).catch((error: unknown) => {
				log.error('A request to a custom host failed', { error });
				if (response.headersSent) response.destroy();
				else end(response, 503, 'Try again in a moment.', { 'retry-after': '5' });
			});
		},
	);
	// Whoever asks for a host that is none of ours, or gives up: nothing to say.
	server.on('tlsClientError', () => undefined);
	return server;
};

const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/;

/** Answers challenges of any process of the installation, which stand in the database, and sends everything else to https. */
export const createPlainFront = ({ storage, log }: Pick<Kernel, 'storage' | 'log'>, contexts: Contexts): Server => {
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const host = hostOf(request);
		const [, token] = CHALLENGE.exec(pathOf(request)) ?? [];
		if (token !== undefined) {
			const [said] = await storage.forVisitor(null, (tx) => answersOf(tx, 'http-01', host, token));
			return said === undefined ? end(response, 404, 'There is no such challenge.') : void response.end(said);
		}
		const served: ServedHost | null = await contexts.of(host);
		if (!served) return end(response, 404, 'There is nothing here.');
		const { url = '/' } = request;
		// 308: what was posted is posted again.
		end(response, 308, 'This host is served over https.', { location: `https://${host}${url.startsWith('/') ? url : '/'}` });
	};
	return createPlain({ requestTimeout: 20_000, headersTimeout: 10_000 }, (request, response) => {
		request.resume();
		answer(request, response).catch((error: unknown) => {
			log.error('A request by http to a custom host failed', { error });
			if (response.headersSent) response.destroy();
			else end(response, 503, 'Try again in a moment.', { 'retry-after': '5' });
		});
	});
};

/** Listens; answers how to stop. @throws Error of the system, when the port is taken */
export const listenAt = async (server: Server, port: number, host: string): Promise<() => Promise<void>> => {
	server.listen(port, host);
	await once(server, 'listening');
	server.setTimeout(SILENT_MS);
	return () => endServer(server);
};
