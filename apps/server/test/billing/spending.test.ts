/** What is paid with credits: who pays, reservations that go back to the unit, debts, the month of stored consents, mails, the tariff. */
import { DEFAULT_TARIFF } from '@luvalla/contract/billing/tariff.ts';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { newId, now, setClock } from '../../src/kernel/clock.ts';
import { int, row, sql } from '../../src/kernel/storage/rows.ts';
import { checkCredits } from '../../src/wings/billing/credits/check.ts';
import { beginOf, bookStored, monthBefore } from '../../src/wings/billing/spending/months.ts';
import { tellOfCredits } from '../../src/wings/billing/spending/tell.ts';
import {
	balanceOf,
	book,
	creditMicrosOf,
	draw,
	endHold,
	isCharged,
	isCovered,
	planHold,
	readHold,
	reserve,
	spend,
	squareOpen,
} from '../../src/wings/billing/wing.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { mailsTo } from '../fixtures.ts';

const t = await startApp({ CREDIT_PRICE_CENTS: '1000' });
const admin = await t.person(['ADMIN']);
afterEach(() => setClock(null));

const credits = (whole: number): number => whole * MICROS_PER_CREDIT;
/** A credit is 10.00: so many millionths of the currency. */
const CREDIT = 10_000_000;
type In<T> = Parameters<typeof t.storage.inTenant<T>>[1];
const inTenant = <T>({ customerId }: Tenant, work: In<T>): Promise<T> => t.storage.inTenant(customerId, work);
const give = (tenant: Tenant, micros: number) =>
	inTenant(tenant, (tx) =>
		book(tx, { customerId: tenant.customerId, kind: 'voucher', reference: newId(), other: 'vouchers', micros, about: {} }),
	);
const balance = (tenant: Tenant) => inTenant(tenant, (tx) => balanceOf(tx, tenant.customerId));
const run = ({ customerId }: Tenant, reference = newId()) => ({ customerId, kind: 'sending' as const, reference });
type Run = ReturnType<typeof run>;
const plan = (tenant: Tenant, of: Run, costMicros: number) =>
	inTenant(tenant, (tx) =>
		planHold(tx, { ...of, costMicros, creditCents: 1000, about: { title: 'Letter', campaign: newId() }, beginsAt: now() }),
	);
const begin = (tenant: Tenant, of: Run, costMicros?: number) => inTenant(tenant, (tx) => reserve(tx, of, costMicros));
const end = (tenant: Tenant, of: Run, costMicros: number) => inTenant(tenant, (tx) => endHold(tx, of, costMicros, { count: 3 }));
const moves = async ({ customerId }: Tenant) =>
	(await t.send(admin, 'GET', `/api/customer/ledgerreport?customerId=${customerId}&size=100&sort=number`))
		.json()
		.data.map(({ kind, micros }: { kind: string; micros: number }) => [kind, micros]);
const read = async ({ customerId }: Tenant) => (await t.send(admin, 'GET', `/api/customer/spending?customerId=${customerId}`)).json().data;
/** What stands on the side of the reservations. */
const reserved = (tenant: Tenant): Promise<number> =>
	inTenant(tenant, async (tx) => {
		const found = await tx.first(
			row({ sum: int }),
			sql`select coalesce(sum(micros), 0)::bigint as sum from credit_entry where customer_id = ${tenant.customerId} and account = 'reserved'`,
		);
		return found?.sum ?? 0;
	});
const addsUp = async (tenant: Tenant): Promise<boolean> => !(await checkCredits(t.server.kernel)).wrong.includes(tenant.customerId);

const subjectsTo = async (email: string): Promise<string[]> => (await mailsTo(t, email)).map(({ subject }) => subject).toReversed();

test('what an amount is in credits is rounded up in its last millionth, and never more', () => {
	expect(creditMicrosOf(26_418 * 1_000, 1000)).toBe(2_641_800);
	expect(creditMicrosOf(1, 1000)).toBe(1);
	expect(creditMicrosOf(0, 1000)).toBe(0);
	fc.assert(
		fc.property(fc.nat(2 ** 40), fc.integer({ min: 1, max: 1_000_000 }), (micros, cents) => {
			const got = creditMicrosOf(micros, cents);
			return got * cents >= micros * 100 && (got - 1) * cents < micros * 100;
		}),
	);
});

