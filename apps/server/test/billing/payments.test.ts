/** Payments by card: credits are booked once, by Stripe's word, in whatever order it comes; refunds go back whence they came. */
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId, setClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { askStripe } from '../../src/wings/billing/payments/ask.ts';
import { createGateway } from '../../src/wings/billing/payments/gateway.ts';
import { STRIPE_WEBHOOK } from '../../src/wings/billing/payments/webhook.ts';
import { balanceOf, spend } from '../../src/wings/billing/wing.ts';
import { figuresOf } from '../../src/wings/insight/schedules/figures.ts';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';
import { eventOf, type FakeStripe, signed, startStripe } from './stripe-fake.ts';

let t: TestApp;
let stripe: FakeStripe;
let admin: Person;
beforeAll(async () => {
	stripe = await startStripe();
	t = await testApp({
		...stripe.settings,
		CREDIT_PRICE_CENTS: '1000',
		SELLER_NAME: 'Luvalla Oy',
		SELLER_ADDRESS: 'Katu 1, 20100 Turku',
		SELLER_VAT_ID: 'FI12345678',
	});
	admin = await t.person(['ADMIN']);
	// The job that asks is called by hand.
	await t.storage.asOwner((owner) => owner.query(`delete from pgboss.schedule where name = 'stripe-ask'`));
});
afterAll(async () => {
	await t.stop();
	await stripe.stop();
});
afterEach(() => {
	setClock(null);
	stripe.setRefunding('ok');
	stripe.onCharge(null);
});

const stage = async () => {
	const tenant = await t.tenant();
	return { tenant, owner: await t.person([], { adminOf: [tenant] }) };
};
const pay = (who: Person, { customerId }: Tenant, token: string, credit = 25) =>
	t.send(who, 'POST', '/api/payment/stripe', { body: { customerId, credit, token } });
const token = (behaviour = 'ok'): string => `ctoken_${behaviour}_${newId()}`;
const refund = (who: Person, transactionId: string, how: true | number = true, left?: number) =>
	t.send(who, 'PUT', '/api/payment', { body: { transactionId, refund: how, left } });
const balance = async ({ customerId }: Tenant): Promise<number> =>
	(await t.storage.inTenant(customerId, (tx) => balanceOf(tx, customerId))) / MICROS_PER_CREDIT;
const kinds = async ({ customerId }: Tenant): Promise<string[]> =>
	(await t.send(admin, 'GET', `/api/customer/ledgerreport?customerId=${customerId}&sort=number&size=100`))
		.json()
		.data.map(({ kind }: { kind: string }) => kind);

/** A message as Stripe sends it: a server's, with no origin. */
const tell = async (payload: string, headers = signed(payload)) => {
	const answer = await t.app.inject({ method: 'POST', url: STRIPE_WEBHOOK, headers, payload });
	return { status: answer.statusCode, json: () => answer.json() };
};
const succeeded = (paymentId: string) => tell(eventOf('payment_intent.succeeded', stripe.intentOf(paymentId)));

/** A payment that is paid. */
const paid = async (who: Person, tenant: Tenant, credit = 25): Promise<string> => {
	const { id } = (await pay(who, tenant, token(), credit)).json().data;
	expect((await succeeded(id)).status).toBe(200);
	return id;
};

test('credits are there when the webhook says so and not before, with an invoice, once', async () => {
	const { tenant, owner } = await stage();
	const begun = await pay(owner, tenant, token());
	expect(begun.json().data).toMatchObject({
		way: 'card',
		state: 'processing',
		credits: 25,
		netCents: 25_000,
		vatCents: 6375,
		totalCents: 31_375,
		currency: 'EUR',
		invoice: null,
		balanceMicros: 0,
		clientSecret: null,
	});
	const { id } = begun.json().data;
	expect(stripe.intentOf(id)).toMatchObject({ amount: 31_375, currency: 'eur', metadata: { customerId: String(tenant.customerId) } });
	expect(await balance(tenant)).toBe(0);
	for (const [n, status] of (await Promise.all([succeeded(id), succeeded(id), succeeded(id)])).map(({ status }, n) => [n, status]))
		expect([n, status]).toEqual([n, 200]);
	await succeeded(id);
	expect([await balance(tenant), await kinds(tenant)]).toEqual([25, ['purchase']]);
	const [row] = (await t.send(owner, 'GET', `/api/customer/ledgerreport?customerId=${tenant.customerId}`)).json().data;
	const invoices = (await t.send(owner, 'GET', `/api/customer/${tenant.customerId}/invoice/all`)).json().data;
	expect(invoices).toMatchObject([{ kind: 'invoice', totalCents: 31_375, paymentId: id, refundableCredits: 25, way: 'card' }]);
	expect(row).toMatchObject({ from: 'stripe', to: 'customer', about: { count: 25, payment: id, invoice: invoices[0].number } });
	const acts = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query(`select action, user_id from activity where thing = 'payment'`),
	);
	expect(acts).toEqual([{ action: 'added', user_id: owner.userId }]);
});

