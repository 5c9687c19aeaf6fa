/**
 * An import of many rows (600,000; another number as first argument): how fast it is alone; and then killed five times, with
 * one beside it that is cancelled: every row once, all reasons, and the activity log tells what happened.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import type { Run } from '../packages/contract/src/runs.ts';
import { BAD_EVERY, cancelRun, fileOf, type Officer, officer, readRun, startImport } from './lib/imports.ts';
import { type Program, startProgram } from './lib/program.ts';
import { writeResult } from './lib/result.ts';

const ROWS = Number(process.argv[2] ?? 600_000);
const KILLS = 5;
const GOAL = 10_000;
const PORT = 4192;
const LOOK_MS = 100;

const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-import-'));
const withDatabase = <T>(work: (owner: Client) => Promise<T>): Promise<T> =>
	withOwner({ databaseUrl: null, secretKey: null, dataDir }, createLog({ logLevel: 'error' }), work);

const isOpen = ({ state }: Run): boolean => state === 'waiting' || state === 'running';

const until = async (program: Program, who: Officer, id: string, wanted: (run: Run) => boolean): Promise<Run> => {
	for (;;) {
		const run = await readRun(program.url, who, id);
		if (wanted(run)) return run;
		await sleep(LOOK_MS);
	}
};

const numberOf = async (owner: Client, sql: string, values: readonly unknown[]): Promise<number> =>
	Number((await owner.query<{ n: string }>(sql, [...values])).rows[0]?.n);

const file = fileOf(ROWS);
const bad = Math.floor(ROWS / BAD_EVERY);
console.log(`${ROWS} rows, ${(file.length / 1e6).toFixed(1)} MB, ${bad} of them not to be read`);

const secondsOf = ({ startedAt, endedAt }: Run): number => (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000;

let program = await startProgram({ port: PORT, dataDir });
try {
	const [alone, killed, other] = await withDatabase(async (owner) => [
		await officer(owner, 901, PORT),
		await officer(owner, 902, PORT),
		await officer(owner, 903, PORT),
	]);

	const sentAt = performance.now();
	const checking = await startImport(program.url, alone, file, true);
	const uploadMs = performance.now() - sentAt;
	const checked = await until(program, alone, checking.id, (run) => !isOpen(run));
	const { id } = await startImport(program.url, alone, file);
	const done = await until(program, alone, id, (run) => !isOpen(run));
	const [dryRate, rate] = [ROWS / secondsOf(checked), ROWS / secondsOf(done)];
	console.log(`upload ${Math.round(uploadMs)} ms, dry run ${Math.round(dryRate)} rows/s, import ${Math.round(rate)} rows/s (goal ${GOAL})`);

	const begun = await startImport(program.url, killed, file);
	for (let kill = 1; kill <= KILLS; kill++) {
		const wanted = (file.length * kill) / (KILLS + 1);
		const run = await until(program, killed, begun.id, (one) => one.done >= wanted || !isOpen(one));
		await program.kill(kill % 2 === 0 ? 'every' : 'first');
		program = await startProgram({ port: PORT, dataDir });
		console.log(`kill ${kill} at ${run.counts.rows} rows, back after ${Math.round(program.readyMs)} ms`);
	}
	// Beside it, another customer's, which is cancelled.
	const doomed = await startImport(program.url, other, file);
	await until(program, other, doomed.id, (run) => (run.counts.rows ?? 0) > 0);
	const cancelled = await cancelRun(program.url, other, doomed.id);
	const resumed = await until(program, killed, begun.id, (run) => !isOpen(run));
	await sleep(2000);
	const still = await readRun(program.url, other, doomed.id);

	const result = await withDatabase(async (owner) => ({
		records: await numberOf(owner, 'select count(*) as n from consent_record where customer_id = $1', [killed.customerId]),
		people: await numberOf(owner, 'select count(distinct person) as n from consent_record where customer_id = $1', [killed.customerId]),
		reasons: await numberOf(owner, 'select count(*) as n from run_finding where customer_id = $1 and run_id = $2', [
			killed.customerId,
			begun.id,
		]),
		activity: await numberOf(owner, `select count(*) as n from activity where customer_id = $1 and action = 'imported'`, [
			killed.customerId,
		]),
		cancelledRecords: await numberOf(owner, 'select count(*) as n from consent_record where customer_id = $1', [other.customerId]),
		cancelActivity: await numberOf(owner, `select count(*) as n from activity where customer_id = $1 and action = 'cancelled'`, [
			other.customerId,
		]),
	}));
	const whole =
		resumed.state === 'done' &&
		result.records === ROWS - bad &&
		result.people === ROWS - bad &&
		result.reasons === bad &&
		resumed.counts.stored === ROWS - bad &&
		resumed.counts.rejected === bad &&
		result.activity === 1 &&
		cancelled.state === 'cancelled' &&
		result.cancelledRecords === cancelled.counts.stored &&
		still.counts.rows === cancelled.counts.rows &&
		result.cancelActivity === 1;
	const dryIsTrue = JSON.stringify(checked.counts) === JSON.stringify(done.counts);
	const met = whole && dryIsTrue && rate >= GOAL;
	await writeResult('import', {
		goal: `${GOAL} rows/s; every row once`,
		met,
		rows: ROWS,
		uploadMs,
		dryRate,
		rate,
		whole,
		dryIsTrue,
		...result,
	});
	console.log(
		`killed ${KILLS} times: ${result.records} records of ${result.people} people, ${result.reasons} reasons; cancelled after ${cancelled.counts.rows} rows, ${result.cancelledRecords} records; ${whole ? 'every row once' : 'NOT whole'}; dry run ${dryIsTrue ? 'true' : 'NOT true'}; ${rate >= GOAL ? 'speed met' : 'speed NOT met'}`,
	);
	if (!whole || !dryIsTrue) process.exitCode = 1;
} finally {
	await program.stop();
	rmSync(dataDir, { recursive: true, force: true });
}
