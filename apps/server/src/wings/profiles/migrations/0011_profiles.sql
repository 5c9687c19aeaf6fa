-- What is known of people beside who they are, and the sets that they are in.

-- A person's own facts. Nobody has to have a row: who has none is known by their identifiers alone.
create table profile (
	customer_id int not null,
	-- The id that is kept where several are one.
	person uuid not null,
	-- The person's number (people): the place in every set.
	number int not null,
	first_name text,
	last_name text,
	street text,
	postal_code text,
	city text,
	-- ISO 3166-1 alpha-2.
	country text collate "C",
	-- As `fi-FI`.
	locale text collate "C",
	-- As `Europe/Helsinki`.
	time_zone text collate "C",
	-- { key: text, number, true or false; a day as YYYY-MM-DD }, of the kind that profile_attribute says.
	attributes jsonb not null default '{}',
	changed_at timestamptz not null,
	-- Names as they are searched: under row-level security an index of 'lower()' finds nothing, a column's does.
	first_searched text collate "C" generated always as (lower(first_name)) stored,
	last_searched text collate "C" generated always as (lower(last_name)) stored,
	-- Where they stand in lists ('inOrder' of kernel/storage/lists.ts).
	last_in_order text collate "C" generated always as (translate(lower(last_name), 'åäæöøáàâãéèêëíìîïóòôõúùûüýÿçñšž', '{||}}aaaaeeeeiiiioooouuuyyycnsz')) stored,
	-- All ids that are this person and their numbers, the kept one's first; null: this one alone.
	members uuid[],
	numbers int[],
	primary key (customer_id, person),
	unique (customer_id, number)
);
create index profile_by_name on profile (customer_id, last_in_order, person) where last_name is not null;
create index profile_by_first_name on profile (customer_id, first_searched) where first_searched is not null;
create index profile_by_last_name on profile (customer_id, last_searched) where last_searched is not null;
comment on table profile is 'tenant, of profiles';

-- When people were last there. Beside their profiles: whoever is there writes this row, once an hour, and waits for nobody who changes facts.
create table profile_seen (
	customer_id int not null,
	-- The person's own number.
	number int not null,
	-- When this one was; null: never, another of those who are one.
	own_at timestamptz,
	-- The latest of all who are one, under the number of the kept one.
	seen_at timestamptz,
	primary key (customer_id, number)
);
create index profile_seen_by_time on profile_seen (customer_id, seen_at, number) where seen_at is not null;
comment on table profile_seen is 'tenant, of profiles';

-- What each of those who are one knew on their own: an unmerge gives it back.
create table profile_own (
	customer_id int not null,
	person uuid not null,
	-- Columns of profile that were known, and its attributes.
	facts jsonb not null,
	primary key (customer_id, person)
);
comment on table profile_own is 'tenant, of profiles';

-- Attributes that were ever given; the first value decides of which kind a key is.
create table profile_attribute (
	customer_id int not null,
	key text collate "C" not null,
	kind text collate "C" not null check (kind in ('text', 'number', 'date', 'yesno')),
	created_at timestamptz not null,
	-- The run of the upload that made it known: with it goes what nobody has.
	upload uuid,
	-- The domain whose own server or admin made it known: its kind holds for that one alone. Null: who answers for the customer.
	domain_id uuid,
	primary key (customer_id, key)
);
comment on table profile_attribute is 'tenant, of profiles';

create table segment (
	customer_id int not null,
	segment_id uuid not null,
	name text not null,
	weight int not null default 0,
	cost float8 not null default 0,
	is_public boolean not null default true,
	is_domain_specific boolean not null default false,
	is_customer_specific boolean not null default false,
	is_admin_only boolean not null default false,
	domain_id uuid,
	is_active boolean not null default true,
	created_at timestamptz not null,
	created_by text collate "C",
	changed_at timestamptz not null,
	primary key (customer_id, segment_id)
);
create unique index segment_by_name on segment (customer_id, lower(name));
comment on table segment is 'tenant, of profiles';

