/** Credits: every move has two sides and happens once, the balance never goes below zero, and the report tells all of it. */
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { checkCredits } from '../../src/wings/billing/credits/check.ts';
import { balanceOf, book, spend } from '../../src/wings/billing/wing.ts';
import { type Person, startApp, type Tenant } from '../app.ts';

const t = await startApp();
const admin = await t.person(['ADMIN']);

const credits = (whole: number): number => whole * MICROS_PER_CREDIT;

const give = ({ customerId }: Tenant, whole: number, reference = newId()) =>
	t.storage.inTenant(customerId, (tx) =>
		book(tx, { customerId, kind: 'voucher', reference, other: 'vouchers', micros: credits(whole), about: { voucher: 'given' } }),
	);
const pay = ({ customerId }: Tenant, micro: number, reference = newId(), about: Record<string, string | number> = { title: 'Letter' }) =>
	t.storage.inTenant(customerId, (tx) => spend(tx, { customerId, kind: 'sending', reference, micro, about }));
const balance = ({ customerId }: Tenant): Promise<number> => t.storage.inTenant(customerId, (tx) => balanceOf(tx, customerId));
const report = async (who: Person, { customerId }: Tenant, query = '') =>
	(await t.send(who, 'GET', `/api/customer/ledgerreport?customerId=${customerId}${query}`)).json();

test('credits are given and spent, and the report tells both sides, newest first', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	expect(await balance(tenant)).toBe(0);
	await give(tenant, 5);
	await pay(tenant, 2_642_000, 'run-1', { title: 'Autumn club letter', count: 26_418 });
	const { data, page } = await report(owner, tenant);
	expect(page).toEqual({ total: 2, next: null });
	expect(data).toMatchObject([
		{
			number: 2,
			kind: 'sending',
			reference: 'run-1',
			about: { title: 'Autumn club letter', count: 26_418 },
			from: 'customer',
			to: 'sending',
			micros: -2_642_000,
			balanceMicros: 2_358_000,
			sides: [
				{ account: 'customer', micros: -2_642_000 },
				{ account: 'sending', micros: 2_642_000 },
			],
		},
		{ number: 1, kind: 'voucher', from: 'vouchers', to: 'customer', micros: credits(5), balanceMicros: credits(5) },
	]);
	const told = (await t.send(owner, 'GET', '/api/customer/ledgerbalance')).json().data;
	expect(told).toMatchObject({
		customerId: tenant.customerId,
		balanceMicros: 2_358_000,
		creditPriceCents: 100,
		currency: 'EUR',
		cards: null,
	});
	const byQuery = await t.send(admin, 'GET', `/api/customer/ledgerbalance?customerId=${tenant.customerId}`);
	expect(byQuery.json().data.balanceMicros).toBe(2_358_000);
});

test('more than there is cannot be spent, and nothing of it is kept', async () => {
	const tenant = await t.tenant();
	await expect(pay(tenant, 1)).rejects.toMatchObject({ status: 409, code: 'no_credits' });
	await give(tenant, 1);
	await expect(pay(tenant, credits(1) + 1)).rejects.toMatchObject({ code: 'no_credits' });
	expect(await balance(tenant)).toBe(credits(1));
	await pay(tenant, credits(1));
	expect(await balance(tenant)).toBe(0);
	expect((await report(admin, tenant)).page.total).toBe(2);
});

test('the same move twice happens once, also when the balance would no longer allow it', async () => {
	const tenant = await t.tenant();
	await give(tenant, 1, 'once');
	expect(await give(tenant, 1, 'once')).toMatchObject({ fresh: false, number: 1 });
	expect(await pay(tenant, credits(1), 'all')).toMatchObject({ fresh: true, balanceMicros: 0 });
	expect(await pay(tenant, credits(1), 'all')).toMatchObject({ fresh: false, balanceMicros: 0, number: 2 });
	await expect(pay(tenant, 5, 'all')).rejects.toThrow(/moved/);
	await expect(pay(tenant, 0.5)).rejects.toThrow(RangeError);
	await expect(pay(tenant, -1)).rejects.toThrow(RangeError);
	expect(await balance(tenant)).toBe(0);
});

