/** Costs: what was spent, by month and kind, out of the ledger. */
import { MonthCost } from '@luvalla/contract/billing/costs.ts';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { afterEach, expect, test } from 'vitest';
import { newId, setClock } from '../../src/kernel/clock.ts';
import { monthsBetween } from '../../src/wings/billing/costs/calls.ts';
import { book, spend } from '../../src/wings/billing/wing.ts';
import { startApp, type Tenant } from '../app.ts';

const t = await startApp({ CREDIT_PRICE_CENTS: '1000' });
afterEach(() => setClock(null));

const pay = ({ customerId }: Tenant, at: string, kind: 'sending' | 'scans' | 'stored', micro: number) => {
	setClock(() => new Date(at));
	return t.storage.inTenant(customerId, (tx) => spend(tx, { customerId, kind, reference: newId(), micro, about: {} }));
};

test('months are those of Helsinki, the earliest first, with those between in which nothing was spent', async () => {
	const tenant = await t.tenant();
	const { customerId } = tenant;
	const owner = await t.person([], { adminOf: [tenant] });
	setClock(() => new Date('2026-07-01T10:00:00Z'));
	// What is given is no cost.
	await t.storage.inTenant(customerId, (tx) =>
		book(tx, { customerId, kind: 'voucher', reference: newId(), other: 'vouchers', micros: 9 * MICROS_PER_CREDIT, about: {} }),
	);
	const read = async () => {
		const { data } = (await t.send(owner, 'GET', `/api/customer/${customerId}/costing/all`)).json();
		return data.map(({ key, value }: { key: string; value: string }) => [key, MonthCost.parse(JSON.parse(value))]);
	};
	expect(await read()).toEqual([]);
	await pay(tenant, '2026-08-31T20:59:59Z', 'sending', 1000);
	await pay(tenant, '2026-08-31T21:00:00Z', 'sending', 20);
	await pay(tenant, '2026-09-15T10:00:00Z', 'scans', 300);
	await pay(tenant, '2026-09-15T11:00:00Z', 'sending', 5);
	await pay(tenant, '2026-11-01T10:00:00Z', 'stored', 4);
	const same = { creditPriceCents: 1000, currency: 'EUR' };
	expect(await read()).toEqual([
		['2026-08', { micros: 1000, kinds: { sending: 1000, scans: 0, stored: 0 }, ...same }],
		['2026-09', { micros: 325, kinds: { sending: 25, scans: 300, stored: 0 }, ...same }],
		['2026-10', { micros: 0, kinds: { sending: 0, scans: 0, stored: 0 }, ...same }],
		['2026-11', { micros: 4, kinds: { sending: 0, scans: 0, stored: 4 }, ...same }],
	]);
	expect(monthsBetween('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
});
