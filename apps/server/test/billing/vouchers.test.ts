/** Vouchers: a code that nobody guesses, is shown once and redeemed once. */
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { afterEach, expect, test } from 'vitest';
import { newId, setClock } from '../../src/kernel/clock.ts';
import { dayOf } from '../../src/wings/billing/days.ts';
import { newCode, readCode } from '../../src/wings/billing/vouchers/code.ts';
import { balanceOf } from '../../src/wings/billing/wing.ts';
import { type Person, startApp, type Tenant } from '../app.ts';

const t = await startApp();
const admin = await t.person(['ADMIN']);
afterEach(() => setClock(null));

const make = async (body: object = { value: 5 }) => {
	const made = await t.send(admin, 'POST', '/api/Voucher/Manual', { body });
	if (made.status !== 200) throw new Error(made.text);
	return made.json().data as { id: string; code: string };
};
const redeem = (who: Person, { customerId }: Tenant, code: string, body?: object) =>
	t.send(who, 'PUT', `/api/voucher/${customerId}/${encodeURIComponent(code)}`, { ...(body && { body }) });
const balance = ({ customerId }: Tenant): Promise<number> => t.storage.inTenant(customerId, (tx) => balanceOf(tx, customerId));
const ownerOf = (tenant: Tenant) => t.person([], { adminOf: [tenant] });

test('codes are twelve signs in groups that nobody takes for each other, each as likely as any other', () => {
	const codes = Array.from({ length: 2000 }, newCode);
	expect(new Set(codes).size).toBe(2000);
	const counts = new Map<string, number>();
	for (const code of codes) {
		expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/);
		for (const sign of readCode(code) ?? '') counts.set(sign, (counts.get(sign) ?? 0) + 1);
	}
	// 12 signs of 32 are 60 bits.
	expect(counts.size).toBe(32);
	for (const count of counts.values()) expect(Math.abs(count - 750)).toBeLessThan(200);
	expect([readCode(' k7qm 2xr9tb4w '), readCode('K7QM-2XR9-TB4'), readCode('K7QM-2XR9-TB40')]).toEqual(['K7QM2XR9TB4W', null, null]);
});

test('the code is in the answer that makes the voucher and nowhere else, neither in lists nor in the database', async () => {
	const tenant = await t.tenant();
	const owner = await ownerOf(tenant);
	const { id, code } = await make({ value: 5, note: 'spring fair' });
	const masked = `••••-••••-••${code.slice(-2)}`;
	expect((await t.send(owner, 'GET', `/api/Voucher/${code.toLowerCase().replaceAll('-', '')}`)).json().data).toEqual({
		code: masked,
		status: 0,
		kind: 'credits',
		value: 5,
		expiresAt: null,
	});
	const [listed] = (await t.send(admin, 'GET', '/api/Voucher/report?q=spring')).json().data;
	expect(listed).toMatchObject({ id, code: masked, status: 0, note: 'spring fair', customerId: null });
	const rows = await t.storage.inPlatform((tx) =>
		tx.query('select row_to_json(v)::text as all, a.* from voucher v left join platform_activity_values a on true where voucher_id = $1', [
			id,
		]),
	);
	for (const secret of [code, code.replaceAll('-', '')]) expect(JSON.stringify(rows)).not.toContain(secret);
});

test('a voucher of credits is redeemed once: they are in the ledger, the list and the activity', async () => {
	const [tenant, other] = [await t.tenant(), await t.tenant()];
	const owner = await ownerOf(tenant);
	const { id, code } = await make({ value: 5, note: 'spring fair' });
	const done = await redeem(owner, tenant, code);
	expect(done.json().data).toMatchObject({ id, kind: 'credits', value: 5, balanceMicros: 5 * MICROS_PER_CREDIT, licence: null });
	for (const [who, where, error] of [
		[owner, tenant, 'Your company has redeemed this voucher already.'],
		[await ownerOf(other), other, 'This voucher has been redeemed already.'],
	] as const) {
		const again = await redeem(who, where, code);
		expect([again.status, again.json()]).toEqual([409, { code: 'voucher_redeemed', error }]);
	}
	expect([await balance(tenant), await balance(other)]).toEqual([5 * MICROS_PER_CREDIT, 0]);
	const [move] = (await t.send(owner, 'GET', `/api/customer/ledgerreport?customerId=${tenant.customerId}`)).json().data;
	expect(move).toMatchObject({
		kind: 'voucher',
		reference: id,
		from: 'vouchers',
		about: { voucher: code.slice(-2), title: 'spring fair' },
	});
	expect((await t.send(owner, 'GET', '/api/Voucher/Redemption/My')).json().data).toMatchObject([
		{ id, code: `••••-••••-••${code.slice(-2)}`, value: 5, note: 'spring fair', domain: null },
	]);
	expect((await t.send(admin, 'GET', '/api/Voucher/report?status=1&q=spring')).json().data[0]).toMatchObject({
		status: 1,
		customerId: tenant.customerId,
		customerName: `Customer ${tenant.customerId}`,
	});
	const acts = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ action: string; user_id: string }>(`select action, user_id from activity where thing = 'voucher'`),
	);
	expect(acts).toEqual([{ action: 'redeemed', user_id: owner.userId }]);
});

