/** Banners in other languages than the portal's: published, recorded, shown again. */

import { loadWords } from '@luvalla/banner/languages/load.ts';
import { lightTextsOf } from '@luvalla/banner/languages/texts.ts';
import { templates } from '@luvalla/banner/templates.ts';
import type { BannerLanguage } from '@luvalla/contract/consent/languages.ts';
import type { LightConfig } from '@luvalla/contract/consent/light.ts';
import { expect, test } from 'vitest';
import { speaks } from '../src/wings/consent/configurations/builds.ts';
import { maySpeak } from '../src/wings/consent/configurations/publish.ts';
import { captionOf } from '../src/wings/consent/proof/facts.ts';
import { startApp } from './app.ts';
import { draftFor, edgeRecord, sendRecords } from './fixtures.ts';

const t = await startApp();
const tenant = await t.tenant();
const owner = await t.person([], { adminOf: [tenant] });

const speaking = async (...languages: BannerLanguage[]): Promise<LightConfig> => {
	const start = structuredClone(templates.box.config);
	const config: LightConfig = { ...start, languages };
	for (const language of languages) {
		const words = await loadWords(language);
		config.texts[language] = lightTextsOf(words, 'box');
		for (const category of config.categories)
			if (category.key in words.categories) category.texts[language] = words.categories[category.key as keyof typeof words.categories];
	}
	return config;
};
const save = (config: LightConfig, title: string) =>
	t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', { body: { ...draftFor(tenant, title), config: JSON.stringify(config) } });

test('an Arabic and Japanese banner is published, its words are the purposes’, and its records say which was shown', async () => {
	const config = { ...(await speaking('ar', 'ja')), unchecked: { ja: ['title'] } };
	const saved = await save(config, 'Two tongues');
	expect(saved.status).toBe(200);
	const { folder, id } = saved.json().data;
	// What is still to be looked at stays with the draft, and is no obstacle.
	expect(JSON.parse((await t.send(owner, 'GET', `/api/cmpconfigurator/${id}`)).json().data.config).unchecked).toEqual({ ja: ['title'] });
	const published = (await t.send(owner, 'POST', `/api/cmpconfigurator/${folder}/publish`)).json().data;
	expect(published.findings).toContainEqual({ code: 'translations', ok: true, measured: 'ja 1', where: null });
	const file = async (path: string) => (await t.app.inject({ url: `/cmp/${published.publishedFolder}/${path}` })).payload;
	expect(await file('light.ar.js')).toContain('"dir":"rtl"');
	expect(await file('light.ja.js')).toContain('すべて拒否');
	expect(JSON.parse(await file('config.json')).config.unchecked).toEqual({});
	const purposes = (await t.send(owner, 'GET', `/api/consent/purpose/${tenant.customerId}`)).json().data as {
		name: string;
		versions: { wording: Record<string, { name: string }> }[];
	}[];
	expect(purposes.find(({ name }) => name === 'الإحصاءات')?.versions[0]?.wording).toMatchObject({ ja: { name: '統計' } });
	expect(Object.keys(purposes.find(({ name }) => name === 'Sale and sharing')?.versions[0]?.wording ?? {}).sort()).toEqual([
		'ar',
		'en',
		'fi',
		'ja',
	]);
	const sent = await sendRecords(t, tenant, published.publishedFolder, [{ ...edgeRecord('statistics', true), language: 'ja' }]);
	expect(sent.json().data).toMatchObject({ stored: 1, refused: [] });
});

test('a language without texts is refused by its field, and one named twice', async () => {
	const config = await speaking('en', 'sv');
	const bare = await save({ ...config, texts: { en: config.texts.en } }, 'Bare');
	expect([bare.status, Object.keys(bare.json().fields)]).toEqual([422, ['texts.sv.title']]);
	const twice = await save({ ...config, languages: ['en', 'en'] }, 'Twice');
	expect([twice.status, twice.json().fields.languages]).toEqual([422, 'A language is named twice']);
});

test('an older banner speaks English and Finnish only, and says so at publishing', () => {
	expect([speaks('0.3.9', 'fi'), speaks('0.3.9', 'sv'), speaks('0.4.0', 'sv'), speaks('0.10.0', 'ga')]).toEqual([true, false, true, true]);
	maySpeak({ bundle_version: '0.3.0' }, ['en', 'fi']);
	expect(() => maySpeak({ bundle_version: '0.3.0' }, ['en', 'sv'])).toThrow(
		expect.objectContaining({
			code: 'old_bundle',
			fields: {
				bundleVersion: {
					en: 'Banner 0.3.0 has no words in Swedish. Choose version 0.4.0 or a later one.',
					fi: 'Bannerin versiossa 0.3.0 ei ole tätä kieltä: ruotsi. Valitse versio 0.4.0 tai uudempi.',
				},
			},
		}),
	);
});

test('a receipt says in which language its pictures are', () => {
	expect(captionOf('pictures/ja-phone-1.png', 'en')).toMatch(/Japanese/);
	expect(captionOf('pictures/ar-phone-2.png', 'fi')).toMatch(/arabia/);
});
