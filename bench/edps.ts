/**
 * What the EDPS's Website Evidence Collector finds on the sample shop and on a page with unmarked known tags: before a
 * choice, after yes and after no. `COLLECTOR=path/of/website-evidence-collector.js npm run bench -- edps`, with
 * `PUPPETEER_EXECUTABLE_PATH` where it brought no browser. Kept as text in docs/evidence.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { shopBanner } from '../apps/shop/src/banner.ts';
import { startShop } from '../apps/shop/src/serve.ts';
import { startLab } from '../packages/banner/test/engines/lab.ts';
import { publication } from '../packages/banner/test/published.ts';
import { FOLDER } from '../packages/banner/test/site.ts';

const collector = process.env.COLLECTOR;
if (!collector) {
	console.log('Nothing was collected: COLLECTOR does not name the collector’s program, bin/website-evidence-collector.js.');
	process.exit();
}

const Inspection = z.object({
	hosts: z.object({ requests: z.object({ thirdParty: z.array(z.string()) }) }),
	cookies: z.array(z.object({ name: z.string() })),
	beacons: z.array(z.unknown()),
});
const TAGS = `<script src="{self}/slow.js"></script><script src="{stats}/mark/s"></script>
<script src="{ads}/mark/a?also=document.cookie='_ads=1;path=/'"></script><img src="{ads}/pixel/p" alt=""><iframe title="Film" src="{video}/frame/film"></iframe>`;
const NOW = Math.floor(Date.now() / 1000).toString(36);
const choiceOf = (answer: 0 | 1): string =>
	`luvalla=1~${FOLDER}~${['statistics', 'marketing', 'media'].map((key) => `${key}.${answer}.${NOW}`).join('~')}`;
const CHOICES = { before: null, yes: choiceOf(1), no: choiceOf(0) };

const out = await mkdtemp(join(tmpdir(), 'edps-'));
const { template, config } = shopBanner();
const input = await publication(join(out, 'build'), template, config);
const lab = await startLab(input, { known: { statistics: 'stats.localhost', marketing: 'ads.localhost', media: 'video.localhost' } });
const shop = await startShop({ port: 0, thirdPartyPort: 0, snippets: { shop: `${lab.cmp}/cmp/d/${input.domainId}.js`, blog: null } });
const body = `<main><h1>Shop</h1>${TAGS}</main>`;
lab.files.set('/slow.js', { type: 'text/javascript', text: '' });
lab.pages.set('/', { body });
const policy = `script-src 'self' 'unsafe-inline' ${lab.cmp}; frame-src 'self'; img-src 'self' data:`;
lab.pages.set('/policy', { body, headers: { 'content-security-policy': policy } });
lab.pages.set('/none', { whole: `<!doctype html><title>Shop</title>${body}` });

const inspect = async (url: string, cookie: string | null) => {
	const folder = await mkdtemp(join(out, 'run-'));
	const given = [
		'--no-screenshots',
		'--no-pdf',
		'--overwrite',
		'-o',
		folder,
		'--sleep',
		'1500',
		...(cookie ? ['--set-cookie', cookie] : []),
	];
	lab.asked.length = 0;
	await promisify(execFile)(process.execPath, [collector, url, ...given, '--', '--no-sandbox'], { timeout: 90_000 });
	const { hosts, cookies, beacons } = Inspection.parse(JSON.parse(await readFile(join(folder, 'inspection.json'), 'utf8')));
	return {
		requests: hosts.requests.thirdParty.join(' '),
		served: [...new Set(lab.asked.map((one) => one.split(' ')[0]))].join(' '),
		cookies: cookies.map(({ name }) => name).join(' '),
		beacons: beacons.length,
	};
};

try {
	const found: Record<string, object> = {};
	const pages = {
		shop: `http://shop.localhost:${shop.port}/`,
		unmarked: lab.url,
		policy: `${lab.url}policy`,
		'no banner': `${lab.url}none`,
	};
	for (const [name, url] of Object.entries(pages))
		for (const [when, cookie] of Object.entries(CHOICES))
			if (name !== 'no banner' || cookie === null) found[`${name}, ${when}`] = await inspect(url, cookie);
	console.table(found);
} finally {
	await shop.close();
	await lab.close();
	await rm(out, { recursive: true });
}
