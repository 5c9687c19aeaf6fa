/** Browsers by use: limits, lines, ends, and nothing that a page asks for goes past the guard. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcp, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowsers } from '../src/kernel/browsers/browsers.ts';
import { findChromium } from '../src/kernel/browsers/find.ts';
import { type Forward, openForward } from '../src/kernel/browsers/forward.ts';
import { createLog } from '../src/kernel/log.ts';
import { createGuard } from '../src/kernel/outbound/guard.ts';

const log = createLog({ logLevel: 'error' });
const portOf = (server: Server | TcpServer): number => (server.address() as AddressInfo).port;
const listening = async <T extends Server | TcpServer>(server: T): Promise<T> => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
};
/** Until somebody says so. */
const gate = () => {
	let open = (): void => undefined;
	const passed = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { passed, open: () => open() };
};

const isThere = findChromium() !== null;

describe.runIf(isThere)('browsers', () => {
	const opened = <U extends string>(uses: Record<U, number>) =>
		openBrowsers(
			null,
			log,
			Object.fromEntries(Object.entries<number>(uses).map(([name, atOnce]) => [name, { atOnce, guard: null }])) as never,
		) as ReturnType<typeof openBrowsers<U>>;

	it('of one use wait for each other in their order, and never for another use’s', async () => {
		const browsers = opened({ publishing: 1, scanning: 2 });
		const held = gate();
		const told: string[] = [];
		const scan = (name: string, until?: Promise<void>) =>
			browsers.of('scanning').use({}, async () => {
				told.push(name);
				await until;
			});
		const works = [scan('a', held.passed), scan('b', held.passed), scan('c'), scan('d')];
		await browsers.of('publishing').use({}, async (context) => {
			const page = await context.newPage();
			await page.setContent('<p>Words</p>');
			told.push((await page.textContent('p')) ?? '');
		});
		await expect.poll(() => told.includes('b')).toBe(true);
		expect(told).not.toContain('c');
		held.open();
		await Promise.all(works);
		expect(told.filter((one) => one !== 'Words').slice(2)).toEqual(['c', 'd']);
		await browsers.close();
	});

	it('that are killed fail their work and nothing else, and the next work has a new one', async () => {
		const browsers = opened({ publishing: 1, scanning: 1 });
		const held = gate();
		const other = browsers.of('publishing').use({}, async (context) => {
			const page = await context.newPage();
			await held.passed;
			return page.evaluate('6 * 7');
		});
		const killed = browsers.of('scanning').use({}, async (context) => {
			const page = await context.newPage();
			// The whole process, as the system would.
			const session = await context.browser()?.newBrowserCDPSession();
			await session?.send('Browser.crash').catch(() => undefined);
			return page.evaluate('new Promise(() => {})');
		});
		await expect(killed).rejects.toThrow(/closed|crash/i);
		expect(await browsers.of('scanning').use({}, async (context) => (await context.newPage()).evaluate('1 + 1'))).toBe(2);
		held.open();
		expect(await other).toBe(42);
		await browsers.close();
	});

	it('end with the program, whatever a page or its work does', async () => {
		const browsers = opened({ publishing: 1 });
		const held = gate();
		const hung = browsers.of('publishing').use({}, async (context) => {
			const page = await context.newPage();
			held.open();
			await page.evaluate('new Promise(() => {})');
		});
		const waiting = browsers.of('publishing').use({}, async () => 'never');
		const ends = [expect(hung).rejects.toThrow(/closed/i), expect(waiting).rejects.toThrow('The program ends.')];
		await held.passed;
		await browsers.close();
		await Promise.all(ends);
		await expect(browsers.of('publishing').use({}, async () => 'never')).rejects.toThrow('The program ends.');
	});

	it('let nothing past the guard, of whatever kind; and everything that it allows', async () => {
		const asked: string[] = [];
		const answering = (name: string) =>
			listening(
				createServer((got, answer) => {
					asked.push(`${name} ${got.url}`);
					const type = got.url?.endsWith('.js') ? 'text/javascript' : 'text/html';
					answer.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
					answer.end(got.url?.endsWith('.js') ? `fetch('${got.url}.inside')` : `<title>${name}</title>`);
				}).on('upgrade', (got, socket) => {
					asked.push(`${name} ${got.url}`);
					socket.destroy();
				}),
			);
		const [allowed, closed] = await Promise.all([answering('allowed'), answering('closed')]);
		const packets: string[] = [];
		const udp = createSocket('udp4').bind(0, '127.0.0.1');
		await once(udp, 'listening');
		udp.on('message', (packet) => packets.push(packet.toString('hex')));
		const guard = createGuard([`127.0.0.1:${portOf(allowed)}`, `localhost:${portOf(allowed)}`]);
		const browsers = openBrowsers(null, log, { scanning: { atOnce: 1, guard } });
		const everyWay = (port: number): string => `(async () => {
			const at = 'http://127.0.0.1:${port}', named = 'http://localhost:${port}';
			const soon = (work) => Promise.race([work.catch(() => 0), new Promise((done) => setTimeout(done, 1500))]);
			const element = (name, with_) => { const one = Object.assign(document.createElement(name), with_); document.body.append(one); };
			await soon(fetch(at + '/fetch')); await soon(fetch(named + '/named'));
			navigator.sendBeacon(at + '/beacon', 'x');
			element('img', { src: at + '/image' }); element('iframe', { src: at + '/frame' }); element('script', { src: at + '/script.js' });
			element('link', { rel: 'prefetch', href: at + '/prefetch' }); element('link', { rel: 'preload', as: 'script', href: at + '/preload' });
			element('video', { src: at + '/video', preload: 'auto' });
			new WebSocket('ws://127.0.0.1:${port}/socket'); new EventSource(at + '/events');
			new Worker(URL.createObjectURL(new Blob(["fetch('" + at + "/worker')"])));
			await soon(navigator.serviceWorker?.register('/sw.js') ?? Promise.resolve());
			const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${(udp.address() as AddressInfo).port}' }] });
			peer.createDataChannel('x'); await peer.setLocalDescription(await peer.createOffer());
			await new Promise((done) => setTimeout(done, 2500));
		})()`;
		await browsers.of('scanning').use({}, async (context) => {
			const page = await context.newPage();
			await page.goto(`http://localhost:${portOf(allowed)}/page`);
			await page.evaluate(everyWay(portOf(closed)));
			await page.goto(`http://127.0.0.1:${portOf(closed)}/direct`).catch(() => undefined);
			expect(asked.filter((one) => one.startsWith('closed'))).toEqual([]);
			expect(packets).toEqual([]);
			// An error's page may still be on its way into the first one.
			const again = await context.newPage();
			await again.goto(`http://localhost:${portOf(allowed)}/page`);
			await again.evaluate(everyWay(portOf(allowed)));
		});
		// The same page, where it may: so the guard is what keeps it back.
		const seen = new Set(asked.map((one) => one.split(' ')[1]));
		for (const way of [
			'/fetch',
			'/named',
			'/beacon',
			'/image',
			'/frame',
			'/script.js',
			'/prefetch',
			'/video',
			'/socket',
			'/events',
			'/worker',
			'/sw.js',
		])
			expect(seen, way).toContain(way);
		expect(packets).toEqual([]);
		await browsers.close();
		for (const server of [allowed, closed]) {
			server.closeAllConnections();
			server.close();
		}
		udp.close();
	});
});

