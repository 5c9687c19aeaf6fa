/** What keeps a content from being approved, and what its author should know. */
import type { Channel } from '@luvalla/contract/channels.ts';
import { type ContentType, PROMPTS, TYPES_OF } from '@luvalla/contract/engagement/content-types.ts';
import type { Controls, Hint } from '@luvalla/contract/engagement/contents.ts';
import { type Field, nearestTo } from './fields.ts';
import type { Letter, Written } from './letter.ts';
import { fieldsOf, parseText } from './liquid.ts';
import { lowestContrast, spamOf } from './look.ts';
import { unescapedLiquid } from './marks.ts';
import { LIQUID } from './template.ts';

/** Where Gmail cuts a letter. */
const CLIPPED = 102 * 1024;
const REFUSED = 10_000_000;
/** WCAG 2.2 AA of text. */
const CONTRAST = 4.5;
const SPAM_WARNS = 2;
const MOST_HINTS = 100;

const hint = (level: Hint['level'], code: Hint['code'], more: Partial<Hint> = {}): Hint => ({
	level,
	code,
	language: null,
	control: null,
	detail: '',
	instead: null,
	line: null,
	column: null,
	...more,
});

const isEmpty = (text: string | undefined): boolean => text === undefined || text.replace(/<(?!img)[^<>]*>|&nbsp;|\s/gi, '') === '';

/** Controls that must be there and are not. @param only the one control of a content that holds one alone */
export const missingOf = (
	channel: Channel | null,
	controls: Controls,
	only: ContentType | null = null,
): Exclude<ContentType, 'rawhtml'>[] => {
	if (only !== null) return isEmpty(controls[only]) ? [only === 'rawhtml' ? 'body' : only] : [];
	if (channel === null) return [];
	const types = TYPES_OF[channel];
	const raw = types.includes('rawhtml') && !isEmpty(controls.rawhtml);
	return types.filter((type): type is Exclude<ContentType, 'rawhtml'> => {
		if (type === 'rawhtml' || !isEmpty(controls[type])) return false;
		if (raw && (type === 'body' || type === 'heroimage')) return false;
		// Made of the letter, where there is one.
		return !(type === 'simpletext' && channel === 'email' && (raw || !isEmpty(controls.body)));
	});
};

const TEMPLATES = ['subject', 'body', 'simpletext', 'heroimage', 'rawhtml'] as const satisfies readonly ContentType[];

/** What a letter's page may say of itself; nothing that is offered, since a subject cannot say it. */
const OWN_SUBJECT = 'letter.subject';

/** Fields of a template that nobody knows, each with the one that was probably meant. @throws where it cannot be read */
export const unknownFields = (source: string, fields: readonly Field[]) =>
	fieldsOf(parseText(source))
		.filter(({ path }) => path.join('.') !== OWN_SUBJECT && !fields.some(({ parts }) => parts[0] === path[0] && parts[1] === path[1]))
		.map(({ path, line, column }) => {
			const detail = path.join('.');
			return { detail, instead: nearestTo(detail, fields), line, column };
		});

/** Fields that nobody knows; a template that cannot be read has none. */
const unknownIn = (language: string, controls: Controls, fields: readonly Field[]): Hint[] =>
	TEMPLATES.flatMap((control) => {
		const source = controls[control];
		if (source === undefined) return [];
		try {
			const plain = control === 'body' || control === 'rawhtml' ? unescapedLiquid(source) : source;
			return unknownFields(plain, fields)
				.slice(0, MOST_HINTS)
				.map((unknown) => hint('error', 'unknown_field', { language, control, ...unknown }));
		} catch {
			return [];
		}
	});

/** What is called as an address is probably one. */
const ADDRESS = /(?:url|uri|href|link|linkki)$/i;

/** Addresses of a text message that are a field as a whole: they leave as they are (channels/sms/text.ts). */
const longLinks = (language: string, source: string, fields: readonly Field[]): Hint[] => {
	const whole = [...source.matchAll(LIQUID)].flatMap(({ 0: liquid, index }) => {
		const begun = /https?:\/\/\S*$/.test(source.slice(0, index).replace(LIQUID, 'x'));
		return begun || !liquid.startsWith('{{') ? [] : fieldsOf(parseText(liquid)).map(({ path }) => path);
	});
	return fields
		.filter(
			({ parts: [kind, name = ''] }) =>
				kind === 'attributes' && ADDRESS.test(name) && whole.some((path) => path[0] === kind && path[1] === name),
		)
		.map(({ path }) => hint('warning', 'long_link', { language, control: 'simpletext', detail: path }));
};

