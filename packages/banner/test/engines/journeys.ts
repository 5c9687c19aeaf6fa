/** What must hold in every engine: each journey drives a visitor over a page and throws where it does not. For tests only. */

import type { Tab, Visitor } from './engine.ts';
import { type Lab, type LabPage, NONCE } from './lab.ts';

/** A journey throws where something does not hold; what an engine cannot do it names. */
export type Journey = (scene: Scene) => Promise<unknown>;

export interface Scene {
	engine: string;
	lab: Lab;
	visitor: Visitor;
	/** A page of its own for this journey, opened in a new tab. */
	open(page?: LabPage): Promise<Tab>;
}

/** In the page: waits until an expression is true. */
export const until = (tab: Tab, expression: string, ms = 30_000): Promise<unknown> =>
	tab.run(`new Promise((done, failed) => {
		const end = performance.now() + ${ms};
		const look = () => {
			let value;
			try { value = ${expression}; } catch {}
			if (value) done(true);
			else if (performance.now() > end) failed(${JSON.stringify(`It never came to pass: ${expression}`)});
			else setTimeout(look, 25);
		};
		look();
	})`);

const BUTTONS = `[...document.querySelectorAll('*')].flatMap((one) => one.shadowRoot ? [...one.shadowRoot.querySelectorAll('button')] : [])`;
/** In the page: a button of ours by its words; of the layer that lies above where there are two. */
export const button = (words: string): string =>
	`${BUTTONS}.filter((one) => one.textContent === ${JSON.stringify(words)} && one.getClientRects().length).at(-1)`;
export const press = async (tab: Tab, words: string): Promise<void> => {
	await until(tab, button(words));
	await tab.run(`(${button(words)}.click(), 1)`);
};
export const asked = (tab: Tab): Promise<boolean> => tab.run(`!!${button('Accept all')}`);
export const ran = (tab: Tab): Promise<string[]> => tab.run(`window.ran ?? []`);
export const choices = (tab: Tab): Promise<Record<string, boolean>> => tab.run(`luvalla.choices()`);
export const settled = (tab: Tab, ms = 400): Promise<unknown> => tab.run(`new Promise((done) => setTimeout(done, ${ms}))`);

export const equal = (found: unknown, wanted: unknown): void => {
	const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
	if (a !== b) throw new Error(`${a} is not ${b}`);
};

export const MARKED = `<main><h1>Shop</h1>
<script type="text/plain" data-luvalla="statistics" data-src="{stats}/mark/s1"></script>
<script type="text/plain" data-luvalla="statistics">(window.ran=window.ran||[]).push('s2')</script>
<script type="text/plain" data-luvalla="marketing" data-src="{ads}/mark/m1"></script>
<iframe title="Film" width="400" height="200" data-luvalla="media" data-src="{video}/frame/film"></iframe></main>`;
const ALL = { statistics: true, marketing: true, media: true };
const NONE = { statistics: false, marketing: false, media: false };
const filmShown = `!!document.querySelector('iframe[title=Film]').getAttribute('src')`;

