/** Who is signed in: calls.md section 7, "Auth and users". */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId, Id } from '../fields.ts';

export const PlatformRole = z.enum(['ADMIN', 'DOMAIN_ADMIN', 'PARTNER']);
export type PlatformRole = z.infer<typeof PlatformRole>;

export const authenticate = call({
	method: 'GET',
	path: '/account/authenticate',
	api: 'identity',
	about: 'The roles and name of the person whose session this is. 401 without a session.',
	answer: z.object({
		/** Held anywhere: given by the platform, or by one customer and counting there only (`GET /user/roles` says which). */
		roles: z.array(PlatformRole),
		username: z.string(),
		email: z.string(),
		/** Key of the session's encrypted context and of nothing else; changes with every session. */
		contextKey: z.string(),
		/** In an assisted session: who really acts, and until when. */
		assisted: z.object({ by: z.string(), until: z.string() }).nullable().default(null),
	}),
	may: ['user'],
	on: 'self',
	failure: 'error occured',
});

export const logoff = call({
	method: 'POST',
	path: '/account/logoff',
	api: 'identity',
	about: 'Ends the session on the server.',
	answer: z.object({ signedOut: z.literal(true) }),
	may: ['user'],
	on: 'self',
	failure: 'error occured',
});

export const readUser = call({
	method: 'GET',
	path: '/user',
	api: 'identity',
	about: 'The signed-in person.',
	answer: z.object({
		username: z.string(),
		email: z.string(),
		name: z.string(),
		PhoneNumber: z.string().default(''),
		isNormalUser: z.boolean(),
		/** They took the tour of the portal or left it: it comes by itself no more. */
		toured: z.boolean().default(true),
	}),
	may: ['user'],
	on: 'self',
	tokens: true,
	failure: 'error occured',
});

export const leaveTour = call({
	method: 'PUT',
	path: '/user/tour',
	api: 'identity',
	about: 'The person has taken the tour of the portal, or left it: in no browser does it come by itself any more.',
	answer: z.object({ toured: z.literal(true) }),
	may: ['user'],
	on: 'self',
	failure: 'error occured',
});

export const closeAccount = call({
	method: 'DELETE',
	path: '/account',
	about:
		'Deletes the asker’s own account with its sessions, passkeys and views, and ends what applications got by it. What customers keep about them is erased by DELETE /account/consents/{customerId}. 409 account_in_use for whoever looks after anything: the platform, a partner, a customer, a domain. Wants fresh proof of who asks (403 confirm_identity).',
	answer: z.object({ closed: z.literal(true) }),
	may: ['user'],
	on: 'self',
	failure: 'error occured',
});

export const UserDomain = z.object({
	/** Null where the customer has no domain the person may see. */
	id: Id.nullable(),
	domain: z.string().nullable(),
	isAdmin: z.boolean(),
	customerId: z.int(),
	customerName: z.string(),
	useCM: z.boolean(),
});
export type UserDomain = z.infer<typeof UserDomain>;

export const userDomains = call({
	method: 'GET',
	path: '/user/domain',
	api: 'identity',
	about: 'The domains and customers the person is mapped to; a customer without domains is one row with domain null. Empty for ADMIN.',
	answer: z.array(UserDomain),
	may: ['user'],
	on: 'self',
	tokens: true,
	failure: 'Could not load domains',
});

export const isCustomerAdmin = call({
	method: 'GET',
	path: '/user/customeradmin',
	api: 'identity',
	about: 'Whether the person is customer admin of the current customer (CUSTOMER_KEY, else the first mapped one).',
	answer: z.boolean(),
	may: ['user'],
	on: 'self',
	failure: 'error occured',
});

export const Person = z.object({
	id: Id,
	userName: z.string(),
	email: z.string(),
	isCustomerAdmin: z.boolean(),
	/** By what the customer gave, or by the platform; neither: a member without a right. */
	isDomainAdmin: z.boolean(),
	domains: z.array(z.string()),
});

export const domainUsers = call({
	method: 'GET',
	path: '/manage/domain/users',
	about: 'The people of the domain named by DOMAIN_KEY; without it, of the current customer.',
	query: z.object({ customerId: CustomerId.optional() }),
	answer: z.array(Person),
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'domain',
	of: 'domain:header-or-customer',
	failure: 'Could not load users',
});
