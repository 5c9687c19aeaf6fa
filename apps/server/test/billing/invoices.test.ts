/** Invoices: one for each payment and each refund, numbered without gaps, with the tax that is owed and by whom. */
import { MAX_CREDIT } from '@luvalla/contract/constants.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId, setClock } from '../../src/kernel/clock.ts';
import { readSettings } from '../../src/settings.ts';
import { linesOf } from '../../src/wings/billing/invoices/pdf.ts';
import { readInvoice } from '../../src/wings/billing/invoices/store.ts';
import { beginPayment } from '../../src/wings/billing/payments/begin.ts';
import { completePayment } from '../../src/wings/billing/payments/settle.ts';
import { vatCentsOf, vatFor, vatIdOf } from '../../src/wings/billing/vat.ts';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';
import { pdfTextOf } from './pdf-text.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
	t = await testApp({
		CREDIT_PRICE_CENTS: '333',
		SELLER_NAME: 'Luvalla Oy',
		SELLER_ADDRESS: 'Katu 1, 20100 Turku',
		SELLER_VAT_ID: 'FI12345678',
	});
	admin = await t.person(['ADMIN']);
});
afterAll(() => t.stop());
afterEach(() => setClock(null));

const pay = async ({ customerId }: Tenant, credit = 1): Promise<{ id: string; invoice: { id: string; number: string } }> => {
	const sent = await t.send(admin, 'POST', '/api/payment', { body: { customerId, credit, reference: newId() } });
	if (sent.status !== 200) throw new Error(sent.text);
	return sent.json().data;
};
const refund = (transactionId: string, how: true | number) =>
	t.send(admin, 'PUT', '/api/payment', { body: { transactionId, refund: how } });
const becomes = ({ customerId }: Tenant, change: object) =>
	t.send(admin, 'PUT', '/api/customer', { body: { id: customerId, name: 'Aalto Oy', ...change } });
const list = async ({ customerId }: Tenant, query = '', who = admin) =>
	(await t.send(who, 'GET', `/api/customer/${customerId}/invoice/all${query}`)).json();