/** On a domain that asks by the Transparency and Consent Framework. */
export const framework: Record<string, Journey> = {
	'TCF string': async ({ lab, open, visitor }) => {
		const data = `new Promise((done) => __tcfapi('getTCData', 2, (data) => done([data.tcString, data.eventStatus, data.purpose.consents[1]])))`;
		const tab = await open({ body: `<h1>Shop</h1><script type="text/plain" data-luvalla="p1" data-src="{stats}/mark/tag"></script>` });
		await until(tab, button('Accept all'));
		equal([(await tab.run<unknown[]>(data)).slice(1), await ran(tab), await tab.run(`document.cookie`)], [['cmpuishown', false], [], '']);
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 1`);
		const [string, ...rest] = await tab.run<[string, ...unknown[]]>(data);
		equal(
			[string.length > 40, rest, await tab.run(`document.cookie.includes('euconsent-v2=${string}')`)],
			[true, ['useractioncomplete', true], true],
		);
		await tab.reload();
		await until(tab, `window.ran?.length === 1`);
		equal([await tab.run(data), await asked(tab)], [[string, 'tcloaded', true], false]);
		// Another tab takes it back: this one hears it, and its tags do.
		lab.pages.set('/second', { body: '<h1>Second</h1>' });
		const second = await visitor.tab();
		await second.go(`${lab.url}second`);
		await until(second, `window.luvalla`);
		await tab.run(`(window.heard = 0, __tcfapi('addEventListener', 2, () => heard++), 1)`);
		await second.run(`(luvalla.withdraw(), 1)`);
		await until(tab, `luvalla.choices().p1 === false && heard > 1`, 1000);
		equal((await tab.run<unknown[]>(data)).slice(1), ['useractioncomplete', false]);
	},
};

export const journeys: Record<string, Journey> = {
	before: async ({ lab, open }) => {
		const tab = await open({ body: MARKED });
		await until(tab, button('Accept all'));
		await settled(tab);
		equal([await ran(tab), lab.asked.length, await tab.run(`document.cookie`), await tab.run(filmShown)], [[], 0, '', false]);
	},
	accept: async ({ lab, open }) => {
		const tab = await open({ body: MARKED });
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3 && ${filmShown}`);
		equal([await ran(tab), await choices(tab)], [['s1', 's2', 'm1'], ALL]);
		await until(tab, `!Object.keys(localStorage).length`);
		equal(
			lab.records().map(({ value }) => value),
			[true, true, true],
		);
	},
	reject: async ({ lab, open }) => {
		const tab = await open({ body: MARKED });
		await press(tab, 'Refuse all');
		await settled(tab);
		equal([await ran(tab), await choices(tab), lab.asked.length, await tab.run(`document.cookie.split('; ').length`)], [[], NONE, 0, 1]);
		await until(tab, `${BUTTONS}.some((one) => one.textContent === 'Show this once')`);
	},
	partial: async ({ open }) => {
		const tab = await open({ body: MARKED });
		await press(tab, 'Choose');
		await tab.run(
			`[...document.querySelectorAll('*')].flatMap((one) => one.shadowRoot ? [...one.shadowRoot.querySelectorAll('input')] : []).find((one) => one.id === 'c-statistics').click()`,
		);
		await press(tab, 'Save my choices');
		await until(tab, `window.ran?.length === 2`);
		await settled(tab);
		equal([await ran(tab), await choices(tab)], [['s1', 's2'], { ...NONE, statistics: true }]);
	},
	withdraw: async ({ open }) => {
		const tab = await open({ body: MARKED });
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3 && ${filmShown}`);
		await tab.run(`document.cookie = '_ga_1=1; path=/'`);
		await tab.run(`luvalla.withdraw()`);
		await until(tab, `!${filmShown} && Object.values(luvalla.choices()).every((yes) => !yes)`);
		equal(await tab.run(`/_ga/.test(document.cookie)`), false);
		// What still runs writes it again; the next page takes it away.
		await tab.run(`document.cookie = '_ga_1=1; path=/'`);
		await tab.reload();
		await until(tab, `!/_ga/.test(document.cookie)`);
		equal([await ran(tab), await asked(tab)], [[], false]);
	},
	reload: async ({ open }) => {
		const tab = await open({ body: MARKED });
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3`);
		await tab.reload();
		await until(tab, `window.ran?.length === 3 && ${filmShown}`);
		await settled(tab);
		equal([await ran(tab), await asked(tab)], [['s1', 's2', 'm1'], false]);
	},
	back: async ({ lab, open }) => {
		const tab = await open({ body: MARKED });
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3 && ${filmShown}`);
		lab.pages.set('/elsewhere', { body: '<h1>Elsewhere</h1>' });
		await tab.go(`${lab.url}elsewhere`);
		await until(tab, `window.luvalla`);
		await tab.run(`luvalla.withdraw()`);
		await until(tab, `luvalla.choices().media === false`);
		await tab.back();
		await until(tab, `window.luvalla && luvalla.choices().media === false && !${filmShown}`, 1000);
	},
	'second tab': async ({ lab, open, visitor }) => {
		const tab = await open({ body: MARKED });
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3 && ${filmShown}`);
		lab.pages.set('/second', { body: '<h1>Second</h1>' });
		const second = await visitor.tab();
		await second.go(`${lab.url}second`);
		await until(second, `window.luvalla`);
		await second.run(`luvalla.withdraw()`);
		await until(tab, `luvalla.choices().media === false && !${filmShown}`, 1000);
		// What else a page keeps may be somebody's words: they turn no into nothing.
		await second.run(
			`(localStorage.setItem('draft', 'luvalla=1~f~media.1.' + Math.floor(Date.now() / 1000 + 60).toString(36)), localStorage.setItem('luvalla.x', 'luvalla=1~f~media.1.zzzzzz'), 1)`,
		);
		await settled(tab, 300);
		equal(await tab.run(`[luvalla.choices().media, luvalla.allowed('constructor'), luvalla.allowed('__proto__')]`), [false, false, false]);
		await second.run(`(localStorage.clear(), 1)`);
	},
	offline: async ({ lab, open }) => {
		const tab = await open({ body: MARKED });
		await until(tab, button('Refuse all'));
		lab.away = true;
		await press(tab, 'Refuse all');
		await until(tab, `luvalla.choices().media === false`);
		equal([lab.records().length, await tab.run(`Object.keys(localStorage).length`)], [0, 1]);
		lab.away = false;
		await tab.run(`dispatchEvent(new Event('online'))`);
		await until(tab, `!Object.keys(localStorage).length`);
		equal(lab.records().length, 3);
	},
	frames: async ({ open, lab }) => {
		// A frame of the site's own carries the snippet too: it hears what the page says, and the other way round.
		lab.pages.set('/inner', { body: '<h1>Inner</h1>' });
		const tab = await open({ body: `${MARKED}<iframe id="inner" title="Inner" src="/inner"></iframe>` });
		await press(tab, 'Accept all');
		await until(tab, `document.getElementById('inner').contentWindow.luvalla.choices().media === true`);
		await tab.run(`document.getElementById('inner').contentWindow.luvalla.withdraw()`);
		await until(tab, `luvalla.choices().media === false && !${filmShown}`, 1000);
		// Shown once, for this frame alone.
		await press(tab, 'Show this once');
		await until(tab, filmShown);
		equal(await choices(tab), NONE);
	},
	declaration: async ({ open }) => {
		const tab = await open({ body: `${MARKED}<luvalla-declaration></luvalla-declaration>` });
		await press(tab, 'Accept all');
		const text = `document.querySelector('luvalla-declaration').shadowRoot?.textContent ?? ''`;
		await until(tab, `/Allowed/.test(${text})`);
		await press(tab, 'Withdraw my consent');
		await until(tab, `/Not allowed/.test(${text}) && !/: Allowed/.test(${text})`);
		// A page that changes by itself brings another one.
		await tab.run(`document.body.append(document.createElement('luvalla-declaration'))`);
		await until(tab, `/Not allowed/.test(document.querySelectorAll('luvalla-declaration')[1].shadowRoot?.textContent ?? '')`);
	},
	GPC: async ({ open, lab }) => {
		const tab = await open({
			body: MARKED,
			first: `<script>Object.defineProperty(navigator,'globalPrivacyControl',{value:true})</script>`,
		});
		await until(tab, `luvalla.choices().marketing === false`);
		equal(await asked(tab), false);
		await until(tab, `!Object.keys(localStorage).length`);
		equal(
			lab.records().some(({ category, value }) => category === 'sale_sharing' && value === false),
			true,
		);
	},
	'known tags': async ({ open, lab }) => {
		const script = (name: string, code: string): string => `<script>{const at='{video}/both/${name}';${code}}</script>`;
		const body = `<h1>Shop</h1>
			${script('attribute', `const s=document.createElement('script');s.setAttributeNS(null,'src',at.replace('both','\\tbo\\nth'));document.head.append(s)`)}
			${script('twice', `const s=document.createElement('script');s.src=at+'0';s.src=at;document.head.append(s)`)}
			${script('shadow', `const d=document.createElement('div');document.body.append(d);const f=document.createElement('iframe');f.title='s';f.setAttribute('src',at.replace('/both/','/both/frame/'));d.attachShadow({mode:'open'}).append(f)`)}
			${script('adjacent', `const s=document.createElement('script');s.src=at;document.body.insertAdjacentElement('beforeend',s)`)}
			${script('detached', `const d=document.createElement('div'),s=document.createElement('script');s.src=at;d.append(s);const m=document.createElement('main');document.body.append(m);m.replaceChildren(d)`)}
			${script('dead', `const d=document.createElement('div');d.innerHTML='<script src="'+at+'"></scr'+'ipt>';document.body.append(d);d.insertAdjacentHTML('afterend','<script src="'+at+'"></scr'+'ipt>')`)}
			<script src="{video}/both/inpage"></script>`;
		const tab = await open({ body });
		await until(tab, button('Refuse all'));
		await settled(tab);
		equal([await ran(tab), lab.asked.filter((one) => !one.includes('inpage'))], [[], []]);
		// One of the host's two categories is enough, on this page and on the next. What a browser would never run is not woken.
		await tab.run(
			`new Promise((done) => luvalla.$.withUi((ui) => { ui.decide({ statistics: false, marketing: true, media: false }); done(1) }))`,
		);
		const wanted = ['adjacent', 'attribute', 'detached', 'inpage', 'twice'];
		await until(tab, `(window.ran ?? []).length >= ${wanted.length}`);
		await settled(tab);
		equal((await ran(tab)).sort(), wanted);
		equal(
			lab.asked.some((one) => one.includes('twice0')),
			false,
		);
		while (!lab.asked.some((one) => one.includes('/both/frame/shadow'))) await settled(tab, 25);
		await tab.reload();
		await until(tab, `window.ran?.length === ${wanted.length}`);
		// Taken back: the frame in the shadow root sleeps too.
		await tab.run(`luvalla.withdraw()`);
		await until(
			tab,
			`[...document.querySelectorAll('div')].some((one) => one.shadowRoot?.querySelector('iframe[title=s]') && !one.shadowRoot.querySelector('iframe[title=s]').getAttribute('src'))`,
		);
	},
	'CSP with nonce': async ({ open }) => {
		const tab = await open({
			attributes: `nonce="${NONCE}"`,
			headers: {
				'content-security-policy': `default-src 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; connect-src {cmp}; style-src 'none'`,
			},
			body: `<h1>Shop</h1>
				<script type="text/plain" data-luvalla="necessary">(window.ran=window.ran||[]).push('gadget')</script>
				<script type="text/plain" data-luvalla="statistics">(window.ran=window.ran||[]).push('gadget')</script>
				<script type="text/plain" data-luvalla="statistics" data-src="{stats}/mark/gadget"></script>
				<script nonce="${NONCE}" type="text/plain" data-luvalla="statistics">(window.ran=window.ran||[]).push('inline')</script>
				<script nonce="${NONCE}" type="text/plain" data-luvalla="statistics" data-src="{stats}/mark/outer"></script>`,
		});
		await settled(tab);
		equal(await ran(tab), []);
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 2`);
		await tab.reload();
		await until(tab, `window.ran?.length === 2`);
		await settled(tab);
		equal(await ran(tab), ['inline', 'outer']);
	},
	'Trusted Types': async ({ open }) => {
		const tab = await open({
			first: `<script>window.problems=[];addEventListener('error',(e)=>problems.push(e.message));document.addEventListener('securitypolicyviolation',(e)=>problems.push(e.violatedDirective+' '+e.sample))</script>`,
			headers: { 'content-security-policy': `require-trusted-types-for 'script'; trusted-types luvalla` },
			body: `${MARKED}<script type="text/plain" data-luvalla="statistics">document.write('<i id=written>w</i>')</script>`,
		});
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3 && ${filmShown} && document.getElementById('written')`);
		await tab.reload();
		await until(tab, `window.ran?.length === 3 && ${filmShown} && document.getElementById('written')`);
		equal(await tab.run(`problems`), []);
	},
	'React app': async ({ lab, open }) => {
		const page = { body: `<div id="root" data-stats="{stats}" data-video="{video}"></div><script src="/app.js"></script>` };
		lab.pages.set('/app', page);
		lab.pages.set('/app/privacy', page);
		const tab = await open({
			first: `<script>history.replaceState(null,'','/app');window.problems=[];addEventListener('error',(e)=>problems.push(e.message))</script>`,
			...page,
		});
		const film = `document.querySelector('iframe[title="How it is made"]')`;
		const placeholder = `${BUTTONS}.some((one) => one.textContent === 'Show this once')`;
		await until(tab, placeholder);
		const go = (id: string) => tab.run(`(document.getElementById('${id}').click(), 1)`);
		await go('privacy');
		await until(
			tab,
			`!${placeholder} && /Not answered/.test(document.querySelector('[data-luvalla-declaration]').shadowRoot?.textContent ?? '')`,
		);
		await go('home');
		await until(tab, placeholder);
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 1 && ${film}.getAttribute('src') && !${placeholder}`);
		await go('privacy');
		await until(
			tab,
			`document.getElementById('state').textContent === 'Statistics may run.' && !document.querySelector('script[data-luvalla]')`,
		);
		await until(tab, `/Allowed/.test(document.querySelector('[data-luvalla-declaration]').shadowRoot?.textContent ?? '')`);
		// A page that comes again runs its tag again, as it would without us.
		await go('home');
		await until(tab, `window.ran?.length === 2 && ${film}.getAttribute('src')`);
		equal(await asked(tab), false);
		await tab.run(`(unmountShop(), 1)`);
		await settled(tab, 100);
		equal(
			await tab.run(`[document.getElementById('root').childNodes.length, document.querySelectorAll('[data-luvalla]').length, problems]`),
			[0, 0, []],
		);
		await tab.run(`(dispatchEvent(new Event('pagehide')), 1)`);
		await until(tab, `!Object.keys(localStorage).length`);
		// The view is a beacon: the page is not told when it has come.
		for (let tries = 0; tries < 50 && lab.views.length === 0; tries++) await settled(tab, 100);
		equal([lab.views.length, lab.records().length], [1, 3]);
	},
	'big page': async ({ open }) => {
		const tab = await open({
			body: `<h1>Long</h1>${Array.from({ length: 200 }, (_, i) => `<div>${'<p>x</p>'.repeat(50)}</div>${i % 10 ? '' : '<script>window.n=(window.n||0)+1</script>'}`).join('')}${MARKED}`,
		});
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3`);
		await tab.reload();
		await until(tab, `window.ran?.length === 3`);
		equal([await ran(tab), await tab.run(`n`)], [['s1', 's2', 'm1'], 20]);
	},
	'slow tag': async ({ open }) => {
		// A tag that never answers in time holds neither the page nor, beyond ten seconds, what stands behind it.
		const tab = await open({
			head: `<script type="text/plain" data-luvalla="statistics" data-src="{stats}/mark/slow?ms=2500"></script>`,
			body: `<h1>Shop</h1><script async type="text/plain" data-luvalla="statistics" data-src="{stats}/mark/quick"></script>
				<script type="text/plain" data-luvalla="statistics" data-type="application/json">{}</script>
				<script type="text/plain" data-luvalla="statistics" data-src="{stats}/gone/x"></script>
				<script type="text/plain" data-luvalla="statistics">(window.ran=window.ran||[]).push('after')</script>
				<script>window.body=performance.now()</script>`,
		});
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.length === 3`);
		await tab.reload();
		const [body, quick] = await tab.run<[number, boolean]>(`[window.body, !!document.querySelector('h1')]`);
		if (!(body < 1500 && quick)) throw new Error(`The parser waited: ${body} ms`);
		await until(tab, `window.ran?.length === 3`);
		equal(await ran(tab), ['quick', 'slow', 'after']);
	},
	'late events': async ({ open }) => {
		const tab = await open({
			body: `<h1 id="top">Shop</h1><script type="text/plain" data-luvalla="statistics">
				window.ran = []; const once = () => ran.push('dcl'); document.addEventListener('DOMContentLoaded', once); document.addEventListener('DOMContentLoaded', once);
				addEventListener('load', { handleEvent() { ran.push('load') } }); document.write('<b id="written">written</b>');
			</script><script type="text/plain" data-luvalla="statistics" onload="1" data-src="{stats}/mark/x?also=${encodeURIComponent("document.currentScript&&ran.push('current')")}" onload="ran.push('onload')"></script>`,
		});
		await press(tab, 'Accept all');
		await until(tab, `window.ran?.includes('current')`);
		await settled(tab);
		equal(
			[await ran(tab), await tab.run(`!!document.getElementById('top') && document.getElementById('written').textContent`)],
			[['dcl', 'load', 'x', 'current'], 'written'],
		);
	},
};
