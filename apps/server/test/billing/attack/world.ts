/** Whom an attack on money is about: companies with two admins each, an ADMIN, a partner with one customer, and vouchers. */
import { newId } from '../../../src/kernel/clock.ts';
import { hashToken, newToken } from '../../../src/kernel/http/cookies.ts';
import { createSecrets } from '../../../src/kernel/secrets.ts';
import type { Storage } from '../../../src/kernel/storage/storage.ts';
import { dice } from '../../../src/sample/dice.ts';
import { hashOfCode, newCode, readCode, tailOf } from '../../../src/wings/billing/vouchers/code.ts';
import { insertVoucher } from '../../../src/wings/billing/vouchers/store.ts';
import { addUser } from '../../../src/wings/identity/wing.ts';
import { insertCustomer, nextCustomerId } from '../../../src/wings/tenancy/wing.ts';

/** What every attacker knows, and what the model explains rows by. It travels as a file. */
export interface World {
	/** Servers over one database. */
	readonly urls: readonly string[];
	/** That their portal is served from. */
	readonly origin: string;
	readonly databaseUrl: string;
	readonly secretKey: string;
	/** Each with the sessions of two people who answer for it. */
	readonly companies: readonly { readonly customerId: number; readonly sessions: readonly string[] }[];
	readonly admin: string;
	/** Whose customer is the first of the companies. */
	readonly partner: string;
	readonly vouchers: readonly { readonly id: string; readonly code: string; readonly value: number }[];
}

export const stageWorld = async (
	storage: Storage,
	of: Pick<World, 'urls' | 'origin' | 'databaseUrl' | 'secretKey'> & { cookie: string; companies: number; vouchers: number },
): Promise<World> => {
	const { cookie, companies, vouchers, ...rest } = of;
	const secrets = createSecrets(of.secretKey);
	const signIn = async (roles: Parameters<typeof addUser>[3]): Promise<{ userId: string; session: string }> => {
		const token = newToken();
		const userId = await storage.inPlatform(async (tx) => {
			const added = await addUser(tx, `attacker-${newId()}@example.com`, '', roles);
			await tx.query(`insert into session (id, user_id, context_key, expires_at) values ($1, $2, 'k', now() + interval '1 day')`, [
				hashToken(token),
				added,
			]);
			return added;
		});
		return { userId, session: `${cookie}=${token}` };
	};
	const company = async (n: number): Promise<World['companies'][number]> => {
		const customerId = await nextCustomerId(storage);
		const people = [await signIn([]), await signIn([])];
		await storage.inTenant(customerId, async (tx) => {
			const details = { name: `Company ${n}`, businessId: '', address: 'Katu 1, Turku', phone: '', countryCode: 'FI', primaryEmail: '' };
			await insertCustomer(tx, customerId, details, 1, true);
			for (const { userId } of people)
				await tx.query('insert into user_customer (customer_id, user_id, is_customer_admin) values ($1, $2, true)', [customerId, userId]);
		});
		return { customerId, sessions: people.map(({ session }) => session) };
	};
	const made: World['companies'][number][] = [];
	for (let n = 0; n < companies; n++) made.push(await company(n));
	const [admin, partner] = [await signIn(['ADMIN']), await signIn(['PARTNER'])];
	const codes = Array.from({ length: vouchers }, (_, n) => ({ id: newId(), code: newCode(), value: 1 + (n % 4) }));
	await storage.inPlatform(async (tx) => {
		const partnerId = newId();
		await tx.query(`insert into partner (id, name) values ($1, 'Partner')`, [partnerId]);
		await tx.query('insert into partner_user (partner_id, user_id) values ($1, $2)', [partnerId, partner.userId]);
		await tx.query('insert into partner_customer (partner_id, customer_id) values ($1, $2)', [partnerId, made[0]?.customerId]);
		for (const { id, code, value } of codes)
			await insertVoucher(tx, {
				...{ id, hash: hashOfCode(secrets, readCode(code) ?? ''), tail: tailOf(code), kind: 'credits', value, note: '' },
				...{ expiresAt: null, at: new Date(), by: admin.userId },
			});
	});
	return { ...rest, companies: made, admin: admin.session, partner: partner.session, vouchers: codes };
};

/** Numbers that come again with the same seed (mulberry32), from 0 up to and without `most`. */
export const numbersOf = (seed: number) => {
	const roll = dice(seed);
	return (most: number): number => Math.floor(roll() * most);
};
