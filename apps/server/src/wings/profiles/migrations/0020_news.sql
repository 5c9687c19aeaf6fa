-- What somebody waits for: kinds of events, segments that people come into or leave, purposes that they say yes to.
create table people_watch (
	customer_id int not null,
	kind text collate "C" not null check (kind in ('event', 'joined', 'left', 'consent')),
	-- A type of events, a segment, a purpose.
	subject text collate "C" not null,
	primary key (customer_id, kind, subject)
);
comment on table people_watch is 'tenant, of profiles';

-- What has happened of it, written in the transaction in which it happened, until whoever waits for it takes it: once.
create table people_news (
	customer_id int not null,
	news_id uuid not null,
	kind text collate "C" not null,
	subject text collate "C" not null,
	-- Whose it is.
	number int not null,
	-- Where it was told of; null: on no domain.
	domain_id uuid,
	-- An event, a record; null: it has no name of its own.
	cause text collate "C",
	at timestamptz not null,
	primary key (customer_id, news_id)
);
comment on table people_news is 'tenant, of profiles, platform reads';

-- Whether somebody waits for who comes into the segment, or leaves it: then who does is told of.
alter table people_set add column watched boolean not null default false;
