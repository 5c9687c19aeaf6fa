/** Where people belong: across tenants, by the platform role. Given to identity at the start of the program. */
import type { PlatformRole } from '@luvalla/contract/identity/account.ts';
import * as z from 'zod';
import type { Asker, MappedCustomer, MappedDomain } from '#kernel/access/asker.ts';
import { MOST_WHOLE } from '#kernel/storage/lists.ts';
import { bool, instant, int, json, orNull, type RowOf, row, type Sql, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
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

const PLACES = {
	user_id: uuid,
	email: text,
	name: text,
	roles: texts,
	customers: json(
		z.array(
			z.object({
				customer_id: z.number(),
				name: z.string(),
				use_cm: z.boolean(),
				status: z.number(),
				is_customer_admin: z.boolean(),
				by_partner: z.boolean(),
				is_domain_admin: z.boolean(),
			}),
		),
	),
	domains: json(z.array(z.object({ domain_id: z.string(), host: z.string(), customer_id: z.number(), is_admin: z.boolean() }))),
};
const PlaceRow = row(PLACES);
const SessionRow = row({ ...PLACES, actor_id: orNull(uuid), context_key: text, confirmed_at: instant, expires_at: instant });

/**
 * One statement over `who` (one row: user_id and more): the platform's roles, the customers where anything may be done and
 * the domains whose mapping counts. All by primary key or user index: 2 ms on a busy machine, as the three statements it was.
 * A mapping that gives nothing, of a person without the platform's DOMAIN_ADMIN, is no place. PARTNER counts while one of the
 * person's partners is active; somebody of no partner at all keeps the word and has no customers by it.
 */
const asking = (who: Sql): Sql => sql`
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

/** One's own session, or that of an admin who still is one, as somebody who is none. */
const HOLDS = sql`s.expires_at > now() and (s.actor_id is null or (
	exists (select 1 from user_role where user_id = s.actor_id and role = 'ADMIN')
	and not exists (select 1 from user_role where user_id = s.user_id and role = 'ADMIN')))`;

const askerOfSession = async (storage: Storage, sessionId: string): Promise<Asker | null> => {
	const found = await storage.across.first(
		SessionRow,
		asking(sql`select s.user_id, u.email, u.name, s.actor_id, s.context_key, s.confirmed_at, s.expires_at
		from session s join app_user u on u.id = s.user_id where s.id = decode(${sessionId}, 'hex') and ${HOLDS}`),
	);
	if (!found) return null;
	const { actor_id: actorId, context_key: contextKey, confirmed_at: confirmedAt, expires_at: expiresAt } = found;
	return placed(found, { sessionId, actorId, contextKey, confirmedAt, expiresAt });
};

const askerOfUser = async (storage: Storage, userId: string, session: SessionFacts): Promise<Asker | null> => {
	const found = await storage.across.first(PlaceRow, asking(sql`select id as user_id, email, name from app_user where id = ${userId}`));
	return found && placed(found, session);
};

const placed = (row: RowOf<typeof PlaceRow>, session: SessionFacts): Asker => ({
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

const DomainRow = row({ domain_id: uuid, host: text, customer_id: int });

const domainsOfCustomers = (storage: Storage, customerIds: readonly number[]): Promise<RowOf<typeof DomainRow>[]> =>
	storage.across.rows(
		DomainRow,
		sql`select domain_id, host, customer_id from domain where customer_id = any(${customerIds}) order by customer_id, host`,
	);

const PersonRow = row({ id: uuid, email: text, name: text, is_customer_admin: bool, is_domain_admin: bool, domains: texts });

const peopleOf = async (storage: Storage, customerId: number, domainIds: readonly string[] | null) => {
	const rows = await storage.across.rows(
		PersonRow,
		sql`select u.id, u.email, u.name, coalesce(bool_or(uc.is_customer_admin), false) as is_customer_admin,
			coalesce(bool_or(uc.gives_domain_admin), false) or coalesce(bool_or(ud.gives_domain_admin), false)
				or exists (select 1 from user_role r where r.user_id = u.id and r.role = 'DOMAIN_ADMIN') as is_domain_admin,
			coalesce(array_agg(distinct d.host) filter (where d.host is not null), '{}') as domains
		from app_user u
		left join user_customer uc on uc.user_id = u.id and uc.customer_id = ${customerId}
		left join user_domain ud on ud.user_id = u.id and ud.customer_id = ${customerId}
		left join domain d on d.customer_id = ${customerId} and d.domain_id = ud.domain_id
		where (uc.user_id is not null or ud.user_id is not null) and (${domainIds}::uuid[] is null or exists
			(select 1 from user_domain x where x.user_id = u.id and x.customer_id = ${customerId} and x.domain_id = any(${domainIds}::uuid[])))
		group by u.id, u.email, u.name
		order by u.email limit ${MOST_WHOLE}`,
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

const CustomerRow = row({ name: text, use_cm: bool, status: int });

const customerOf = async (storage: Storage, customerId: number): Promise<MappedCustomer | null> => {
	const found = await storage.across.first(CustomerRow, sql`select name, use_cm, status from customer where customer_id = ${customerId}`);
	if (!found) return null;
	const { name, use_cm: useCM, status } = found;
	return { id: customerId, name, useCM, status, isCustomerAdmin: false, byPartner: false, isDomainAdmin: false };
};

const DomainOfUser = row({ user_id: uuid, domain_id: uuid, host: text, customer_id: int });
const CustomerOfUser = row({ user_id: uuid, customer_id: int, name: text, is_customer_admin: bool });

const belongings = async (storage: Storage, ids: readonly string[]): Promise<Belongings> => ({
	domains: await storage.across.rows(
		DomainOfUser,
		sql`select ud.user_id, d.domain_id, d.host, d.customer_id from user_domain ud join domain d using (customer_id, domain_id)
		where ud.user_id = any(${ids}) order by d.host`,
	),
	customers: await storage.across.rows(
		CustomerOfUser,
		sql`select m.user_id, c.customer_id, c.name, bool_or(m.is_customer_admin) as is_customer_admin
		from (
			select user_id, customer_id, is_customer_admin from user_customer where user_id = any(${ids})
			union all select user_id, customer_id, false from user_domain where user_id = any(${ids})
		) m join customer c using (customer_id)
		group by m.user_id, c.customer_id order by c.in_order, c.customer_id`,
	),
});
