-- Users and roles, partners' details, and what looking people up at a million needs.

create table role (
	name text collate "C" primary key,
	-- Stated by the specification: they open calls and cannot be deleted. The rest are labels.
	built_in boolean not null default false,
	created_at timestamptz not null default now()
);
comment on table role is 'platform';
insert into role (name, built_in) values ('ADMIN', true), ('DOMAIN_ADMIN', true), ('PARTNER', true), ('Device', true), ('Name', true);

alter table user_role drop constraint user_role_role_check;
alter table user_role add foreign key (role) references role (name) on delete cascade;
create index user_role_by_role on user_role (role, user_id);

alter table app_user add column phone_number text not null default '';
-- What the list searches: one column, so that one index serves both fields.
alter table app_user add column searched text collate "C" generated always as (lower(email || ' ' || name)) stored;
create index app_user_searched on app_user using gin (searched gin_trgm_ops);
create index app_user_by_prefix on app_user (lower(name) text_pattern_ops);
create index app_user_by_name on app_user (lower(name), id);
create index app_user_by_time on app_user (created_at, id);

alter table partner add column country_code text not null default '';
alter table partner add column business_id text not null default '';
alter table partner add column detail text not null default '';
alter table partner add column is_active boolean not null default true;

-- The platform admin reads activity over all customers.
comment on table activity is 'tenant, platform reads, append only';
comment on table activity_values is 'tenant, platform reads, append only';
create index activity_by_instant on activity (at desc, id desc);

-- Sessions say where they are, and when the person last proved who they are.
alter table session add column browser text not null default '';
alter table session add column device text not null default '';
alter table session add column network text;
alter table session add column confirmed_at timestamptz not null default now();

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
comment on table assistance is 'platform';

-- Invitations and registrations: one mail, one link, used once.
create table invite (
	id uuid primary key,
	kind text collate "C" not null check (kind in ('team', 'partner', 'registration')),
	email text collate "C" not null,
	customer_id int,
	partner_id uuid references partner (id) on delete cascade,
	is_customer_admin boolean not null default false,
	domain_ids uuid[] not null default '{}',
	-- What a registration said, kept until it is confirmed or gone.
	details jsonb,
	token_hash bytea not null unique,
	invited_by uuid references app_user (id) on delete set null,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	used_at timestamptz,
	revoked_at timestamptz
);
create index invite_by_customer on invite (customer_id, created_at desc) where customer_id is not null;
comment on table invite is 'platform';

alter table customer add column requested_domains text[] not null default '{}';

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
comment on table passkey is 'platform';

-- A challenge is answered once.
create table passkey_challenge (
	challenge text collate "C" primary key,
	-- `user:<id>` for adding, `interaction:<uid>` for signing in.
	purpose text collate "C" not null,
	expires_at timestamptz not null
);
comment on table passkey_challenge is 'platform';
