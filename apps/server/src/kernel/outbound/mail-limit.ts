/** How many mails an installation sends to one address because somebody asked for them: so nobody is flooded through us. */
import { MAILS_PER_ADDRESS_PER_HOUR, MAILS_TO_ONE_ADDRESS_AT_MOST, MAILS_TO_ONE_ADDRESS_PER_HOUR } from '@luvalla/contract/constants.ts';
import { type Counting, takeOne } from '../access/limits.ts';
import { refusals } from '../http/errors.ts';

/**
 * What a mail is for, as far as it is counted apart: signing in, confirming who one is (which only the person who is signed in
 * asks for), and everything else (invitations, registrations, confirmations of an address, tests of a ledger address).
 */
export type MailCause = 'sign-in' | 'confirmation' | 'other';

const refuseMail = refusals({
	too_many_mails: [
		429,
		'Enough mails were sent to this address within an hour. Use the newest one, or wait and ask again.',
		'Tähän osoitteeseen on lähetetty tarpeeksi viestejä tunnin sisällä. Käytä uusinta tai odota ja pyydä uudelleen.',
	],
});

const HOUR = 3600;

/** A mail that somebody asks for. */
export interface AskedMail {
	readonly to: string;
	readonly cause: MailCause;
	/** Who asks: the network of a stranger, else the user or the customer. */
	readonly asker: string;
	/** What a stranger may have many askers in, such as an IPv6 /48; the asker itself where nothing is said. */
	readonly within?: string;
}

/**
 * Counts a mail that is about to be written. To be called outside a transaction: what fails later counts all the same.
 * Each asker has a count of their own. All together are limited, too, but never so that somebody who has not asked yet gets
 * nothing: strangers must not keep a person from their own mail. Only the ceiling over everything is the same for all.
 * @throws Refused 429 too_many_mails
 */
export const takeMail = async (counting: Counting, { to, cause, asker, within = asker }: AskedMail): Promise<void> => {
	const address = to.toLowerCase();
	const what = `mail-${cause}`;
	const take = (named: string, who: readonly string[], most: number): Promise<number> =>
		takeOne(counting, { what: named, who: [address, ...who], most, seconds: HOUR });
	const refuseAfter = (wait: number): void => {
		if (wait > 0) throw refuseMail('too_many_mails').after(wait);
	};
	refuseAfter(await take(what, [asker], MAILS_PER_ADDRESS_PER_HOUR));
	const isFirst = (await take(`${what} within`, [within], 1)) === 0;
	const together = await take(`${what} of all`, [], MAILS_TO_ONE_ADDRESS_PER_HOUR);
	if (!isFirst) refuseAfter(together);
	refuseAfter(await take('mail of any kind', [], MAILS_TO_ONE_ADDRESS_AT_MOST));
};
