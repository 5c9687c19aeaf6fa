-- People who sign in: users, roles, sessions, the provider's own rows, applications.

create table app_user (
	id uuid primary key,
	email text collate "C" not null unique,
	name text not null default '',
	phone_number text not null default '',
	created_at timestamptz not null default now(),
	signed_in_at timestamptz,
	-- What the list searches: one column, so that one index serves both fields.
	searched text collate "C" generated always as (lower(email || ' ' || name)) stored,
	-- Where names stand in lists: å, ä and ö behind z, other marks left out ('inOrder' of kernel/storage/lists.ts).
	in_order text collate "C" generated always as (translate(lower(name), 'åäæöøáàâãéèêëíìîïóòôõúùûüýÿçñšž', '{||}}aaaaeeeeiiiioooouuuyyycnsz')) stored
);
create index app_user_searched on app_user using gin (searched gin_trgm_ops);
-- A whole address that is searched for may be the end of another.
create index app_user_by_end on app_user (reverse(email));
create index app_user_by_prefix on app_user (lower(name) text_pattern_ops);
create index app_user_by_name on app_user (in_order, id);
create index app_user_by_time on app_user (created_at, id);
comment on table app_user is 'platform, of identity';

create table role (
	name text collate "C" primary key,
	-- Stated by the specification: they open calls and cannot be deleted. The rest are labels.
	built_in boolean not null default false,
	created_at timestamptz not null default now()
);
comment on table role is 'platform, of identity';
insert into role (name, built_in) values ('ADMIN', true), ('DOMAIN_ADMIN', true), ('PARTNER', true), ('Device', true), ('Name', true);

create table user_role (
	user_id uuid not null references app_user (id) on delete cascade,
	role text collate "C" not null references role (name) on delete cascade,
	given_by uuid,
	given_at timestamptz,
	primary key (user_id, role)
);
create index user_role_by_role on user_role (role, user_id);
comment on table user_role is 'platform, of identity';

create table session (
	-- SHA-256 of the cookie's value: a copy of the table signs nobody in.
	id bytea primary key,
	user_id uuid not null references app_user (id) on delete cascade,
	-- The person who acts, when an admin is logged in as someone else.
	actor_id uuid,
	context_key text not null,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	-- Where it is, and when the person last proved who they are.
	browser text not null default '',
	device text not null default '',
	network text,
	confirmed_at timestamptz not null default now(),
	-- The provider's session of the same browser, which ends with this one; null when an admin is logged in as someone else.
	provider_uid text collate "C"
);
create index session_by_user on session (user_id);
create index session_by_provider on session (provider_uid) where provider_uid is not null;
comment on table session is 'platform, of identity';

-- Acting as somebody else: who, as whom, until when; the person is told once it is over.
create table assistance (
	id uuid primary key,
	session_id bytea not null,
	actor_id uuid not null,
	user_id uuid not null references app_user (id) on delete cascade,
	started_at timestamptz not null default now(),
	expires_at timestamptz not null,
	ended_at timestamptz,
	mailed_at timestamptz
);
comment on table assistance is 'platform, of identity';

create table oidc_payload (
	model text collate "C" not null,
	id text collate "C" not null,
	payload jsonb not null,
	grant_id text collate "C",
	uid text collate "C",
	user_code text collate "C",
	consumed_at timestamptz,
	expires_at timestamptz,
	primary key (model, id)
);
create index oidc_payload_by_grant on oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_by_uid on oidc_payload (uid) where uid is not null;
create index oidc_payload_by_account on oidc_payload ((payload->>'accountId')) where model = 'Session';
create index oidc_payload_by_expiry on oidc_payload (expires_at) where expires_at is not null;
create index oidc_payload_by_client on oidc_payload ((payload->>'clientId')) where model in ('AccessToken', 'ClientCredentials', 'RefreshToken', 'AuthorizationCode', 'Grant');
comment on table oidc_payload is 'platform, of identity, with tenants';

-- Applications of companies that the person has nothing else to do with, and that they let know them.
create table application_permission (
	user_id uuid not null references app_user (id) on delete cascade,
	client_id text collate "C" not null,
	given_at timestamptz not null,
	primary key (user_id, client_id)
);
create index application_permission_by_client on application_permission (client_id);
comment on table application_permission is 'platform, of identity';

-- One mail's link and code. Using one ends the other.
create table challenge (
	id uuid primary key,
	email text collate "C" not null,
	-- Null for an address without an account: the answer is the same, the mail says so.
	user_id uuid references app_user (id) on delete cascade,
	-- SHA-256 of the link's token.
	token_hash bytea unique,
	-- HMAC of interaction and code; null for links printed at start.
	code_hash bytea,
	interaction text collate "C",
	tries int not null default 0,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	used_at timestamptz
);
create index challenge_by_interaction on challenge (interaction) where interaction is not null;
comment on table challenge is 'platform, of identity';

create table passkey (
	-- The credential's own id, base64url.
	id text collate "C" primary key,
	user_id uuid not null references app_user (id) on delete cascade,
	name text not null,
	public_key bytea not null,
	counter bigint not null,
	transports text[] not null default '{}',
	created_at timestamptz not null default now(),
	used_at timestamptz
);
create index passkey_by_user on passkey (user_id);
comment on table passkey is 'platform, of identity';

-- A challenge is answered once.
create table passkey_challenge (
	challenge text collate "C" primary key,
	-- `user:<id>` for adding, `interaction:<uid>` for signing in.
	purpose text collate "C" not null,
	expires_at timestamptz not null
);
comment on table passkey_challenge is 'platform, of identity';

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
	-- Told when somebody who signed in through it signs out; empty: nothing is.
	back_channel_logout_uri text not null default '',
	-- Sealed: the provider must know it to compare.
	secret text,
	secret_made_at timestamptz,
	created_at timestamptz not null default now(),
	primary key (customer_id, application_id)
);
create unique index application_by_client on application (customer_id, client_id);
comment on table application is 'tenant, of identity, platform reads, kept together';
