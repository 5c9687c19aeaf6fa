/** Mappings of people to customers and domains, and the rights they give. */
import type { UserRights } from '@luvalla/contract/identity/users.ts';
import type * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

interface TeamRights {
	isCustomerAdmin: boolean;
	/** Domains to administer; none of them is another customer's. */
	domainIds: readonly string[];
	givenBy: string | null;
}

/** Adds and never takes: an admin invited again as domain admin stays admin. Counts at this customer only. */
export const giveTeamRights = async (tx: Tx, customerId: number, userId: string, rights: TeamRights): Promise<void> => {
	const { isCustomerAdmin, domainIds, givenBy } = rights;
	const at = now();
	await tx.query(
		`insert into user_customer as m (customer_id, user_id, is_customer_admin, gives_domain_admin, given_by, given_at) values ($1, $2, $3, not $3, $4, $5)
		on conflict (customer_id, user_id) do update set is_customer_admin = m.is_customer_admin or excluded.is_customer_admin,
			gives_domain_admin = m.gives_domain_admin or excluded.gives_domain_admin, given_by = excluded.given_by, given_at = excluded.given_at`,
		[customerId, userId, isCustomerAdmin, givenBy, at],
	);
	await mapDomains(tx, customerId, userId, { domainIds, givenBy, asDomainAdmin: !isCustomerAdmin });
};

interface DomainRights {
	domainIds: readonly string[];
	givenBy: string | null;
	/** Whether the mapping makes its person domain admin; a customer admin's does not need to. */
	asDomainAdmin: boolean;
}

/** Maps a user to domains of a customer, to administer them; adds and never takes. */
export const mapDomains = async (tx: Tx, customerId: number, userId: string, rights: DomainRights): Promise<void> => {
	await tx.query(
		`insert into user_domain as m (customer_id, domain_id, user_id, is_admin, gives_domain_admin, given_by, given_at)
		select customer_id, domain_id, $2, true, $6, $4, $5 from domain where customer_id = $1 and domain_id = any($3)
		on conflict (customer_id, domain_id, user_id) do update set is_admin = true, gives_domain_admin = true,
			given_by = excluded.given_by, given_at = excluded.given_at
		where excluded.gives_domain_admin and not (m.is_admin and m.gives_domain_admin)`,
		[customerId, userId, rights.domainIds, rights.givenBy, now(), rights.asDomainAdmin],
	);
};

/** Customers in which a user has anything. */
export const customersOf = async (storage: Storage, userId: string): Promise<number[]> => {
	const rows = await storage.across.query<{ customer_id: number }>(
		'select customer_id from user_customer where user_id = $1 union select customer_id from user_domain where user_id = $1 order by 1',
		[userId],
	);
	return rows.map((row) => row.customer_id);
};

const UserIdRow = row({ user_id: uuid });

/** Users who have something in this customer and in no other. */
export const usersOfNoOther = async (across: Tx, customerId: number): Promise<string[]> => {
	const rows = await across.rows(
		UserIdRow,
		sql`with mapped as (select user_id, customer_id from user_customer union select user_id, customer_id from user_domain)
		select here.user_id from mapped here where here.customer_id = ${customerId}
			and not exists (select 1 from mapped m where m.user_id = here.user_id and m.customer_id <> ${customerId})`,
	);
	return rows.map((row) => row.user_id);
};

/** Customers that made somebody domain admin, or have asked them to be. */
export const customersGiving = async (storage: Storage, user: { id: string; email: string }): Promise<number[]> => {
	const rows = await storage.across.query<{ customer_id: number }>(
		`select customer_id from user_customer where user_id = $1 and gives_domain_admin
		union select customer_id from user_domain where user_id = $1 and gives_domain_admin
		union select customer_id from invite
			where email = $2 and kind = 'team' and not is_customer_admin and used_at is null and revoked_at is null and customer_id is not null
		order by 1`,
		[user.id, user.email],
	);
	return rows.map((row) => row.customer_id);
};

/** Ends what a customer gave of DOMAIN_ADMIN; the mappings stay, and give nothing. Answers the domains it was given on. */
export const endDomainAdmin = async (tx: Tx, customerId: number, user: { id: string; email: string }): Promise<string[]> => {
	await tx.query('update user_customer set gives_domain_admin = false where customer_id = $1 and user_id = $2', [customerId, user.id]);
	const domains = await tx.query<{ domain_id: string }>(
		'update user_domain set gives_domain_admin = false where customer_id = $1 and user_id = $2 and gives_domain_admin returning domain_id',
		[customerId, user.id],
	);
	await tx.query(
		`update invite set revoked_at = $3 where customer_id = $1 and email = $2 and kind = 'team' and not is_customer_admin
			and used_at is null and revoked_at is null`,
		[customerId, user.email, now()],
	);
	return domains.map((row) => row.domain_id).sort();
};

export interface GivenRow {
	customer_id: number;
	name: string;
	domain_id: string | null;
	host: string | null;
	gives: z.infer<typeof UserRights>['mappings'][number]['right'];
	given_by: string | null;
	given_at: Date | null;
}

/** What each mapping of a user gives, over all customers; a partner's customers while it is active and the role PARTNER is held. */
export const givenRights = (storage: Storage, userId: string): Promise<GivenRow[]> =>
	storage.across.query(
		`with given as (
			select m.customer_id, null::uuid as domain_id, g.gives, m.given_by, m.given_at from user_customer m
				cross join lateral (values ('customerAdmin', m.is_customer_admin), ('domainAdmin', m.gives_domain_admin),
					('member', not m.is_customer_admin and not m.gives_domain_admin)) g (gives, held)
				where m.user_id = $1 and g.held
			union all
			select customer_id, domain_id, case when gives_domain_admin then 'domainAdmin' else 'member' end, given_by, given_at
				from user_domain where user_id = $1
			union all
			select distinct pc.customer_id, null::uuid, 'partner', null::uuid, null::timestamptz
				from partner_user pu join partner p on p.id = pu.partner_id and p.is_active
				join partner_customer pc on pc.partner_id = pu.partner_id
				where pu.user_id = $1 and exists (select 1 from user_role where user_id = $1 and role = 'PARTNER')
		)
		select g.customer_id, c.name, g.domain_id, d.host, g.gives, u.email as given_by, g.given_at
		from given g join customer c using (customer_id)
		left join domain d on d.customer_id = g.customer_id and d.domain_id = g.domain_id
		left join app_user u on u.id = g.given_by
		order by lower(c.name), g.customer_id, d.host nulls first, g.gives`,
		[userId],
	);
