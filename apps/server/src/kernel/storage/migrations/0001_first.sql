-- The first schema. Class of a table stands in its comment and decides its grants and policies (migrate.ts):
--   'tenant'     customer_id leads every key; row-level security forced
--   'platform'   the installation's own rows; written through inPlatform
--   'shared'     the same for everybody
-- followed by options: 'platform reads' (the platform role may select), 'append only' (no update, no delete).
-- Text keys are collate "C": an external database may have any collation.

-- Installation ---------------------------------------------------------------------------------------------

create table installation (
	name text collate "C" primary key,
	value text not null
);
comment on table installation is 'platform';

-- Which customer a look-up key belongs to, for whoever arrives without a tenant.
-- kinds: domain (id), host, configuration (id and draft folder), folder (published)
create table directory (
	kind text collate "C" not null,
	key text collate "C" not null,
	customer_id int not null,
	primary key (kind, key)
);
comment on table directory is 'platform';

create table mail (
	id uuid primary key,
	recipient text not null,
	subject text not null,
	body_text text,
	body_html text,
	created_at timestamptz not null default now(),
	sent_at timestamptz,
	failed_at timestamptz,
	error text,
	tries int not null default 0
);
create index mail_by_time on mail (created_at desc);
comment on table mail is 'platform';

create table feedback (
	id uuid primary key,
	user_id uuid not null,
	message text not null,
	created_at timestamptz not null default now()
);
comment on table feedback is 'platform';

create table rate_limit (
	key text collate "C" primary key,
	window_start timestamptz not null,
	count int not null
);
comment on table rate_limit is 'platform';

create table platform_activity (
	id uuid primary key,
	at timestamptz not null default now(),
	user_id uuid,
	as_user_id uuid,
	action text not null,
	thing text not null,
	thing_id text not null,
	fields text[] not null default '{}',
	network text
);
create index platform_activity_by_time on platform_activity (at desc);
comment on table platform_activity is 'platform, append only';

-- Personal values of before and after, which erasure may remove; the row above stays.
create table platform_activity_values (
	id uuid primary key references platform_activity (id),
	before jsonb,
	after jsonb
);
comment on table platform_activity_values is 'platform, append only';

-- People and sign-in ---------------------------------------------------------------------------------------

create table app_user (
	id uuid primary key,
	email text collate "C" not null unique,
	name text not null default '',
	created_at timestamptz not null default now(),
	signed_in_at timestamptz
);
comment on table app_user is 'platform';

create table user_role (
	user_id uuid not null references app_user (id) on delete cascade,
	role text collate "C" not null check (role in ('ADMIN', 'DOMAIN_ADMIN', 'PARTNER', 'Device', 'Name')),
	primary key (user_id, role)
);
comment on table user_role is 'platform';

create table partner (
	id uuid primary key,
	name text not null,
	created_at timestamptz not null default now()
);
comment on table partner is 'platform';

create table partner_user (
	partner_id uuid not null references partner (id) on delete cascade,
	user_id uuid not null references app_user (id) on delete cascade,
	primary key (user_id, partner_id)
);
comment on table partner_user is 'platform';

create table partner_customer (
	partner_id uuid not null references partner (id) on delete cascade,
	customer_id int not null,
	primary key (partner_id, customer_id)
);
comment on table partner_customer is 'platform';

create table session (
	-- SHA-256 of the cookie's value: a copy of the table signs nobody in.
	id bytea primary key,
	user_id uuid not null references app_user (id) on delete cascade,
	-- The person who acts, when an admin is logged in as someone else (Identity issue).
	actor_id uuid,
	context_key text not null,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null
);
create index session_by_user on session (user_id);
comment on table session is 'platform';

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
create index oidc_payload_by_expiry on oidc_payload (expires_at) where expires_at is not null;
comment on table oidc_payload is 'platform';

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
comment on table challenge is 'platform';

-- Customers, domains ---------------------------------------------------------------------------------------

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
	enterprise boolean not null default false,
	use_cm boolean not null default true,
	created_at timestamptz not null default now()
);
comment on table customer is 'tenant, platform reads';

create table user_customer (
	customer_id int not null,
	user_id uuid not null,
	is_customer_admin boolean not null default false,
	primary key (customer_id, user_id)
);
create index user_customer_by_user on user_customer (user_id);
comment on table user_customer is 'tenant, platform reads';

