/** What is edited, of either kind: a configuration as an editor holds it, and what is wrong with it. */
import type { AnswerOf } from '@luvalla/contract/call';
import { type readConfiguration, SaveConfiguration } from '@luvalla/contract/consent/configurations';
import { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { LightConfig } from '@luvalla/contract/consent/light';
import type * as z from 'zod';
import { errorsOf } from '#portal/ui/form/FormDrawer.tsx';

export interface DraftOf<Config, Mapper, Template extends string> {
	title: string;
	/** Host name; empty until one is chosen. */
	domain: string;
	template: Template | 'NA';
	sdkVersion: string;
	bundleVersion: string;
	config: Config;
	mapper: Mapper;
}

/** Path of a field (`title`, `texts.en.body`, `categories.2.key`, `mapper.purposes.media`) → a sentence in the person's language. */
export type Problems = Readonly<Record<string, string>>;

/** What every tab gets. A part of a tab takes the part of the draft that it changes. */
export interface TabPropsOf<Draft> {
	draft: Draft;
	/** Changes a copy of the draft in place. */
	edit: (change: (draft: Draft) => void) => void;
	/** The sentence of a field in error. */
	problem: (path: string) => string | undefined;
}

/** The shapes of a kind of configuration. */
export interface ShapesOf<Config, Mapper, Template extends string> {
	template: z.ZodType<Template>;
	config: z.ZodType<Config>;
	mapper: z.ZodType<Mapper>;
}

/** A configuration as it is stored. */
export type Stored = AnswerOf<typeof readConfiguration>;

/**
 * The stored configuration as a draft.
 * @throws ZodError or SyntaxError when what is stored is no banner of this kind
 */
export const draftFrom = <Config, Mapper, Template extends string>(
	stored: Stored,
	{ template, config, mapper }: ShapesOf<Config, Mapper, Template>,
): DraftOf<Config, Mapper, Template> => ({
	title: stored.title,
	domain: stored.domain,
	template: template.safeParse(stored.template).data ?? 'NA',
	sdkVersion: stored.sdkVersion,
	bundleVersion: stored.bundleVersion,
	config: config.parse(JSON.parse(stored.config)),
	mapper: mapper.parse(JSON.parse(stored.mapper)),
});

/** Of the row as it was read: no id where it is new; without `savedAt` whatever stands there is replaced. */
export interface ReadRow {
	id: string | undefined;
	savedAt: string | undefined;
}

/** What the save calls of both kinds take beside `type`: the draft with its parts as JSON. */
export const bodyOf = <Config, Mapper, Template extends string>(
	{ config, mapper, ...draft }: DraftOf<Config, Mapper, Template>,
	customerId: number,
	{ id, savedAt }: ReadRow,
) => ({
	...draft,
	...(id ? { id, savedAt } : { savedAt: null }),
	customerId,
	config: JSON.stringify(config),
	mapper: JSON.stringify(mapper),
});

/** Everything that keeps a draft from being saved. */
export const problemsIn = <Config, Mapper>(
	draft: DraftOf<Config, Mapper, string>,
	shapes: Pick<ShapesOf<Config, Mapper, string>, 'config' | 'mapper'>,
): Problems => ({
	...errorsOf(SaveConfiguration.pick({ title: true, domain: true }), draft),
	...errorsOf(shapes.config, draft.config),
	...Object.fromEntries(Object.entries(errorsOf(shapes.mapper, draft.mapper)).map(([path, sentence]) => [`mapper.${path}`, sentence])),
});

/** Whether a finding names a field of the form; others name where it was measured. */
export const isFieldOf = (path: string, config: { shape: object }): boolean => {
	const [head = ''] = path.split('.');
	return ['title', 'domain', 'template', 'mapper'].includes(head) || head in config.shape;
};

/** The language whose text is meant: `fi` of `texts.fi.body`, `categories.2.texts.fi.name`, `categories.2.cookies.0.about.fi`. */
export const languageOf = (path: string): BannerLanguage | null => {
	const [, ofTexts, ofCookie] = /(?:(?:^|\.)texts\.([a-z]{2})\.|\.cookies\.\d+\.about\.([a-z]{2})$)/.exec(path) ?? [];
	return BannerLanguage.safeParse(ofTexts ?? ofCookie).data ?? null;
};

/** Paths of the fields in which two drafts differ, as problems name them: `title`, `texts.en.body`, `mapper.purposes.media`. */
export const changedPaths = (before: AnyParts, after: AnyParts): string[] => {
	const flat = ({ config, mapper, ...rest }: AnyParts) => ({ ...rest, ...config, mapper });
	return differing(flat(before), flat(after), '');
};
type AnyParts = { config: object; mapper: object };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const differing = (before: unknown, after: unknown, path: string): string[] => {
	if (!isObject(before) || !isObject(after)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
	return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
		differing(Reflect.get(before, key), Reflect.get(after, key), path === '' ? key : `${path}.${key}`),
	);
};

export const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

export type Colours = LightConfig['colours'];

const HEX = /^#[0-9a-fA-F]{6}$/;
export const isColour = (text: string): boolean => HEX.test(text);

/** The colours that can be drawn while one is half typed: the last whole one in its place. */
export const drawable = (colours: Colours, last: Colours): Colours => {
	const whole = (name: keyof Colours) => (isColour(colours[name]) ? colours[name] : last[name]);
	return { button: whole('button'), buttonText: whole('buttonText'), background: whole('background'), text: whole('text') };
};