test('numbers have no gaps, whoever pays at once and whatever is taken back on the way', async () => {
	const tenants = await Promise.all(Array.from({ length: 5 }, () => t.tenant()));
	setClock(() => new Date('2033-05-05T10:00:00Z'));
	/** Issued, and not committed. */
	const undone = ({ customerId }: Tenant) =>
		t.storage.inTenant(customerId, async (tx) => {
			const begun = { customerId, credits: 1, by: admin.userId, way: 'invoice', reference: newId() } as const;
			const { payment } = await beginPayment(tx, t.server.kernel.settings, begun);
			await completePayment(tx, t.server.kernel.settings.seller, payment, null);
			throw new Error('taken back');
		});
	await Promise.all(
		Array.from({ length: 60 }, async (_, n) => {
			const tenant = tenants[n % tenants.length] as Tenant;
			if (n % 3 === 2) await expect(undone(tenant)).rejects.toThrow('taken back');
			else await pay(tenant);
		}),
	);
	const issued = await t.storage.asOwner((owner) =>
		owner.query<{ number: number }>(`select number from invoice where kind = 'invoice' and year = 2033 order by number`),
	);
	expect(issued.rows.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
	const listed = (await Promise.all(tenants.map((tenant) => list(tenant, '?size=100')))).flatMap(({ data }) => data);
	expect(new Set(listed.map(({ number }) => number)).has('2033-0040')).toBe(true);
});

test('numbers of more than four digits are found and sorted as what they are', async () => {
	const tenant = await t.tenant();
	setClock(() => new Date('2034-05-05T10:00:00Z'));
	await t.storage.asOwner((owner) => owner.query(`insert into invoice_number (series, year, last) values ('invoice', 2034, 9998)`));
	for (const _ of [1, 2]) await pay(tenant);
	const numbers = async (query: string) => (await list(tenant, query)).data.map(({ number }: { number: string }) => number);
	expect(await numbers('?sort=-number')).toEqual(['2034-10000', '2034-9999']);
	expect(await numbers('?q=2034-10000')).toEqual(['2034-10000']);
});

test('a year begins at midnight in Helsinki, and its numbers with 1; credit notes have their own', async () => {
	const tenant = await t.tenant();
	setClock(() => new Date('2040-12-31T21:59:00Z'));
	const last = await pay(tenant, 3);
	setClock(() => new Date('2040-12-31T22:00:00Z'));
	const first = await pay(tenant, 2);
	expect([last.invoice.number, first.invoice.number]).toEqual(['2040-0001', '2041-0001']);
	expect((await refund(last.id, 1)).json().data.creditNote.number).toBe('2041-0001');
	expect((await list(tenant)).data).toMatchObject([
		{ kind: 'credit_note', number: '2041-0001', corrects: '2040-0001', issuedOn: '2041-01-01' },
		{ kind: 'invoice', number: '2041-0001', refundableCredits: 2 },
		{ kind: 'invoice', number: '2040-0001', issuedOn: '2040-12-31', refundableCredits: 2, corrects: null },
	]);
	expect((await list(tenant, '?kind=credit_note')).page.total).toBe(1);
	const file = await t.send(admin, 'GET', `/api/customer/${tenant.customerId}/invoice/file?sort=issuedAt`);
	expect(file.text.trim().split('\n').slice(1)).toEqual([
		'Invoice,2040-0001,2040-12-31,,3,9.99,25.5,2.55,12.54,EUR',
		'Invoice,2041-0001,2041-01-01,,2,6.66,25.5,1.7,8.36,EUR',
		'Credit note,2041-0001,2041-01-01,2040-0001,-1,-3.33,25.5,-0.85,-4.18,EUR',
	]);
	expect((await list(tenant, '?q=2040-')).data).toMatchObject([{ number: '2040-0001' }]);
});

test('who owes the tax follows from where seller and buyer are, and from the buyer’s VAT id', () => {
	const seller = { name: '', address: [], vatId: 'FI12345678', countryCode: 'FI', vatBasisPoints: 2550 };
	const of = (countryCode: string, businessId = '', from: object = {}) => {
		const { kind, basisPoints } = vatFor({ ...seller, ...from }, { countryCode, businessId });
		return [kind, basisPoints];
	};
	expect([of('FI', 'FI87654321'), of(''), of('SE'), of('SE', '556012-5790'), of('SE', 'FI12345678')]).toEqual(
		Array(5).fill(['charged', 2550]),
	);
	expect([of('SE', 'SE556012579001'), of('GR', ' el 123.456-789 '), of('DE', 'de123456789')]).toEqual(Array(3).fill(['reverse', 0]));
	expect([of('NO', 'NO123456789'), of('US')]).toEqual(Array(2).fill(['outside', 0]));
	expect([of('FI', '', { vatId: null }), of('SE', 'SE556012579001', { vatId: null })]).toEqual(Array(2).fill(['none', 0]));
	expect([vatIdOf({ countryCode: 'SE', businessId: 'SE' }), vatIdOf({ countryCode: 'SE', businessId: 'SEVERAL' })]).toEqual([null, null]);
});

test('parts of a refund are the whole, to the cent, whatever rounding does', async () => {
	const tenant = await t.tenant();
	for (const credits of [1, 7, 13, MAX_CREDIT]) {
		const { id } = await pay(tenant, credits);
		for (let left = credits; left > 0; left -= Math.min(left, 3)) expect((await refund(id, Math.min(left, 3))).status).toBe(200);
		const documents = (await list(tenant, '?size=100')).data.filter(({ paymentId }: { paymentId: string }) => paymentId === id);
		const sum = (kind: string, what: 'netCents' | 'vatCents' | 'totalCents'): number =>
			documents
				.filter((one: { kind: string }) => one.kind === kind)
				.reduce((total: number, one: Record<string, number>) => total + (one[what] ?? 0), 0);
		for (const what of ['netCents', 'vatCents', 'totalCents'] as const)
			expect([credits, what, sum('credit_note', what)]).toEqual([credits, what, sum('invoice', what)]);
		expect(sum('invoice', 'vatCents')).toBe(vatCentsOf(credits * 333, { kind: 'charged', basisPoints: 2550 }));
	}
});

test('an invoice says who, whom and what, in both languages, and stays as it was', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	await becomes(tenant, { address: 'Rantatie 2\n20100 Turku', businessId: '1234567-8', countryCode: 'FI' });
	const { id, invoice } = await pay(tenant, 10);
	await becomes(tenant, { name: 'Renamed', address: 'Elsewhere', businessId: 'x', countryCode: 'US' });
	const file = (which: string, language: string, who = owner) =>
		t.send(who, 'GET', `/api/customer/${tenant.customerId}/invoice/${which}/pdf`, { headers: { 'accept-language': language } });
	const en = await file(invoice.id, 'en');
	expect([en.headers['content-type'], en.headers['content-disposition']]).toEqual([
		'application/pdf',
		expect.stringContaining(`invoice-${invoice.number}.pdf`),
	]);
	const text = await pdfTextOf(en.bytes);
	for (const words of [
		`Invoice ${invoice.number}`,
		...['Luvalla Oy', 'Katu 1', '20100 Turku', 'VAT id FI12345678'],
		...['Aalto Oy', 'Rantatie 2', 'Business ID 1234567-8'],
		...['€3.33', '€33.30', 'VAT 25.5 %', '€8.49', '€41.79', 'Paid by bank transfer.'],
	])
		expect(text).toContain(words);
	expect(text).not.toContain('Renamed');
	const fi = await pdfTextOf((await file(invoice.id, 'fi')).bytes);
	for (const words of [`Lasku ${invoice.number}`, 'Y-tunnus 1234567-8', 'ALV 25,5 %', 'Yhteensä']) expect(fi).toContain(words);
	const note = (await refund(id, 4)).json().data.creditNote;
	const paper = await pdfTextOf((await file(note.id, 'en')).bytes);
	for (const words of [`Credit note ${note.number}`, `For invoice ${invoice.number}`, '-€16.72', 'Refunded by bank transfer.'])
		expect(paper).toContain(words);
	const other = await t.person([], { adminOf: [await t.tenant()] });
	expect([(await file(invoice.id, 'en', other)).status, (await file(newId(), 'en')).status]).toEqual([404, 404]);
	const partner = await t.person(['PARTNER'], { partnerOf: [tenant] });
	expect((await list(tenant, '', partner)).page.total).toBe(2);
});

