-- Adds to counters, in the order of their keys, so that two batches never wait for each other. The directory says whose a
-- domain is; a row that claims another customer is not counted. One statement a customer: on a cluster each goes to one node.
create or replace function edge_impressions(
	in_part int, in_customer int[], in_domain uuid[], in_folder text[], in_language text[], in_device text[], in_country text[],
	in_minute timestamptz[], in_n int[]
) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
	mine int;
	added int;
	total int := 0;
begin
	for mine in select distinct c from unnest(in_customer) c order by c loop
		insert into impression_count as c (customer_id, domain_id, folder, language, device, country, minute, part, n)
		select mine, g.domain_id, g.folder, g.language, g.device, g.country, g.minute, in_part, g.n
		from unnest(in_customer, in_domain, in_folder, in_language, in_device, in_country, in_minute, in_n)
			as g (customer_id, domain_id, folder, language, device, country, minute, n)
		where g.customer_id = mine
			and (select k.customer_id from directory k where k.kind = 'domain' and k.key = g.domain_id::text) = mine
		order by g.domain_id, g.folder, g.language, g.device, g.country, g.minute
		on conflict (customer_id, domain_id, folder, language, device, country, minute, part) do update set n = c.n + excluded.n;
		get diagnostics added = row_count;
		total := total + added;
	end loop;
	return total;
end $$;

revoke all on function edge_impressions from public;
grant execute on function edge_impressions to :edge;
