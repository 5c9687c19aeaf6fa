/** An installation with so many customers, ten domains each, and people who look at them; written straight into the database. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';

export const DOMAINS_EACH = 10;
/** That the partner looks after. */
const PARTNERS_CUSTOMERS = 40;
/** Whose customer admin looks: in the middle, and the same in every installation. */
export const CUSTOMER = 500;

export interface Looking {
	/** Cookies. */
	readonly admin: string;
	readonly partner: string;
	readonly customerAdmin: string;
}

const WORDS = `(array['Aalto','Harju','Kallio','Koivu','Laakso','Metsä','Niitty','Ranta','Saari','Vuori'])`;

export const fillTenants = async (owner: Client, customers: number): Promise<void> => {
	await owner.query(
		`insert into customer (customer_id, name, status, created_at)
			select n, ${WORDS}[1 + n % 10] || ' ' || substr(md5(n::text), 1, 6) || ' Oy', case when n % 50 = 0 then 0 else 1 end, now() - n * interval '1 minute'
			from generate_series(1, $1::int) n`,
		[customers],
	);
	await owner.query(`update customer set name = 'Pirta Kuusi Oy' where customer_id in (5, 6)`);
	await owner.query(`select setval('customer_id_seq', $1)`, [customers]);
	await owner.query(
		`insert into domain (customer_id, domain_id, host, name, proven_by, proven_at, created_at, live_banner)
			select 1 + n % $1::int, gen_random_uuid(), 'kauppa-' || substr(md5(n::text), 1, 8) || '-' || n || '.example.com', 'Kauppa ' || n,
				case when n % 100 = 0 then null else 'admin' end, case when n % 100 = 0 then null else now() end, now() - n * interval '1 second',
				case when n % 3 = 0 then jsonb_build_object('folder', 'p' || n, 'title', 'Banner', 'version', 1, 'publishedAt', '2026-11-01T00:00:00.000Z') end
			from generate_series(0, $1::int * ${DOMAINS_EACH} - 1) n`,
		[customers],
	);
	await owner.query(`update customer c set domains = (select count(*) from domain d where d.customer_id = c.customer_id)`);
	await owner.query(`insert into directory (kind, key, customer_id) select 'domain', domain_id::text, customer_id from domain`);
	await owner.query(
		`insert into voucher (voucher_id, code_hash, tail, kind, value, note, created_at, created_by, status, redeemed_at, customer_id)
			select gen_random_uuid(), decode(md5(n::text), 'hex'), upper(substr(md5(n::text), 1, 2)), 'credits', 1 + n % 100, 'Fair ' || n,
				now() - n * interval '1 minute', gen_random_uuid(), n % 2, case when n % 2 = 1 then now() end, case when n % 2 = 1 then n end
			from generate_series(1, $1::int) n`,
		[customers],
	);
	await owner.query(
		`insert into custom_domain (customer_id, custom_domain_id, host, status, created_at, validated_at, serial, not_before, not_after)
			select n, gen_random_uuid(), 'consent-' || n || '.example.org', case when n % 4 = 0 then 'Renewed' else 'Validated' end, now(), now(),
				md5(n::text), now(), now() + n * interval '1 minute'
			from generate_series(1, $1::int) n`,
		[customers],
	);
	await owner.query('vacuum analyze customer, domain, directory, voucher, custom_domain');
};

/** @param cookie the session cookie's name */
export const fillLooking = async (owner: Client, cookie: string): Promise<Looking> => {
	const signIn = async (role: string | null): Promise<{ userId: string; session: string }> => {
		const [userId, token] = [randomUUID(), randomBytes(32).toString('base64url')];
		await owner.query('insert into app_user (id, email, name) values ($1, $2, $3)', [userId, `${userId}@example.com`, 'Bench']);
		if (role) await owner.query('insert into user_role (user_id, role) values ($1, $2)', [userId, role]);
		await owner.query(`insert into session (id, user_id, context_key, expires_at) values ($1, $2, 'k', now() + interval '1 day')`, [
			createHash('sha256').update(token).digest(),
			userId,
		]);
		return { userId, session: `${cookie}=${token}` };
	};
	const [admin, partner, chief] = [await signIn('ADMIN'), await signIn('PARTNER'), await signIn(null)];
	const partnerId = randomUUID();
	await owner.query(`insert into partner (id, name) values ($1, 'Bench')`, [partnerId]);
	await owner.query('insert into partner_user (partner_id, user_id) values ($1, $2)', [partnerId, partner.userId]);
	await owner.query('insert into partner_customer (partner_id, customer_id) select $1, n * 20 from generate_series(1, $2::int) n', [
		partnerId,
		PARTNERS_CUSTOMERS,
	]);
	await owner.query('insert into user_customer (customer_id, user_id, is_customer_admin) values ($1, $2, true)', [CUSTOMER, chief.userId]);
	return { admin: admin.session, partner: partner.session, customerAdmin: chief.session };
};
