/** Scans in a real browser: everything that a made-up site does is found, in the right pass, and nothing is invented. */
import { json } from 'node:stream/consumers';
import type { ScanItem, ScanPass } from '@luvalla/contract/consent/scans.ts';
import { afterAll, expect, test } from 'vitest';
import { atLength } from '../../../../scripts/length.ts';
import { type Browsers, openBrowsers } from '../../src/kernel/browsers/browsers.ts';
import { createGuard } from '../../src/kernel/outbound/guard.ts';
import { HarLog } from '../../src/wings/consent/scans/har.ts';
import { scan } from '../../src/wings/consent/scans/passes.ts';
import { testLog } from '../harness.ts';
import { startSite, type Truth } from './site.ts';

const opened: Browsers<'scan'>[] = [];
const partsFor = (allow: string[]) => {
	const guard = createGuard(allow);
	const browsers = openBrowsers(null, testLog(), { scan: { atOnce: 1, guard, takesThirdPartyCookies: true } });
	opened.push(browsers);
	return { pool: browsers.of('scan'), guard };
};
afterAll(async () => {
	for (const browsers of opened) await browsers.close();
});

const passesOf = ({ seen }: ScanItem): ScanPass[] => (['before', 'accept', 'reject'] as const).filter((pass) => seen[pass]);
const lineOf = (kind: string, name: string, host: string, party: string, passes: readonly string[]): string =>
	`${kind} ${name} (${host}, ${party}): ${[...passes].sort().join(' ')}`;
const asLine = (one: Truth): string => lineOf(one.kind, one.name, one.host, one.party, one.passes);
const foundLine = (one: ScanItem): string => lineOf(one.kind, one.name, one.host, one.party, passesOf(one));

test.each(atLength([1], [1, 2, 3, 4, 5]))(
	'a site of known truth (seed %i): all of it is found, in the right pass, and nothing else',
	async (seed) => {
		const site = await startSite(seed);
		const har = await HarLog.open();
		try {
			const { report, pictures } = await scan(
				{ url: site.url, pages: 10, depth: 2, nonCmp: false, robots: false, necessary: [] },
				{ ...partsFor(site.allow), har },
			);
			expect(site.truth.length).toBeGreaterThanOrEqual(40);
			expect(report.pages.map(({ problem }) => problem).filter(Boolean)).toEqual([]);
			expect(report.pages.filter(({ pass }) => pass === 'before')).toHaveLength(5);
			expect(report.presses).toMatchObject([
				{ pass: 'accept', way: 'buttons', taken: true },
				{ pass: 'reject', way: 'buttons', taken: true },
			]);
			expect(report.items.map(foundLine).sort()).toEqual(site.truth.map(asLine).sort());
			for (const truth of site.truth) {
				const item = report.items.find(({ kind, name, host }) => kind === truth.kind && name === truth.name && host === truth.host);
				const source = (item?.seen.before ?? item?.seen.accept ?? item?.seen.reject)?.source;
				if (truth.by !== undefined) expect(source?.url, `who set ${truth.name}`).toBe(truth.by);
				if (truth.cookie) {
					const { lifetimeSeconds, ...facts } = truth.cookie;
					expect(item?.cookie, truth.name).toMatchObject(facts);
					if (lifetimeSeconds === null) expect(item?.cookie?.lifetimeSeconds, truth.name).toBeNull();
					else expect(Math.abs((item?.cookie?.lifetimeSeconds ?? 0) - lifetimeSeconds), truth.name).toBeLessThan(60);
				}
			}
			const { log } = (await json(har.bytes())) as {
				log: { pages: { id: string; comment: ScanPass }[]; entries: { pageref: string }[] };
			};
			expect(log.entries).toHaveLength(har.entries);
			expect(log.entries.length).toBeGreaterThan(40);
			expect(log.pages.map(({ comment }) => comment)).toEqual(report.pages.map(({ pass }) => pass));
			const ids = new Set(log.pages.map(({ id }) => id));
			expect(log.entries.filter(({ pageref }) => !ids.has(pageref))).toEqual([]);
			expect([...pictures.keys()]).toEqual(['before', 'accept', 'reject']);
			expect(site.asked.filter((one) => /elsewhere|terms/.test(one))).toEqual([]);
		} finally {
			await har.close();
			await site.close();
		}
	},
);
