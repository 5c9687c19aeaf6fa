/** Lawful erasure, asked for or by the end of retention. */
import { checkReceipt, compareHeads } from '@luvalla/verify/receipt.ts';
import { describe, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import type { Tx } from '../../src/kernel/storage/storage.ts';
import { eraseRecords } from '../../src/wings/consent/proof/erase.ts';
import { keepRetention, setRetention } from '../../src/wings/consent/proof/retention.ts';
import { selfCheck } from '../../src/wings/consent/proof/self-check.ts';
import { retainAll, sealAll } from '../../src/wings/consent/proof/work.ts';
import { headOf, proofStage } from './stage.ts';

const p = await proofStage();
const { t } = p;

describe('erasure', () => {
	test('takes row, salt and address, leaves the place, and says so in the log', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const ids = await p.record(own, 2);
		await sealAll(t.server.kernel);
		const before = await p.get(null, `/edge/v1/receipts/${ids[1]}`);
		const fresh = await p.record(own, 1);
		// One of them waits for its place yet.
		const doomed = [ids[1] ?? '', fresh[0] ?? '', '0193b2f0-0000-7000-8000-000000000000'];
		expect(await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, doomed, 'person'))).toBe(2);
		expect(await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, doomed, 'person'))).toBe(0);
		await sealAll(t.server.kernel);
		expect((await t.send(null, 'GET', `/edge/v1/receipts/${ids[1]}`)).status).toBe(404);
		for (const table of ['consent_record', 'consent_record_ip'])
			expect(
				await t.storage.inTenant(customerId, (tx) =>
					tx.query(`select id from ${table} where customer_id = $1 and id = any($2)`, [customerId, doomed]),
				),
			).toEqual([]);
		// Six records, three that came together before the erasure, the erasure.
		expect(await selfCheck(t.server.kernel, customerId)).toMatchObject({ size: 10, found: 0 });
		const after = await p.get(null, `/edge/v1/receipts/${ids[0]}`);
		expect(checkReceipt(after, await p.keysOf()).ok).toBe(true);
		const [older, newer] = [headOf(before.head).checkpoint, headOf(after.head).checkpoint];
		const { proof } = (await p.get(own.owner, `/api/audit/ledger/consistency?from=${older.size}&to=${newer.size}`)).data;
		expect(compareHeads(older, newer, proof).ok).toBe(true);
	});

	test('is told to whoever holds the link of a record: when and why, with the signed entry', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const [first = '', second = ''] = await p.record(own, 1);
		await sealAll(t.server.kernel);
		const told = (who = own.owner, id = first) =>
			t.send(who, 'GET', `/api/audit/domain/consents/${id}/erasure`, { headers: { customer_key: String(customerId) } });
		expect((await told()).json().data).toBeNull();
		expect(await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, [first], 'person'))).toBe(1);
		expect((await t.send(own.owner, 'GET', `/api/audit/domain/consents/${first}`)).status).toBe(404);
		const { data } = (await told()).json();
		expect(data).toMatchObject({ reason: 'person', position: 0, records: 1, verified: true, entry: { position: 3 } });
		expect(JSON.parse(data.entry.body)).toMatchObject({
			kind: 'erasure',
			customerId,
			at: data.at,
			entries: [{ position: 0, leaf: data.leaf }],
		});
		// Its neighbour stands; another customer, and somebody who sees one domain, learn nothing.
		expect((await told(own.owner, second)).json().data).toBeNull();
		expect((await told((await p.stage()).owner)).status).toBe(404);
		expect((await told(await t.person(['DOMAIN_ADMIN'], { domainsOf: [own.tenant] }))).json().data).toBeNull();
		// A body that somebody changed is shown as it stands, and is not verified.
		await t.storage.asOwner((db) =>
			db.query(`update ledger_erasure set body = replace(body, '"person"', '"retention"') where customer_id = $1`, [customerId]),
		);
		expect((await told()).json().data).toMatchObject({ reason: 'retention', verified: false });
	});

	test('asked for twice at once happens once, and leaves one entry', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const ids = await p.record(own, 2);
		await sealAll(t.server.kernel);
		const erase = () => t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, ids.slice(0, 2), 'person'));
		const gone = await Promise.all([erase(), erase(), erase()]);
		expect(gone.sort()).toEqual([0, 0, 2]);
		// Named twice in one request they are two records all the same.
		expect(
			await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, [ids[2] ?? '', ids[2] ?? ''], 'person')),
		).toBe(1);
		await sealAll(t.server.kernel);
		// Six records and two erasures.
		expect(await selfCheck(t.server.kernel, customerId)).toMatchObject({ size: 8, found: 0 });
	});

	test('reaches nobody else’s records, and nothing without its leaf', async () => {
		const [own, other] = [await p.stage(), await p.stage()];
		const [id = ''] = await p.record(other, 1);
		await sealAll(t.server.kernel);
		const { customerId } = own.tenant;
		expect(await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, [id], 'person'))).toBe(0);
		expect((await t.send(null, 'GET', `/edge/v1/receipts/${id}`)).status).toBe(200);
		const emptied = (tx: Tx) => tx.query('select ledger_erase(0, array[0]::bigint[])');
		await expect(t.storage.inErasure(other.tenant.customerId, emptied)).rejects.toThrow('no erasure at position 0');
		await expect(t.storage.inTenant(other.tenant.customerId, emptied)).rejects.toThrow('permission denied');
		// As the eraser, all the same: row-level security shows one's own customer only.
		const theirs = await t.storage.inErasure(customerId, (tx) =>
			tx.query('delete from consent_record where customer_id = $1 returning id', [other.tenant.customerId]),
		);
		expect(theirs).toEqual([]);
		expect((await t.send(null, 'GET', `/edge/v1/receipts/${id}`)).status).toBe(200);
		await expect(t.storage.inTenant(customerId, (tx) => tx.query('delete from consent_record'))).rejects.toThrow('permission denied');
	});
});