describe('what a browser is started with', () => {
	it('leaves off what Playwright leaves off, and the address bar’s own pages', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'luvalla-told-'));
		const [standIn, told] = [join(folder, 'chromium'), join(folder, 'told')];
		await writeFile(standIn, `#!/bin/sh\nprintf '%s\\n' "$@" > '${told}'\n`, { mode: 0o755 });
		const browsers = openBrowsers(standIn, log, { scanning: { atOnce: 1, guard: null } });
		await expect(browsers.of('scanning').use({}, async () => undefined)).rejects.toThrow();
		await browsers.close();
		const [playwrights, ours, ...more] = (await readFile(told, 'utf8'))
			.split('\n')
			.filter((flag) => flag.startsWith('--disable-features='))
			.map((flag) => flag.slice(flag.indexOf('=') + 1).split(','));
		await rm(folder, { recursive: true });
		expect(more).toEqual([]);
		expect(ours).toEqual([...(playwrights ?? []), 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']);
	});
});

describe('the way of a context', () => {
	let odd: TcpServer;
	let plain: Server;
	let forward: Forward;
	/** What a server of odd manners says. */
	let says = '';
	beforeAll(async () => {
		odd = await listening(createTcp((socket) => void socket.on('error', () => socket.destroy()).once('data', () => socket.end(says))));
		plain = await listening(
			createServer((got, answer) => answer.end(`${got.method} ${got.url} ${got.headers['proxy-authorization'] ?? 'none'}`)),
		);
		forward = await openForward(createGuard([`127.0.0.1:${portOf(odd)}`, `127.0.0.1:${portOf(plain)}`]));
	});
	afterAll(async () => {
		await forward.close();
		plain.close();
		odd.close();
	});

	const authorization = (): string => `Basic ${Buffer.from(`${forward.proxy.username}:${forward.proxy.password}`).toString('base64')}`;
	const proxyPort = (): number => Number(new URL(forward.proxy.server).port);
	const ask = (url: string, headers: Record<string, string> = { 'proxy-authorization': authorization() }): Promise<[number, string]> =>
		new Promise((resolve, reject) => {
			request({ host: '127.0.0.1', port: proxyPort(), path: url, headers }, async (got: IncomingMessage) => {
				let text = '';
				for await (const piece of got) text += String(piece);
				resolve([got.statusCode ?? 0, text]);
			})
				.on('error', reject)
				.end();
		});
	/** The first line of what it answers to these lines. */
	const tell = async (lines: string): Promise<string> => {
		const socket = connect(proxyPort(), '127.0.0.1').on('error', () => undefined);
		socket.end(`${lines}\r\n\r\n`);
		let text = '';
		for await (const piece of socket) text += String(piece);
		return text.split('\r\n')[0] ?? '';
	};

	it('passes on what it may, without its own password, and tells nobody else anything', async () => {
		expect(await ask(`http://127.0.0.1:${portOf(plain)}/a?b=c`)).toEqual([200, 'GET /a?b=c none']);
		expect((await ask(`http://127.0.0.1:${portOf(plain)}/a`, {}))[0]).toBe(407);
		expect((await ask(`http://127.0.0.1:${portOf(plain)}/a`, { 'proxy-authorization': 'Basic eDp5' }))[0]).toBe(407);
		expect(await tell(`CONNECT 127.0.0.1:${portOf(plain)} HTTP/1.1\r\nHost: x`)).toMatch(/ 407 /);
	});

	it.each(['http://127.0.0.1:1/', 'http://[::1]:80/', 'http://localhost/', 'http://169.254.169.254/latest', 'http://[::ffff:10.0.0.1]/'])(
		'refuses %s',
		async (url) => expect((await ask(url))[0]).toBe(403),
	);
	it.each(['https://example.com/', 'file:///etc/passwd', '/a'])('takes %s for no address', async (url) =>
		expect((await ask(url))[0]).toBe(400),
	);

	it.each([
		['127.0.0.1:1', 403],
		['[::1]:443', 403],
		['localhost:443', 403],
		['127.0.0.1', 400],
		['127.0.0.1:99999', 400],
		['[127.0.0.1]:443', 400],
		[':443', 400],
	])('opens no tunnel to %s', async (target, status) => {
		expect(await tell(`CONNECT ${target} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${authorization()}`)).toContain(` ${status} `);
	});
	it('opens one to where it may', async () => {
		expect(await tell(`CONNECT 127.0.0.1:${portOf(plain)} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${authorization()}`)).toContain(
			' 200 ',
		);
	});

	it.each([
		['a status under 100', 'HTTP/1.1 42 Odd\r\n\r\n'],
		['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: odd\r\nconnection: upgrade\r\n\r\n'],
		['no answer', ''],
		['no HTTP', 'odd\r\n\r\n'],
		['an odd header', 'HTTP/1.1 200 OK\r\nx y: 1\r\n\r\n'],
	])('survives %s', async (_what, text) => {
		says = text;
		expect((await ask(`http://127.0.0.1:${portOf(odd)}/`))[0]).toBe(502);
	});
});
