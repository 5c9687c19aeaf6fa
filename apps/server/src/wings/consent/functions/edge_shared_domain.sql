-- What the pages of a publication may be called beside the domain's own host.
create or replace function edge_shared_domain(in_domain uuid, in_folder text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
	mine int := (select k.customer_id from directory k where k.kind = 'domain' and k.key = in_domain::text);
begin
	return (select p.shared_domain from publication p where p.customer_id = mine and p.folder = in_folder and p.domain_id = in_domain);
end $$;

revoke all on function edge_shared_domain from public;
grant execute on function edge_shared_domain to :edge;