test('the webhook may come before the answer; then the answer says that it is paid', async () => {
	const { tenant, owner } = await stage();
	stripe.onCharge((intent) => succeeded(intent.metadata.paymentId ?? ''));
	const answer = (await pay(owner, tenant, token())).json().data;
	expect(answer).toMatchObject({
		state: 'paid',
		balanceMicros: 25 * MICROS_PER_CREDIT,
		invoice: { number: expect.stringMatching(/^\d{4}-\d{4,}$/) },
	});
	expect(await kinds(tenant)).toEqual(['purchase']);
});

test('the same token twice, and at once, is one charge; with another number of credits it is refused', async () => {
	const { tenant, owner } = await stage();
	const one = token();
	const answers = await Promise.all([pay(owner, tenant, one), pay(owner, tenant, one), pay(owner, tenant, one)]);
	const ids = new Set(answers.map((answer) => answer.json().data.id));
	expect([ids.size, answers.map(({ status }) => status)]).toEqual([1, [200, 200, 200]]);
	const [id = ''] = ids;
	expect([...stripe.intents.values()].filter(({ metadata }) => metadata.paymentId === id)).toHaveLength(1);
	await succeeded(id);
	expect((await pay(owner, tenant, one)).json().data).toMatchObject({ id, state: 'paid' });
	const other = await pay(owner, tenant, one, 30);
	expect([other.status, other.json().code, await balance(tenant)]).toEqual([409, 'token_used', 25]);
});

test('a charge that we never heard back of is booked by the webhook', async () => {
	const { tenant, owner } = await stage();
	const one = token('lost');
	const unheard = await pay(owner, tenant, one);
	// Such answers carry the code alone: the text of the specification is shown.
	expect([unheard.status, unheard.json(), unheard.headers['retry-after']]).toEqual([503, { code: 'unavailable' }, '30']);
	const [{ payment_id: id } = { payment_id: '' }] = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ payment_id: string }>('select payment_id from payment'),
	);
	// The invoice says the buyer of the moment from which its tax is.
	await t.send(admin, 'PUT', '/api/customer', { body: { id: tenant.customerId, address: 'Moved', countryCode: 'US', businessId: 'US1' } });
	await succeeded(id);
	const buyers = await t.storage.inTenant(tenant.customerId, (tx) => tx.query('select buyer from invoice'));
	expect(buyers).toMatchObject([{ buyer: { address: ['Testikatu 1', 'Turku'], vatId: null, countryCode: '' } }]);
	expect(await balance(tenant)).toBe(25);
	expect((await pay(owner, tenant, one)).json().data).toMatchObject({ id, state: 'paid' });
	expect(await kinds(tenant)).toEqual(['purchase']);
});

test('what the webhook never tells is asked of Stripe: paid ones are booked, those that never arrived are given up', async () => {
	const { tenant, owner } = await stage();
	const { kernel } = t.server;
	if (!kernel.settings.stripe) throw new Error('no Stripe');
	const gateway = createGateway(kernel.settings, kernel.settings.stripe, kernel.secrets.fingerprint);
	const { id } = (await pay(owner, tenant, token())).json().data;
	await pay(owner, tenant, token('lost'), 10);
	await pay(owner, tenant, token('broken'), 7);
	// Other tests' are settled too; none of these is old enough yet.
	await askStripe(kernel, gateway);
	expect(await balance(tenant)).toBe(0);
	const start = Date.now();
	setClock(() => new Date(start + 150_000));
	await askStripe(kernel, gateway);
	await askStripe(kernel, gateway);
	expect([await balance(tenant), await kinds(tenant)]).toEqual([35, ['purchase', 'purchase']]);
	const states = () =>
		t.storage.inTenant(tenant.customerId, (tx) =>
			tx.query<{ credits: number; state: string }>('select credits, state from payment order by credits'),
		);
	expect(await states()).toMatchObject([
		{ credits: 7, state: 'created' },
		{ credits: 10, state: 'paid' },
		{ credits: 25, state: 'paid' },
	]);
	setClock(() => new Date(start + 3_700_000));
	await askStripe(kernel, gateway);
	expect((await states())[0]).toEqual({ credits: 7, state: 'failed' });
	setClock(null);
	await succeeded(id);
	expect(await balance(tenant)).toBe(35);
});

