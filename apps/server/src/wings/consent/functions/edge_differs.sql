-- Which of these, whose ids are known, say otherwise than what is stored under their ids: their places in the array, from 1. What
-- the sender says is compared, not where it came from: a replay may come from another network. One statement a customer.
create or replace function edge_differs(in_customers int[], in_arrivals edge_arrival[]) returns int[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
	mine int;
	differing int[] := '{}';
begin
	foreach mine in array in_customers loop
		differing := differing || array(
			select g.place::int
			from unnest(in_arrivals) with ordinality g (customer_id, domain_id, configuration, configuration_hash, purpose_id, purpose_version,
				category, language, browser, device, country, network, tc_string, id, choice_id, at, batch_position, value, gpc, clock_skewed,
				salt, leaf, device_key, place)
			join consent_record r on r.customer_id = mine and r.at = g.at and r.id = g.id
			where g.customer_id = mine
				and (r.how, r.domain_id, r.configuration, r.choice_id, r.category, r.value, r.language, r.gpc, r.tc_string)
					is distinct from ('banner', g.domain_id, g.configuration, g.choice_id, g.category, g.value, g.language, g.gpc, g.tc_string)
		);
	end loop;
	return differing;
end $$;

revoke all on function edge_differs from public;
grant execute on function edge_differs to :edge;
