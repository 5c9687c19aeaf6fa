/**
 * A file of many people (a million in twelve columns; another number as first argument), uploaded, checked and written, beside raw COPY of
 * the same file into a table without keys, and beside plain `insert … select` of what came of it into tables with the same keys (what
 * PostgreSQL needs for these rows however they come), in the same PostgreSQL: ratios, and what the program's memory comes to. Then killed five
 * times (SIGKILL of the program, and every other time of its database), with one beside it that is cancelled: every row once, all
 * reasons; and taken back: nobody is left.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import type { Run } from '../packages/contract/src/runs.ts';
import {
	BAD_EVERY,
	cancelRun,
	fileOf,
	type Officer,
	officer,
	readRun,
	startCheck,
	startImport,
	startUndo,
	storeFile,
} from './lib/imports.ts';
import { type Program, startProgram } from './lib/program.ts';
import { writeResult } from './lib/result.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const KILLED_ROWS = Math.min(ROWS, 200_000);
const KILLS = 5;
const GOAL = 0.35;
const MEMORY_MB = 300;
const PORT = 4192;
const LOOK_MS = 100;

const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-import-'));
const withDatabase = <T>(work: (owner: Client) => Promise<T>): Promise<T> =>
	withOwner({ databaseUrl: null, secretKey: null, dataDir }, createLog({ logLevel: 'error' }), work);

const isOpen = ({ state }: Run): boolean => state === 'waiting' || state === 'running';

const until = async (program: Program, who: Officer, id: string, wanted: (run: Run) => boolean, seen: number[] = []): Promise<Run> => {
	for (;;) {
		const run = await readRun(program.url, who, id);
		seen.push(program.memoryMb());
		if (wanted(run)) return run;
		await sleep(LOOK_MS);
	}
};
const ended = (run: Run): boolean => !isOpen(run);

const numberOf = async (owner: Client, sql: string, values: readonly unknown[]): Promise<number> =>
	Number((await owner.query<{ n: string }>(sql, [...values])).rows[0]?.n);
const peopleOf = ({ customerId }: Officer): Promise<number> =>
	withDatabase((owner) => numberOf(owner, 'select count(*) as n from person where customer_id = $1', [customerId]));

const secondsOf = ({ startedAt, endedAt }: Run): number => (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000;

/** COPY of the file as it is. */
const copied = (file: Buffer): Promise<number> =>
	withDatabase(async (owner) => {
		await owner.query(
			'create table plain_copy (a text, b text, c text, d text, e text, f text, g text, h text, i text, j text, k text, l text)',
		);
		const began = performance.now();
		await pipeline(Readable.from([file]), owner.query(copyFrom('copy plain_copy from stdin (format csv, header true)')));
		const seconds = (performance.now() - began) / 1000;
		await owner.query('drop table plain_copy');
		return seconds;
	});

/** What was written of a customer, once more into empty tables with the same keys. */
const writtenPlainly = ({ customerId }: Officer): Promise<number> =>
	withDatabase(async (owner) => {
		let seconds = 0;
		for (const table of ['person', 'person_identifier', 'person_seen', 'profile', 'upload_person']) {
			await owner.query(`create table plain_${table} (like ${table} including indexes including storage)`);
			const began = performance.now();
			await owner.query(`insert into plain_${table} select * from ${table} where customer_id = $1`, [customerId]);
			seconds += (performance.now() - began) / 1000;
			await owner.query(`drop table plain_${table}`);
		}
		return seconds;
	});

const file = fileOf(ROWS);
const badOf = (rows: number): number => Math.floor(rows / BAD_EVERY);
console.log(`${ROWS} rows, ${(file.length / 1e6).toFixed(1)} MB, ${badOf(ROWS)} of them not to be read`);