test('a card that is declined, a token that is over and a bank that asks for more are said as such', async () => {
	const { tenant, owner } = await stage();
	const declined = await pay(owner, tenant, token('declined'));
	expect([declined.status, declined.json()]).toEqual([
		422,
		{ code: 'card_declined', error: 'The bank declined this card. Nothing was charged.' },
	]);
	expect((await pay(owner, tenant, token('gone'))).json().code).toBe('payment_refused');
	const action = (await pay(owner, tenant, token('action'))).json().data;
	expect(action).toMatchObject({ state: 'action', clientSecret: expect.stringContaining('_secret') });
	const intent = stripe.intentOf(action.id);
	Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
	await succeeded(action.id);
	expect(await balance(tenant)).toBe(25);
});

test('messages out of order end at the truth: a failure after the success changes nothing, a success after a failure counts', async () => {
	const { tenant, owner } = await stage();
	const { id } = (await pay(owner, tenant, token('processing'))).json().data;
	const failed = eventOf('payment_intent.payment_failed', { ...stripe.intentOf(id), status: 'requires_payment_method' });
	const processing = eventOf('payment_intent.processing', stripe.intentOf(id));
	const stands = async () => (await t.send(owner, 'GET', `/api/payment/${id}`)).json();
	expect((await stands()).data.state).toBe('processing');
	await tell(failed);
	expect([await balance(tenant), (await stands()).code]).toEqual([0, 'card_declined']);
	Object.assign(stripe.intentOf(id), { status: 'succeeded', amount_received: stripe.intentOf(id).amount });
	await succeeded(id);
	for (const late of [failed, processing]) await tell(late, signed(late));
	expect([await balance(tenant), await kinds(tenant)]).toEqual([25, ['purchase']]);
	expect((await stands()).data.state).toBe('paid');
});

