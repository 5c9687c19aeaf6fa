import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useMyDataTexts = messages('myData', en, fi);
export type MyDataTexts = ReturnType<typeof useMyDataTexts>;
