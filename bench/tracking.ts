/**
 * Durable opens of letters a second, one a request, keep-alive, of people who permit it, over 20,000 letters; beside the least that
 * answers (a bare Fastify route in a process of its own) and beside the way that most take (one insert and one commit a hit, over one
 * connection), in the same run, round by round. Embedded PostgreSQL, fsync and synchronous_commit on. Rows are counted by SELECT after
 * the last acknowledgement.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { newId } from '../apps/server/src/kernel/clock.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import { createNames, timeOf } from '../apps/server/src/wings/engagement/runs/token.ts';
import { makeLoad, NO_LIMIT } from './lib/load.ts';
import { startProgram } from './lib/program.ts';
import { publish } from './lib/publication.ts';
import { firstVersion } from './lib/purposes.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const ROUNDS = 2;
/** Of each measurement; another number may be given as an argument. */
const SECONDS = Number(process.argv[2] ?? 8);
const CONNECTIONS = [20, 100] as const;
const LETTERS = 20_000;
const PORT = 4190;
/** Hits a second. */
const GOAL = 3_000;
const SECRET_KEY = 'benchmark benchmark benchmark benchmark';

const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
const asOwner = <T>(work: (owner: Client) => Promise<T>): Promise<T> =>
	withOwner({ databaseUrl: null, dataDir, secretKey: SECRET_KEY }, createLog({ logLevel: 'warn' }), work);

/** A run that is over, with letters to people who permit to be followed; answers its id. */
const fill = async (owner: Client, customerId: number): Promise<string> => {
	const { domainId } = await publish(owner, customerId);
	const [runId, purposeId, campaignId] = [newId(), newId(), newId()];
	const options = {};
	const plan = {
		campaignId,
		title: 'Bench',
		domainId,
		host: 'bench.localhost',
		customerName: 'Bench',
		isTransactional: false,
		audience: { id: newId(), segments: [], consents: [], isAnd: false },
		lanes: [{ channel: 'email', constellationId: newId(), version: 1, connectorId: null, purposes: [purposeId], priceMicros: 0 }],
		tracking: [purposeId],
		options,
		changes: { post: [], open: [], click: [] },
	};
	await owner.query(`insert into purpose (customer_id, purpose_id, domain_id, name, tracks) values ($1, $2, $3, 'Following', true)`, [
		customerId,
		purposeId,
		domainId,
	]);
	await firstVersion(owner, customerId, purposeId);
	await owner.query(
		`insert into campaign_run (customer_id, run_id, campaign_id, domain_id, kind, state, plan, begins_at, created_at, created_by)
		values ($1, $2, $3, $4, 'real', 'done', $5, now(), now(), 'user:bench')`,
		[customerId, runId, campaignId, domainId, JSON.stringify(plan)],
	);
	await owner.query(
		`insert into person (customer_id, person, number, created_at) select $1, gen_random_uuid(), n, now() from generate_series(1, $2) n`,
		[customerId, LETTERS],
	);
	await owner.query(
		`insert into consent_state (customer_id, person, purpose_id, value, record_at, record_id, purpose_version, received_at)
		select $1, person, $2, true, now(), gen_random_uuid(), 1, now() from person where customer_id = $1`,
		[customerId, purposeId],
	);
	await owner.query(
		`insert into delivery (customer_id, entry, at, run_id, channel, number, person, state, settled_at, address, tracked_id)
		select $1, number, $3, $2, 0, number, person, 'accepted', now() - interval '1 hour', 'p' || number || '@example.com', gen_random_uuid() from person where customer_id = $1`,
		[customerId, runId, timeOf(runId)],
	);
	await owner.query('vacuum analyze');
	return runId;
};

/** One insert and one commit a hit; answers how many a second. */
const single = async (owner: Client, customerId: number, runId: string): Promise<number> => {
	const began = performance.now();
	let n = 0;
	for (; performance.now() - began < (SECONDS * 1000) / 2; n++)
		await owner.query(
			`insert into delivery_hit (customer_id, run_id, channel, entry, id, at, kind, machine) values ($1, $2, 1, $3, $4, now(), 'open', false)`,
			[customerId, runId, (n % LETTERS) + 1, newId()],
		);
	return n / ((performance.now() - began) / 1000);
};

