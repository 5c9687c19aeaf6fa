/** The signed-in person's own sessions, proving again who one is, and acting as another (product.md, Sign-in). */
import * as z from 'zod';
import { call } from '../call.ts';
import { REQUESTS_PER_IP_PER_MINUTE } from '../constants.ts';
import { Email, Id } from '../fields.ts';
import type { Rate } from '../limits.ts';

const self = { may: ['user'], on: 'self', api: 'identity', failure: 'error occured' } as const;

export const Session = z.object({
	/** Names a session and opens none. */
	id: z.string(),
	browser: z.string(),
	device: z.string(),
	/** Truncated. */
	network: z.string().nullable(),
	createdAt: z.string(),
	expiresAt: z.string(),
	/** The one that asks. */
	current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessions = call({
	method: 'GET',
	path: '/account/session',
	about: 'Where one is signed in.',
	answer: z.array(Session),
	...self,
});

export const endSession = call({
	method: 'DELETE',
	path: '/account/session/{id}',
	about: 'Signs another session of one’s own out. 404 for anybody else’s.',
	params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
	answer: z.object({ id: z.string() }),
	success: 'Session ended successfully.',
	...self,
});

export const endOtherSessions = call({
	method: 'POST',
	path: '/account/session/endothers',
	about: 'Signs every other session of one’s own out, those too in which one acts as somebody else.',
	answer: z.object({ ended: z.int() }),
	success: 'Sessions ended successfully.',
	...self,
});

/** An act that answered 403 confirm_identity works again for this long after a confirmation. */
export const CONFIRMED_MINUTES = 10;

/** Nobody else can use it up. */
const CONFIRM_RATE = { by: 'asker', count: REQUESTS_PER_IP_PER_MINUTE, seconds: 60, over: 'confirm', kept: true } as const satisfies Rate;

export const askConfirmation = call({
	method: 'POST',
	path: '/account/confirm',
	about: 'Sends a six-digit code to the signed-in person’s own address, to prove again that it is them. 429 too_many_mails.',
	body: z.object({ language: z.enum(['en', 'fi']).default('en') }),
	answer: z.object({ email: z.string() }),
	limits: [CONFIRM_RATE],
	...self,
});

export const confirmIdentity = call({
	method: 'POST',
	path: '/account/confirm/code',
	about: 'Proves it: dangerous acts are open to this session for 10 minutes. 422 wrong_code, expired_code, used_code, too_many_tries.',
	body: z.object({ code: z.string().max(20) }),
	answer: z.object({ until: z.string() }),
	limits: [CONFIRM_RATE],
	...self,
});

/** An assisted session ends by itself after this long. */
export const ASSISTED_MINUTES = 60;

export const logInAsUser = call({
	method: 'POST',
	path: '/account/loginasuser',
	api: 'identity',
	about:
		'Begins an assisted session as another user, for an hour, or until its admin is ADMIN no longer; never as another ADMIN. 403 confirm_identity unless proven within 10 minutes; 409 not_an_admin_account, own_session.',
	body: z.object({ userName: Email }),
	answer: z.object({ userName: z.string(), until: z.string() }),
	may: ['admin'],
	on: 'platform',
	failure: 'Could not login as user',
});

export const endAssistance = call({
	method: 'POST',
	path: '/account/loginasuser/end',
	about: 'Ends the assisted session and gives the admin’s own back. 409 not_assisted.',
	answer: z.object({ userId: Id }),
	...self,
});
