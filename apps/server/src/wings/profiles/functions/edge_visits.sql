-- Keeps events of visitors whom nobody knows, as far as their answer lets them be remembered at this moment; one statement of the
-- intake a commit. `others`: places of events that it did not keep, whatever the reason: those go the long way (visitors/keep.ts),
-- which says why; null: none. `fresh`: ids of the kept ones that are new; null: all of them are.
--
-- A row that names another customer than its domain's finds no record there. No statement waits for who holds a device or ends it.
--
-- Plans are made once a connection, perhaps while tables are empty: then one index costs as much as another, and the plan that was
-- made read all of a customer's records for each event once there were some (46 ms a commit of ten; half a millisecond as it is).
-- `between x and x order by … limit 1` is `= x` that no other index than the key's answers without a sort, whatever is in the table.
create or replace function edge_visits(in_at timestamptz, in_customers int[], in_events edge_event[], out others int[], out fresh uuid[])
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
	mine int;
	one uuid;
	brought int;
	devices uuid[];
	-- When the first and the last of their records were said: months before and after are not even opened.
	since timestamptz;
	until timestamptz;
	domains uuid[];
	-- Whose yes lets visitors be remembered, by the banner that is live on each of these domains.
	purposes text[];
	remembered device;
	held device[];
	met uuid[];
	taken int[];
	stale int[];
	kept uuid[];
begin
	others := '{}';
	fresh := '{}';
	-- A cluster plans no look-up of this shape: its events go the long way.
	if exists (select 1 from pg_extension x where x.extname = 'citus') then
		others := array(select g.place from unnest(in_events) g);
		fresh := null;
		return;
	end if;
	foreach mine in array in_customers loop
		select count(*), array_agg(distinct g.device_id), min(g.device_at), max(g.device_at) into brought, devices, since, until
		from unnest(in_events) g where g.customer_id = mine;

		-- The device before anything of it: who ends it waits for this commit and finds its events, or has it already, and then its
		-- events wait on the long way.
		held := '{}';
		for remembered in
			select h.* from unnest(devices) k (id) cross join lateral (
				select d.* from device d where d.customer_id = mine and d.device_id between k.id and k.id order by d.device_id limit 1
				for update skip locked
			) h
		loop
			held := held || remembered;
		end loop;

		-- From here on everything is read once the devices are held: nothing that was acknowledged before is overlooked.
		select array_agg(k.domain_id), array_agg(l.purpose) into domains, purposes
		from (select distinct g.domain_id from unnest(in_events) g where g.customer_id = mine) k
		cross join lateral (
			select o.live_banner ->> 'folder' as folder from domain o
			where o.customer_id = mine and o.domain_id between k.domain_id and k.domain_id order by o.domain_id limit 1
		) o
		cross join lateral (
			select l.purposes -> l.remembers ->> 'id' as purpose from publication l
			where l.customer_id = mine and l.folder between o.folder and o.folder order by l.folder limit 1
		) l;

		-- What the record says, and the banner it was said under, never changes: that was judged when the device was met. It must be
		-- there still, and nobody's, and whoever names it must tell the key that came with it.
		select coalesce(array_agg(g.place), '{}'), coalesce(array_agg(g.place) filter (where d.last_seen_at < in_at - interval '1 minute'), '{}')
			into taken, stale
		from unnest(in_events) g
		join unnest(held) d on d.device_id = g.device_id and d.domain_id = g.domain_id and d.person is null
		where g.customer_id = mine
			and purposes[array_position(domains, g.domain_id)] = d.purpose_id::text
			and (
				select e.device_id from device_end e
				where e.customer_id = mine and e.device_id between g.device_id and g.device_id order by e.device_id limit 1
			) is null
			and (
				select r.id from consent_record r where r.customer_id = mine and r.at between since and until
					and r.at between g.device_at and g.device_at and r.id between g.device_id and g.device_id and r.device_key = g.device_key
				order by r.at, r.id limit 1
			) is not null
			and (
				select i.id from consent_record i where i.customer_id = mine and i.at between since and until
					and i.at between g.device_at and g.device_at and i.id between g.identified_id and g.identified_id order by i.at, i.id limit 1
			) is null;

		-- They are held: nobody is waited for.
		if stale <> '{}' then
			insert into device (customer_id, device_id, domain_id, purpose_id, browser, system, kind, first_seen_at, last_seen_at)
			select distinct on (g.device_id) mine, g.device_id, d.domain_id, d.purpose_id, g.browser, g.system, g.kind, in_at, in_at
			from unnest(in_events) g
			join unnest(held) d on d.device_id = g.device_id
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
				cross join lateral (
					select r.domain_id, r.purpose_id, r.configuration, r.category, r.value, r.how, r.person, r.device_key from consent_record r
					where r.customer_id = mine and r.at between since and until
						and r.at between g.device_at and g.device_at and r.id between g.device_id and g.device_id order by r.at, r.id limit 1
				) r
				where g.customer_id = mine and g.place <> all(taken)
					and r.domain_id = g.domain_id and r.person is null and r.how = 'banner' and r.value and r.device_key = g.device_key
					and purposes[array_position(domains, g.domain_id)] = r.purpose_id::text
					and (
						select p.remembers from publication p
						where p.customer_id = mine and p.folder between r.configuration and r.configuration order by p.folder limit 1
					) = r.category
					and pg_try_advisory_xact_lock(hashtext('device ' || mine), hashtext(g.device_id::text))
					and (
						select d.device_id from device d
						where d.customer_id = mine and d.device_id between g.device_id and g.device_id order by d.device_id limit 1
					) is null
					and (
						select i.id from consent_record i where i.customer_id = mine and i.at between since and until
							and i.at between g.device_at and g.device_at and i.id between g.identified_id and g.identified_id order by i.at, i.id limit 1
					) is null
				order by g.device_id
				on conflict (customer_id, device_id) do nothing
				returning device_id
			loop
				met := met || one;
			end loop;
			-- Asked once they are locked: one that was taken back before is ended on the long way.
			if met <> '{}' then
				taken := taken || array(
					select g.place from unnest(in_events) g
					where g.customer_id = mine and g.device_id = any(met)
						and (
							select d.domain_id from device d
							where d.customer_id = mine and d.device_id between g.device_id and g.device_id order by d.device_id limit 1
						) = g.domain_id
						and (
							select r.device_key from consent_record r where r.customer_id = mine and r.at between since and until
								and r.at between g.device_at and g.device_at and r.id between g.device_id and g.device_id order by r.at, r.id limit 1
						) = g.device_key
						and (
							select e.device_id from device_end e
							where e.customer_id = mine and e.device_id between g.device_id and g.device_id order by e.device_id limit 1
						) is null
				);
			end if;
			others := others || array(select g.place from unnest(in_events) g where g.customer_id = mine and g.place <> all(taken));
		end if;

		kept := '{}';
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
			kept := kept || one;
		end loop;

		-- For roll-ups (kernel/tally/news.ts).
		if kept <> '{}' then
			insert into count_news (customer_id, news_id, whats, domains, keys, minutes, ns, gones)
			select mine, gen_random_uuid(), array_agg('event'::text), array_agg(s.domain_id), array_agg(s.type), array_agg(s.minute), array_agg(s.n),
				array_agg(0)
			from (
				select g.domain_id, g.type, date_trunc('minute', g.at, 'UTC') as minute, count(distinct g.id)::int as n
				from unnest(in_events) g
				where g.customer_id = mine and (cardinality(kept) = brought or g.id = any(kept))
				group by 1, 2, 3
			) s
			on conflict (customer_id, news_id) do nothing;
		end if;
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
