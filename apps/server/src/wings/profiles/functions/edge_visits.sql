-- Keeps events of visitors whom nobody knows, as far as their answer lets them be remembered at this moment; one statement of the
-- intake a commit. `others`: places of events that it did not keep, whatever the reason: those go the long way (visitors/keep.ts),
-- which says why; null: none. `fresh`: ids of the kept ones that are new; null: all of them are.
--
-- A row that names another customer than its domain's finds no record there. Its plans are made once a connection, perhaps while
-- tables are empty, and must not read all of them when they are full: whatever is looked up is looked up by key, event by event, in
-- the order in which it is written here. No statement waits for who holds a device or ends it.
create or replace function edge_visits(in_at timestamptz, in_customers int[], in_events edge_event[], out others int[], out fresh uuid[])
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set join_collapse_limit = 1 set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
	mine int;
	one uuid;
	brought int;
	devices uuid[];
	held uuid[];
	met uuid[];
	taken int[];
	stale int[];
begin
	others := '{}';
	fresh := '{}';
	foreach mine in array in_customers loop
		select count(*), array_agg(distinct g.device_id) into brought, devices from unnest(in_events) g where g.customer_id = mine;

		-- The device before anything of it: who ends it waits for this commit and finds its events, or has it already, and then its
		-- events wait on the long way.
		held := '{}';
		for one in
			select d.device_id from device d where d.customer_id = mine and d.device_id = any(devices) order by d.device_id
			for update skip locked
		loop
			held := held || one;
		end loop;

		-- Read once the devices are held: nothing that was acknowledged before is overlooked.
		select coalesce(array_agg(g.place), '{}'), coalesce(array_agg(g.place) filter (where d.last_seen_at < in_at - interval '1 minute'), '{}')
			into taken, stale
		from unnest(in_events) g
		join device d on d.customer_id = mine and d.device_id = g.device_id and d.domain_id = g.domain_id and d.person is null
		join consent_record r on r.customer_id = mine and r.at = g.device_at and r.id = g.device_id and r.domain_id = g.domain_id
			and r.person is null and r.how = 'banner' and r.value
		where g.customer_id = mine
			and (cardinality(held) = cardinality(devices) or g.device_id = any(held))
			and (select p.remembers from publication p where p.customer_id = mine and p.folder = r.configuration) = r.category
			and (select l.purposes -> l.remembers ->> 'id' from publication l where l.customer_id = mine and l.folder = (
				select o.live_banner ->> 'folder' from domain o where o.customer_id = mine and o.domain_id = g.domain_id
			)) = r.purpose_id::text
			and not exists (select 1 from device_end e where e.customer_id = mine and e.device_id = g.device_id)
			and not exists (select 1 from consent_record i where i.customer_id = mine and i.at = g.device_at and i.id = g.identified_id
				and i.person is not null and i.how = 'identification');

		-- They are held: nobody is waited for.
		if stale <> '{}' then
			insert into device (customer_id, device_id, domain_id, purpose_id, browser, system, kind, first_seen_at, last_seen_at)
			select distinct on (g.device_id) mine, g.device_id, g.domain_id, d.purpose_id, g.browser, g.system, g.kind, in_at, in_at
			from unnest(in_events) g
			join device d on d.customer_id = mine and d.device_id = g.device_id
			where g.customer_id = mine and g.place = any(stale)
			order by g.device_id
			on conflict (customer_id, device_id) do update set last_seen_at = excluded.last_seen_at, browser = excluded.browser,
				system = excluded.system, kind = excluded.kind;
		end if;

		if cardinality(taken) < brought then
			-- Devices that are met for the first time. One that is being ended is there still, and not met again; one that is being
			-- forgotten before it was met is locked (lockDevices of visitors/store.ts).
			met := '{}';
			for one in
				insert into device (customer_id, device_id, domain_id, purpose_id, browser, system, kind, first_seen_at, last_seen_at)
				select distinct on (g.device_id) mine, g.device_id, g.domain_id, r.purpose_id, g.browser, g.system, g.kind, in_at, in_at
				from unnest(in_events) g
				join consent_record r on r.customer_id = mine and r.at = g.device_at and r.id = g.device_id and r.domain_id = g.domain_id
					and r.person is null and r.how = 'banner' and r.value
				where g.customer_id = mine
					and (select p.remembers from publication p where p.customer_id = mine and p.folder = r.configuration) = r.category
					and (select l.purposes -> l.remembers ->> 'id' from publication l where l.customer_id = mine and l.folder = (
						select o.live_banner ->> 'folder' from domain o where o.customer_id = mine and o.domain_id = g.domain_id
					)) = r.purpose_id::text
					and pg_try_advisory_xact_lock(hashtext('device ' || mine), hashtext(g.device_id::text))
					and not exists (select 1 from device d where d.customer_id = mine and d.device_id = g.device_id)
					and not exists (select 1 from device_end e where e.customer_id = mine and e.device_id = g.device_id)
					and not exists (select 1 from consent_record i where i.customer_id = mine and i.at = g.device_at and i.id = g.identified_id
						and i.person is not null and i.how = 'identification')
				order by g.device_id
				on conflict (customer_id, device_id) do nothing
				returning device_id
			loop
				met := met || one;
			end loop;
			-- Asked again once they are locked: one that was taken back meanwhile is ended on the long way.
			if met <> '{}' then
				taken := taken || array(
					select g.place from unnest(in_events) g
					join device d on d.customer_id = mine and d.device_id = g.device_id and d.domain_id = g.domain_id
					where g.customer_id = mine and g.device_id = any(met)
						and not exists (select 1 from device_end e where e.customer_id = mine and e.device_id = g.device_id)
				);
			end if;
			others := others || array(select g.place from unnest(in_events) g where g.customer_id = mine and g.place <> all(taken));
		end if;

		-- Two commits with the same events meet them in the same order: they come sorted by id.
		for one in
			insert into visitor_event (customer_id, device_id, at, id, domain_id, type, properties, received_at)
			select mine, g.device_id, g.at, g.id, g.domain_id, g.type, g.properties::jsonb, in_at
			from unnest(in_events) g
			where g.customer_id = mine and (cardinality(taken) = brought or g.place = any(taken))
			on conflict (customer_id, at, id) do nothing
			returning id
		loop
			fresh := fresh || one;
		end loop;
	end loop;
	if cardinality(fresh) + cardinality(others) = cardinality(in_events) then
		fresh := null;
	end if;
	if others = '{}' then
		others := null;
	end if;
end $$;

revoke all on function edge_visits from public;
grant execute on function edge_visits to :edge;
