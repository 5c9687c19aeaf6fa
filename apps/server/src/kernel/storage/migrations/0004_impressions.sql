-- Views of a banner's first layer, as counters: nothing in a row tells one visitor from another.
create table impression (
	customer_id int not null,
	domain_id uuid not null,
	-- By the server's clock, UTC.
	day date not null,
	-- The published folder that was shown.
	folder text collate "C" not null,
	language text collate "C" not null,
	device text collate "C" not null,
	-- ISO 3166-1 alpha-2; '': unknown.
	country text collate "C" not null,
	count bigint not null,
	primary key (customer_id, domain_id, day, folder, language, device, country)
);
comment on table impression is 'tenant';

-- The registrable domain whose hosts share one choice; null: this host alone.
alter table publication add column shared_domain text collate "C";

-- What the pages of a publication may be called beside the domain's own host.
create function edge_shared_domain(in_domain uuid, in_folder text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
	select p.shared_domain
	from directory k join publication p on p.customer_id = k.customer_id and p.folder = in_folder and p.domain_id = in_domain
	where k.kind = 'domain' and k.key = in_domain::text
$$;

-- Adds to counters, in the order of their keys, so that two batches never wait for each other. The domain decides the customer.
create function edge_impressions(
	in_customer int[], in_domain uuid[], in_day date[], in_folder text[], in_language text[], in_device text[], in_country text[], in_count int[]
) returns int
language sql security definer set search_path = public, pg_temp as $$
	with given as (
		select * from unnest(in_customer, in_domain, in_day, in_folder, in_language, in_device, in_country, in_count)
			as g (customer_id, domain_id, day, folder, language, device, country, count)
	), added as (
		insert into impression as i (customer_id, domain_id, day, folder, language, device, country, count)
		select g.* from given g
		where (select k.customer_id from directory k where k.kind = 'domain' and k.key = g.domain_id::text) = g.customer_id
		order by g.customer_id, g.domain_id, g.day, g.folder, g.language, g.device, g.country
		on conflict (customer_id, domain_id, day, folder, language, device, country) do update set count = i.count + excluded.count
		returning 1
	)
	select count(*)::int from added
$$;

revoke all on function edge_shared_domain, edge_impressions from public;
grant execute on function edge_shared_domain, edge_impressions to :edge;