create table domain (
	customer_id int not null,
	domain_id uuid not null,
	host text collate "C" not null,
	name text not null default '',
	webhook_url text,
	-- Sealed JSON of [{ header, value }].
	webhook_headers text,
	-- The banner that the snippet serves: { folder, title, version, publishedAt }; null: none.
	live_banner jsonb,
	created_at timestamptz not null default now(),
	primary key (customer_id, domain_id)
);
create index domain_by_host on domain (customer_id, host);
comment on table domain is 'tenant, platform reads';

create table user_domain (
	customer_id int not null,
	domain_id uuid not null,
	user_id uuid not null,
	is_admin boolean not null default false,
	primary key (customer_id, domain_id, user_id)
);
create index user_domain_by_user on user_domain (user_id);
comment on table user_domain is 'tenant, platform reads';

create table activity (
	customer_id int not null,
	id uuid not null,
	at timestamptz not null default now(),
	user_id uuid,
	as_user_id uuid,
	action text not null,
	thing text not null,
	thing_id text not null,
	fields text[] not null default '{}',
	network text,
	primary key (customer_id, id)
);
create index activity_by_time on activity (customer_id, at desc);
comment on table activity is 'tenant, append only';

create table activity_values (
	customer_id int not null,
	id uuid not null,
	before jsonb,
	after jsonb,
	primary key (customer_id, id)
);
comment on table activity_values is 'tenant, append only';

-- Consent --------------------------------------------------------------------------------------------------

create table purpose (
	customer_id int not null,
	purpose_id uuid not null,
	domain_id uuid not null,
	name text not null,
	legal_basis text not null default 'consent' check (legal_basis in ('consent', 'strictly necessary')),
	version int not null default 1,
	created_at timestamptz not null default now(),
	primary key (customer_id, purpose_id)
);
create unique index purpose_by_name on purpose (customer_id, domain_id, lower(name));
comment on table purpose is 'tenant';

create table purpose_version (
	customer_id int not null,
	purpose_id uuid not null,
	version int not null,
	-- { language: { name, about } }
	wording jsonb not null,
	created_at timestamptz not null default now(),
	primary key (customer_id, purpose_id, version)
);
comment on table purpose_version is 'tenant, append only';

create table configuration (
	customer_id int not null,
	configuration_id uuid not null,
	domain_id uuid not null,
	-- The draft's storage folder.
	folder text collate "C" not null,
	title text not null,
	type smallint not null check (type in (0, 1)),
	template text not null,
	sdk_version text not null,
	bundle_version text not null,
	config text not null,
	mapper text not null,
	saved_at timestamptz not null default now(),
	saved_by text not null,
	-- The last folder published from it, and whether the draft changed since.
	published_folder text collate "C",
	changed boolean not null default true,
	primary key (customer_id, configuration_id)
);
create unique index configuration_by_folder on configuration (customer_id, folder);
create unique index configuration_by_title on configuration (customer_id, domain_id, type, lower(title));
comment on table configuration is 'tenant';

-- What was published stays for ever: records point at it.
create table publication (
	customer_id int not null,
	-- 'p' and the SHA-256 (hex) over the folder's files and domain.
	folder text collate "C" not null,
	configuration_id uuid not null,
	domain_id uuid not null,
	version int not null,
	hash bytea not null,
	title text not null,
	template text not null,
	bundle_version text not null,
	config text not null,
	-- { category: { id, version, name } } of every category that asks
	purposes jsonb not null,
	-- The pointer script's text, made once, served byte for byte.
	pointer text not null,
	findings jsonb not null,
	measured boolean not null,
	published_at timestamptz not null default now(),
	published_by text not null,
	primary key (customer_id, folder)
);
create unique index publication_by_version on publication (customer_id, domain_id, version);
comment on table publication is 'tenant, append only';

create table blob (
	customer_id int not null,
	sha256 bytea not null,
	bytes bytea not null,
	primary key (customer_id, sha256)
);
comment on table blob is 'tenant, append only';

create table publication_file (
	customer_id int not null,
	folder text collate "C" not null,
	path text collate "C" not null,
	type text not null,
	sha256 bytea not null,
	primary key (customer_id, folder, path)
);
comment on table publication_file is 'tenant, append only';

