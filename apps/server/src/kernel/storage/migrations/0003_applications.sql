-- Applications of customers, as the OpenID provider's clients. The directory knows them as 'application' (id) and 'client' (client id).
create table application (
	customer_id int not null,
	application_id uuid not null,
	client_id text collate "C" not null,
	client_name text not null,
	name text not null default '',
	client_type smallint not null check (client_type in (0, 1, 2)),
	redirect_urls text[] not null default '{}',
	allowed_origins text[] not null default '{}',
	logo_uri text not null default '',
	primary_color text not null default '',
	secondary_color text not null default '',
	post_logout_redirect_uris text[] not null default '{}',
	allow_offline_access boolean not null default false,
	-- Sealed: the provider must know it to compare.
	secret text,
	secret_made_at timestamptz,
	created_at timestamptz not null default now(),
	primary key (customer_id, application_id)
);
create unique index application_by_client on application (customer_id, client_id);
comment on table application is 'tenant, platform reads';
create index oidc_payload_by_client on oidc_payload ((payload->>'clientId')) where model in ('AccessToken', 'ClientCredentials', 'RefreshToken', 'AuthorizationCode', 'Grant');
