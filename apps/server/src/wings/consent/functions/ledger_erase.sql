-- Takes records out of the ledger that the erasure at `in_position` names, with what held because of them. Only within the
-- transaction's own customer, and only once that erasure stands in the log. Answers how many rows are gone.
create or replace function ledger_erase(in_position bigint, in_positions bigint[]) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
	mine int := nullif(current_setting('app.customer', true), '')::int;
	gone int;
	people uuid[];
begin
	if not exists (select 1 from ledger_entry e where e.customer_id = mine and e.position = in_position and e.kind = 'erasure') then
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
	where not exists (select 1 from consent_record r where r.customer_id = mine and r.person = p);
	delete from consent_identifier i where i.customer_id = mine and i.person = any(people);
	delete from consent_person c where c.customer_id = mine and c.person = any(people);
	return gone;
end $$;

revoke all on function ledger_erase from public;
grant execute on function ledger_erase to :app;
