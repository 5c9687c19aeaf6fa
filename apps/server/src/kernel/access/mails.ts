/** How many mails anybody may have sent to one address: of one kind and by one asker, and of all together. */
import { MAILS_PER_ADDRESS_PER_HOUR, MAILS_TO_ONE_ADDRESS_PER_HOUR } from '@luvalla/contract/constants.ts';
import { refuse } from '#kernel/http/errors.ts';
import { type Counting, takeOne } from './limits.ts';

const HOUR = 3600;

/**
 * Counts a mail that `asker` (a user, or the network that asks) has sent to `to`. Each asker has a count of their own, so that
 * nobody keeps another from their mail; all of them together stay below what would be a nuisance.
 * @throws Refused 429 too_many_mails
 */
export const takeMail = async (
	counting: Counting,
	mail: { readonly kind: string; readonly to: string; readonly asker: string },
): Promise<void> => {
	const { kind, to, asker } = mail;
	const wait =
		(await takeOne(counting, { what: `${kind}-mail`, who: [to, asker], most: MAILS_PER_ADDRESS_PER_HOUR, seconds: HOUR })) ||
		(await takeOne(counting, { what: 'mail', who: [to], most: MAILS_TO_ONE_ADDRESS_PER_HOUR, seconds: HOUR }));
	if (wait > 0) throw refuse('too_many_mails').after(wait);
};
