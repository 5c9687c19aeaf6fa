/** Invitations and the registration of a customer: everyone gets in by a mail with a single-use link. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId, Email, HostName, Id } from '../fields.ts';
import { SIGN_IN_RATE } from '../identity/signin.ts';
import { NewCustomer } from './customers.ts';

/** What a registration sends as `primaryEmail`; replaced by the person's own on confirmation. */
export const PRIMARY_EMAIL_PLACEHOLDER = 'noreply@luvalla.localhost';

export const Invite = z.object({
	id: Id,
	email: z.string(),
	role: z.enum(['customerAdmin', 'domainAdmin', 'partner']),
	domains: z.array(z.string()),
	invitedBy: z.string(),
	createdAt: z.string(),
	expiresAt: z.string(),
	status: z.enum(['open', 'accepted', 'expired', 'revoked']),
});
export type Invite = z.infer<typeof Invite>;

const Language = z.enum(['en', 'fi']).default('en');

export const invite = call({
	method: 'POST',
	path: '/account/invite',
	about:
		'Invites somebody to a customer’s team, as customer admin or as domain admin of some domains; what it gives counts at this customer only. 409 already_member; 422 unknown_domains.',
	body: z.object({
		email: Email,
		customerId: CustomerId,
		role: z.enum(['customerAdmin', 'domainAdmin']),
		domains: z.array(Id).max(500).default([]),
		language: Language,
	}),
	answer: Invite,
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:body.customerId',
	failure: 'error occured',
	success: 'Invitation sent successfully.',
	invalid: 'Please enter valid invite details',
});

export const invites = call({
	method: 'GET',
	path: '/account/invite',
	about: 'Invitations of a customer, newest first. One whose sender may invite no more is `revoked`, too.',
	query: z.object({ customerId: CustomerId }),
	answer: z.array(Invite),
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:query.customerId',
	failure: 'error occured',
});

export const revokeInvite = call({
	method: 'DELETE',
	path: '/account/invite/{id}',
	about: 'Revokes an open invitation; its link says so from then on.',
	params: z.object({ id: Id }),
	query: z.object({ customerId: CustomerId }),
	answer: z.object({ id: Id }),
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:query.customerId',
	failure: 'error occured',
	success: 'Invitation deleted successfully.',
});

export const invitePartner = call({
	method: 'POST',
	path: '/partner/{partnerId}/invite',
	about: 'Invites somebody to a partner.',
	params: z.object({ partnerId: Id }),
	body: z.object({ email: Email, language: Language }),
	answer: Invite,
	may: ['admin'],
	on: 'platform',
	failure: 'error occured',
	success: 'Invitation sent successfully.',
});

export const partnerInvites = call({
	method: 'GET',
	path: '/partner/{partnerId}/invite',
	about: 'Invitations to a partner, newest first. `revoked`, too: one whose sender may invite no more, and all while it is not active.',
	params: z.object({ partnerId: Id }),
	answer: z.array(Invite),
	may: ['admin'],
	on: 'platform',
	failure: 'error occured',
});

export const revokePartnerInvite = call({
	method: 'DELETE',
	path: '/partner/{partnerId}/invite/{id}',
	about: 'Revokes an open invitation to a partner; its link says so from then on.',
	params: z.object({ partnerId: Id, id: Id }),
	answer: z.object({ id: Id }),
	may: ['admin'],
	on: 'platform',
	failure: 'error occured',
	success: 'Invitation deleted successfully.',
});

export const confirmInvite = call({
	method: 'POST',
	path: '/account/magiclinkinviteconfirmation',
	// with cookies: it signs in the browser that asked, and sees who is signed in there
	api: 'identity',
	about:
		'Accepts an invitation or confirms a registration, once. The browser that sent it is signed in by following redirectTo. 422 invalid_invite, expired_invite, used_invite, revoked_invite, expired_registration, used_registration; 409 wrong_person when somebody else is signed in (nothing is used up).',
	body: z.object({ token: z.string().max(200) }),
	answer: z.object({
		kind: z.enum(['invite', 'registration']),
		email: z.string(),
		customerName: z.string().nullable(),
		alreadyMember: z.boolean(),
		redirectTo: z.string(),
	}),
	may: ['anyone'],
	on: 'public',
	limits: [SIGN_IN_RATE],
	failure: 'We faced problem while validating your invitation.',
	invalid: 'We faced problem while validating your invitation.',
});

export const registerCustomer = call({
	method: 'POST',
	path: '/customer/register',
	about:
		'Begins the registration of a company: the same answer whatever the address; the way on is in the mail. The customer exists from the confirmation on, not onboarded.',
	body: NewCustomer.extend({
		/** Always the placeholder. */
		primaryEmail: z.string().max(254),
		/** The person's own address, who becomes customer admin. */
		email: Email,
		requestedDomains: z.array(HostName).max(20).default([]),
		language: Language,
		/** The terms and conditions were accepted. */
		terms: z.literal(true, { error: 'Accept the terms and conditions' }),
	}),
	answer: z.object({ email: z.string() }),
	may: ['anyone'],
	on: 'public',
	limits: [SIGN_IN_RATE],
	failure: 'There was an error while registering you as customer, please contact support.',
	invalid: 'Please enter valid customer details',
	ignore401: true,
});
/** Shown when a registration could not be confirmed and the server gives no reason. */
export const NOT_CONFIRMED = 'We could not confirm your registration, please contact luvalla support.';

export const removeFromTeam = call({
	method: 'DELETE',
	path: '/customer/customeruser',
	about:
		'Takes a user out of a customer’s team, with their domains and rights there and nowhere else; open invitations to them are revoked. 409 own_membership.',
	query: z.object({ id: Id, customerId: CustomerId.optional() }),
	answer: z.object({ id: Id }),
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
	success: 'Team member deleted successfully.',
	invalid: 'Please enter valid team member details',
});
