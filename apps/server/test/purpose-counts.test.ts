/** How many answers a purpose has is told of the moment, and not by going through them. */
import { expect, test } from 'vitest';
import { int, row, sql, text } from '../src/kernel/storage/rows.ts';
import { erasePerson } from '../src/wings/consent/answers/erase-person.ts';
import { readOn } from '../src/wings/consent/ledger/tail.ts';
import { appendCustomer } from '../src/wings/consent/proof/append.ts';
import { purposeReader, purposeRecount } from '../src/wings/consent/purposes/counts.ts';
import { startApp } from './app.ts';
import { campaignScene } from './engagement/scene.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

const Counted = row({ id: text, yes: int, no: int });

test('answers are counted before they are read by the tail, after it, and when they are erased on either side of it', async () => {
	const s = await campaignScene(t);
	const { customerId } = s.tenant;
	const { kernel } = t.server;
	const other = await s.addPurpose();
	const emails = s.emails(30);
	const told = async () =>
		(await s.fine<{ id: string; yes: number; no: number }[]>(s.ask('GET', `/api/consent/purpose/${customerId}`)))
			.map(({ id, yes, no }) => ({ id, yes, no }))
			.filter(({ yes, no }) => yes + no > 0)
			.sort((a, b) => (a.id < b.id ? -1 : 1));
	const counted = () =>
		s.tenantTx((tx) =>
			tx.rows(
				Counted,
				sql`select purpose_id::text as id, count(*) filter (where value) as yes, count(*) filter (where not value) as no
				from consent_record where customer_id = ${customerId} group by 1 order by 1`,
			),
		);
	const kept = () =>
		s.tenantTx((tx) =>
			tx.rows(
				Counted,
				sql`select purpose_id::text as id, yes, no from purpose_count where customer_id = ${customerId} and yes + no > 0 order by 1`,
			),
		);
	const erase = async (some: readonly string[]) => {
		for (const email of some) {
			const { luvallaId } = await s.person({ email });
			await t.storage.inErasure(customerId, (tx) => erasePerson(tx, kernel, customerId, luvallaId));
		}
	};
	const read = async () => {
		await appendCustomer(kernel, customerId);
		while (await readOn(kernel, { ...purposeReader, most: 7 }, customerId));
	};
	await s.say(emails.slice(0, 20), true);
	await s.say(emails.slice(5, 12), false);
	await s.say(emails.slice(0, 9), false, other);
	expect(await told()).toEqual(await counted());
	await read();
	const all = await counted();
	expect(all.map(({ yes, no }) => yes + no).sort()).toEqual([27, 9]);
	expect([await told(), await kept()]).toEqual([all, all]);
	// Some that were read, and some that were not.
	await s.say(emails.slice(20), true);
	await erase([...emails.slice(3, 8), ...emails.slice(20, 23)]);
	expect(await told()).toEqual(await counted());
	await read();
	const left = await counted();
	expect([await told(), await kept()]).toEqual([left, left]);
	expect(left).not.toEqual(all);
	// What was lost is found, and put back.
	await s.tenantTx((tx) => tx.run(sql`update purpose_count set yes = yes + 3, no = 0 where customer_id = ${customerId}`));
	expect(await told()).not.toEqual(left);
	const wrong = () => s.tenantTx((tx) => tx.run(purposeRecount.differing(customerId)));
	expect(await wrong()).toBe(2);
	await s.tenantTx((tx) => tx.run(purposeRecount.repairing(customerId)));
	expect([await wrong(), await told(), await kept()]).toEqual([0, left, left]);
});
