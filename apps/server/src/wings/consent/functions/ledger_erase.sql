-- Takes records out of the ledger that the erasure at `in_position` names. Only within the transaction's own customer, and only
-- once that erasure stands in the log. Answers how many rows are gone.
create or replace function ledger_erase(in_position bigint, in_positions bigint[]) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
	mine int := nullif(current_setting('app.customer', true), '')::int;
	gone int;
begin
	if not exists (select 1 from ledger_entry e where e.customer_id = mine and e.position = in_position and e.kind = 'erasure') then
		raise exception 'There is no erasure at position % of this customer.', in_position;
	end if;
	with doomed as (
		select e.position, e.record_at, e.record_id from ledger_entry e
		where e.customer_id = mine and e.position = any(in_positions) and e.kind = 'record' and e.record_id is not null
	), removed as (
		delete from consent_record r using doomed d where r.customer_id = mine and r.at = d.record_at and r.id = d.record_id
		returning r.id, r.received_at
	), addresses as (
		delete from consent_record_ip i using removed r where i.customer_id = mine and i.received_at = r.received_at and i.id = r.id
	), forgotten as (
		update ledger_entry e set record_at = null, record_id = null, erased_by = in_position
		from doomed d where e.customer_id = mine and e.position = d.position
	)
	select count(*) into gone from removed r;
	return gone;
end $$;

revoke all on function ledger_erase from public;
grant execute on function ledger_erase to :app;
