// @vitest-environment node
/** The languages' files: whole, true to their language's forms, and fair as they stand. */
import { BannerLanguage } from '@luvalla/contract/consent/languages';
import { LightConfig, TemplateName } from '@luvalla/contract/consent/light';
import { TcfConfig, TcfTemplateName } from '@luvalla/contract/consent/tcf';
import { describe, expect, it } from 'vitest';
import { assembleFolder, lightData } from '../src/assemble.ts';
import { gate } from '../src/gate.ts';
import { equalLabels, lengthOf, visible } from '../src/labels.ts';
import { words as english } from '../src/languages/en.ts';
import { loadWords, wordsOf } from '../src/languages/load.ts';
import { directionOf } from '../src/languages/reading.ts';
import { categoryTextsOf, lightTextsOf, tcfTextsOf } from '../src/languages/texts.ts';
import { counted, type Forms, timeIn } from '../src/languages/words.ts';
import { namesMessaging } from '../src/messaging.ts';
import { tcfData, tcfLayer } from '../src/tcf/assemble.ts';
import { tcfPolicy } from '../src/tcf/policy.ts';
import { tcfTemplates } from '../src/tcf/templates.ts';
import { templates } from '../src/templates.ts';
import { madeList } from './lists.ts';
import { translated } from './tcf-published.ts';

const languages = BannerLanguage.options;
const all = await wordsOf(languages);
const wordsIn = (language: BannerLanguage) => all[language] ?? english;

/** Path → text; of a text with forms, their names behind it. */
const leaves = (value: unknown, path = ''): [string, string][] =>
	typeof value === 'string'
		? [[path, value]]
		: Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([key, one]) =>
				leaves(one, path ? `${path}.${key}` : key),
			);

const FORMS = ['light.cookies', 'first.partners', 'layer.consentOf', 'layer.legitimateOf', 'layer.usedBy'] as const;
const isForm = (path: string) => FORMS.some((one) => path === one || path.startsWith(`${one}.`));
const formsOf = (language: BannerLanguage): Forms[] => {
	const { light, first, layer } = wordsIn(language);
	return [light.cookies, first.partners, layer.consentOf, layer.legitimateOf, layer.usedBy];
};
const named = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

/** Words that are the same in English and in the language. */
const COGNATES: Partial<Record<BannerLanguage, readonly string[]>> = {
	fi: ['Media'],
	da: ['Cookie', '{n} cookie', '{n} cookies'],
	nl: ['Cookie', '{n} cookie', '{n} cookies', 'Partners ({n})', 'Marketing'],
	de: ['Cookie', 'Marketing'],
	fr: ['Cookie', '{n} cookie', '{n} cookies'],
	pt: ['Cookie', '{n} cookie', '{n} cookies'],
	it: ['{n} cookie'],
	el: ['{n} cookie', '{n} cookies'],
	mt: ['{n} cookies'],
	es: ['Cookie', '{n} cookie', '{n} cookies'],
};

