/** Records get their places in the log, once each and in order, under signed heads. */
import { checkReceipt, compareHeads, isHeadSigned } from '@luvalla/verify/receipt.ts';
import { describe, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { appendCustomer } from '../../src/wings/consent/proof/append.ts';
import { selfCheck } from '../../src/wings/consent/proof/self-check.ts';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { choice, sendRecords } from '../fixtures.ts';
import { headOf, proofStage } from './stage.ts';

const p = await proofStage();
const { t } = p;

describe('sealing', () => {
	test('gives every record a place in the order of arrival, once, and signs a head over it', async () => {
		const own = await p.stage();
		const ids = await p.record(own, 4);
		await appendCustomer(t.server.kernel, own.tenant.customerId);
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

	test('keeps the order in which records came, whatever their ids say and whichever of them were known', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const [known, ...fresh] = choice({ statistics: true, marketing: false, media: true }).toReversed();
		if (!known) throw new Error('no record');
		expect((await sendRecords(t, own.tenant, own.folder, [known])).json().data).toMatchObject({ stored: 1 });
		// Each twice, and one that is there already.
		const sent = [known, ...fresh, ...fresh];
		expect((await sendRecords(t, own.tenant, own.folder, sent)).json().data).toMatchObject({ stored: 2, known: 3 });
		await sealAll(t.server.kernel);
		const rows = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ record_id: string; leaf: string; stored: string }>(
				`select e.record_id, encode(e.leaf, 'hex') as leaf, encode(r.leaf, 'hex') as stored from ledger_entry e
				join consent_record r on r.customer_id = e.customer_id and r.at = e.record_at and r.id = e.record_id where e.customer_id = $1 order by e.position`,
				[customerId],
			),
		);
		expect(rows.map(({ record_id }) => record_id)).toEqual([known, ...fresh].map(({ id }) => id));
		for (const { leaf, stored } of rows) expect(leaf).toBe(stored);
		expect(await selfCheck(t.server.kernel, customerId)).toMatchObject({ size: 3, found: 0 });
	});

	test('misses nothing that was committed later than its neighbours, however long it took and whatever a clock said', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		await p.record(own, 1);
		await sealAll(t.server.kernel);
		// Five minutes behind by its clock, and not committed while others come and get their places.
		const [late] = choice({ statistics: true });
		if (!late) throw new Error('no record');
		const position = await t.storage.asOwner(async (owner) => {
			await owner.query('begin');
			await owner.query(
				`insert into consent_record select r.customer_id, $2::timestamptz, $3::uuid, $3::uuid, domain_id, purpose_id, purpose_version, category, value, now() - interval '5 minutes', 0,
					how, configuration, configuration_hash, language, gpc, browser, device, country, tc_string, clock_skewed, salt, sha256('x') from consent_record r where customer_id = $1 limit 1`,
				[customerId, late.at, late.id],
			);
			await owner.query(
				`insert into ledger_arrival (customer_id, received_at, arrival_id, records, ids, ats, leaves)
				values ($1, now() - interval '5 minutes', $2, 1, array[$2::uuid], array[$3::timestamptz], array[sha256('x')])`,
				[customerId, late.id, late.at],
			);
			await p.record(own, 2);
			await sealAll(t.server.kernel);
			await owner.query('commit');
			await sealAll(t.server.kernel);
			const { rows } = await owner.query('select position from ledger_entry where customer_id = $1 and record_id = $2', [
				customerId,
				late.id,
			]);
			return Number(rows[0]?.position);
		});
		expect(position).toBe(9);
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
		await Promise.all([1, 2, 3].map(() => appendCustomer(kernel, customerId)));
		const checked = await selfCheck(kernel, customerId);
		expect(checked).toMatchObject({ size: 15, found: 0 });
	});
});
