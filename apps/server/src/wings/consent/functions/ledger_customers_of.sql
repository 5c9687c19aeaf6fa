-- Whose record this is, for whoever holds its id and nothing else. The earliest, should one id have been sent to two
-- customers. Reads across tenants.
create or replace function ledger_customer_of(in_record uuid) returns int
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
	return (select e.customer_id from ledger_entry e where e.record_id = in_record order by e.appended_at, e.customer_id limit 1);
end $$;

revoke all on function ledger_customer_of from public;
grant execute on function ledger_customer_of to :platform;
