-- Who is who within one customer. Wings above keep what they know of a person under their luvallaId and ask who its members are.

create table person (
	customer_id int not null,
	-- The luvallaId.
	person uuid not null,
	-- Dense within the customer and never given again: the place of the person in bit sets.
	number int not null,
	created_at timestamptz not null,
	primary key (customer_id, person),
	unique (customer_id, number)
);
comment on table person is 'tenant, of people';

create table person_counter (
	customer_id int primary key,
	-- The number of the person to come.
	next int not null
);
comment on table person_counter is 'tenant, of people';

-- What a person is known by; each leads to one person within a customer, the one it was made for, for as long as it stands.
create table person_identifier (
	customer_id int not null,
	kind text collate "C" not null check (kind in ('email', 'phone', 'externalId')),
	value text collate "C" not null,
	person uuid not null,
	created_at timestamptz not null,
	-- How it came, in the words of a record's `how`.
	how text collate "C" not null,
	-- `user:…` or `application:…`; null: the person themselves.
	added_by text collate "C",
	-- The e-mail address that was named in the same breath.
	came_with text collate "C",
	-- When the address confirmed itself, by a sign-in or a mailed link.
	confirmed_at timestamptz,
	-- The upload that brought it, as long as nothing else did: it takes it back.
	upload uuid,
	-- Since when mail to it comes back, and the upload that said so.
	bounced_at timestamptz,
	bounced_by uuid,
	primary key (customer_id, kind, value)
);
-- Not by the customer first: of a customer who is not in the planner's statistics one row is expected, and an index that begins with them
-- would then do as well as the key, for each address that is looked for (and read all that they have).
create index person_identifier_by_person on person_identifier (person, customer_id);
create index person_identifier_by_email on person_identifier (value) where kind = 'email';
comment on table person_identifier is 'tenant, of people';

-- On which domains somebody was named by what: all that a domain's own admin sees of who they are.
create table person_seen (
	customer_id int not null,
	kind text collate "C" not null check (kind in ('email', 'phone', 'externalId', 'luvallaId')),
	value text collate "C" not null,
	domain_id uuid not null,
	seen_at timestamptz not null,
	-- The upload that named it here, as long as nothing else did.
	upload uuid,
	primary key (customer_id, kind, value, domain_id)
);
comment on table person_seen is 'tenant, of people';

-- Two that turned out to be one: whatever leads to `gone` leads on to `kept`, until it is undone.
create table person_alias (
	customer_id int not null,
	gone uuid not null,
	kept uuid not null,
	-- Later than anything that was written of either before.
	merged_at timestamptz not null,
	merged_by text collate "C" not null,
	undone_at timestamptz,
	undone_by text collate "C",
	primary key (customer_id, gone, merged_at)
);
create unique index person_alias_alive on person_alias (customer_id, gone) where undone_at is null;
create index person_alias_by_kept on person_alias (customer_id, kept);
comment on table person_alias is 'tenant, of people';

-- Whoever signs in with `email` opened, signed in, a link that was mailed to `value`: both are theirs.
create table person_link (
	customer_id int not null,
	email text collate "C" not null,
	value text collate "C" not null,
	person uuid not null,
	confirmed_at timestamptz not null,
	primary key (customer_id, email, value)
);
create index person_link_by_value on person_link (customer_id, value);
comment on table person_link is 'tenant, of people';

-- What is left of an erased person's no: a keyed hash of an identifier and a purpose. A yes from before it does not hold again.
create table person_objection (
	customer_id int not null,
	hash bytea not null,
	-- The erasure that left it.
	erasure uuid not null,
	-- A yes that was said later is a new one.
	until timestamptz not null,
	primary key (customer_id, hash, erasure)
);
create index person_objection_by_erasure on person_objection (customer_id, erasure);
comment on table person_objection is 'tenant, of people';

-- Who stopped everything: no marketing of the customer reaches them. Each id of whoever did has a row, also one that came to be known by an
-- address of which a hash says so.
create table person_stop (
	customer_id int not null,
	person uuid not null,
	stopped_at timestamptz not null,
	primary key (customer_id, person)
);
comment on table person_stop is 'tenant, of people';
