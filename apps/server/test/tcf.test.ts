/** TCF configurations: drafts, policy points, publication, and the TC string in the ledger. */
import { TCString } from '@iabtechlabtcf/core';
import { words } from '@luvalla/banner/languages/en.ts';
import { tcfData } from '@luvalla/banner/tcf/assemble.ts';
import { everything, stringsOf } from '@luvalla/banner/tcf/choice.ts';
import { tcfPolicyCodes } from '@luvalla/banner/tcf/policy.ts';
import { tcfTemplates } from '@luvalla/banner/tcf/templates.ts';
import { TcfConfig } from '@luvalla/contract/consent/tcf.ts';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuse } from '../src/kernel/http/errors.ts';
import { loading } from '../src/wings/consent/configurations/loading.ts';
import { policyDemands } from '../src/wings/consent/configurations/tcf/demands.ts';
import { storeList, storeTexts } from '../src/wings/consent/vendor-lists/store.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { choice, draftFor, publishBanner, SDK, tcfDraftFor } from './fixtures.ts';
import { leafOfYes } from './proven-leaf.ts';
import { forgetLists, vendorList } from './vendor-list.ts';

/** Marked as a test's: no CMP of the world is meant. */
const TEST_CMP_ID = 4095;

let t: TestApp;
let tenant: Tenant;
let owner: Person;
// Each test stores a list of its own version.
let version = 3000;
const newList = (change: (list: VendorList) => void = () => {}): VendorList => {
	const list = { ...vendorList(), vendorListVersion: ++version };
	change(list);
	return list;
};
const keep = (list: VendorList) => t.storage.inPlatform((tx) => storeList(tx, list, 'uploaded'));

beforeAll(async () => {
	t = await testApp({ TCF_CMP_ID: String(TEST_CMP_ID), TCF_CMP_VERSION: '3' });
	tenant = await t.tenant();
	owner = await t.person([], { adminOf: [tenant] });
	await forgetLists(t.storage);
	await keep(newList());
});
afterAll(() => t.stop());

const save = async (change: object = {}, title = 'TCF', over: object = {}) =>
	t.send(owner, 'POST', '/api/cmpconfigurator/tcfconfig', { body: { ...tcfDraftFor(tenant, title, change), ...over } });
const publish = async (change: object = {}, title = 'TCF', over: object = {}) => {
	const saved = await save(change, title, over);
	if (saved.status !== 200) throw new Error(saved.text);
	return t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
};
const served = async (path: string) => (await t.app.inject({ url: path, headers: { 'accept-encoding': 'identity' } })).payload;

test('a draft is saved, listed with its kind, read back and deleted; the light list does not know it', async () => {
	const saved = await save({}, 'Draft');
	expect(saved.json().data).toMatchObject({ type: 1, title: 'Draft', template: 'tcf-bar', status: 0, live: false });
	const { id, folder } = saved.json().data;
	const tcf = (await t.send(owner, 'GET', `/api/cmpconfigurator/tcfconfig/${tenant.customerId}?q=draft`)).json().data;
	expect(tcf.map((row: { id: string }) => row.id)).toEqual([id]);
	const light = (await t.send(owner, 'GET', `/api/cmpconfigurator/lightconfig/${tenant.customerId}`)).json().data;
	expect(light.map((row: { id: string }) => row.id)).not.toContain(id);
	const detail = (await t.send(owner, 'GET', `/api/cmpconfigurator/${id}`)).json().data;
	expect(TcfConfig.parse(JSON.parse(detail.config)).languages).toEqual(['en']);
	expect((await t.send(owner, 'DELETE', `/api/cmpconfigurator/TCFconfig/${folder}`)).json().data).toEqual({ folder });
	expect((await t.send(owner, 'GET', `/api/cmpconfigurator/${id}`)).status).toBe(404);
});

test('each kind’s calls touch drafts of their kind only', async () => {
	const light = (await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', { body: draftFor(tenant, 'Kinds') })).json().data;
	const tcf = (await save({}, 'Kinds')).json().data;
	const remove = async (kind: string, folder: string) => (await t.send(owner, 'DELETE', `/api/cmpconfigurator/${kind}/${folder}`)).status;
	expect(await remove('TCFconfig', light.folder)).toBe(404);
	expect(await remove('lightconfig', tcf.folder)).toBe(404);
	const over = await save({}, 'Taken over', { id: light.id });
	const other = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: { ...draftFor(tenant, 'Taken over'), id: tcf.id },
	});
	expect([over.status, other.status]).toEqual([404, 404]);
	for (const { id, type } of [light, tcf]) expect((await t.send(owner, 'GET', `/api/cmpconfigurator/${id}`)).json().data.type).toBe(type);
	expect(await remove('lightconfig', light.folder)).toBe(200);
	expect(await remove('TCFconfig', tcf.folder)).toBe(200);
});

