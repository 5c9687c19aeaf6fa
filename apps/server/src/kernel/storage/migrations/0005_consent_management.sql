-- Consent management: material changes of purposes, tests of two publications, webhooks, the daily look for the snippet.

-- A change of words that was material: who said yes before is asked again.
create table purpose_material (
	customer_id int not null,
	purpose_id uuid not null,
	version int not null,
	marked_at timestamptz not null default now(),
	marked_by text not null,
	primary key (customer_id, purpose_id, version)
);
comment on table purpose_material is 'tenant, append only';
-- Months that an answer to this purpose is kept; null: as long as the customer.
alter table purpose add column retention_months int check (retention_months between 1 and 1200);

alter table domain
	add column webhook_secret text,
	-- What was said before there was a webhook is not told.
	add column webhook_since timestamptz,
	add column snippet_checked_at timestamptz,
	add column snippet_state text collate "C" not null default 'unknown' check (snippet_state in ('unknown', 'live', 'missing', 'unreachable')),
	add column snippet_seen_at timestamptz,
	add column snippet_detail text,
	add column snippet_told_at timestamptz,
	-- What the last look found, where the page opened: SnippetFound of the contract.
	add column snippet_found jsonb;

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
comment on table banner_test is 'tenant';

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
create index webhook_delivery_by_domain on webhook_delivery (customer_id, domain_id, created_at desc, delivery_id);
comment on table webhook_delivery is 'tenant';

-- How far the ledger was read for a domain's webhook.
create table webhook_cursor (
	customer_id int not null,
	domain_id uuid not null,
	read_until timestamptz not null,
	primary key (customer_id, domain_id)
);
comment on table webhook_cursor is 'tenant';

update domain set webhook_since = now() where webhook_url is not null;