test('whoever never had credits is free where none are sold; credits, Stripe and an ADMIN’s word charge, and the word counts most', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const charged = (stripe: object | null = null) =>
		inTenant(tenant, (tx) => isCharged(tx, { settings: { stripe: stripe as typeof t.server.kernel.settings.stripe } }, tenant.customerId));
	expect([await charged(), await charged({})]).toEqual([false, true]);
	// A licence opens an account, and gives nothing.
	await inTenant(tenant, (tx) => tx.run(sql`insert into credit_account (customer_id) values (${tenant.customerId})`));
	expect(await charged()).toBe(false);
	await give(tenant, credits(1));
	expect(await charged()).toBe(true);
	const say = (who: Person, word: boolean | null) =>
		t.send(who, 'PUT', '/api/customer/charged', { body: { customerId: tenant.customerId, charged: word } });
	expect((await say(owner, false)).status).toBe(403);
	expect((await say(admin, false)).json().data).toMatchObject({ charged: false, isCharged: false });
	expect([await charged(), await charged({})]).toEqual([false, false]);
	expect((await say(admin, null)).json().data).toMatchObject({ charged: null, isCharged: true });
	const told = await inTenant(tenant, (tx) =>
		tx.rows(row({ n: int }), sql`select count(*) as n from activity where customer_id = ${tenant.customerId} and 'charged' = any(fields)`),
	);
	expect(told).toEqual([{ n: 2 }]);
});

test('a run reserves what it costs at most, and at its end the ledger says what it cost; the rest is there again, to the unit', async () => {
	const tenant = await t.tenant();
	await give(tenant, credits(3));
	const of = run(tenant);
	await plan(tenant, of, 2 * CREDIT + 7);
	expect(await begin(tenant, of)).toBe(0);
	expect([await balance(tenant), await reserved(tenant)]).toEqual([credits(1) - 1, credits(2) + 1]);
	expect(await inTenant(tenant, (tx) => isCovered(tx, of))).toBe(true);
	// Begun again, by whoever was killed: nothing more is reserved.
	expect(await begin(tenant, of)).toBe(0);
	await end(tenant, of, CREDIT + 5);
	await end(tenant, of, CREDIT + 5);
	expect([await balance(tenant), await reserved(tenant)]).toEqual([credits(2) - 1, 0]);
	expect(await moves(tenant)).toEqual([
		['voucher', credits(3)],
		['reserved', -credits(2) - 1],
		['released', credits(2) + 1],
		['sending', -credits(1) - 1],
	]);
	const [line] = (await t.send(admin, 'GET', `/api/customer/ledgerreport?customerId=${tenant.customerId}&kind=sending`)).json().data;
	expect(line).toMatchObject({ reference: of.reference, about: { title: 'Letter', count: 3 }, from: 'customer', to: 'sending' });
	expect(await addsUp(tenant)).toBe(true);
});

test('what is killed between reserving and the end of its transaction has reserved nothing, and reserves once when it comes again', async () => {
	const tenant = await t.tenant();
	await give(tenant, credits(2));
	const of = run(tenant);
	const killed = (work: In<unknown>) =>
		expect(
			inTenant(tenant, async (tx) => {
				await work(tx);
				throw new Error('killed');
			}),
		).rejects.toThrow('killed');
	await plan(tenant, of, CREDIT);
	await killed((tx) => reserve(tx, of));
	expect([await balance(tenant), await reserved(tenant)]).toEqual([credits(2), 0]);
	await begin(tenant, of);
	await killed((tx) => endHold(tx, of, CREDIT / 2, { count: 1 }));
	expect([await balance(tenant), await reserved(tenant)]).toEqual([credits(1), credits(1)]);
	await Promise.all([end(tenant, of, CREDIT / 2), end(tenant, of, CREDIT / 2)]);
	expect([await balance(tenant), await reserved(tenant), await addsUp(tenant)]).toEqual([credits(1.5), 0, true]);
});

