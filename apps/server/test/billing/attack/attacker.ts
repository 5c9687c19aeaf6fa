/**
 * One process of an attack on money: random operations, by calls to the servers and, for spending, by the ledger's own function, as
 * workers use it. It tells what was acknowledged, and what it should not have been able to do. It is killed whenever its parent likes.
 *
 * Names follow from how far it has come, so that all attackers, who go at about one pace, name the same things at once.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from '../../../src/kernel/http/errors.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { createSecrets } from '../../../src/kernel/secrets.ts';
import { connectStorage } from '../../../src/kernel/storage/connect.ts';
import { externalServer } from '../../../src/kernel/storage/roles.ts';
import { balanceOf, spend } from '../../../src/wings/billing/credits/ledger.ts';
import { numbersOf, type World } from './world.ts';

/** What an attacker tells its parent. */
export type Message =
	/** An operation is over: how it ended, in a word. */
	| { readonly kind: 'over'; readonly what: string }
	/** Acknowledged: it must be there afterwards. */
	| {
			readonly kind: 'got';
			readonly thing: 'spend' | 'voucher' | 'payment' | 'refund' | 'revoked';
			readonly customerId: number;
			readonly id: string;
	  }
	/** An answer of 5xx that no payment service explains; only while the database is away may there be such. */
	| { readonly kind: 'fault'; readonly at: number; readonly text: string }
	/** What must never be. */
	| { readonly kind: 'wrong'; readonly text: string };

const [file = '', seed = '', share = '', from = ''] = process.argv.slice(2);
const world = JSON.parse(readFileSync(file, 'utf8')) as World;
const below = numbersOf(Number(seed));
const [operations, begun] = [Number(share), Number(from)];

const tell = (message: Message): Promise<void> => new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));
const one = <T>(list: readonly T[]): T => {
	const found = list[below(list.length)];
	if (found === undefined) throw new RangeError('There is none.');
	return found;
};
/** May be answered to anybody at any time: too much at once. */
const BUSY = ['busy_writing', 'busy_counting', 'too_many'];
const CUT_MS = 100;
type Company = World['companies'][number];

