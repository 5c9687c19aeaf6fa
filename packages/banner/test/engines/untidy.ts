/** Pages and browsers that are not tidy: what must hold all the same. For tests only. */
import { asked, button, choices, equal, type Journey, MARKED, press, ran, settled, until } from './journeys.ts';

const ALL = { statistics: true, marketing: true, media: true };

/** Accepts, and comes back: the three marked tags run on both pages, and nothing is asked again. */
const acceptAndReturn = async ({ open }: Parameters<Journey>[0], page: Parameters<Parameters<Journey>[0]['open']>[0]): Promise<void> => {
	const tab = await open(page);
	await press(tab, 'Accept all');
	await until(tab, `[...new Set(window.ran ?? [])].length === 3`);
	await tab.reload();
	await until(tab, `[...new Set(window.ran ?? [])].length === 3`);
	await settled(tab);
	equal([await ran(tab), await asked(tab)], [['s1', 's2', 'm1'], false]);
};

const HEAD = `<meta charset="utf-8"><title>Shop</title>`;

export const untidy: Record<string, Journey> = {
	'two snippets': async (scene) =>
		acceptAndReturn(scene, { whole: `<!doctype html><html lang="en"><head>${HEAD}{snippet}{snippet}</head><body>${MARKED}</body></html>` }),
	'snippet last': async (scene) =>
		acceptAndReturn(scene, { whole: `<!doctype html><html lang="en"><head>${HEAD}</head><body>${MARKED}{snippet}</body></html>` }),
	'snippet async': async (scene) => acceptAndReturn(scene, { attributes: 'async', body: MARKED }),
	'snippet deferred': async (scene) => acceptAndReturn(scene, { attributes: 'defer', body: MARKED }),
	'snippet run by another script': async (scene) =>
		// As an optimiser does: the element is of a type of its own until the page has loaded, then made anew.
		acceptAndReturn(scene, {
			attributes: 'type="optimised"',
			body: `${MARKED}<script>addEventListener('load',()=>{const old=document.querySelector('script[type=optimised]'),s=document.createElement('script');s.src=old.src;old.replaceWith(s)})</script>`,
		}),
	'quirks mode': async (scene) =>
		acceptAndReturn(scene, { whole: `<html lang="en"><head>${HEAD}{snippet}</head><body>${MARKED}</body></html>` }),
	'base address': async (scene) => acceptAndReturn(scene, { first: '<base href="https://elsewhere.invalid/deep/">', body: MARKED }),
	'page that empties its body': async ({ open }) => {
		const tab = await open({ body: MARKED });
		await until(tab, button('Accept all'));
		await tab.run(`(document.body.replaceChildren(document.createElement('main')), 1)`);
		// It comes back, a few times.
		await press(tab, 'Refuse all');
		await until(tab, `luvalla.choices().media === false`);
		await tab.run(`(document.body.replaceChildren(document.createElement('main')), 1)`);
		await until(tab, `[...document.querySelectorAll('*')].some((one) => one.shadowRoot?.querySelector('button[title]'))`);
	},
	'earlier choices': async ({ open }) => {
		// As banner 0.1.0 to 0.3.0 kept them: another folder, keys that are gone.
		const now = Math.floor(Date.now() / 1000).toString(36);
		const tab = await open({
			first: `<script>document.cookie='luvalla=1~p0000~statistics.1.${now}~marketing.0.${now}~media.1.${now}~gone.1.${now}; path=/'</script>`,
			body: MARKED,
		});
		await until(tab, `window.ran?.length === 2`);
		await settled(tab);
		equal([await ran(tab), await choices(tab), await asked(tab)], [['s1', 's2'], { ...ALL, marketing: false }, false]);
	},
	'clock years off': async ({ open }) => {
		const tab = await open({
			first: `<script>{const real=Date.now;Date.now=()=>real()-(window.name==='back'?0:4*365*86400000)}</script>`,
			body: MARKED,
		});
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3`);
		// The clock is set right: an answer of four years ago no longer stands, and nothing runs before a new one.
		await tab.run(`(window.name = 'back', 1)`);
		await tab.reload();
		await until(tab, button('Accept all'));
		equal([await ran(tab), await choices(tab)], [[], {}]);
	},
	'storage forbidden': async ({ open, lab }) => {
		const tab = await open({
			first: `<script>for(const name of ['localStorage','sessionStorage'])Object.defineProperty(window,name,{get(){throw new DOMException('no','SecurityError')}});Object.defineProperty(document,'cookie',{get(){throw new DOMException('no','SecurityError')},set(){throw new DOMException('no','SecurityError')}})</script>`,
			body: MARKED,
		});
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3`);
		equal(await choices(tab), ALL);
		await settled(tab);
		equal(lab.records().length, 3);
	},
	'storage full': async ({ open, lab }) => {
		const tab = await open({
			first: `<script>Storage.prototype.setItem=()=>{throw new DOMException('full','QuotaExceededError')}</script>`,
			body: MARKED,
		});
		await press(tab, 'Refuse all');
		await until(tab, `luvalla.choices().media === false`);
		await settled(tab);
		equal(lab.records().length, 3);
		await tab.reload();
		await until(tab, `luvalla.choices().media === false`);
	},
	XHTML: async ({ open, engine }) => {
		const tab = await open({
			type: 'application/xhtml+xml',
			whole: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head>{snippet}<title>Shop</title></head><body><h1>Shop</h1>
				<script type="text/plain" data-luvalla="statistics" data-src="{stats}/mark/s1"></script>
				<script type="text/plain" data-luvalla="statistics">(window.ran=window.ran||[]).push('s2')</script>
				<script src="{ads}/mark/unmarked"></script></body></html>`,
		});
		await until(tab, button('Refuse all'));
		await settled(tab);
		const before = await ran(tab);
		await tab.run(
			`new Promise((done) => luvalla.$.withUi((ui) => { ui.decide({ statistics: true, marketing: false, media: false }); done(1) }))`,
		);
		await until(tab, `window.ran?.includes('s2')`);
		await settled(tab);
		const after = (await ran(tab)).filter((name) => name !== 'unmarked');
		equal(after, ['s1', 's2']);
		// Its parser of XML starts a script before anybody may look at it.
		if (engine === 'WebKit' && before.includes('unmarked')) return 'hold unmarked tags of XHTML';
		equal(before, []);
	},
	'frame of another site': async ({ open, lab, engine }) => {
		lab.pages.set('/framed', { body: MARKED });
		const outer = await open({ whole: '<!doctype html><title>Host</title><h1>Host</h1>' });
		await outer.go(`${lab.other}`);
		lab.pages.set('/host', { whole: `<!doctype html><title>Host</title><iframe id="f" src="${lab.url}framed"></iframe>` });
		await outer.go(`${lab.other}host`);
		// What happens in there it tells itself.
		lab.pages.set('/framed', {
			body: `${MARKED}<script>addEventListener('message',async({data})=>{if(data==='yes'){luvalla.$.withUi((ui)=>ui.decide({statistics:true,marketing:true,media:true}))}setTimeout(()=>parent.postMessage({choices:luvalla.choices(),ran:window.ran||[]},'*'),400)})</script>`,
		});
		const ask = (word: string) =>
			outer.run<{ choices: object; ran: string[] }>(`new Promise((done) => {
				addEventListener('message', ({ data }) => done(data), { once: true });
				document.getElementById('f').contentWindow.postMessage('${word}', '*');
			})`);
		await outer.reload();
		await settled(outer, 600);
		equal((await ask('look')).choices, {});
		equal((await ask('yes')).choices, ALL);
		await outer.reload();
		await settled(outer, 600);
		const { choices: kept } = await ask('look');
		if (JSON.stringify(kept) === '{}' && engine === 'WebKit') return 'keep anything in a frame of another site';
		equal(kept, ALL);
	},
	'service worker of the site': async ({ open, lab }) => {
		lab.files.set('/own-worker.js', {
			type: 'text/javascript',
			text: `addEventListener('install',()=>skipWaiting());addEventListener('activate',(e)=>e.waitUntil(clients.claim()));addEventListener('fetch',(e)=>e.respondWith(fetch(e.request)))`,
		});
		const tab = await open({ body: MARKED });
		await tab.run(`navigator.serviceWorker.register('/own-worker.js').then(() => navigator.serviceWorker.ready).then(() => 1)`);
		await tab.reload();
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3`);
		await tab.reload();
		await until(tab, `window.ran?.length === 3`);
	},
	prerendered: async ({ open, lab, engine }) => {
		if (engine !== 'Chromium') return 'prerender';
		lab.pages.set('/next', { body: MARKED });
		const tab = await open({
			body: `<h1>First</h1><script type="speculationrules">{"prerender":[{"source":"list","urls":["/next"],"eagerness":"immediate"}]}</script><a id="next" href="/next">next</a>`,
		});
		await press(tab, 'Refuse all');
		await settled(tab, 1200);
		await tab.run(`(setTimeout(() => document.getElementById('next').click()), 1)`);
		await new Promise((done) => setTimeout(done, 500));
		await until(tab, `location.pathname === '/next' && window.luvalla`);
		// Whatever was prepared before the choice hears of it.
		await until(tab, `luvalla.choices().media === false`, 1500);
		equal(await asked(tab), false);
	},
};
