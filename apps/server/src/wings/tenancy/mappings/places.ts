/** Where people belong: across tenants, by the platform role. Given to identity at the start of the program. */
import type { PlatformRole } from '@luvalla/contract/identity/account.ts';
import type { Asker, MappedCustomer, MappedDomain } from '#kernel/access/asker.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Belongings, Places, SessionFacts } from '../../identity/wing.ts';
import { domainOfToken } from '../domains/token.ts';

export const createPlaces = (storage: Storage): Places => ({
	askerOfSession: (sessionId) => askerOfSession(storage, sessionId),
	askerOfUser: (userId, session) => askerOfUser(storage, userId, session),
	customer: (customerId) => customerOf(storage, customerId),
	domainOfToken: (token) => domainOfToken(storage, token),
	belongings: (userIds) => belongings(storage, userIds),
	domainsOfCustomers: (customerIds) => domainsOfCustomers(storage, customerIds),
	peopleOf: (customerId, domainIds) => peopleOf(storage, customerId, domainIds),
});

interface PlaceRow {
	user_id: string;
	email: string;
	name: string;
	roles: string[];
	customers: {
		customer_id: number;
		name: string;
		use_cm: boolean;
		status: number;
		is_customer_admin: boolean;
		by_partner: boolean;
		is_domain_admin: boolean;
	}[];
	domains: { domain_id: string; host: string; customer_id: number; is_admin: boolean }[];
}

interface SessionRow extends PlaceRow {
	actor_id: string | null;
	context_key: string;
	confirmed_at: Date;
	expires_at: Date;
}

/**
 * One statement over `who` (one row: user_id and more): the platform's roles, the customers where anything may be done and
 * the domains whose mapping counts. All by primary key or user index: 2 ms on a busy machine, as the three statements it was.
 * A mapping that gives nothing, of a person without the platform's DOMAIN_ADMIN, is no place. PARTNER counts while one of the
 * person's partners is active; somebody of no partner at all keeps the word and has no customers by it.
 */
const asking = (who: string): string => `
	with who as materialized (${who}),
	partner_of as (select p.id, p.is_active from partner_user pu join partner p on p.id = pu.partner_id where pu.user_id = (select user_id from who)),
	held as materialized (
		select role from user_role where user_id = (select user_id from who)
			and (role <> 'PARTNER' or not exists (select 1 from partner_of) or exists (select 1 from partner_of where is_active))
	),
	everywhere as materialized (select exists (select 1 from held where role = 'DOMAIN_ADMIN') as yes),
	on_domain as materialized (
		select customer_id, domain_id, is_admin, gives_domain_admin or (select yes from everywhere) as counts
		from user_domain where user_id = (select user_id from who)
	),
	mapped as (
		select customer_id, is_customer_admin, false as by_partner, gives_domain_admin or (select yes from everywhere) as is_domain_admin
		from user_customer where user_id = (select user_id from who)
		union all
		select customer_id, false, false, counts from on_domain
		union all
		select pc.customer_id, false, true, false from partner_of p join partner_customer pc on pc.partner_id = p.id
		where p.is_active and exists (select 1 from held where role = 'PARTNER')
	),
	place as (
		select c.customer_id, c.name, c.use_cm, c.status, bool_or(m.is_customer_admin) as is_customer_admin,
			bool_or(m.by_partner) as by_partner, bool_or(m.is_domain_admin) as is_domain_admin
		from mapped m join customer c using (customer_id)
		where m.is_customer_admin or m.by_partner or m.is_domain_admin
		group by c.customer_id, c.name, c.use_cm, c.status
	),
	site as (
		select d.domain_id, d.host, d.customer_id, o.is_admin from on_domain o join domain d using (customer_id, domain_id) where o.counts
	)
	select who.*, array(select role from held) as roles,
		(select coalesce(jsonb_agg(to_jsonb(place) order by customer_id), '[]') from place) as customers,
		(select coalesce(jsonb_agg(to_jsonb(site) order by customer_id, host), '[]') from site) as domains
	from who`;

const BY_SESSION = asking(`
	select s.user_id, u.email, u.name, s.actor_id, s.context_key, s.confirmed_at, s.expires_at
	from session s join app_user u on u.id = s.user_id where s.id = decode($1, 'hex') and s.expires_at > now()`);
const BY_USER = asking('select id as user_id, email, name from app_user where id = $1');

