/** Mappings of people to customers and domains, and the rights they give. */
import { now } from '#kernel/clock.ts';
import { instant, int, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { revokeInvitesTo } from '../invites/store.ts';

interface TeamRights {
	isCustomerAdmin: boolean;
	/** Domains to administer; none of them is another customer's. */
	domainIds: readonly string[];
	givenBy: string | null;
}

/** Adds and never takes: an admin invited again as domain admin stays admin. Counts at this customer only. */
export const giveTeamRights = async (tx: Tx, customerId: number, userId: string, rights: TeamRights): Promise<void> => {
	const { isCustomerAdmin, domainIds, givenBy } = rights;
	await tx.run(sql`insert into user_customer as m (customer_id, user_id, is_customer_admin, gives_domain_admin, given_by, given_at)
		values (${customerId}, ${userId}, ${isCustomerAdmin}, not ${isCustomerAdmin}::boolean, ${givenBy}, ${now()})
		on conflict (customer_id, user_id) do update set is_customer_admin = m.is_customer_admin or excluded.is_customer_admin,
			gives_domain_admin = m.gives_domain_admin or excluded.gives_domain_admin, given_by = excluded.given_by, given_at = excluded.given_at`);
	await mapDomains(tx, customerId, userId, { domainIds, givenBy, asDomainAdmin: !isCustomerAdmin });
};

interface DomainRights {
	domainIds: readonly string[];
	givenBy: string | null;
	/** Whether the mapping makes its person domain admin; a customer admin's does not need to. */
	asDomainAdmin: boolean;
}

/** Maps a user to domains of a customer, to administer them; adds and never takes. */
const mapDomains = async (tx: Tx, customerId: number, userId: string, rights: DomainRights): Promise<void> => {
	await tx.run(sql`insert into user_domain as m (customer_id, domain_id, user_id, is_admin, gives_domain_admin, given_by, given_at)
		select customer_id, domain_id, ${userId}, true, ${rights.asDomainAdmin}, ${rights.givenBy}, ${now()} from domain
			where customer_id = ${customerId} and domain_id = any(${rights.domainIds})
		on conflict (customer_id, domain_id, user_id) do update set is_admin = true, gives_domain_admin = true,
			given_by = excluded.given_by, given_at = excluded.given_at
		where excluded.gives_domain_admin and not (m.is_admin and m.gives_domain_admin)`);
};

export const makeCustomerAdmin = (tx: Tx, customerId: number, userId: string, givenBy: string | null): Promise<number> =>
	tx.run(sql`insert into user_customer (customer_id, user_id, is_customer_admin, given_by, given_at)
		values (${customerId}, ${userId}, true, ${givenBy}, ${now()})
		on conflict (customer_id, user_id) do update set is_customer_admin = true, given_by = excluded.given_by, given_at = excluded.given_at`);

/** Somebody is customer admin no longer; whoever has nothing to do with the customer still has not. */
export const endCustomerAdmin = async (tx: Tx, customerId: number, userId: string): Promise<void> => {
	await tx.run(sql`update user_customer set is_customer_admin = false where customer_id = ${customerId} and user_id = ${userId}`);
	await revokeInvitesTo(tx, customerId, userId, sql`is_customer_admin`);
};

const DomainIdRow = row({ domain_id: uuid });

/** A user's domains are these of the customer from now on; answers which they were. */
export const replaceDomains = async (
	tx: Tx,
	customerId: number,
	userId: string,
	domainIds: readonly string[],
	givenBy: string,
): Promise<string[]> => {
	const before = await tx.rows(
		DomainIdRow,
		sql`select domain_id from user_domain where customer_id = ${customerId} and user_id = ${userId} order by 1`,
	);
	await tx.run(sql`delete from user_domain where customer_id = ${customerId} and user_id = ${userId} and domain_id <> all(${domainIds})`);
	await mapDomains(tx, customerId, userId, { domainIds, givenBy, asDomainAdmin: true });
	const had = before.map((row) => row.domain_id);
	const taken = had.filter((id) => !domainIds.includes(id));
	await revokeInvitesTo(tx, customerId, userId, sql`not is_customer_admin and domain_ids && ${taken}::uuid[]`);
	return had;
};

/** Takes a user out of a customer. False where they were not in it. */
export const unmap = async (tx: Tx, customerId: number, userId: string): Promise<boolean> => {
	const domains = await tx.run(sql`delete from user_domain where customer_id = ${customerId} and user_id = ${userId}`);
	await revokeInvitesTo(tx, customerId, userId, sql`true`);
	return (await tx.run(sql`delete from user_customer where customer_id = ${customerId} and user_id = ${userId}`)) + domains > 0;
};

export const isMember = async (tx: Tx, customerId: number, userId: string): Promise<boolean> =>
	(await tx.run(sql`select 1 from user_customer where customer_id = ${customerId} and user_id = ${userId}`)) > 0;

/** Whether somebody of this address is customer admin, or, where that is asked, domain admin of the whole customer. */
export const hasRights = async (tx: Tx, customerId: number, email: string, asDomainAdmin: boolean): Promise<boolean> =>
	(await tx.run(sql`select 1 from app_user u join user_customer m on m.user_id = u.id and m.customer_id = ${customerId}
		where u.email = ${email} and (m.is_customer_admin or (${asDomainAdmin} and m.gives_domain_admin))`)) > 0;

const CustomerIdRow = row({ customer_id: int });

/** Customers in which a user has anything. */
export const customersOf = async (storage: Storage, userId: string): Promise<number[]> => {
	const rows = await storage.across.rows(
		CustomerIdRow,
		sql`select customer_id from user_customer where user_id = ${userId} union select customer_id from user_domain where user_id = ${userId} order by 1`,
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
	const rows = await storage.across.rows(
		CustomerIdRow,
		sql`select customer_id from user_customer where user_id = ${user.id} and gives_domain_admin
		union select customer_id from user_domain where user_id = ${user.id} and gives_domain_admin
		union select customer_id from invite
			where email = ${user.email} and kind = 'team' and not is_customer_admin and used_at is null and revoked_at is null and customer_id is not null
		order by 1`,
	);
	return rows.map((row) => row.customer_id);
};

/** Ends what a customer gave of DOMAIN_ADMIN; the mappings stay, and give nothing. Answers the domains it was given on. */
export const endDomainAdmin = async (tx: Tx, customerId: number, userId: string): Promise<string[]> => {
	await tx.run(sql`update user_customer set gives_domain_admin = false where customer_id = ${customerId} and user_id = ${userId}`);
	const domains = await tx.rows(
		DomainIdRow,
		sql`update user_domain set gives_domain_admin = false where customer_id = ${customerId} and user_id = ${userId} and gives_domain_admin
		returning domain_id`,
	);
	await revokeInvitesTo(tx, customerId, userId, sql`not is_customer_admin`);
	return domains.map((row) => row.domain_id).sort();
};

const GivenRow = row({
	customer_id: int,
	name: text,
	domain_id: orNull(uuid),
	host: orNull(text),
	gives: oneOf(['customerAdmin', 'domainAdmin', 'member', 'partner']),
	given_by: orNull(text),
	given_at: orNull(instant),
});
export type GivenRow = RowOf<typeof GivenRow>;

/** What each mapping of a user gives, over all customers; a partner's customers while it is active and the role PARTNER is held. */
export const givenRights = (storage: Storage, userId: string): Promise<GivenRow[]> =>
	storage.across.rows(
		GivenRow,
		sql`with given as (
			select m.customer_id, null::uuid as domain_id, g.gives, m.given_by, m.given_at from user_customer m
				cross join lateral (values ('customerAdmin', m.is_customer_admin), ('domainAdmin', m.gives_domain_admin),
					('member', not m.is_customer_admin and not m.gives_domain_admin)) g (gives, held)
				where m.user_id = ${userId} and g.held
			union all
			select customer_id, domain_id, case when gives_domain_admin then 'domainAdmin' else 'member' end, given_by, given_at
				from user_domain where user_id = ${userId}
			union all
			select distinct pc.customer_id, null::uuid, 'partner', null::uuid, null::timestamptz
				from partner_user pu join partner p on p.id = pu.partner_id and p.is_active
				join partner_customer pc on pc.partner_id = pu.partner_id
				where pu.user_id = ${userId} and exists (select 1 from user_role where user_id = ${userId} and role = 'PARTNER')
		)
		select g.customer_id, c.name, g.domain_id, d.host, g.gives, u.email as given_by, g.given_at
		from given g join customer c using (customer_id)
		left join domain d on d.customer_id = g.customer_id and d.domain_id = g.domain_id
		left join app_user u on u.id = g.given_by
		order by c.in_order, g.customer_id, d.host nulls first, g.gives`,
	);