create table consent_record (
	customer_id int not null,
	-- By the sender's clock: the millisecond inside the id. Evidence, not order.
	at timestamptz not null,
	id uuid not null,
	choice_id uuid not null,
	domain_id uuid not null,
	purpose_id uuid not null,
	purpose_version int not null,
	category text not null,
	value boolean not null,
	-- The server's order: what was received last is the current answer.
	received_at timestamptz not null,
	batch_position int not null,
	how text not null,
	configuration text not null,
	configuration_hash bytea not null,
	language text not null,
	gpc boolean not null,
	browser text not null,
	device text not null,
	country text,
	tc_string text,
	clock_skewed boolean not null,
	salt bytea not null,
	-- SHA-256 over salt and canonical JSON of the row without salt and address.
	leaf bytea not null,
	primary key (customer_id, at, id)
) partition by range (at);
create index consent_record_by_arrival on consent_record (customer_id, received_at desc, batch_position desc);
create table consent_record_default partition of consent_record default;
comment on table consent_record is 'tenant, append only';

-- Truncated address, kept 30 days and never part of the proof.
create table consent_record_ip (
	customer_id int not null,
	received_at timestamptz not null,
	id uuid not null,
	network text not null,
	primary key (customer_id, received_at, id)
);
comment on table consent_record_ip is 'tenant';

-- Intake of many tenants: the edge role may run these and nothing else -------------------------------------

create function edge_publication(in_domain uuid, in_folder text)
returns table (customer_id int, host text, configuration_hash bytea, purposes jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
	select d.customer_id, d.host, p.hash, p.purposes
	from directory k
	join domain d on d.customer_id = k.customer_id and d.domain_id = in_domain
	left join publication p on p.customer_id = d.customer_id and p.folder = in_folder and p.domain_id = in_domain
	where k.kind = 'domain' and k.key = in_domain::text
$$;

-- Stores what is new and returns its ids. The domain decides the customer; a row that claims another is not stored.
create function edge_intake(
	in_customer int[], in_domain uuid[], in_at timestamptz[], in_id uuid[], in_choice uuid[], in_purpose uuid[], in_purpose_version int[],
	in_category text[], in_value boolean[], in_received_at timestamptz[], in_position int[], in_how text[], in_configuration text[],
	in_hash bytea[], in_language text[], in_gpc boolean[], in_browser text[], in_device text[], in_country text[], in_skewed boolean[],
	in_salt bytea[], in_leaf bytea[], in_network text[]
) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
	ids uuid[];
	news text[];
	one text;
begin
	with given as (
		select * from unnest(
			in_customer, in_domain, in_at, in_id, in_choice, in_purpose, in_purpose_version, in_category, in_value, in_received_at, in_position,
			in_how, in_configuration, in_hash, in_language, in_gpc, in_browser, in_device, in_country, in_skewed, in_salt, in_leaf, in_network
		) as g (customer_id, domain_id, at, id, choice_id, purpose_id, purpose_version, category, value, received_at, batch_position,
			how, configuration, configuration_hash, language, gpc, browser, device, country, clock_skewed, salt, leaf, network)
	), fresh as (
		insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at,
			batch_position, how, configuration, configuration_hash, language, gpc, browser, device, country, clock_skewed, salt, leaf)
		select g.customer_id, g.at, g.id, g.choice_id, g.domain_id, g.purpose_id, g.purpose_version, g.category, g.value, g.received_at,
			g.batch_position, g.how, g.configuration, g.configuration_hash, g.language, g.gpc, g.browser, g.device, g.country, g.clock_skewed,
			g.salt, g.leaf
		from given g
		-- One index look-up a row; as a join it may be planned to read every domain there is.
		where (select k.customer_id from directory k where k.kind = 'domain' and k.key = g.domain_id::text) = g.customer_id
		on conflict (customer_id, at, id) do nothing
		returning customer_id, received_at, id, domain_id
	), addresses as (
		insert into consent_record_ip (customer_id, received_at, id, network)
		select f.customer_id, f.received_at, f.id, g.network
		from fresh f join given g on g.id = f.id and g.customer_id = f.customer_id
		where g.network is not null
		on conflict do nothing
	), counted as (
		select customer_id, domain_id, count(*) as n from fresh group by 1, 2
	), told as (
		-- One piece of news a customer; a payload must stay under 8000 bytes, so very many domains are not named.
		select jsonb_build_object('topic', 'consents', 'customerId', customer_id, 'domains',
			case when count(*) <= 100 then jsonb_object_agg(domain_id, n) else '{}'::jsonb end)::text as payload
		from counted group by customer_id
	)
	select (select array_agg(id) from fresh), (select array_agg(payload) from told) into ids, news;

	foreach one in array coalesce(news, '{}') loop
		perform pg_notify('live', one);
	end loop;
	return query select unnest(ids);
end $$;

revoke all on function edge_publication, edge_intake from public;
grant execute on function edge_publication, edge_intake to :edge;
