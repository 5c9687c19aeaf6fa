/** How many mails an installation sends to one address because somebody asked for them: so nobody is flooded through us. */
import { MAILS_PER_ADDRESS_PER_HOUR, MAILS_TO_ONE_ADDRESS_PER_HOUR } from '@luvalla/contract/constants.ts';
import { type Counting, takeOne } from '../access/limits.ts';
import { refusals } from '../http/errors.ts';

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

const HOUR = 3600;

/**
 * Counts a mail that is about to be written. To be called outside a transaction: what fails later counts all the same.
 * With an `asker` (the network that asks) each has a count of their own, so that nobody keeps another from their mail, and all
 * of them together stay below what would be a nuisance.
 * @throws Refused 429 too_many_mails
 */
export const takeMail = async (
	counting: Counting,
	{ to, cause, asker }: { readonly to: string; readonly cause: MailCause; readonly asker?: string },
): Promise<void> => {
	const address = to.toLowerCase();
	const what = `mail-${cause}`;
	const wait =
		asker === undefined
			? await takeOne(counting, { what, who: [address], most: MAILS_PER_ADDRESS_PER_HOUR, seconds: HOUR })
			: (await takeOne(counting, { what, who: [address, asker], most: MAILS_PER_ADDRESS_PER_HOUR, seconds: HOUR })) ||
				(await takeOne(counting, { what: `${what} of all`, who: [address], most: MAILS_TO_ONE_ADDRESS_PER_HOUR, seconds: HOUR }));
	if (wait > 0) throw refuseMail('too_many_mails').after(wait);
};
