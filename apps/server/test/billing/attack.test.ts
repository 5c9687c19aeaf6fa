/**
 * Money under attack by real processes that are ended without warning: two sessions, two cards, one voucher, the last credit, refunds
 * beside spending, others' customers and currencies, numbers that are none, and webhooks that come twice, late, in any order, or forged.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atLength } from '../../../../scripts/length.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from '../fixtures/system-postgres.ts';
import { attack } from './attack/attack.ts';

const bin = findSystemPostgres();
const SEED = Number(process.env.ATTACK_SEED ?? 20_261_129);

const SIZE = atLength(
	{ operations: 360, attackers: 3, servers: 1, companies: 3, killed: { attackers: 1, servers: 1, databases: 0 } },
	{ operations: 10_000, attackers: 8, servers: 2, companies: 6, killed: { attackers: 12, servers: 6, databases: 2 } },
);

describe.runIf(bin !== null)('Credits and payments that processes attack while they are killed', () => {
	let postgres: SystemPostgres;
	beforeAll(async () => {
		postgres = await startSystemPostgres(bin ?? '', { durable: true });
	});
	afterAll(() => postgres.stop());

	it('leaves every account at zero or above, every sum at zero, and each cent explained by a row', async () => {
		const say = process.env.ATTACK_SAY ? (line: string) => console.log(line) : undefined;
		const result = await attack(postgres, 'attack', { ...SIZE, seed: SEED, port: 4750, ...(say && { say }) });
		const { ends, wrong, unexplained, daily, killed, operations, webhooks } = result;
		if (say) console.log(JSON.stringify({ ...result, wrong: wrong.slice(0, 20), unexplained: unexplained.slice(0, 20) }, null, 1));
		const told = { seed: SEED, ends };
		expect({ wrong, unexplained, daily, told }).toEqual({ wrong: [], unexplained: [], daily: [], told });
		expect(killed).toEqual(SIZE.killed);
		expect(operations).toBeGreaterThanOrEqual(SIZE.operations);
		// All of it happened.
		for (const what of [
			'spend 200',
			'spend no_credits',
			'redeem 200',
			'card 200',
			'invoice 200',
			'refund 200',
			'redeem 409 voucher_redeemed',
		])
			expect([what, (ends[what] ?? 0) > 0, told]).toEqual([what, true, told]);
		expect(webhooks.taken).toBeGreaterThan(0);

		// The model is no friend: whatever one changes, it says so.
		const changes = [
			`update credit_account set balance = balance + 1 where customer_id = (select min(customer_id) from credit_account)`,
			`delete from credit_entry where (customer_id, number) = (select customer_id, max(number) from credit_entry group by customer_id limit 1)`,
			`update payment set credits = credits + 1 where payment_id = (select payment_id from payment where state = 'paid' limit 1)`,
			`update payment set state = 'failed', paid_at = null where payment_id = (select payment_id from payment where state = 'paid' and way = 'card' limit 1)`,
			`delete from invoice where invoice_id = (select invoice_id from invoice order by number desc limit 1)`,
			`update invoice set number = number + 1000 where number = 1`,
			`update voucher set status = 3, customer_id = null, redeemed_at = null where voucher_id = (select voucher_id from voucher where status = 1 limit 1)`,
			`update refund set state = 'failed' where refund_id = (select refund_id from refund where state = 'done' limit 1)`,
		];
		for (const change of changes) expect([change, (await result.unexplainedWith(change)).length > 0]).toEqual([change, true]);
	});
});
