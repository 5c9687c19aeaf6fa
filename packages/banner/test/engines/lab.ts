/**
 * Pages as they really are, beside the origin that serves the banner and takes its records, and the services whose tags
 * they carry (`stats`, `ads`, `video`, other sites each). For tests only.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { EdgeRecord } from '@luvalla/contract/consent/edge';
import { assembleFolder, assemblePointer, type PublishInput, snippetOf } from '../../src/assemble.ts';
import { openPointer, type Serving, servePointer } from '../../src/serving.ts';
import { FOLDER, type Published } from '../site.ts';

/** A page: what stands in `head` after the snippet and in `body`. */
export interface LabPage {
	head?: string;
	body?: string;
	/** Before the snippet. */
	first?: string;
	/** In place of the whole document; `{snippet}` in it is the snippet. */
	whole?: string;
	/** Attributes of the snippet's element. */
	attributes?: string;
	lang?: string;
	dir?: string;
	headers?: Record<string, string>;
	type?: string;
}

export interface Lab {
	/** Of the site, with a slash at its end. */
	url: string;
	/** The same site by another name: another origin. */
	other: string;
	cmp: string;
	/** The page at a path; `{cmp}`, `{stats}`, `{ads}`, `{video}`, `{self}` in it are addresses. */
	pages: Map<string, LabPage>;
	/** Files of the site's own. */
	files: Map<string, { type: string; text: string }>;
	/** What the services were asked for, in order: `stats /mark/a`. */
	asked: string[];
	/** A text with its addresses. */
	named(text: string): string;
	records(): EdgeRecord[];
	/** Views that were counted. */
	views: unknown[];
	/** What stands before the loader in its file, for pages that are not the lab's own. */
	before: string;
	/** The banner's origin hangs up on everything. */
	away: boolean;
	close(): Promise<void>;
}

/** Opens closed shadow roots, so that a test can press what a visitor can. Runs before the snippet. */
export const OPEN = `{const a=Element.prototype.attachShadow;Element.prototype.attachShadow=function(o){return a.call(this,{...o,mode:'open'})}}`;
export const NONCE = 'r4nd0m';

const portOf = (server: Server): Promise<number> =>
	new Promise((done, failed) => {
		server.once('error', failed);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			if (typeof address === 'object' && address) done(address.port);
		});
	});

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return text;
};

/** What a mark runs: it tells that it ran, and where it stands. */
const markOf = (name: string, query: URLSearchParams): string =>
	`(window.ran=window.ran||[]).push(${JSON.stringify(name)});${query.get('also') ?? ''}`;

export interface LabOptions {
	serving?: Serving;
	known?: Record<string, string>;
	published?: Published;
}

export const startLab = async (input: PublishInput, { serving = {}, known, published }: LabOptions = {}): Promise<Lab> => {
	const { files: folder, pointer: stored } = published ?? { files: assembleFolder(input), pointer: assemblePointer(input, FOLDER) };
	const files = new Map(folder.map((file) => [`/cmp/${FOLDER}/${file.path}`, file]));
	const opened = openPointer(stored);
	const pointer = servePointer(known ? { ...opened, pointer: { ...opened.pointer, known } } : opened, serving);
	const taken: string[] = [];
	const lab: Lab = {
		url: '',
		other: '',
		cmp: '',
		pages: new Map(),
		files: new Map(),
		asked: [],
		views: [],
		before: '',
		away: false,
		named: (text) => text,
		records: () => taken.flatMap((body) => (JSON.parse(body) as { records: unknown[] }).records.map((one) => EdgeRecord.parse(one))),
		close: async () => {},
	};
	const script = (response: ServerResponse, text: string): void => {
		response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }).end(text);
	};
	const cmp = createServer(async (request, response) => {
		if (lab.away) return request.socket.destroy();
		const path = request.url ?? '';
		response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
		if (request.method === 'POST') {
			const body = await bodyOf(request);
			if (path.endsWith('/records')) taken.push(body);
			else lab.views.push(JSON.parse(body));
			return response.writeHead(200).end('{"data":{}}');
		}
		const text = path === `/cmp/d/${input.domainId}.js` ? lab.before + pointer : files.get(path)?.text;
		if (text === undefined) return response.writeHead(404).end();
		script(response, text);
	});
	/** A service: `/mark/NAME?ms=500` answers after so long; `/frame/NAME` is a page, `/pixel/NAME` a picture. */
	const services = createServer(async (request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
		const name = pathname.split('/').at(-1) ?? '';
		lab.asked.push(`${(request.headers.host ?? '').split('.')[0]} ${pathname}`);
		response.setHeader('access-control-allow-origin', '*');
		const ms = Number(searchParams.get('ms') ?? 0);
		if (ms > 0) await new Promise((done) => setTimeout(done, ms));
		if (pathname.startsWith('/gone')) return response.writeHead(404).end();
		if (pathname.startsWith('/frame'))
			return response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>${name}</title>${name}`);
		if (pathname.startsWith('/pixel'))
			return response
				.writeHead(200, { 'content-type': 'image/gif' })
				.end(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
		script(response, markOf(name, searchParams));
	});
	const site = createServer((request, response) => {
		const { pathname, search } = new URL(request.url ?? '/', 'http://site');
		const file = lab.files.get(pathname);
		if (file) return response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' }).end(file.text);
		const page = lab.pages.get(pathname + search) ?? lab.pages.get(pathname);
		if (!page) return response.writeHead(404).end();
		const snippet = snippetOf(lab.cmp, input.domainId).replace('<script', `<script${page.attributes ? ` ${page.attributes}` : ''}`);
		const nonce = / nonce=/.test(snippet) ? ` nonce="${NONCE}"` : '';
		const { lang = 'en', dir, first = '', head = '', body = '<main><h1>Shop</h1><p>Words of the page.</p></main>' } = page;
		const whole =
			page.whole?.replaceAll('{snippet}', `<script>${OPEN}</script>${snippet}`) ??
			`<!doctype html><html lang="${lang}"${dir ? ` dir="${dir}"` : ''}><head><meta charset="utf-8"><script${nonce}>${OPEN}</script>${first}${snippet}<title>Shop</title><meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body>${body}</body></html>`;
		response.writeHead(200, {
			'content-type': page.type ?? 'text/html; charset=utf-8',
			...Object.fromEntries(Object.entries(page.headers ?? {}).map(([key, value]) => [key, named(value)])),
		});
		response.end(named(whole));
	});
	const servers = [cmp, services, site];
	const [cmpPort, servicePort, sitePort] = (await Promise.all(servers.map(portOf))) as [number, number, number];
	lab.cmp = `http://127.0.0.1:${cmpPort}`;
	lab.url = `http://localhost:${sitePort}/`;
	lab.other = `http://127.0.0.1:${sitePort}/`;
	const named = (text: string): string =>
		text
			.replaceAll('{cmp}', lab.cmp)
			.replaceAll('{self}', lab.url.slice(0, -1))
			.replace(/\{(stats|ads|video)\}/g, (_, name: string) => `http://${name}.localhost:${servicePort}`);
	lab.named = named;
	lab.close = async () => {
		for (const server of servers) {
			server.closeAllConnections();
			await new Promise((done) => server.close(done));
		}
	};
	return lab;
};
