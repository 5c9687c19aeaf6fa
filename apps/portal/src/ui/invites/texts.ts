/** Texts of a list of invitations. */
import { messages, type Translation } from '#portal/lib/say.ts';

const en = {
	invitations: 'Open invitations',
	noInvitations: 'Nobody is invited at the moment.',
	invitationsFailed: 'We could not load the invitations.',
	customerAdmin: 'Customer admin',
	domainAdmin: 'Domain admin',
	allDomains: 'All',
	invitedBy: 'Invited by',
	ends: 'Ends',
	open: 'Open',
	expired: 'Expired',
	revoke: 'Revoke',
	revokeQuestion: 'Revoke the invitation of {{who}}?',
	revokeWhat: 'The link in their letter stops working. You can invite them again.',
} as const;

const fi = {
	invitations: 'Avoimet kutsut',
	noInvitations: 'Ketään ei ole nyt kutsuttu.',
	invitationsFailed: 'Kutsuja ei saatu ladattua.',
	customerAdmin: 'Asiakkaan ylläpitäjä',
	domainAdmin: 'Verkkotunnuksen ylläpitäjä',
	allDomains: 'Kaikki',
	invitedBy: 'Kutsuja',
	ends: 'Päättyy',
	open: 'Avoin',
	expired: 'Vanhentunut',
	revoke: 'Peru',
	revokeQuestion: 'Perutaanko kutsu osoitteelle {{who}}?',
	revokeWhat: 'Viestin linkki lakkaa toimimasta. Voit kutsua hänet uudelleen.',
} as const satisfies Translation<typeof en>;

export const useInviteListTexts = messages('invite-list', en, fi);