const program = await startProgram({ port: PORT, dataDir, env: { ...NO_LIMIT, SECRET_KEY } });
const bare = fork(join(import.meta.dirname, 'lib/bare.ts'), [String(PORT + 1)]);
try {
	await once(bare, 'message');
	const customerId = 900;
	const runId = await asOwner((owner) => fill(owner, customerId));
	const names = createNames(createSecrets(SECRET_KEY));
	const paths = Array.from(
		{ length: LETTERS },
		(_, n) => `/t/o/${names.nameOf({ customerId, runId, channel: 'email', entry: n + 1 })}.gif`,
	);
	const rowsNow = (): Promise<number> =>
		asOwner(async (owner) =>
			Number((await owner.query<{ n: string }>('select count(*) as n from delivery_hit where channel = 0')).rows[0]?.n),
		);
	const rates: Record<string, number[]> = {};
	const note = (name: string, rate: number, more = ''): void => {
		rates[name] = [...(rates[name] ?? []), rate];
		console.log(`${name.padEnd(18)} ${Math.round(rate)}/s${more}`);
	};
	for (let round = 0; round <= ROUNDS; round++) {
		// The first round warms up.
		const seconds = round === 0 ? 2 : SECONDS;
		for (const connections of CONNECTIONS) {
			const before = await rowsNow();
			const hits = await makeLoad({ port: PORT, connections, seconds, target: { kind: 'pictures', paths } });
			const rows = (await rowsNow()) - before;
			if (rows !== hits.acknowledged) throw new Error(`${hits.acknowledged} acknowledged, ${rows} there.`);
			const route = await makeLoad({ port: PORT + 1, connections, seconds: seconds / 2, target: { kind: 'pictures', paths: ['/'] } });
			if (round === 0) continue;
			note(`hits, ${connections}`, rows / hits.seconds, `   p50 ${hits.p50Ms.toFixed(1)} ms   p99 ${hits.p99Ms.toFixed(1)} ms`);
			note(`bare route, ${connections}`, route.acknowledged / route.seconds);
		}
		if (round > 0) note('single inserts', await asOwner((owner) => single(owner, customerId, runId)));
	}
	const counted = await asOwner(async (owner) =>
		Number((await owner.query<{ n: string }>(`select sum(n) as n from delivery_count where what = 'opened'`)).rows[0]?.n),
	);
	const firsts = await asOwner(async (owner) =>
		Number((await owner.query<{ n: string }>('select count(*) as n from delivery_first')).rows[0]?.n),
	);
	if (counted !== firsts) throw new Error(`${counted} counted, ${firsts} there.`);
	const spreads = Object.fromEntries(Object.entries(rates).map(([name, own]) => [name, spreadOf(own)]));
	const median = (name: string): number => spreads[name]?.median ?? Number.NaN;
	const goals = CONNECTIONS.map((connections) => {
		const value = median(`hits, ${connections}`);
		return { what: `durable hits a second at ${connections}`, value, least: GOAL, met: value >= GOAL };
	});
	for (const { what, value, least, met } of goals)
		console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${Math.round(value)} (≥ ${least})`);
	const ratios = Object.fromEntries(
		CONNECTIONS.flatMap((connections) => [
			[`hits ÷ bare route at ${connections}`, median(`hits, ${connections}`) / median(`bare route, ${connections}`)],
			[`hits ÷ single inserts at ${connections}`, median(`hits, ${connections}`) / median('single inserts')],
		]),
	);
	for (const [what, value] of Object.entries(ratios)) console.log(`            ${what}: ${value.toFixed(2)}`);
	await writeResult('tracking', { seconds: SECONDS, rounds: ROUNDS, letters: LETTERS, rates: spreads, ratios, goals });
} finally {
	bare.kill();
	await program.stop();
	rmSync(dataDir, { recursive: true, force: true });
}
