-- Customers' own hosts, their certificates, and the apps on them.

create table custom_domain (
	customer_id int not null,
	custom_domain_id uuid not null,
	host text collate "C" not null,
	-- The host as people write it, where that is not what is kept.
	host_letters text,
	status text collate "C" not null check (status in ('Initiated', 'Created', 'Validated', 'Renewed', 'Invalid')),
	created_at timestamptz not null,
	-- When it last came to be each of these.
	ordered_at timestamptz,
	validated_at timestamptz,
	renewed_at timestamptz,
	invalid_at timestamptz,
	-- What DNS said when it was last asked: [{ type, name, expected, found, needed, state, about }].
	records jsonb,
	looked_at timestamptz,
	-- How many of them were wrong.
	differing int not null default 0,
	-- Why it is Invalid, or why the last order came to nothing: { code, about }.
	reason jsonb,
	-- Orders in a row that came to nothing.
	tries int not null default 0,
	next_try_at timestamptz,
	-- The order under way, who alone may write what becomes of it; null: none is.
	order_id uuid,
	-- A worker has it so long.
	leased_until timestamptz,
	-- The days before its certificate's end of which people were told last.
	mailed_days int,
	-- Its certificate, which stands in certificate; null: it has none. The serial number is hexadecimal.
	serial text collate "C",
	issuer text,
	way text collate "C" check (way in ('http-01', 'dns-01')),
	not_before timestamptz,
	not_after timestamptz,
	renew_at timestamptz,
	primary key (customer_id, custom_domain_id)
);
create unique index custom_domain_by_host on custom_domain (customer_id, host);
create index custom_domain_by_status on custom_domain (status, host);
comment on table custom_domain is 'tenant, of tenancy, platform reads, on every node';

create table certificate (
	customer_id int not null,
	custom_domain_id uuid not null,
	-- PEM, the host's own first.
	chain text not null,
	-- Sealed PEM.
	private_key text not null,
	primary key (customer_id, custom_domain_id)
);
comment on table certificate is 'tenant, of tenancy, on every node';

-- The installation's account with a certificate authority.
create table acme_account (
	directory_url text collate "C" primary key,
	-- Sealed PEM.
	private_key text not null,
	-- Null: not registered yet.
	url text,
	created_at timestamptz not null
);
comment on table acme_account is 'platform, of tenancy';

-- What a certificate authority is about to ask for: any process answers it.
create table acme_challenge (
	kind text collate "C" not null check (kind in ('http-01', 'dns-01')),
	-- http-01: the host; dns-01: the name that _acme-challenge is an alias of.
	name text collate "C" not null,
	-- dns-01: empty.
	token text collate "C" not null,
	answer text collate "C" not null,
	expires_at timestamptz not null,
	primary key (kind, name, token, answer)
);
comment on table acme_challenge is 'platform, of tenancy';

create table first_party_app (
	customer_id int not null,
	app_id uuid not null,
	name text not null,
	host text collate "C" not null,
	kind text collate "C" not null check (kind in ('privacy-centre', 'preference-page', 'login-component')),
	status smallint not null check (status in (0, 1)),
	created_at timestamptz not null,
	primary key (customer_id, app_id)
);
create unique index first_party_app_by_kind on first_party_app (customer_id, host, kind);
comment on table first_party_app is 'tenant, of tenancy';

create table customer_domain_app (
	customer_id int not null,
	app_id uuid not null,
	domain_id uuid not null,
	name text not null,
	-- An application of the customer's; null: none.
	application_id uuid,
	url text not null,
	status smallint not null check (status in (0, 1)),
	created_at timestamptz not null,
	primary key (customer_id, app_id)
);
create unique index customer_domain_app_by_name on customer_domain_app (customer_id, domain_id, lower(name));
comment on table customer_domain_app is 'tenant, of tenancy';
