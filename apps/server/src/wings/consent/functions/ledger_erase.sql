-- Takes records out of the ledger that the erasure at `in_position` names. Only within the transaction's own customer, and only
-- once that erasure stands in the log. Answers how many rows are gone. Runs as the eraser, whose transaction wrote the erasure:
-- a cluster lets no other role touch its rows. One statement a table, each of one customer: no node but theirs is needed.
create or replace function ledger_erase(in_position bigint, in_positions bigint[]) returns int
language plpgsql set search_path = public, pg_temp as $$
declare
	mine int := nullif(current_setting('app.customer', true), '')::int;
	places bigint[];
	ats timestamptz[];
	ids uuid[];
	gone int;
begin
	if not exists (select 1 from ledger_entry e where e.customer_id = mine and e.position = in_position and e.kind = 'erasure') then
		raise exception 'There is no erasure at position % of this customer.', in_position;
	end if;
	select array_agg(e.position), array_agg(e.record_at), array_agg(e.record_id) into places, ats, ids from ledger_entry e
	where e.customer_id = mine and e.position = any(in_positions) and e.kind = 'record' and e.record_id is not null;
	delete from consent_record_ip i using consent_record r, unnest(ats, ids) d (at, id)
	where i.customer_id = mine and r.customer_id = mine and r.at = d.at and r.id = d.id and i.received_at = r.received_at and i.id = r.id;
	delete from consent_record r using unnest(ats, ids) d (at, id) where r.customer_id = mine and r.at = d.at and r.id = d.id;
	get diagnostics gone = row_count;
	update ledger_entry e set erased_id = sha256(e.record_id::text::bytea), record_at = null, record_id = null, erased_by = in_position
	where e.customer_id = mine and e.position = any(places);
	return gone;
end $$;

revoke all on function ledger_erase from public, :app;
grant execute on function ledger_erase to :eraser;
