/** The consent-change webhook's headers: sealed at rest, shown masked, kept when sent back masked. */

import { randomBytes } from 'node:crypto';
import type { Domain } from '@luvalla/contract/tenancy/domains.ts';
import { ConsentChangeWebHook, MASKED } from '@luvalla/contract/tenancy/domains.ts';
import { invalidFields } from '#kernel/http/errors.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type DomainRow, lockWebhook, setWebhookSecret } from './store.ts';

type Headers = NonNullable<Domain['consentChangeWebHook']>['headerValues'];

const place = (domainId: string): string => `domain.webhook_headers.${domainId}`;

/** Secrets show their last four signs, and nothing at all when they are short. */
const masked = (value: string): string => `${MASKED}${value.length >= 12 ? value.slice(-4) : ''}`;

const opened = (secrets: Secrets, domainId: string, sealed: string | null): Headers =>
	sealed === null ? [] : ConsentChangeWebHook.shape.headerValues.parse(JSON.parse(secrets.open(sealed, place(domainId))));

export const shownWebhook = (secrets: Secrets, row: DomainRow): Domain['consentChangeWebHook'] =>
	row.webhook_url === null
		? null
		: {
				url: row.webhook_url,
				headerValues: opened(secrets, row.domain_id, row.webhook_headers).map(({ header, value }) => ({ header, value: masked(value) })),
			};

/** Who gets what is sent to an address; addresses that are none are each their own. */
const originOf = (url: string | null): string | null => (url !== null && URL.canParse(url) ? new URL(url).origin : url);

/** Whether this names somebody else to send to than before. */
export const goesElsewhere = (sent: Domain['consentChangeWebHook'] | undefined, before: DomainRow): boolean =>
	sent != null && sent.url !== '' && originOf(sent.url) !== originOf(before.webhook_url);

/**
 * What to store for what was sent; `before` is the row as it stands. A value that came back masked is kept, and is for the address
 * that it was given for alone: whoever may name another would read it there.
 * @throws Refused 422 by field
 */
export const storedWebhook = (
	secrets: Secrets,
	domainId: string,
	sent: Domain['consentChangeWebHook'] | undefined,
	before: DomainRow | null,
): { webhookUrl: string | null; webhookHeaders: string | null } => {
	if (sent === undefined) return { webhookUrl: before?.webhook_url ?? null, webhookHeaders: before?.webhook_headers ?? null };
	if (sent === null || sent.url === '') return { webhookUrl: null, webhookHeaders: null };
	const kept = before ? opened(secrets, domainId, before.webhook_headers) : [];
	const elsewhere = before !== null && goesElsewhere(sent, before);
	const headers = sent.headerValues.map(({ header, value }, index) => {
		const old = kept.find((k) => k.header === header && masked(k.value) === value);
		if (old && elsewhere)
			throw invalidFields(
				[
					{
						message: 'Enter this value again: it was given for another address',
						path: ['consentChangeWebHook', 'headerValues', index, 'value'],
					},
				],
				'not_usable',
			);
		return { header, value: old ? old.value : value };
	});
	return { webhookUrl: sent.url, webhookHeaders: headers.length === 0 ? null : secrets.seal(JSON.stringify(headers), place(domainId)) };
};

const secretPlace = (domainId: string): string => `domain.webhook_secret.${domainId}`;

/** Makes a new signing secret in the form of Standard Webhooks; the old one is forgotten. */
export const renewWebhookSecret = async (tx: Tx, secrets: Secrets, customerId: number, domainId: string): Promise<string> => {
	const secret = `whsec_${randomBytes(32).toString('base64')}`;
	await setWebhookSecret(tx, customerId, domainId, secrets.seal(secret, secretPlace(domainId)));
	return secret;
};

export interface WebhookTarget {
	readonly host: string;
	readonly url: string;
	readonly headers: Headers;
	/** `whsec_…`, made when there was none. */
	readonly secret: string;
}

/** Where a domain's consent changes go, opened for sending; null when it names no address. */
export const webhookTarget = async (tx: Tx, secrets: Secrets, customerId: number, domainId: string): Promise<WebhookTarget | null> => {
	const row = await lockWebhook(tx, customerId, domainId);
	if (!row?.webhook_url) return null;
	return {
		host: row.host,
		url: row.webhook_url,
		headers: opened(secrets, domainId, row.webhook_headers),
		secret:
			row.webhook_secret === null
				? await renewWebhookSecret(tx, secrets, customerId, domainId)
				: secrets.open(row.webhook_secret, secretPlace(domainId)),
	};
};
