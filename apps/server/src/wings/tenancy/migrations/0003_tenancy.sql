-- Customers, the people of their teams, domains, partners, invitations.

create sequence customer_id_seq as int;

create table customer (
	customer_id int primary key,
	name text not null,
	business_id text not null default '',
	address text not null default '',
	phone text not null default '',
	country_code text not null default '',
	primary_email text not null default '',
	status smallint not null default 0 check (status in (0, 1, 2)),
	-- ADMIN took its onboarding back: nobody else onboards it again.
	cancelled boolean not null default false,
	enterprise boolean not null default false,
	use_cm boolean not null default true,
	requested_domains text[] not null default '{}',
	created_at timestamptz not null default now()
);
comment on table customer is 'tenant, of tenancy, platform reads, on every node';

create table user_customer (
	customer_id int not null,
	user_id uuid not null,
	is_customer_admin boolean not null default false,
	-- A right belongs to the mapping that gave it: domain admin at this customer only.
	gives_domain_admin boolean not null default false,
	given_by uuid,
	given_at timestamptz,
	primary key (customer_id, user_id)
);
create index user_customer_by_user on user_customer (user_id);
comment on table user_customer is 'tenant, of tenancy, platform reads, kept together';

create table domain (
	customer_id int not null,
	domain_id uuid not null,
	host text collate "C" not null,
	-- The host as people write it, where that is not what is kept: köökki.example of xn--kkki-5qaa.example. For searching.
	host_letters text,
	name text not null default '',
	webhook_url text,
	-- Sealed JSON of [{ header, value }].
	webhook_headers text,
	-- The banner that the snippet serves: { folder, title, version, publishedAt }; null: none.
	live_banner jsonb,
	webhook_secret text,
	-- What was said before there was a webhook is not told.
	webhook_since timestamptz,
	created_at timestamptz not null default now(),
	-- What showed whose the host is; null: nothing has, and nothing is published. The directory knows proven hosts alone.
	proven_by text collate "C" check (proven_by in ('snippet', 'dns', 'admin', 'local')),
	proven_at timestamptz check ((proven_at is null) = (proven_by is null)),
	-- When the host was named.
	host_at timestamptz not null default now(),
	-- SHA-256 of the access token; the directory knows whose it is. Null: there is none.
	token_hash bytea,
	-- To the minute.
	token_used_at timestamptz,
	primary key (customer_id, domain_id)
);
-- Not by the customer first: where most customers have one domain, a domain that is looked for across customers by its key would be looked
-- for among all of its customer's.
create unique index domain_by_host on domain (host, customer_id);
comment on table domain is 'tenant, of tenancy, platform reads, on every node';

create table user_domain (
	customer_id int not null,
	domain_id uuid not null,
	user_id uuid not null,
	is_admin boolean not null default false,
	-- Beside is_admin, which says that whoever is domain admin administers this domain (portal.md, mapped domains).
	gives_domain_admin boolean not null default false,
	given_by uuid,
	given_at timestamptz,
	primary key (customer_id, domain_id, user_id)
);
create index user_domain_by_user on user_domain (user_id);
comment on table user_domain is 'tenant, of tenancy, platform reads, kept together';

create table partner (
	id uuid primary key,
	name text not null,
	country_code text not null default '',
	business_id text not null default '',
	detail text not null default '',
	is_active boolean not null default true,
	created_at timestamptz not null default now()
);
comment on table partner is 'platform, of tenancy';

create table partner_user (
	partner_id uuid not null references partner (id) on delete cascade,
	user_id uuid not null references app_user (id) on delete cascade,
	primary key (user_id, partner_id)
);
comment on table partner_user is 'platform, of tenancy';

create table partner_customer (
	partner_id uuid not null references partner (id) on delete cascade,
	customer_id int not null,
	primary key (partner_id, customer_id)
);
comment on table partner_customer is 'platform, of tenancy';

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
comment on table invite is 'platform, of tenancy';