interface Answer {
	readonly status: number;
	readonly code: string;
	readonly data: Readonly<Record<string, unknown>>;
	readonly list: readonly Readonly<Record<string, unknown>>[];
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Null: cut off, and nobody knows what became of it. */
const call = async (cookie: string, method: string, path: string, body?: object): Promise<Answer | null> => {
	const headers = { cookie, ...(method !== 'GET' && { origin: world.origin }), ...(body && { 'content-type': 'application/json' }) };
	try {
		const answer = await fetch(`${one(world.urls)}/api${path}`, {
			...{ method, headers, signal: AbortSignal.timeout(60_000) },
			...(body && { body: JSON.stringify(body) }),
		});
		const json = asObject(JSON.parse(await answer.text()));
		const { data } = json;
		return {
			status: answer.status,
			code: typeof json.code === 'string' ? json.code : '',
			data: asObject(data),
			list: Array.isArray(data) ? data.map(asObject) : [],
		};
	} catch {
		return null;
	}
};

/** Of 200, what it says; else null. Any other answer is one of these codes, or a wrong. */
const asked = async (what: string, codes: readonly string[], ...sent: Parameters<typeof call>): Promise<Answer | null> => {
	const answer = await call(...sent);
	if (!answer) {
		await tell({ kind: 'over', what: `${what} cut off` });
		// Its server is gone, and will be there again: others are asked meanwhile, but not in vain all at once.
		await sleep(CUT_MS);
		return null;
	}
	const { status, code } = answer;
	await tell({ kind: 'over', what: `${what} ${status}${status === 200 ? '' : ` ${code}`}` });
	const text = `${what}: ${sent
		.slice(1)
		.map((part) => JSON.stringify(part))
		.join(' ')} was answered ${status} ${code} ${JSON.stringify(answer.data)}`;
	if (status >= 500 && code !== 'unavailable') await tell({ kind: 'fault', at: Date.now(), text });
	else if (status !== 200 && status < 500 && !BUSY.includes(code) && !codes.includes(code)) await tell({ kind: 'wrong', text });
	return status === 200 ? answer : null;
};

const got = (thing: Extract<Message, { kind: 'got' }>['thing'], { customerId }: Company, id: unknown): Promise<void> =>
	tell({ kind: 'got', thing, customerId, id: String(id) });

/** Payments that one may try to refund, of every company. */
const payments = new Map<Company, string[]>(world.companies.map((company) => [company, []]));
const paymentsOf = (company: Company): string[] => payments.get(company) ?? [];

const storage = await connectStorage(
	externalServer(world.databaseUrl, createSecrets(world.secretKey)),
	world.secretKey,
	createLog({ logLevel: 'error' }),
);

const spending = async (company: Company, place: number): Promise<void> => {
	const { customerId } = company;
	const kind = below(3);
	const ends = below(12);
	try {
		const moved = await storage.inTenant(customerId, async (tx) => {
			// All that is left, one credit, or some: two who spend the last credit have seen it both.
			const micro = kind === 0 ? Math.min(await balanceOf(tx, customerId), 3_000_000) : kind === 1 ? 1_000_000 : 1 + below(1_500_000);
			if (micro === 0) return null;
			const reference = `${place + below(3)} ${micro}`;
			const { fresh } = await spend(tx, { customerId, kind: 'sending', reference, micro, about: { title: 'Attack' } });
			if (ends === 0) throw new Error('taken back');
			return { reference, fresh };
		});
		await tell({ kind: 'over', what: moved === null ? 'spend nothing' : moved.fresh ? 'spend 200' : 'spend again' });
		if (moved) await got('spend', company, moved.reference);
	} catch (error) {
		const what =
			error instanceof Refused ? error.code : error instanceof Error && error.message === 'taken back' ? 'taken back' : 'cut off';
		await tell({ kind: 'over', what: `spend ${what}` });
		if (error instanceof Refused && !/^(no_credits|busy_\w+)$/.test(error.code))
			await tell({ kind: 'wrong', text: `spend: ${error.code}` });
	}
};

const redeeming = async (company: Company, share: number): Promise<void> => {
	const voucher = world.vouchers[Math.min(world.vouchers.length - 1, Math.floor(share * world.vouchers.length) + below(3))];
	const path = `/voucher/${company.customerId}/${voucher?.code}`;
	const answer = await asked('redeem', ['voucher_redeemed', 'voucher_not_valid'], one(company.sessions), 'PUT', path, {});
	if (answer) await got('voucher', company, voucher?.id);
};

const revoking = async (company: Company, share: number): Promise<void> => {
	const voucher = world.vouchers[Math.min(world.vouchers.length - 1, Math.floor(share * world.vouchers.length) + below(3))];
	const answer = await asked('revoke', ['voucher_redeemed'], world.admin, 'POST', `/Voucher/${voucher?.id}/revoke`);
	if (answer) await got('revoked', company, voucher?.id);
};

const CARDS = ['ok', 'ok', 'ok', 'ok', 'lost', 'declined', 'action', 'processing', 'gone', 'broken'];

/** Two sessions with two cards, and two sessions with one. */
const byCard = async (company: Company, place: number): Promise<void> => {
	const n = place + below(2);
	const token = `ctoken_${CARDS[n % CARDS.length]}_${company.customerId}_${n}`;
	const credit = below(12) === 0 ? 100 : 1 + (n % 5);
	const body = { customerId: company.customerId, credit, token };
	const answer = await asked(
		'card',
		['card_declined', 'payment_refused', 'token_used'],
		one(company.sessions),
		'POST',
		'/payment/stripe',
		body,
	);
	if (!answer) return;
	paymentsOf(company).push(String(answer.data.id));
	await got('payment', company, answer.data.id);
	if (answer.data.currency !== 'EUR') await tell({ kind: 'wrong', text: `A payment is in ${answer.data.currency}.` });
};

const byInvoice = async (company: Company, place: number): Promise<void> => {
	const n = place + below(2);
	const credit = below(8) === 0 ? 7 : 1 + (n % 5);
	const body = { customerId: company.customerId, credit, reference: `RF ${n}` };
	const answer = await asked('invoice', ['reference_used'], world.admin, 'POST', '/payment', body);
	if (!answer) return;
	paymentsOf(company).push(String(answer.data.id));
	await got('payment', company, answer.data.id);
};

/** What others paid is found by the list of invoices. */
const refunding = async (company: Company): Promise<void> => {
	const known = paymentsOf(company);
	const asAdmin = below(3) === 0;
	if (known.length === 0 || below(4) === 0) {
		const answer = await asked('invoices', [], one(company.sessions), 'GET', `/customer/${company.customerId}/invoice/all?size=100`);
		for (const { paymentId } of answer?.list ?? []) if (!known.includes(String(paymentId))) known.push(String(paymentId));
		return;
	}
	const body = { transactionId: below(3) === 0 ? known.at(-1) : one(known), refund: below(2) === 0 ? true : 1 + below(4) };
	const codes = ['refund_of_admin', 'refund_too_much', 'refund_over_balance', 'not_paid', 'refund_refused'];
	const answer = await asked('refund', codes, asAdmin ? world.admin : one(company.sessions), 'PUT', '/payment', body);
	if (answer) await got('refund', company, answer.data.id);
};

const NUMBERS: readonly unknown[] = [
	0,
	-1,
	-100,
	101,
	1.5,
	1e9,
	2 ** 53,
	1e308,
	-(2 ** 53),
	'5',
	'1e2',
	true,
	null,
	[5],
	{ credit: 5 },
	'',
];

/** Negative and huge numbers, and what is no number: nothing of it is taken. */
const oddNumbers = async (company: Company, place: number): Promise<void> => {
	const [number, { customerId }] = [one(NUMBERS), company];
	const refused = async (what: string, ...sent: Parameters<typeof call>): Promise<void> => {
		const answer = await asked(what, ['invalid', 'refund_too_much', 'refund_of_admin', 'not_paid', 'not_found'], ...sent);
		if (answer) await tell({ kind: 'wrong', text: `${what} was taken: ${JSON.stringify(sent)}` });
	};
	const token = `ctoken_ok_odd_${customerId}_${place}_${below(1e6)}`;
	const kind = below(4);
	if (kind === 0) await refused('odd card', one(company.sessions), 'POST', '/payment/stripe', { customerId, credit: number, token });
	else if (kind === 1) await refused('odd invoice', world.admin, 'POST', '/payment', { customerId, credit: number, reference: token });
	else if (kind === 2) {
		// True and 101 would be a refund, or 101 of more than that.
		const refund = number === true ? -1 : number;
		const transactionId = paymentsOf(company)[0] ?? '00000000-0000-7000-8000-000000000000';
		await refused('odd refund', one(company.sessions), 'PUT', '/payment', { transactionId, refund });
	} else {
		const value = number === 101 ? 10_001 : number;
		await refused('odd voucher', world.admin, 'POST', '/Voucher/Manual', { value });
	}
};

/** Others' money: a partner's customer, another company's payments, and a currency that somebody names. */
const others = async (company: Company, place: number): Promise<void> => {
	const foreign = one(world.companies.filter((other) => other !== company));
	const mine = world.companies[0] ?? company;
	const refused = async (what: string, codes: readonly string[], ...sent: Parameters<typeof call>): Promise<void> => {
		const answer = await asked(what, codes, ...sent);
		if (answer) await tell({ kind: 'wrong', text: `${what} was done: ${JSON.stringify(sent.slice(1))}` });
	};
	const card = (customerId: number) => ({ customerId, credit: 5, token: `ctoken_ok_other_${customerId}_${place}_${below(1e6)}` });
	const { code } = one(world.vouchers);
	const kind = below(7);
	if (kind === 0) await refused('partner pays', ['not_allowed'], world.partner, 'POST', '/payment/stripe', card(mine.customerId));
	else if (kind === 1) await refused('partner redeems', ['not_allowed'], world.partner, 'PUT', `/voucher/${mine.customerId}/${code}`, {});
	else if (kind === 2) {
		const transactionId = paymentsOf(mine)[0];
		if (transactionId) await refused('partner refunds', ['not_allowed'], world.partner, 'PUT', '/payment', { transactionId, refund: true });
		const path = `/customer/ledgerbalance?customerId=${mine.customerId}`;
		const seen = await asked('partner looks', [], world.partner, 'GET', path);
		if (seen && Number(seen.data.balanceMicros) < 0) await tell({ kind: 'wrong', text: 'A balance below zero was shown.' });
	} else if (kind === 3)
		await refused('other pays', ['not_found'], one(company.sessions), 'POST', '/payment/stripe', card(foreign.customerId));
	else if (kind === 4)
		await refused('other redeems', ['not_found'], one(company.sessions), 'PUT', `/voucher/${foreign.customerId}/${code}`, {});
	else if (kind === 5) {
		const transactionId = paymentsOf(foreign)[0];
		if (transactionId)
			await refused('other refunds', ['not_found'], one(company.sessions), 'PUT', '/payment', { transactionId, refund: true });
	} else {
		// What it costs, and in what, is not the asker's to say: such words are passed over.
		const body = { ...card(company.customerId), currency: 'SEK', amount: 1, priceCents: 1 };
		const answer = await asked('named currency', [], one(company.sessions), 'POST', '/payment/stripe', body);
		if (!answer) return;
		await got('payment', company, answer.data.id);
		if (answer.data.currency !== 'EUR') await tell({ kind: 'wrong', text: `A payment is in ${answer.data.currency}.` });
	}
};

const looking = async (company: Company): Promise<void> => {
	const path =
		below(2) === 0 ? `/customer/ledgerbalance?customerId=${company.customerId}` : `/customer/ledgerreport?customerId=${company.customerId}`;
	const answer = await asked('look', [], one(company.sessions), 'GET', path);
	for (const { balanceMicros } of answer ? [answer.data, ...answer.list] : [])
		if (Number(balanceMicros ?? 0) < 0) await tell({ kind: 'wrong', text: 'A balance below zero was shown.' });
};

for (let n = begun; n < operations; n++) {
	const company = one(world.companies);
	const kind = below(100);
	if (kind < 30) await spending(company, n);
	else if (kind < 42) await redeeming(company, n / operations);
	else if (kind < 44) await revoking(company, n / operations);
	else if (kind < 60) await byCard(company, n);
	else if (kind < 67) await byInvoice(company, n);
	else if (kind < 84) await refunding(company);
	else if (kind < 90) await oddNumbers(company, n);
	else if (kind < 96) await others(company, n);
	else await looking(company);
}
await storage.close();
process.disconnect();
