/** What every frame around a page says, and where it leads: the sign-in takes these alone. */
import { messages } from '#portal/lib/say.ts';
import * as frame from './messages/frame.ts';
import * as links from './pages/messages/links.ts';

export const useFrameTexts = messages('frame', frame.en, frame.fi);
export const useLinkTexts = messages('links', links.en, links.fi);
