import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useUploadTexts = messages('uploads', en, fi);
export type UploadTexts = ReturnType<typeof useUploadTexts>;
