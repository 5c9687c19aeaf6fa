/** Pictures that leaflets show: the customer's own from where they are kept, others from where they are, once a run. */

import { setTimeout as pause } from 'node:timers/promises';
import { MOST_PICTURE } from '@luvalla/contract/engagement/contents.ts';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { OutboundFailed, sendHttp } from '#kernel/outbound/http.ts';
import { readPicture } from '../../contents/pictures.ts';
import { TemplateFailed } from '../../message.ts';
import type { ChannelParts } from '../channel.ts';
import { BadPicture, type Picture, pictureOf } from './print/picture.ts';

/** Addresses that are held beside those that a part needs: as a rule a run has a handful. */
const MOST_KEPT = 50;
/** So many are fetched at a time. */
const AT_ONCE = 6;
/** Waits before a host that cannot answer at this moment is asked again. */
const WAITS_MS = [1_000, 3_000];
const MOST_REDIRECTED = 'It leads elsewhere.';

/** A host that may answer later. */
class NotNow extends Error {
	override readonly name = 'NotNow';
}
const PASSING: readonly string[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAI_AGAIN'];
const mayPass = (error: unknown): boolean => error instanceof NotNow || (error instanceof OutboundFailed && PASSING.includes(error.code));

export interface Pictures {
	/** So that `of` has them, however many they are. */
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
		if (status >= 500 || status === 429) throw new NotNow(`It answers ${status}.`);
		if (status !== 200) throw new BadPicture(`It answers ${status}.`);
		return body;
	};
	const patiently = async (url: string): Promise<Buffer> => {
		for (const waitMs of WAITS_MS)
			try {
				return await fetched(url);
			} catch (error) {
				if (!mayPass(error)) throw error;
				await pause(waitMs);
			}
		return fetched(url);
	};
	const keep = async (url: string): Promise<void> => {
		try {
			kept.set(url, pictureOf(await patiently(url)));
		} catch (error) {
			const said = error instanceof Error ? error.message : String(error);
			kept.set(url, new TemplateFailed(`The picture ${url.slice(0, 200)} cannot be printed. ${said}`));
		}
	};
	return {
		async load(urls) {
			const wanted = new Set(urls);
			for (const url of [...kept.keys()].filter((one) => !wanted.has(one)).slice(0, -MOST_KEPT)) kept.delete(url);
			const missing = [...wanted].filter((url) => !kept.has(url));
			for (let at = 0; at < missing.length; at += AT_ONCE) await Promise.all(missing.slice(at, at + AT_ONCE).map(keep));
		},
		of(url) {
			const found = kept.get(url);
			if (found === undefined) throw new TemplateFailed(ownSentence('notFetched', url.slice(0, 200)));
			if (found instanceof TemplateFailed) throw found;
			return found;
		},
	};
};
