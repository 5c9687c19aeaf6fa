/** The five light templates, each with a complete starting configuration in English and Finnish. */
import type { BannerTexts, Category, CategoryTexts, Language, LightConfig, TemplateName } from '@luvalla/contract/consent/light';
import { words as en } from './languages/en.ts';
import { words as fi } from './languages/fi.ts';
import { lightTextsOf } from './languages/texts.ts';
import type { LanguageWords } from './languages/words.ts';
import { plainLook } from './look.ts';

/** A configuration that speaks English and Finnish. */
export interface StartingConfig extends LightConfig {
	texts: Record<Language, BannerTexts>;
	categories: (Category & { texts: Record<Language, CategoryTexts> })[];
}

export interface LightTemplate {
	name: TemplateName;
	title: Record<Language, string>;
	position: LightConfig['position'];
	config: StartingConfig;
}

/** A new configuration speaks these; every other language is filled in when it is chosen. */
const spoken = { en, fi };
const inBoth = <T>(of: (words: LanguageWords) => T): Record<Language, T> => ({ en: of(spoken.en), fi: of(spoken.fi) });

const categories = (): StartingConfig['categories'] => [
	{
		key: 'necessary',
		necessary: true,
		texts: inBoth((words) => ({ ...words.categories.necessary })),
		// The one cookie that the banner itself sets, and only after a choice.
		cookies: [{ name: 'luvalla', provider: '', keeps: '365 d' }],
	},
	...(['statistics', 'marketing', 'media'] as const).map((key) => ({
		key,
		necessary: false,
		texts: inBoth((words) => ({ ...words.categories[key] })),
		cookies: [],
	})),
];

const start = (name: TemplateName, position: LightConfig['position']): StartingConfig => ({
	languages: ['en', 'fi'],
	texts: inBoth((words) => lightTextsOf(words, name)),
	unchecked: {},
	categories: categories(),
	colours: { button: '#2b4a3f', buttonText: '#ffffff', background: '#ffffff', text: '#1c2422' },
	position,
	...structuredClone(plainLook),
	reask: { yesMonths: 12, noMonths: 6 },
	consentMode: {
		statistics: ['analytics_storage'],
		marketing: ['ad_storage', 'ad_user_data', 'ad_personalization'],
	},
	consentModeKind: 'basic',
	consentModeOptions: { waitForUpdateMs: 0, adsDataRedaction: false, urlPassthrough: false, regions: [] },
	geo: 'everywhere',
	blockKnown: true,
	joined: { subdomains: false, domains: [] },
});

const template = (name: TemplateName, title: Record<Language, string>, position: LightConfig['position']): LightTemplate => ({
	name,
	title,
	position,
	config: start(name, position),
});

/** Every template by its name; each holds a configuration of its own, so changing one changes no other. */
export const templates: Record<TemplateName, LightTemplate> = {
	'bottom-bar': template('bottom-bar', { en: 'Bottom bar', fi: 'Alapalkki' }, 'bottom'),
	box: template('box', { en: 'Box', fi: 'Laatikko' }, 'bottom-left'),
	'centre-dialog': template('centre-dialog', { en: 'Centre dialog', fi: 'Keskellä sivua' }, 'centre'),
	'inline-strip': template('inline-strip', { en: 'Strip along the top', fi: 'Nauha sivun yläreunassa' }, 'top'),
	'minimal-corner': template('minimal-corner', { en: 'Minimal corner', fi: 'Pieni kulma' }, 'bottom-right'),
};
