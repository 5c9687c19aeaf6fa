/** The sign-in journey over HTTP: start, interaction, link, callback. */

import { createHash, randomBytes } from 'node:crypto';
import { SESSION_HOURS, SIGN_IN_TTL_MINUTES } from '@luvalla/contract/constants.ts';
import { Email } from '@luvalla/contract/fields.ts';
import * as signin from '@luvalla/contract/identity/signin.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type Provider from 'oidc-provider';
import * as z from 'zod';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { truncateIp } from '#kernel/access/limits.ts';
import { now } from '#kernel/clock.ts';
import { agentOf } from '#kernel/http/agent.ts';
import { languageOf } from '#kernel/http/calls.ts';
import { type Cookies, newToken } from '#kernel/http/cookies.ts';
import { anybody } from '#kernel/http/cors.ts';
import { Refused } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Limits } from '#kernel/http/limit.ts';
import type { SendPortal } from '#kernel/http/portal.ts';
import type { Log } from '#kernel/log.ts';
import type { Settings } from '#kernel/settings.ts';
import { isAway } from '#kernel/storage/reach.ts';
import { insertSession } from '../account/store.ts';
import { clientRow } from '../applications/store.ts';
import type { Places } from '../places.ts';
import { emailOf, noteSignedIn, userById } from '../users/store.ts';
import { type ChallengeParts, refuseSignIn, sendChallenge, sentTo, useCode, useLinkToken } from './challenge.ts';
import type { AskProvider } from './lazy-provider.ts';
import { givePermission, newGrant } from './permission.ts';
import { API_SCOPE, CLAIMS, PORTAL_CLIENT, portalSecret } from './portal-client.ts';

export interface SignInParts extends ChallengeParts {
	readonly settings: Settings;
	readonly cookies: Cookies;
	readonly provider: AskProvider;
	readonly log: Log;
	readonly limits: Limits;
	readonly places: Places;
}

/** What an application hears of a no; a programmer reads it. */
const NOT_NOW = 'the person did not allow this application to know them';

const base64url = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A link was used in this browser: good for a minute, and for the sign-in that was begun with it (its state) alone. */
const PROOF_SECONDS = 60;
const Proof = z.object({ userId: z.uuid(), until: z.number(), state: z.string() });
const Login = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

type Sealing = Pick<SignInParts, 'cookies' | 'secrets' | 'settings'>;

const sealedCookie = <T>(parts: SignInParts, request: FastifyRequest, name: string, shape: z.ZodType<T>): T | null => {
	const sealed = parts.cookies.get(request, name);
	if (!sealed) return null;
	try {
		return shape.parse(JSON.parse(parts.secrets.open(sealed, `cookie.${name}`)));
	} catch (error) {
		// A cookie of another installation or a hand-made one is as good as none.
		parts.log.debug('A cookie could not be opened', { name, error });
		return null;
	}
};

const setSealed = (parts: Sealing, reply: FastifyReply, name: string, value: object, maxAgeSeconds: number): void =>
	parts.cookies.set(reply, name, parts.secrets.seal(JSON.stringify(value), `cookie.${name}`), { path: '/identity', maxAgeSeconds });

/** The interaction of this browser; 404 when it is over, another browser's, or asks for something else. */
export const interactionOf = async (
	parts: SignInParts,
	request: FastifyRequest,
	reply: FastifyReply,
	uid: string,
	asking: 'login' | 'consent' | 'either' = 'login',
) => {
	try {
		const provider = await parts.provider();
		const details = await provider.interactionDetails(request.raw, reply.raw);
		if (details.uid === uid && (asking === 'either' || details.prompt.name === asking)) return details;
	} catch (error) {
		if (isAway(error)) throw error;
		parts.log.debug('No interaction', { error });
	}
	throw refuseSignIn('expired_interaction');
};

/** How the sign-in of a customer's application looks; null for the portal's own. */
const applicationOf = async ({ storage, places }: SignInParts, clientId: unknown) => {
	const row = typeof clientId === 'string' && clientId !== PORTAL_CLIENT ? await clientRow(storage, clientId) : null;
	return (
		row && {
			name: row.client_name,
			customer: (await places.customer(row.customer_id))?.name ?? '',
			logoUri: row.logo_uri,
			primaryColor: row.primary_color,
			secondaryColor: row.secondary_color,
			stays: row.allow_offline_access,
		}
	);
};

