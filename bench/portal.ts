/**
 * What the portal's pages weigh: bytes on the wire as Chromium counts them, headers included, nothing cached, by type and by
 * file; and how much moves while they come. Beside them, in the same browser, the least that is comparable made of the public
 * react-admin packages: one list with one form, built by Vite and sent packed by brotli at its best. Nothing is timed.
 *
 * Ours is the built portal on a started server with the sample, and rows made through the calls.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { addressOf, weighed } from '../apps/portal/e2e/weighed.ts';
import { byType, type Wire, wireOf } from '../apps/portal/e2e/wire.ts';
import { screens } from '../apps/portal/src/app/screens.ts';
import { buildPeer } from './lib/peer.ts';
import { LOOK, stagePortal } from './lib/portal-stage.ts';
import { writeResult } from './lib/result.ts';

const PORT = 4582;
const FILES_SHOWN = 12;
/** A page of the portal without a screen. */
const FRAME = '/contact';
const INITIAL_KB = 200;
const SCREEN_KB = 60;
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

const { portal, browser, rows, sent, admin, stop } = await stagePortal(PORT);
try {
	const peer = await weighPeer(browser);
	report('react-admin: a list, then its form', peer);
	const peerScript = byType(peer).Script ?? 0;
	const goals: { what: string; value: number; wanted: string; met: boolean }[] = [];
	const pages: Record<string, Wire> = {};
	for (const one of weighed) {
		const fresh = () => browser.newContext({ ...LOOK, ...(one.who && { storageState: admin }) });
		const { path, state } = await addressOf(one, rows, await fresh(), portal);
		const context = state ? await browser.newContext({ ...LOOK, storageState: state }) : await fresh();
		const wire = await wireOf(context, `${portal}${path}`, one.shown);
		await context.close();
		pages[one.name] = wire;
		report(one.name, wire);
		const script = byType(wire).Script ?? 0;
		console.log(`  ÷ react-admin ${(wire.bytes / peer.bytes).toFixed(2)}, script ÷ script ${(script / peerScript).toFixed(2)}`);
		goals.push({ what: one.name, value: wire.bytes / 1000, wanted: `≤ ${one.goalKb} kB`, met: wire.bytes <= one.goalKb * 1000 });
	}
	// The frame without a screen is what everybody begins with; a screen's own parts are what it loads beside that.
	const { FULLER, placeOf } = await import('../apps/portal/e2e/places.ts');
	const codeOf = async (path: string): Promise<Wire['loaded']> => {
		const context = await browser.newContext({ ...LOOK, storageState: admin });
		const wire = await wireOf(context, `${portal}${path}`, (page) => page.locator('main h1').first().waitFor());
		await context.close();
		return wire.loaded.filter(({ type }) => type === 'Script' || type === 'Stylesheet');
	};
	const sum = (all: Wire['loaded']): number => all.reduce((total, { bytes }) => total + bytes, 0);
	const frame = await codeOf(FRAME);
	const framed = new Set(frame.map(({ path }) => path));
	const own: { path: string; bytes: number }[] = [];
	for (const { path } of screens) {
		const code = await codeOf(`${placeOf(path, rows, sent)}${FULLER[path] ?? ''}`);
		own.push({ path, bytes: sum(code.filter((one) => !framed.has(one.path))) });
	}
	own.sort((a, b) => b.bytes - a.bytes);
	console.log(
		`the frame's script and styles: ${kb(sum(frame))} kB in ${frame.length} files; a screen's own beside them, of ${own.length}:`,
	);
	for (const { path, bytes } of own.slice(0, FILES_SHOWN)) console.log(`  ${kb(bytes).padStart(7)} kB ${path}`);
	const goal = (what: string, bytes: number, mostKb: number) =>
		goals.push({ what, value: bytes / 1000, wanted: `≤ ${mostKb} kB`, met: bytes <= mostKb * 1000 });
	goal('script and styles at first', sum(frame), INITIAL_KB);
	goal(`the heaviest screen's own, ${own[0]?.path}`, own[0]?.bytes ?? 0, SCREEN_KB);
	for (const { what, value, wanted, met } of goals)
		console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value.toFixed(1)} kB (${wanted})`);
	await writeResult('portal', { pages, peer, frame, own, goals });
} finally {
	await stop();
}
