-- Global entries of the cookie repository are written through these alone.

-- Adds entries, or changes those that are there. [{ entry_id, name, … }]
create or replace function store_cookie_entries(in_entries jsonb, in_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
	insert into cookie_entry (entry_id, name, domain, provider, type, lifetime_seconds, description, source, reason, changed_at)
	select g.entry_id, g.name, g.domain, g.provider, g.type, g.lifetime_seconds, g.description, g.source, g.reason, in_at
	from jsonb_to_recordset(in_entries) g (
		entry_id uuid, name text, domain text, provider text, type text, lifetime_seconds bigint, description jsonb, source text, reason text
	)
	on conflict (entry_id) do update set name = excluded.name, domain = excluded.domain, provider = excluded.provider,
		type = excluded.type, lifetime_seconds = excluded.lifetime_seconds, description = excluded.description,
		source = excluded.source, reason = excluded.reason, changed_at = excluded.changed_at;
end $$;

create or replace function delete_cookie_entries(in_ids uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
	delete from cookie_entry where entry_id = any(in_ids);
end $$;

-- Which entry contradicts which: { id: id or null }, of those that changed.
create or replace function settle_cookie_conflicts(in_conflicts jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
	update cookie_entry e set conflict_id = g.value::uuid
	from jsonb_each_text(in_conflicts) g
	where e.entry_id = g.key::uuid;
end $$;

create or replace function note_cookie_starter(in_names text[], in_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
	insert into cookie_starter (name, brought_at) select g, in_at from unnest(in_names) g on conflict (name) do nothing;
end $$;

revoke all on function store_cookie_entries, delete_cookie_entries, settle_cookie_conflicts, note_cookie_starter from public;
grant execute on function store_cookie_entries, delete_cookie_entries, settle_cookie_conflicts, note_cookie_starter to :app;
