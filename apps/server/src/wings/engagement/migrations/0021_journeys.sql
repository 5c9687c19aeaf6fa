-- A triggered send: what has to happen, and what whoever it happened to gets then. It is a campaign that nobody executes: its messages are
-- runs that stay open, one for each message of each version.
alter table campaign add column triggered boolean not null default false;

create table journey (
	customer_id int not null,
	campaign_id uuid not null,
	-- What is said, and when (contract, Journey).
	journey jsonb not null,
	state text collate "C" not null check (state in ('draft', 'running', 'stopping', 'stopped')),
	-- Of those who come now; 0: it never ran.
	version int not null,
	-- The day up to which a date was looked at, and how far people of that day were gone through; null: all were.
	looked_on date,
	looking int,
	primary key (customer_id, campaign_id)
);
comment on table journey is 'tenant, of engagement, platform reads';

-- What it was from a moment on. Whoever came then stays with it.
create table journey_version (
	customer_id int not null,
	campaign_id uuid not null,
	version int not null,
	journey jsonb not null,
	-- { first, yes, neither }: the run of each message.
	runs jsonb not null,
	since timestamptz not null,
	-- Since when nobody is on their way by it any more, so that its runs are over; null: somebody may be.
	closed_at timestamptz,
	primary key (customer_id, campaign_id, version)
);
comment on table journey_version is 'tenant, of engagement';

-- Where somebody is in it: one place for everybody who came, each time that they came.
create table journey_place (
	customer_id int not null,
	campaign_id uuid not null,
	place_id uuid not null,
	person uuid not null,
	number int not null,
	version int not null,
	step text collate "C" not null check (step in ('first', 'wait', 'yes', 'neither')),
	-- `sending`: their message is with the run, whose word is waited for.
	state text collate "C" not null check (state in ('waiting', 'sending', 'finished', 'left')),
	-- When it goes on, or is looked at next; null: it is over.
	due_at timestamptz,
	-- What made them enter, with what names it.
	why text collate "C" not null,
	-- Why they left it.
	reason text collate "C",
	-- Their last message.
	run_id uuid,
	channel smallint,
	entry int,
	entry_at timestamptz,
	entered_at timestamptz not null,
	ended_at timestamptz,
	primary key (customer_id, campaign_id, place_id)
);
create unique index journey_place_open on journey_place (customer_id, campaign_id, person) where ended_at is null;
create index journey_place_due on journey_place (customer_id, due_at) where due_at is not null;
create index journey_place_by_number on journey_place (customer_id, number, campaign_id);
create index journey_place_by_version on journey_place (customer_id, campaign_id, version) where ended_at is null;
comment on table journey_place is 'tenant, of engagement';

-- How many are where, written with what it counts.
create table journey_count (
	customer_id int not null,
	campaign_id uuid not null,
	step text collate "C" not null,
	-- `entered`, `waiting`, `left`, `finished`, `unseen`: whose opens may not be seen.
	what text collate "C" not null,
	reason text collate "C" not null,
	minute timestamptz not null,
	part smallint not null,
	n bigint not null,
	primary key (customer_id, campaign_id, step, what, reason, minute, part)
);
comment on table journey_count is 'tenant, of engagement';

-- Of a run that stays open: nobody's time comes before; null: it is not known.
alter table campaign_lane add column idle_until timestamptz;
