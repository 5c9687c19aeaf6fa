/** The OpenID provider: issuer PUBLIC_URL/identity, the portal its first client. */

import { SIGN_IN_TTL_MINUTES } from '@luvalla/contract/constants.ts';
import Provider, { type Configuration, errors, interactionPolicy } from 'oidc-provider';
import * as z from 'zod';
import type { Askers } from '#kernel/access/asker.ts';
import type { Cookies } from '#kernel/http/cookies.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import type { Log } from '#kernel/log.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Settings } from '#kernel/settings.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { clientMetadata, clientRow } from '../applications/store.ts';
import type { Places } from '../places.ts';
import { userById } from '../users/store.ts';
import { postgresAdapter, SESSION_SECONDS } from './adapter.ts';
import { endBeside, queueLogout } from './ending.ts';
import { signingKeys } from './keys.ts';
import { errorPage, sendPage, signedOutPage, signOutPage } from './pages.ts';
import { mayKnow, newGrant } from './permission.ts';
import { API_SCOPE, CLAIMS, PORTAL_CLIENT, portalSecret } from './portal-client.ts';

export const ACCESS_TOKEN_SECONDS = 3600;

const Refused = z.looseObject({
	error: z.literal('invalid_request'),
	error_description: z.literal('requested grant type is not allowed for this client'),
});

export interface ProviderParts {
	readonly settings: Settings;
	readonly storage: Storage;
	readonly secrets: Secrets;
	readonly cookies: Cookies;
	readonly log: Log;
	readonly places: Places;
	readonly jobs: Jobs;
	readonly askers: Askers;
}

/** The library's own questions, and before them ours: whether the application may know the person at all. */
const questions = () => {
	const policy = interactionPolicy.base();
	policy
		.get('consent')
		?.checks.add(
			new interactionPolicy.Check(
				'not_permitted',
				'the person has not allowed this application to know them',
				'consent_required',
				({ oidc }) => oidc.entities.Grant?.openid === undefined && oidc.entities.Grant?.resources === undefined,
			),
			0,
		);
	return policy;
};

/** What of OpenID Connect is offered: signing out, revoking, tokens of machines, and the API as the one resource. */
const featuresOf = (settings: ProviderParts['settings']): Configuration['features'] => ({
	devInteractions: { enabled: false },
	rpInitiatedLogout: {
		enabled: true,
		logoutSource: async (ctx, form) => sendPage(ctx, signOutPage(ctx, form)),
		postLogoutSuccessSource: async (ctx) => sendPage(ctx, signedOutPage(ctx)),
	},
	backchannelLogout: { enabled: true },
	// Somebody else's is answered like one that nobody knows.
	revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
	clientCredentials: { enabled: true },
	// Clients use by themselves what is said to be there: no such path is ours, and the API asks for no such proof.
	pushedAuthorizationRequests: { enabled: false },
	dPoP: { enabled: false },
	resourceIndicators: {
		enabled: true,
		defaultResource: async () => `${settings.publicUrl}/api`,
		useGrantedResource: async () => true,
		getResourceServerInfo: async ({ oidc: { params } }, resource) => {
			if (resource !== `${settings.publicUrl}/api`) throw new errors.InvalidTarget();
			// A machine that names no scope gets the one that there is (RFC 6749, section 3.3), and no token that opens nothing.
			if (params?.grant_type === 'client_credentials') params.scope ??= API_SCOPE;
			return { scope: API_SCOPE, audience: resource, accessTokenTTL: ACCESS_TOKEN_SECONDS, accessTokenFormat: 'opaque' };
		},
	},
});

/** The grant that stands, or a new one for whoever the application may know already. */
const existingGrant =
	({ settings, storage, places }: Pick<ProviderParts, 'settings' | 'storage' | 'places'>): Configuration['loadExistingGrant'] =>
	async (ctx) => {
		const { client, session, provider } = ctx.oidc;
		if (!client || !session?.accountId) return undefined;
		const grantId = ctx.oidc.result?.consent?.grantId ?? session.grantIdFor(client.clientId);
		const grant = grantId ? await provider.Grant.find(grantId) : undefined;
		// One that was revoked, as when a code was used twice, ended the tokens it was for and keeps nobody out.
		if (grant) return grant;
		return (await mayKnow(storage, places, client.clientId, session.accountId))
			? newGrant(provider, settings.publicUrl, client.clientId, session.accountId)
			: undefined;
	};

/** The portal is an application as others are, beside those that customers add. */
const portalClient = (
	{ publicUrl }: ProviderParts['settings'],
	secrets: ProviderParts['secrets'],
): NonNullable<Configuration['clients']>[number] => ({
	client_id: PORTAL_CLIENT,
	client_secret: portalSecret(secrets),
	redirect_uris: [`${publicUrl}/identity/callback`],
	post_logout_redirect_uris: [`${publicUrl}/`],
	grant_types: ['authorization_code'],
	response_types: ['code'],
	token_endpoint_auth_method: 'client_secret_basic',
	id_token_signed_response_alg: 'ES256',
	scope: `${API_SCOPE} openid`,
});

