/** One category of a draft, for the parts of its form; and what follows it when it is called otherwise or goes. */
import type { Category } from '@luvalla/contract/consent/light';
import { renameMarks } from '../../editing/filling.ts';
import type { LightDraft } from '../kind.ts';

export interface CategoryPart {
	category: Category;
	/** Changes a copy of the draft in place. */
	change: (act: (category: Category, draft: LightDraft) => void) => void;
	/** The sentence of a part in error: `key`, `texts.fi.name`. */
	problem: (part: string) => string | undefined;
}

/** What hangs on the key follows it. */
export const renameCategory = (one: Category, { config, mapper }: LightDraft, key: string): void => {
	const { [one.key]: purpose, ...purposes } = mapper.purposes;
	const { [one.key]: allowed, ...modes } = config.consentMode;
	mapper.purposes = purpose === undefined ? purposes : { ...purposes, [key]: purpose };
	config.consentMode = allowed === undefined ? modes : { ...modes, [key]: allowed };
	renameMarks(config, one.key, key);
	one.key = key;
};

export const removeCategory = ({ config, mapper }: LightDraft, at: number): void => {
	const [gone] = config.categories.splice(at, 1);
	if (!gone) return;
	delete mapper.purposes[gone.key];
	delete config.consentMode[gone.key];
	renameMarks(config, gone.key, null);
};
