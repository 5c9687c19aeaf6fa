-- Connectors: where people come from, and where audiences go.

create table connector (
	customer_id int not null,
	connector_id uuid not null,
	type text collate "C" not null,
	name text not null,
	-- Settings but secrets.
	config jsonb not null,
	-- { name: secret }, sealed for this connector; null: it has none.
	secrets text,
	is_active boolean not null,
	direction text collate "C" not null check (direction in ('none', 'inbound', 'outbound')),
	-- The domain that people come in on, or that the audience is of.
	domain_id uuid,
	every_minutes int,
	-- How far an inbound sync has come, in its kind's own words.
	cursor jsonb,
	next_at timestamptz,
	tested_at timestamptz,
	-- { code, detail }; { code: 'ok' }: the last test was fine.
	tested jsonb,
	created_at timestamptz not null,
	changed_at timestamptz not null,
	-- The user who saved it last: what it writes is written in their name.
	changed_by uuid not null,
	primary key (customer_id, connector_id)
);
create unique index connector_by_name on connector (customer_id, lower(name));
create index connector_due on connector (next_at) where next_at is not null;
comment on table connector is 'tenant, of profiles, platform reads';

-- Runs by connector; what they came to is the kernel's.
create table connector_run (
	customer_id int not null,
	connector_id uuid not null,
	run_id uuid not null,
	created_at timestamptz not null,
	primary key (customer_id, connector_id, run_id)
);
create index connector_run_by_time on connector_run (customer_id, created_at);
create index connector_run_by_id on connector_run (customer_id, run_id);
comment on table connector_run is 'tenant, of profiles, platform reads';

-- What a run did, to be read by people. It names nobody.
create table connector_log (
	customer_id int not null,
	run_id uuid not null,
	number int not null,
	at timestamptz not null,
	code text collate "C" not null,
	-- { name: text or number } of its sentence.
	detail jsonb not null,
	primary key (customer_id, run_id, number)
);
comment on table connector_log is 'tenant, of profiles';

-- Who is where an audience was sent to, or may be: written before anything is sent. Whoever was taken back stays named as long as they
-- are known, so that they can be told where they were sent.
create table connector_sent (
	customer_id int not null,
	connector_id uuid not null,
	-- The name under which the other side knows them.
	key uuid not null,
	-- Null: nobody we know any more; only their removal is left to be told.
	person uuid,
	number int,
	-- SHA-256 of what was sent; empty once they were taken back.
	content bytea not null,
	state text collate "C" not null check (state in ('adding', 'sent', 'removing', 'removed')),
	-- When they were sent first, and when the state became this.
	first_at timestamptz not null,
	at timestamptz not null,
	primary key (customer_id, connector_id, key)
);
create index connector_sent_by_number on connector_sent (customer_id, connector_id, number);
create index connector_sent_by_person on connector_sent (customer_id, person) where person is not null;
comment on table connector_sent is 'tenant, of profiles';
