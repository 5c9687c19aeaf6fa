/** Runs: whatever goes wrong, they end. */
import pg from 'pg';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { newId } from '../src/kernel/clock.ts';
import type { RunKind } from '../src/kernel/runs/runs.ts';
import { insertRun } from '../src/kernel/runs/store.ts';
import { isAway } from '../src/kernel/storage/reach.ts';
import { int, orNull, row, sql, text } from '../src/kernel/storage/rows.ts';
import { startApp } from './app.ts';

const t = await startApp();

const StateRow = row({ state: text, problem: orNull(text) });

const SAYS_NOTHING = { about: () => ({}), reason: () => ({ en: '', fi: '' }) };

/** A run of this kind of a new customer, on its way. @param tries how often it was tried before */
const begin = async (kind: RunKind<object, object>, tries: number) => {
	t.server.kernel.runs.add(kind);
	const { customerId } = await t.tenant();
	const id = newId();
	await t.storage.inTenant(customerId, async (tx) => {
		await insertRun(tx, customerId, { id, kind: kind.kind, domainId: null, input: {}, cursor: {}, total: null, by: null });
		await tx.run(sql`update run set tries = ${tries} where customer_id = ${customerId} and run_id = ${id}`);
		await t.server.kernel.jobs.send(tx, 'run', { customerId, runId: id }, { customerId, retryLimit: 0 });
	});
	return { customerId, id };
};

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
		...SAYS_NOTHING,
	};
	// It was tried before: this is the last time.
	const { customerId, id } = await begin(kind, 4);
	const state = () =>
		t.storage.inTenant(customerId, (tx) =>
			tx.rows(StateRow, sql`select state, problem from run where customer_id = ${customerId} and run_id = ${id}`),
		);
	await expect.poll(() => begun).toBe(1);
	await expect.poll(async () => (await state())[0]?.state).not.toBe('running');
	expect(await state()).toEqual([{ state: 'failed', problem: 'internal' }]);
});

test('A run that the database has no room for waits until it has, and has failed at nothing', async () => {
	const Nothing = z.object({});
	let begun = 0;
	const kind: RunKind<object, object> = {
		kind: 'test-no-room',
		input: Nothing,
		cursor: Nothing,
		steps: async function* () {
			begun += 1;
			yield async () => {
				if (begun === 1) throw Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' });
				return { cursor: {}, done: 1 };
			};
		},
		...SAYS_NOTHING,
	};
	const { customerId, id } = await begin(kind, 4);
	const state = () =>
		t.storage.inTenant(customerId, (tx) =>
			tx.first(StateRow, sql`select state, problem from run where customer_id = ${customerId} and run_id = ${id}`),
		);
	await expect.poll(async () => (await state())?.state).toMatch(/done|failed/);
	expect([begun, await state()]).toEqual([2, { state: 'done', problem: null }]);
	expect([new Error('Connection terminated unexpectedly'), new SyntaxError('Unterminated string in JSON')].map(isAway)).toEqual([
		true,
		false,
	]);
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
		...SAYS_NOTHING,
	};
	const { customerId, id } = await begin(kind, 0);
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
