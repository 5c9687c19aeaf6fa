/** Reads of who somebody is: across tenants, by the platform role. */
import type { PlatformRole } from '@luvalla/contract/identity/account.ts';
import type { Asker, MappedCustomer, MappedDomain } from '#kernel/access/asker.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

interface PersonRow {
	user_id: string;
	email: string;
	name: string;
	roles: string[];
}

interface SessionRow extends PersonRow {
	actor_id: string | null;
	context_key: string;
	confirmed_at: Date;
	expires_at: Date;
}

/** One session with its person and roles; three reads by primary key or user index, a millisecond together. */
export const askerOfSession = async (storage: Storage, sessionId: string): Promise<Asker | null> => {
	const [session] = await storage.across.query<SessionRow>(
		`select s.user_id, u.email, u.name, s.actor_id, s.context_key, s.confirmed_at, s.expires_at,
			array(select role from user_role r where r.user_id = s.user_id) as roles
		from session s join app_user u on u.id = s.user_id
		where s.id = decode($1, 'hex') and s.expires_at > now()`,
		[sessionId],
	);
	if (!session) return null;
	return withPlaces(storage, session, {
		sessionId,
		actorId: session.actor_id,
		contextKey: session.context_key,
		confirmedAt: session.confirmed_at,
		expiresAt: session.expires_at,
	});
};

/** A person without a session of ours: whom a token stands for. */
export const askerOfUser = async (storage: Storage, userId: string, session: SessionFacts): Promise<Asker | null> => {
	const [user] = await storage.across.query<PersonRow>(
		`select u.id as user_id, u.email, u.name, array(select role from user_role r where r.user_id = u.id) as roles from app_user u where u.id = $1`,
		[userId],
	);
	return user ? withPlaces(storage, user, session) : null;
};

type SessionFacts = Pick<Asker, 'sessionId' | 'actorId' | 'contextKey' | 'confirmedAt' | 'expiresAt' | 'origins'>;

/** A person's roles and mappings, read by user index. */
const withPlaces = async (storage: Storage, person: PersonRow, session: SessionFacts): Promise<Asker> => {
	const roles = new Set(
		person.roles.filter((role): role is PlatformRole => role === 'ADMIN' || role === 'DOMAIN_ADMIN' || role === 'PARTNER'),
	);
	const customers = await storage.across.query<{
		customer_id: number;
		name: string;
		use_cm: boolean;
		status: number;
		is_customer_admin: boolean;
		by_partner: boolean;
		direct: boolean;
	}>(
		// A domain's mapping is a mapping to its customer too.
		`with mapped as (
			select customer_id, is_customer_admin, false as by_partner, true as direct from user_customer where user_id = $1
			union all
			select distinct customer_id, false, false, true from user_domain where user_id = $1
			union all
			select pc.customer_id, false, true, false from partner_user pu
				join partner p on p.id = pu.partner_id and p.is_active
				join partner_customer pc on pc.partner_id = pu.partner_id where pu.user_id = $1
		)
		select c.customer_id, c.name, c.use_cm, c.status,
			bool_or(m.is_customer_admin) as is_customer_admin, bool_or(m.by_partner) as by_partner, bool_or(m.direct) as direct
		from mapped m join customer c using (customer_id)
		group by c.customer_id, c.name, c.use_cm, c.status
		order by c.customer_id`,
		[person.user_id],
	);
	const domains = await storage.across.query<{ domain_id: string; host: string; customer_id: number; is_admin: boolean }>(
		`select d.domain_id, d.host, d.customer_id, ud.is_admin
		from user_domain ud join domain d using (customer_id, domain_id)
		where ud.user_id = $1 order by d.customer_id, d.host`,
		[person.user_id],
	);
	return {
		...session,
		userId: person.user_id,
		email: person.email,
		name: person.name,
		roles,
		customers: new Map(
			customers.map((c): [number, MappedCustomer] => [
				c.customer_id,
				{
					id: c.customer_id,
					name: c.name,
					useCM: c.use_cm,
					status: c.status,
					isCustomerAdmin: c.is_customer_admin,
					byPartner: c.by_partner,
					direct: c.direct,
				},
			]),
		),
		domains: new Map(
			domains.map((d): [string, MappedDomain] => [
				d.domain_id,
				{ id: d.domain_id, domain: d.host, customerId: d.customer_id, isAdmin: d.is_admin },
			]),
		),
	};
};

/** All domains of some customers, for people who see whole customers. */
export const domainsOfCustomers = (
	storage: Storage,
	customerIds: readonly number[],
): Promise<{ domain_id: string; host: string; customer_id: number }[]> =>
	storage.across.query('select domain_id, host, customer_id from domain where customer_id = any($1) order by customer_id, host', [
		customerIds,
	]);

/** The people of a customer, or of some of its domains. */
export const peopleOf = async (storage: Storage, customerId: number, domainIds: readonly string[] | null) => {
	const rows = await storage.across.query<{ id: string; email: string; name: string; is_customer_admin: boolean; domains: string[] }>(
		`select u.id, u.email, u.name, coalesce(bool_or(uc.is_customer_admin), false) as is_customer_admin,
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
		domains: r.domains,
	}));
};

export const endSession = (tx: Tx, sessionId: string): Promise<object[]> =>
	tx.query(`delete from session where id = decode($1, 'hex')`, [sessionId]);

export const emailOf = async (storage: Storage, userId: string): Promise<string> => {
	const [row] = await storage.inPlatform((tx) => tx.query<{ email: string }>('select email from app_user where id = $1', [userId]));
	return row?.email ?? '';
};

export const phoneOf = async (storage: Storage, userId: string): Promise<string> => {
	const [row] = await storage.inPlatform((tx) =>
		tx.query<{ phone_number: string }>('select phone_number from app_user where id = $1', [userId]),
	);
	return row?.phone_number ?? '';
};
