/** A form in one language, as `form.js` draws it: what its makers wrote, around the words of its purpose. */
import {
	type FormConfig,
	type FormField,
	type FormLanguage,
	KNOWN_FIELDS,
	type KnownField,
	type ShownForm,
} from '@luvalla/contract/consent/forms.ts';
import type { PurposeFacts } from '../answers/purposes.ts';
import { words } from './words.ts';

const isKnown = (key: string): key is KnownField => KNOWN_FIELDS.some((one) => one === key);

/** What browsers call a field, so that they fill it in. */
const AUTO: Readonly<Record<KnownField, string>> = {
	firstName: 'given-name',
	lastName: 'family-name',
	phone: 'tel',
	street: 'street-address',
	postalCode: 'postal-code',
	city: 'address-level2',
};

export const labelOf = ({ key, label }: FormField, language: FormLanguage): string => {
	const written = label[language];
	if (written) return written;
	return isKnown(key) ? words[language].fields[key] : key.replace(/^attributes\./, '');
};

/** The newest words of a purpose in a language. */
export const wordingIn = ({ versions, name }: PurposeFacts, language: FormLanguage): { name: string; about: string } => {
	const wording = versions.at(-1)?.wording ?? {};
	return wording[language] ?? Object.values(wording)[0] ?? { name, about: '' };
};

export const shownIn = (form: string, config: FormConfig, purpose: PurposeFacts, language: FormLanguage): ShownForm => {
	const w = words[language];
	const { brand = '', title = '', text = '', button = '' } = config.texts[language] ?? {};
	return {
		form,
		language,
		brand,
		title,
		text,
		fields: [
			{ key: 'email', label: w.email, type: 'email', auto: 'email', required: true },
			...config.fields.map((field) => ({
				key: field.key,
				label: labelOf(field, language),
				type: field.key === 'phone' ? 'tel' : 'text',
				auto: isKnown(field.key) ? AUTO[field.key] : 'off',
				required: field.required,
			})),
		],
		optional: w.optional,
		...wordingIn(purpose, language),
		button,
		note: config.confirm ? w.note : w.noteSignedIn,
		taken: config.confirm ? w.taken : w.takenSignedIn,
		failed: w.failed,
		look: config.look,
	};
};

/** The language of a form that somebody's is, or its first. */
export const spokenBy = (languages: readonly FormLanguage[], wanted: string | undefined): FormLanguage =>
	languages.find((one) => wanted?.toLowerCase().split('-')[0] === one) ?? languages[0] ?? 'en';
