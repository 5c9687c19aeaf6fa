/**
 * A known person's receipt by mail. It names them, so the record's id alone opens nothing; whoever cannot sign in has a link sent to an
 * address of theirs, whose key opens that one record for some days.
 */
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { SecretError, type Secrets } from '#kernel/secrets.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { receiptMail } from './mails.ts';
import { receiptPath } from './receipts.ts';
import { RECEIPT_LINK_DAYS } from './words.ts';

/** Where these links are made and opened, and nothing else. */
const PLACE = 'receipt link';

const Link = z.object({ customerId: z.int(), recordId: z.string(), until: z.int() });
type Link = z.infer<typeof Link>;

/** Whose record a mailed link opens; null: not this one, not any more, or nobody here made it. */
export const customerOfKey = (secrets: Secrets, key: string, recordId: string): number | null => {
	try {
		const link = Link.parse(JSON.parse(secrets.open(key, PLACE)));
		return link.recordId === recordId && link.until > now().getTime() ? link.customerId : null;
	} catch (error) {
		if (error instanceof SecretError) return null;
		throw error;
	}
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
	const link: Link = { customerId, recordId, until: now().getTime() + RECEIPT_LINK_DAYS * 86_400_000 };
	const address = new URL(receiptPath(settings.publicUrl, recordId));
	address.searchParams.set('lang', language);
	address.searchParams.set('key', secrets.seal(JSON.stringify(link), PLACE));
	await queueMail(tx, jobs, { to, ...receiptMail(language, customer, address.href) }, { customerId });
};
