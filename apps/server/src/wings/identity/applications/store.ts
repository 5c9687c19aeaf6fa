/** Applications in the database, and as the OpenID provider wants its clients. */
import { ACCESS_TOKEN_LIFETIME_SECONDS, ALLOWED_SCOPE, type Application, CLIENT_TYPE } from '@luvalla/contract/identity/applications.ts';
import type { AdapterPayload } from 'oidc-provider';
import { now } from '#kernel/clock.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { customerIn, enterDirectory, leaveDirectory } from '#kernel/storage/directory.ts';
import { MOST_WHOLE } from '#kernel/storage/lists.ts';
import { bool, instant, int, oneOf, orNull, type RowOf, row, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

const ApplicationRow = row({
	customer_id: int,
	application_id: uuid,
	client_id: text,
	client_name: text,
	name: text,
	client_type: oneOf([CLIENT_TYPE.admin, CLIENT_TYPE.singlePage, CLIENT_TYPE.loginComponent]),
	redirect_urls: texts,
	allowed_origins: texts,
	logo_uri: text,
	primary_color: text,
	secondary_color: text,
	post_logout_redirect_uris: texts,
	allow_offline_access: bool,
	back_channel_logout_uri: text,
	secret: orNull(text),
	secret_made_at: orNull(instant),
	created_at: instant,
});
export type ApplicationRow = RowOf<typeof ApplicationRow>;

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
	tx.rows(
		ApplicationRow,
		sql`select * from application where customer_id = ${customerId} and client_name ilike ${containing(query.q)}
			and (${query.clientType ?? null}::int is null or client_type = ${query.clientType ?? null}::int)
		order by lower(client_name), application_id limit ${MOST_WHOLE}`,
	);

export const applicationById = (tx: Tx, customerId: number, id: string): Promise<ApplicationRow | null> =>
	tx.first(ApplicationRow, sql`select * from application where customer_id = ${customerId} and application_id = ${id}`);

export const applicationByClient = (tx: Tx, customerId: number, clientId: string): Promise<ApplicationRow | null> =>
	tx.first(ApplicationRow, sql`select * from application where customer_id = ${customerId} and client_id = ${clientId}`);

/** Whether the customer has an application of that id. */
export const isApplication = async (tx: Tx, customerId: number, id: string): Promise<boolean> =>
	(await tx.run(sql`select 1 from application where customer_id = ${customerId} and application_id = ${id}`)) > 0;

const ClientRow = row({ client_id: text });

/** The login component that may stand on pages of this origin; null: there is none. */
export const loginFor = async (tx: Tx, customerId: number, origin: string): Promise<string | null> =>
	(
		await tx.first(
			ClientRow,
			sql`select client_id from application where customer_id = ${customerId} and client_type = ${CLIENT_TYPE.loginComponent}
				and ${origin} = any(allowed_origins) order by created_at limit 1`,
		)
	)?.client_id ?? null;

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

export const insertApplication = async (
	tx: Tx,
	customerId: number,
	ids: { id: string; clientId: string },
	clientType: 0 | 1 | 2,
	d: ApplicationDetails,
	sealedSecret: string | null,
): Promise<void> => {
	await tx.run(sql`insert into application (customer_id, application_id, client_id, client_type, client_name, name, redirect_urls, allowed_origins,
			logo_uri, primary_color, secondary_color, post_logout_redirect_uris, allow_offline_access, back_channel_logout_uri, secret, secret_made_at)
		values (${customerId}, ${ids.id}, ${ids.clientId}, ${clientType}, ${d.clientName}, ${d.name}, ${d.redirectUrl}, ${d.allowedOrigins},
			${d.logoUri}, ${d.primaryColor}, ${d.secondaryColor}, ${d.postLogoutRedirectUris}, ${d.allowOfflineAccess}, ${d.backchannelLogoutUri},
			${sealedSecret}, ${sealedSecret === null ? null : now()})`);
	await enterDirectory(tx, customerId, [
		{ kind: 'application', key: ids.id },
		{ kind: 'client', key: ids.clientId },
	]);
};

export const updateApplication = (tx: Tx, customerId: number, id: string, d: ApplicationDetails): Promise<number> =>
	tx.run(sql`update application set client_name = ${d.clientName}, name = ${d.name}, redirect_urls = ${d.redirectUrl},
			allowed_origins = ${d.allowedOrigins}, logo_uri = ${d.logoUri}, primary_color = ${d.primaryColor}, secondary_color = ${d.secondaryColor},
			post_logout_redirect_uris = ${d.postLogoutRedirectUris}, allow_offline_access = ${d.allowOfflineAccess},
			back_channel_logout_uri = ${d.backchannelLogoutUri}
		where customer_id = ${customerId} and application_id = ${id}`);

/** A new secret, sealed already; what came by the one before ends. */
export const replaceSecret = async (tx: Tx, row: ApplicationRow, sealed: string): Promise<void> => {
	await tx.run(sql`update application set secret = ${sealed}, secret_made_at = now()
		where customer_id = ${row.customer_id} and application_id = ${row.application_id}`);
	await dropTokens(tx, row.client_id);
};

/** Tokens, codes and grants of a client: gone with it, or with its secret. */
const dropTokens = (tx: Tx, clientId: string): Promise<number> =>
	tx.run(sql`delete from oidc_payload where payload->>'clientId' = ${clientId}
		and model in ('AccessToken', 'ClientCredentials', 'RefreshToken', 'AuthorizationCode', 'Grant')`);

export const deleteApplication = async (tx: Tx, row: ApplicationRow): Promise<void> => {
	await tx.run(sql`delete from application where customer_id = ${row.customer_id} and application_id = ${row.application_id}`);
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
export const knowsOrigin = async (storage: Storage, origin: string): Promise<boolean> =>
	(await storage.across.run(sql`select 1 from application where ${origin} = any(allowed_origins) limit 1`)) > 0;
