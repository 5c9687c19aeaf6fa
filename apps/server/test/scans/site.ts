/** A made-up website on several origins of this machine, whose every item is known: drawn from a seed, with the truth beside it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScanItemKind, ScanPass } from '@luvalla/contract/consent/scans.ts';
import { dice } from '../../src/sample/dice.ts';

/** What a scan ought to say of one item. */
export interface Truth {
	readonly kind: ScanItemKind;
	readonly name: string;
	readonly host: string;
	readonly party: 'first' | 'third';
	/** Passes in which it is there. */
	readonly passes: ScanPass[];
	readonly cookie?: { httpOnly: boolean; secure: boolean; sameSite: string; lifetimeSeconds: number | null };
	/** The address of the script or response that sets it. */
	readonly by?: string;
}

export interface Site {
	readonly url: string;
	readonly port: number;
	/** `host:port` of every origin, for OUTBOUND_ALLOW. */
	readonly allow: string[];
	readonly truth: Truth[];
	/** Every page that was asked for. */
	readonly asked: string[];
	close(): Promise<void>;
}

/** A banner of somebody else's that stands in the place of the site's own. */
export interface Foreign {
	/** The cookie that it remembers the answer in, and whether that is of the whole domain. */
	readonly cookie: { readonly name: string; readonly ofDomain: boolean };
	/** Path → what is served there. */
	readonly files: ReadonlyMap<string, { readonly type: string; readonly text: string }>;
	/** HTML at the end of the page: it calls `answered(yes)` once it is answered, and on every page after it. */
	readonly html: (words: { text: string; accept: string; reject: string }) => string;
}

/** Numbers from 0 to 1 by a seed (mulberry32). */
const drawing = (seed: number) => {
	const next = dice(seed);
	const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
	const used = new Set<string>();
	const name = (): string => {
		const letters = 'abcdefghijklmnopqrstuvwxyz';
		for (;;) {
			const made = Array.from({ length: whole(5, 10) }, () => letters[whole(0, 25)]).join('');
			if (!used.has(made) && used.add(made)) return made;
		}
	};
	const of = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)] as T;
	return { whole, name, of };
};
type Draw = ReturnType<typeof drawing>;

const BANNERS = [
	{ lang: 'en', text: 'We use cookies.', accept: 'Accept all', reject: 'Reject all' },
	{ lang: 'fi', text: 'Käytämme evästeitä.', accept: 'Hyväksy kaikki', reject: 'Vain välttämättömät' },
	{ lang: 'de', text: 'Wir verwenden Cookies.', accept: 'Alle akzeptieren', reject: 'Ablehnen' },
	{ lang: 'sv', text: 'Vi använder kakor (cookies).', accept: 'Godkänn alla', reject: 'Neka alla' },
	{ lang: 'fr', text: 'Nous utilisons des cookies.', accept: 'J’accepte', reject: 'Continuer sans accepter' },
] as const;

type When = 'load' | 'later' | 'accept' | 'reject';
interface Place {
	readonly when: When;
	/** From 1. */
	readonly page: number;
}
const LATER_MS = 3000;
const PAGES = 5;
/** Beyond 13 months, and beyond what the browser grants. */
const YEARS_SECONDS = 2 * 365 * 86_400;

/** An action of the site: JavaScript that a page runs, and what it leaves. */
interface Act extends Place {
	readonly code: string;
	readonly file?: string;
}

