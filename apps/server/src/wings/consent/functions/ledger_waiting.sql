-- Customers with records younger than their log has looked. One look at the end of an index a customer and month. Reads
-- across tenants: every node of a cluster must be there.
create or replace function ledger_waiting(in_overlap interval) returns setof int
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
	return query
		select c.customer_id
		from customer c
		left join ledger_log l on l.customer_id = c.customer_id
		cross join lateral (
			select r.received_at from consent_record r where r.customer_id = c.customer_id
			order by r.received_at desc, r.batch_position desc limit 1
		) last
		where l.customer_id is null or last.received_at >= l.read_until - in_overlap;
end $$;

revoke all on function ledger_waiting from public;
grant execute on function ledger_waiting to :platform;