/** Ends an interaction with this person signed in; answers where the browser goes on. */
export const finishInteraction = async (
	parts: SignInParts,
	request: FastifyRequest,
	reply: FastifyReply,
	userId: string,
): Promise<string> => {
	const provider = await parts.provider();
	return provider.interactionResult(request.raw, reply.raw, { login: { accountId: userId } }, { mergeWithLastSubmission: false });
};

/** This browser has proven to be this person's; following the address answered signs it in. */
export const proveBrowser = (parts: Sealing, reply: FastifyReply, userId: string): string => {
	const { to, state } = beginLogin(parts, reply);
	setSealed(parts, reply, 'proof', { userId, until: now().getTime() + PROOF_SECONDS * 1000, state }, PROOF_SECONDS);
	return to;
};

/** Begins a sign-in to the portal in this browser; answers where it goes on, and what tells it from every other. */
const beginLogin = (parts: Sealing, reply: FastifyReply, hints: Record<string, string> = {}): { to: string; state: string } => {
	const login = { state: base64url(randomBytes(16)), nonce: base64url(randomBytes(16)), verifier: base64url(randomBytes(32)) };
	setSealed(parts, reply, 'login', login, 20 * 60);
	const query = new URLSearchParams({
		client_id: PORTAL_CLIENT,
		response_type: 'code',
		redirect_uri: `${parts.settings.publicUrl}/identity/callback`,
		scope: `${API_SCOPE} openid`,
		state: login.state,
		nonce: login.nonce,
		code_challenge: base64url(sha256(login.verifier)),
		code_challenge_method: 'S256',
		// Being signed in at the provider is not enough: each session of the portal is proven anew.
		prompt: 'login',
		...hints,
	});
	return { to: `/identity/auth?${query}`, state: login.state };
};

export const signInCalls = (parts: SignInParts): Route[] => [
	handle(signin.sendCode, async ({ params, body, request, reply }) => {
		await interactionOf(parts, request, reply, params.uid);
		const email = Email.safeParse(body.email);
		if (!email.success) throw refuseSignIn('invalid_email');
		await sendChallenge(parts, { email: email.data, interaction: params.uid, language: body.language, ip: request.ip });
		return { email: email.data, minutes: 10 };
	}),
	handle(signin.enterCode, async ({ params, body, request, reply }) => {
		await interactionOf(parts, request, reply, params.uid);
		const userId = await useCode(parts, params.uid, body.code);
		return { redirectTo: await finishInteraction(parts, request, reply, userId) };
	}),
	handle(signin.readInteraction, async ({ params, request, reply }) => {
		const details = await interactionOf(parts, request, reply, params.uid, 'either');
		const to = await sentTo(parts.storage, params.uid);
		const hint = details.params.login_hint;
		const application = await applicationOf(parts, details.params.client_id);
		const asked = details.prompt.name === 'consent' ? details.session?.accountId : undefined;
		return {
			email: to ?? (typeof hint === 'string' ? hint : null),
			sent: to !== null,
			redirectTo: null,
			application,
			asks: asked === undefined ? null : { email: await emailOf(parts.storage, asked), stays: application?.stays ?? false },
		};
	}),
	handle(signin.permitApplication, async ({ params, body, request, reply, network }) => {
		const details = await interactionOf(parts, request, reply, params.uid, 'consent');
		const clientId = String(details.params.client_id);
		const userId = details.session?.accountId;
		if (userId === undefined) throw refuseSignIn('expired_interaction');
		const provider = await parts.provider();
		if (!body.allow)
			return {
				redirectTo: await provider.interactionResult(request.raw, reply.raw, { error: 'access_denied', error_description: NOT_NOW }),
			};
		await parts.storage.inPlatform(async (tx) => {
			await givePermission(tx, userId, clientId);
			await recordPlatformActivity(
				tx,
				{ userId, actorId: null },
				{ action: 'allowed', thing: 'application_permission', thingId: clientId, network },
			);
		});
		const kept = details.grantId === undefined ? undefined : await provider.Grant.find(details.grantId);
		const grant = kept ?? (await newGrant(provider, parts.publicUrl, clientId, userId));
		return { redirectTo: await provider.interactionResult(request.raw, reply.raw, { consent: { grantId: grant.jti } }) };
	}),
	handle(signin.useLink, async ({ body, request, reply }) => {
		const userId = await useLinkToken(parts, body.token, parts.cookies.get(request, 'opened'));
		return { redirectTo: proveBrowser(parts, reply, userId) };
	}),
];

