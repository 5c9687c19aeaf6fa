/** Passkeys in this browser: what the WebAuthn library takes and gives, and why nothing came of it. The library comes with the first use. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import * as z from 'zod';

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Why the browser made or used no passkey. `cancelled` also stands for a time that ran out: browsers do not tell them apart. */
export type PasskeyProblem = 'cancelled' | 'alreadyHere' | 'failed';
export class PasskeyFailure extends Error {
	override readonly name = 'PasskeyFailure';
	readonly problem: PasskeyProblem;
	constructor(problem: PasskeyProblem, cause: unknown) {
		super(problem, { cause });
		this.problem = problem;
	}
}

// the library judges the rest
const Creation = z.custom<PublicKeyCredentialCreationOptionsJSON>(
	(value) => z.object({ challenge: z.string(), rp: z.object({}), user: z.object({ id: z.string() }) }).safeParse(value).success,
);
const Request = z.custom<PublicKeyCredentialRequestOptionsJSON>((value) => z.object({ challenge: z.string() }).safeParse(value).success);

/** Makes a passkey from the server's options. @throws PasskeyFailure */
export async function makePasskey(options: unknown): Promise<Record<string, unknown>> {
	const optionsJSON = Creation.parse(options);
	return told(async ({ startRegistration }) => ({ ...(await startRegistration({ optionsJSON })) }));
}

/** Uses a passkey of this person's choice. @throws PasskeyFailure */
export async function proveByPasskey(options: unknown): Promise<Record<string, unknown>> {
	const optionsJSON = Request.parse(options);
	return told(async ({ startAuthentication }) => ({ ...(await startAuthentication({ optionsJSON })) }));
}

type Library = typeof import('@simplewebauthn/browser');

async function told<T>(work: (library: Library) => Promise<T>): Promise<T> {
	const library = await import('@simplewebauthn/browser');
	try {
		return await work(library);
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		if (error instanceof library.WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
			throw new PasskeyFailure('alreadyHere', error);
		throw new PasskeyFailure(error.name === 'NotAllowedError' || error.name === 'AbortError' ? 'cancelled' : 'failed', error);
	}
}

const WANTED_KEY = 'luvalla.passkeyWanted';
/** The root has no interaction yet: the next email step begins with the passkey that was asked for here. */
export const wantPasskey = (): void => sessionStorage.setItem(WANTED_KEY, '1');
/** Whether it was asked for; asking takes it away. */
export function takeWantedPasskey(): boolean {
	const wanted = sessionStorage.getItem(WANTED_KEY) !== null;
	sessionStorage.removeItem(WANTED_KEY);
	return wanted;
}
