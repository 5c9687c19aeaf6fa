/** `npm run scan` as a pipeline runs it: what it prints and writes, and what it ends with. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanReport } from '@luvalla/contract/consent/scans.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagesAt } from './stage.ts';

let site: Awaited<ReturnType<typeof pagesAt>>;
const out = mkdtempSync(join(tmpdir(), 'luvalla-scan-'));
beforeAll(async () => {
	site = await pagesAt({
		'/': '<script>document.cookie = "tracker=1; max-age=60; path=/";</script><div id="box">We use cookies. <button onclick="box.remove()">Accept all</button> <button onclick="box.remove()">Reject all</button></div>',
	});
});
afterAll(async () => {
	await site.close();
	rmSync(out, { recursive: true });
});

const command = (args: readonly string[], env: Record<string, string> = {}): Promise<{ code: number | null; said: string; told: string }> =>
	new Promise((done) => {
		const child = spawn(process.execPath, [join(import.meta.dirname, '../../../../scripts/scan.ts'), ...args], {
			env: {
				...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
				...{ CHROMIUM_PATH: process.env.CHROMIUM_PATH, OUTBOUND_ALLOW: `site.localhost:${site.port}` },
				...env,
			},
		});
		let [said, told] = ['', ''];
		child.stdout.on('data', (text) => {
			said += text;
		});
		child.stderr.on('data', (text) => {
			told += text;
		});
		child.once('close', (code) => done({ code, said, told }));
	});

test('ends with 1 on findings that were asked for, and leaves report, network log and pictures', async () => {
	const { code, said } = await command([site.at('/'), '--depth', '0', '--fail-on', 'before-consent', '--out', out]);
	expect(code).toBe(1);
	expect(said).toContain('Cookie tracker');
	expect(said).toContain('before-consent: ');
	expect(readdirSync(out).sort()).toEqual(['accept.png', 'before.png', 'reject.png', 'scan.har', 'scan.json']);
	const report = ScanReport.parse(JSON.parse(readFileSync(join(out, 'scan.json'), 'utf8')));
	expect(report.items.map(({ name }) => name)).toEqual(['tracker']);
	expect(report.choice?.points.length).toBe(7);
	expect(JSON.parse(readFileSync(join(out, 'scan.har'), 'utf8')).log.entries.length).toBeGreaterThan(0);
});
test('ends with 0 where nothing of that kind was found, and prints the report itself when told to', async () => {
	const { code, said } = await command([
		site.at('/'),
		'--non-cmp',
		'--depth',
		'0',
		'--necessary',
		'track*',
		'--fail-on',
		'before-consent,after-reject',
		'--json',
		'--out',
		out,
	]);
	expect(code).toBe(0);
	expect(ScanReport.parse(JSON.parse(said)).findings.map((one) => one.code)).toEqual(['not-secure']);
});
test.each([
	[['not-an-address'], /begins with http/],
	[['http://site.localhost/', '--fail-on', 'everything'], /--fail-on everything: there are before-consent/],
	[['http://site.localhost/', '--pages', 'many'], /--pages is a number/],
	[['http://10.0.0.1/'], /OUTBOUND_ALLOW/],
	[[], /Usage: npm run scan/],
])('ends with 2 and a sentence where it cannot be done: %j', async (args, words) => {
	const { code, said, told } = await command(args);
	expect([code, said]).toEqual([2, '']);
	expect(told).toMatch(words);
});