/** Pages and redirects of the journey, beside the calls. */
export const registerSignIn = (app: FastifyInstance, parts: SignInParts, sendPortal: SendPortal): void => {
	const { settings, cookies, storage, secrets } = parts;
	const issuer = `${settings.publicUrl}/identity`;

	app.get('/identity/login', async (request, reply) => {
		const query = z
			.object({ login_hint: z.string().max(254).optional(), ui_locales: z.string().max(20).optional() })
			.safeParse(request.query);
		const { login_hint, ui_locales } = query.success ? query.data : {};
		return reply.redirect(beginLogin(parts, reply, { ...(login_hint && { login_hint }), ...(ui_locales && { ui_locales }) }).to);
	});

	app.get('/identity/interaction/:uid', async (request, reply) => {
		const { uid } = z.object({ uid: z.string() }).parse(request.params);
		const proof = sealedCookie(parts, request, 'proof', Proof);
		try {
			const details = await interactionOf(parts, request, reply, uid);
			const begun = sealedCookie(parts, request, 'login', Login)?.state;
			const own = details.prompt.name === 'login' && details.params.client_id === PORTAL_CLIENT && details.params.state === begun;
			if (own && proof !== null && proof.state === begun && proof.until > now().getTime()) {
				cookies.clear(reply, 'proof', '/identity');
				cookies.clear(reply, 'opened', '/identity');
				return reply.redirect(await finishInteraction(parts, request, reply, proof.userId));
			}
			const email = Email.safeParse(details.params.login_hint);
			if (email.success && (await sentTo(storage, uid)) === null) {
				await parts.limits.address(request, signin.SIGN_IN_RATE);
				const locale = String(details.params.ui_locales ?? '');
				await sendChallenge(parts, {
					email: email.data,
					interaction: uid,
					language: /^fi\b/.test(locale) ? 'fi' : locale ? 'en' : languageOf(request),
					ip: request.ip,
				});
			}
		} catch (error) {
			// The page itself says what is wrong: it asks for the interaction's state, or for a new code.
			if (!(error instanceof Refused)) throw error;
			parts.log.debug('A sign-in page opens without a mail sent', { code: error.code });
		}
		return sendPortal(reply);
	});
	app.get('/identity/link', (_request, reply) => {
		cookies.set(reply, 'opened', newToken(), { path: '/identity', maxAgeSeconds: SIGN_IN_TTL_MINUTES * 60 });
		return sendPortal(reply);
	});
	registerUserInfo(app, parts);

	app.get('/identity/callback', async (request, reply) => {
		const given = z.object({ code: z.string().max(200), state: z.string().max(100) }).safeParse(request.query);
		const login = sealedCookie(parts, request, 'login', Login);
		cookies.clear(reply, 'login', '/identity');
		// A callback nobody here began, a refused one or a forged state: back to where signing in starts.
		if (!given.success || !login || login.state !== given.data.state) return reply.redirect('/?signin=again');
		const begun = await (await parts.provider()).AuthorizationCode.find(given.data.code);
		const token = await app.inject({
			method: 'POST',
			url: '/identity/token',
			headers: {
				authorization: `Basic ${Buffer.from(`${PORTAL_CLIENT}:${encodeURIComponent(portalSecret(secrets))}`).toString('base64')}`,
				'content-type': 'application/x-www-form-urlencoded',
			},
			payload: new URLSearchParams({
				grant_type: 'authorization_code',
				code: given.data.code,
				redirect_uri: `${issuer}/callback`,
				code_verifier: login.verifier,
			}).toString(),
		});
		const answer = z.object({ id_token: z.string() }).safeParse(token.json());
		if (token.statusCode !== 200 || !answer.success) {
			parts.log.warn('A code could not be exchanged', { status: token.statusCode });
			return reply.redirect('/?signin=again');
		}
		const keys = await app.inject({ method: 'GET', url: '/identity/jwks' });
		const { payload } = await jwtVerify(answer.data.id_token, createLocalJWKSet(keys.json()), { issuer, audience: PORTAL_CLIENT });
		if (payload.nonce !== login.nonce || typeof payload.sub !== 'string') return reply.redirect('/?signin=again');
		await openSession(parts, request, reply, { userId: payload.sub, providerUid: begun?.sessionUid ?? null });
		const to = new URLSearchParams({ code: given.data.code, session_state: base64url(sha256(`${PORTAL_CLIENT} ${login.state}`)) });
		return reply.redirect(`/?${to}`);
	});
};