// Last: a process never goes back in its own order of arrival.
describe('retention', () => {
	test('erases what is past its purpose’s time, lawfully', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		await p.record(own, 2);
		setClock(() => new Date(Date.now() + 93 * 86_400_000));
		const kept = await p.record(own, 1);
		await sealAll(t.server.kernel);
		expect(await keepRetention(t.server.kernel, customerId)).toBe(0);
		const purposes = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ purpose_id: string }>('select purpose_id from purpose where customer_id = $1', [customerId]),
		);
		for (const { purpose_id } of purposes)
			expect(await t.storage.inTenant(customerId, (tx) => setRetention(tx, customerId, purpose_id, 2))).toBe(true);
		expect(await keepRetention(t.server.kernel, customerId)).toBe(6);
		expect(await keepRetention(t.server.kernel, customerId)).toBe(0);
		const left = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ id: string }>('select id from consent_record where customer_id = $1 order by received_at, batch_position', [customerId]),
		);
		expect(left.map(({ id }) => id)).toEqual(kept);
		await sealAll(t.server.kernel);
		// Nine records, and an erasure for each of three purposes.
		expect(await selfCheck(t.server.kernel, customerId)).toMatchObject({ size: 12, found: 0 });
		setClock(null);
	});

	test('may end every record a customer has; the ledger goes on and is in order', async () => {
		const [own, broken] = [await p.stage(), await p.stage()];
		const { customerId } = own.tenant;
		const ids = await p.record(own, 2);
		await p.record(broken, 1);
		await sealAll(t.server.kernel);
		const before = (await p.get(own.owner, '/api/audit/ledger')).data.head;
		for (const { tenant } of [own, broken])
			await t.storage.inTenant(tenant.customerId, (tx) =>
				tx.query('update purpose set retention_months = 2 where customer_id = $1', [tenant.customerId]),
			);
		const errors: unknown[] = [];
		const kernel = { ...t.server.kernel, log: { ...t.server.kernel.log, error: (_: string, fields?: object) => void errors.push(fields) } };
		setClock(() => new Date(Date.now() + 300 * 86_400_000));
		// What is wrong with one customer's log keeps no other's records too long.
		await p.withoutTree(broken, () => expect(retainAll(kernel)).rejects.toThrow('records past their time could not be erased (1)'));
		expect(errors).toEqual([expect.objectContaining({ customerId: broken.tenant.customerId })]);
		const left = await t.storage.inTenant(customerId, (tx) =>
			tx.query('select id from consent_record where customer_id = $1', [customerId]),
		);
		expect(left).toEqual([]);
		expect(await keepRetention(kernel, customerId)).toBe(0);
		await sealAll(t.server.kernel);
		// Six records, and an erasure for each of three purposes.
		expect(await selfCheck(kernel, customerId)).toMatchObject({ size: 9, found: 0 });
		expect((await t.send(null, 'GET', `/edge/v1/receipts/${ids[0]}`)).status).toBe(404);
		expect((await t.send(own.owner, 'GET', `/api/audit/domain/consents/${ids[0]}/proof`)).status).toBe(404);
		const [next] = await p.record(own, 1);
		await sealAll(t.server.kernel);
		const receipt = await p.get(null, `/edge/v1/receipts/${next}`);
		expect(checkReceipt(receipt, await p.keysOf()).ok).toBe(true);
		const newer = headOf(receipt.head).checkpoint;
		const { proof } = (await p.get(own.owner, `/api/audit/ledger/consistency?from=${before.size}&to=${newer.size}`)).data;
		expect(compareHeads(headOf(before.note).checkpoint, newer, proof).ok).toBe(true);
		setClock(null);
	});
});
