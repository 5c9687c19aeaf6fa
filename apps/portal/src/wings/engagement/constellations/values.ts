/** A constellation as its form holds it, and as it is sent. */
import { type Constellation, WEBHOOK_CHANNEL } from '@luvalla/contract/engagement/constellations';
import { CONTENT_TYPES, type ContentType, channelOf, TYPES_OF, WRITTEN_ORDER } from '@luvalla/contract/engagement/content-types';
import type { Content } from '@luvalla/contract/engagement/contents';
import { type WebhookValues, webhookInput, webhookValues } from '#portal/ui/webhook/values.ts';

export interface Values extends Record<string, unknown> {
	title: string;
	/** Its code. */
	channel: string;
	/** Id of a domain. */
	domain: string;
	/** Ids of contents, in the order they were chosen. */
	contents: string[];
	uat: string;
	webHook: WebhookValues;
}

/** @param content what a new one begins with */
export const initialOf = (row: Constellation | null, domainId: string, content?: Content): Values => ({
	title: row?.title ?? content?.title ?? '',
	channel: String(row?.channel ?? content?.channel ?? 0),
	domain: row?.domainId ?? domainId,
	contents: [...(row?.contents ?? (content ? [content.id] : []))],
	uat: row?.uat ?? '',
	webHook: webhookValues(row?.webHook),
});

/** As the calls take it: the webhook is there on its channel alone. */
export function inputOf({ title, channel, contents, uat, webHook }: Values) {
	const code = Number(channel);
	return {
		title: title.trim(),
		channel: code,
		contents,
		uat: uat.trim(),
		webHook: code === WEBHOOK_CHANNEL ? webhookInput(webHook) : null,
	};
}

/** Controls of a channel, in the order in which a letter is written; of one that nobody knows any more all. */
export const typesOf = (channel: string): readonly ContentType[] => {
	const known = channelOf(Number(channel));
	const types = known ? TYPES_OF[known] : CONTENT_TYPES;
	return WRITTEN_ORDER.filter((one) => types.includes(one));
};

/** The one control that a content holds; null: it is made for a channel. */
export const controlOf = ({ channel, contentType }: Content): string | null => (channel === null ? contentType : null);

/** Controls that a content brings, in any language. */
export const broughtBy = (one: Content): ReadonlySet<string> =>
	new Set(
		Object.values(one.controls).flatMap((controls) => Object.entries(controls).flatMap(([name, text]) => (text?.trim() ? [name] : []))),
	);

/** The chosen ones with `next` in the place of `before`. */
export const exchanged = (ids: readonly string[], before: string | undefined, next: string | null): string[] => [
	...ids.filter((id) => id !== before && id !== next),
	...(next === null ? [] : [next]),
];
