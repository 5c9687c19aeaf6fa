-- Answers of known people: who they are, and what holds now.

create table consent_person (
	customer_id int not null,
	person uuid not null,
	created_at timestamptz not null default now(),
	primary key (customer_id, person)
);
comment on table consent_person is 'tenant, of consent';

-- What a person is known by; each leads to one person within a customer.
create table consent_identifier (
	customer_id int not null,
	kind text collate "C" not null check (kind in ('email', 'phone', 'externalId')),
	value text collate "C" not null,
	person uuid not null,
	created_at timestamptz not null default now(),
	primary key (customer_id, kind, value)
);
create index consent_identifier_by_person on consent_identifier (customer_id, person);
-- A list's search: how a value begins, whatever its kind.
create index consent_identifier_by_value on consent_identifier (customer_id, value);
create index consent_identifier_by_email on consent_identifier (value) where kind = 'email';
comment on table consent_identifier is 'tenant, of consent';

-- The present answer of each person and purpose, kept by the transaction that adds a record and derived from records alone.
create table consent_state (
	customer_id int not null,
	person uuid not null,
	purpose_id uuid not null,
	value boolean not null,
	-- The record that decides.
	record_at timestamptz not null,
	record_id uuid not null,
	purpose_version int not null,
	received_at timestamptz not null,
	-- When the last no was said: a yes from before it changes nothing.
	no_at timestamptz,
	primary key (customer_id, person, purpose_id)
);
create index consent_state_by_arrival on consent_state (customer_id, received_at desc, person);
comment on table consent_state is 'tenant, of consent';