const ofLetter = (channel: Channel, language: string, controls: Controls, { frozen, seen }: Letter): Hint[] => {
	if (frozen === null || seen === null) return [];
	const found: Hint[] = [];
	const control = isEmpty(controls.rawhtml) ? 'body' : 'rawhtml';
	const nameless = seen.pictures.filter(({ alt }) => alt === null || (alt === '' && channel === 'email')).length;
	const hero = !isEmpty(controls.heroimage) && isEmpty(controls.heroimageAlt);
	if (nameless > 0 || hero)
		found.push(hint('warning', 'no_alt', { language, control: hero ? 'heroimage' : control, detail: String(Math.max(1, nameless)) }));
	// What this computer serves to itself leaves it by no wire.
	const open = seen.pictures.find(({ src }) => /^http:\/\/(?!localhost[:/])/i.test(src));
	if (open) found.push(hint('warning', 'http_picture', { language, control, detail: open.src.slice(0, 300) }));
	const contrast = lowestContrast(seen);
	if (contrast !== null && contrast < CONTRAST) found.push(hint('warning', 'contrast', { language, control, detail: String(contrast) }));
	if (nameless === 0 && !hero && (contrast ?? CONTRAST) >= CONTRAST)
		found.push(hint('ok', 'readable', { language, control, detail: contrast === null ? '' : String(contrast) }));
	const size = Buffer.byteLength(frozen.html ?? '') + Buffer.byteLength(frozen.text ?? '');
	if (size > REFUSED) found.push(hint('error', 'too_large', { language, control, detail: String(size) }));
	else if (Buffer.byteLength(frozen.html ?? '') > CLIPPED && channel === 'email')
		found.push(hint('warning', 'too_large', { language, control, detail: String(size) }));
	if (channel === 'email') {
		const spam = spamOf(frozen.subject ?? '', frozen.text, seen);
		found.push(hint(spam >= SPAM_WARNS ? 'warning' : 'ok', 'spam', { language, detail: spam.toFixed(1) }));
	}
	return found;
};

/** What is judged: texts by language, of one content or of several together. */
export interface Judged {
	readonly channel: Channel | null;
	/** The one control of a content that holds one alone. */
	readonly only: ContentType | null;
	readonly language: string;
	readonly written: Readonly<Record<string, Written>>;
}

/** What is missing: an error in the default language, a warning in others, whose readers get the default one. */
export const missingHints = ({ channel, only, language, written }: Judged): Hint[] => {
	const own = missingOf(channel, written[language]?.controls ?? {}, only);
	return [
		...own.map((control) => hint('error', 'missing', { language, control, detail: PROMPTS[control] })),
		...Object.entries(written).flatMap(([other, { controls }]) => {
			const [first] = other === language ? [] : missingOf(channel, controls, only);
			return first === undefined
				? []
				: [hint('warning', 'language_incomplete', { language: other, control: first, detail: PROMPTS[first] })];
		}),
	];
};

/** All hints. @param letters what was frozen of each language */
export const hintsOf = (judged: Judged, letters: ReadonlyMap<string, Letter>, fields: readonly Field[]): Hint[] => {
	const all = [
		...missingHints(judged),
		...Object.entries(judged.written).flatMap(([language, { controls }]) => {
			const letter = letters.get(language);
			return [
				...unknownIn(language, controls, fields),
				...(letter?.problems ?? []).map(({ code, control, sentence, line, column }) =>
					hint('error', code, { language, control, detail: sentence, line, column }),
				),
				...(letter === undefined ? [] : ofLetter(judged.channel ?? 'web', language, controls, letter)),
				...(judged.channel === 'sms' && letter?.frozen ? longLinks(language, controls.simpletext ?? '', fields) : []),
			];
		}),
	];
	const rank = { error: 0, warning: 1, ok: 2 };
	return all.sort((a, b) => rank[a.level] - rank[b.level]).slice(0, MOST_HINTS);
};

/** Whether something must be put right first. */
export const hasErrors = (hints: readonly Hint[]): boolean => hints.some(({ level }) => level === 'error');
