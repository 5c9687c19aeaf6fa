import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useReasonTexts = messages('reasons', en, fi);
export type ReasonTexts = ReturnType<typeof useReasonTexts>;