test('fifty at once, of whom ten can be paid: ten are, each once, and nobody takes the balance below zero', async () => {
	const tenant = await t.tenant();
	await give(tenant, 10);
	const tries = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => pay(tenant, credits(1), `of ${n % 25}`)));
	const done = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
	expect(done.filter(({ fresh }) => fresh)).toHaveLength(10);
	expect(new Set(done.map(({ number }) => number)).size).toBe(10);
	expect(await balance(tenant)).toBe(0);
	const { data } = await report(admin, tenant, '&size=100');
	expect(data.map(({ number }: { number: number }) => number)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('the database itself refuses a balance below zero, and changes of what was booked', async () => {
	const tenant = await t.tenant();
	await give(tenant, 1);
	const sends = (statement: string) => t.storage.inTenant(tenant.customerId, (tx) => tx.query(statement));
	await expect(sends(`update credit_account set balance = -1 where customer_id = ${tenant.customerId}`)).rejects.toThrow(
		/check constraint/,
	);
	await expect(sends(`update credit_entry set micros = 2 where customer_id = ${tenant.customerId}`)).rejects.toThrow(/permission denied/);
	await expect(sends(`delete from credit_entry where customer_id = ${tenant.customerId}`)).rejects.toThrow(/permission denied/);
});

test('the report narrows by kind and words, pages, and goes out as a file', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	await give(tenant, 3);
	for (const title of ['One', 'Two', '=Three']) await pay(tenant, 1000, title, { title });
	expect((await report(owner, tenant, '&kind=voucher')).page.total).toBe(1);
	expect((await report(owner, tenant, '&q=tWo')).data.map(({ reference }: { reference: string }) => reference)).toEqual(['Two']);
	// Words of the database, which no row says.
	expect((await report(owner, tenant, '&q=title')).data).toEqual([]);
	expect((await report(owner, tenant, '&size=3&page=2')).data).toMatchObject([{ number: 1 }]);
	expect((await t.send(owner, 'GET', `/api/customer/ledgerreport?customerId=${tenant.customerId}&kind=x`)).status).toBe(400);
	const file = await t.send(owner, 'GET', `/api/customer/ledgerreport/file?customerId=${tenant.customerId}&kind=sending`, {
		headers: { 'accept-language': 'fi' },
	});
	const [head, first, ...rest] = file.text.trim().split('\n');
	expect(head).toContain('Numero,Aika,Laji,Mistä,Mihin,Krediittejä,Saldo,Viite,Mitä');
	expect(first).toMatch(/^4,[^,]+,Lähetys,Saldo,Lähetykset,-0\.001,2\.997,'=Three,'=Three$/);
	expect(rest).toHaveLength(2);
});

test('the daily look finds that all accounts add up, and names the customer whose do not', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	await give(tenant, 2);
	await pay(tenant, 5);
	const { kernel } = t.server;
	const before = await checkCredits(kernel);
	expect(before.wrong).not.toContain(tenant.customerId);
	expect(before.entries).toBeGreaterThanOrEqual(4);
	expect((await report(owner, tenant)).check).toEqual({ at: before.at.toISOString(), ok: before.wrong.length === 0 });
	const change = (statement: string) => t.storage.asOwner((sql) => sql.query(statement, [tenant.customerId]));
	// A side that is another amount, a balance that does not follow, an account that says more.
	for (const [wrong, right] of [
		[
			`update credit_entry set micros = 6 where customer_id = $1 and account = 'sending'`,
			`update credit_entry set micros = 5 where customer_id = $1 and account = 'sending'`,
		],
		[
			`update credit_entry set balance = balance + 1 where customer_id = $1 and number = 1 and account = 'customer'`,
			`update credit_entry set balance = balance - 1 where customer_id = $1 and number = 1 and account = 'customer'`,
		],
		[
			`update credit_account set balance = balance + 1 where customer_id = $1`,
			`update credit_account set balance = balance - 1 where customer_id = $1`,
		],
	] as const) {
		await change(wrong);
		expect([wrong, (await checkCredits({ storage: t.storage, log: { ...kernel.log, error: () => undefined } })).wrong]).toEqual([
			wrong,
			expect.arrayContaining([tenant.customerId]),
		]);
		expect((await report(owner, tenant)).check.ok).toBe(false);
		await change(right);
	}
	expect((await checkCredits(kernel)).wrong).not.toContain(tenant.customerId);
});

test('a customer admin reads their own ledger, a partner their customers’, and nobody another’s', async () => {
	const [tenant, other] = [await t.tenant(), await t.tenant()];
	const owner = await t.person([], { adminOf: [tenant] });
	const partner = await t.person(['PARTNER'], { partnerOf: [tenant] });
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const status = async (who: Person, { customerId }: Tenant) =>
		(await t.send(who, 'GET', `/api/customer/ledgerreport?customerId=${customerId}`)).status;
	expect([await status(owner, tenant), await status(partner, tenant), await status(admin, tenant)]).toEqual([200, 200, 200]);
	expect([await status(owner, other), await status(partner, other), await status(editor, tenant)]).toEqual([404, 404, 403]);
});