test('what is not signed by Stripe, is old, or was changed books nothing; what is not ours is answered and left', async () => {
	const { tenant, owner } = await stage();
	const { id } = (await pay(owner, tenant, token())).json().data;
	const payload = eventOf('payment_intent.succeeded', stripe.intentOf(id));
	const now = Math.floor(Date.now() / 1000);
	for (const headers of [
		signed(payload, 'whsec_of_somebody_else'),
		signed(payload, undefined, now - 3600),
		signed(payload.replace('succeeded', 'processing')),
		{ 'content-type': 'application/json' },
		{ 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
	])
		expect(await tell(payload, headers).then(({ status, json }) => [status, json().code])).toEqual([400, 'signature_not_valid']);
	expect(await balance(tenant)).toBe(0);
	const intent = stripe.intentOf(id);
	for (const other of [
		{ ...intent, metadata: {} },
		{ ...intent, metadata: { ...intent.metadata, installation: 'another' } },
		{ ...intent, metadata: { ...intent.metadata, paymentId: newId() } },
		// Somebody's own amount, or currency, with our name on it.
		{ ...intent, amount_received: 1 },
		{ ...intent, currency: 'sek' },
	]) {
		const message = eventOf('payment_intent.succeeded', other);
		expect((await tell(message)).status).toBe(200);
	}
	const unknown = eventOf('customer.created', { id: 'cus_1' });
	expect([(await tell(unknown)).status, await balance(tenant)]).toEqual([200, 0]);
	await succeeded(id);
	expect(await balance(tenant)).toBe(25);
});

test('a purchase is of 1 to 100 whole credits', async () => {
	const { tenant, owner } = await stage();
	for (const credit of [0, 101, 1.5, -1]) expect((await pay(owner, tenant, token(), credit)).status).toBe(400);
	expect((await pay(owner, tenant, token(), 100)).status).toBe(200);
});

test('without a key for Stripe it is said that no cards are taken, in both languages', async () => {
	const plain = await testApp();
	try {
		const tenant = await plain.tenant();
		const owner = await plain.person([], { adminOf: [tenant] });
		const sent = (language: string) =>
			plain.send(owner, 'POST', '/api/payment/stripe', {
				headers: { 'accept-language': language },
				body: { customerId: tenant.customerId, credit: 1, token: token() },
			});
		const en = await sent('en');
		expect([en.status, en.json()]).toEqual([
			422,
			{ code: 'no_card_payments', error: 'Cards are not taken here. Redeem a voucher, or ask for an invoice.' },
		]);
		expect((await sent('fi')).json().error).toBe('Tässä palvelussa ei voi maksaa kortilla. Lunasta arvoseteli tai pyydä lasku.');
		const told = await plain.app.inject({ method: 'POST', url: STRIPE_WEBHOOK, headers: signed('{}'), payload: '{}' });
		expect(told.statusCode).toBe(422);
	} finally {
		await plain.stop();
	}
});

test('a payment by invoice is booked by ADMIN, once for its reference', async () => {
	const { tenant, owner } = await stage();
	const send = (who: Person, credit: number, reference = 'RF18 5390') =>
		t.send(who, 'POST', '/api/payment', { body: { customerId: tenant.customerId, credit, reference } });
	const first = (await send(admin, 50)).json().data;
	expect(first).toMatchObject({ way: 'invoice', state: 'paid', credits: 50, totalCents: 62_750, balanceMicros: 50 * MICROS_PER_CREDIT });
	const both = await Promise.all([send(admin, 50), send(admin, 50)]);
	expect(both.map((answer) => answer.json().data.id)).toEqual([first.id, first.id]);
	expect([(await send(admin, 51)).json().code, (await send(owner, 5, 'x')).status, (await send(admin, 1, ' ')).status]).toEqual([
		'reference_used',
		403,
		400,
	]);
	expect([await balance(tenant), await kinds(tenant)]).toEqual([50, ['invoice']]);
	expect((await refund(owner, first.id)).json().code).toBe('refund_of_admin');
	expect((await refund(admin, first.id, 20)).json().data).toMatchObject({
		state: 'done',
		credits: 20,
		creditNote: { number: expect.any(String) },
	});
	expect([await balance(tenant), await kinds(tenant)]).toEqual([30, ['invoice', 'refund']]);
});

test('a refund goes back to the card, in part and in whole, and never more than was paid', async () => {
	const { tenant, owner } = await stage();
	const id = await paid(owner, tenant, 25);
	const part = (await refund(owner, id, 10)).json().data;
	expect(part).toMatchObject({ transactionId: id, state: 'done', credits: 10, totalCents: 12_550, balanceMicros: 15 * MICROS_PER_CREDIT });
	expect(stripe.refundOf(part.id)).toMatchObject({ amount: 12_550, payment_intent: stripe.intentOf(id).id });
	// decided before that one
	expect((await refund(owner, id, 5, 25)).json().code).toBe('refund_meanwhile');
	expect((await refund(owner, id, 16)).json().code).toBe('refund_too_much');
	const rest = (await refund(owner, id)).json().data;
	expect([rest.credits, rest.totalCents, await balance(tenant)]).toEqual([15, 31_375 - 12_550, 0]);
	expect((await refund(owner, id)).json().code).toBe('refund_too_much');
	const documents = (await t.send(owner, 'GET', `/api/customer/${tenant.customerId}/invoice/all`)).json().data;
	expect(documents.map(({ kind }: { kind: string }) => kind)).toEqual(['credit_note', 'credit_note', 'invoice']);
	expect(documents[0]).toMatchObject({ corrects: documents[2].number, refundableCredits: null, refundId: rest.id });
	expect([documents[1].refundId, documents[2].refundId]).toEqual([part.id, null]);
	expect(documents[2].refundableCredits).toBe(0);
	expect(await kinds(tenant)).toEqual(['purchase', 'refund', 'refund']);
	const scope = { customerId: tenant.customerId, domains: 'all', domainId: null, as: 'admin' } as const;
	const span = { before: new Date(0), from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 60_000) };
	const figures = await t.storage.inTenant(tenant.customerId, (tx) => figuresOf(tx, scope, 'ledger', span));
	expect(figures.map(({ label, now }) => [label.en, now / MICROS_PER_CREDIT])).toEqual([
		['Credits added', 25],
		['Credits refunded', 25],
		['Credits spent', 0],
		['Balance at the end', 0],
	]);
});

test('credits that were used are not refunded', async () => {
	const { tenant, owner } = await stage();
	const { customerId } = tenant;
	const id = await paid(owner, tenant, 25);
	await t.storage.inTenant(customerId, (tx) => spend(tx, { customerId, kind: 'scans', reference: newId(), micro: 1, about: {} }));
	expect((await refund(owner, id)).json().code).toBe('refund_over_balance');
	expect((await refund(owner, id, 24)).json().data.state).toBe('done');
	expect(stripe.refunds.size).toBeGreaterThan(0);
	const unpaid = (await pay(owner, tenant, token('processing'))).json().data;
	expect((await refund(owner, unpaid.id)).json().code).toBe('not_paid');
});

