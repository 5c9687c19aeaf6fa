/** Runs: whatever goes wrong, they end. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { newId } from '../src/kernel/clock.ts';
import type { RunKind } from '../src/kernel/runs/runs.ts';
import { insertRun } from '../src/kernel/runs/store.ts';
import { int, orNull, row, sql, text } from '../src/kernel/storage/rows.ts';
import { startApp } from './app.ts';

const t = await startApp();

const StateRow = row({ state: text, problem: orNull(text) });

test('A run that fails behind a step that brings nobody further is tried a few times, and not for ever', async () => {
	const Nothing = z.object({});
	let begun = 0;
	const kind: RunKind<object, object> = {
		kind: 'test-fails-behind',
		input: Nothing,
		cursor: Nothing,
		steps: async function* () {
			begun += 1;
			yield async () => ({ cursor: {}, done: 0 });
			yield async () => {
				throw new Error('As always.');
			};
		},
		about: () => ({}),
		reason: () => ({ en: '', fi: '' }),
	};
	t.server.kernel.runs.add(kind);
	const { customerId } = await t.tenant();
	const id = newId();
	await t.storage.inTenant(customerId, async (tx) => {
		await insertRun(tx, customerId, { id, kind: kind.kind, domainId: null, input: {}, cursor: {}, total: null, by: null });
		// It was tried before: this is the last time.
		await tx.run(sql`update run set tries = 4 where customer_id = ${customerId} and run_id = ${id}`);
		await t.server.kernel.jobs.send(tx, 'run', { customerId, runId: id }, { customerId, retryLimit: 0 });
	});
	const state = () =>
		t.storage.inTenant(customerId, (tx) =>
			tx.rows(StateRow, sql`select state, problem from run where customer_id = ${customerId} and run_id = ${id}`),
		);
	await expect.poll(() => begun).toBe(1);
	await expect.poll(async () => (await state())[0]?.state).not.toBe('running');
	expect(await state()).toEqual([{ state: 'failed', problem: 'internal' }]);
});

test('A run whose browser is taken from it as the program ends has failed at nothing, and goes on in the next one', async () => {
	const Nothing = z.object({});
	const ending = Promise.withResolvers<void>();
	let begun = false;
	const kind: RunKind<object, object> = {
		kind: 'test-left-at-the-end',
		input: Nothing,
		cursor: Nothing,
		steps: async function* () {
			yield async () => ({ cursor: {}, done: 0 });
			begun = true;
			await ending.promise;
			throw new Error('Target page, context or browser has been closed');
		},
		about: () => ({}),
		reason: () => ({ en: '', fi: '' }),
	};
	t.server.kernel.runs.add(kind);
	const { customerId } = await t.tenant();
	const id = newId();
	await t.storage.inTenant(customerId, async (tx) => {
		await insertRun(tx, customerId, { id, kind: kind.kind, domainId: null, input: {}, cursor: {}, total: null, by: null });
		await t.server.kernel.jobs.send(tx, 'run', { customerId, runId: id }, { customerId, retryLimit: 0 });
	});
	await expect.poll(() => begun).toBe(true);
	await t.server.kernel.runs.stop();
	ending.resolve();
	const LeftRow = row({ state: text, tries: int, waiting: int });
	const left = () =>
		t.storage.inTenant(customerId, (tx) =>
			tx.first(
				LeftRow,
				sql`select state, tries::int as tries,
						(select count(*)::int from pgboss.job where name = 'run' and state = 'created' and data ->> 'runId' = ${id}) as waiting
					from run where customer_id = ${customerId} and run_id = ${id}`,
			),
		);
	await expect.poll(async () => (await left())?.waiting).toBeGreaterThan(0);
	expect(await left()).toMatchObject({ state: 'running', tries: 0 });
});
