/** Lighthouse's desktop marks of pages, one after the other, in a browser that is already open and signed in: by channel, an address in, its marks out. */
import { createRequire } from 'node:module';
import lighthouse, { desktopConfig } from 'lighthouse';

const { version } = createRequire(import.meta.url)('lighthouse/package.json');
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

/** What the performance mark is made of, in milliseconds; the largest layout shift has no unit. */
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time', 'cumulative-layout-shift'];

/** What an audit found, by its first two items. */
const saidOf = (items) => (items?.length ? ` ${JSON.stringify(items.slice(0, 2)).slice(0, 400)}` : '');

process.on('message', async ({ port, url }) => {
	try {
		// The session is in the browser's storage: it stays. What was fetched is forgotten by whoever asks.
		const done = await lighthouse(url, { port, disableStorageReset: true, onlyCategories: CATEGORIES, logLevel: 'silent' }, desktopConfig);
		const { categories, audits, environment, finalDisplayedUrl, runtimeError } = done.lhr;
		const marks = Object.fromEntries(CATEGORIES.map((key) => [key, Math.round((categories[key]?.score ?? 0) * 100)]));
		const below = CATEGORIES.flatMap((key) =>
			(categories[key]?.auditRefs ?? [])
				.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
				.map(({ id }) => `${id} ${audits[id]?.displayValue ?? audits[id]?.score}${saidOf(audits[id]?.details?.items)}`),
		);
		const metrics = METRICS.map((key) => Math.round((audits[key]?.numericValue ?? 0) * 1000) / 1000);
		process.send({
			version,
			marks,
			metrics,
			speed: environment.benchmarkIndex,
			below,
			url: finalDisplayedUrl,
			error: runtimeError?.message ?? null,
		});
	} catch (error) {
		process.send({ version, marks: null, metrics: [], speed: 0, below: [], url, error: String(error) });
	}
});
console.log('ready');
