/**
 * Lighthouse's desktop marks (performance, accessibility, best practices) of every screen of the portal's list, signed in, nothing
 * cached, on a started server with rows. `npm run bench -- lighthouse [PATH …]`; Lighthouse is a peer, installed when first wanted.
 * Its performance mark is of a simulated desktop line and processor, yet it is made of what this machine took: a busy one lowers it.
 */
import * as z from 'zod';
import { screens } from '../apps/portal/src/app/screens.ts';
import { startPeer } from './lib/peer.ts';
import { stagePortal } from './lib/portal-stage.ts';
import { writeResult } from './lib/result.ts';

const PORT = 4584;
const DEBUG_PORT = 4589;
const Answer = z.object({
	version: z.string(),
	marks: z.object({ performance: z.number(), accessibility: z.number(), 'best-practices': z.number() }).nullable(),
	/** First picture, largest picture, speed index, time blocked (milliseconds each), layout shift. */
	metrics: z.array(z.number()),
	/** Lighthouse's own measure of the machine (benchmarkIndex): by it a desktop has 1,000 and more, below that the machine is called slow. */
	speed: z.number(),
	/** Audits that count and are below 0.9. */
	below: z.array(z.string()),
	url: z.string(),
	error: z.string().nullable(),
});
const WANTED = { performance: 98, accessibility: 100, 'best-practices': 100 } as const;

const asked = process.argv.slice(2);
const staged = await stagePortal(PORT, DEBUG_PORT);
const { FULLER, placeOf } = await import('../apps/portal/e2e/places.ts');
const peer = await startPeer('lighthouse', {});
try {
	const page = await staged.context.newPage();
	const browser = await staged.context.newCDPSession(page);
	const marked: (z.infer<typeof Answer> & { path: string })[] = [];
	for (const { path } of screens) {
		if (asked.length > 0 && !asked.includes(path)) continue;
		const url = `${staged.portal}${placeOf(path, staged.rows, staged.sent)}${FULLER[path] ?? ''}`;
		const mark = async () => {
			await browser.send('Network.clearBrowserCache');
			return Answer.parse(await peer.ask({ port: DEBUG_PORT, url }));
		};
		const first = await mark();
		// A trace that could not be recorded marks nothing: Lighthouse asks to be run again.
		const answer = first.error === null ? first : await mark();
		marked.push({ path, ...answer });
		const {
			performance,
			accessibility,
			'best-practices': best,
		} = answer.marks ?? { performance: 0, accessibility: 0, 'best-practices': 0 };
		console.log(
			`${[performance, accessibility, best].map((mark) => String(mark).padStart(3)).join(' ')}  ${path}  ${answer.metrics.join(' ')}  ${answer.error ?? answer.below.join('; ')}`,
		);
	}
	const least = (key: keyof typeof WANTED): number => Math.min(...marked.map(({ marks }) => marks?.[key] ?? 0));
	for (const key of Object.keys(WANTED) as (keyof typeof WANTED)[]) {
		const short = marked.filter(({ marks }) => (marks?.[key] ?? 0) < WANTED[key]);
		console.log(
			`  ${short.length === 0 ? '✓ met    ' : '✗ NOT met'} ${key}: least ${least(key)} (≥ ${WANTED[key]}), below on ${short.length} of ${marked.length} screens`,
		);
	}
	const speeds = marked.map(({ speed }) => speed).sort((a, b) => a - b);
	console.log(`  this machine by Lighthouse's measure: ${speeds[speeds.length >> 1]} (median, ${speeds[0]} to ${speeds.at(-1)})`);
	await writeResult('lighthouse', { marked });
} finally {
	await peer.stop();
	await staged.stop();
}