test('a run that cost nothing gives everything back; one whose cost is told later is put right in both directions', async () => {
	const tenant = await t.tenant();
	await give(tenant, credits(2));
	const nothing = run(tenant);
	await plan(tenant, nothing, CREDIT);
	await begin(tenant, nothing);
	await end(tenant, nothing, 0);
	expect(await balance(tenant)).toBe(credits(2));
	const other = run(tenant);
	await plan(tenant, other, CREDIT);
	await begin(tenant, other);
	await end(tenant, other, CREDIT / 2);
	await end(tenant, other, CREDIT / 4);
	expect(await balance(tenant)).toBe(credits(1.75));
	await end(tenant, other, CREDIT);
	expect([await balance(tenant), await reserved(tenant), await addsUp(tenant)]).toEqual([credits(1), 0, true]);
});

test('of two that begin at once with credits for one, one is short by what lacks, waits, and is told of by one mail', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	await give(tenant, credits(1.5));
	const both = [run(tenant), run(tenant)];
	for (const of of both) await plan(tenant, of, CREDIT);
	const short = await Promise.all(both.map((of) => begin(tenant, of)));
	expect(short.toSorted((a, b) => a - b)).toEqual([0, credits(0.5)]);
	expect([await balance(tenant), await reserved(tenant)]).toEqual([credits(0.5), credits(1)]);
	expect((await read(tenant)).short).toMatchObject([
		{ neededMicros: credits(1), shortMicros: credits(0.5), title: 'Letter', waits: false },
	]);
	const late = both[short.indexOf(credits(0.5))] as Run;
	expect(await inTenant(tenant, (tx) => isCovered(tx, late))).toBe(false);
	expect((await read(tenant)).short).toMatchObject([{ waits: true }]);
	await Promise.all([tellOfCredits(t.server.kernel), tellOfCredits(t.server.kernel)]);
	await tellOfCredits(t.server.kernel);
	expect(await subjectsTo(owner.email)).toEqual(['A campaign waits for credits']);
	await give(tenant, credits(0.5));
	expect(await inTenant(tenant, (tx) => isCovered(tx, late))).toBe(true);
	expect([(await read(tenant)).short, await balance(tenant)]).toEqual([[], 0]);
	expect(await addsUp(tenant)).toBe(true);
});

test('what is planned later is covered by what the earlier leaves', async () => {
	const tenant = await t.tenant();
	await give(tenant, credits(2.5));
	for (const day of [3, 1, 2])
		await inTenant(tenant, (tx) =>
			planHold(tx, {
				...{ ...run(tenant), costMicros: CREDIT, creditCents: 1000, beginsAt: new Date(`2030-01-0${day}T09:00:00Z`) },
				about: { title: `Of day ${day}`, campaign: newId() },
			}),
		);
	expect((await read(tenant)).short).toMatchObject([{ title: 'Of day 3', neededMicros: credits(1), shortMicros: credits(0.5) }]);
});

test('what stays open takes a block at a time, waits when nothing is left, and goes on when credits come', async () => {
	const tenant = await t.tenant();
	await give(tenant, credits(1));
	const of = run(tenant);
	await plan(tenant, of, 0);
	let cost = 0;
	const each = CREDIT / 4;
	const ask = (count: number) =>
		inTenant(tenant, (tx) =>
			draw(tx, of, each, count, () => Promise.resolve({ costMicros: cost, inHand: 0, about: { count: cost / each } })),
		);
	expect(await ask(3)).toBe(3);
	expect(await balance(tenant)).toBe(credits(0.25));
	// One of them failed and cost nothing.
	cost = 2 * each;
	expect(await ask(3)).toBe(2);
	cost = 4 * each;
	expect(await ask(1)).toBe(0);
	expect(await ask(1)).toBe(0);
	const before = await moves(tenant);
	expect(await ask(5)).toBe(0);
	// Whoever looks while it waits moves nothing.
	expect(await moves(tenant)).toEqual(before);
	expect((await read(tenant)).short).toMatchObject([{ waits: true, shortMicros: credits(0.25) }]);
	await give(tenant, credits(10));
	expect(await ask(1)).toBe(1);
	cost = 5 * each;
	await inTenant(tenant, (tx) => squareOpen(tx, of, { costMicros: cost, inHand: 0, about: {} }));
	expect([await balance(tenant), await reserved(tenant)]).toEqual([credits(11 - 1.25), 0]);
	await end(tenant, of, cost);
	expect([await balance(tenant), await addsUp(tenant)]).toEqual([credits(9.75), true]);
});

