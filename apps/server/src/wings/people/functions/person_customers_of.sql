-- Customers that know this address: for the person who signed in with it, and for nobody else.
create or replace function person_customers_of(in_email text) returns setof int
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
	return query
		select i.customer_id from person_identifier i where i.kind = 'email' and i.value = in_email order by 1 limit 200;
end $$;

revoke all on function person_customers_of from public;
grant execute on function person_customers_of to :platform;
