/** What is edited: a configuration as the editor holds it, and what is wrong with it. */
import type { AnswerOf } from '@luvalla/contract/call';
import { type readConfiguration, SaveConfiguration } from '@luvalla/contract/consent/configurations';
import { LightConfig, LightMapper, TemplateName } from '@luvalla/contract/consent/light';
import type * as z from 'zod';
import { errorsOf } from '#portal/ui/FormDrawer.tsx';

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

export type TabName = 'texts' | 'categories' | 'look' | 'behaviour' | 'mapping' | 'json';
/** Path of a field (`title`, `texts.en.body`, `categories.2.key`, `mapper.purposes.media`) → a sentence in the person's language. */
export type Problems = Readonly<Record<string, string>>;

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
	const mapper = errorsOf(LightMapper, draft.mapper);
	return {
		...errorsOf(SaveConfiguration.pick({ title: true, domain: true }), draft),
		...errorsOf(LightConfig, draft.config),
		...Object.fromEntries(Object.entries(mapper).map(([path, sentence]) => [`mapper.${path}`, sentence])),
	};
}

/** Whether a finding names a field of the form; others name where it was measured. */
export const isField = (path: string): boolean =>
	/^(title$|domain$|languages|texts\.|categories|colours|position|template|reask|consentMode|geo|joined|mapper\.)/.test(path);

/** The tab on which a field stands. */
export function tabOf(path: string): TabName {
	if (path.startsWith('categories')) return 'categories';
	if (path.startsWith('colours') || path === 'position' || path === 'template') return 'look';
	if (/^(reask|consentMode|geo|blockKnown|joined)/.test(path)) return 'behaviour';
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
