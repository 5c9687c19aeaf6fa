-- Vendor lists of IAB Europe's framework: the same for every customer. Written through the functions below only.
create table vendor_list (
	version int primary key check (version between 1 and 4095),
	policy_version int not null,
	last_updated timestamptz not null,
	-- Those that have not left, and those that have.
	vendors int not null,
	deleted int not null,
	source text not null check (source in ('fetched', 'uploaded')),
	stored_at timestamptz not null default now(),
	-- Of the content.
	sha256 bytea not null,
	-- JSON as it was validated: about half a megabyte, read at publish and by the configurator only.
	content bytea not null
);
comment on table vendor_list is 'shared: vendor lists';

-- Official texts in a language other than English, the newest only: what was published keeps its own.
create table vendor_list_texts (
	language text collate "C" primary key,
	stored_at timestamptz not null default now(),
	content bytea not null
);
comment on table vendor_list_texts is 'shared: official texts of vendor lists';

-- What the source said last, file by file, so that an unchanged one is not sent again.
create table vendor_list_source (
	url text collate "C" primary key,
	etag text not null default '',
	checked_at timestamptz not null default now(),
	-- Why the last try failed; null: it did not.
	problem text
);
comment on table vendor_list_source is 'shared: where vendor lists come from';

-- Whether it is new; a version that is there already is never replaced.
create function store_vendor_list(
	in_version int, in_policy int, in_updated timestamptz, in_vendors int, in_deleted int, in_source text, in_sha256 bytea, in_content bytea
) returns boolean
language sql security definer set search_path = public, pg_temp as $$
	with stored as (
		insert into vendor_list (version, policy_version, last_updated, vendors, deleted, source, sha256, content)
		values (in_version, in_policy, in_updated, in_vendors, in_deleted, in_source, in_sha256, in_content)
		on conflict (version) do nothing returning 1
	) select exists (select from stored)
$$;

create function store_vendor_list_texts(in_language text, in_content bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
	insert into vendor_list_texts (language, content) values (in_language, in_content)
	on conflict (language) do update set content = excluded.content, stored_at = now()
$$;

create function note_vendor_list_source(in_url text, in_etag text, in_problem text) returns void
language sql security definer set search_path = public, pg_temp as $$
	insert into vendor_list_source (url, etag, problem) values (in_url, in_etag, in_problem)
	on conflict (url) do update set etag = excluded.etag, problem = excluded.problem, checked_at = now()
$$;

revoke all on function store_vendor_list, store_vendor_list_texts, note_vendor_list_source from public;
grant execute on function store_vendor_list, store_vendor_list_texts, note_vendor_list_source to :app;

-- The intake with the TC string of a choice. The function of 23 columns stays for processes of the version before.
create function edge_intake(
	in_customer int[], in_domain uuid[], in_at timestamptz[], in_id uuid[], in_choice uuid[], in_purpose uuid[], in_purpose_version int[],
	in_category text[], in_value boolean[], in_received_at timestamptz[], in_position int[], in_how text[], in_configuration text[],
	in_hash bytea[], in_language text[], in_gpc boolean[], in_browser text[], in_device text[], in_country text[], in_skewed boolean[],
	in_salt bytea[], in_leaf bytea[], in_network text[], in_tc_string text[]
) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
	ids uuid[];
	news text[];
	one text;
begin
	with given as (
		select * from unnest(
			in_customer, in_domain, in_at, in_id, in_choice, in_purpose, in_purpose_version, in_category, in_value, in_received_at, in_position,
			in_how, in_configuration, in_hash, in_language, in_gpc, in_browser, in_device, in_country, in_skewed, in_salt, in_leaf, in_network,
			in_tc_string
		) as g (customer_id, domain_id, at, id, choice_id, purpose_id, purpose_version, category, value, received_at, batch_position,
			how, configuration, configuration_hash, language, gpc, browser, device, country, clock_skewed, salt, leaf, network, tc_string)
	), fresh as (
		insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at,
			batch_position, how, configuration, configuration_hash, language, gpc, browser, device, country, tc_string, clock_skewed, salt, leaf)
		select g.customer_id, g.at, g.id, g.choice_id, g.domain_id, g.purpose_id, g.purpose_version, g.category, g.value, g.received_at,
			g.batch_position, g.how, g.configuration, g.configuration_hash, g.language, g.gpc, g.browser, g.device, g.country, g.tc_string,
			g.clock_skewed, g.salt, g.leaf
		from given g
		-- One index look-up a row; as a join it may be planned to read every domain there is.
		where (select k.customer_id from directory k where k.kind = 'domain' and k.key = g.domain_id::text) = g.customer_id
		on conflict (customer_id, at, id) do nothing
		returning customer_id, received_at, id, domain_id
	), addresses as (
		insert into consent_record_ip (customer_id, received_at, id, network)
		select f.customer_id, f.received_at, f.id, g.network
		from fresh f join given g on g.id = f.id and g.customer_id = f.customer_id
		where g.network is not null
		on conflict do nothing
	), counted as (
		select customer_id, domain_id, count(*) as n from fresh group by 1, 2
	), told as (
		-- One piece of news a customer; a payload must stay under 8000 bytes, so very many domains are not named.
		select jsonb_build_object('topic', 'consents', 'customerId', customer_id, 'domains',
			case when count(*) <= 100 then jsonb_object_agg(domain_id, n) else '{}'::jsonb end)::text as payload
		from counted group by customer_id
	)
	select (select array_agg(id) from fresh), (select array_agg(payload) from told) into ids, news;

	foreach one in array coalesce(news, '{}') loop
		perform pg_notify('live', one);
	end loop;
	return query select unnest(ids);
end $$;

revoke all on function edge_intake(
	int[], uuid[], timestamptz[], uuid[], uuid[], uuid[], int[], text[], boolean[], timestamptz[], int[], text[], text[], bytea[], text[], boolean[],
	text[], text[], text[], boolean[], bytea[], bytea[], text[], text[]
) from public;
grant execute on function edge_intake(
	int[], uuid[], timestamptz[], uuid[], uuid[], uuid[], int[], text[], boolean[], timestamptz[], int[], text[], text[], bytea[], text[], boolean[],
	text[], text[], text[], boolean[], bytea[], bytea[], text[], text[]
) to :edge;
