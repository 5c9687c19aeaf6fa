/** Texts of a single field, apart from the rest of the kit. */
import { messages, type Translation } from '#portal/lib/say.ts';

const en = {
	optional: 'Optional',
} as const;

const fi: Translation<typeof en> = {
	optional: 'Valinnainen',
};

export const useFieldTexts = messages('field', en, fi);
