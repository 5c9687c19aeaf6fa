/**
 * `npm run scan -- URL`: visits a website as three visitors do, and says what it keeps and whom it asks. Ends with 0; with 1 on findings
 * that `--fail-on` names; with 2 where the scan could not be done.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SCAN_DEPTH, SCAN_PAGES, type ScanFinding, ScanFindingCode, ScanOrder } from '@luvalla/contract/consent/scans.ts';
import { openBrowsers } from '../apps/server/src/kernel/browsers/browsers.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createGuard } from '../apps/server/src/kernel/outbound/guard.ts';
import { SettingError } from '../apps/server/src/kernel/setting-readers.ts';
import { readSettings } from '../apps/server/src/settings.ts';
import { measuringScript } from '../apps/server/src/wings/consent/configurations/builds.ts';
import { HarLog } from '../apps/server/src/wings/consent/scans/har.ts';
import { ScanFailed, type Scanned, scan } from '../apps/server/src/wings/consent/scans/passes.ts';
import { tableOf } from '../apps/server/src/wings/consent/scans/table.ts';

const CODES = ScanFindingCode.options.join(', ');
const CODES_IN_LINES = CODES.replace('not-secure, ', 'not-secure,\n             ');
const USAGE = `Usage: npm run scan -- URL [--fail-on KINDS] [--necessary NAMES] [--pages N] [--depth N]
                          [--out DIR] [--non-cmp] [--robots] [--json]

Visits the site three times with a fresh profile: untouched, after accepting, after refusing.

URL          the page to begin with: http:// or https://
--fail-on    end with 1 where such findings are there, with commas between them:
             ${CODES_IN_LINES}
--necessary  names or hosts that need no consent, with commas between them; * is anything
--pages      pages of a pass (${SCAN_PAGES.usual}; at most ${SCAN_PAGES.most})
--depth      links from the first page (${SCAN_DEPTH.usual}; at most ${SCAN_DEPTH.most})
--out        folder for scan.json, scan.har and a picture of each pass (scan)
--non-cmp    the first pass alone: the site has no banner
--robots     stay away from what robots.txt closes
--json       print the report itself in place of the table

Addresses inside (this machine, private networks) are visited only where OUTBOUND_ALLOW names them.
Ends with 0; 1: findings that --fail-on names; 2: the scan could not be done.`;

/** It could not be done; the sentence says why. */
class Unable extends Error {
	override readonly name = 'Unable';
}

const parse = () => {
	try {
		return parseArgs({
			allowPositionals: true,
			options: {
				'fail-on': { type: 'string', multiple: true },
				necessary: { type: 'string', multiple: true },
				pages: { type: 'string' },
				depth: { type: 'string' },
				out: { type: 'string' },
				'non-cmp': { type: 'boolean' },
				robots: { type: 'boolean' },
				json: { type: 'boolean' },
				help: { type: 'boolean', short: 'h' },
			},
		});
	} catch (error) {
		throw new Unable(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
	}
};

const listed = (given: readonly string[] = []): string[] =>
	given
		.flatMap((one) => one.split(','))
		.map((one) => one.trim())
		.filter((one) => one !== '');

const numberOf = (name: string, given: string | undefined): number | undefined => {
	if (given === undefined) return undefined;
	if (!/^\d{1,6}$/.test(given)) throw new Unable(`--${name} is a number.`);
	return Number(given);
};

const failOn = (given: readonly string[] | undefined): Set<ScanFinding['code']> =>
	new Set(
		listed(given).map((one) => {
			const code = ScanFindingCode.safeParse(one);
			if (!code.success) throw new Unable(`--fail-on ${one}: there are ${CODES}.`);
			return code.data;
		}),
	);

const orderOf = ({ values, positionals }: ReturnType<typeof parse>): ScanOrder => {
	const [url, ...rest] = positionals;
	if (url === undefined || rest.length > 0) throw new Unable(USAGE);
	const order = ScanOrder.safeParse({
		url,
		pages: numberOf('pages', values.pages),
		depth: numberOf('depth', values.depth),
		nonCmp: values['non-cmp'],
		robots: values.robots,
		necessary: listed(values.necessary),
	});
	if (order.success) return order.data;
	const [first] = order.error.issues;
	if (first?.path[0] === 'url') throw new Unable(`${url} is no address of a website: it begins with http:// or https://.`);
	throw new Unable(`--${String(first?.path[0])}: ${first?.message ?? 'not valid'}`);
};

const write = async (folder: string, har: HarLog, { report, pictures }: Scanned): Promise<void> => {
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'scan.json'), `${JSON.stringify(report, null, '\t')}\n`);
	await writeFile(join(folder, 'scan.har'), har.bytes());
	for (const [pass, bytes] of pictures) writeFileSync(join(folder, `${pass}.png`), bytes);
};

const main = async (): Promise<number> => {
	const parsed = parse();
	if (parsed.values.help) {
		process.stdout.write(`${USAGE}\n`);
		return 0;
	}
	const order = orderOf(parsed);
	const codes = failOn(parsed.values['fail-on']);
	const settings = readSettings(process.env);
	const log = createLog({ logLevel: 'error' }, process.stderr);
	const guard = createGuard(settings.outboundAllow);
	const browsers = openBrowsers(settings.chromiumPath, log, { scan: { atOnce: 1, guard, takesThirdPartyCookies: true } });
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Unable('The scan was stopped.')));
	const har = await HarLog.open();
	try {
		const scanned = await scan(order, {
			har,
			pool: browsers.of('scan'),
			guard,
			own: settings.publicUrl,
			meter: await measuringScript('measure.js'),
			signal: stop.signal,
			tell: ({ pass, page, number, of, found }) =>
				void process.stderr.write(`${pass}: page ${number} of ${of}, ${found} found so far: ${page}\n`),
		});
		const folder = resolve(parsed.values.out ?? 'scan');
		await write(folder, har, scanned);
		process.stdout.write(parsed.values.json ? `${JSON.stringify(scanned.report, null, '\t')}\n` : `${tableOf(scanned.report)}\n`);
		process.stderr.write(`Written to ${folder}.\n`);
		return scanned.report.findings.some(({ code }) => codes.has(code)) ? 1 : 0;
	} finally {
		await browsers.close();
		await har.close();
	}
};

try {
	process.exitCode = await main();
} catch (error) {
	const isPlain = error instanceof Unable || error instanceof ScanFailed || error instanceof SettingError;
	process.stderr.write(`${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
	process.exitCode = 2;
}
// The channel to start.mjs would keep a program that is done from ending.
if (process.connected) process.disconnect();