test('any order of reservations, ends and gifts sums to zero, and pays each run what it cost', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.record({ cost: fc.nat(3 * CREDIT), most: fc.nat(3 * CREDIT), gift: fc.nat(credits(2)) }), { minLength: 1, maxLength: 5 }),
			async (all) => {
				const tenant = await t.tenant();
				let given = 0;
				let used = 0;
				for (const { cost, most, gift } of all) {
					if (gift > 0) await give(tenant, gift);
					given += gift;
					const of = run(tenant);
					await plan(tenant, of, most);
					if ((await begin(tenant, of)) > 0) continue;
					await end(tenant, of, cost);
					used += creditMicrosOf(cost, 1000);
				}
				const owed = (await read(tenant)).due.reduce((sum: number, { micros }: { micros: number }) => sum + micros, 0);
				expect([await balance(tenant), await reserved(tenant)]).toEqual([given - used + owed, 0]);
				expect(await addsUp(tenant)).toBe(true);
			},
		),
		{ numRuns: 10 },
	);
});

test('the months of Helsinki begin and end with its days, in summer and winter', () => {
	expect(beginOf('2026-11-01').toISOString()).toBe('2026-10-31T22:00:00.000Z');
	expect(beginOf('2026-07-01').toISOString()).toBe('2026-06-30T21:00:00.000Z');
	expect(monthBefore(new Date('2026-12-31T22:30:00Z'))).toEqual({
		month: '2026-12',
		from: new Date('2026-11-30T22:00:00Z'),
		to: new Date('2026-12-31T22:00:00Z'),
	});
});

/** So many records came at a moment. */
const bring = ({ customerId, domainId }: Tenant, n: number, at: string) =>
	t.storage.asOwner((client) =>
		client.query(
			`insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at,
				batch_position, how, language, gpc, browser, device, clock_skewed, salt, leaf)
			select $1, $4::timestamptz, gen_random_uuid(), gen_random_uuid(), $2, gen_random_uuid(), 1, 'x', true, $4::timestamptz, g, 'api', 'en',
				false, '', '', false, '\\x00', '\\x00' from generate_series(1, $3::int) g`,
			[customerId, domainId, n, at],
		),
	);

test('a month of stored consents is booked once, also by two workers; what is not covered is owed and taken when credits come', async () => {
	const [tenant, other, free] = [await t.tenant(), await t.tenant(), await t.tenant()];
	setClock(() => new Date('2026-06-01T03:00:00Z'));
	await give(tenant, 3);
	await give(other, credits(1));
	for (const one of [tenant, free]) {
		await bring(one, 2, '2026-05-01T00:00:00+03:00');
		await bring(one, 1, '2026-05-31T23:59:59+03:00');
		await bring(one, 5, '2026-06-01T00:00:00+03:00');
		await bring(one, 5, '2026-04-30T23:59:59+03:00');
	}
	const book = () => bookStored(t.server.kernel);
	await Promise.all([book(), book()]);
	await book();
	// Three records at 0.0001: 300 millionths of the currency, of a credit of 10.00.
	const cost = creditMicrosOf(3 * DEFAULT_TARIFF.storedConsent, 1000);
	expect(cost).toBe(30);
	expect((await read(tenant)).due).toMatchObject([{ kind: 'stored', micros: cost - 3, about: { month: '2026-05', count: 3 } }]);
	expect(await moves(tenant)).toEqual([
		['voucher', 3],
		['stored', -3],
	]);
	expect(await moves(other)).toEqual([['voucher', credits(1)]]);
	expect(await moves(free)).toEqual([]);
	await give(tenant, 7);
	expect([await balance(tenant), (await read(tenant)).due]).toMatchObject([0, [{ micros: cost - 10 }]]);
	await give(tenant, 100);
	expect([await balance(tenant), (await read(tenant)).due]).toEqual([110 - cost, []]);
	await book();
	expect([await balance(tenant), await addsUp(tenant)]).toEqual([110 - cost, true]);
	// Whoever was free when the month was over stays free of it, though they have credits a night later.
	await give(free, credits(1));
	await book();
	expect(await moves(free)).toEqual([['voucher', credits(1)]]);
});

