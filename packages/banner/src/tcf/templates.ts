/** The three TCF templates, each with a complete starting configuration in English and Finnish. */
import type { Language } from '@luvalla/contract/consent/light';
import type { TcfConfig, TcfTemplateName, TcfTexts } from '@luvalla/contract/consent/tcf';
import { words as en } from '../languages/en.ts';
import { words as fi } from '../languages/fi.ts';
import { tcfTextsOf } from '../languages/texts.ts';
import { plainLook } from '../look.ts';

export interface TcfTemplate {
	name: TcfTemplateName;
	title: Record<Language, string>;
	position: TcfConfig['position'];
	/** It speaks English and Finnish. */
	config: TcfConfig & { texts: Record<Language, TcfTexts> };
}

const start = (position: TcfConfig['position']): TcfTemplate['config'] => ({
	languages: ['en', 'fi'],
	texts: { en: tcfTextsOf(en), fi: tcfTextsOf(fi) },
	unchecked: {},
	colours: { button: '#2b4a3f', buttonText: '#ffffff', background: '#ffffff', text: '#1c2422' },
	position,
	...structuredClone(plainLook),
	geo: 'everywhere',
	vendors: 'all',
	stacks: [],
	specialFeatures: [],
	legitimateInterest: true,
	publisherPurposes: { consents: [], legitimateInterests: [] },
	publisherRestrictions: [],
	publisherCountry: 'FI',
	acProviders: [],
	consentMode: { ad_storage: ['p1'], ad_user_data: ['p1', 'p7'], ad_personalization: ['p3', 'p4'], analytics_storage: ['p1', 'p8'] },
	consentModeOptions: { waitForUpdateMs: 0, adsDataRedaction: false, urlPassthrough: false, regions: [] },
	reask: { yesMonths: 12, noMonths: 6 },
	storageDays: 366,
});

const template = (name: TcfTemplateName, title: Record<Language, string>, position: TcfConfig['position']): TcfTemplate => ({
	name,
	title,
	position,
	config: start(position),
});

/** Every template by its name; each holds a configuration of its own. */
export const tcfTemplates: Record<TcfTemplateName, TcfTemplate> = {
	'tcf-bar': template('tcf-bar', { en: 'Bottom bar', fi: 'Alapalkki' }, 'bottom'),
	'tcf-box': template('tcf-box', { en: 'Box', fi: 'Laatikko' }, 'bottom-left'),
	'tcf-dialog': template('tcf-dialog', { en: 'Centre dialog', fi: 'Keskellä sivua' }, 'centre'),
};
