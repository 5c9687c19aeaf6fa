/** A push as the site's service worker shows it (packages/banner/src/worker/push.ts reads this). */

import type { PushMessage } from '@luvalla/banner/worker/push-message.ts';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { type WebShown, webMaker } from '../../contents/web.ts';
import { type Frozen, TemplateFailed } from '../../message.ts';
import type { Dressed } from '../channel.ts';
import { MOST_PLAIN } from './encrypt.ts';

const MOST_LINK = 1_500;
const MOST_ACTION_LINK = 400;

const messageOf = ({ title, body, link, image }: WebShown, one: Dressed, isTransactional: boolean): PushMessage => ({
	title,
	body,
	// Sent again, it takes the place of the first.
	tag: one.listedId,
	...(link !== null && { link: link.to }),
	...(image !== null && image.length <= MOST_LINK && { image }),
	...(!isTransactional && one.links.why.length <= MOST_ACTION_LINK && { why: one.links.why }),
});

/** Makes the message of somebody once, whatever browsers it goes to. @throws TemplateFailed (of one person) */
export const pushMaker = async (frozen: Frozen, isTransactional: boolean) => {
	const shownTo = await webMaker(frozen);
	return (one: Dressed): Buffer => {
		const shown = shownTo(one.language, one.facts, one.links);
		if (shown.link !== null && shown.link.to.length > MOST_LINK) throw new TemplateFailed(ownSentence('linkTooLong'));
		let { body } = shown;
		const made = () => Buffer.from(JSON.stringify(messageOf({ ...shown, body }, one, isTransactional)));
		let json = made();
		while (json.length > MOST_PLAIN && body.length > 1) {
			body = `${cut(body, Math.floor(body.length * 0.9) - 1)}…`;
			json = made();
		}
		if (json.length > MOST_PLAIN) throw new TemplateFailed(ownSentence('pushTooLong'));
		return json;
	};
};
