/** What a content may be: made for a channel, or one control for any channel that uses it. */
import { CHANNELS, type Channel } from '@luvalla/contract/channels';
import {
	CHANNEL_NAMES,
	CONTENT_TYPES,
	type ContentType,
	codeOf,
	TYPES_OF,
	WRITTEN_ORDER,
} from '@luvalla/contract/engagement/content-types';
import type { Language } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import type { ContentTexts } from './texts.ts';

export interface Kind {
	/** Null: one control. */
	channel: Channel | null;
	/** In the order of the form. */
	types: readonly ContentType[];
}

/** What a `contentType` means; one that nobody knows any more is shown with all controls (G091). */
export function kindOf(contentType: string): Kind {
	const channel = CHANNELS.find((one) => CHANNEL_NAMES[one].en === contentType) ?? null;
	const only = CONTENT_TYPES.find((one) => one === contentType);
	const types: readonly ContentType[] = only ? [only] : channel ? TYPES_OF[channel] : CONTENT_TYPES;
	return { channel, types: WRITTEN_ORDER.filter((one) => types.includes(one)) };
}

/** The channel a preview is made for: its own, or a letter, which uses all controls. */
export const previewedAs = ({ channel }: Kind): number => codeOf(channel ?? 'email');

/** *Email*, *Subject alone*. */
export const kindText = (t: ContentTexts, contentType: string, language: Language): string => {
	const { channel } = kindOf(contentType);
	if (channel) return channelSigns[channel].label[language];
	const only = CONTENT_TYPES.find((one) => one === contentType);
	return only ? t(`only_${only}`) : contentType;
};

/** All that can be chosen: channels, then single controls. */
export const kindOptions = (t: ContentTexts, language: Language) => [
	{ group: t('channels'), items: CHANNELS.map((one) => ({ value: CHANNEL_NAMES[one].en, label: channelSigns[one].label[language] })) },
	{ group: t('singles'), items: CONTENT_TYPES.map((one) => ({ value: one, label: t(`only_${one}`) })) },
];
