-- What cookies are for, who sets them and how long they live.

-- Global entries, the same for every customer; written through functions/cookie_repository.sql alone.
create table cookie_entry (
	entry_id uuid primary key,
	-- With * for any signs.
	name text collate "C" not null,
	-- With all below it; empty: any.
	domain text collate "C" not null,
	provider text not null,
	type text collate "C" not null check (type in ('necessary', 'preferences', 'statistics', 'marketing', 'undecided')),
	-- 0: until the browser is closed; null: not known.
	lifetime_seconds bigint check (lifetime_seconds >= 0),
	-- { language: text }
	description jsonb not null,
	source text collate "C" not null check (source in ('platform', 'starter', 'ocd')),
	-- Of an undecided one: why no consent might be needed.
	reason text not null,
	-- Another global entry that contradicts it, worked out with every change of any (conflicts.ts).
	conflict_id uuid,
	changed_at timestamptz not null
);
create unique index cookie_entry_once on cookie_entry (name, domain, provider);
comment on table cookie_entry is 'shared, of consent: global entries of the cookie repository';

-- Names of the starter list that were brought once: what an admin deleted since does not come back.
create table cookie_starter (
	name text collate "C" primary key,
	brought_at timestamptz not null
);
comment on table cookie_starter is 'shared, of consent: which cookies of the starter list were brought';

-- A customer's own entries; each stands over the global ones of its name and host.
create table customer_cookie (
	customer_id int not null,
	entry_id uuid not null,
	name text collate "C" not null,
	domain text collate "C" not null,
	provider text not null,
	type text collate "C" not null check (type in ('necessary', 'preferences', 'statistics', 'marketing', 'undecided')),
	lifetime_seconds bigint check (lifetime_seconds >= 0),
	description jsonb not null,
	reason text not null,
	changed_at timestamptz not null,
	primary key (customer_id, entry_id)
);
create unique index customer_cookie_once on customer_cookie (customer_id, name, domain);
comment on table customer_cookie is 'tenant, of consent';
