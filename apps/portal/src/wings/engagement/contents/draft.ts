/** A content while it is written, and as it is sent. */
import type { ContentType } from '@luvalla/contract/engagement/content-types';
import type { Content, Controls } from '@luvalla/contract/engagement/contents';
import type { Placement } from '@luvalla/contract/placement';
import { kindOf } from './kinds.ts';

/** How the body is written. */
export type Mode = 'rich' | 'html' | 'mjml';

/** Ways the body of a kind may be written. */
export const modesOf = (types: readonly ContentType[]): Mode[] => [
	...(types.includes('body') ? (['rich'] as const) : []),
	...(types.includes('rawhtml') ? (['html', 'mjml'] as const) : []),
];

export interface Draft {
	title: string;
	contentType: string;
	/** Of those whose language is not there. */
	language: string;
	controls: Readonly<Record<string, Controls>>;
	mode: Mode;
	/** Of a content for the web: how it stands on the site; null: it is pushed to browsers. */
	placement: Placement | null;
}

/** @param language that a new one begins with */
export function draftOf(content: Content | null, language: string): Draft {
	if (content === null) return { title: '', contentType: 'Email', language, controls: { [language]: {} }, mode: 'rich', placement: null };
	const raw = Object.values(content.controls).some(({ rawhtml }) => (rawhtml ?? '') !== '');
	const { types } = kindOf(content.contentType);
	return {
		title: content.title,
		contentType: content.contentType,
		language: content.language,
		controls: content.controls[content.language] ? content.controls : { [content.language]: {}, ...content.controls },
		mode: raw || !types.includes('body') ? content.markup : 'rich',
		placement: content.placement,
	};
}

/** The languages that it is written in, the default one first. */
export const languagesOf = ({ language, controls }: Draft): string[] => [
	language,
	...Object.keys(controls).filter((one) => one !== language),
];

/** The controls that are said, in all languages: those of the kind alone, and HTML only where it is how the body is written. */
export function controlsOf({ contentType, controls, mode }: Draft): Record<string, Controls> {
	const { types } = kindOf(contentType);
	const may = new Set<string>([...types, ...(types.includes('heroimage') ? ['heroimageAlt'] : [])]);
	if (mode === 'rich' && types.includes('body')) may.delete('rawhtml');
	return Object.fromEntries(
		Object.entries(controls).map(([language, one]) => [
			language,
			Object.fromEntries(Object.entries(one).filter(([name, text]) => may.has(name) && text !== '')),
		]),
	);
}

export const markupOf = ({ mode }: Draft): 'html' | 'mjml' => (mode === 'mjml' ? 'mjml' : 'html');

/** How it stands on the site, where its kind may. */
export const placedOf = ({ contentType, placement }: Draft): Placement | null => (kindOf(contentType).channel === 'web' ? placement : null);

/** As the calls take it. */
export const payloadOf = (draft: Draft) => ({
	title: draft.title.trim(),
	contentType: draft.contentType,
	language: draft.language,
	controls: controlsOf(draft),
	markup: markupOf(draft),
	placement: placedOf(draft),
});

export const sameDraft = (one: Draft, other: Draft): boolean => JSON.stringify(payloadOf(one)) === JSON.stringify(payloadOf(other));

/** Nothing was written at all. */
export const isNothing = (draft: Draft): boolean =>
	draft.title.trim() === '' && Object.values(controlsOf(draft)).every((one) => Object.keys(one).length === 0);

/** Some text of it was written. */
export const isBegun = (draft: Draft): boolean =>
	!isNothing(draft) && Object.values(draft.controls).some((one) => Object.values(one).some((text) => text !== ''));
