-- What the intake must know of a published form: whose it is, and how it is shown. The directory says whose a form is.
create or replace function edge_form(in_form uuid)
returns table (customer_id int, domain_id uuid, host text, folder text, config jsonb, shown jsonb)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
	mine int := (select k.customer_id from directory k where k.kind = 'signup' and k.key = in_form::text);
begin
	return query
		select d.customer_id, d.domain_id, d.host, p.folder, p.config, p.shown
		from signup_form f
		join domain d on d.customer_id = mine and d.domain_id = f.domain_id
		join signup_publication p on p.customer_id = mine and p.folder = f.published_folder
		where f.customer_id = mine and f.form_id = in_form and d.proven_at is not null;
end $$;

revoke all on function edge_form from public;
grant execute on function edge_form to :edge;