const askerOfSession = async (storage: Storage, sessionId: string): Promise<Asker | null> => {
	const [row] = await storage.across.query<SessionRow>(BY_SESSION, [sessionId]);
	if (!row) return null;
	return placed(row, {
		sessionId,
		actorId: row.actor_id,
		contextKey: row.context_key,
		confirmedAt: row.confirmed_at,
		expiresAt: row.expires_at,
	});
};

const askerOfUser = async (storage: Storage, userId: string, session: SessionFacts): Promise<Asker | null> => {
	const [row] = await storage.across.query<PlaceRow>(BY_USER, [userId]);
	return row ? placed(row, session) : null;
};

const placed = (row: PlaceRow, session: SessionFacts): Asker => ({
	...session,
	userId: row.user_id,
	email: row.email,
	name: row.name,
	roles: new Set(row.roles.filter((role): role is PlatformRole => role === 'ADMIN' || role === 'DOMAIN_ADMIN' || role === 'PARTNER')),
	customers: new Map(
		row.customers.map((c): [number, MappedCustomer] => [
			c.customer_id,
			{
				id: c.customer_id,
				name: c.name,
				useCM: c.use_cm,
				status: c.status,
				isCustomerAdmin: c.is_customer_admin,
				byPartner: c.by_partner,
				isDomainAdmin: c.is_domain_admin,
			},
		]),
	),
	domains: new Map(
		row.domains.map((d): [string, MappedDomain] => [
			d.domain_id,
			{ id: d.domain_id, domain: d.host, customerId: d.customer_id, isAdmin: d.is_admin },
		]),
	),
});

const domainsOfCustomers = (
	storage: Storage,
	customerIds: readonly number[],
): Promise<{ domain_id: string; host: string; customer_id: number }[]> =>
	storage.across.query('select domain_id, host, customer_id from domain where customer_id = any($1) order by customer_id, host', [
		customerIds,
	]);

const peopleOf = async (storage: Storage, customerId: number, domainIds: readonly string[] | null) => {
	const rows = await storage.across.query<{
		id: string;
		email: string;
		name: string;
		is_customer_admin: boolean;
		is_domain_admin: boolean;
		domains: string[];
	}>(
		`select u.id, u.email, u.name, coalesce(bool_or(uc.is_customer_admin), false) as is_customer_admin,
			coalesce(bool_or(uc.gives_domain_admin), false) or coalesce(bool_or(ud.gives_domain_admin), false)
				or exists (select 1 from user_role r where r.user_id = u.id and r.role = 'DOMAIN_ADMIN') as is_domain_admin,
			coalesce(array_agg(distinct d.host) filter (where d.host is not null), '{}') as domains
		from app_user u
		left join user_customer uc on uc.user_id = u.id and uc.customer_id = $1
		left join user_domain ud on ud.user_id = u.id and ud.customer_id = $1
		left join domain d on d.customer_id = $1 and d.domain_id = ud.domain_id
		where (uc.user_id is not null or ud.user_id is not null)
			and ($2::uuid[] is null or exists (select 1 from user_domain x where x.user_id = u.id and x.customer_id = $1 and x.domain_id = any($2)))
		group by u.id, u.email, u.name
		order by u.email limit 1000`,
		[customerId, domainIds],
	);
	return rows.map((r) => ({
		id: r.id,
		userName: r.name === '' ? r.email : r.name,
		email: r.email,
		isCustomerAdmin: r.is_customer_admin,
		isDomainAdmin: r.is_domain_admin,
		domains: r.domains,
	}));
};

const customerOf = async (storage: Storage, customerId: number): Promise<MappedCustomer | null> => {
	const [row] = await storage.across.query<{ name: string; use_cm: boolean; status: number }>(
		'select name, use_cm, status from customer where customer_id = $1',
		[customerId],
	);
	if (!row) return null;
	const { name, use_cm: useCM, status } = row;
	return { id: customerId, name, useCM, status, isCustomerAdmin: false, byPartner: false, isDomainAdmin: false };
};

const belongings = async (storage: Storage, ids: readonly string[]): Promise<Belongings> => ({
	domains: await storage.across.query(
		`select ud.user_id, d.domain_id, d.host, d.customer_id from user_domain ud join domain d using (customer_id, domain_id)
		where ud.user_id = any($1) order by d.host`,
		[ids],
	),
	customers: await storage.across.query(
		`select m.user_id, c.customer_id, c.name, bool_or(m.is_customer_admin) as is_customer_admin
		from (
			select user_id, customer_id, is_customer_admin from user_customer where user_id = any($1)
			union all select user_id, customer_id, false from user_domain where user_id = any($1)
		) m join customer c using (customer_id)
		group by m.user_id, c.customer_id, c.name order by c.name`,
		[ids],
	),
});
