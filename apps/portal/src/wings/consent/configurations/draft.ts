/** What is edited: a configuration as the editor holds it, and what is wrong with it. */
import type { AnswerOf } from '@luvalla/contract/call';
import { type readConfiguration, SaveConfiguration } from '@luvalla/contract/consent/configurations';
import { LightConfig, LightMapper, TemplateName } from '@luvalla/contract/consent/light';
import type * as z from 'zod';

export interface Draft {
	title: string;
	/** Host name; empty until one is chosen. */
	domain: string;
	template: TemplateName | 'NA';
	sdkVersion: string;
	bundleVersion: string;
	config: LightConfig;
	mapper: LightMapper;
}

export type TabName = 'texts' | 'categories' | 'look' | 'behaviour' | 'mapping';
/** Path of a field (`title`, `texts.en.body`, `categories.2.key`, `mapper.purposes.media`) → which sentence. */
export type Problems = Readonly<Record<string, ProblemKey>>;
export type ProblemKey =
	| 'wrong_text'
	| 'wrong_url'
	| 'wrong_colour'
	| 'wrong_key'
	| 'wrong_twice'
	| 'wrong_categories'
	| 'wrong_title'
	| 'wrong_domain'
	| 'wrong_months'
	| 'wrong_other';

/**
 * The stored configuration as a draft.
 * @throws ZodError or SyntaxError when what is stored is no banner
 */
export function draftOf(stored: AnswerOf<typeof readConfiguration>): Draft {
	return {
		title: stored.title,
		domain: stored.domain,
		template: TemplateName.safeParse(stored.template).data ?? 'NA',
		sdkVersion: stored.sdkVersion,
		bundleVersion: stored.bundleVersion,
		config: LightConfig.parse(JSON.parse(stored.config)),
		mapper: LightMapper.parse(JSON.parse(stored.mapper)),
	};
}

/** The body of the save call. */
export function payloadOf(draft: Draft, customerId: number, id: string | undefined): z.input<typeof SaveConfiguration> {
	return {
		...(id ? { id } : {}),
		customerId,
		domain: draft.domain,
		title: draft.title,
		type: 0,
		template: draft.template,
		sdkVersion: draft.sdkVersion,
		bundleVersion: draft.bundleVersion,
		config: JSON.stringify(draft.config),
		mapper: JSON.stringify(cleanMapper(draft)),
	};
}

/** Only lines that say something, and only for categories that ask. */
export function cleanMapper({ config, mapper }: Pick<Draft, 'config' | 'mapper'>): LightMapper {
	const asked = config.categories.filter((category) => !category.necessary).map((category) => category.key);
	return {
		purposes: Object.fromEntries(Object.entries(mapper.purposes).filter(([key, name]) => asked.includes(key) && name.trim() !== '')),
	};
}

export const sameDraft = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Everything that keeps a draft from being saved. */
export function problemsOf(draft: Draft): Problems {
	const out: Record<string, ProblemKey> = {};
	if (!SaveConfiguration.shape.title.safeParse(draft.title).success) out.title = 'wrong_title';
	if (!SaveConfiguration.shape.domain.safeParse(draft.domain).success) out.domain = 'wrong_domain';
	for (const issue of LightConfig.safeParse(draft.config).error?.issues ?? []) out[issue.path.join('.')] ??= problemOf(issue);
	for (const issue of LightMapper.safeParse(draft.mapper).error?.issues ?? []) out[`mapper.${issue.path.join('.')}`] ??= problemOf(issue);
	return out;
}

/** The sentences stand in the contract in English; each has its own key here. */
const sentences: Readonly<Record<string, ProblemKey>> = {
	'Write this text': 'wrong_text',
	'Use an address that starts with https:// or /': 'wrong_url',
	'Use a colour such as #2b4a3f': 'wrong_colour',
	'Use small letters, digits, - and _': 'wrong_key',
	'Two categories have the same key': 'wrong_twice',
	'There must be a necessary category and one to ask about': 'wrong_categories',
};
const problemOf = (issue: z.core.$ZodIssue): ProblemKey =>
	sentences[issue.message] ?? (issue.path[0] === 'reask' ? 'wrong_months' : issue.code === 'too_small' ? 'wrong_text' : 'wrong_other');

/** The tab on which a field stands. */
export function tabOf(path: string): TabName {
	if (path.startsWith('categories')) return 'categories';
	if (path.startsWith('colours') || path === 'position' || path === 'template') return 'look';
	if (path.startsWith('reask') || path.startsWith('consentMode')) return 'behaviour';
	if (path.startsWith('mapper')) return 'mapping';
	return 'texts';
}

const HEX = /^#[0-9a-fA-F]{6}$/;
export const isColour = (text: string): boolean => HEX.test(text);

/** What can be drawn while a colour is half typed: the last whole one in its place. */
export function drawable(config: LightConfig, last: LightConfig['colours']): LightConfig {
	const whole = (name: keyof LightConfig['colours']) => (isColour(config.colours[name]) ? config.colours[name] : last[name]);
	return {
		...config,
		colours: { button: whole('button'), buttonText: whole('buttonText'), background: whole('background'), text: whole('text') },
	};
}
