/** The ledger's tail: every record once, in the log's order, for each reader by itself. */
import { expect, test } from 'vitest';
import { readOn, type TailReader, workTail } from '../src/wings/consent/ledger/tail.ts';
import { appendCustomer } from '../src/wings/consent/proof/append.ts';
import { eraseRecords } from '../src/wings/consent/proof/erase.ts';
import { proofStage } from './proof/stage.ts';
import { slowness } from './slowness.ts';

const p = await proofStage();
const { t } = p;

const heard = (name: string, most = 4) => {
	const ids: string[] = [];
	const reader: TailReader = {
		name,
		most,
		async take(_tx, _customerId, records) {
			ids.push(...records.map(({ id }) => id));
		},
	};
	return { ids, reader };
};

const readAll = async (reader: TailReader, customerId: number): Promise<void> => {
	while (await readOn(t.server.kernel, reader, customerId));
};

test('hands over every record once and in order, in steps, to each reader by itself', async () => {
	const own = await p.stage();
	const { customerId } = own.tenant;
	const [one, other] = [heard('one'), heard('other', 100)];
	await readAll(one.reader, customerId);
	const ids = await p.record(own, 3);
	await appendCustomer(t.server.kernel, customerId);
	await readAll(one.reader, customerId);
	await readAll(one.reader, customerId);
	expect(one.ids).toEqual(ids);
	const more = await p.record(own, 1);
	await appendCustomer(t.server.kernel, customerId);
	await readAll(one.reader, customerId);
	await readAll(other.reader, customerId);
	expect([one.ids, other.ids]).toEqual([
		[...ids, ...more],
		[...ids, ...more],
	]);
});

test('a step that fails is done again, and what was erased meanwhile is left out', async () => {
	const own = await p.stage();
	const { customerId } = own.tenant;
	const ids = await p.record(own, 2);
	await appendCustomer(t.server.kernel, customerId);
	const { ids: got, reader } = heard('failing', 100);
	const failing: TailReader = {
		...reader,
		async take() {
			throw new Error('not yet');
		},
	};
	await expect(readOn(t.server.kernel, failing, customerId)).rejects.toThrow('not yet');
	await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, ids.slice(0, 2), 'person'));
	await readAll(reader, customerId);
	expect(got).toEqual(ids.slice(2));
});

test('two processes that read under one name hand over each record once', async () => {
	const own = await p.stage();
	const { customerId } = own.tenant;
	const ids = await p.record(own, 6);
	await appendCustomer(t.server.kernel, customerId);
	const { ids: got, reader } = heard('shared', 3);
	await Promise.all([1, 2, 3, 4].map(() => readAll(reader, customerId)));
	expect(got).toEqual(ids);
});

test('a reader that did not want a customer is handed what comes after it does', async () => {
	const own = await p.stage();
	const { customerId } = own.tenant;
	const { ids: got, reader } = heard('choosy', 2);
	let wanted = false;
	const choosy: TailReader = { ...reader, wanted: async () => wanted };
	await p.record(own, 3);
	await appendCustomer(t.server.kernel, customerId);
	expect(await readOn(t.server.kernel, choosy, customerId)).toBe(false);
	expect(got).toEqual([]);
	wanted = true;
	const ids = await p.record(own, 2);
	await appendCustomer(t.server.kernel, customerId);
	await readAll(choosy, customerId);
	expect(got).toEqual(ids);
});

test('news of banner choices reaches a working reader within two seconds, and no other customer’s', async () => {
	const [own, other] = [await p.stage(), await p.stage()];
	const got: { customerId: number; id: string }[] = [];
	const stop = await workTail(t.server.kernel, {
		name: 'live',
		most: 100,
		async take(tx, customerId, records) {
			// The transaction is that customer's: rows of another one are not there.
			const [seen] = await tx.query<{ n: number }>('select count(*)::int as n from consent_record where customer_id <> $1', [customerId]);
			expect(seen?.n).toBe(0);
			got.push(...records.map(({ id }) => ({ customerId, id })));
		},
	});
	try {
		for (const who of [own, other, own]) {
			const before = got.length;
			const begun = performance.now();
			const ids = await p.record(who, 1);
			await expect.poll(() => got.length, { interval: 20 }).toBe(before + 3);
			expect(performance.now() - begun).toBeLessThan(2000 * slowness());
			expect(got.slice(before)).toEqual(ids.map((id) => ({ customerId: who.tenant.customerId, id })));
		}
	} finally {
		await stop();
	}
});
