/** What a yes to each of the framework's purposes grants, and in which words it is asked for. */
import type { TcfConfig, TcfMapper } from '@luvalla/contract/consent/tcf.ts';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists.ts';
import type { OfficialTexts } from './assemble.ts';
import { declaredOf, keysOf, usageOf } from './list.ts';
import { tcfPurposeOf } from './policy.ts';

/** A purpose by its name: the keys that grant it, and per language the official words of all of them. */
export interface GrantedWords {
	keys: string[];
	wording: Record<string, { name: string; about: string }>;
}

/** A purpose for every key; keys that the mapper gives one name share a purpose, whose wording names them all. */
export const grantedWords = (
	config: TcfConfig,
	mapper: Pick<TcfMapper, 'purposes'>,
	list: VendorList,
	texts: OfficialTexts,
): Map<string, GrantedWords> => {
	const keysByName = new Map<string, string[]>();
	for (const key of keysOf(usageOf(config, list))) {
		const name = tcfPurposeOf(mapper, list, key);
		keysByName.set(name, [...(keysByName.get(name) ?? []), key]);
	}
	const wordingOf = (keys: readonly string[]) =>
		Object.fromEntries(
			config.languages.map((language) => {
				const entries = keys.flatMap((key) => declaredOf(language === 'en' ? list : (texts[language] ?? list), key) ?? []);
				return [
					language,
					{ name: entries.map((e) => e.name.trim()).join(' · '), about: entries.map((e) => e.description.trim()).join(' ') },
				];
			}),
		);
	return new Map([...keysByName].map(([name, keys]) => [name, { keys, wording: wordingOf(keys) }]));
};
