-- Answers of known people: who said it, where it was said and who wrote it down; and what holds now.

alter table consent_record
	-- The luvallaId; null while the visitor is nobody's profile.
	add column person uuid,
	-- As the person was named: `email:anna@example.com`.
	add column subject text collate "C",
	-- Where the answer was given, in words; or the record that it was linked from.
	add column source text collate "C",
	-- Who wrote it down for the person: `user:…` or `application:…`.
	add column recorded_by text collate "C",
	-- Nothing of ours was shown to who answered elsewhere.
	alter column configuration drop not null,
	alter column configuration_hash drop not null;
create index consent_record_by_person on consent_record (customer_id, person, received_at desc, batch_position desc) where person is not null;

create table consent_person (
	customer_id int not null,
	person uuid not null,
	created_at timestamptz not null default now(),
	primary key (customer_id, person)
);
comment on table consent_person is 'tenant';

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
comment on table consent_identifier is 'tenant';

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
comment on table consent_state is 'tenant';

-- Customers that know this address: for the person who signed in with it, and for nobody else.
create function consent_customers_of(in_email text) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
	select i.customer_id from consent_identifier i where i.kind = 'email' and i.value = in_email order by 1 limit 200
$$;
revoke all on function consent_customers_of from public;
grant execute on function consent_customers_of to :platform;

-- As before, and with the record goes what held because of it. A person without any record is nobody.
create or replace function ledger_erase(in_position bigint, in_positions bigint[]) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
	mine int := nullif(current_setting('app.customer', true), '')::int;
	gone int;
	people uuid[];
begin
	if not exists (select from ledger_entry e where e.customer_id = mine and e.position = in_position and e.kind = 'erasure') then
		raise exception 'There is no erasure at position % of this customer.', in_position;
	end if;
	with doomed as (
		select e.position, e.record_at, e.record_id from ledger_entry e
		where e.customer_id = mine and e.position = any(in_positions) and e.kind = 'record' and e.record_id is not null
	), removed as (
		delete from consent_record r using doomed d where r.customer_id = mine and r.at = d.record_at and r.id = d.record_id
		returning r.id, r.received_at, r.person, r.purpose_id
	), addresses as (
		delete from consent_record_ip i using removed r where i.customer_id = mine and i.received_at = r.received_at and i.id = r.id
	), held as (
		delete from consent_state s using removed r
		where s.customer_id = mine and s.person = r.person and s.purpose_id = r.purpose_id and s.record_id = r.id
	), forgotten as (
		update ledger_entry e set record_at = null, record_id = null, erased_by = in_position
		from doomed d where e.customer_id = mine and e.position = d.position
	)
	select count(*), array_agg(distinct r.person) filter (where r.person is not null) into gone, people from removed r;

	select array_agg(p) into people from unnest(people) p
	where not exists (select from consent_record r where r.customer_id = mine and r.person = p);
	delete from consent_identifier i where i.customer_id = mine and i.person = any(people);
	delete from consent_person c where c.customer_id = mine and c.person = any(people);
	return gone;
end $$;
