/** Passkeys (WebAuthn): added once signed in, then good for signing in without a mail. */
import * as z from 'zod';
import { call } from '../call.ts';
import { line } from '../fields.ts';
import { SIGN_IN_RATE } from './signin.ts';

const self = { may: ['user'], on: 'self', api: 'identity', failure: 'error occured' } as const;
const anyone = { may: ['anyone'], on: 'public', api: 'identity', failure: 'error occured' } as const;

const Name = line(60).pipe(z.string().min(1, { error: 'Give the passkey a name' }));
/** What the browser's own call takes and gives, in its JSON form; judged by the WebAuthn library. */
const Json = z.record(z.string(), z.unknown());
const Id = z.string().regex(/^[\w-]{16,1400}$/);

export const Passkey = z.object({ id: z.string(), name: z.string(), createdAt: z.string(), usedAt: z.string().nullable() });
export type Passkey = z.infer<typeof Passkey>;

export const passkeys = call({ method: 'GET', path: '/account/passkey', about: 'One’s own passkeys.', answer: z.array(Passkey), ...self });

export const passkeyOptions = call({
	method: 'POST',
	path: '/account/passkey/options',
	about: 'Begins to add a passkey. 403 confirm_identity unless proven within 10 minutes.',
	answer: Json,
	...self,
});

export const addPasskey = call({
	method: 'POST',
	path: '/account/passkey',
	about: 'Adds the passkey that the browser made. 422 passkey_refused.',
	body: z.object({ name: Name, response: Json }),
	answer: Passkey,
	success: 'Passkey added successfully.',
	...self,
});

export const renamePasskey = call({
	method: 'PUT',
	path: '/account/passkey/{id}',
	about: 'Names a passkey.',
	params: z.object({ id: Id }),
	body: z.object({ name: Name }),
	answer: Passkey,
	success: 'Passkey updated successfully.',
	...self,
});

export const removePasskey = call({
	method: 'DELETE',
	path: '/account/passkey/{id}',
	about: 'Removes a passkey: it signs in no more.',
	params: z.object({ id: Id }),
	answer: z.object({ id: z.string() }),
	success: 'Passkey deleted successfully.',
	...self,
});

export const passkeySignInOptions = call({
	method: 'POST',
	path: '/interaction/{uid}/passkey/options',
	about: 'Begins to sign in with a passkey, whosever it is.',
	params: z.object({ uid: z.string().max(64) }),
	limits: [SIGN_IN_RATE],
	answer: Json,
	...anyone,
});

export const passkeySignIn = call({
	method: 'POST',
	path: '/interaction/{uid}/passkey',
	about: 'Signs in with a passkey. 422 passkey_refused.',
	params: z.object({ uid: z.string().max(64) }),
	limits: [SIGN_IN_RATE],
	body: z.object({ response: Json }),
	answer: z.object({ redirectTo: z.string() }),
	...anyone,
});
