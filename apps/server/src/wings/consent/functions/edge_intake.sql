-- Stores what is new, all of it received at one instant, and returns its ids; null when all was new. The directory says whose a
-- domain is; a row that claims another customer is not stored. One statement a customer: on a cluster each goes to one node.
create or replace function edge_intake(in_received_at timestamptz, in_customers int[], in_arrivals edge_arrival[]) returns uuid[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
	mine int;
	one bytea;
	-- Their leaves: with its salt each is one record's alone, also where two come with one id.
	stored bytea[];
	placed uuid[];
	fresh uuid[] := '{}';
begin
	foreach mine in array in_customers loop
		stored := '{}';
		-- A loop and no WITH: a cluster takes no writes in there.
		for one in
			insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at,
				batch_position, how, configuration, configuration_hash, language, gpc, browser, device, country, tc_string, clock_skewed, salt, leaf, device_key)
			select mine, g.at, g.id, g.choice_id, g.domain_id, g.purpose_id, g.purpose_version, g.category, g.value, in_received_at,
				g.batch_position, 'banner', g.configuration, g.configuration_hash, g.language, g.gpc, g.browser, g.device, g.country, g.tc_string,
				g.clock_skewed, g.salt, g.leaf, g.device_key
			from unnest(in_arrivals) g
			where g.customer_id = mine
				-- One index look-up a row; as a join it may be planned to read every domain there is.
				and (select k.customer_id from directory k where k.kind = 'domain' and k.key = g.domain_id::text) = mine
			on conflict (customer_id, at, id) do nothing
			returning leaf
		loop
			stored := stored || one;
		end loop;
		continue when stored = '{}';

		insert into consent_record_ip (customer_id, received_at, id, network)
		select mine, in_received_at, g.id, g.network
		from unnest(in_arrivals) g
		where g.customer_id = mine and g.network is not null
			and (cardinality(stored) = cardinality(in_arrivals) or g.leaf = any(stored))
		on conflict do nothing;

		-- They wait for their places.
		insert into ledger_arrival (customer_id, received_at, arrival_id, records, ids, ats, leaves)
		select mine, in_received_at, o.ids[1], cardinality(o.ids), o.ids, o.ats, o.leaves
		from (
			select array_agg(s.id) as ids, array_agg(s.at) as ats, array_agg(s.leaf) as leaves
			from (
				select g.id, g.at, g.leaf from unnest(in_arrivals) g
				where g.customer_id = mine and (cardinality(stored) = cardinality(in_arrivals) or g.leaf = any(stored))
				order by g.batch_position
			) s
		) o
		returning ids into placed;

		fresh := fresh || placed;
	end loop;
	return case when cardinality(fresh) < cardinality(in_arrivals) then fresh end;
end $$;

revoke all on function edge_intake from public;
grant execute on function edge_intake to :edge;
