/** Pictures that leaflets show: the customer's own from where they are kept, others from where they are, once a run. */

import { MOST_PICTURE } from '@luvalla/contract/engagement/contents.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { sendHttp } from '#kernel/outbound/http.ts';
import { readPicture } from '../../contents/pictures.ts';
import { TemplateFailed } from '../../message.ts';
import type { ChannelParts } from '../channel.ts';
import { BadPicture, type Picture, pictureOf } from './print/picture.ts';

/** Addresses that are held at once: as a rule a run has a handful. */
const MOST_KEPT = 50;
const MOST_REDIRECTED = 'It leads elsewhere.';

export interface Pictures {
	/** So that `of` has them. */
	load(urls: Iterable<string>): Promise<void>;
	/** @throws TemplateFailed where it is no picture that can be printed */
	of(url: string): Picture;
}

export const createPictures = ({ storage, settings }: ChannelParts, customerId: number): Pictures => {
	const kept = new Map<string, Picture | TemplateFailed>();
	const guard = createGuard(settings.outboundAllow);
	const fetched = async (url: string): Promise<Buffer> => {
		const own = await storage.inTenant(customerId, (tx) => readPicture(tx, customerId, settings.publicUrl, url));
		if (own !== null) return own;
		const { status, body } = await sendHttp(url, {
			guard,
			mostBytes: MOST_PICTURE,
			follow: (to) => (/^https?:$/.test(to.protocol) ? null : MOST_REDIRECTED),
		});
		if (status !== 200) throw new BadPicture(`It answers ${status}.`);
		return body;
	};
	return {
		async load(urls) {
			for (const url of new Set(urls)) {
				if (kept.has(url)) continue;
				const [first] = kept.keys();
				if (kept.size >= MOST_KEPT && first !== undefined) kept.delete(first);
				try {
					kept.set(url, pictureOf(await fetched(url)));
				} catch (error) {
					const said = error instanceof Error ? error.message : String(error);
					kept.set(url, new TemplateFailed(`The picture ${url.slice(0, 200)} cannot be printed. ${said}`));
				}
			}
		},
		of(url) {
			const found = kept.get(url);
			if (found === undefined) throw new TemplateFailed(`The picture ${url.slice(0, 200)} was not fetched.`);
			if (found instanceof TemplateFailed) throw found;
			return found;
		},
	};
};