describe('the languages of the banner', () => {
	it('are the 24 of the European Union and six more, each in a file of its own', async () => {
		expect(languages.length).toBe(30);
		for (const language of languages) expect(await loadWords(language)).toBe(all[language]);
		expect(languages.filter((one) => directionOf(one) === 'rtl')).toEqual(['ar']);
	});

	it('have every text, none empty, and every name that is filled in', () => {
		const keys = (language: BannerLanguage) => [...new Set(leaves(wordsIn(language)).flatMap(([path]) => (isForm(path) ? [] : [path])))];
		for (const language of languages) {
			expect(keys(language), language).toEqual(keys('en'));
			const own = new Map(leaves(wordsIn(language)));
			for (const [path, text] of own) {
				expect(text.trim() === text && text !== '', `${language} ${path}`).toBe(true);
				if (isForm(path))
					expect(named(text), `${language} ${path}`).toEqual(path.startsWith('first.partners') && !text.includes('{n}') ? [] : ['n']);
			}
			for (const [path, text] of leaves(english))
				if (!isForm(path)) expect(named(own.get(path) ?? ''), `${language} ${path}`).toEqual(named(text));
		}
	});

	it('have each form that a number may ask for', () => {
		for (const language of languages) {
			const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
			for (const forms of formsOf(language))
				if (typeof forms !== 'string') expect(Object.keys(forms).sort(), language).toEqual([...pluralCategories].sort());
			for (const n of [0, 1, 2, 3, 5, 11, 21, 101, 1_000, 1_000_000])
				for (const forms of formsOf(language)) {
					const said = counted(language, forms, n);
					expect(said, `${language} ${n}`).toContain(new Intl.NumberFormat(language).format(n));
				}
			expect(timeIn(language, 30, 'day'), language).not.toBe('');
		}
		expect(
			['cs', 'pl', 'ar', 'ja', 'fi'].map((one) => counted(one as BannerLanguage, wordsIn(one as BannerLanguage).light.cookies, 3)),
		).toEqual(['3 soubory cookie', '3 pliki cookie', '3 ملفات تعريف ارتباط', 'Cookie 3 件', '3 evästettä']);
	});

	it('are not left in English', () => {
		for (const language of languages) {
			if (language === 'en') continue;
			const own = new Map(leaves(wordsIn(language)));
			const left = leaves(english).filter(([path, text]) => own.get(path) === text && !COGNATES[language]?.includes(text));
			expect(left, language).toEqual([]);
		}
	});

	it('pass the gate in every template, with answers alike in length', () => {
		for (const name of TemplateName.options) {
			const start = structuredClone(templates[name].config);
			const config = LightConfig.parse({
				...start,
				languages,
				texts: Object.fromEntries(languages.map((one) => [one, lightTextsOf(wordsIn(one), name)])),
				categories: start.categories.map((category) => ({
					...category,
					texts: Object.fromEntries(languages.map((one) => [one, categoryTextsOf(wordsIn(one), category)])),
				})),
			});
			expect(
				gate(config, { purposes: {} }).filter(({ ok }) => !ok),
				name,
			).toEqual([]);
		}
		for (const language of languages) {
			const { refuse, accept } = wordsIn(language).banner;
			const [short = 0, long = 0] = [lengthOf(refuse), lengthOf(accept)].sort((a, b) => a - b);
			expect(long / short, `${language}: ${refuse} / ${accept}`).toBeLessThan(2);
			for (const { name } of Object.values(wordsIn(language).categories)) expect(namesMessaging(name), `${language}: ${name}`).toBe(false);
		}
	});

	it('fulfil the framework’s policies, with its texts in that language', () => {
		const list = madeList();
		const texts = Object.fromEntries(languages.map((one) => [one, translated(list, one)]));
		for (const name of TcfTemplateName.options) {
			const config = TcfConfig.parse({
				...structuredClone(tcfTemplates[name].config),
				languages,
				texts: Object.fromEntries(languages.map((one) => [one, tcfTextsOf(wordsIn(one))])),
			});
			expect(
				tcfPolicy(config, { purposes: {} }, list, texts).filter(({ ok }) => !ok),
				name,
			).toEqual([]);
			for (const language of languages) {
				const own = wordsIn(language);
				const { dir, words } = tcfData(name, config, language, list, texts, own);
				expect([dir, words.device[1]], language).toEqual([directionOf(language), counted(language, own.first.partners, 117)]);
				expect(words.withdraw, language).toContain(own.tcf.reopen);
				expect(words.legitimate, language).toContain(own.banner.choose);
				const said = [...leaves(words), ...leaves(tcfLayer(config, language, list, texts, own))].filter(
					([path]) => !path.startsWith('words.'),
				);
				expect(
					said.filter(([, text]) => /\{\w+\}/.test(text)),
					language,
				).toEqual([]);
			}
		}
	});

	it('are carried by a published file alone, with the direction it is read in', () => {
		const config = LightConfig.parse({
			...structuredClone(templates.box.config),
			languages: ['ar', 'en'],
			texts: { ar: lightTextsOf(wordsIn('ar'), 'box'), en: lightTextsOf(english, 'box') },
			categories: templates.box.config.categories.map((category) => ({
				...category,
				texts: { ar: categoryTextsOf(wordsIn('ar'), category), en: category.texts.en },
			})),
		});
		expect(lightData('box', config, 'ar', wordsIn('ar'))).toMatchObject({ dir: 'rtl', words: { honoured: wordsIn('ar').light.honoured } });
		const files = assembleFolder({
			domainId: 'd',
			hostName: 'shop.example',
			configurationTitle: 'T',
			version: 1,
			template: 'box',
			config,
			words: all,
			purposes: {},
			sdkVersion: '0.4.0',
			bundleVersion: '0.4.0',
			sdk: '',
			light: '',
			wired: true,
			parts: { frames: '', declaration: '' },
		});
		const arabic = files.find(({ path }) => path === 'frames.ar.js')?.text ?? '';
		expect(arabic).toContain(wordsIn('ar').frames.once);
		expect(arabic).not.toContain(english.frames.once);
		expect(arabic).not.toContain(wordsIn('ar').declaration.withdraw);
	});
});

