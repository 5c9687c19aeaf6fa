import { messages } from '#portal/lib/say.ts';
import { en } from './messages/profile-en.ts';
import { fi } from './messages/profile-fi.ts';

export const useProfileTexts = messages('profiles', en, fi);
export type ProfileTexts = ReturnType<typeof useProfileTexts>;
