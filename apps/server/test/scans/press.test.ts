/** Banners of every make are answered as a visitor would answer them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measuringScript } from '../../src/wings/consent/configurations/builds.ts';
import { scan } from '../../src/wings/consent/scans/passes.ts';
import { orderFor, pagesAt, SHORT, stage } from './stage.ts';

/** Remembers the answer, and takes the banner away. */
const SAY = 'const say = (answer, shown) => { document.cookie = "said=" + answer + "; path=/"; shown.remove(); };';
const plain = (buttons: string): string =>
	`<p>Some words</p><button>No products</button><div id="box">We use cookies. ${buttons}</div><script>${SAY}</script>`;
const yes = (words: string): string => `<button onclick="say('yes', box)">${words}</button>`;
const no = (words: string): string => `<button onclick="say('no', box)">${words}</button>`;

const PAGES = {
	'/layers': plain(
		`${yes('Accept all')} <button onclick="more.hidden = false">Cookie settings</button>
		<div id="more" hidden><label><input type="checkbox" id="ads" checked>Ads</label><button onclick="say(ads.checked ? 'some' : 'no', box)">Save my choices</button></div>`,
	),
	'/shadow': `<div id="host"></div><script>${SAY}
		const root = host.attachShadow({ mode: 'closed' }); root.innerHTML = '<div>Evästeet <button>Hyväksy kaikki</button><button>Hylkää kaikki</button></div>';
		const [first, second] = root.querySelectorAll('button'); first.onclick = () => say('yes', host); second.onclick = () => say('no', host);</script>`,
	'/framed': `<iframe id="cmp" src="/inner"></iframe><script>${SAY} onmessage = ({ data }) => say(data, cmp);</script>`,
	'/inner': `<p>Cookies</p><button onclick="parent.postMessage('yes', '*')">Zustimmen</button><button onclick="parent.postMessage('no', '*')">Nur notwendige Cookies akzeptieren</button>`,
	'/tcf': `${plain(`${yes('Tout accepter')} ${no('Continuer sans accepter')}`)}<script>
		window.__tcfapi = (command, version, done) => { const said = /said=/.test(document.cookie); done({ tcString: said ? 'C' : '', eventStatus: said ? 'useractioncomplete' : 'cmpuishown' }, true); };</script>`,
	'/stubborn': '<div>We use cookies. <button>Accept</button> <button>Decline</button></div>',
	'/fair': `<div id="box" style="position:fixed;inset:auto 0 0 0"><p>We use cookies.</p>${no('Reject all')} ${yes('Accept all')}</div><script>${SAY}</script>
		<style>button { width: 120px; height: 40px; font-size: 16px; color: #fff; background: #006064; border: 0 }</style>`,
	'/unfair': `<div id="box" style="position:fixed;inset:0;background:#fff"><p>We use cookies.</p>
		<a href="#" style="font-size:10px;color:#ccc" onclick="say('no', box)">Reject all</a>
		<button style="width:300px;height:60px;background:#060;color:#fff" onclick="say('yes', box)">Accept all</button></div><script>${SAY}</script>`,
	'/broken': `<script>getComputedStyle = () => { throw new Error('Mine.'); };</script><div id="box">We use cookies. ${no('Reject all')} ${yes('Accept all')}</div><script>${SAY}</script>`,
	'/none': '<p>A page.</p><button>OK</button>',
};

let site: Awaited<ReturnType<typeof pagesAt>>;
let parts: ReturnType<typeof stage>;
beforeAll(async () => {
	site = await pagesAt(PAGES);
	parts = stage([`site.localhost:${site.port}`]);
});
afterAll(async () => {
	await parts.browsers.close();
	await site.close();
});
const answered = async (path: string) => {
	const values: string[] = [];
	const { report } = await scan(orderFor(site.at(path), { depth: 0 }), {
		...parts,
		patience: SHORT,
		meter: await measuringScript('measure.js'),
		pool: {
			available: true,
			use: (options, work) =>
				parts.pool.use(options, async (context) => {
					const result = await work(context);
					values.push((await context.cookies()).find(({ name }) => name === 'said')?.value ?? '');
					return result;
				}),
		},
	});
	return { report, values };
};

test.each([
	['/layers', 'buttons', [['Accept all'], ['Cookie settings', 'Save my choices']]],
	['/shadow', 'buttons', [['Hyväksy kaikki'], ['Hylkää kaikki']]],
	['/framed', 'buttons', [['Zustimmen'], ['Nur notwendige Cookies akzeptieren']]],
	['/tcf', 'tcf', [['Tout accepter'], ['Continuer sans accepter']]],
] as const)('%s', async (path, way, labels) => {
	const { report, values } = await answered(path);
	expect(report.presses).toMatchObject([
		{ pass: 'accept', way, labels: labels[0], taken: true },
		{ pass: 'reject', way, labels: labels[1], taken: true },
	]);
	expect(values).toEqual(['', 'yes', 'no']);
});
test('a button that does nothing is pressed, and said not to have worked', async () => {
	const { report } = await answered('/stubborn');
	expect(report.presses.map(({ taken }) => taken)).toEqual([false, false]);
	expect(report.findings.filter(({ code }) => code === 'not-answered')).toHaveLength(2);
});
test('a page that asks nobody is said to have no banner; what stands on it is not pressed', async () => {
	const { report } = await answered('/none');
	expect(report.presses.map(({ way, taken }) => [way, taken])).toEqual([
		['none', null],
		['none', null],
	]);
	expect(report.findings.map(({ code }) => code)).toEqual(['banner-missing', 'not-answered', 'not-answered']);
});

describe('how fair a banner is, whoever made it', () => {
	const failing = async (path: string) => {
		const { report } = await answered(path);
		const found = report.findings.filter(({ code }) => code === 'unfair-choice');
		const points = report.choice?.points.filter(({ ok }) => !ok) ?? [];
		expect(found).toHaveLength(points.length);
		return {
			all: report.choice?.points.length,
			failing: points.map(({ code }) => code),
			first: found[0]?.sentence.en,
			page: found[0]?.page,
		};
	};
	test('an equal choice holds at every point', async () => {
		expect(await failing('/fair')).toMatchObject({ all: 7, failing: [] });
	});
	test('a pale link beside a large button, on a layer over all of the page, is told with its figures', async () => {
		const { failing: points, first, page } = await failing('/unfair');
		expect(points).toEqual(['measured_kind', 'measured_size', 'measured_look', 'measured_contrast', 'measured_no_wall']);
		expect(first).toContain('Refusing / accepting: a / button.');
		expect(page).toBe(site.at('/unfair'));
	});
	test('a no that takes a second layer is not on the first, and takes more presses', async () => {
		expect(await failing('/layers')).toMatchObject({ all: 3, failing: ['measured_layer', 'measured_presses'] });
	});
	test('answers in a frame and in a closed root are measured where they are', async () => {
		const framed = await failing('/framed');
		expect([framed.all, framed.failing]).toEqual([7, ['measured_size']]);
		expect((await failing('/shadow')).failing).toEqual(['measured_size']);
	});
	test('a page that breaks what is measured with has its banner answered all the same', async () => {
		const { report } = await answered('/broken');
		expect([report.choice, report.presses.map(({ taken }) => taken)]).toEqual([null, [true, true]]);
	});
});
