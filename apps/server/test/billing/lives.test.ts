/**
 * Random lives of accounts: vouchers, payments, spending and refunds by several connections at once, some asked twice and some taken back.
 * Afterwards every balance is what was acknowledged, above zero, and explained by rows.
 */
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { expect, test } from 'vitest';
import { atLength } from '../../../../scripts/length.ts';
import { newId } from '../../src/kernel/clock.ts';
import { Refused } from '../../src/kernel/http/errors.ts';
import type { Tx } from '../../src/kernel/storage/storage.ts';
import { dice } from '../../src/sample/dice.ts';
import { addingUp } from '../../src/wings/billing/credits/store.ts';
import { beginPayment } from '../../src/wings/billing/payments/begin.ts';
import { beginRefund } from '../../src/wings/billing/payments/refunds.ts';
import { completePayment, settleRefund } from '../../src/wings/billing/payments/settle.ts';
import { hashOfCode, newCode, readCode, tailOf } from '../../src/wings/billing/vouchers/code.ts';
import { redeem } from '../../src/wings/billing/vouchers/redeem.ts';
import { insertVoucher } from '../../src/wings/billing/vouchers/store.ts';
import { balanceOf, spend } from '../../src/wings/billing/wing.ts';
import { startApp, type Tenant } from '../app.ts';

const OPERATIONS = atLength(2000, 10_000);
const CONNECTIONS = 6;
const SEED = Number(process.env.CREDITS_SEED ?? 20_261_127);

const t = await startApp({ SELLER_VAT_ID: 'FI12345678' });

interface Life {
	readonly tenant: Tenant;
	/** What was acknowledged, in millionths. */
	micros: number;
	/** Moves that were acknowledged as new. */
	moves: number;
	/** Codes, payments and references that others may name again. */
	readonly codes: string[];
	readonly payments: { id: string; credits: number; refunded: number }[];
	readonly spent: { reference: string; micro: number }[];
}

