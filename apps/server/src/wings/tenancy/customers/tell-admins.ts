/** Mails to those who answer for a customer. */
import type { Language } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Letter, queueMail } from '#kernel/outbound/mail.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { customerAdminAddresses, readCustomer } from './store.ts';

/** A page of the portal for this customer, whichever one its reader, who may have several, worked for last. */
export const pageAt = ({ publicUrl }: Pick<Kernel['settings'], 'publicUrl'>, customerId: number, path: string): string =>
	`${publicUrl}${path}${path.includes('?') ? '&' : '?'}customer=${customerId}`;

/**
 * Nobody's language is known here; the company's country tells the likelier one.
 * @param domainId of the domain it is about, with which it goes
 */
export const tellAdmins = async (
	tx: Tx,
	{ jobs }: Pick<Kernel, 'jobs'>,
	customerId: number,
	letterIn: (language: Language) => Letter,
	domainId?: string,
): Promise<void> => {
	const letter = letterIn((await readCustomer(tx, customerId))?.country_code === 'FI' ? 'fi' : 'en');
	for (const to of await customerAdminAddresses(tx, customerId))
		await queueMail(tx, jobs, { to, ...letter }, { customerId, ...(domainId !== undefined && { domainId }) });
};
