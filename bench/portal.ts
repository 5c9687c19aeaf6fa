/**
 * What the portal's pages weigh: bytes on the wire as Chromium counts them, headers included, nothing cached, by type and by
 * file; and how much moves while they come. Beside them, in the same browser, the least that is comparable made of the public
 * react-admin packages: one list with one form, built by Vite and sent packed by brotli at its best. Nothing is timed.
 *
 * Ours is the built portal on a started server with the sample, and rows made through the calls.
 */

import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { buildPeer } from './lib/peer.ts';
import { writeResult } from './lib/result.ts';

// the portal's own browser tests start a server and make rows; this one has a port of its own
process.env.E2E_PORT = '4582';
const { startServer } = await import('../apps/portal/e2e/server.ts');
const { STATES, stateFile } = await import('../apps/portal/e2e/people.ts');
const { stage } = await import('../apps/portal/e2e/stage.ts');
const { addressOf, weighed } = await import('../apps/portal/e2e/weighed.ts');
const { byType, wireOf } = await import('../apps/portal/e2e/wire.ts');
type Wire = Awaited<ReturnType<typeof wireOf>>;

const LOOK = { viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'Europe/Helsinki' };
const FILES_SHOWN = 12;
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8' };
const kb = (bytes: number): string => (bytes / 1000).toFixed(1);

/** A folder of built files, packed; a path without an ending is the page. */
const serve = async (folder: string): Promise<{ url: string; stop: () => void }> => {
	const server = createServer(async (request, response) => {
		const path = new URL(request.url ?? '/', 'http://localhost').pathname;
		const name = path === '/' ? '/index.html' : path;
		const type = TYPES[/\.\w+$/.exec(name)?.[0] ?? ''];
		if (!type) return void response.writeHead(404).end();
		const bytes = brotliCompressSync(await readFile(join(folder, name)));
		response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'content-length': bytes.length }).end(bytes);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const address = server.address();
	return { url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`, stop: () => void server.close() };
};

/** Its list and then its form: react-admin shows one after the other. */
const weighPeer = async (browser: Browser): Promise<Wire> => {
	const site = await serve(buildPeer('react-admin'));
	const context = await browser.newContext(LOOK);
	const wire = await wireOf(context, `${site.url}/#/users`, async (page) => {
		await page.getByText('user-1@example.com').click();
		await page.getByRole('textbox', { name: /name/i }).first().waitFor();
	});
	await context.close();
	site.stop();
	return wire;
};

const report = (name: string, wire: Wire): void => {
	const types = Object.entries(byType(wire)).map(([type, bytes]) => `${type} ${kb(bytes)}`);
	console.log(`${name}: ${kb(wire.bytes)} kB in ${wire.loaded.length} answers, shift ${wire.shift.toFixed(4)} (${types.join(', ')})`);
	for (const { bytes, type, path } of wire.loaded.slice(0, FILES_SHOWN)) console.log(`  ${kb(bytes).padStart(7)} kB ${type} ${path}`);
};

const { ready, stop } = await startServer();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
	mkdirSync(STATES, { recursive: true });
	const first = await browser.newContext(LOOK);
	const page = await first.newPage();
	await page.goto(ready.admin);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('button', { name: 'Logout' }).waitFor();
	await first.storageState({ path: stateFile('admin'), indexedDB: true });
	await first.close();
	const ids = await stage();

	const peer = await weighPeer(browser);
	report('react-admin: a list, then its form', peer);
	const peerScript = byType(peer).Script ?? 0;
	const goals: { what: string; value: number; wanted: string; met: boolean }[] = [];
	const pages: Record<string, Wire> = {};
	for (const one of weighed) {
		const fresh = () => browser.newContext({ ...LOOK, ...(one.who && { storageState: stateFile(one.who) }) });
		const { path, state } = await addressOf(one, ids, await fresh(), ready.portal);
		const context = state ? await browser.newContext({ ...LOOK, storageState: state }) : await fresh();
		const wire = await wireOf(context, `${ready.portal}${path}`, one.shown);
		await context.close();
		pages[one.name] = wire;
		report(one.name, wire);
		const script = byType(wire).Script ?? 0;
		console.log(`  ÷ react-admin ${(wire.bytes / peer.bytes).toFixed(2)}, script ÷ script ${(script / peerScript).toFixed(2)}`);
		goals.push({ what: one.name, value: wire.bytes / 1000, wanted: `≤ ${one.goalKb} kB`, met: wire.bytes <= one.goalKb * 1000 });
	}
	for (const { what, value, wanted, met } of goals)
		console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value.toFixed(1)} kB (${wanted})`);
	await writeResult('portal', { pages, peer, goals });
} finally {
	await browser.close();
	await stop();
}