test(`${OPERATIONS} random operations leave every account above zero and each change explained by a row`, async () => {
	const random = dice(SEED);
	const below = (most: number): number => Math.floor(random() * most);
	const { kernel } = t.server;
	const settling = { seller: kernel.settings.seller, log: kernel.log };
	const by = newId();
	const lives: Life[] = await Promise.all(
		Array.from({ length: 3 }, async () => ({ tenant: await t.tenant(), micros: 0, moves: 0, codes: [], payments: [], spent: [] })),
	);
	const counts: Record<string, number> = {};
	const redeemedBy = new Map<string, number>();

	/** One operation in a transaction; one in fifteen is taken back behind it, and counts for nothing. */
	const operate = async (life: Life, work: (tx: Tx) => Promise<() => void>): Promise<void> => {
		const takenBack = below(15) === 0;
		try {
			const acknowledged = await t.storage.inTenant(life.tenant.customerId, async (tx) => {
				const done = await work(tx);
				if (takenBack) throw new Error('taken back');
				return done;
			});
			acknowledged();
		} catch (error) {
			const code = error instanceof Refused ? error.code : error instanceof Error ? error.message : String(error);
			counts[code] = (counts[code] ?? 0) + 1;
		}
	};
	const moved = (life: Life, micros: number, what: string): void => {
		life.micros += micros;
		life.moves += 1;
		counts[what] = (counts[what] ?? 0) + 1;
	};

	const operations: ((life: Life) => Promise<void>)[] = [
		// A voucher: a new one, or one that somebody has redeemed or tries just now.
		async (life) => {
			const { customerId } = life.tenant;
			const known = lives[below(lives.length)]?.codes ?? [];
			let code = below(3) === 0 ? known[below(known.length)] : undefined;
			const value = 1 + below(3);
			if (code === undefined) {
				const made = newCode();
				const hash = hashOfCode(kernel.secrets, readCode(made) ?? '');
				const voucher = {
					id: newId(),
					hash,
					tail: tailOf(made),
					kind: 'credits',
					value,
					note: '',
					expiresAt: null,
					at: new Date(),
					by,
				} as const;
				await t.storage.inPlatform((tx) => insertVoucher(tx, voucher));
				life.codes.push(made);
				code = made;
			}
			const named = code;
			await operate(life, async (tx) => {
				const { redemption } = await redeem(tx, kernel.secrets, { customerId, code: named, domainId: undefined, by });
				return () => {
					redeemedBy.set(named, (redeemedBy.get(named) ?? 0) + 1);
					moved(life, redemption.value * MICROS_PER_CREDIT, 'voucher');
				};
			});
		},
		// A payment by invoice; some references come twice.
		async (life) => {
			const { customerId } = life.tenant;
			const credits = 1 + below(5);
			const reference = `${credits} ${below(4) === 0 ? below(20) : newId()}`;
			await operate(life, async (tx) => {
				const { payment, fresh } = await beginPayment(tx, kernel.settings, { customerId, credits, by, way: 'invoice', reference });
				if (fresh) await completePayment(tx, kernel.settings.seller, payment, null);
				return () => {
					if (!fresh) return;
					life.payments.push({ id: payment.payment_id, credits, refunded: 0 });
					moved(life, credits * MICROS_PER_CREDIT, 'payment');
				};
			});
		},
		// A refund, of some or all that is left.
		async (life) => {
			const { customerId } = life.tenant;
			const of = life.payments[below(life.payments.length)];
			if (!of) return;
			const wanted = below(2) === 0 ? true : 1 + below(3);
			await operate(life, async (tx) => {
				const { refund } = await beginRefund(tx, { customerId, paymentId: of.id, refund: wanted, by, asAdmin: true });
				const fails = below(5) === 0;
				await settleRefund(tx, settling, customerId, refund.refund_id, { state: fails ? 'failed' : 'done' });
				return () => {
					moved(life, -refund.credits * MICROS_PER_CREDIT, 'refund');
					if (fails) moved(life, refund.credits * MICROS_PER_CREDIT, 'refund failed');
					else of.refunded += refund.credits;
				};
			});
		},
	];
	const spending = async (life: Life): Promise<void> => {
		const { customerId } = life.tenant;
		const again = below(6) === 0 ? life.spent[below(life.spent.length)] : undefined;
		// Now and then more than most accounts have.
		const spent = again ?? { reference: newId(), micro: 1 + below(below(20) === 0 ? 60_000_000 : 1_500_000) };
		await operate(life, async (tx) => {
			const { fresh } = await spend(tx, { customerId, kind: 'sending', ...spent, about: { title: 'Random' } });
			return () => {
				if (!fresh) return;
				life.spent.push(spent);
				moved(life, -spent.micro, 'spend');
			};
		});
	};

	let left = OPERATIONS;
	await Promise.all(
		Array.from({ length: CONNECTIONS }, async () => {
			while (left-- > 0) {
				const life = lives[below(lives.length)] as Life;
				const operation = below(2) === 0 ? spending : (operations[below(operations.length)] ?? spending);
				await operation(life);
			}
		}),
	);

	const told = `seed ${SEED}: ${JSON.stringify(counts)}`;
	for (const { tenant, micros, moves, payments } of lives) {
		const { customerId } = tenant;
		const { found, balance } = await t.storage.inTenant(customerId, async (tx) => ({
			found: await addingUp(tx, customerId),
			balance: await balanceOf(tx, customerId),
		}));
		expect([found, balance, told]).toEqual([{ entries: 2 * moves, adds_up: true }, micros, told]);
		expect(balance).toBeGreaterThanOrEqual(0);
		for (const { credits, refunded } of payments) expect(refunded).toBeLessThanOrEqual(credits);
	}
	expect(Math.max(...redeemedBy.values())).toBe(1);
	// All of it happened, and often.
	for (const what of [
		'voucher',
		'payment',
		'refund',
		'refund failed',
		'spend',
		'taken back',
		'no_credits',
		'voucher_redeemed',
		'refund_too_much',
	])
		expect([what, (counts[what] ?? 0) > 10, told]).toEqual([what, true, told]);
	// Nothing else did: no lock stood against another.
	const known = /^(taken back|no_credits|voucher_\w+|refund_\w+|not_paid|voucher|payment|refund|refund failed|spend)$/;
	expect(Object.keys(counts).filter((what) => !known.test(what))).toEqual([]);
	const all = await t.storage.asOwner((owner) =>
		owner.query<{ sum: string }>('select coalesce(sum(micros), 0)::text as sum from credit_entry'),
	);
	expect(all.rows[0]?.sum).toBe('0');
	// Other files share the database, and one begins a year of its own with number 9,999: what is asked for are the years of these lives.
	const customers = lives.map(({ tenant }) => tenant.customerId);
	const gaps = await t.storage.asOwner((owner) =>
		owner.query<{ kind: string }>(
			`select kind, count(*) <> max(number) or count(distinct number) <> count(*) as gap from invoice
			where year in (select year from invoice where customer_id = any($1)) group by kind, year order by kind`,
			[customers],
		),
	);
	expect(gaps.rows).toEqual(gaps.rows.map(({ kind }) => ({ kind, gap: false })));
	expect(new Set(gaps.rows.map(({ kind }) => kind))).toEqual(new Set(['invoice', 'credit_note']));
});
