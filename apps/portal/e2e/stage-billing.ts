/**
 * Billing for the sweep: licences, vouchers, payments by invoice, and what was redeemed and used. Redeeming has a limit for each person
 * and nothing charges for its use yet, so rows of these two are written as the program writes them.
 */
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { Client } from 'pg';
import { v7 } from 'uuid';

const done = async (answer: APIResponse): Promise<void> => {
	if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`);
};

const SPENT = [
	['sending', 2_642_000, { title: 'Autumn club letter', count: 26_418 }],
	['scans', 400_000, { host: 'aalto.example', count: 40 }],
	['stored', 842_000, { count: 842_100 }],
] as const;

/** Each worker's own customer and its domains. */
export const stageBilling = async (
	api: APIRequestContext,
	customerId: number,
	domains: readonly { id: string }[],
	tag: string,
): Promise<void> => {
	const year = new Date().getUTCFullYear();
	for (const { id } of domains)
		for (const [startsOn, endsOn] of [
			[`${year}-01-01`, `${year}-12-31`],
			[`${year + 1}-01-01`, `${year + 1}-06-30`],
		] as const)
			await done(await api.post(`/api/customer/${customerId}/domainlicense`, { data: { domainId: id, startsOn, endsOn } }));
	for (const n of [1, 2, 3]) {
		await done(await api.post('/api/Voucher/Manual', { data: { value: 5 * n, note: `Fair ${n} ${tag}` } }));
		await done(await api.post('/api/payment', { data: { customerId, credit: 10 * n, reference: `RF ${n} ${tag}` } }));
	}
	const database = new Client({ host: process.env.E2E_DATABASE, port: 5432, user: 'postgres', database: 'luvalla' });
	await database.connect();
	try {
		for (const n of [1, 2, 3])
			await database.query(
				`insert into voucher_redemption (customer_id, voucher_id, tail, kind, value, note, redeemed_at, redeemed_by)
					values ($1, $2, $3, 'credits', $4, $5, now(), $2)`,
				[customerId, v7(), `W${n + 1}`, n, `Fair ${n}`],
			);
		for (const month of [2, 1, 0])
			for (const [kind, micros, about] of SPENT) {
				const moved = await database.query(
					`update credit_account set balance = balance - $2::bigint, last_number = last_number + 1 where customer_id = $1
						returning balance, last_number`,
					[customerId, micros],
				);
				const { balance, last_number: number } = moved.rows[0];
				await database.query(
					`insert into credit_entry (customer_id, number, account, micros, balance, kind, reference, about, at) values
						($1, $2, 'customer', -($3::bigint), $4, $5, $6, $7, now() - make_interval(days => $8)),
						($1, $2, $5, $3, null, $5, $6, $7, now() - make_interval(days => $8))`,
					[customerId, number, micros, balance, kind, v7(), JSON.stringify(about), 30 * month],
				);
			}
	} finally {
		await database.end();
	}
};
