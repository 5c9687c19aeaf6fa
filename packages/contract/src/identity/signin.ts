/** Signing in by a one-time link or a six-digit code (product.md, Sign-in). Calls of our own, for the sign-in component. */
import * as z from 'zod';
import { call } from '../call.ts';
import { AUTHORIZATIONS_PER_IP_PER_MINUTE, REQUESTS_PER_IP_PER_MINUTE } from '../constants.ts';
import type { Rate } from '../limits.ts';

/** Over everything that signs in. */
export const SIGN_IN_RATE = {
	by: 'address',
	count: REQUESTS_PER_IP_PER_MINUTE,
	seconds: 60,
	over: 'sign-in',
	kept: true,
} as const satisfies Rate;
/** Sign-ins begun at the provider (`/identity/auth`). */
export const AUTHORIZATION_RATE = {
	by: 'address',
	count: AUTHORIZATIONS_PER_IP_PER_MINUTE,
	seconds: 60,
	over: 'authorization',
	kept: true,
} as const satisfies Rate;

/** Never the same answer for wrong shape; always the same for known and unknown addresses. */
export const sendCode = call({
	method: 'POST',
	path: '/interaction/{uid}/email',
	api: 'identity',
	about: 'Sends a mail with one link and one six-digit code, both good for 10 minutes. 422 invalid_email, 429 too_many_mails.',
	params: z.object({ uid: z.string().max(64) }),
	body: z.object({ email: z.string().max(1000), language: z.enum(['en', 'fi']).default('en') }),
	answer: z.object({ email: z.string(), minutes: z.int() }),
	may: ['anyone'],
	on: 'public',
	limits: [SIGN_IN_RATE],
	failure: 'error occured',
});

export const enterCode = call({
	method: 'POST',
	path: '/interaction/{uid}/code',
	api: 'identity',
	about: 'Signs in with the code, in the browser that asked. 422 wrong_code, expired_code, used_code, too_many_tries.',
	params: z.object({ uid: z.string().max(64) }),
	body: z.object({ code: z.string().max(20) }),
	answer: z.object({ redirectTo: z.string() }),
	may: ['anyone'],
	on: 'public',
	limits: [SIGN_IN_RATE],
	failure: 'error occured',
});

export const readInteraction = call({
	method: 'GET',
	path: '/interaction/{uid}/state',
	api: 'identity',
	about: 'Where this sign-in stands: the address a code went to, if any, or a redirect when it is already proven. 404 when it has expired.',
	params: z.object({ uid: z.string().max(64) }),
	answer: z.object({
		email: z.string().nullable(),
		sent: z.boolean(),
		redirectTo: z.string().nullable(),
		/** Whose sign-in it is, when it is not the portal's own. */
		application: z
			.object({
				name: z.string(),
				/** The company whose application it is. */
				customer: z.string(),
				logoUri: z.string(),
				primaryColor: z.string(),
				secondaryColor: z.string(),
			})
			.nullable()
			.default(null),
		/** Set when somebody is signed in and the application asks to know them: who, and whether it stays connected when they are gone. */
		asks: z.object({ email: z.string(), stays: z.boolean() }).nullable().default(null),
	}),
	may: ['anyone'],
	on: 'public',
	failure: 'error occured',
});

export const permitApplication = call({
	method: 'POST',
	path: '/interaction/{uid}/permission',
	api: 'identity',
	about:
		'What the person answers to an application that asks to know them, in the browser that was asked. A yes is kept and not asked for again; a no goes to the application as access_denied. 404 when nothing is asked, or it has expired.',
	params: z.object({ uid: z.string().max(64) }),
	body: z.object({ allow: z.boolean() }),
	answer: z.object({ redirectTo: z.string() }),
	may: ['anyone'],
	on: 'public',
	limits: [SIGN_IN_RATE],
	failure: 'error occured',
});

export const useLink = call({
	method: 'POST',
	path: '/link',
	api: 'identity',
	about: 'Uses a mailed or printed link up and signs in the browser that sent it. 422 wrong_link, expired_link, used_link.',
	body: z.object({ token: z.string().max(200) }),
	answer: z.object({ redirectTo: z.string() }),
	may: ['anyone'],
	on: 'public',
	limits: [SIGN_IN_RATE],
	failure: 'error occured',
});
