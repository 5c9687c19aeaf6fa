-- Vendor lists are written through these alone.

-- Whether it is new; a version that is there already is never replaced.
create or replace function store_vendor_list(
	in_version int, in_policy int, in_updated timestamptz, in_vendors int, in_deleted int, in_source text, in_sha256 bytea, in_content bytea,
	in_stored_at timestamptz
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
	insert into vendor_list (version, policy_version, last_updated, vendors, deleted, source, sha256, content, stored_at)
	values (in_version, in_policy, in_updated, in_vendors, in_deleted, in_source, in_sha256, in_content, in_stored_at)
	on conflict (version) do nothing;
	return found;
end $$;

create or replace function store_vendor_list_texts(in_language text, in_content bytea, in_stored_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
	insert into vendor_list_texts (language, content, stored_at) values (in_language, in_content, in_stored_at)
	on conflict (language) do update set content = excluded.content, stored_at = excluded.stored_at;
end $$;

create or replace function note_vendor_list_source(in_url text, in_etag text, in_problem text, in_checked_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
	insert into vendor_list_source (url, etag, problem, checked_at) values (in_url, in_etag, in_problem, in_checked_at)
	on conflict (url) do update set etag = excluded.etag, problem = excluded.problem, checked_at = excluded.checked_at;
end $$;

revoke all on function store_vendor_list, store_vendor_list_texts, note_vendor_list_source from public;
grant execute on function store_vendor_list, store_vendor_list_texts, note_vendor_list_source to :app;
