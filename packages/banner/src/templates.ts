/** The five light templates, each with a complete starting configuration in both languages. */
import type { BannerTexts, Category, Language, LightConfig, TemplateName } from '@luvalla/contract/consent/light';
import { plainLook } from './look.ts';

export interface LightTemplate {
	name: TemplateName;
	title: Record<Language, string>;
	position: LightConfig['position'];
	config: LightConfig;
}

const en: BannerTexts = {
	title: 'Your choice, your data',
	body: 'We use cookies to run this site. With your permission we also use them for statistics, marketing and media from other services. You can change your mind at any time on every page.',
	refuse: 'Refuse all',
	accept: 'Accept all',
	choose: 'Choose',
	save: 'Save my choices',
	choicesTitle: 'Choose what we may use',
	alwaysOn: 'Always on',
	reopen: 'Cookie settings',
	policyLabel: '',
	policyUrl: '',
};

const fi: BannerTexts = {
	title: 'Sinun tietosi, sinun valintasi',
	body: 'Käytämme evästeitä, jotta sivusto toimii. Luvallasi käytämme niitä myös tilastointiin, markkinointiin ja muiden palvelujen sisältöihin. Voit muuttaa mielesi milloin tahansa joka sivulla.',
	refuse: 'Hylkää kaikki',
	accept: 'Hyväksy kaikki',
	choose: 'Valitse',
	save: 'Tallenna valintani',
	choicesTitle: 'Valitse, mitä saamme käyttää',
	alwaysOn: 'Aina päällä',
	reopen: 'Evästeasetukset',
	policyLabel: '',
	policyUrl: '',
};

const short: Record<Language, Pick<BannerTexts, 'title' | 'body'>> = {
	en: {
		title: 'May we use cookies?',
		body: 'Some keep this site running. With your permission, others measure visits, fit our marketing and show media from other services.',
	},
	fi: {
		title: 'Saammeko käyttää evästeitä?',
		body: 'Osa pitää sivuston toiminnassa. Luvallasi muut mittaavat käyntejä, kohdentavat markkinointia ja näyttävät muiden palvelujen sisältöjä.',
	},
};

const categories = (): Category[] => [
	{
		key: 'necessary',
		necessary: true,
		texts: {
			en: { name: 'Necessary', about: 'The basket, sign-in and this choice. The site does not work without them.' },
			fi: { name: 'Välttämättömät', about: 'Ostoskori, kirjautuminen ja tämä valinta. Sivusto ei toimi ilman niitä.' },
		},
		// The one cookie that the banner itself sets, and only after a choice.
		cookies: [{ name: 'luvalla', provider: '', keeps: '365 d' }],
	},
	{
		key: 'statistics',
		necessary: false,
		texts: {
			en: { name: 'Statistics', about: 'How the site is used, so that we can make it better.' },
			fi: { name: 'Tilastointi', about: 'Miten sivustoa käytetään, jotta voimme parantaa sitä.' },
		},
		cookies: [],
	},
	{
		key: 'marketing',
		necessary: false,
		texts: {
			en: { name: 'Marketing', about: 'Offers that fit you, here and on other sites.' },
			fi: { name: 'Markkinointi', about: 'Sinulle sopivat tarjoukset täällä ja muualla.' },
		},
		cookies: [],
	},
	{
		key: 'media',
		necessary: false,
		texts: {
			en: { name: 'Media', about: 'Videos and maps from other services.' },
			fi: { name: 'Media', about: 'Videot ja kartat muista palveluista.' },
		},
		cookies: [],
	},
];

const start = (position: LightConfig['position'], words?: typeof short): LightConfig => ({
	languages: ['en', 'fi'],
	texts: { en: { ...en, ...words?.en }, fi: { ...fi, ...words?.fi } },
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

const template = (
	name: TemplateName,
	title: Record<Language, string>,
	position: LightConfig['position'],
	words?: typeof short,
): LightTemplate => ({
	name,
	title,
	position,
	config: start(position, words),
});

/** Every template by its name; each holds a configuration of its own, so changing one changes no other. */
export const templates: Record<TemplateName, LightTemplate> = {
	'bottom-bar': template('bottom-bar', { en: 'Bottom bar', fi: 'Alapalkki' }, 'bottom'),
	box: template('box', { en: 'Box', fi: 'Laatikko' }, 'bottom-left'),
	'centre-dialog': template('centre-dialog', { en: 'Centre dialog', fi: 'Keskellä sivua' }, 'centre'),
	'inline-strip': template('inline-strip', { en: 'Strip along the top', fi: 'Nauha sivun yläreunassa' }, 'top', short),
	'minimal-corner': template('minimal-corner', { en: 'Minimal corner', fi: 'Pieni kulma' }, 'bottom-right', short),
};
