/** Applications in the database, and as the OpenID provider wants its clients. */
import { ACCESS_TOKEN_LIFETIME_SECONDS, ALLOWED_SCOPE, type Application, CLIENT_TYPE } from '@luvalla/contract/identity/applications.ts';
import type { AdapterPayload } from 'oidc-provider';
import { now } from '#kernel/clock.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { customerIn, enterDirectory, leaveDirectory } from '#kernel/storage/directory.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

export interface ApplicationRow {
	customer_id: number;
	application_id: string;
	client_id: string;
	client_name: string;
	name: string;
	client_type: 0 | 1 | 2;
	redirect_urls: string[];
	allowed_origins: string[];
	logo_uri: string;
	primary_color: string;
	secondary_color: string;
	post_logout_redirect_uris: string[];
	allow_offline_access: boolean;
	back_channel_logout_uri: string;
	secret: string | null;
	secret_made_at: Date | null;
	created_at: Date;
}

/** The grants that the specification states for each type of client. */
const GRANTS: Readonly<Record<0 | 1 | 2, readonly string[]>> = {
	0: ['client_credentials'],
	1: ['authorization_code', 'refresh_token'],
	2: ['client_credentials'],
};

export const asApplication = (row: ApplicationRow): Application => ({
	id: row.application_id,
	clientId: row.client_id,
	customerId: row.customer_id,
	clientName: row.client_name,
	name: row.name,
	clientType: row.client_type,
	redirectUrl: row.redirect_urls,
	allowedOrigins: row.allowed_origins,
	logoUri: row.logo_uri,
	primaryColor: row.primary_color,
	secondaryColor: row.secondary_color,
	postLogoutRedirectUris: row.post_logout_redirect_uris,
	allowOfflineAccess: row.allow_offline_access,
	backchannelLogoutUri: row.back_channel_logout_uri,
	accessTokenLifetime: ACCESS_TOKEN_LIFETIME_SECONDS,
	allowedScopes: [ALLOWED_SCOPE],
	requireConsent: false,
	allowAccessTokensViaBrowser: true,
	allowedGrantTypes: [...GRANTS[row.client_type]],
	requirePkce: row.client_type === CLIENT_TYPE.singlePage,
	requireClientSecret: row.client_type === CLIENT_TYPE.admin,
	secretMadeAt: row.secret_made_at?.toISOString() ?? null,
	createdAt: row.created_at.toISOString(),
});

export const listApplications = (
	tx: Tx,
	customerId: number,
	query: { q?: string | undefined; clientType?: number | undefined },
): Promise<ApplicationRow[]> =>
	tx.query(
		`select * from application where customer_id = $1 and client_name ilike $2 and ($3::int is null or client_type = $3)
		order by lower(client_name), application_id limit 500`,
		[customerId, containing(query.q), query.clientType ?? null],
	);

export const applicationById = async (tx: Tx, customerId: number, id: string): Promise<ApplicationRow | null> => {
	const [row] = await tx.query<ApplicationRow>('select * from application where customer_id = $1 and application_id = $2', [
		customerId,
		id,
	]);
	return row ?? null;
};

export const applicationByClient = async (tx: Tx, customerId: number, clientId: string): Promise<ApplicationRow | null> => {
	const [row] = await tx.query<ApplicationRow>('select * from application where customer_id = $1 and client_id = $2', [
		customerId,
		clientId,
	]);
	return row ?? null;
};

/** Whoever's it is: the provider arrives with a client id and no tenant. */
export const clientRow = async (storage: Storage, clientId: string): Promise<ApplicationRow | null> => {
	const customerId = await storage.inPlatform((tx) => customerIn(tx, { kind: 'client', key: clientId }));
	return customerId === null ? null : storage.inTenant(customerId, (tx) => applicationByClient(tx, customerId, clientId));
};

export interface ApplicationDetails {
	clientName: string;
	name: string;
	redirectUrl: readonly string[];
	allowedOrigins: readonly string[];
	logoUri: string;
	primaryColor: string;
	secondaryColor: string;
	postLogoutRedirectUris: readonly string[];
	allowOfflineAccess: boolean;
	backchannelLogoutUri: string;
}

const columnsOf = (d: ApplicationDetails): readonly unknown[] => [
	d.clientName,
	d.name,
	d.redirectUrl,
	d.allowedOrigins,
	d.logoUri,
	d.primaryColor,
	d.secondaryColor,
	d.postLogoutRedirectUris,
	d.allowOfflineAccess,
	d.backchannelLogoutUri,
];

