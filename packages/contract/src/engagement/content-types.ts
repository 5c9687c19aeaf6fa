/** Content types of each channel (portal.md, Content types per channel), and what each asks for. */
import { CHANNELS, type Channel } from '../channels.ts';
import type { Said } from '../words.ts';

export { STATUS } from './status-numbers.ts';

export const CONTENT_TYPES = ['subject', 'body', 'simpletext', 'heroimage', 'rawhtml'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** The specification's table; the alternative reading beside it is not used. */
export const TYPES_OF: Readonly<Record<Channel, readonly ContentType[]>> = {
	sms: ['simpletext'],
	email: ['simpletext', 'heroimage', 'subject', 'body', 'rawhtml'],
	mobile: ['heroimage', 'simpletext'],
	web: ['heroimage', 'simpletext', 'rawhtml', 'body'],
	leaflet: ['simpletext', 'heroimage', 'body'],
	webhook: ['heroimage', 'simpletext'],
	ad: ['heroimage', 'body', 'rawhtml'],
};

/** Subject first, as a letter is written; HTML is another way to write its body. */
export const WRITTEN_ORDER: readonly ContentType[] = ['subject', 'heroimage', 'body', 'rawhtml', 'simpletext'];

/** Prompts of what must be there (portal.md section 5); a letter written as HTML needs neither body nor picture besides. */
export const PROMPTS: Readonly<Record<Exclude<ContentType, 'rawhtml'>, string>> = {
	subject: 'Enter Subject',
	body: 'Enter Body Content',
	simpletext: 'Enter Text Content',
	heroimage: 'Enter Image Url',
};

/** Names of the channels as a content's type: `Email`, `SMS`, …; the code of a channel is its place. */
export const CHANNEL_NAMES: Readonly<Record<Channel, Said>> = {
	email: { en: 'Email', fi: 'Sähköposti' },
	sms: { en: 'SMS', fi: 'Tekstiviesti' },
	mobile: { en: 'Mobile', fi: 'Mobiili' },
	web: { en: 'Web', fi: 'Verkko' },
	leaflet: { en: 'Leaflet', fi: 'Kirje tai esite' },
	webhook: { en: 'Webhook', fi: 'Webhook' },
	ad: { en: 'Ad', fi: 'Mainos' },
};

/** portal.md section 9: Email 0, SMS 1, Mobile 2, Web 3, Leaflet 4, Webhook 5, Ad 6. */
export const codeOf = (channel: Channel): number => CHANNELS.indexOf(channel);
export const channelOf = (code: number): Channel | null => CHANNELS[code] ?? null;
