-- Answers of known people: what holds now, and what it is derived from besides their records.

-- The present answer of each person and purpose, under the id that is kept where several are one; kept by the transaction that
-- adds a record, and derived from records, merges and the two tables below alone.
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
create index consent_state_by_answer on consent_state (customer_id, purpose_id, value, received_at desc, person);
comment on table consent_state is 'tenant, of consent';

-- A yes that never holds: said before a no that is remembered, or left behind by the no that was erased.
create table consent_behind (
	customer_id int not null,
	record_at timestamptz not null,
	record_id uuid not null,
	-- The upload that brought it and was taken back; null: a no stands above it.
	taken_back uuid,
	primary key (customer_id, record_at, record_id)
);
comment on table consent_behind is 'tenant, of consent';

-- A no that was said while this person and another were one, and stays a no of both.
create table consent_shared_no (
	customer_id int not null,
	person uuid not null,
	record_at timestamptz not null,
	record_id uuid not null,
	primary key (customer_id, person, record_at, record_id)
);
create index consent_shared_no_by_record on consent_shared_no (customer_id, record_at, record_id);
comment on table consent_shared_no is 'tenant, of consent';
