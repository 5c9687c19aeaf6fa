/** A hint in words: what it is, in bold, and what to do or know about it. */
import type { Hint } from '@luvalla/contract/engagement/contents';
import { ownSaid } from '@luvalla/contract/engagement/own-sentences';
import { languageTitle } from '#portal/lib/language-names.ts';
import type { Language } from '#portal/lib/say.ts';
import type { HintTexts } from './texts.ts';

interface Said {
	what: string;
	why: string;
}

const kilobytes = (bytes: string): number => Math.ceil(Number(bytes) / 1000);
/** A number as a person writes it, out of one as the server does. */
const decimal = (detail: string, language: Language): string => (language === 'fi' ? detail.replace('.', ',') : detail);

/** The prompt of a control that must be there (portal.md section 5); a letter as HTML stands for its body. */
export const promptOf = (t: HintTexts, control: Hint['control']): string => t(control === null || control === 'rawhtml' ? 'body' : control);

/** @param several the message is in more than one language, so that each is named */
export function saidOf(t: HintTexts, hint: Hint, language: Language, several: boolean): Said {
	const { code, control, detail, line, column } = hint;
	const where = several && hint.language !== null ? t('in', { language: languageTitle(hint.language, language) }) : '';
	const at = line !== null ? t('at', { line, column: column ?? 1 }) : '';
	const told = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');
	switch (code) {
		case 'missing':
			return { what: `${promptOf(t, control)}.`, why: where };
		case 'unknown_field':
			return { what: t('unknown_field', { detail }), why: where };
		case 'bad_template':
		case 'bad_mjml':
			return { what: t(code), why: told(ownSaid(detail, language) ?? detail, at, where) };
		case 'language_incomplete': {
			const part = control === null || control === 'rawhtml' ? 'body' : control;
			return { what: t(`incomplete_${part}`, { language: languageTitle(hint.language ?? '', language) }), why: t('incompleteWhy') };
		}
		case 'spam':
			return { what: t('spam', { detail: decimal(detail, language) }), why: told(t('spamWhy'), where) };
		case 'readable':
			return {
				what: t('readable'),
				why: told(detail === '' ? t('readablePlain') : t('readableWhy', { detail: decimal(detail, language) }), where),
			};
		case 'no_alt':
			return { what: t('no_alt', { count: Number(detail) || 1 }), why: told(t('no_altWhy'), where) };
		case 'contrast':
			return { what: t('contrast', { detail: decimal(detail, language) }), why: told(t('contrastWhy'), where) };
		case 'too_large':
			return {
				what: t('too_large', { detail: kilobytes(detail) }),
				why: told(hint.level === 'error' ? t('too_largeError') : t('too_largeWhy'), where),
			};
		case 'http_picture':
			return { what: t('http_picture'), why: told(t('http_pictureWhy'), where) };
		case 'long_link':
			return { what: t('long_link', { detail }), why: told(t('long_linkWhy'), where) };
		case 'not_approved':
			return { what: t('not_approved', { detail }), why: '' };
	}
}
