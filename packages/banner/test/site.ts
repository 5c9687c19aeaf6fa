/** A website under a strict policy, and beside it the origin that serves the banner and takes its records. For tests only. */

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { assembleFolder, assemblePointer, type PublishInput, snippetOf } from '../src/assemble.ts';
import { inlineSnippetOf } from '../src/inline.ts';
import type { PublishedFile } from '../src/look.ts';
import { openPointer, type Serving, servePointer } from '../src/serving.ts';

export interface Taken {
	origin: string | undefined;
	type: string | undefined;
	body: string;
}

export interface Site {
	url: string;
	/** Where the banner comes from. */
	cmpUrl: string;
	/** Bodies that the intake got. */
	taken: Taken[];
	/** Bodies of impressions. */
	seen: unknown[];
	/** Paths that services of the list were asked for. */
	known: string[];
	/** Paths that the banner's origin was asked for. */
	asked: string[];
	/** From now on a test's other publication has this share. */
	share(share: number): void;
	/** What was told of visitors: what of it, and the body. */
	visits: { what: string; body: Record<string, unknown> & { events?: { type: string; properties: object }[] } }[];
	/** Whatever is told of visitors is answered so. */
	visiting: number;
	/** The intake answers so; null: it hangs up. */
	intake: number | null;
	close(): Promise<void>;
}

export const FOLDER = 'f0123456789abcdef0123456789abcdef';

const listen = (server: Server): Promise<number> =>
	new Promise((done, failed) => {
		server.once('error', failed);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			if (typeof address === 'object' && address) done(address.port);
		});
	});
const end = (server: Server): Promise<void> =>
	new Promise((done) => {
		server.closeAllConnections();
		server.close(() => done());
	});

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return text;
};

/** What the banner's origin serves, where it is not the light banner of the input. */
export interface Published {
	files: PublishedFile[];
	pointer: string;
}

/** `page` is the body of every page of the site; `above` stands before the snippet, `head` follows it. `strict`: no style and nothing of another origin. */
export const startSite = async (
	input: PublishInput,
	build: string,
	{
		page = '',
		above = '',
		head = '',
		lang = 'en',
		strict = true,
		serving = {} as Serving,
		known = undefined as Record<string, string> | undefined,
		inline = undefined as 'nonce' | 'hash' | undefined,
		published = undefined as Published | undefined,
	} = {},
): Promise<Site> => {
	const { files: given, pointer: stored } = published ?? { files: assembleFolder(input), pointer: assemblePointer(input, FOLDER) };
	const files = new Map(
		[FOLDER, serving.test?.other.pointer.folder ?? FOLDER].flatMap((folder) =>
			given.map((file): [string, typeof file] => [`/cmp/${folder}/${file.path}`, file]),
		),
	);
	const opened = openPointer(stored);
	let pointer = servePointer(known ? { ...opened, pointer: { ...opened.pointer, known } } : opened, serving);
	const site: Site = {
		url: '',
		cmpUrl: '',
		taken: [],
		seen: [],
		known: [],
		asked: [],
		visits: [],
		visiting: 200,
		intake: 200,
		share: () => {},
		close: async () => {},
	};

	const cmp = createServer(async (request, response) => {
		const path = request.url ?? '';
		if (/^(stats|ads|video)\./.test(request.headers.host ?? '')) site.known.push(path);
		else site.asked.push(path);
		response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
		if (path === '/edge/v1/records' && request.method === 'POST') {
			const body = await bodyOf(request);
			if (site.intake === null) return request.socket.destroy();
			site.taken.push({ origin: request.headers.origin, type: request.headers['content-type'], body });
			return response.writeHead(site.intake).end('{"data":{"stored":1,"known":0,"refused":[]}}');
		}
		if (path.startsWith('/edge/v1/visitor/') && request.method === 'POST') {
			site.visits.push({ what: path.slice('/edge/v1/visitor/'.length), body: JSON.parse(await bodyOf(request)) });
			return response.writeHead(site.visiting).end('{"data":{}}');
		}
		if (path === '/edge/v1/impressions' && request.method === 'POST') {
			site.seen.push(JSON.parse(await bodyOf(request)));
			return response.writeHead(200).end('{"data":{}}');
		}
		if (path === '/cmp/preview/0.4.0')
			return response
				.writeHead(200, {
					'content-type': 'text/html; charset=utf-8',
					'content-security-policy': "default-src 'none'; script-src 'self'; img-src data:",
				})
				.end(await readFile(join(build, 'preview.html')));
		const bytes = files.get(path)?.bytes;
		if (bytes) return response.writeHead(200, { 'content-type': files.get(path)?.type }).end(bytes);
		const text =
			path === '/cmp/build/0.4.0/preview.js'
				? await readFile(join(build, 'preview.js'), 'utf8')
				: path === `/cmp/d/${input.domainId}.js`
					? pointer
					: (files.get(path)?.text ?? (path.startsWith('/mark') ? `window.ran=[...(window.ran??[]),"${path}"]` : null));
		if (text === null) return response.writeHead(404).end();
		return response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(text);
	});
	site.share = (share) => {
		if (serving.test) pointer = servePointer(opened, { ...serving, test: { ...serving.test, share } });
	};
	const cmpUrl = `http://127.0.0.1:${await listen(cmp)}`;
	site.cmpUrl = cmpUrl;

	const port = new URL(cmpUrl).port;
	let shopPort = 0;
	const named = (text: string): string =>
		text
			.replaceAll('{cmp}', cmpUrl)
			.replaceAll('{port}', String(shopPort))
			.replace(/\{(stats|ads|video)\}/g, (_, name: string) => `http://${name}.localhost:${port}`);
	const made = await inlineSnippetOf(cmpUrl, pointer, inline === 'nonce' ? 'r4nd0m' : undefined);
	const snippet = (): string => (inline ? made.html : snippetOf(cmpUrl, input.domainId));
	const extra = inline === 'nonce' ? " 'nonce-r4nd0m'" : inline === 'hash' ? ` ${made.hash}` : '';
	const shop = createServer((request, response) => {
		if (request.url === '/favicon.ico') return response.writeHead(204).end();
		if (strict)
			response.setHeader(
				'content-security-policy',
				`default-src 'none'; script-src ${cmpUrl}${extra}; connect-src ${cmpUrl}; img-src ${cmpUrl}; style-src 'none'`,
			);
		return response
			.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
			.end(
				`<!doctype html><html lang="${lang}"><head><meta charset="utf-8">${above}${snippet()}<title>Shop</title><meta name="viewport" content="width=device-width">${named(head)}</head><body>${named(page) || '<main><h1>Shop</h1><p><a href="/">A link of the page</a></p></main>'}</body></html>`,
			);
	});
	shopPort = await listen(shop);
	site.url = `http://localhost:${shopPort}/`;
	site.close = async () => {
		await Promise.all([end(cmp), end(shop)]);
	};
	return site;
};
