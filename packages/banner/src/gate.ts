/**
 * The part of the fair-choice gate that needs no browser (product.md, Consent): equality of the two answers,
 * contrast, mapping, texts, and how soon a no may be asked again. The layer, size, place and keyboard order of the
 * two buttons are equal by construction: the runtime draws both with one function and no setting reaches it.
 */
import type { GateFinding } from '@luvalla/contract/consent/configurations';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { BannerTexts, LightConfig, LightMapper } from '@luvalla/contract/consent/light';
import { equalLabels, lengthOf as length, visible } from './labels.ts';
import { namesMessaging } from './messaging.ts';
import { contrastPoint, LEAST_NO_MONTHS, missingText, type Point, point, SHAPE_CONTRAST, TEXT_CONTRAST } from './points.ts';

export { contrast } from './contrast.ts';

/** Codes of the findings, in the order they are given. The portal has a sentence for each, held and failed. */
export const gateCodes = [
	'refuse_present',
	'equal_choices',
	'contrast_button_text',
	'contrast_text',
	'contrast_button',
	'texts_complete',
	'categories_off',
	'mapping',
	'messaging_switch',
	'reask_no',
	'translations',
] as const;
export type GateCode = (typeof gateCodes)[number];

type Finding = Point<GateCode>;

/** A mapper as far as it says anything. */
type Mapped = Pick<LightMapper, 'purposes'> & Partial<LightMapper>;

/**
 * Measures a configuration. Every point is reported, held or not; it may be published when all are `ok`.
 * `measured` is what was found (a ratio, a pair of lengths, a name); `where` is the path of the field to change, or null.
 */
export const gate = (config: LightConfig, mapper: Mapped): Finding[] => [
	...config.languages.flatMap((language) => answers(language, config.texts[language])),
	...colours(config.colours),
	...config.languages.map((language) => complete(language, config)),
	...mapping(config, mapper),
	point('reask_no', config.reask.noMonths >= LEAST_NO_MONTHS, String(config.reask.noMonths), 'reask.noMonths'),
	point('translations', true, uncheckedIn(config), null),
];

/**
 * Texts that came from a language's own file and nobody has looked at, by language: `ar 12, ja 3`; empty when there are
 * none. A note, and it stops nothing: whoever publishes may know less of the language than the file does.
 */
export const uncheckedIn = ({ languages, unchecked }: Pick<LightConfig, 'languages' | 'unchecked'>): string =>
	languages
		.flatMap((language) => {
			const count = unchecked[language]?.length ?? 0;
			return count > 0 ? [`${language} ${count}`] : [];
		})
		.join(', ');

/** Whether a configuration may be published. */
export const passes = (findings: readonly GateFinding[]): boolean => findings.every((finding) => finding.ok);

const answers = (language: BannerLanguage, texts: BannerTexts | undefined): Finding[] => {
	const refuse = texts?.refuse ?? '';
	const accept = texts?.accept ?? '';
	const [no, yes] = [length(refuse), length(accept)];
	return [
		point('refuse_present', no > 0 && yes > 0, `${refuse.trim()} / ${accept.trim()}`, `texts.${language}.refuse`),
		point('equal_choices', equalLabels(refuse, accept), `${no} / ${yes}`, `texts.${language}.accept`),
	];
};

const colours = (c: LightConfig['colours']): Finding[] => [
	contrastPoint('contrast_button_text', c.buttonText, c.button, TEXT_CONTRAST, 'colours.buttonText'),
	contrastPoint('contrast_text', c.text, c.background, TEXT_CONTRAST, 'colours.text'),
	contrastPoint('contrast_button', c.button, c.background, SHAPE_CONTRAST, 'colours.button'),
];

const complete = (language: BannerLanguage, config: LightConfig): Finding => {
	const texts: Partial<BannerTexts> = config.texts[language] ?? {};
	const wanted = missingText(texts, ['title', 'body', 'refuse', 'accept', 'choose', 'save', 'choicesTitle', 'alwaysOn', 'reopen']);
	const nameless = config.categories.find((c) => !length(c.texts[language]?.name ?? '') || !length(c.texts[language]?.about ?? ''));
	const missing = wanted ? `texts.${language}.${wanted}` : nameless ? `categories.${nameless.key}.texts.${language}` : null;
	return point('texts_complete', missing === null, language, missing);
};

/** The purpose that a category's yes grants: what the mapper says, else one of the category's own name. */
export const purposeOf = (config: LightConfig, mapper: Mapped, key: string): string => {
	// A key may be any word, such as `constructor`.
	const mapped = Object.hasOwn(mapper.purposes, key) && mapper.purposes[key]?.trim();
	if (mapped) return mapped;
	const category = config.categories.find((c) => c.key === key);
	const first = config.languages[0];
	return (first && category?.texts[first]?.name.trim()) || '';
};

const mapping = (config: LightConfig, mapper: Mapped): Finding[] => {
	const asked = config.categories.filter((c) => !c.necessary);
	const purposes = new Map(asked.map((c) => [c.key, purposeOf(config, mapper, c.key)]));
	const findings: Finding[] = [point('categories_off', asked.length > 0, String(asked.length), 'categories')];
	for (const category of asked) {
		const purpose = purposes.get(category.key) ?? '';
		const where = `mapper.purposes.${category.key}`;
		findings.push(point('mapping', length(purpose) > 0, `${category.key} → ${purpose || '—'}`, where));
		if (!namesMessaging(purpose)) continue;
		const shared = asked.some(
			(other) => other !== category && purposes.get(other.key)?.toLocaleLowerCase() === purpose.toLocaleLowerCase(),
		);
		// Its own switch says in every language that messages will come, asks nothing about cookies, and no other switch grants it.
		const said = config.languages.every((language) => namesMessaging(category.texts[language]?.name ?? ''));
		const ok = said && !shared && category.cookies.length === 0;
		findings.push(point('messaging_switch', ok, `${category.key} → ${purpose}`, where));
	}
	// A mapper line for a category that asks nothing would grant without a switch.
	for (const [key, purpose] of Object.entries(mapper.purposes)) {
		if (purposes.has(key) || !visible(purpose)) continue;
		const code = namesMessaging(purpose) ? 'messaging_switch' : 'mapping';
		findings.push(point(code, false, `${key} → ${purpose}`, `mapper.purposes.${key}`));
	}
	// Nor does one fill segments, or let anybody be remembered, for which nobody is asked.
	for (const [key, segments] of Object.entries(mapper.segments ?? {}))
		if (!purposes.has(key) && segments.length > 0)
			findings.push(point('mapping', false, `${key} → ${segments.length}`, `mapper.segments.${key}`));
	for (const one of ['remembers', 'pushes'] as const) {
		const key = mapper[one] ?? '';
		if (key !== '' && !purposes.has(key)) findings.push(point('mapping', false, key, `mapper.${one}`));
	}
	return findings;
};