test('what cannot be a TCF banner is refused field by field', async () => {
	const wrong = await save({ publisherCountry: 'Finland', reask: { yesMonths: 24, noMonths: 1 }, vendors: [] });
	expect(wrong.status).toBe(422);
	expect(Object.keys(wrong.json().fields).sort()).toEqual(['publisherCountry', 'reask.noMonths', 'reask.yesMonths', 'vendors']);
	expect((await save({}, 'x', { mapper: '{"purposes":{"p44":"x"}}' })).status).toBe(422);
	expect((await save({}, 'x', { config: '{' })).json().code).toBe('not_json_text');
	expect((await save({}, 'x', { bundleVersion: '9.9.9' })).json().code).toBe('unknown_bundle');
	expect((await save({}, 'x', { type: 0 })).status).toBe(400);
});

test('templates and bundles are told, and one that is not there is a path that is none', async () => {
	const { templates } = (await t.send(owner, 'GET', '/api/cmpconfigurator/templates/tcf')).json().data;
	expect(templates.map((one: { name: string }) => one.name)).toEqual(['tcf-bar', 'tcf-box', 'tcf-dialog']);
	expect((await t.send(owner, 'GET', '/api/cmpconfigurator/templates/tcf/tcf-box')).json().data.config).toEqual(
		tcfTemplates['tcf-box'].config,
	);
	expect((await t.send(owner, 'GET', '/api/cmpconfigurator/templates/tcf/box')).status).toBe(404);
	const bundles = (await t.send(owner, 'GET', '/api/cmpconfigurator/cmpbundle')).json().data;
	expect(bundles).toMatchObject({ cmpId: TEST_CMP_ID, cmpVersion: 3 });
	expect(bundles.bundles[0]).toMatchObject({ version: SDK, file: 'tcf.js' });
});

test('a part that cannot be loaded goes to the log by its name, and its failure to the asker', async () => {
	const logged: unknown[] = [];
	const log = { warn: (message: string, more?: object) => void logged.push([message, more]) };
	const failure = new Error('gone');
	await expect(loading(log, 'cmpbundle', () => Promise.reject(failure))).rejects.toBe(failure);
	expect(logged).toEqual([['a part of the configurator could not be loaded', { wanted: 'cmpbundle', error: failure }]]);
	expect(await loading(log, 'sdk', async () => 1)).toBe(1);
	// Whoever asks for what there is not is told so; nothing of ours has failed.
	const wrong = refuse('not_found');
	await expect(loading(log, 'templates/light/nothing', () => Promise.reject(wrong))).rejects.toBe(wrong);
	expect(logged).toHaveLength(1);
	const refused = await t.send(owner, 'GET', '/api/cmpconfigurator/templates/light/nothing');
	expect([refused.status, refused.json().error]).toEqual([404, 'Invalid template']);
	expect((await save({}, 'x', { sdkVersion: '9.9.9' })).json().error).toBe('Invalid version');
});

test('publishing serves API and layers, and the list only in the second layer’s file', async () => {
	const answer = await publish({ specialFeatures: [1] });
	expect(answer.json().data).toMatchObject({ configuration: { live: true, status: 1 } });
	const { publishedFolder, findings } = answer.json().data;
	expect(findings.every((finding: { ok: boolean }) => finding.ok)).toBe(true);
	const pointer = await served(`/cmp/d/${tenant.domainId}.js`);
	expect([pointer.includes('__tcfapi'), pointer.includes('__gpp')]).toEqual([true, false]);
	// It has a name from the publication on, and is shown once something is in it.
	const [log] = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ log_id: string }>('select log_id from ledger_log where customer_id = $1', [tenant.customerId]),
	);
	expect(await served(`/cmp/${publishedFolder}/declaration.en.js`)).toContain(log?.log_id);
	const first = await served(`/cmp/${publishedFolder}/tcf.en.js`);
	const second = await served(`/cmp/${publishedFolder}/tcflayer.en.js`);
	expect([first.includes('Vendor 1300'), second.includes('Vendor 1300'), second.includes('Vendor 9')]).toEqual([false, true, false]);
	expect((await t.app.inject(`/cmp/${publishedFolder}/gpp.js`)).statusCode).toBe(200);
	expect(JSON.parse(await served(`/cmp/${publishedFolder}/config.json`))).toMatchObject({
		vendorListVersion: version,
		cmpId: TEST_CMP_ID,
		vendors: [1, 2, 5, 12, 1300],
		reaskBelow: 0,
	});
});

