/** A push as FCM takes it. */
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { type Shown, shownMaker } from '../../contents/push.ts';
import { type Frozen, TemplateFailed } from '../../message.ts';
import type { Dressed } from '../channel.ts';

/** What FCM takes of notification and data together, less what it counts beside our JSON. */
const MOST_BYTES = 3_800;
const MOST_LINK = 1_500;
/** A message that no device fetched for so long is not worth having. */
const TTL_SECONDS = 86_400;

export interface Push {
	/** The message in JSON, but for whose it is. */
	readonly json: string;
	/** Bytes of a request without its token. */
	readonly size: number;
}

const lengthOf = (text: string): number => Buffer.byteLength(text);

/** @param at when it is sent */
const messageOf = ({ title, body, link, image }: Shown, one: Dressed, leave: string | null, at: Date) => ({
	notification: { title, body, ...(image !== null && { image }) },
	data: { deliveryId: one.deliveryId, ...(link !== null && { link }), ...(leave !== null && { leave }) },
	// Sent again, it takes the place of the first. By no `collapse_key`: of these the service keeps four for a phone that is off.
	android: { ttl: `${TTL_SECONDS}s`, notification: { tag: one.listedId } },
	apns: {
		headers: { 'apns-expiration': String(Math.floor(at.getTime() / 1000) + TTL_SECONDS), 'apns-collapse-id': one.listedId },
		payload: { aps: { badge: 1, ...(image !== null && { 'mutable-content': 1 }) } },
		...(image !== null && { fcm_options: { image } }),
	},
});

/** @throws TemplateFailed (of one person) */
export const pushMaker = (frozen: Frozen, isTransactional: boolean) => {
	const shownTo = shownMaker(frozen);
	return (one: Dressed, at: Date): Push => {
		const shown = shownTo(one.language, one.facts, one.links);
		if (shown.body === '') throw new TemplateFailed(ownSentence('noText'));
		if (shown.link !== null && lengthOf(shown.link) > MOST_LINK) throw new TemplateFailed(ownSentence('linkTooLong'));
		const leave = isTransactional ? null : one.links.unsubscribe;
		let { body } = shown;
		let json = JSON.stringify(messageOf(shown, one, leave, at));
		// A phone shows a few lines; the service takes no more than it says.
		while (lengthOf(json) > MOST_BYTES && body.length > 1) {
			body = `${cut(body, Math.floor(body.length * 0.9) - 1)}…`;
			json = JSON.stringify(messageOf({ ...shown, body }, one, leave, at));
		}
		if (lengthOf(json) > MOST_BYTES) throw new TemplateFailed(ownSentence('pushTooLong'));
		return { json, size: lengthOf(json) };
	};
};
