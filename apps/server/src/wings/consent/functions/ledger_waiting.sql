-- Customers with records that have no place in their log, or with places that no head covers. Reads across tenants: every node of
-- a cluster must be there.
create or replace function ledger_waiting() returns setof int
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
	return query
		select a.customer_id from ledger_arrival a
		union
		select l.customer_id from ledger_log l where l.size > l.head_size;
end $$;

revoke all on function ledger_waiting from public;
grant execute on function ledger_waiting to :platform;
