/** Applications (OAuth clients): calls.md section 7, "Applications". */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId, Id, line } from '../fields.ts';

/** portal.md section 9. */
export const CLIENT_TYPE = { admin: 0, singlePage: 1, loginComponent: 2 } as const;
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600;
export const ALLOWED_SCOPE = 'API';

const isSafe = (text: string): boolean => {
	if (!URL.canParse(text)) return false;
	const url = new URL(text);
	return (
		(url.protocol === 'https:' || (url.protocol === 'http:' && /(^|\.)localhost$|^127\.0\.0\.1$/.test(url.hostname))) && url.username === ''
	);
};
const Address = z
	.string()
	.trim()
	.max(500)
	.refine(isSafe, { error: 'Use an address that starts with https://' })
	// It is matched to the letter: one with a * in its name would be taken, and never match.
	.refine((text) => !URL.canParse(text) || !new URL(text).hostname.includes('*'), { error: 'Name each address: a * stands for nothing' })
	// The provider refuses the whole application for one bare #, at each of its addresses.
	.refine((text) => !text.includes('#'), { error: 'Leave out the # and what stands behind it' });
/** Scheme, host and port, nothing else: as browsers name it, without the slash that an address bar copies. */
const Origin = Address.overwrite((text) => text.replace(/\/$/, '')).refine(
	(text) => URL.canParse(text) && new URL(text).origin === text && !text.includes('*'),
	{ error: 'Use an origin such as https://shop.example.com' },
);
const Colour = z.string().regex(/^(#[0-9a-fA-F]{6})?$/, { error: 'Use a colour such as #2b4a3f' });

const fields = {
	/** Shown to people who sign in. */
	clientName: line(100).pipe(z.string().min(1, { error: 'Give the application a name' })),
	/** The team's own name for it; the client name when empty. */
	name: line(100),
	clientType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
	/** Matched to the letter. Type 1 needs one. */
	redirectUrl: z.array(Address).max(20),
	/** Types 1 and 2: pages that may call the API and the token endpoint from a browser. */
	allowedOrigins: z.array(Origin).max(20),
	logoUri: z.union([z.literal(''), Address]),
	primaryColor: Colour,
	secondaryColor: Colour,
	postLogoutRedirectUris: z.array(Address).max(20),
	/** Type 1: refresh tokens are given. */
	allowOfflineAccess: z.boolean(),
	/** Types 1 and 2: told by POST when somebody who signed in through it signs out (OpenID Connect Back-Channel Logout 1.0). */
	backchannelLogoutUri: z.union([z.literal(''), Address]),
};

export const Application = z.object({
	id: Id,
	clientId: z.string(),
	customerId: z.int(),
	clientName: z.string(),
	name: z.string(),
	clientType: fields.clientType,
	redirectUrl: z.array(z.string()),
	allowedOrigins: z.array(z.string()),
	logoUri: z.string(),
	primaryColor: z.string(),
	secondaryColor: z.string(),
	postLogoutRedirectUris: z.array(z.string()),
	allowOfflineAccess: z.boolean(),
	backchannelLogoutUri: z.string(),
	/** Fixed by the specification. */
	accessTokenLifetime: z.literal(ACCESS_TOKEN_LIFETIME_SECONDS),
	allowedScopes: z.tuple([z.literal(ALLOWED_SCOPE)]),
	requireConsent: z.literal(false),
	allowAccessTokensViaBrowser: z.literal(true),
	allowedGrantTypes: z.array(z.string()),
	requirePkce: z.boolean(),
	requireClientSecret: z.boolean(),
	/** When the secret was last made; null where there is none. */
	secretMadeAt: z.string().nullable(),
	createdAt: z.string(),
});
export type Application = z.infer<typeof Application>;
/** The secret is answered once, when it is made. */
const WithSecret = Application.extend({ clientSecret: z.string().nullable() });

const readers = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const writers = ['admin', 'partner', 'customerAdmin'] as const;

export const applications = call({
	method: 'GET',
	path: '/manage/client/customer/{customerId}',
	about: 'Applications of a customer. Search by client name; filter by type.',
	params: z.object({ customerId: CustomerId }),
	query: z.object({ q: z.string().max(200).optional(), clientType: z.coerce.number().int().min(0).max(2).optional() }),
	answer: z.array(Application),
	may: readers,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
});

export const addApplication = call({
	method: 'POST',
	doubles: true,
	path: '/manage/client',
	about:
		'Adds an application; type 0 answers its secret, this once. 403 confirm_identity unless proven within 10 minutes; 422 redirect_needed, origin_needed, logout_address_closed.',
	body: z.object({
		customerId: CustomerId,
		...fields,
		name: fields.name.default(''),
		redirectUrl: fields.redirectUrl.default([]),
		allowedOrigins: fields.allowedOrigins.default([]),
		logoUri: fields.logoUri.default(''),
		primaryColor: fields.primaryColor.default(''),
		secondaryColor: fields.secondaryColor.default(''),
		postLogoutRedirectUris: fields.postLogoutRedirectUris.default([]),
		allowOfflineAccess: fields.allowOfflineAccess.default(false),
		backchannelLogoutUri: fields.backchannelLogoutUri.default(''),
	}),
	answer: WithSecret,
	may: writers,
	on: 'customer',
	of: 'customer:body.customerId',
	failure: 'error occured',
	success: 'Application added successfully.',
	invalid: 'Please enter valid application details',
});

export const changeApplication = call({
	method: 'PUT',
	path: '/manage/client',
	about:
		'Changes an application; what is not sent stays as it is, and its type always (409 type_stays). 403 confirm_identity for other addresses (redirectUrl, allowedOrigins, postLogoutRedirectUris, backchannelLogoutUri) unless proven within 10 minutes. 422 logout_address_closed.',
	body: z
		.object(fields)
		.partial()
		.extend({ customerId: CustomerId, clientId: z.string().max(64) }),
	answer: Application,
	may: writers,
	on: 'customer',
	of: 'customer:body.customerId',
	failure: 'Could not update application',
	success: 'Application updated successfully.',
	invalid: 'Please enter valid application details',
});

export const deleteApplication = call({
	method: 'DELETE',
	path: '/manage/client/{id}',
	about: 'Deletes an application; its tokens stop at once.',
	params: z.object({ id: Id }),
	answer: z.object({ id: Id }),
	may: writers,
	on: 'customer',
	of: 'application:params.id',
	failure: 'Could not delete application',
	success: 'Application deleted successfully.',
	invalid: 'Please enter valid application details',
});

export const rotateSecret = call({
	method: 'POST',
	path: '/manage/client/{id}/secret',
	about:
		'Makes a new secret for a type 0 application and answers it once; the old one stops at once. 403 confirm_identity unless proven within 10 minutes; 409 no_secret for other types.',
	params: z.object({ id: Id }),
	answer: WithSecret,
	may: writers,
	on: 'customer',
	of: 'application:params.id',
	failure: 'Could not update application',
	success: 'Application updated successfully.',
});

/** Said when an address names an application that is not there: calls.md section 8. */
export const INVALID_APPLICATION = 'Invalid Application';
