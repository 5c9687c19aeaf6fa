import type { Purpose } from '@luvalla/contract/consent/purposes';
import type { Language } from './say.ts';

/** What a purpose is called in a language: as its newest words say, unless its makers gave it a name of its own. */
export function purposeName({ name, versions: [newest] }: Pick<Purpose, 'name' | 'versions'>, language: Language): string {
	const words = newest?.wording ?? {};
	return Object.values(words).some((one) => one.name === name) ? (words[language]?.name ?? name) : name;
}
