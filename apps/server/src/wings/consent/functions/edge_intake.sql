-- Stores what is new and returns its ids. The directory says whose a domain is; a row that claims another customer is not
-- stored. One statement a customer: on a cluster each goes to one node.
create or replace function edge_intake(
	in_customer int[], in_domain uuid[], in_at timestamptz[], in_id uuid[], in_choice uuid[], in_purpose uuid[], in_purpose_version int[],
	in_category text[], in_value boolean[], in_received_at timestamptz[], in_position int[], in_how text[], in_configuration text[],
	in_hash bytea[], in_language text[], in_gpc boolean[], in_browser text[], in_device text[], in_country text[], in_skewed boolean[],
	in_salt bytea[], in_leaf bytea[], in_network text[], in_tc_string text[]
) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
	mine int;
	one record;
	stored uuid[];
	domains uuid[];
begin
	for mine in select distinct c from unnest(in_customer) c order by c loop
		stored := '{}';
		domains := '{}';
		for one in
			insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at,
				batch_position, how, configuration, configuration_hash, language, gpc, browser, device, country, tc_string, clock_skewed, salt, leaf)
			select mine, g.at, g.id, g.choice_id, g.domain_id, g.purpose_id, g.purpose_version, g.category, g.value, g.received_at,
				g.batch_position, g.how, g.configuration, g.configuration_hash, g.language, g.gpc, g.browser, g.device, g.country, g.tc_string,
				g.clock_skewed, g.salt, g.leaf
			from unnest(
				in_customer, in_domain, in_at, in_id, in_choice, in_purpose, in_purpose_version, in_category, in_value, in_received_at, in_position,
				in_how, in_configuration, in_hash, in_language, in_gpc, in_browser, in_device, in_country, in_skewed, in_salt, in_leaf, in_tc_string
			) as g (customer_id, domain_id, at, id, choice_id, purpose_id, purpose_version, category, value, received_at, batch_position,
				how, configuration, configuration_hash, language, gpc, browser, device, country, clock_skewed, salt, leaf, tc_string)
			where g.customer_id = mine
				-- One index look-up a row; as a join it may be planned to read every domain there is.
				and (select k.customer_id from directory k where k.kind = 'domain' and k.key = g.domain_id::text) = mine
			on conflict (customer_id, at, id) do nothing
			returning id, domain_id
		loop
			stored := stored || one.id;
			domains := domains || one.domain_id;
		end loop;
		continue when stored = '{}';

		insert into consent_record_ip (customer_id, received_at, id, network)
		select mine, g.received_at, g.id, g.network
		from unnest(in_customer, in_received_at, in_id, in_network) as g (customer_id, received_at, id, network)
		join unnest(stored) as s (id) on s.id = g.id
		where g.customer_id = mine and g.network is not null
		on conflict do nothing;

		-- They wait for their places. All of a batch were received at one instant.
		insert into ledger_arrival (customer_id, received_at, arrival_id, records, ids)
		values (mine, in_received_at[1], stored[1], cardinality(stored), stored);

		-- One piece of news a customer; a payload must stay under 8000 bytes, so very many domains are not named.
		perform pg_notify('live', jsonb_build_object('topic', 'consents', 'customerId', mine, 'domains',
			case when count(*) <= 100 then jsonb_object_agg(domain_id, n) else '{}'::jsonb end)::text)
		from (select domain_id, count(*) as n from unnest(domains) as domain_id group by domain_id) counted;

		return query select unnest(stored);
	end loop;
end $$;

revoke all on function edge_intake from public;
grant execute on function edge_intake to :edge;