test('a company of another member state reads that it owes the tax, and one outside the EU that none is charged', async () => {
	const notes = async (change: object) => {
		const tenant = await t.tenant();
		await becomes(tenant, change);
		const { invoice } = await pay(tenant, 10);
		const row = await t.storage.inTenant(tenant.customerId, (tx) => readInvoice(tx, tenant.customerId, invoice.id));
		if (!row) throw new Error('no invoice');
		const { sums, notes: told } = linesOf(row, 'en');
		return { sums: sums.map(([, amount]) => amount), told };
	};
	expect(await notes({ countryCode: 'SE', businessId: 'SE556012579001' })).toEqual({
		sums: ['€33.30', '€33.30'],
		told: ['Paid by bank transfer.', 'Reverse charge: the buyer owes the VAT (Article 196 of Directive 2006/112/EC).'],
	});
	expect((await notes({ countryCode: 'US' })).told[1]).toContain('Outside the scope of EU VAT');
	expect((await notes({ countryCode: 'SE' })).sums).toEqual(['€33.30', '€8.49', '€41.79']);
});

test('settings that cannot be are refused with a sentence that names them', () => {
	const wrong: Record<string, Record<string, string>> = {
		CURRENCY: { CURRENCY: 'JPY' },
		CREDIT_PRICE_CENTS: { CREDIT_PRICE_CENTS: '0' },
		STRIPE_WEBHOOK_SECRET: { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk' },
		STRIPE_PUBLISHABLE_KEY: { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' },
		STRIPE_API_BASE: { STRIPE_API_BASE: 'ftp://x' },
		SELLER_COUNTRY: { SELLER_COUNTRY: 'Finland' },
		VAT_PERCENT: { VAT_PERCENT: '25,5' },
	};
	for (const [name, env] of Object.entries(wrong)) expect(() => readSettings(env)).toThrow(new RegExp(`^${name} `));
	expect(readSettings({}).stripe).toBeNull();
	const { creditPriceCents, currency, seller } = readSettings({});
	expect([creditPriceCents, currency, seller.vatId, seller.vatBasisPoints]).toEqual([100, 'EUR', null, 2550]);
});
