-- Adds to counters, in the order of their keys, so that two batches never wait for each other. The directory says whose a
-- domain is; a row that claims another customer is not counted. One statement a customer: on a cluster each goes to one node.
create or replace function edge_impressions(
	in_customer int[], in_domain uuid[], in_day date[], in_folder text[], in_language text[], in_device text[], in_country text[], in_count int[]
) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
	mine int;
	added int;
	total int := 0;
begin
	for mine in select distinct c from unnest(in_customer) c order by c loop
		insert into impression as i (customer_id, domain_id, day, folder, language, device, country, count)
		select mine, g.domain_id, g.day, g.folder, g.language, g.device, g.country, g.count
		from unnest(in_customer, in_domain, in_day, in_folder, in_language, in_device, in_country, in_count)
			as g (customer_id, domain_id, day, folder, language, device, country, count)
		where g.customer_id = mine
			and (select k.customer_id from directory k where k.kind = 'domain' and k.key = g.domain_id::text) = mine
		order by g.domain_id, g.day, g.folder, g.language, g.device, g.country
		on conflict (customer_id, domain_id, day, folder, language, device, country) do update set count = i.count + excluded.count;
		get diagnostics added = row_count;
		total := total + added;
	end loop;
	return total;
end $$;

revoke all on function edge_impressions from public;
grant execute on function edge_impressions to :edge;