let program = await startProgram({ port: PORT, dataDir });
try {
	const [alone, killed, other] = await withDatabase(async (owner) => [
		await officer(owner, 901, PORT),
		await officer(owner, 902, PORT),
		await officer(owner, 903, PORT),
	]);
	const idle = program.memoryMb();
	const plain = await copied(file);
	const memory: number[] = [];
	const sentAt = performance.now();
	const stored = await storeFile(program.url, alone, file);
	const uploadMs = performance.now() - sentAt;
	const checked = await until(program, alone, (await startCheck(program.url, alone, stored)).id, ended, memory);
	const done = await until(program, alone, (await startImport(program.url, alone, checked)).id, ended, memory);
	const again = await copied(file);
	const copy = Math.min(plain, again);
	const keyed = await writtenPlainly(alone);
	const ratio = copy / secondsOf(done);
	const [dryRate, rate] = [ROWS / secondsOf(checked), ROWS / secondsOf(done)].map(Math.round);
	const half = memory.slice(Math.floor(memory.length / 2));
	const peak = Math.max(...memory);
	console.log(
		`upload ${Math.round(uploadMs)} ms; COPY ${copy.toFixed(1)} s (${Math.round(ROWS / copy)} rows/s), import ${secondsOf(done).toFixed(1)} s (${rate} rows/s): ratio ${ratio.toFixed(3)} (goal ${GOAL}); the same rows by plain SQL ${keyed.toFixed(1)} s: ratio ${(keyed / secondsOf(done)).toFixed(2)}, and ${(copy / keyed).toFixed(3)} of COPY; dry run ${dryRate} rows/s; memory ${Math.round(idle)} MB idle, ${Math.round(peak)} MB at most, ${Math.round(Math.max(...half) - Math.min(...half))} MB between the lowest and highest of the second half`,
	);

	const small = fileOf(KILLED_ROWS);
	const killedFile = await storeFile(program.url, killed, small);
	const killedCheck = await until(program, killed, (await startCheck(program.url, killed, killedFile)).id, ended);
	const begun = await startImport(program.url, killed, killedCheck);
	for (let kill = 1; kill <= KILLS; kill++) {
		const wanted = (small.length * kill) / (KILLS + 1);
		const run = await until(program, killed, begun.id, (one) => one.done >= wanted || !isOpen(one));
		await program.kill(kill % 2 === 0 ? 'every' : 'first');
		program = await startProgram({ port: PORT, dataDir });
		console.log(`kill ${kill} at ${run.counts.rows} rows, back after ${Math.round(program.readyMs)} ms`);
	}
	// Beside it, another customer's, which is cancelled.
	const doomedFile = await storeFile(program.url, other, small);
	const doomedCheck = await until(program, other, (await startCheck(program.url, other, doomedFile)).id, ended);
	const doomed = await startImport(program.url, other, doomedCheck);
	await until(program, other, doomed.id, (run) => (run.counts.rows ?? 0) > 0);
	const cancelled = await cancelRun(program.url, other, doomed.id);
	const resumed = await until(program, killed, begun.id, ended);
	const bad = badOf(KILLED_ROWS);
	const people = await peopleOf(killed);
	const cancelledPeople = await peopleOf(other);
	const whole =
		resumed.state === 'done' &&
		people === KILLED_ROWS - bad &&
		resumed.counts.created === KILLED_ROWS - bad &&
		resumed.counts.rejected === bad &&
		resumed.found === bad &&
		cancelled.state === 'cancelled' &&
		cancelledPeople === cancelled.counts.created;
	const undo = await startUndo(program.url, killed, resumed);
	await until(program, killed, undo.id, (run) => (run.counts.people ?? 0) > 0);
	await program.kill('every');
	program = await startProgram({ port: PORT, dataDir });
	const undone = await until(program, killed, undo.id, ended);
	const left = await peopleOf(killed);
	const dryIsTrue = JSON.stringify(checked.counts) === JSON.stringify(done.counts);
	const met = whole && dryIsTrue && left === 0 && ratio >= GOAL && peak <= MEMORY_MB;
	await writeResult('import', {
		goal: `≥ ${GOAL} of COPY, under ${MEMORY_MB} MB; every row once`,
		met,
		rows: ROWS,
		uploadMs,
		copySeconds: copy,
		importSeconds: secondsOf(done),
		ratio,
		keyedSeconds: keyed,
		dryRate,
		rate,
		memoryMb: peak,
		whole,
		dryIsTrue,
		left,
	});
	console.log(
		`killed ${KILLS} times: ${people} people, ${resumed.found} reasons; cancelled after ${cancelled.counts.rows} rows, ${cancelledPeople} people: ${whole ? 'every row once' : 'NOT whole'}; dry run ${dryIsTrue ? 'true' : 'NOT true'}; taken back in ${secondsOf(undone).toFixed(1)} s, killed once: ${left} people left`,
	);
	if (!whole || !dryIsTrue || left > 0) process.exitCode = 1;
} finally {
	await program.stop();
	rmSync(dataDir, { recursive: true, force: true });
}