test('of ten refunds at once no more goes back than was paid', async () => {
	const { tenant, owner } = await stage();
	const id = await paid(owner, tenant, 25);
	// Of another payment: the balance alone would allow more.
	await paid(owner, tenant, 100);
	const tries = await Promise.all(Array.from({ length: 10 }, () => refund(owner, id, 10)));
	expect(tries.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(8).fill(409)]);
	expect(await balance(tenant)).toBe(105);
	const back = [...stripe.refunds.values()].filter(({ metadata }) => metadata.paymentId === id);
	expect(back.map(({ amount }) => amount)).toEqual([12_550, 12_550]);
});

test('a refund that Stripe does not take gives the credits back; one that we did not hear of is settled later, once', async () => {
	const { tenant, owner } = await stage();
	const { kernel } = t.server;
	if (!kernel.settings.stripe) throw new Error('no Stripe');
	const quiet = { ...kernel, log: createLog({ logLevel: 'error' }) };
	const gateway = createGateway(kernel.settings, kernel.settings.stripe, kernel.secrets.fingerprint);
	const id = await paid(owner, tenant, 25);
	stripe.setRefunding('refused');
	expect([(await refund(owner, id)).json().code, await balance(tenant)]).toEqual(['refund_refused', 25]);
	stripe.setRefunding('lost');
	const lost = (await refund(owner, id, 5)).json().data;
	expect([lost.state, lost.creditNote, await balance(tenant)]).toEqual(['pending', null, 20]);
	stripe.setRefunding('ok');
	const start = Date.now();
	setClock(() => new Date(start + 150_000));
	await askStripe(quiet, gateway);
	await askStripe(quiet, gateway);
	setClock(null);
	await tell(eventOf('refund.updated', stripe.refundOf(lost.id)));
	expect([...stripe.refunds.values()].filter(({ metadata }) => metadata.refundId === lost.id)).toHaveLength(1);
	const notes = async () =>
		(await t.send(owner, 'GET', `/api/customer/${tenant.customerId}/invoice/all?kind=credit_note`)).json().page.total;
	expect([await balance(tenant), await notes(), await kinds(tenant)]).toEqual([20, 1, ['purchase', 'refund', 'refund_failed', 'refund']]);
});

test('a refund that fails days later brings the credits back, and what the credit note took is charged anew', async () => {
	const { tenant, owner } = await stage();
	const id = await paid(owner, tenant, 25);
	stripe.setRefunding('pending');
	const waits = (await refund(owner, id, 5)).json().data;
	expect([waits.state, waits.creditNote]).toEqual(['pending', null]);
	const done = eventOf('refund.updated', { ...stripe.refundOf(waits.id), status: 'succeeded' });
	await Promise.all([tell(done), tell(done)]);
	const failed = eventOf('refund.failed', { ...stripe.refundOf(waits.id), status: 'failed' });
	await Promise.all([tell(failed), tell(failed)]);
	await tell(done);
	expect([await balance(tenant), await kinds(tenant)]).toEqual([25, ['purchase', 'refund', 'refund_failed']]);
	const documents = (await t.send(owner, 'GET', `/api/customer/${tenant.customerId}/invoice/all?sort=issuedAt`)).json().data;
	expect(documents.map(({ kind, credits }: { kind: string; credits: number }) => [kind, credits])).toEqual([
		['invoice', 25],
		['credit_note', 5],
		['invoice', 5],
	]);
	// Of the two invoices the payment's own is the one to refund, whole again.
	const [own] = documents;
	expect(documents.map(({ refundableCents: cents }: { refundableCents: number | null }) => cents)).toEqual([own.totalCents, null, null]);
	const named = await t.send(owner, 'GET', `/api/customer/${tenant.customerId}/invoice/all?invoiceId=${own.id}`);
	expect(named.json().data).toEqual([own]);
	stripe.setRefunding('ok');
	Object.assign(stripe.refundOf(waits.id), { status: 'failed' });
	expect((await refund(owner, id)).json().data.credits).toBe(25);
});

test('payments of others are not there', async () => {
	const [{ tenant, owner }, other] = [await stage(), await stage()];
	const id = await paid(owner, tenant, 1);
	expect([(await refund(other.owner, id)).status, (await refund(admin, newId())).status]).toEqual([404, 404]);
	expect((await pay(other.owner, tenant, token())).status).toBe(404);
	expect((await t.send(other.owner, 'GET', `/api/payment/${id}`)).status).toBe(404);
	const partner = await t.person(['PARTNER'], { partnerOf: [tenant] });
	expect([(await refund(partner, id)).status, (await pay(partner, tenant, token())).status]).toEqual([403, 403]);
});
