-- Customers with entries that this reader has not read. Reads across tenants: every node of a cluster must be there.
create or replace function ledger_unread(in_reader text) returns setof int
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
	return query
		select l.customer_id from ledger_log l
		left join ledger_reader r on r.customer_id = l.customer_id and r.reader = in_reader
		where l.size > coalesce(r.position, 0);
end $$;

revoke all on function ledger_unread from public;
grant execute on function ledger_unread to :platform;
