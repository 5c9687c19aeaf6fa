/** A webhook as its form holds it, and as it is sent. */
import { useWebhookTexts } from './texts.ts';

interface Webhook {
	url: string;
	headerValues: readonly { header: string; value: string }[];
}
export interface HeaderLine {
	/** Tells lines apart while they are edited; never sent. */
	id: string;
	header: string;
	value: string;
}
export interface WebhookValues {
	url: string;
	headerValues: HeaderLine[];
}

/** What the form begins with. */
export const webhookValues = (stored: Webhook | null | undefined): WebhookValues => ({
	url: stored?.url ?? '',
	headerValues: (stored?.headerValues ?? []).map((one) => ({ id: crypto.randomUUID(), ...one })),
});

/** What is sent: ids of headers are removed, and one without address and headers is none. */
export const webhookInput = ({ url, headerValues }: WebhookValues) =>
	url.trim() === '' && headerValues.length === 0
		? null
		: { url: url.trim(), headerValues: headerValues.map(({ header, value }) => ({ header, value })) };

/** Names of its fields for the summary of what is wrong. @param at its own path in the form */
export function useWebhookLabels(at: string): (path: string) => string | undefined {
	const t = useWebhookTexts();
	return (path) => {
		if (path === `${at}.url`) return t('url');
		const [index, part] = path.startsWith(`${at}.headerValues.`) ? path.slice(`${at}.headerValues.`.length).split('.') : [];
		if (index === undefined) return undefined;
		const number = Number(index) + 1;
		return part === 'header' ? t('header', { number }) : t('value', { number });
	};
}
