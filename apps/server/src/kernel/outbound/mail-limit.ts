/** How many mails an installation sends to one address because somebody asked for them: so nobody is flooded through us. */
import { MAILS_PER_ADDRESS_PER_HOUR } from '@luvalla/contract/constants.ts';
import { takeOne } from '../access/limits.ts';
import { refusals } from '../http/errors.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * What a mail is for, as far as it is counted apart. Mails that strangers can cause (invitations, registrations, confirmations
 * of an address, tests of a ledger address) share one count; signing in has its own, so that they keep nobody out; and so has
 * confirming who one is, which only the person who is signed in asks for.
 */
export type MailCause = 'sign-in' | 'confirmation' | 'other';

const refuseMail = refusals({
	too_many_mails: [
		429,
		'We have sent five mails to this address within an hour. Use the newest one, or wait and ask again.',
		'Tähän osoitteeseen on lähetetty viisi viestiä tunnin sisällä. Käytä uusinta tai odota ja pyydä uudelleen.',
	],
});

/**
 * Counts a mail that is about to be written. To be called outside a transaction: what fails later counts all the same.
 * @throws Refused 429 too_many_mails
 */
export const takeMail = async (storage: Storage, address: string, cause: MailCause): Promise<void> => {
	if (!(await takeOne(storage, `mail-${cause}:${address.toLowerCase()}`, MAILS_PER_ADDRESS_PER_HOUR, 3600)))
		throw refuseMail('too_many_mails');
};
