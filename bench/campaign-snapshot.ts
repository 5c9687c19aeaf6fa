/**
 * How long it takes until a million people (or so many as the argument says) are in a run, beside writing as many rows of the same table
 * by one plain statement, and what the worker holds in memory meanwhile. `npm run bench -- campaign-snapshot [PEOPLE]`. Needs a system
 * PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../apps/server/src/kernel/clock.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../apps/server/src/kernel/storage/storage.ts';
import { changeCampaignRun, readCampaignRun } from '../apps/server/src/wings/engagement/runs/runs.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { insertStagedRun } from './lib/campaign-begin.ts';
import { CUSTOMER, stageCampaign } from './lib/campaign-stage.ts';
import { startProgram } from './lib/program.ts';
import { writeResult } from './lib/result.ts';

const PEOPLE = Number(process.argv[2] ?? 1_000_000);
const GOAL = { seconds: 30, memoryMb: 400 };
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const text = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', heroimage: null, heroimageAlt: null };
const LETTER = { channel: 'email' as const, language: 'en', languages: { en: text }, webHook: null };

const bin = findSystemPostgres();
if (bin === null) throw new Error('No system PostgreSQL is installed.');
const postgres = await startSystemPostgres(bin, { durable: true });
const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-snapshot-'));
try {
	await postgres.admin((client) => client.query('create database snapshot'));
	const url = postgres.url('snapshot');
	const log = createLog({ logLevel: 'error' });
	await migrateExternal(url, SECRET_KEY, log);
	// Nobody listens there: nothing leaves, whatever is prepared.
	const stage = await postgres.admin(
		(owner) => stageCampaign(owner, { people: PEOPLE, port: 1, connections: 1, frozen: LETTER, options: {} }),
		'snapshot',
	);
	const storage = await connectStorage(externalServer(url, createSecrets(SECRET_KEY)), SECRET_KEY, log);
	const program = await startProgram({
		port: 4760,
		dataDir,
		env: { ROLE: 'worker', DATABASE_URL: url, SECRET_KEY, OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'info' },
	});
	const idleMb = program.memoryMb();
	const runId = await insertStagedRun(storage, stage);
	const began = Date.now();
	let memoryMb = 0;
	let preparedAt = 0;
	while (preparedAt === 0) {
		await sleep(100);
		memoryMb = Math.max(memoryMb, program.memoryMb());
		preparedAt = (await storage.inTenant(CUSTOMER, (tx) => readCampaignRun(tx, CUSTOMER, runId)))?.prepared_at?.getTime() ?? 0;
	}
	await storage.inTenant(CUSTOMER, async (tx) => {
		const run = await readCampaignRun(tx, CUSTOMER, runId);
		if (run) await changeCampaignRun(tx, CUSTOMER, run, { state: 'paused', why: 'asked' });
	});
	await program.stop();
	const seconds = (preparedAt - began) / 1000;
	const plainSeconds = await postgres.admin(async (owner) => {
		const from = performance.now();
		await owner.query(
			`insert into delivery (customer_id, entry, at, run_id, channel, number, person, state, address)
			select customer_id, number, now(), $1, 0, number, person, 'waiting', 'p' || number || '@example.com' from person`,
			[newId()],
		);
		return (performance.now() - from) / 1000;
	}, 'snapshot');
	const [{ n } = { n: 0 }] = (
		await postgres.admin(
			(owner) => owner.query<{ n: number }>(`select count(*)::int as n from delivery where run_id = '${runId}'`),
			'snapshot',
		)
	).rows;
	const result = {
		people: PEOPLE,
		rows: n,
		seconds,
		plainSeconds: Number(plainSeconds.toFixed(1)),
		idleMb: Math.round(idleMb),
		memoryMb: Math.round(memoryMb),
	};
	const met = seconds < GOAL.seconds && memoryMb < GOAL.memoryMb && n === PEOPLE;
	console.log(result, met ? 'met' : 'NOT met');
	await writeResult('campaign-snapshot', { ...result, goal: GOAL, met });
	await storage.close();
} finally {
	rmSync(dataDir, { recursive: true, force: true });
	await postgres.stop();
}
