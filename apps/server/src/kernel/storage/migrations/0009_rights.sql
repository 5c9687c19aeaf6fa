-- A right belongs to the mapping that gave it: an invitation or a customer makes somebody domain admin at that customer only.
alter table user_customer add column gives_domain_admin boolean not null default false;
alter table user_customer add column given_by uuid;
alter table user_customer add column given_at timestamptz;
-- Beside is_admin, which says that whoever is domain admin administers this domain (portal.md, mapped domains).
alter table user_domain add column gives_domain_admin boolean not null default false;
alter table user_domain add column given_by uuid;
alter table user_domain add column given_at timestamptz;
alter table user_role add column given_by uuid;
alter table user_role add column given_at timestamptz;

-- Who has the role keeps it where they are mapped; what only an accepted invitation gave counts nowhere else from now on.
update user_customer set gives_domain_admin = true
where not is_customer_admin and user_id in (select user_id from user_role where role = 'DOMAIN_ADMIN');
update user_domain set gives_domain_admin = true where user_id in (select user_id from user_role where role = 'DOMAIN_ADMIN');
delete from user_role r using app_user u
where r.role = 'DOMAIN_ADMIN' and u.id = r.user_id
	and exists (select 1 from invite i where i.email = u.email and i.kind = 'team' and not i.is_customer_admin and i.used_at is not null)
	and not exists (
		select 1 from platform_activity a join platform_activity_values v using (id)
		where a.thing = 'user' and a.thing_id = u.id::text and v.after -> 'roles' ? 'DOMAIN_ADMIN'
	);
