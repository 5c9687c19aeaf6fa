/**
 * What a look at a run costs the server: the calls that the campaign dashboard makes again and again, for a run of a thousand recipients
 * and for one of a million (or so many as the argument says), and how many rows they read. Recipients and counts are written by SQL, as
 * the engine leaves them behind; a third run has been opened for a week, since what is read follows from minutes and not from recipients.
 * `npm run bench -- dashboard [RECIPIENTS]`. Needs a system PostgreSQL.
 */
import type { Client } from 'pg';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { int, row, sql } from '../apps/server/src/kernel/storage/rows.ts';
import { migrateExternal, type Storage } from '../apps/server/src/kernel/storage/storage.ts';
import { peopleOfRuns, readProgress } from '../apps/server/src/wings/engagement/campaigns/progress.ts';
import { readCampaignRun } from '../apps/server/src/wings/engagement/runs/runs.ts';
import { timeOf } from '../apps/server/src/wings/engagement/runs/token.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { insertStagedRun } from './lib/campaign-begin.ts';
import { CUSTOMER, stageCampaign } from './lib/campaign-stage.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const SMALL = 1_000;
const LARGE = Number(process.argv[2] ?? 1_000_000);
/** Minutes in which letters leave, and in which they are opened. */
const SENDING = 17;
const OPENING = 240;
const WEEK = 7 * 24 * 60;
/** Writers whose counts stand beside each other. */
const PARTS = 4;
const CALLS = 200;
/** A run a thousand times as large takes no longer, but for what clocks differ by, and reads as many rows. */
const GOAL = { ratio: 1.5, rowsRatio: 1.05 };
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const text = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', heroimage: null, heroimageAlt: null };
const LETTER = { channel: 'email' as const, language: 'en', languages: { en: text }, webHook: null };

/** Nine of ten accepted, the rest left out; a fifth of them opened. */
const fill = async (owner: Client, runId: string, recipients: number, opening: number): Promise<void> => {
	await owner.query(
		`insert into delivery (customer_id, entry, at, run_id, channel, number, person, state, reason, address, settled_at)
		select $1, n, $2, $3, 0, n, gen_random_uuid(), case when n % 10 = 0 then 'skipped' else 'accepted' end,
			case when n % 10 = 0 then 'said_no' end, 'p' || n || '@example.com', now() - make_interval(mins => n % $4)
		from generate_series(1, $5::int) n`,
		[CUSTOMER, timeOf(runId), runId, SENDING, recipients],
	);
	const count = (what: string, reason: string, minutes: number, parts: number, total: number) =>
		owner.query(
			`insert into delivery_count (customer_id, run_id, channel, what, reason, minute, part, n)
			select $1, $2, 0, $3, $4, date_trunc('minute', now()) - make_interval(mins => m), p, greatest(1, $5::int8 / ($6::int * $7::int))
			from generate_series(0, $6::int - 1) m, generate_series(0, $7::int - 1) p`,
			[CUSTOMER, runId, what, reason, total, minutes, parts],
		);
	await count('targeted', '', 1, 1, recipients);
	for (const what of ['waiting', 'accepted', 'cost_micros', 'size', 'trackable']) await count(what, '', SENDING, PARTS, recipients * 0.9);
	await count('skipped', 'said_no', 1, 1, recipients / 10);
	for (const what of ['opened', 'clicked', 'machine']) await count(what, '', opening, PARTS, recipients / 5);
	await owner.query('analyze delivery, delivery_count');
};

const Read = row({ read: int });

/** Rows that scans of the engine's tables gave to this connection and that are not in the statistics yet: what grows meanwhile was read. */
const rowsRead = sql`select coalesce(sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid)), 0)::int8 as read
	from pg_class c where c.relkind in ('r', 'i') and c.relname ~ '^(delivery|campaign)'`;

/** One look: how far the run is, and who opened and clicked. */
const measure = async (storage: Storage, runId: string) => {
	const times: number[] = [];
	let rows = 0;
	for (let n = 0; n < CALLS; n++) {
		await storage.inTenant(CUSTOMER, async (tx) => {
			const [before = { read: 0 }] = await tx.rows(Read, rowsRead);
			const from = performance.now();
			const run = await readCampaignRun(tx, CUSTOMER, runId);
			if (!run) throw new Error('The run is not there.');
			await readProgress(tx, CUSTOMER, run);
			await peopleOfRuns(tx, CUSTOMER, [run]);
			times.push(performance.now() - from);
			const [after = { read: 0 }] = await tx.rows(Read, rowsRead);
			rows = after.read - before.read;
		});
	}
	// The first ones fill caches.
	const { median, most } = spreadOf(times.slice(CALLS / 10));
	return { medianMs: Number(median.toFixed(2)), mostMs: Number(most.toFixed(2)), rows };
};

const bin = findSystemPostgres();
if (bin === null) throw new Error('No system PostgreSQL is installed.');
const postgres = await startSystemPostgres(bin, { durable: true });
try {
	await postgres.admin((client) => client.query('create database dashboard'));
	const url = postgres.url('dashboard');
	const log = createLog({ logLevel: 'error' });
	await migrateExternal(url, SECRET_KEY, log);
	const { campaignId } = await postgres.admin(
		(owner) => stageCampaign(owner, { people: SMALL, port: 1, connections: 1, frozen: LETTER, options: {} }),
		'dashboard',
	);
	const storage = await connectStorage(externalServer(url, createSecrets(SECRET_KEY)), SECRET_KEY, log);
	const made = async (recipients: number, opening: number) => {
		const runId = await insertStagedRun(storage, { customerId: CUSTOMER, campaignId });
		await postgres.admin((owner) => fill(owner, runId, recipients, opening), 'dashboard');
		return { runId, recipients, minutesOpened: opening };
	};
	// All of them stand side by side before the first is looked at, as they do where campaigns are sent.
	const runs = [await made(SMALL, OPENING), await made(LARGE, OPENING), await made(LARGE, WEEK)] as const;
	const looked = async ({ runId, ...of }: (typeof runs)[number]) => ({ ...of, ...(await measure(storage, runId)) });
	const [small, large, week] = [await looked(runs[0]), await looked(runs[1]), await looked(runs[2])];
	const ratio = Number((large.medianMs / small.medianMs).toFixed(2));
	const rowsRatio = Number((large.rows / small.rows).toFixed(2));
	const met = ratio <= GOAL.ratio && rowsRatio <= GOAL.rowsRatio;
	const result = { small, large, week, ratio, rowsRatio };
	console.log(result, met ? 'met' : 'NOT met');
	await writeResult('dashboard', { ...result, goal: GOAL, met });
	await storage.close();
} finally {
	await postgres.stop();
}