-- Who is in a segment and how that came: by hand, file, choice, API or campaign. Each keeps the id it was written for.
create table segment_member (
	customer_id int not null,
	segment_id uuid not null,
	person uuid not null,
	how text collate "C" not null check (how in ('hand', 'file', 'choice', 'api', 'campaign')),
	-- What of that: the purpose, the upload, the campaign; '': nothing to tell apart.
	source text collate "C" not null default '',
	at timestamptz not null,
	-- `user:…`, `application:…`; null: the person themselves.
	by text collate "C",
	primary key (customer_id, segment_id, person, how, source)
);
create index segment_member_by_person on segment_member (customer_id, person);
create index segment_member_by_source on segment_member (customer_id, how, source) where source <> '';
comment on table segment_member is 'tenant, of profiles';

-- Sets of people, as bits: one for each segment, under its id, and some of our own, under a key.
create table people_set (
	customer_id int not null,
	set_id uuid not null,
	-- 'all', 'email', 'phone', 'post', 'yes:<purpose>', 'no:<purpose>'; null: a segment's.
	key text collate "C",
	-- Null: people are put in and taken out.
	rule jsonb,
	-- The rule holds of people who are known on one of these alone: it is a domain's own admin's. Null: of everybody.
	domains uuid[],
	-- People below this number are counted; null: everybody is.
	built_to int,
	-- Until when time has been followed: what a rule says of days and windows holds of this moment.
	clock_at timestamptz,
	primary key (customer_id, set_id)
);
create unique index people_set_by_key on people_set (customer_id, key) where key is not null;
comment on table people_set is 'tenant, of profiles, platform reads';

-- 65,536 people each: those with numbers from chunk × 65,536 on. No row: none of them. Kept out of line and never compressed, so that
-- counting reads it as it stands.
create table set_chunk (
	customer_id int not null,
	set_id uuid not null,
	chunk int not null,
	bits bit(65536) not null,
	primary key (customer_id, set_id, chunk)
);
alter table set_chunk alter column bits set storage external;
alter table set_chunk set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200, toast.autovacuum_vacuum_scale_factor = 0.02);
comment on table set_chunk is 'tenant, of profiles';

-- People of whom something changed that a rule may ask about. Only added to and taken from: no writer waits for another.
create table people_touched (
	customer_id int not null,
	touch_id uuid not null,
	numbers int[] not null,
	primary key (customer_id, touch_id)
);
comment on table people_touched is 'tenant, of profiles, platform reads';

create table audience (
	customer_id int not null,
	audience_id uuid not null,
	domain_id uuid not null,
	title text not null,
	segments uuid[] not null,
	-- Purposes of which each must hold a yes.
	consents uuid[] not null,
	is_and boolean not null,
	status smallint not null,
	user_id text collate "C",
	created_at timestamptz not null,
	changed_at timestamptz not null,
	primary key (customer_id, audience_id)
);
create unique index audience_by_title on audience (customer_id, domain_id, lower(title));
comment on table audience is 'tenant, of profiles';

-- What people did, as customers tell it. The number is that of the id the event was told for: no merge changes it.
create table event (
	customer_id int not null,
	-- By the sender's clock: the millisecond inside the id.
	at timestamptz not null,
	id uuid not null,
	number int not null,
	domain_id uuid not null,
	type text collate "C" not null,
	properties jsonb not null,
	received_at timestamptz not null,
	how text collate "C" not null,
	primary key (customer_id, at, id)
) partition by range (at);
create index event_by_person on event (customer_id, number, type, at);
create index event_by_type on event (customer_id, type, at);
create table event_default partition of event default;
comment on table event is 'tenant, of profiles, by month';

-- What requests with an idempotency key were answered, for a day. Neither the key nor the answer can be read from here: the answer is
-- sealed with a key that follows from the request.
create table api_answer (
	customer_id int not null,
	-- HMAC-SHA-256 of the domain and the key.
	key bytea not null,
	-- Says of a request whether it is the same.
	content bytea not null,
	answer bytea not null,
	at timestamptz not null,
	primary key (customer_id, key)
);
comment on table api_answer is 'tenant, of profiles, platform reads';

-- Kinds of events that were ever told, and their properties: { key: kind }.
create table event_type (
	customer_id int not null,
	type text collate "C" not null,
	-- Who told of it: '' the customer's own servers, the id of a domain that domain's, 'page:' and the id its pages. What one of these says
	-- sets no kind, name or limit for another; the customer's own servers' and the domain's own hold of its pages.
	scope text collate "C" not null default '',
	properties jsonb not null default '{}',
	created_at timestamptz not null,
	primary key (customer_id, type, scope)
);
create index event_type_by_scope on event_type (customer_id, scope);
comment on table event_type is 'tenant, of profiles, platform reads';