export const createProvider = async ({
	settings,
	storage,
	secrets,
	cookies,
	log,
	places,
	jobs,
	askers,
}: ProviderParts): Promise<Provider> => {
	const issuer = `${settings.publicUrl}/identity`;
	const secure = settings.publicUrl.startsWith('https:');
	const configuration: Configuration = {
		adapter: postgresAdapter(
			storage,
			async (clientId) => {
				const row = await clientRow(storage, clientId);
				return row ? clientMetadata(row, secrets, settings.publicUrl) : undefined;
			},
			(userId) => askers.changed(userId),
		),
		extraClientMetadata: { properties: ['customer_id', 'allowed_origins'] },
		// A browser may call the token endpoint from the pages that its client names.
		clientBasedCORS: (_ctx, origin, client) => Array.isArray(client.allowed_origins) && client.allowed_origins.includes(origin),
		jwks: { keys: await signingKeys(storage, secrets) },
		clients: [portalClient(settings, secrets)],
		scopes: ['openid', 'offline_access', API_SCOPE],
		claims: CLAIMS,
		responseTypes: ['code'],
		clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
		// The API's tokens bear the API's scope alone: UserInfo reads here what the application asked to know.
		extraTokenClaims: async ({ oidc: { params, entities } }) => ({
			asked: params?.scope ?? entities.AuthorizationCode?.scope ?? entities.RefreshToken?.scope,
		}),
		// Access tokens are for the API, so what a client asked to know stands in the ID token.
		conformIdTokenClaims: false,
		pkce: { required: () => true },
		// Refresh tokens go to single page applications that were allowed them, with or without the scope asked for.
		issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
		rotateRefreshToken: true,
		findAccount: async (_ctx, id) => {
			const user = await storage.inPlatform((tx) => userById(tx, id));
			return user
				? { accountId: id, claims: async () => ({ sub: id, email: user.email, email_verified: true, name: user.name }) }
				: undefined;
		},
		// Consent is not required (portal.md section 9) of the company's own people: signing in is the permission.
		loadExistingGrant: existingGrant({ settings, storage, places }),
		features: featuresOf(settings),
		interactions: { policy: questions(), url: (_ctx, interaction) => `/identity/interaction/${interaction.uid}` },
		cookies: {
			keys: [secrets.derive('oidc cookies').toString('base64url')],
			names: { session: cookies.name('op'), interaction: cookies.name('interaction'), resume: cookies.name('resume') },
			long: { signed: true, secure, httpOnly: true, sameSite: 'lax', path: '/identity' },
			short: { signed: true, secure, httpOnly: true, sameSite: 'lax' },
		},
		ttl: {
			ClientCredentials: ACCESS_TOKEN_SECONDS,
			RefreshToken: 14 * 24 * 3600,
			AuthorizationCode: 60,
			AccessToken: ACCESS_TOKEN_SECONDS,
			IdToken: ACCESS_TOKEN_SECONDS,
			Interaction: SIGN_IN_TTL_MINUTES * 60 * 2,
			Session: SESSION_SECONDS,
			Grant: 14 * 24 * 3600,
		},
		renderError: async (ctx, out, cause) => {
			if (ctx.accepts('json', 'html') === 'html') return sendPage(ctx, errorPage(ctx, out, cause));
			ctx.type = 'json';
			ctx.body = { error: out.error_description ?? out.error, code: out.error };
		},
	};
	const provider = new Provider(issuer, configuration);
	// RFC 6749 section 5.2 has a name of its own for this; the library calls it invalid_request.
	provider.use(async (ctx, next) => {
		await next();
		const refused = Refused.safeParse(ctx.body);
		if (refused.success) ctx.body = { ...refused.data, error: 'unauthorized_client' };
	});
	// The library would tell applications itself, in the middle of the request, unguarded and once.
	Object.assign(provider.Client.prototype, {
		backchannelLogout(this: { clientId: string }, userId: string, sid: string): Promise<void> {
			return storage.inPlatform((tx) => queueLogout(tx, jobs, { clientId: this.clientId, userId, sid }));
		},
	});
	// Signed out at the wish of an application, or because somebody else signs in in this browser: the portal's session ends too.
	provider.use(async (ctx, next) => {
		await next();
		const session = ctx.oidc?.session;
		if (!session || !('destroyed' in session && session.destroyed === true)) return;
		await storage.inPlatform((tx) => endBeside(tx, session.uid, session.authorizations));
		if (session.accountId !== undefined) await askers.changed(session.accountId);
	});
	// What stands in the headers is written by us (`registerProvider`): the public address, whatever came in.
	provider.proxy = true;
	provider.on('server_error', (_ctx, error) => log.error('The OpenID provider failed', { error }));
	return provider;
};
