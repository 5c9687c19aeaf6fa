/**
 * A known person's receipt by mail. It names them, so the record's id alone opens nothing; whoever cannot sign in has a link sent to an
 * address of theirs, whose key opens that one record for some days.
 */
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { sealedLink } from '#kernel/sealed-link.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { receiptMail } from './mails.ts';
import { receiptPath } from './receipts.ts';
import { RECEIPT_LINK_DAYS } from './words.ts';

const receiptLink = sealedLink('receipt link', z.object({ customerId: z.int(), recordId: z.string(), until: z.int() }));

/** Whose record a mailed link opens; null: not this one, not any more, or nobody here made it. */
export const customerOfKey = (secrets: Secrets, key: string, recordId: string): number | null => {
	const link = receiptLink.open(secrets, key);
	return link?.recordId === recordId && link.until > now().getTime() ? link.customerId : null;
};

/**
 * Mails the link of a record's receipt. To be counted first (`takeMail`).
 * @param to an address of the person who the record is of
 */
export const mailReceipt = async (
	tx: Tx,
	{ secrets, jobs, settings }: Pick<Kernel, 'secrets' | 'jobs' | 'settings'>,
	customerId: number,
	{ recordId, to, customer, language }: { recordId: string; to: string; customer: string; language: Language },
): Promise<void> => {
	const until = now().getTime() + RECEIPT_LINK_DAYS * 86_400_000;
	const address = new URL(receiptPath(settings.publicUrl, recordId));
	address.searchParams.set('lang', language);
	address.searchParams.set('key', receiptLink.seal(secrets, { customerId, recordId, until }));
	await queueMail(tx, jobs, { to, ...receiptMail(language, customer, address.href) }, { customerId });
};
