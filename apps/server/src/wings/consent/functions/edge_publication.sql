-- What the intake must know of a domain and a published folder; of a domain that is nobody's yet, nothing is published. The directory says whose the domain is.
create or replace function edge_publication(in_domain uuid, in_folder text)
returns table (customer_id int, host text, configuration_hash bytea, purposes jsonb)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
	mine int := (select k.customer_id from directory k where k.kind = 'domain' and k.key = in_domain::text);
begin
	return query
		select d.customer_id, d.host, p.hash, p.purposes
		from domain d
		left join publication p on p.customer_id = mine and p.folder = in_folder and p.domain_id = in_domain and d.proven_at is not null
		where d.customer_id = mine and d.domain_id = in_domain;
end $$;

revoke all on function edge_publication from public;
grant execute on function edge_publication to :edge;