test('a choice is stored as a record a purpose, each with the TC string inside its leaf', async () => {
	const { publishedFolder } = (await publish({ vendors: [1, 2] }, 'Records', { mapper: '{"purposes":{"p3":"Ads","p4":"Ads"}}' })).json()
		.data;
	const config = TcfConfig.parse(JSON.parse(tcfDraftFor(tenant, '', { vendors: [1, 2] }).config));
	const data = tcfData('tcf-bar', config, 'en', vendorList(), {}, words);
	const pointer = { cmpId: TEST_CMP_ID, cmpVersion: 3, listVersion: version, policyVersion: 5, country: 'FI', reaskBelow: 0, ac: false };
	const [tcString] = stringsOf(everything(data, true, 1), data, pointer);
	const records = choice({ p1: true, p2: true, p3: true, p4: true });
	const sent = await t.send(null, 'POST', '/edge/v1/records', {
		headers: { origin: `https://${tenant.host}` },
		body: { domainId: tenant.domainId, configuration: publishedFolder, tcString, records },
	});
	expect(sent.json().data).toEqual({ stored: 4, known: 0, refused: [] });
	const pages = await Promise.all(
		records.map(async ({ id }) => (await t.send(owner, 'GET', `/api/audit/domain/consents/${id}`)).json().data),
	);
	expect(pages.map((page) => [page.category, page.purpose.name])).toEqual([
		['p1', 'Purpose 1'],
		['p2', 'Purpose 2'],
		['p3', 'Ads'],
		['p4', 'Ads'],
	]);
	expect(pages[2].purpose.id).toBe(pages[3].purpose.id);
	expect(pages[2].purpose.wording).toContain('Purpose 3 · Purpose 4');
	expect(TCString.decode(pages[0].tcString).vendorListVersion).toBe(version);
	for (const page of pages) {
		expect(page.tcString).toBe(tcString);
		expect(leafOfYes(tenant, publishedFolder, page, tcString)).toBe(page.leaf);
	}
	const hostile = await t.send(null, 'POST', '/edge/v1/records', {
		headers: { origin: `https://${tenant.host}` },
		body: { domainId: tenant.domainId, configuration: publishedFolder, tcString: '<script>', records },
	});
	expect(hostile.status).toBe(400);
});

test('a newer list asks nobody again unless a vendor in use changed its terms', async () => {
	const reaskBelow = async (title: string, vendors = [1, 2]) => {
		const { publishedFolder } = (await publish({ vendors }, title)).json().data;
		return JSON.parse(await served(`/cmp/${publishedFolder}/config.json`)).reaskBelow as number;
	};
	const before = await reaskBelow('Update');
	await keep(
		newList((l) => {
			l.vendors['1'] = { ...vendorList().vendors['1'], name: 'Renamed', cookieMaxAgeSeconds: 1 } as VendorList['vendors'][string];
			l.vendors['12'] = { ...vendorList().vendors['12'], purposes: [1] } as VendorList['vendors'][string];
		}),
	);
	// Cosmetic for a vendor in use, material for one that is not asked for.
	expect(await reaskBelow('Update')).toBe(before);
	await keep(
		newList((l) => {
			l.vendors['1'] = { ...vendorList().vendors['1'], purposes: [1, 3, 4, 8] } as VendorList['vendors'][string];
		}),
	);
	expect(await reaskBelow('Update')).toBe(version);
	await keep(
		newList((l) => {
			l.vendors['1'] = { ...vendorList().vendors['1'], purposes: [1, 3, 4, 8] } as VendorList['vendors'][string];
		}),
	);
	expect(await reaskBelow('Update')).toBe(version - 1);
	// Left out while it changed its terms and asked for again: a string from before knows nothing of them.
	await keep(newList());
	expect(await reaskBelow('Update', [2])).toBe(version - 2);
	expect(await reaskBelow('Update')).toBe(version);
});