test('one mail when the balance falls below the limit, and not again until it was above', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const tell = () => Promise.all([tellOfCredits(t.server.kernel), tellOfCredits(t.server.kernel)]);
	const pay = (micro: number) =>
		inTenant(tenant, (tx) => spend(tx, { customerId: tenant.customerId, kind: 'sending', reference: newId(), micro, about: {} }));
	const limit = (lowCredits: number, who = owner) =>
		t.send(who, 'PUT', '/api/customer/lowcredits', { body: { customerId: tenant.customerId, lowCredits } });
	expect((await limit(5)).json().data).toMatchObject({ lowCredits: 5, lowPeople: 1 });
	await give(tenant, credits(6));
	await tell();
	expect(await subjectsTo(owner.email)).toEqual([]);
	await pay(credits(2));
	await pay(credits(1));
	await tell();
	await tell();
	expect(await subjectsTo(owner.email)).toEqual(['3.000 credits are left']);
	// A run that reserves and gives back is below all the while.
	await give(tenant, credits(3));
	await tell();
	const of = run(tenant);
	await plan(tenant, of, 2 * CREDIT);
	await begin(tenant, of);
	await end(tenant, of, 0);
	await tell();
	expect(await subjectsTo(owner.email)).toHaveLength(1);
	await pay(credits(4));
	await tell();
	expect(await subjectsTo(owner.email)).toHaveLength(2);
	// Whoever knows is not told again by another limit; one above what there is says so.
	await limit(4);
	await tell();
	expect(await subjectsTo(owner.email)).toHaveLength(2);
	await limit(1);
	await limit(9);
	await tell();
	await tell();
	expect(await subjectsTo(owner.email)).toHaveLength(3);
});

test('the tariff holds from a moment on, what is past keeps its prices, and only an ADMIN sets it', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const get = async (who = owner) => (await t.send(who, 'GET', '/api/customer/tariff')).json().data;
	// Files share a worker's database, and another one may have set a tariff: before any was set, this is what holds.
	setClock(() => new Date('2020-01-02T00:00:00Z'));
	expect(await get()).toMatchObject({ since: null, prices: DEFAULT_TARIFF, currency: 'EUR', creditPriceCents: 1000, past: [] });
	setClock(null);
	const begun = await get();
	expect(begun).toMatchObject({ prices: DEFAULT_TARIFF, next: [] });
	const before = begun.since === null ? [] : [{ since: begun.since, prices: begun.prices }, ...begun.past];
	const prices = { ...DEFAULT_TARIFF, email: 2_000 };
	const set = (who: Person, body: object) => t.send(who, 'POST', '/api/customer/tariff', { body });
	expect((await set(owner, { prices })).status).toBe(403);
	const past = await set(admin, { prices, since: '2020-01-01T00:00:00Z' });
	expect([past.status, past.json().code]).toEqual([422, 'tariff_past']);
	expect((await set(admin, { prices: { email: 1 } })).status).toBe(400);
	const later = new Date(now().getTime() + 86_400_000).toISOString();
	expect((await set(admin, { prices, since: later })).json().data).toMatchObject({
		prices: DEFAULT_TARIFF,
		next: [{ since: later, prices }],
	});
	expect((await set(admin, { prices, since: later })).status).toBe(409);
	setClock(() => new Date(later));
	expect(await get()).toMatchObject({ since: later, prices, next: [], past: before });
	const dearer = { ...prices, email: 3_000 };
	expect((await set(admin, { prices: dearer })).json().code).toBe('tariff_taken');
	setClock(() => new Date(Date.parse(later) + 60_000));
	expect((await set(admin, { prices: dearer })).json().data).toMatchObject({ prices: dearer, past: [{ since: later, prices }, ...before] });
	expect(await get(owner)).toMatchObject({ prices: dearer, next: [], past: [{ since: later, prices }, ...before] });
	setClock(() => new Date(Date.parse(later) + 120_000));
	expect((await set(admin, { prices: DEFAULT_TARIFF })).status).toBe(200);
});