describe('labels', () => {
	it('are as long as they are seen to be', () => {
		expect(['全部拒绝', 'رَفْض', 'é', 'e\u0301', '👩‍👩‍👧', ' \u200b\u2800', 'हिन्दी'].map(lengthOf)).toEqual([4, 3, 1, 1, 1, 0, 2]);
		expect([equalLabels('全部拒绝', '全部接受'), equalLabels('全部拒绝', '全部拒绝'), equalLabels('否', '接受全部并继续浏览')]).toEqual([
			true,
			false,
			false,
		]);
	});

	it('of Latin letters are as long as the browser would say', () => {
		const browser = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
		const signs = Array.from({ length: 0x300 }, (_, code) => String.fromCodePoint(code));
		const beside = ['', 'a', ' ', '\r', '\n', 'é', '\u00ad', '\u200d', '\u0301', '©'];
		const texts = signs.flatMap((sign) => beside.flatMap((other) => [sign + other, other + sign]));
		const seen = (text: string) => [...browser.segment(text)].filter(({ segment }) => visible(segment)).length;
		expect(texts.filter((text) => lengthOf(text) !== seen(text))).toEqual([]);
	});
});

describe('messages', () => {
	it('are known in every language', () => {
		const said: Record<BannerLanguage, readonly string[]> = {
			bg: ['Бюлетин', 'Имейли', 'SMS', 'Известия', 'Телефонни обаждания', 'Писма'],
			hr: ['Newsletter', 'E-pošta', 'SMS poruke', 'Obavijesti', 'Telefonski pozivi', 'Pisma'],
			cs: ['Zpravodaj', 'E-maily', 'SMS zprávy', 'Oznámení', 'Telefonní hovory', 'Dopisy'],
			da: ['Nyhedsbrev', 'E-mails', 'Sms-beskeder', 'Pushbeskeder', 'Telefonopkald', 'Breve'],
			nl: ['Nieuwsbrief', 'E-mail', 'Sms-berichten', 'Pushmeldingen', 'Telefoon', 'Brieven'],
			en: ['Newsletter', 'Marketing e-mail', 'Text messages', 'Push notifications', 'Phone calls', 'Letters'],
			et: ['Uudiskiri', 'E-kirjad', 'Sõnumid', 'Teavitused', 'Telefonikõned', 'Kirjad'],
			fi: ['Uutiskirje', 'Sähköposti', 'Tekstiviestit', 'Ilmoitukset', 'Puhelut', 'Kirjeitä'],
			fr: ['Lettre d’information', 'Courriels', 'SMS', 'Notifications', 'Appels téléphoniques', 'Courrier postal'],
			de: ['Newsletter', 'E-Mails', 'SMS', 'Push-Nachrichten', 'Anrufe', 'Briefe'],
			el: ['Ενημερωτικό δελτίο', 'Ηλεκτρονικό ταχυδρομείο', 'Μηνύματα', 'Ειδοποιήσεις', 'Τηλεφωνικές κλήσεις', 'Επιστολές'],
			hu: ['Hírlevél', 'E-mailek', 'SMS-üzenetek', 'Értesítések', 'Telefonhívások', 'Levelek'],
			ga: ['Nuachtlitir', 'Ríomhphost', 'Teachtaireachtaí téacs', 'Fógraí brú', 'Glaonna gutháin', 'Litreacha'],
			it: ['Newsletter', 'Posta elettronica', 'Messaggi', 'Notifiche', 'Telefonate', 'Lettere'],
			lv: ['Jaunumu vēstule', 'E-pasts', 'Īsziņas', 'Paziņojumi', 'Tālruņa zvani', 'Vēstules'],
			lt: ['Naujienlaiškis', 'El. paštas', 'Žinutės', 'Pranešimai', 'Skambučiai', 'Laiškai'],
			mt: ['Newsletter', 'Posta elettronika', 'Messaġġi', 'Notifiki', 'Telefonati', 'Ittri'],
			pl: ['Biuletyn', 'Poczta elektroniczna', 'Wiadomości SMS', 'Powiadomienia', 'Telefony', 'Listy'],
			pt: ['Boletim informativo', 'Correio eletrónico', 'Mensagens', 'Notificações', 'Chamadas telefónicas', 'Cartas'],
			ro: ['Buletin informativ', 'E-mailuri', 'Mesaje', 'Notificări', 'Apeluri telefonice', 'Scrisori'],
			sk: ['Spravodaj', 'E-maily', 'Správy', 'Upozornenia', 'Telefonáty', 'Listy'],
			sl: ['E-novice', 'E-pošta', 'Sporočila', 'Obvestila', 'Klici', 'Pisma'],
			es: ['Boletín', 'Correo electrónico', 'Mensajes', 'Notificaciones', 'Llamadas', 'Cartas'],
			sv: ['Nyhetsbrev', 'E-post', 'Sms', 'Aviseringar', 'Telefonsamtal', 'Brev'],
			no: ['Nyhetsbrev', 'E-post', 'Meldinger', 'Varsler', 'Telefonsamtaler', 'Brev'],
			is: ['Fréttabréf', 'Tölvupóstur', 'Skilaboð', 'Tilkynningar', 'Símtöl', 'Bréf'],
			uk: ['Розсилка', 'Електронна пошта', 'Повідомлення', 'Сповіщення', 'Телефонні дзвінки', 'Листи'],
			ar: ['نشرة إخبارية', 'البريد الإلكتروني', 'رسائل نصية', 'إشعارات', 'مكالمات هاتفية', 'رسالة'],
			zh: ['电子报', '电子邮件', '短信', '推送通知', '电话', '信件'],
			ja: ['ニュースレター', 'メール', 'ショートメッセージ', 'プッシュ通知', '電話', '手紙'],
		};
		for (const language of languages)
			expect(
				said[language].filter((one) => !namesMessaging(one)),
				language,
			).toEqual([]);
	});

	it('are not heard where there are none', () => {
		const silent = [
			'Klick-Statistik',
			'Brief statistics',
			'Levels',
			'Anmeldung',
			'Innmelding',
			'Abbreviations',
			'Kirja',
			'Fógraíocht',
			'Messung',
			'Berichte',
			'Medien',
			'Listen',
		];
		expect(silent.filter(namesMessaging)).toEqual([]);
	});
});
