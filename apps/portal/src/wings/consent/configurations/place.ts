/** What a path names, in words: a field of the form, or the screen on which something was measured. */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { Category } from '@luvalla/contract/consent/light';
import { inLanguage } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useConfigurationTexts } from './texts.ts';

/** A category's name in the first of these languages that it has one in; empty when it has none. */
export const nameIn = (texts: Category['texts'], languages: readonly BannerLanguage[]): string =>
	languages.map((language) => texts[language]?.name).find((name) => name) ?? '';

/** Words of a finding's `where` in brackets, or null when it is the path of a field. */
export function usePlaceWords(): (where: string) => string | null {
	const t = useConfigurationTexts();
	const own = useLanguage();
	return (where) => {
		const [, language, device] = /^([a-z]{2}) (desktop|phone)$/.exec(where) ?? [];
		if (!language) return null;
		return `(${device === 'phone' ? t('onPhone') : t('onDesktop')}, ${inLanguage(language, own)})`;
	};
}

/** Fields whose words have no parts, by the beginning of their path; the first that fits. */
const plain = {
	title: 'titleField',
	domain: 'domainField',
	template: 'template',
	position: 'position',
	'colours.buttonText': 'colourButtonText',
	'colours.button': 'colourButton',
	'colours.background': 'colourBackground',
	'colours.text': 'colourText',
	colours: 'colours',
	logo: 'logo',
	corners: 'corners',
	fontName: 'fontName',
	font: 'font',
	reopen: 'reopen',
	languages: 'shownLanguages',
	'reask.yesMonths': 'yesMonths',
	'reask.noMonths': 'noMonths',
	'consentModeOptions.waitForUpdateMs': 'googleWait',
	'consentModeOptions.regions': 'googleRegions',
	consentMode: 'consentMode',
	geo: 'geo',
	joined: 'joinedDomains',
	sdkVersion: 'sdkVersion',
	bundleVersion: 'bundleVersion',
} as const;

const texts = {
	title: 'textTitle',
	body: 'textBody',
	refuse: 'textRefuse',
	accept: 'textAccept',
	choose: 'textChoose',
	save: 'textSave',
	choicesTitle: 'textChoicesTitle',
	alwaysOn: 'textAlwaysOn',
	reopen: 'textReopen',
	policyLabel: 'textPolicyLabel',
	policyUrl: 'textPolicyUrl',
	ownDataLabel: 'textOwnDataLabel',
	ownDataUrl: 'textOwnDataUrl',
} as const;

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];

/**
 * Words of a field's path as the form labels it: *Text of buttons* for `colours.buttonText`, *Heading, in Finnish* for
 * `texts.fi.title`. Undefined: it is no field that both kinds of configuration have.
 */
export function useFieldWords(categories: readonly Category[] = []): (path: string) => string | undefined {
	const t = useConfigurationTexts();
	const own = useLanguage();
	const ofText = (language: string, key: string) => {
		const name = keysOf(texts).find((one) => one === key);
		return name && `${t(texts[name])}, ${inLanguage(language, own)}`;
	};
	/** @param place its number in the list, or its key */
	const ofCategory = (place: string, rest: string) => {
		const number = /^\d+$/.test(place) ? Number(place) : null;
		const category = number === null ? categories.find(({ key }) => key === place) : categories[number];
		const name = (category && nameIn(category.texts, [own, 'en', 'fi'])) || (number === null ? place : String(number + 1));
		const [, language = '', key] = /^texts\.([a-z]{2})\.(name|about)/.exec(rest) ?? [];
		const part =
			key === 'name'
				? t('categoryName', { language: inLanguage(language, own) })
				: key === 'about'
					? t('categoryAbout', { language: inLanguage(language, own) })
					: rest.startsWith('cookies')
						? t('cookieList')
						: rest.startsWith('key')
							? t('categoryKey')
							: t('kind');
		return t('inCategory', { name, part });
	};
	return (path) => {
		const [, language = '', key] = /^texts\.([a-z]{2})\.(\w+)$/.exec(path) ?? [];
		if (key) return ofText(language, key);
		const [, place, rest = ''] = /^categories\.([^.]+)\.(.+)$/.exec(path) ?? [];
		if (place) return ofCategory(place, rest);
		const [, purpose] = /^mapper\.purposes\.(.+)$/.exec(path) ?? [];
		const mapped = categories.find((one) => one.key === purpose);
		if (purpose) return t('purposeOf', { name: (mapped && nameIn(mapped.texts, [own, 'en', 'fi'])) || purpose });
		if (path.startsWith('categories')) return t('categories');
		const found = keysOf(plain).find((one) => path === one || path.startsWith(`${one}.`));
		return found && t(plain[found]);
	};
}
