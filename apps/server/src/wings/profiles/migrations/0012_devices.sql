-- Visitors who said that they may be remembered: their devices, what they did, and for how long that is kept.

-- A browser on a domain, under the id of the visitor's record that lets it be remembered. It goes with that permission.
create table device (
	customer_id int not null,
	device_id uuid not null,
	domain_id uuid not null,
	purpose_id uuid not null,
	-- Families, nothing finer: `Firefox`, `Windows`.
	browser text collate "C" not null,
	system text collate "C" not null,
	kind text collate "C" not null,
	first_seen_at timestamptz not null,
	last_seen_at timestamptz not null,
	-- Whose it turned out to be, by the id that was named; null: an anonymous visitor's.
	person uuid,
	primary key (customer_id, device_id)
);
create index device_by_seen on device (customer_id, last_seen_at, device_id);
create index device_by_person on device (customer_id, person) where person is not null;
comment on table device is 'tenant, of profiles, platform reads';

-- Permissions that were taken back: nobody is remembered by them again.
create table device_end (
	customer_id int not null,
	device_id uuid not null,
	at timestamptz not null,
	primary key (customer_id, device_id)
);
comment on table device_end is 'tenant, of profiles';

-- What anonymous visitors did. It becomes a person's when the visitor turns out to be one.
create table visitor_event (
	customer_id int not null,
	device_id uuid not null,
	at timestamptz not null,
	id uuid not null,
	domain_id uuid not null,
	type text collate "C" not null,
	properties jsonb not null,
	received_at timestamptz not null,
	primary key (customer_id, at, id)
);
create index visitor_event_by_device on visitor_event (customer_id, device_id);
comment on table visitor_event is 'tenant, of profiles, platform reads';

-- For how long a domain keeps events. No row: as long as usual.
create table event_setting (
	customer_id int not null,
	domain_id uuid not null,
	keep_days int not null check (keep_days between 1 and 3650),
	primary key (customer_id, domain_id)
);
comment on table event_setting is 'tenant, of profiles';

-- One event of a visitor's page as the intake hands it over, its visitor beside it.
create type edge_event as (
	place int,
	customer_id int,
	domain_id uuid,
	device_id uuid,
	-- The moment inside the device's id: that of the visitor's record.
	device_at timestamptz,
	-- Under which the visitor's record would stand had it become a person's.
	identified_id uuid,
	browser text,
	system text,
	kind text,
	id uuid,
	at timestamptz,
	type text,
	-- JSON.
	properties text
);
