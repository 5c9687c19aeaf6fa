/** The fair-choice gate in a real browser: a refusal made harder in any way is not published, and the point that fails is named. */
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tcfScreenCodes } from '@luvalla/banner/tcf/screen-codes.ts';
import { templates } from '@luvalla/banner/templates.ts';
import type { GateFinding, Publication } from '@luvalla/contract/consent/configurations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someOf } from '../../../scripts/length.ts';
import { measuredCodes } from '../src/wings/consent/gate/points.ts';
import { storeList } from '../src/wings/consent/vendor-lists/store.ts';
import { currentVersion } from '../src/wings/consent/wing.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { tcfDraftFor } from './fixtures.ts';
import { vendorList } from './vendor-list.ts';

const DIST = join(import.meta.dirname, '../../../packages/banner/dist');
/** Older than any real one, so that nobody is offered it first. */
const TAMPERED = '0.0.1';

let t: TestApp;
let owner: Person;
let tenant: Tenant;
beforeAll(async () => {
	t = await testApp({ CHROMIUM_PATH: '' });
	if (!t.server.kernel.browsers.of('publishing').available) throw new Error('These tests need Chromium.');
	tenant = await t.tenant();
	owner = await t.person([], { adminOf: [tenant] });
});
afterAll(async () => {
	await t.stop();
	await rm(join(DIST, TAMPERED), { recursive: true, force: true });
});

const save = async (title: string, bundleVersion: string, template: keyof typeof templates = 'bottom-bar', change: object = {}) => {
	const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: {
			customerId: tenant.customerId,
			domain: tenant.host,
			title,
			type: 0,
			template,
			// a loader and a banner of one version
			sdkVersion: bundleVersion,
			bundleVersion,
			config: JSON.stringify({ ...templates[template].config, ...change }),
			mapper: '{}',
		},
	});
	expect(saved.status).toBe(200);
	return saved.json().data as { id: string; folder: string };
};
const publish = (folder: string) => t.send(owner, 'POST', `/api/cmpconfigurator/${folder}/publish`);

/** A build whose banner is changed on its way to the screen, by what `change` does to its shadow root. */
const tamper = async (change: string): Promise<void> => {
	const built = join(DIST, await currentVersion());
	const next = `${join(DIST, TAMPERED)}-next`;
	await rm(next, { recursive: true, force: true });
	await cp(built, next, { recursive: true });
	const light = await readFile(join(built, 'light.js'), 'utf8');
	const patch = `const attach=Element.prototype.attachShadow;Element.prototype.attachShadow=function(o){const root=attach.call(this,o);let busy=false;new MutationObserver(()=>{if(busy)return;busy=true;const refuse=root.querySelector('.f .r .b');${change};setTimeout(()=>{busy=false})}).observe(root,{childList:true,subtree:true});return root};\n`;
	await writeFile(join(next, 'light.js'), patch + light);
	const listing = JSON.parse(await readFile(join(next, 'build.json'), 'utf8'));
	await writeFile(join(next, 'build.json'), JSON.stringify({ ...listing, version: TAMPERED }));
	await rm(join(DIST, TAMPERED), { recursive: true, force: true });
	await rename(next, join(DIST, TAMPERED));
};

test('a template passes on a computer and a phone in both languages, and is published with its measurements and pictures', async () => {
	for (const template of someOf(Object.keys(templates) as (keyof typeof templates)[], 1)) {
		const { id, folder } = await save(`Fair ${template}`, await currentVersion(), template);
		const published = await publish(folder);
		expect([template, published.status, published.status === 200 ? '' : published.text]).toEqual([template, 200, '']);
		const findings: GateFinding[] = published.json().data.findings;
		expect(findings.filter((one) => one.code.startsWith('measured_')).map((one) => [one.code, one.ok])).toEqual(
			measuredCodes.map((code) => [code, true]),
		);
		const [publication]: Publication[] = (await t.send(owner, 'GET', `/api/cmpconfigurator/${id}/history`)).json().data;
		expect(publication).toMatchObject({ measured: true, live: true });
		expect(publication?.pictures).toHaveLength(8);
		const picture = await t.app.inject({ url: `/cmp/${publication?.folder}/pictures/fi-phone-2.png` });
		expect([picture.statusCode, picture.headers['content-type'], picture.rawPayload.subarray(1, 4).toString()]).toEqual([
			200,
			'image/png',
			'PNG',
		]);
	}
});

const unfair: readonly (readonly [string, string, ...string[]])[] = [
	['smaller', `refuse&&(refuse.style.cssText='font-size:10px;min-height:0;padding:0')`, 'measured_size'],
	['paler', `refuse&&(refuse.style.opacity='.4')`, 'measured_look', 'measured_contrast'],
	['of weaker colour', `refuse&&(refuse.style.background='#fff',refuse.style.color='#767676')`, 'measured_look'],
	['a layer deeper', `refuse&&refuse.remove()`, 'measured_layer'],
	['out of view', `refuse&&(refuse.style.cssText='position:fixed;left:-400px')`, 'measured_layer'],
	[
		'a link instead of a button',
		`if(refuse){const a=document.createElement('a');a.className='b';a.href='#';a.textContent=refuse.textContent;a.onclick=refuse.onclick;refuse.replaceWith(a)}`,
		'measured_kind',
		'measured_look',
	],
	[
		'two presses away',
		`if(refuse&&!refuse.dataset.twice){refuse.dataset.twice=1;const press=refuse.onclick;refuse.onclick=()=>{refuse.onclick=press}}`,
		'measured_presses',
		'measured_keyboard',
	],
	['not by keyboard', `refuse&&(refuse.tabIndex=-1)`, 'measured_keyboard'],
	['ticked beforehand', `root.querySelectorAll('input').forEach(i=>{i.checked=true})`, 'measured_off'],
	[
		'behind a wall',
		`if(refuse&&!root.querySelector('.wall')){const w=document.createElement('div');w.className='wall';w.style.cssText='position:fixed;inset:0;z-index:1';root.prepend(w)}`,
		'measured_no_wall',
	],
];
test.each(someOf(unfair, 1))('a refusal that is %s is refused by name', async (name, change, ...codes) => {
	await tamper(change);
	// one language is enough for a tampered build
	const { folder } = await save(`Unfair: ${name}`, TAMPERED, 'bottom-bar', { languages: ['en'] });
	const before = (await t.send(owner, 'GET', `/api/manage/domain/${tenant.domainId}`)).json().data.banner;
	const published = await publish(folder);
	expect([published.status, published.json().code]).toEqual([422, 'unfair_choice']);
	const { demands } = await import('../src/wings/consent/gate/demands.ts');
	expect(Object.values(published.json().fields)).toEqual([codes.map((code) => demands[code]?.en).join(' ')]);
	// and what was live stays live
	expect((await t.send(owner, 'GET', `/api/manage/domain/${tenant.domainId}`)).json().data.banner).toEqual(before);
});