test('without reservations a run is one line, and what was reserved beside each line makes the balances follow from each other', async () => {
	const [tenant, other] = [await t.tenant(), await t.tenant()];
	const owner = await t.person([], { adminOf: [tenant] });
	await give(other, credits(9));
	const elsewhere = run(other);
	await plan(other, elsewhere, CREDIT);
	await begin(other, elsewhere);
	await give(tenant, credits(9));
	const [first, second, open] = [run(tenant), run(tenant), run(tenant)];
	for (const one of [first, second, open]) {
		await plan(tenant, one, 2 * CREDIT);
		await begin(tenant, one);
	}
	await end(tenant, second, CREDIT);
	await give(tenant, credits(4));
	await end(tenant, first, 2 * CREDIT);
	interface Line {
		number: number;
		kind: string;
		micros: number;
		balanceMicros: number;
		reservedMicros: number;
	}
	const ask = async (query: string): Promise<{ data: Line[]; reservedMicros: number; page: { total: number } }> =>
		(await t.send(owner, 'GET', `/api/customer/ledgerreport?customerId=${tenant.customerId}${query}`)).json();
	const { data: lines, reservedMicros, page } = await ask('&reservations=false&sort=number');
	expect(lines.map(({ kind, micros }) => [kind, micros])).toEqual([
		['voucher', credits(9)],
		['sending', -credits(1)],
		['voucher', credits(4)],
		['sending', -credits(2)],
	]);
	expect(page.total).toBe(4);
	let whole = 0;
	for (const line of lines) {
		whole += line.micros;
		expect(line.balanceMicros + line.reservedMicros).toBe(whole);
	}
	expect(reservedMicros).toBe(credits(2));
	expect(await balance(tenant)).toBe(whole - reservedMicros);
	// A page in the middle, the other way round, knows as much.
	const middle = await ask('&reservations=false&page=2&size=2');
	expect(middle.data).toEqual([lines[1], lines[0]]);
	// With them nothing is left out, and they are what is usual: files and callers of before have all.
	const all = await ask('&size=100');
	expect([all.page.total, (await ask('&reservations=true&size=100')).page.total]).toEqual([9, 9]);
	expect(all.data.filter(({ kind }) => kind === 'reserved' || kind === 'released')).toHaveLength(5);
	const file = await t.send(owner, 'GET', `/api/customer/ledgerreport/file?customerId=${tenant.customerId}`);
	expect(file.text.trim().split('\n')).toHaveLength(10);
});

test('nobody reads another’s spending, and a partner changes nothing of it', async () => {
	const [tenant, other] = [await t.tenant(), await t.tenant()];
	const owner = await t.person([], { adminOf: [tenant] });
	const partner = await t.person(['PARTNER'], { partnerOf: [tenant] });
	const status = async (who: Person, { customerId }: Tenant) =>
		(await t.send(who, 'GET', `/api/customer/spending?customerId=${customerId}`)).status;
	expect([await status(owner, tenant), await status(owner, other), await status(partner, tenant)]).toEqual([200, 404, 200]);
	const low = await t.send(partner, 'PUT', '/api/customer/lowcredits', { body: { customerId: tenant.customerId, lowCredits: 1 } });
	expect(low.status).toBe(403);
	const of = run(tenant);
	await plan(tenant, of, 1);
	expect(await inTenant(other, (tx) => readHold(tx, of))).toBeNull();
});