/** A session of 12 hours, its own row and activity. */
const openSession = async (
	{ storage, cookies }: SignInParts,
	request: FastifyRequest,
	reply: FastifyReply,
	{ userId, providerUid }: { userId: string; providerUid: string | null },
): Promise<void> => {
	const expiresAt = new Date(now().getTime() + SESSION_HOURS * 3_600_000);
	const id = cookies.startSession(reply, expiresAt);
	// Whoever signs in is themselves.
	cookies.endSession(reply, 'assist');
	const { browser, device } = agentOf(request.headers['user-agent']);
	await storage.inPlatform(async (tx) => {
		await insertSession(tx, {
			id,
			userId,
			contextKey: base64url(randomBytes(32)),
			expiresAt,
			browser,
			device,
			network: truncateIp(request.ip),
			providerUid,
		});
		await noteSignedIn(tx, userId);
		await recordPlatformActivity(
			tx,
			{ userId, actorId: null },
			{
				action: 'signed_in',
				thing: 'session',
				thingId: id.slice(0, 16),
				network: truncateIp(request.ip),
			},
		);
	});
};

/**
 * UserInfo. Access tokens of ours are for the API, which the library does not take here; the person they stand for is asked
 * all the same, by the standard's own rules: a bearer token in, the claims of the scopes that were asked for out, a challenge otherwise.
 */
const registerUserInfo = (app: FastifyInstance, { storage, provider }: SignInParts): void => {
	// A page's browser asks first whether it may send the token.
	app.options('/identity/me', async (_request, reply) =>
		anybody(reply).header('access-control-allow-headers', 'authorization').header('access-control-max-age', '600').status(204).send(),
	);
	app.route({
		method: ['GET', 'POST'],
		url: '/identity/me',
		handler: async (request, reply) => {
			reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
			const token = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
			const found = token === '' ? undefined : await (await provider()).AccessToken.find(token);
			const { accountId } = found?.isValid ? found : {};
			const user = accountId === undefined ? null : await storage.inPlatform((tx) => userById(tx, accountId));
			if (!user) return reply.status(401).header('www-authenticate', 'Bearer error="invalid_token"').send({ error: 'invalid_token' });
			const asked = String(found?.extra?.asked ?? '').split(' ');
			if (!asked.includes('openid'))
				return reply
					.status(403)
					.header('www-authenticate', 'Bearer error="insufficient_scope", scope="openid"')
					.send({ error: 'insufficient_scope' });
			const claims = { sub: user.id, email: user.email, email_verified: true, name: user.name };
			const told = asked.flatMap((scope) => CLAIMS[scope] ?? []);
			return Object.fromEntries(Object.entries(claims).filter(([name]) => told.includes(name)));
		},
	});
};

/** The library's own paths: it reads bodies itself, so this scope has no body parser. */
export const registerProvider = async (app: FastifyInstance, { provider, limits, publicUrl }: SignInParts): Promise<void> => {
	const { host, protocol } = new URL(publicUrl);
	let answer: ReturnType<Provider['callback']> | undefined;
	await app.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
		for (const path of [
			'/auth',
			'/auth/:uid',
			'/token',
			'/token/revocation',
			'/jwks',
			'/session/end',
			'/session/end/confirm',
			'/session/end/success',
			'/.well-known/openid-configuration',
		]) {
			// The library takes forms at these two only with cookies that come along from other sites: ours come with the GET.
			const asForm = path === '/auth' || path === '/session/end';
			scope.route({
				method: asForm ? ['GET', 'OPTIONS'] : ['GET', 'POST', 'OPTIONS'],
				url: `/identity${path}`,
				config: { compress: false },
				handler: async (request, reply) => {
					// Whoever begins a sign-in leaves a row behind, before anybody knows who they are.
					if (path === '/auth') await limits.address(request, signin.AUTHORIZATION_RATE);
					// Before the request is the library's: should it not be there, ours is the answer.
					answer ??= (await provider()).callback();
					reply.hijack();
					// The library builds addresses from these: they are the public ones, whatever the request claims.
					request.raw.headers.host = host;
					request.raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
					delete request.raw.headers['x-forwarded-host'];
					// As a framework that mounts it would: the library builds its addresses from what was cut off.
					const url = (request.raw.url ?? '').replace(/^\/+identity\/*/i, '/');
					Object.assign(request.raw, { originalUrl: `/identity${url}`, url });
					await answer(request.raw, reply.raw);
				},
			});
		}
	});
	await app.register(async (scope) => {
		scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 8000 }, (_request, body, done) =>
			done(null, body),
		);
		// Whatever is asked by a form is asked by an address as well (OpenID Connect Core, section 3.1.2.1).
		for (const path of ['/identity/auth', '/identity/session/end'])
			scope.post(path, async (request, reply) => reply.redirect(`${path}?${new URLSearchParams(String(request.body ?? ''))}`, 303));
	});
};
