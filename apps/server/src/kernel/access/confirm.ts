/** Dangerous acts want fresh proof of who is asking (product.md: 403 confirm_identity; the portal asks and repeats the call). */
import { CONFIRMED_MINUTES } from '@luvalla/contract/identity/sessions.ts';
import { now } from '#kernel/clock.ts';
import { Refused, refusals, type Sentences } from '#kernel/http/errors.ts';
import type { Asker } from './asker.ts';

const refuseConfirm = refusals({
	confirm_identity: [
		403,
		'Confirm first that it is you: we send a code to your address.',
		'Vahvista ensin, että olet sinä: lähetämme koodin osoitteeseesi.',
	],
});

const NOT_FOR_THEM: Sentences = {
	en: 'Only the person themselves can do this; nobody does it for them.',
	fi: 'Vain henkilö itse voi tehdä tämän, ei kukaan hänen puolestaan.',
};

/** Whoever acts for somebody does what needs doing for them, and leaves who they are and where they are signed in. @throws Refused 403 */
export const demandOwnSession = (asker: Asker): void => {
	if (asker.actorId !== null) throw new Refused(403, 'not_allowed', NOT_FOR_THEM);
};

/** @throws Refused 403: in an assisted session for good, otherwise until a code or a new sign-in. */
export const demandConfirmed = (asker: Asker): void => {
	demandOwnSession(asker);
	if (now().getTime() - asker.confirmedAt.getTime() > CONFIRMED_MINUTES * 60_000) throw refuseConfirm('confirm_identity');
};
