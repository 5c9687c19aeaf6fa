import { messages } from '#portal/lib/say.ts';
import { en } from './en.ts';
import { fi } from './fi.ts';

export const useHintTexts = messages('hints', en, fi);
export type HintTexts = ReturnType<typeof useHintTexts>;
