/** A light configuration as the editor holds it, and what is wrong with it. */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { type Category, LightConfig, LightMapper, TemplateName } from '@luvalla/contract/consent/light';
import { bodyOf, type DraftOf, draftFrom, type Problems, problemsIn, type Stored, type TabPropsOf } from './editing/draft.ts';

export type Draft = DraftOf<LightConfig, LightMapper, TemplateName>;
export type TabProps = TabPropsOf<Draft>;
export type TabName = 'texts' | 'categories' | 'look' | 'behaviour' | 'mapping' | 'json';

const shapes = { template: TemplateName, config: LightConfig, mapper: LightMapper };

/**
 * The stored configuration as a draft.
 * @throws ZodError or SyntaxError when what is stored is no light banner
 */
export const draftOf = (stored: Stored): Draft => draftFrom(stored, shapes);

/** The body of the save call. */
export const payloadOf = (draft: Draft, customerId: number, id: string | undefined) => ({
	...bodyOf({ ...draft, mapper: cleanMapper(draft) }, customerId, id),
	type: 0 as const,
});

/** Only lines that say something, and only for categories that ask. */
export function cleanMapper({ config, mapper }: Pick<Draft, 'config' | 'mapper'>): LightMapper {
	const asked = config.categories.filter((category) => !category.necessary).map((category) => category.key);
	return {
		purposes: Object.fromEntries(Object.entries(mapper.purposes).filter(([key, name]) => asked.includes(key) && name.trim() !== '')),
		segments: Object.fromEntries(Object.entries(mapper.segments).filter(([key, ids]) => asked.includes(key) && ids.length > 0)),
		remembers: asked.includes(mapper.remembers) ? mapper.remembers : '',
		pushes: asked.includes(mapper.pushes) ? mapper.pushes : '',
	};
}

/** A category's name in the first of these languages that it has one in; empty when it has none. */
export const nameIn = (texts: Category['texts'], languages: readonly BannerLanguage[]): string =>
	languages.map((language) => texts[language]?.name).find((name) => name) ?? '';

/** Everything that keeps a draft from being saved. */
export const problemsOf = (draft: Draft): Problems => problemsIn(draft, shapes);

/** The tab on which a field stands. */
export function tabOf(path: string): TabName {
	if (path.startsWith('categories')) return 'categories';
	if (/^(colours|position|template|logo|corners|font|reopen)/.test(path)) return 'look';
	if (/^(reask|consentMode|geo|blockKnown|joined)/.test(path)) return 'behaviour';
	if (path.startsWith('mapper')) return 'mapping';
	return 'texts';
}
