/** Passkeys: adding, naming, removing, signing in. WebAuthn itself is the library's business. */
import * as passkeys from '@luvalla/contract/identity/passkeys.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { demandConfirmed, demandOwnSession } from '#kernel/access/confirm.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { finishInteraction, interactionOf, type SignInParts } from '../signin/routes.ts';
import {
	deletePasskey,
	holdPasskey,
	insertPasskey,
	keepChallenge,
	type PasskeyRow,
	passkeyById,
	passkeysOf,
	renamePasskey,
	takeChallenge,
	usePasskey,
} from './store.ts';

const refusePasskey = refusals({
	passkey_refused: [
		422,
		'This passkey could not be checked. Try again, or sign in by mail.',
		'Pääsyavainta ei voitu tarkistaa. Yritä uudelleen tai kirjaudu sähköpostilla.',
	],
});

/** Loaded when the first passkey is used: it is large, and many installations have none. */
const webauthn = () => import('@simplewebauthn/server');

const shown = (row: PasskeyRow): passkeys.Passkey => ({
	id: row.id,
	name: row.name,
	createdAt: row.created_at.toISOString(),
	usedAt: row.used_at?.toISOString() ?? null,
});

// The outer shape only: what stands in it is judged by the library, which refuses what it does not understand.
const Outer = {
	id: z.string(),
	rawId: z.string(),
	type: z.literal('public-key'),
	clientExtensionResults: z.record(z.string(), z.unknown()),
};
const Registration = z.object({
	...Outer,
	response: z.object({ clientDataJSON: z.string(), attestationObject: z.string(), transports: z.array(z.string()).optional() }),
});
const Authentication = z.object({
	...Outer,
	response: z.object({
		clientDataJSON: z.string(),
		authenticatorData: z.string(),
		signature: z.string(),
		userHandle: z.string().optional(),
	}),
});
const Client = z.object({ challenge: z.string() });

const challengeOf = (clientDataJSON: string): string => {
	try {
		return Client.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge;
	} catch {
		// Whatever it is, it answers none of our challenges.
		throw refusePasskey('passkey_refused');
	}
};

export const passkeyRoutes = (parts: SignInParts): Route[] => {
	const { storage, settings, log } = parts;
	const rpID = new URL(settings.publicUrl).hostname;
	const origin = settings.publicUrl;

	/** A refusal of the library is the same to the person whatever it found; the log says what. */
	const checked = async <T extends { verified: boolean }>(check: () => Promise<T>): Promise<T> => {
		try {
			const result = await check();
			if (result.verified) return result;
		} catch (error) {
			log.info('A passkey was refused', { reason: error instanceof Error ? error.message : String(error) });
		}
		throw refusePasskey('passkey_refused');
	};
	const own = async (tx: Tx, id: string, userId: string): Promise<PasskeyRow> => {
		const row = await holdPasskey(tx, id, userId);
		if (!row) throw refuse('not_found');
		return row;
	};

	return [
		handle(passkeys.passkeys, async ({ asker }) => (await storage.inPlatform((tx) => passkeysOf(tx, asker.userId))).map(shown)),
		handle(passkeys.passkeyOptions, async ({ asker }) => {
			demandConfirmed(asker);
			const known = await storage.inPlatform((tx) => passkeysOf(tx, asker.userId));
			const options = await (await webauthn()).generateRegistrationOptions({
				rpName: 'Luvalla',
				rpID,
				userName: asker.email,
				userDisplayName: asker.name === '' ? asker.email : asker.name,
				userID: new Uint8Array(Buffer.from(asker.userId.replaceAll('-', ''), 'hex')),
				excludeCredentials: known.map(({ id }) => ({ id })),
				// It stands for the person alone, without a name typed first: so it is found by itself and checked by the device.
				authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
			});
			await storage.inPlatform((tx) => keepChallenge(tx, options.challenge, `user:${asker.userId}`));
			return { ...options };
		}),
		handle(passkeys.addPasskey, async ({ asker, body }) => {
			demandConfirmed(asker);
			const parsed = Registration.safeParse(body.response);
			if (!parsed.success) throw refusePasskey('passkey_refused');
			const challenge = challengeOf(parsed.data.response.clientDataJSON);
			if (!(await storage.inPlatform((tx) => takeChallenge(tx, challenge, `user:${asker.userId}`)))) throw refusePasskey('passkey_refused');
			const { registrationInfo } = await checked(async () =>
				(await webauthn()).verifyRegistrationResponse({
					response: parsed.data as RegistrationResponseJSON,
					expectedChallenge: challenge,
					expectedOrigin: origin,
					expectedRPID: rpID,
				}),
			);
			if (!registrationInfo) throw refusePasskey('passkey_refused');
			const { credential } = registrationInfo;
			return storage.inPlatform(async (tx) => {
				const row = await insertPasskey(tx, {
					id: credential.id,
					userId: asker.userId,
					name: body.name,
					publicKey: Buffer.from(credential.publicKey),
					counter: credential.counter,
					transports: parsed.data.response.transports ?? [],
				});
				if (!row) throw refusePasskey('passkey_refused');
				await recordPlatformActivity(tx, asker, {
					action: 'added',
					thing: 'passkey',
					thingId: row.id.slice(0, 16),
					after: { name: body.name },
				});
				return shown(row);
			});
		}),
		handle(passkeys.renamePasskey, async ({ asker, params, body }) => {
			demandOwnSession(asker);
			return storage.inPlatform(async (tx) => {
				const row = await own(tx, params.id, asker.userId);
				await renamePasskey(tx, row.id, body.name);
				return shown({ ...row, name: body.name });
			});
		}),
		handle(passkeys.removePasskey, async ({ asker, params }) => {
			demandOwnSession(asker);
			return storage.inPlatform(async (tx) => {
				const row = await own(tx, params.id, asker.userId);
				await deletePasskey(tx, row.id);
				await recordPlatformActivity(tx, asker, {
					action: 'deleted',
					thing: 'passkey',
					thingId: row.id.slice(0, 16),
					before: { name: row.name },
				});
				return { id: row.id };
			});
		}),
		handle(passkeys.passkeySignInOptions, async ({ params, request, reply }) => {
			await interactionOf(parts, request, reply, params.uid);
			const options = await (await webauthn()).generateAuthenticationOptions({ rpID, userVerification: 'required' });
			await storage.inPlatform((tx) => keepChallenge(tx, options.challenge, `interaction:${params.uid}`));
			return { ...options };
		}),
		handle(passkeys.passkeySignIn, async ({ params, body, request, reply }) => {
			await interactionOf(parts, request, reply, params.uid);
			const parsed = Authentication.safeParse(body.response);
			if (!parsed.success) throw refusePasskey('passkey_refused');
			const challenge = challengeOf(parsed.data.response.clientDataJSON);
			const row = await storage.inPlatform(async (tx) => {
				if (!(await takeChallenge(tx, challenge, `interaction:${params.uid}`))) throw refusePasskey('passkey_refused');
				return passkeyById(tx, parsed.data.id);
			});
			if (!row) throw refusePasskey('passkey_refused');
			const { authenticationInfo } = await checked(async () =>
				(await webauthn()).verifyAuthenticationResponse({
					response: parsed.data as AuthenticationResponseJSON,
					expectedChallenge: challenge,
					expectedOrigin: origin,
					expectedRPID: rpID,
					credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
				}),
			);
			await storage.inPlatform((tx) => usePasskey(tx, row.id, authenticationInfo.newCounter));
			return { redirectTo: await finishInteraction(parts, request, reply, row.user_id) };
		}),
	];
};
