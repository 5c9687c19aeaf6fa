/**
 * What the snippet costs a shop, with our server running and stopped: the sample shop in Chromium without the snippet,
 * with it and the server running, and with the server stopped as a new and as a returning visitor meets it. Navigation →
 * DOM ready, interleaved rounds, medians, each beside the shop without the snippet in the same round.
 * `npm run bench -- outage [ROUNDS]`. Needs a system PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../apps/server/src/kernel/browsers/find.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../apps/server/src/kernel/storage/storage.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { startShop } from '../apps/shop/src/serve.ts';
import { CHROMIUM_FLAGS } from '../packages/banner/test/chromium-flags.ts';
import { startProgram } from './lib/program.ts';
import { spreadOf, writeResult } from './lib/result.ts';
import { publishShopBanner } from './lib/shop-banner.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const PORT = 4180;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';

const CASES = [
	'without the snippet',
	'server running, new visitor',
	'server stopped, new visitor',
	'server stopped, returning visitor',
] as const;
type Case = (typeof CASES)[number];

/**
 * A cache in front, as a shared one would be: it says that every pointer has been lying there for longer than it is
 * fresh, so that a returning visitor's browser must want a new one. It is closed while the program is away.
 */
const startFront = (port = 0): Promise<Server> =>
	new Promise((done) => {
		const front = createServer((asked, answer) => {
			const behind = httpRequest(
				{ port: PORT, host: '127.0.0.1', path: asked.url, method: asked.method, headers: asked.headers },
				(from) => {
					const lain = asked.url?.startsWith('/cmp/d/') ? { age: '3600' } : {};
					answer.writeHead(from.statusCode ?? 502, { ...from.headers, ...lain });
					from.pipe(answer);
				},
			);
			behind.on('error', () => asked.socket.destroy());
			asked.pipe(behind);
		}).listen(port, '127.0.0.1', () => done(front));
	});

/** Milliseconds from navigation to the DOM being ready. */
const domReady = async (context: BrowserContext, url: string): Promise<number> => {
	const page = await context.newPage();
	await page.goto(url);
	const ms = await page.evaluate<number>(`performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd`);
	await page.close();
	return ms;
};

const portOf = (server: Server): number => {
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('The front has no port.');
	return address.port;
};
const closed = (server: Server): Promise<void> =>
	new Promise((done) => {
		server.close(() => done());
		server.closeAllConnections();
	});

/** What is needed to visit both shops, with and without the program behind. */
interface Stage {
	readonly browser: Browser;
	readonly withSnippet: string;
	readonly without: string;
	/** Answers how to stop it again. */
	start(): Promise<() => Promise<void>>;
}

const measure = async ({ browser, withSnippet, without, start }: Stage): Promise<Map<Case, number[]>> => {
	const times = new Map<Case, number[]>(CASES.map((name) => [name, []]));
	const fresh = async (name: Case, url: string): Promise<void> => {
		const context = await browser.newContext({ reducedMotion: 'reduce' });
		times.get(name)?.push(await domReady(context, url));
		await context.close();
	};
	for (let round = 1; round <= ROUNDS; round++) {
		console.log(`— round ${round}`);
		const returning = await browser.newContext({ reducedMotion: 'reduce' });
		const stop = await start();
		try {
			await fresh('without the snippet', without);
			await fresh('server running, new visitor', withSnippet);
			const page = await returning.newPage();
			// Closed for the page; opened so that its button can be pressed.
			await page.addInitScript(
				`{ const attach = Element.prototype.attachShadow; Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: 'open' }); }; }`,
			);
			await page.goto(withSnippet);
			await page.getByRole('button', { name: 'Refuse all', exact: true }).click();
			await page.close();
		} finally {
			await stop();
		}
		await fresh('server stopped, new visitor', withSnippet);
		await fresh('without the snippet', without);
		times.get('server stopped, returning visitor')?.push(await domReady(returning, withSnippet));
		const page = await returning.newPage();
		await page.goto(withSnippet);
		if (!(await page.evaluate<boolean>(`window.luvalla?.choices().statistics === false`)))
			throw new Error('A stored choice did not rule while the server was stopped.');
		await returning.close();
	}
	return times;
};

const main = async (): Promise<void> => {
	const bin = findSystemPostgres();
	if (bin === null) throw new Error('This benchmark needs a system PostgreSQL: sudo apt-get install -y postgresql');
	const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
	const system = await startSystemPostgres(bin, { durable: false });
	let front = await startFront();
	const frontPort = portOf(front);
	const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
	const shops: Awaited<ReturnType<typeof startShop>>[] = [];
	try {
		await system.admin(async (admin) => {
			await admin.query('create database ours');
		});
		await migrateExternal(system.url('ours'), SECRET_KEY, createLog({ logLevel: 'warn' }));
		const server = externalServer(system.url('ours'), createSecrets(SECRET_KEY));
		const domainId = await withClient(server.as('owner'), (owner) => publishShopBanner(owner, 900));
		const snippet = `http://localhost:${frontPort}/cmp/d/${domainId}.js`;
		for (const shop of [snippet, null]) shops.push(await startShop({ port: 0, thirdPartyPort: 0, snippets: { shop, blog: null } }));
		const [withSnippet = '', without = ''] = shops.map(({ port }) => `http://shop.localhost:${port}/`);
		const start = async () => {
			if (!front.listening) front = await startFront(frontPort);
			const program = await startProgram({ port: PORT, dataDir, env: { DATABASE_URL: system.url('ours'), SECRET_KEY } });
			return async () => {
				await program.stop();
				await closed(front);
			};
		};
		const times = await measure({ browser, withSnippet, without, start });
		const bare = spreadOf(times.get('without the snippet') ?? []).median;
		const rows = CASES.map((name) => {
			const { median, least, most } = spreadOf(times.get(name) ?? []);
			return {
				name,
				'DOM ready ms': Math.round(median),
				least: Math.round(least),
				most: Math.round(most),
				'ratio to without': Number((median / bare).toFixed(2)),
			};
		});
		console.log(`\nmedians of ${ROUNDS} interleaved rounds`);
		console.table(rows);
		await writeResult('outage', { rounds: ROUNDS, rows, measured: Object.fromEntries(times) });
	} finally {
		await browser.close();
		for (const shop of shops) await shop.close();
		if (front.listening) await closed(front);
		await system.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
};

await main();
