/** Banners of every make are answered as a visitor would answer them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
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