export const insertApplication = async (
	tx: Tx,
	customerId: number,
	ids: { id: string; clientId: string },
	clientType: 0 | 1 | 2,
	details: ApplicationDetails,
	sealedSecret: string | null,
): Promise<void> => {
	await tx.query(
		`insert into application (customer_id, application_id, client_id, client_type, client_name, name, redirect_urls, allowed_origins, logo_uri, primary_color,
			secondary_color, post_logout_redirect_uris, allow_offline_access, back_channel_logout_uri, secret, secret_made_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		[customerId, ids.id, ids.clientId, clientType, ...columnsOf(details), sealedSecret, sealedSecret === null ? null : now()],
	);
	await enterDirectory(tx, customerId, [
		{ kind: 'application', key: ids.id },
		{ kind: 'client', key: ids.clientId },
	]);
};

export const updateApplication = (tx: Tx, customerId: number, id: string, details: ApplicationDetails): Promise<object[]> =>
	tx.query(
		`update application set client_name = $3, name = $4, redirect_urls = $5, allowed_origins = $6, logo_uri = $7, primary_color = $8, secondary_color = $9,
			post_logout_redirect_uris = $10, allow_offline_access = $11, back_channel_logout_uri = $12
		where customer_id = $1 and application_id = $2`,
		[customerId, id, ...columnsOf(details)],
	);

/** Tokens, codes and grants of a client: gone with it, or with its secret. */
export const dropTokens = (tx: Tx, clientId: string): Promise<object[]> =>
	tx.query(
		`delete from oidc_payload where payload->>'clientId' = $1 and model in ('AccessToken', 'ClientCredentials', 'RefreshToken', 'AuthorizationCode', 'Grant')`,
		[clientId],
	);

export const deleteApplication = async (tx: Tx, row: ApplicationRow): Promise<void> => {
	await tx.query('delete from application where customer_id = $1 and application_id = $2', [row.customer_id, row.application_id]);
	await leaveDirectory(tx, [
		{ kind: 'application', key: row.application_id },
		{ kind: 'client', key: row.client_id },
	]);
	await dropTokens(tx, row.client_id);
};

export const secretPlace = (applicationId: string): string => `application.secret.${applicationId}`;

/** Where the login element's popup comes back to. */
export const ELEMENT_CALLBACK = '/identity/element/callback';

/** A client as the provider wants it. The login component's record states client credentials; without a secret it gets a code instead. */
export const clientMetadata = (row: ApplicationRow, secrets: Secrets, publicUrl: string): AdapterPayload => {
	const common = {
		client_id: row.client_id,
		client_name: row.client_name,
		customer_id: row.customer_id,
		allowed_origins: row.allowed_origins,
		...(row.logo_uri !== '' && { logo_uri: row.logo_uri }),
	};
	if (row.client_type === CLIENT_TYPE.admin)
		return {
			...common,
			grant_types: ['client_credentials'],
			response_types: [],
			redirect_uris: [],
			token_endpoint_auth_method: 'client_secret_basic',
			client_secret: secrets.open(row.secret ?? '', secretPlace(row.application_id)),
			scope: ALLOWED_SCOPE,
		};
	const isSinglePage = row.client_type === CLIENT_TYPE.singlePage;
	const offline = isSinglePage && row.allow_offline_access;
	return {
		...common,
		grant_types: offline ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
		response_types: ['code'],
		redirect_uris: isSinglePage ? row.redirect_urls : [`${publicUrl}${ELEMENT_CALLBACK}`],
		post_logout_redirect_uris: row.post_logout_redirect_uris,
		...(row.back_channel_logout_uri !== '' && {
			backchannel_logout_uri: row.back_channel_logout_uri,
			backchannel_logout_session_required: true,
		}),
		token_endpoint_auth_method: 'none',
		id_token_signed_response_alg: 'ES256',
		scope: `${ALLOWED_SCOPE} openid email profile${offline ? ' offline_access' : ''}`,
	};
};

/** Asked for every preflight of another origin; applications are few. */
export const knowsOrigin = async (storage: Storage, origin: string): Promise<boolean> => {
	const [row] = await storage.across.query('select 1 from application where $1 = any(allowed_origins) limit 1', [origin]);
	return row !== undefined;
};