export const startSite = async (seed: number, foreign: Foreign | null = null): Promise<Site> => {
	const draw = drawing(seed);
	const asked: string[] = [];
	const answers = new Map<string, (got: IncomingMessage, answer: ServerResponse) => void>();
	const server = createServer((got, answer) => {
		const key = `${got.headers.host?.split(':')[0]}${got.url?.split('?')[0]}`;
		asked.push(key);
		answer.setHeader('access-control-allow-origin', '*');
		const known = answers.get(key);
		if (known) known(got, answer);
		else answer.writeHead(404).end();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const made = make(draw, port, answers, foreign);
	return {
		...made,
		port,
		asked,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

const make = (
	draw: Draw,
	port: number,
	answers: Map<string, (got: IncomingMessage, answer: ServerResponse) => void>,
	foreign: Foreign | null,
) => {
	const own = `${draw.name()}.localhost`;
	const measuring = `${draw.name()}.${own}`;
	const third = Array.from({ length: 3 }, () => `${draw.name()}.localhost`);
	const origin = (host: string): string => `http://${host}:${port}`;
	const truth = new Map<string, Truth>();
	const acts: Act[] = [];
	const headers = new Map<number, string[]>();
	const banner = draw.of(BANNERS);
	const choice = draw.name();
	const paths = ['/', ...Array.from({ length: PAGES - 1 }, () => `/${draw.name()}`)];

	/** What is kept stays; what happens counts after the answer, which is given on page 1. */
	const passesOf = ({ when, page }: Place, kept: boolean): ScanPass[] => {
		if (when === 'accept' || when === 'reject') return [when];
		return kept || page > 1 || when === 'later' ? ['before', 'accept', 'reject'] : ['before'];
	};
	const add = (one: Truth): void => {
		const key = `${one.kind} ${one.name} ${one.host}`;
		const before = truth.get(key);
		truth.set(key, { ...one, passes: [...new Set([...(before?.passes ?? []), ...one.passes])] });
	};
	const asks = (host: string, place: Place): void => {
		if (host !== own && host !== measuring) add({ kind: 'request', name: host, host, party: 'third', passes: passesOf(place, false) });
	};
	const answersPixel = (host: string, path: string, cookies: string[], to?: string): void => {
		answers.set(`${host}${path}`, (_, answer) =>
			answer
				.writeHead(to === undefined ? 200 : 302, {
					'content-type': 'image/gif',
					'cache-control': 'no-store',
					...(cookies.length > 0 && { 'set-cookie': cookies }),
					...(to !== undefined && { location: to }),
				})
				.end(PIXEL),
		);
	};
	const image = (url: string): string => `new Image().src = ${JSON.stringify(url)};`;

	/** Every way to leave something, each told of as it must be found. */
	const ways: Record<string, (place: Place) => void> = {
		header: (place) => {
			const name = draw.name();
			const httpOnly = draw.whole(0, 1) === 1;
			const line = `${name}=${draw.name()}; Path=/; Max-Age=${draw.whole(1, 300) * 86_400}; SameSite=Lax${httpOnly ? '; HttpOnly' : ''}`;
			const path = `/${draw.name()}.gif`;
			const age = Number(/Max-Age=(\d+)/.exec(line)?.[1]);
			const cookie = { httpOnly, secure: false, sameSite: 'Lax', lifetimeSeconds: age };
			if (place.when === 'load') headers.set(place.page, [...(headers.get(place.page) ?? []), line]);
			else {
				answersPixel(own, path, [line]);
				acts.push({ ...place, code: image(`${origin(own)}${path}`) });
			}
			const by = place.when === 'load' ? `${origin(own)}${paths[place.page - 1]}` : `${origin(own)}${path}`;
			add({ kind: 'cookie', name, host: own, party: 'first', passes: passesOf(place, true), cookie, by });
		},
		httpOnly: (place) => {
			const [name, path] = [draw.name(), `/${draw.name()}.gif`];
			answersPixel(own, path, [`${name}=${draw.name()}; Path=/; HttpOnly; Secure; SameSite=Strict`]);
			acts.push({ ...place, code: image(`${origin(own)}${path}`) });
			const cookie = { httpOnly: true, secure: true, sameSite: 'Strict', lifetimeSeconds: null };
			add({ kind: 'cookie', name, host: own, party: 'first', passes: passesOf(place, true), cookie, by: `${origin(own)}${path}` });
		},
		redirect: (place) => {
			const [name, path, end] = [draw.name(), `/${draw.name()}`, `/${draw.name()}.gif`];
			answersPixel(own, path, [`${name}=1; Path=/`], end);
			answersPixel(own, end, []);
			acts.push({ ...place, code: image(`${origin(own)}${path}`) });
			const cookie = { httpOnly: false, secure: false, sameSite: 'Lax', lifetimeSeconds: null };
			add({ kind: 'cookie', name, host: own, party: 'first', passes: passesOf(place, true), cookie, by: `${origin(own)}${path}` });
		},
		script: (place) => {
			const name = draw.name();
			acts.push({ ...place, code: `document.cookie = '${name}=${draw.name()}; path=/; max-age=${YEARS_SECONDS}';` });
			const cookie = { httpOnly: false, secure: false, sameSite: 'Lax', lifetimeSeconds: YEARS_SECONDS };
			add({
				kind: 'cookie',
				name,
				host: own,
				party: 'first',
				passes: passesOf(place, true),
				cookie,
				by: `${origin(own)}${paths[place.page - 1]}`,
			});
		},
		tag: (place) => {
			const [name, path, host] = [draw.name(), `/${draw.name()}.js`, draw.of(third)];
			answers.set(`${host}${path}`, (_, answer) =>
				answer
					.writeHead(200, { 'content-type': 'text/javascript' })
					.end(`${'\n'.repeat(draw.whole(3, 9))}document.cookie = '${name}=1; path=/';`),
			);
			acts.push({
				...place,
				code: `document.head.append(Object.assign(document.createElement('script'), { src: '${origin(host)}${path}' }));`,
			});
			const cookie = { httpOnly: false, secure: false, sameSite: 'Lax', lifetimeSeconds: null };
			add({ kind: 'cookie', name, host: own, party: 'first', passes: passesOf(place, true), cookie, by: `${origin(host)}${path}` });
			asks(host, place);
		},
		store: (place) => {
			const name = draw.name();
			acts.push({ ...place, code: `cookieStore.set({ name: '${name}', value: '1', expires: Date.now() + 864e5 });` });
			const cookie = { httpOnly: false, secure: true, sameSite: 'Strict', lifetimeSeconds: 86_400 };
			add({ kind: 'cookie', name, host: own, party: 'first', passes: passesOf(place, true), cookie });
		},
		pixel: (place) => {
			const [name, path, host] = [draw.name(), `/${draw.name()}.gif`, draw.of(third)];
			answersPixel(host, path, [`${name}=1; Path=/; SameSite=None; Secure; Max-Age=3600`]);
			acts.push({ ...place, code: image(`${origin(host)}${path}`) });
			const cookie = { httpOnly: false, secure: true, sameSite: 'None', lifetimeSeconds: 3600 };
			add({ kind: 'cookie', name, host, party: 'third', passes: passesOf(place, true), cookie, by: `${origin(host)}${path}` });
			asks(host, place);
		},
		thirdRedirect: (place) => {
			const [name, path, end, host] = [draw.name(), `/${draw.name()}`, `/${draw.name()}.gif`, draw.of(third)];
			answersPixel(host, path, [`${name}=1; Path=/; SameSite=None; Secure; HttpOnly`], `${origin(own)}${end}`);
			answersPixel(own, end, []);
			acts.push({ ...place, code: image(`${origin(host)}${path}`) });
			const cookie = { httpOnly: true, secure: true, sameSite: 'None', lifetimeSeconds: null };
			add({ kind: 'cookie', name, host, party: 'third', passes: passesOf(place, true), cookie, by: `${origin(host)}${path}` });
			asks(host, place);
		},
		/** A name of the site's own that leads to somebody else, as by CNAME. */
		alias: (place) => {
			const [name, path] = [draw.name(), `/${draw.name()}.gif`];
			answersPixel(measuring, path, [`${name}=1; Path=/; Domain=${own}; Max-Age=86400`]);
			acts.push({ ...place, code: image(`${origin(measuring)}${path}`) });
			const cookie = { httpOnly: false, secure: false, sameSite: 'Lax', lifetimeSeconds: 86_400 };
			add({
				kind: 'cookie',
				name,
				host: `.${own}`,
				party: 'first',
				passes: passesOf(place, true),
				cookie,
				by: `${origin(measuring)}${path}`,
			});
		},
		frame: (place) => {
			const [name, key, path, host] = [draw.name(), draw.name(), `/${draw.name()}`, draw.of(third)];
			answers.set(`${host}${path}`, (_, answer) =>
				answer
					.writeHead(200, { 'content-type': 'text/html' })
					.end(`<script>document.cookie = '${name}=1; path=/; SameSite=None; Secure'; localStorage.setItem('${key}', '1');</script>`),
			);
			acts.push({
				...place,
				code: `document.body.append(Object.assign(document.createElement('iframe'), { src: '${origin(host)}${path}' }));`,
			});
			const by = `${origin(host)}${path}`;
			const cookie = { httpOnly: false, secure: true, sameSite: 'None', lifetimeSeconds: null };
			add({ kind: 'cookie', name, host, party: 'third', passes: passesOf(place, true), cookie, by });
			add({ kind: 'localStorage', name: key, host, party: 'third', passes: passesOf(place, true), by });
			add({ kind: 'frame', name: by, host, party: 'third', passes: passesOf(place, true) });
		},
		local: (place) => kept('localStorage', place, (name) => `localStorage.setItem('${name}', '1');`),
		session: (place) => kept('sessionStorage', place, (name) => `sessionStorage.setItem('${name}', '1');`),
		database: (place) => kept('indexedDb', place, (name) => `indexedDB.open('${name}');`),
		cache: (place) => kept('cacheStorage', place, (name) => `caches.open('${name}');`),
		worker: (place) => {
			const path = `/${draw.name()}.js`;
			answers.set(`${own}${path}`, (_, answer) =>
				answer.writeHead(200, { 'content-type': 'text/javascript' }).end('addEventListener("x", () => 0);'),
			);
			acts.push({ ...place, code: `navigator.serviceWorker.register('${path}');` });
			const name = `${origin(own)}${path}`;
			add({ kind: 'serviceWorker', name, host: own, party: 'first', passes: passesOf(place, true) });
		},
		beacon: (place) => {
			const [path, host] = [`/${draw.name()}`, draw.of(third)];
			answers.set(`${host}${path}`, (_, answer) => answer.writeHead(204).end());
			acts.push({ ...place, code: `navigator.sendBeacon('${origin(host)}${path}', 'x');` });
			add({ kind: 'beacon', name: `${origin(host)}${path}`, host, party: 'third', passes: passesOf(place, false) });
			asks(host, place);
		},
		canvas: (place) => read('canvas', place, `document.createElement('canvas').toDataURL();`),
		audio: (place) => read('audio', place, 'new OfflineAudioContext(1, 44100, 44100).startRendering();'),
		fonts: (place) =>
			read(
				'fonts',
				place,
				`{ const drawn = document.createElement('canvas').getContext('2d'); for (let n = 0; n < 40; n++) { drawn.font = '12px face' + n; drawn.measureText('m'); } }`,
			),
	};
	const kept = (kind: ScanItemKind, place: Place, code: (name: string) => string): void => {
		const name = draw.name();
		acts.push({ ...place, code: code(name) });
		add({ kind, name, host: own, party: 'first', passes: passesOf(place, true), by: `${origin(own)}${paths[place.page - 1]}` });
	};
	/** Told by the host of the script that reads. */
	const read = (name: string, place: Place, code: string): void => {
		acts.push({ ...place, code });
		add({ kind: 'fingerprint', name, host: own, party: 'first', passes: passesOf(place, false) });
	};

	const anywhere = (when: When): Place => ({ when, page: draw.whole(1, PAGES) });
	for (const way of Object.keys(ways)) ways[way]?.(anywhere('load'));
	for (const way of [
		'header',
		'httpOnly',
		'redirect',
		'script',
		'tag',
		'pixel',
		'alias',
		'frame',
		'local',
		'session',
		'database',
		'cache',
		'beacon',
	])
		ways[way]?.(anywhere('accept'));
	for (const way of ['script', 'pixel', 'local', 'header']) ways[way]?.(anywhere('later'));
	for (const way of ['script', 'local', 'thirdRedirect']) ways[way]?.({ when: 'load', page: PAGES });
	for (const way of ['script', 'local', 'pixel']) ways[way]?.(anywhere('reject'));
	const remembered: Truth = {
		kind: 'cookie',
		name: foreign?.cookie.name ?? choice,
		host: foreign?.cookie.ofDomain ? `.${own}` : own,
		party: 'first',
		passes: ['accept', 'reject'],
		...(foreign === null && { cookie: { httpOnly: false, secure: false, sameSite: 'Lax', lifetimeSeconds: 86_400 } }),
	};
	add(remembered);
	for (const [path, { type, text }] of foreign?.files ?? [])
		answers.set(`${own}${path}`, (_, answer) => answer.writeHead(200, { 'content-type': type }).end(text));
	const ask = foreign
		? foreign.html(banner)
		: `<div id="ask" hidden style="position: fixed; bottom: 0">${banner.text} <button id="yes">${banner.accept}</button> <button id="no">${banner.reject}</button></div>
<script>
const chosen = () => /(?:^|; )${choice}=(\\w+)/.exec(document.cookie)?.[1];
const say = (answer) => { document.cookie = '${choice}=' + answer + '; path=/; max-age=86400'; ask.hidden = true; run[answer](); };
yes.onclick = () => say('accept'); no.onclick = () => say('reject');
if (chosen()) run[chosen()](); else setTimeout(() => { ask.hidden = false; }, ${draw.whole(0, 1500)});
</script>`;

	// Drawn last, so that a seed's other names stay what they were: evidence names them.
	read(
		'webgl',
		anywhere('load'),
		`{ const gl = document.createElement('canvas').getContext('webgl'); const info = gl?.getExtension('WEBGL_debug_renderer_info'); if (info) gl.getParameter(info.UNMASKED_RENDERER_WEBGL); }`,
	);

	const links = [[2, 3], [4], [5], [1], [2]];
	paths.forEach((path, index) => {
		const number = index + 1;
		const run = (when: When): string =>
			acts
				.filter((act) => act.when === when && act.page === number)
				.map(({ code }) => code)
				.join('\n');
		const body = `<!doctype html><html lang="${banner.lang}"><head><meta charset="utf-8"><title>${number}</title></head><body>
<h1>${number}</h1>${(links[index] ?? []).map((to) => `<a href="${paths[to - 1]}#part">${to}</a>`).join(' ')}
<a href="mailto:x@y.example">mail</a> <a href="/terms.pdf">terms</a> <a href="${origin(third[0] ?? '')}/elsewhere">elsewhere</a>
<button>OK</button><p style="height: 3000px">Words.</p>
<script>
const run = { accept() { ${run('accept')} }, reject() { ${run('reject')} } };
const answered = (yes) => run[yes ? 'accept' : 'reject']();
</script>
${ask}
<script>
${run('load')}
setTimeout(() => { ${run('later')} }, ${LATER_MS});
</script></body></html>`;
		answers.set(`${own}${path}`, (_, answer) =>
			answer.writeHead(200, { 'content-type': 'text/html', 'set-cookie': headers.get(number) ?? [] }).end(body),
		);
	});
	answers.set(`${own}/favicon.ico`, (_, answer) => answer.writeHead(204).end());
	return {
		url: `${origin(own)}/`,
		allow: [own, measuring, ...third].map((host) => `${host}:${port}`),
		truth: [...truth.values()],
	};
};