test('an answer that comes late on a busy machine is no unfair one', async () => {
	await tamper(
		`if(refuse&&!refuse.dataset.late&&!sessionStorage.late){refuse.dataset.late=1;const press=refuse.onclick;refuse.onclick=()=>{sessionStorage.late=1;setTimeout(press,7000)}}`,
	);
	const { folder } = await save('Fair, late', TAMPERED, 'bottom-bar', { languages: ['en'] });
	const published = await publish(folder);
	expect([published.status, published.text.slice(0, 200)]).toEqual([200, expect.anything()]);
});

test('a TCF banner is measured too: the points of every banner and the framework’s own', async () => {
	const tcf = await testApp({ CHROMIUM_PATH: '', TCF_CMP_ID: '4095' });
	try {
		await tcf.storage.inPlatform((tx) => storeList(tx, { ...vendorList(), vendorListVersion: 2900 }, 'uploaded'));
		const saved = await tcf.send(owner, 'POST', '/api/cmpconfigurator/tcfconfig', { body: tcfDraftFor(tenant, 'Measured TCF') });
		const { id, folder } = saved.json().data;
		const published = await tcf.send(owner, 'POST', `/api/cmpconfigurator/${folder}/publish`);
		expect([published.status, published.status === 200 ? '' : published.text]).toEqual([200, '']);
		const [publication]: Publication[] = (await tcf.send(owner, 'GET', `/api/cmpconfigurator/${id}/history`)).json().data;
		expect(publication?.measured).toBe(true);
		const codes = new Set(publication?.findings.map((one) => one.code));
		for (const code of [...measuredCodes, ...tcfScreenCodes]) expect([code, codes.has(code)]).toEqual([code, true]);
		expect(publication?.findings.filter((one) => !one.ok || one.demand === one.code)).toEqual([]);
		expect(publication?.pictures.length).toBeGreaterThanOrEqual(4);
	} finally {
		await tcf.stop();
	}
});

test('without a browser it is published as not measured', async () => {
	const without = await testApp();
	try {
		const { id, folder } = await save('Unseen', await currentVersion());
		const published = await without.send(owner, 'POST', `/api/cmpconfigurator/${folder}/publish`);
		expect(published.status).toBe(200);
		expect((await t.send(owner, 'GET', `/api/cmpconfigurator/${id}/history`)).json().data[0]).toMatchObject({
			measured: false,
			pictures: [],
		});
	} finally {
		await without.stop();
	}
});

test('history tells what changed, and an earlier version is served again byte for byte', async () => {
	const without = await testApp();
	try {
		const { id, folder } = await save('Turned', await currentVersion());
		const first = (await without.send(owner, 'POST', `/api/cmpconfigurator/${folder}/publish`)).json().data;
		const pointer = async () => (await without.app.inject({ url: `/cmp/d/${tenant.domainId}.js` })).payload;
		const old = await pointer();
		const { config } = templates['bottom-bar'];
		const texts = { ...config.texts, en: { ...config.texts.en, title: 'Another title' } };
		await save('Turned', await currentVersion(), 'bottom-bar', { texts, reask: { yesMonths: 6, noMonths: 12 } });
		const second = (await without.send(owner, 'POST', `/api/cmpconfigurator/${folder}/publish`)).json().data;
		await expect.poll(pointer).not.toBe(old);
		const changed = await without.send(
			owner,
			'GET',
			`/api/cmpconfigurator/published/${second.publishedFolder}/difference?from=${first.publishedFolder}`,
		);
		expect(changed.json().data).toEqual([
			{ path: 'texts.en.title', before: 'Your choice, your data', after: 'Another title' },
			{ path: 'reask.yesMonths', before: '12', after: '6' },
			{ path: 'reask.noMonths', before: '6', after: '12' },
		]);
		const back = await without.send(owner, 'POST', `/api/cmpconfigurator/published/${first.publishedFolder}/rollback`);
		expect(back.json().data).toMatchObject({ folder: first.publishedFolder, version: first.version });
		await expect.poll(pointer).toBe(old);
		expect((await without.send(owner, 'POST', `/api/cmpconfigurator/published/${first.publishedFolder}/rollback`)).json().code).toBe(
			'already_live',
		);
		const history: Publication[] = (await without.send(owner, 'GET', `/api/cmpconfigurator/${id}/history`)).json().data;
		expect(history.map((one) => [one.version, one.live])).toEqual([
			[second.version, false],
			[first.version, true],
		]);
	} finally {
		await without.stop();
	}
});
