/** Serves the sample sites: shop.localhost and blog.localhost on one port, their third parties on another. Loopback only. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blog } from './blog.ts';
import type { Login, ThirdParty } from './frame.ts';
import { type Site, shop } from './shop.ts';
import { thirdParty } from './third-parties.ts';

export interface ShopOptions {
	/** 0: any free one. */
	port: number;
	thirdPartyPort: number;
	/** Address of each site's banner script (`http://localhost:4000/cmp/d/<id>.js`), or null for none. */
	snippets: { shop: string | null; blog: string | null };
	/** The shop's sign-in button; null for none. */
	login?: Login | null;
}

export interface RunningShop {
	port: number;
	thirdPartyPort: number;
	close(): Promise<void>;
}

const PUBLIC = join(import.meta.dirname, '..', 'public');
const files = new Set(['/shop.css', '/panel.js', '/chair.svg', '/throw.svg', '/lamp.svg', '/cushion.svg']);
const types: Record<string, string> = {
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};
const LARGEST_FORM = 4096;

/** Starts both servers; rejects when a port is taken. */
export const startShop = async ({ port, thirdPartyPort, snippets, login = null }: ShopOptions): Promise<RunningShop> => {
	const others = createServer(guarded(answerThirdParty));
	const thirdPort = await listen(others, thirdPartyPort);
	const thirdPartyUrl = (name: ThirdParty) => `http://${name}.localhost:${thirdPort}`;
	const sites = new Map<string, { site: Site; policy: string }>(
		(['shop', 'blog'] as const).map((name) => {
			const snippet = snippets[name];
			const site = { shop, blog }[name]({ snippet, login: name === 'shop' ? login : null, thirdParty: thirdPartyUrl });
			return [`${name}.localhost`, { site, policy: policyOf(snippet, thirdPartyUrl) }];
		}),
	);
	const server = createServer(
		guarded(async (request, response) => {
			const [name = '', at = ''] = (request.headers.host ?? '').toLowerCase().split(':');
			const url = new URL(request.url ?? '/', 'http://shop.localhost');
			const found = sites.get(name);
			if (!found)
				return void response.writeHead(302, { location: `http://shop.localhost${at && `:${at}`}${url.pathname}${url.search}` }).end();
			if (await sendFile(url.pathname, response)) return;
			const form = new URLSearchParams(request.method === 'POST' ? await bodyOf(request) : '');
			const reply = found.site({ method: request.method ?? 'GET', url, cookies: cookiesOf(request), form });
			if ('to' in reply) {
				if (reply.setCookie) response.setHeader('set-cookie', reply.setCookie);
				return void response.writeHead(303, { location: reply.to }).end();
			}
			response
				.writeHead(reply.status ?? 200, {
					'content-type': 'text/html; charset=utf-8',
					'cache-control': 'no-store',
					'content-security-policy': found.policy,
				})
				.end(reply.page);
		}),
	);
	try {
		const shopPort = await listen(server, port);
		return { port: shopPort, thirdPartyPort: thirdPort, close: async () => void (await Promise.all([end(server), end(others)])) };
	} catch (error) {
		await end(others);
		throw error;
	}
};

/** A strict policy, as a careful site sets it: the banner must work under it. */
const policyOf = (snippet: string | null, thirdPartyUrl: (name: ThirdParty) => string): string => {
	const banner = snippet ? ` ${new URL(snippet).origin}` : '';
	return [
		"default-src 'none'",
		`script-src 'self'${banner} ${thirdPartyUrl('stats')} ${thirdPartyUrl('ads')} ${thirdPartyUrl('video')}`,
		`connect-src 'self'${banner}`,
		`img-src 'self'${banner}`,
		"style-src 'self'",
		"font-src 'self'",
		`frame-src ${thirdPartyUrl('video')}`,
		"form-action 'self'",
		"base-uri 'none'",
	].join('; ');
};

const answerThirdParty = (request: IncomingMessage, response: ServerResponse): void => {
	const name = (request.headers.host ?? '').split('.')[0] ?? '';
	const found = thirdParty(name, new URL(request.url ?? '/', 'http://localhost').pathname);
	if (!found) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
	response.writeHead(200, { 'content-type': found.type, 'cache-control': 'no-store' }).end(found.text);
};

const sendFile = async (path: string, response: ServerResponse): Promise<boolean> => {
	if (path === '/font.woff2') {
		const font = await fontFile();
		response.writeHead(font ? 200 : 404, { 'content-type': 'font/woff2', 'cache-control': 'max-age=86400' }).end(font ?? undefined);
		return true;
	}
	if (!files.has(path)) return false;
	response
		.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain', 'cache-control': 'max-age=60' })
		.end(await readFile(join(PUBLIC, path)));
	return true;
};

/** The portal's typeface when it is installed; the page falls back to the system's. */
const fontFile = async (): Promise<Buffer | null> => {
	try {
		return await readFile(
			fileURLToPath(import.meta.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2')),
		);
	} catch {
		return null;
	}
};

const cookiesOf = (request: IncomingMessage): Map<string, string> =>
	new Map(
		(request.headers.cookie ?? '').split('; ').flatMap((pair): [string, string][] => {
			const at = pair.indexOf('=');
			return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
		}),
	);

class TooLarge extends Error {}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	let text = '';
	for await (const chunk of request) {
		text += String(chunk);
		if (text.length > LARGEST_FORM) throw new TooLarge('form');
	}
	return text;
};

/** A request that cannot be answered gets its status; the server lives on. */
const guarded =
	(answer: (request: IncomingMessage, response: ServerResponse) => unknown): RequestListener =>
	async (request, response) => {
		try {
			await answer(request, response);
		} catch (error) {
			if (!response.headersSent)
				response.writeHead(error instanceof TooLarge ? 413 : 400, { 'content-type': 'text/plain', connection: 'close' });
			response.end();
		}
	};

const listen = (server: Server, port: number): Promise<number> =>
	new Promise((done, failed) => {
		server.once('error', failed);
		server.listen(port, '127.0.0.1', () => {
			server.off('error', failed);
			const address = server.address();
			done(typeof address === 'object' && address ? address.port : port);
		});
	});

const end = (server: Server): Promise<void> =>
	new Promise((done) => {
		server.close(() => done());
		server.closeAllConnections();
	});
