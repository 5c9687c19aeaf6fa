-- Which sites of a customer are scanned, and what scans of them found.

create table scan_site (
	customer_id int not null,
	site_id uuid not null,
	host text collate "C" not null,
	every text collate "C" not null check (every in ('never', 'day', 'week', 'month')),
	non_cmp boolean not null,
	pages int not null,
	depth int not null,
	robots boolean not null,
	added_at timestamptz not null,
	-- When it is scanned by itself; null: never.
	next_at timestamptz,
	primary key (customer_id, site_id)
);
create unique index scan_site_once on scan_site (customer_id, host);
create index scan_site_due on scan_site (next_at) where next_at is not null;
comment on table scan_site is 'tenant, of consent, platform reads';

-- A scan is a run; its state stands there.
create table cookie_scan (
	customer_id int not null,
	-- The run's.
	scan_id uuid not null,
	host text collate "C" not null,
	url text not null,
	non_cmp boolean not null,
	scheduled boolean not null,
	created_at timestamptz not null,
	-- The last whole scan of the host before it.
	previous_id uuid,
	-- Null: not under way.
	progress jsonb,
	-- { en, fi }: why it failed.
	problem jsonb,
	way text collate "C",
	counts jsonb not null,
	pages jsonb not null,
	presses jsonb not null,
	-- How fair the site's banner is; null: none was met.
	choice jsonb,
	-- What the previous scan had and this one has not; the first ones.
	gone jsonb not null,
	har uuid,
	-- { pass: file }
	pictures jsonb not null,
	primary key (customer_id, scan_id)
);
create index cookie_scan_newest on cookie_scan (customer_id, created_at desc, scan_id desc);
create index cookie_scan_of_host on cookie_scan (customer_id, host, created_at desc, scan_id desc);
create index cookie_scan_old on cookie_scan (created_at);
comment on table cookie_scan is 'tenant, of consent, platform reads';

create table cookie_scan_item (
	customer_id int not null,
	scan_id uuid not null,
	number int not null,
	kind text collate "C" not null,
	name text collate "C" not null,
	host text collate "C" not null,
	-- The previous scan did not have it.
	fresh boolean not null,
	-- Findings about it, by their codes.
	codes text[] not null,
	body jsonb not null,
	primary key (customer_id, scan_id, number)
);
comment on table cookie_scan_item is 'tenant, of consent';

create table cookie_scan_finding (
	customer_id int not null,
	scan_id uuid not null,
	number int not null,
	code text collate "C" not null,
	body jsonb not null,
	primary key (customer_id, scan_id, number)
);
comment on table cookie_scan_finding is 'tenant, of consent';
