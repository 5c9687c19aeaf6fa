/** Records get their places in the log, once each and in order, under signed heads. */
import { checkReceipt, compareHeads, isHeadSigned } from '@luvalla/verify/receipt.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { appendCustomer } from '../../src/wings/consent/proof/append.ts';
import { selfCheck } from '../../src/wings/consent/proof/self-check.ts';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { choice } from '../fixtures.ts';
import { headOf, type ProofApp, proofApp } from './stage.ts';

let p: ProofApp;
let t: ProofApp['t'];
beforeAll(async () => {
	p = await proofApp();
	t = p.t;
});
afterAll(() => t.stop());

describe('sealing', () => {
	test('gives every record a place in the order of arrival, once, and signs a head over it', async () => {
		const own = await p.stage();
		const ids = await p.record(own, 4);
		expect(await appendCustomer(t.server.kernel, own.tenant.customerId)).toBe(12);
		expect(await appendCustomer(t.server.kernel, own.tenant.customerId)).toBe(0);
		ids.push(...(await p.record(own, 1)));
		await sealAll(t.server.kernel);
		const rows = await t.storage.inTenant(own.tenant.customerId, (tx) =>
			tx.query<{ position: number; record_id: string }>(
				'select position, record_id from ledger_entry where customer_id = $1 order by position',
				[own.tenant.customerId],
			),
		);
		expect(rows).toEqual(ids.map((record_id, position) => ({ position, record_id })));
		const { data, page } = await p.get(own.owner, '/api/audit/ledger/heads');
		expect(page.total).toBe(2);
		expect(data.map((head: { size: number }) => head.size)).toEqual([15, 12]);
		const keys = await p.keysOf();
		for (const { note } of data) expect(isHeadSigned(headOf(note), keys)).toBe(true);
		const { proof } = (await p.get(own.owner, '/api/audit/ledger/consistency?from=12&to=15')).data;
		expect(compareHeads(headOf(data[1].note).checkpoint, headOf(data[0].note).checkpoint, proof)).toMatchObject({ ok: true });
	});

	test('misses nothing that was committed later than its neighbours, or by a process whose clock is behind', async () => {
		const own = await p.stage();
		await p.record(own, 1);
		await sealAll(t.server.kernel);
		// A minute behind: within what every look goes back over.
		setClock(() => new Date(Date.now() - 60_000));
		const late = choice({ statistics: true });
		await t.storage.asOwner((owner) =>
			owner.query(
				`insert into consent_record select r.customer_id, $2::timestamptz, $3::uuid, $3::uuid, domain_id, purpose_id, purpose_version, category, value, now() - interval '60 seconds', 0,
					how, configuration, configuration_hash, language, gpc, browser, device, country, tc_string, clock_skewed, salt, sha256('x') from consent_record r where customer_id = $1 limit 1`,
				[own.tenant.customerId, late[0]?.at, late[0]?.id],
			),
		);
		setClock(null);
		await sealAll(t.server.kernel);
		const [found] = await t.storage.inTenant(own.tenant.customerId, (tx) =>
			tx.query<{ position: number }>('select position from ledger_entry where customer_id = $1 and record_id = $2', [
				own.tenant.customerId,
				late[0]?.id,
			]),
		);
		expect(found?.position).toBe(3);
	});

	test('serves the head over most entries, also when a clock ran ahead and was set right', async () => {
		const own = await p.stage();
		setClock(() => new Date(Date.now() + 40 * 86_400_000));
		await p.record(own, 1);
		await sealAll(t.server.kernel);
		setClock(null);
		const ids = await p.record(own, 1);
		await sealAll(t.server.kernel);
		const { head, installationHead } = (await p.get(own.owner, '/api/audit/ledger')).data;
		const { data } = await p.get(own.owner, '/api/audit/ledger/heads');
		expect([head.size, data.map((one: { size: number }) => one.size)]).toEqual([6, [6, 3]]);
		const receipt = await p.get(null, `/edge/v1/receipts/${ids[0]}`);
		expect(receipt.installation.head).toBe(installationHead.note);
		expect(checkReceipt(receipt, await p.keysOf()).ok).toBe(true);
	});

	test('goes on where several workers seal at once, and every place is taken once', async () => {
		const own = await p.stage();
		await p.record(own, 5);
		const [{ kernel }, { customerId }] = [t.server, own.tenant];
		const counts = await Promise.all([1, 2, 3].map(() => appendCustomer(kernel, customerId)));
		expect(counts.reduce((sum, one) => sum + one, 0)).toBe(15);
		const checked = await selfCheck(kernel, customerId);
		expect(checked).toMatchObject({ size: 15, found: 0 });
	});
});