test('of fifty who redeem one voucher at once, for five customers, one does', async () => {
	const tenants = await Promise.all(Array.from({ length: 5 }, () => t.tenant()));
	const owners = await Promise.all(
		tenants.flatMap((tenant) => [tenant, tenant]).map(async (tenant) => ({ tenant, who: await ownerOf(tenant) })),
	);
	const { id, code } = await make({ value: 7 });
	const tries = await Promise.all(
		Array.from({ length: 50 }, (_, n) => {
			const { who, tenant } = owners[n % 10] ?? { who: admin, tenant: tenants[0] as Tenant };
			return redeem(who, tenant, code);
		}),
	);
	expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
	const balances = await Promise.all(tenants.map(balance));
	expect(balances.reduce((sum, one) => sum + one, 0)).toBe(7 * MICROS_PER_CREDIT);
	const rows = await t.storage.asOwner((owner) => owner.query('select from voucher_redemption where voucher_id = $1', [id]));
	expect(rows.rowCount).toBe(1);
});

test('five tries an hour, whoever one is; another person has their own', async () => {
	const tenant = await t.tenant();
	const owner = await ownerOf(tenant);
	const { code } = await make();
	for (let n = 0; n < 5; n++) {
		const tried = await redeem(owner, tenant, newCode());
		expect([tried.status, tried.json().error]).toEqual([404, 'This voucher is not valid, please check !!']);
	}
	const sixth = await redeem(owner, tenant, code);
	expect([sixth.status, sixth.json().code, Number(sixth.headers['retry-after']) > 3500]).toEqual([429, 'too_many', true]);
	expect((await redeem(await ownerOf(tenant), tenant, code)).status).toBe(200);
	const start = Date.now();
	setClock(() => new Date(start + 3_601_000));
	expect((await redeem(owner, tenant, (await make()).code)).status).toBe(200);
});

test('a code that is none, one that was revoked and one whose time is over say so in the words of the specification', async () => {
	const tenant = await t.tenant();
	const owner = await ownerOf(tenant);
	const not = { error: 'This voucher is not valid, please check !!', code: 'voucher_not_valid' };
	for (const code of ['x', newCode(), 'K7QM-2XR9-TB40']) expect((await t.send(owner, 'GET', `/api/Voucher/${code}`)).json()).toEqual(not);
	const fi = await t.send(owner, 'GET', '/api/Voucher/x', { headers: { 'accept-language': 'fi' } });
	expect(fi.json().error).toBe('Arvoseteli ei kelpaa, tarkista koodi!');
	const revoked = await make();
	expect((await t.send(admin, 'POST', `/api/Voucher/${revoked.id}/revoke`)).json().data.status).toBe(3);
	expect((await t.send(owner, 'GET', `/api/Voucher/${revoked.code}`)).json()).toEqual(not);
	expect((await redeem(owner, tenant, revoked.code)).json()).toEqual(not);
	const start = Date.now();
	const expiring = await make({ value: 5, expiresAt: new Date(start + 60_000).toISOString() });
	setClock(() => new Date(start + 61_000));
	expect((await redeem(owner, tenant, expiring.code)).json().code).toBe('voucher_expired');
	expect((await t.send(owner, 'GET', `/api/Voucher/${expiring.code}`)).json().data.status).toBe(2);
	expect((await t.send(admin, 'GET', '/api/Voucher/report?status=2')).json().data[0]).toMatchObject({ id: expiring.id, status: 2 });
	expect(await balance(tenant)).toBe(0);
	const used = await make();
	await redeem(owner, tenant, used.code);
	expect((await t.send(admin, 'POST', `/api/Voucher/${used.id}/revoke`)).json().code).toBe('voucher_redeemed');
	expect((await t.send(admin, 'POST', `/api/Voucher/${newId()}/revoke`)).status).toBe(404);
});

