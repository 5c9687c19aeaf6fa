-- Purposes, banners and their publication, the ledger of answers, webhooks.

create table purpose (
	customer_id int not null,
	purpose_id uuid not null,
	domain_id uuid not null,
	name text not null,
	legal_basis text not null default 'consent' check (legal_basis in ('consent', 'strictly necessary')),
	version int not null default 1,
	-- Months that an answer to this purpose is kept; null: as long as the customer.
	retention_months int check (retention_months between 1 and 1200),
	-- A shorter time that was asked for, and from when on it holds.
	shorter_months int check (shorter_months between 1 and 1200),
	shorter_at timestamptz,
	-- Channels by which it permits messages, and on which basis.
	channels text[] not null default '{}',
	basis text not null default 'consent'
		check (basis in ('consent', 'existing customer', 'business recipient', 'post without objection', 'strictly necessary', 'contract')),
	-- Who existing customers or business recipients are: a segment; null where the basis needs none.
	basis_segment uuid,
	-- A yes permits that opens and clicks of messages are kept; such a purpose permits no message.
	tracks boolean not null default false,
	created_at timestamptz not null default now(),
	primary key (customer_id, purpose_id)
);
create unique index purpose_by_name on purpose (customer_id, domain_id, lower(name));
comment on table purpose is 'tenant, of consent';

create table purpose_version (
	customer_id int not null,
	purpose_id uuid not null,
	version int not null,
	-- { language: { name, about } }
	wording jsonb not null,
	created_at timestamptz not null default now(),
	primary key (customer_id, purpose_id, version)
);
comment on table purpose_version is 'tenant, of consent, append only';

-- A change of words that was material: who said yes before is asked again.
create table purpose_material (
	customer_id int not null,
	purpose_id uuid not null,
	version int not null,
	marked_at timestamptz not null default now(),
	marked_by text not null,
	primary key (customer_id, purpose_id, version)
);
comment on table purpose_material is 'tenant, of consent, append only';

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
comment on table configuration is 'tenant, of consent';

-- What was published stays for ever: records point at it.
create table publication (
	customer_id int not null,
	-- 'p' and 96 bits (base64url) of the SHA-256 over the folder's files and domain.
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
	-- { category: [segment] }: a yes puts people in, a withdrawal takes them out.
	segments jsonb not null default '{}',
	-- The category whose yes lets visitors be remembered; null: nobody is.
	remembers text collate "C",
	-- The pointer script's text, made once, served byte for byte.
	pointer text not null,
	findings jsonb not null,
	measured boolean not null,
	-- The registrable domain whose hosts share one choice; null: this host alone.
	shared_domain text collate "C",
	published_at timestamptz not null default now(),
	published_by text not null,
	primary key (customer_id, folder)
);
create unique index publication_by_version on publication (customer_id, domain_id, version);
comment on table publication is 'tenant, of consent, append only';

create table publication_file (
	customer_id int not null,
	folder text collate "C" not null,
	path text collate "C" not null,
	type text not null,
	sha256 bytea not null,
	primary key (customer_id, folder, path)
);
comment on table publication_file is 'tenant, of consent, append only';

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
	-- Null where nothing of ours was shown to who answered.
	configuration text,
	configuration_hash bytea,
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
	-- The luvallaId; null while the visitor is nobody's profile.
	person uuid,
	-- As the person was named: `email:anna@example.com`.
	subject text collate "C",
	-- Where the answer was given, in words; or the record that it was linked from.
	source text collate "C",
	-- Who wrote it down for the person: `user:…` or `application:…`.
	recorded_by text collate "C",
	primary key (customer_id, at, id)
) partition by range (at);
-- Ascending, so that what arrives goes to the end of it: read backwards where the newest come first.
create index consent_record_by_arrival on consent_record (customer_id, received_at, batch_position);
create index consent_record_by_person on consent_record (customer_id, person, received_at desc, batch_position desc) where person is not null;
create table consent_record_default partition of consent_record default;
comment on table consent_record is 'tenant, of consent, append only, erasable, by month';

-- Truncated address, kept 30 days and never part of the proof. Written with its record alone, so nothing has to keep it single;
-- found by the moment, which records of one commit share.
create table consent_record_ip (
	customer_id int not null,
	received_at timestamptz not null,
	id uuid not null,
	network text not null
);
create index consent_record_ip_by_arrival on consent_record_ip (customer_id, received_at);
comment on table consent_record_ip is 'tenant, of consent';

-- A banner's record on its way in, as edge_intake takes it.
create type edge_arrival as (
	customer_id int,
	domain_id uuid,
	configuration text,
	configuration_hash bytea,
	purpose_id uuid,
	purpose_version int,
	category text,
	language text,
	browser text,
	device text,
	country text,
	network text,
	tc_string text,
	id uuid,
	choice_id uuid,
	at timestamptz,
	batch_position int,
	value boolean,
	gpc boolean,
	clock_skewed boolean,
	salt bytea,
	leaf bytea
);

-- Views of a banner's first layer, as counters: nothing in a row tells one visitor from another.
create table impression_count (
	customer_id int not null,
	domain_id uuid not null,
	-- The published folder that was shown.
	folder text collate "C" not null,
	language text collate "C" not null,
	device text collate "C" not null,
	-- ISO 3166-1 alpha-2; '': unknown.
	country text collate "C" not null,
	-- The first of the day, by the server's clock, UTC.
	minute timestamptz not null,
	part smallint not null,
	n bigint not null,
	primary key (customer_id, domain_id, folder, language, device, country, minute, part)
);
comment on table impression_count is 'tenant, of consent';

create table banner_test (
	customer_id int not null,
	test_id uuid not null,
	domain_id uuid not null,
	-- The one that was live, and the other one.
	first_folder text collate "C" not null,
	second_folder text collate "C" not null,
	share float8 not null check (share between 0.05 and 0.95),
	detect float8 not null,
	sample int not null,
	started_at timestamptz not null default now(),
	started_by text not null,
	-- Views are counted by the day: those of the first day before the test began, and of all its days when it ended.
	first_before bigint not null default 0,
	second_before bigint not null default 0,
	first_shown bigint,
	second_shown bigint,
	ended_at timestamptz,
	kept_folder text collate "C",
	primary key (customer_id, test_id)
);
create unique index banner_test_running on banner_test (customer_id, domain_id) where ended_at is null;
comment on table banner_test is 'tenant, of consent';

-- What the daily look for the snippet found on a domain's page.
create table snippet_look (
	customer_id int not null,
	domain_id uuid not null,
	checked_at timestamptz not null,
	state text collate "C" not null check (state in ('live', 'missing', 'unreachable')),
	seen_at timestamptz,
	detail text,
	told_at timestamptz,
	-- Where the page opened: SnippetFound of the contract.
	found jsonb,
	primary key (customer_id, domain_id)
);
comment on table snippet_look is 'tenant, of consent';

create table webhook_delivery (
	customer_id int not null,
	-- The record's id.
	delivery_id uuid not null,
	domain_id uuid not null,
	-- The body, sent to the byte each time.
	body text not null,
	status text collate "C" not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
	-- [{ at, status, ms, error }]
	attempts jsonb not null default '[]',
	created_at timestamptz not null default now(),
	next_try_at timestamptz,
	primary key (customer_id, delivery_id)
);
create index webhook_delivery_due on webhook_delivery (customer_id, domain_id, next_try_at) where status = 'waiting';
create index webhook_delivery_by_domain on webhook_delivery (customer_id, domain_id, created_at desc, delivery_id);
comment on table webhook_delivery is 'tenant, of consent, platform reads';