test('each broken policy point is refused at publish by its field, and nothing is published', async () => {
	const texts = tcfTemplates['tcf-bar'].config.texts.en;
	const worded = (change: object) => ({ texts: { ...tcfTemplates['tcf-bar'].config.texts, en: { ...texts, ...change } } });
	const colours = tcfTemplates['tcf-bar'].config.colours;
	const cases: [code: string, change: object, field: string, over?: object][] = [
		['tcf_answers', worded({ accept: 'Yes, please take everything you can' }), 'texts.en.accept'],
		['tcf_answers', worded({ accept: 'Refuse all' }), 'texts.en.accept'],
		['tcf_answers_contrast', { colours: { ...colours, button: '#707070' } }, 'colours.buttonText'],
		['tcf_text_contrast', { colours: { ...colours, text: '#999999' } }, 'colours.text'],
		['tcf_button_contrast', { colours: { ...colours, button: '#f2f2f2', buttonText: '#000000' } }, 'colours.button'],
		['tcf_texts', worded({ policyLabel: 'Policy', policyUrl: '' }), 'texts.en.policyUrl'],
		['tcf_withdraw', worded({ reopen: '\u2800' }), 'texts.en.reopen'],
		['tcf_vendors', { vendors: [1, 9] }, 'vendors'],
		['tcf_vendors', { vendors: [1, 4000] }, 'vendors'],
		['tcf_purposes', { vendors: [5] }, 'vendors'],
		['tcf_stacks', { stacks: [44] }, 'stacks'],
		['tcf_stacks', { stacks: [1, 1] }, 'stacks'],
		['tcf_stacks', { stacks: [1], vendors: [2] }, 'stacks'],
		['tcf_special_features', { specialFeatures: [2] }, 'specialFeatures'],
		['tcf_restrictions', { publisherRestrictions: [{ purpose: 1, type: 2, vendors: 'all' }] }, 'publisherRestrictions.0'],
		['tcf_restricted_vendors', { publisherRestrictions: [{ purpose: 3, type: 0, vendors: [1, 4000] }] }, 'publisherRestrictions.0.vendors'],
		['tcf_restricted_vendors', { publisherRestrictions: [{ purpose: 3, type: 0, vendors: [1, 9] }] }, 'publisherRestrictions.0.vendors'],
		['tcf_legitimate_interest', { publisherPurposes: { consents: [], legitimateInterests: [3] } }, 'publisherPurposes.legitimateInterests'],
		['tcf_mapping', {}, 'mapper.purposes.p11', { mapper: '{"purposes":{"p11":"Research"}}' }],
		['tcf_messaging', {}, 'mapper.purposes.p3', { mapper: '{"purposes":{"p3":"Newsletter by e-mail"}}' }],
	];
	const live = await served(`/cmp/d/${tenant.domainId}.js`);
	for (const [code, change, field, over] of cases) {
		const refused = await publish(change, 'Broken', over);
		expect([refused.status, refused.json().code, Object.keys(refused.json().fields ?? {})], code).toEqual([422, 'tcf_policy', [field]]);
		expect(refused.json().fields[field], code).toBe(policyDemands[code as keyof typeof policyDemands].en);
	}
	expect(await served(`/cmp/d/${tenant.domainId}.js`)).toBe(live);
	// Tried one by one: every point but those that the shapes refuse before, and the one of the next test.
	expect(tcfPolicyCodes.filter((code) => !cases.some(([tried]) => tried === code))).toEqual([
		'tcf_official_texts',
		'tcf_reask',
		'tcf_translations',
	]);
});

test('a language is published only with the framework’s official texts in it', async () => {
	// Another test file of this worker may have stored them: they are made incomplete here, then whole.
	const { vendors: _, ...texts } = newList();
	const store = (given: object) => t.storage.inPlatform((tx) => storeTexts(tx, 'fi', given as Parameters<typeof storeTexts>[2]));
	await store({ ...texts, purposes: { 1: texts.purposes['1'] } });
	const refused = await publish({ languages: ['en', 'fi'] }, 'Finnish');
	expect([refused.json().code, Object.keys(refused.json().fields)]).toEqual(['tcf_policy', ['languages']]);
	await store(JSON.parse(JSON.stringify(texts).replaceAll('"name":"Purpose', '"name":"Tarkoitus')) as object);
	const { publishedFolder } = (await publish({ languages: ['en', 'fi'] }, 'Finnish')).json().data;
	expect(await served(`/cmp/${publishedFolder}/tcf.fi.js`)).toContain('Tarkoitus 1');
	expect(await served(`/cmp/${publishedFolder}/tcf.en.js`)).toContain('Purpose 1');
});

