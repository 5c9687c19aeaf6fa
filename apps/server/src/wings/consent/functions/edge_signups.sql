-- Stores posts of forms, all received at one instant, and counts them. The directory says whose a form is; a row that claims another
-- customer is not stored. One statement a customer: on a cluster each goes to one node.
create or replace function edge_signups(in_at timestamptz, in_part int, in_customers int[], in_arrivals edge_signup[]) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
	mine int;
	added int;
	total int := 0;
begin
	foreach mine in array in_customers loop
		insert into signup_request (customer_id, request_id, form_id, folder, language, email, fields, way, asked_at, network, browser, device,
			country, due_at)
		select mine, g.request_id, g.form_id, g.folder, g.language, g.email, g.fields::jsonb, g.way, in_at, g.network, g.browser, g.device,
			g.country, in_at
		from unnest(in_arrivals) g
		where g.customer_id = mine and g.kept_out is null
			and (select k.customer_id from directory k where k.kind = 'signup' and k.key = g.form_id::text) = mine
		on conflict (customer_id, request_id) do nothing;
		get diagnostics added = row_count;
		total := total + added;

		insert into signup_count as c (customer_id, form_id, what, minute, part, n)
		select mine, g.form_id, coalesce(g.kept_out, 'asked'), date_trunc('day', in_at, 'UTC'), in_part, count(*)
		from unnest(in_arrivals) g
		where g.customer_id = mine
			and (select k.customer_id from directory k where k.kind = 'signup' and k.key = g.form_id::text) = mine
		group by g.form_id, 3
		order by g.form_id, 3
		on conflict (customer_id, form_id, what, minute, part) do update set n = c.n + excluded.n;
	end loop;
	return total;
end $$;

revoke all on function edge_signups from public;
grant execute on function edge_signups to :edge;
