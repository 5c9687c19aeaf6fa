import type { Purpose } from '@luvalla/contract/consent/purposes';
import type { Language } from './say.ts';

/** What a purpose is called in a language: as its newest words say, else by the name that its makers gave it. */
export const purposeName = ({ name, versions: [newest] }: Pick<Purpose, 'name' | 'versions'>, language: Language): string =>
	newest?.wording[language]?.name ?? name;