test('a voucher of months licenses a domain, from today or from when it is free, and is not used up where that fails', async () => {
	const tenant = await t.tenant();
	const other = await t.tenant();
	const owner = await ownerOf(tenant);
	setClock(() => new Date('2026-11-20T10:00:00Z'));
	const first = await redeem(owner, tenant, (await make({ kind: 'licence', value: 3 })).code);
	expect(first.json().data).toMatchObject({
		kind: 'licence',
		value: 3,
		domain: tenant.host,
		licence: { startsOn: '2026-11-20', endsOn: '2027-02-19', by: 'voucher', state: 'on' },
	});
	const next = await make({ kind: 'licence', value: 1, months: 12 });
	expect((await redeem(owner, tenant, next.code, { domainId: other.domainId })).status).toBe(404);
	expect((await redeem(owner, tenant, next.code)).json().data).toMatchObject({
		value: 12,
		licence: { startsOn: '2027-02-20', endsOn: '2028-02-19' },
	});
	const many = await make({ kind: 'licence', value: 1 });
	expect((await t.send(owner, 'POST', '/api/domain', { body: { domain: `b.${tenant.host}`, customerId: tenant.customerId } })).status).toBe(
		200,
	);
	const unsaid = await redeem(owner, tenant, many.code);
	expect([unsaid.status, unsaid.json().code]).toEqual([422, 'choose_licensed_domain']);
	expect((await redeem(owner, tenant, many.code, { domainId: tenant.domainId })).json().data.licence.startsOn).toBe('2028-02-20');
	expect(dayOf(new Date())).not.toBe('');
	expect(await balance(tenant)).toBe(0);
});

test('vouchers go out as files, without their codes', async () => {
	const tenant = await t.tenant();
	const owner = await ownerOf(tenant);
	const note = `file ${newId()}`;
	const { code } = await make({ value: 5, note });
	await redeem(owner, tenant, code);
	const masked = `••••-••••-••${code.slice(-2)}`;
	const all = (await t.send(admin, 'GET', `/api/Voucher/report/file?q=${encodeURIComponent(note)}`)).text.trim().split('\n');
	expect(all[0]).toContain('Code,Kind,Value,Note,Status,Added,Expires,Redeemed,Customer');
	expect(all.slice(1)).toEqual([expect.stringMatching(`^${masked},Credits,5,${note},Redeemed,.*,Customer ${tenant.customerId}$`)]);
	const mine = await t.send(owner, 'GET', '/api/Voucher/Redemption/My/file', { headers: { 'accept-language': 'fi' } });
	expect(mine.text.trim().split('\n').slice(1)).toEqual([expect.stringContaining(`${masked},Krediittejä,5,${note},`)]);
});

test('what a voucher may be is told, and more is refused', async () => {
	expect((await t.send(admin, 'GET', '/api/Voucher/Types')).json().data).toEqual([
		{ kind: 'credits', unit: 'credits', most: 10_000 },
		{ kind: 'licence', unit: 'months', most: 36 },
	]);
	for (const body of [{}, { value: 0 }, { value: 1.5 }, { value: 10_001 }, { value: 37, kind: 'licence' }, { value: 1, kind: 'x' }])
		expect([body, (await t.send(admin, 'POST', '/api/Voucher/Manual', { body })).status]).toEqual([body, 400]);
});

test('nothing is redeemed, booked or told for a customer that is not there, and the voucher stays open', async () => {
	const [nobody, tenant] = [{ customerId: 2_000_000_000, domainId: '', host: '' }, await t.tenant()];
	const { code } = await make();
	expect((await redeem(admin, nobody, code)).status).toBe(404);
	expect((await redeem(admin, tenant, code)).status).toBe(200);
	const body = { customerId: nobody.customerId, credit: 1, reference: 'nobody' };
	expect((await t.send(admin, 'POST', '/api/payment', { body })).status).toBe(404);
	expect((await t.send(admin, 'GET', `/api/customer/ledgerbalance?customerId=${nobody.customerId}`)).status).toBe(404);
});
