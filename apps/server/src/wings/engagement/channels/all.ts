/** The channels that this installation can send by: a folder and a line here each. Their numbers are their places in the contract's `CHANNELS`. */
import type { Channel as Word } from '@luvalla/contract/channels.ts';
import { ad } from './ad/ad.ts';
import type { Channel } from './channel.ts';
import { email } from './email/email.ts';
import { leaflet } from './leaflet/leaflet.ts';
import { mobile } from './mobile/mobile.ts';
import { sms } from './sms/sms.ts';
import { web } from './web/web.ts';
import { webhook } from './webhook/webhook.ts';

export const SENDING: Channel[] = [email, sms, mobile, web, leaflet, webhook, ad];

/** Undefined: nothing can be sent by it yet. */
export const sendingBy = (word: Word | null): Channel | undefined => SENDING.find((one) => one.word === word);

/** By which messages of a channel are tried out: itself, or as a letter that shows them. */
export const tryingBy = (channel: Channel): NonNullable<Channel['try']> => {
	const by = channel.try ?? SENDING.find((one) => one.try)?.try;
	if (!by) throw new Error('Nothing can be tried out.');
	return by;
};

/** By which a letter leaves that belongs to no run. */
export const sendingAlone = (): NonNullable<Channel['alone']> => {
	const by = SENDING.find((one) => one.alone)?.alone;
	if (!by) throw new Error('No letter can be sent alone.');
	return by;
};

/** The one whose texts are priced while they are written. */
export const texting = (): Channel & Required<Pick<Channel, 'texts' | 'unitsOf'>> => {
	for (const channel of SENDING) {
		const { texts, unitsOf } = channel;
		if (texts && unitsOf) return { ...channel, texts, unitsOf };
	}
	throw new Error('No text can be sent.');
};

/** The channel of a run that was begun. @throws where nothing can be sent by it */
export const channelBy = (word: Word): Channel => {
	const channel = sendingBy(word);
	if (!channel) throw new Error(`Nothing can be sent by ${word}.`);
	return channel;
};