test('without a CMP id a configuration is kept and tried, but never published', async () => {
	const without = await testApp();
	try {
		const own = await without.tenant();
		const admin = await without.person([], { adminOf: [own] });
		const saved = await without.send(admin, 'POST', '/api/cmpconfigurator/tcfconfig', { body: tcfDraftFor(own) });
		expect(saved.status).toBe(200);
		const refused = await without.send(admin, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
		expect([refused.status, refused.json().code]).toEqual([422, 'no_cmp_id']);
		expect((await without.send(admin, 'GET', '/api/cmpconfigurator/cmpbundle')).json().data).toMatchObject({ cmpId: null });
		expect((await without.app.inject(`/cmp/d/${own.domainId}.js`)).statusCode).toBe(404);
	} finally {
		await without.stop();
	}
});

test('light and TCF of a domain are counted together: what comes next, what it replaces, and whether a newer list changes it', async () => {
	const own = await t.tenant();
	const admin = await t.person([], { adminOf: [own] });
	const next = async () => (await t.send(admin, 'GET', `/api/cmpconfigurator/domain/${own.domainId}/next`)).json().data;
	expect(await next()).toEqual({ version: 1, site: `https://${own.host}/`, live: null });
	const light = await publishBanner(t, admin, own, 'Front page');
	const first = await next();
	expect(first).toMatchObject({
		version: 2,
		live: { folder: light.publishedFolder, configurationId: light.id, title: 'Front page', type: 0, version: 1 },
	});
	expect(first.live).toMatchObject({ measured: false, outdated: false, since: first.live.publishedAt });
	expect(first.live.purposes).toMatchObject({ statistics: { name: 'Statistics' }, sale_sharing: { name: 'Sale and sharing' } });
	expect(Object.keys(first.live.purposes.statistics.wording)).toContain('en');

	const draft = (await t.send(admin, 'POST', '/api/cmpconfigurator/tcfconfig', { body: tcfDraftFor(own, 'Framework') })).json().data;
	const at = (version: number) => t.send(admin, 'POST', `/api/cmpconfigurator/${draft.folder}/publish?version=${version}`);
	const late = await at(1);
	expect([late.status, late.json().code]).toEqual([409, 'version_taken']);
	const published = (await at(first.version)).json().data;
	expect(published.version).toBe(first.version);
	expect(await next()).toMatchObject({
		version: 3,
		live: { configurationId: draft.id, title: 'Framework', type: 1, version: 2, points: published.findings.length, outdated: false },
	});
	await keep(newList());
	expect((await next()).live.outdated).toBe(true);
	const { vendorListVersion } = JSON.parse(await served(`/cmp/${published.publishedFolder}/config.json`));
	// Which vendors it asks for, by the list that it was published with, told to whoever may see the domain.
	const asked = async (asker: Person) => (await t.send(asker, 'GET', `/api/cmpconfigurator/gvlvendors/${own.customerId}`)).json().data;
	expect(await asked(admin)).toEqual([
		{ id: draft.id, title: 'Framework', domain: own.host, version: 2, vendorListVersion, vendors: [1, 2, 5, 12, 1300] },
	]);
	const other = (await t.send(admin, 'POST', '/api/domain', { body: { domain: `other.${own.host}`, customerId: own.customerId } })).json();
	expect(await asked(await t.person(['DOMAIN_ADMIN'], { domainsOf: [{ ...own, domainId: other.data.id }] }))).toEqual([]);

	// Brought back, it is live since then, not since it was published.
	const back = await t.send(admin, 'POST', `/api/cmpconfigurator/published/${light.publishedFolder}/rollback`);
	expect(back.status).toBe(200);
	expect(await asked(admin)).toEqual([]);
	const { version, live } = await next();
	expect([version, live.version, live.publishedAt]).toEqual([3, 1, first.live.publishedAt]);
	expect(live.since > live.publishedAt).toBe(true);
});
