/**
 * The whole program is killed while a run is paid with credits: after what it costs was reserved and before anybody is written to, in the
 * middle of its letters, and within the transaction that pays for it at its end. Nobody pays twice, and no reservation is left.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginStagedOn } from '../../../../bench/lib/campaign-begin.ts';
import { type CampaignStage, stageCampaign } from '../../../../bench/lib/campaign-stage.ts';
import { type Program, startProgram } from '../../../../bench/lib/program.ts';
import { newId } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { connectStorage } from '../../src/kernel/storage/connect.ts';
import { databaseFolder } from '../../src/kernel/storage/embedded/open.ts';
import { socketFolder } from '../../src/kernel/storage/embedded/supervisor.ts';
import { embeddedServer, type Server } from '../../src/kernel/storage/roles.ts';
import { addingUp } from '../../src/wings/billing/credits/store.ts';
import { book } from '../../src/wings/billing/wing.ts';
import { LETTER } from './scene.ts';
import { openSink, type Sink } from './sink.ts';

const SECRET_KEY = 'a secret key of tests that is longer than 32';
const PEOPLE = 40;
/** A letter is a thousandth of the currency, and a credit 1.00. */
const LETTER_MICROS = 1_000;
const GIVEN = 1_000 * LETTER_MICROS;

let dataDir = '';
let sink: Sink;
let program: Program;
let stage: CampaignStage;
const start = (): Promise<Program> =>
	startProgram({
		port: 4196,
		dataDir,
		env: { SECRET_KEY, OUTBOUND_ALLOW: '127.0.0.0/8', CHROMIUM_PATH: 'off', CREDIT_PRICE_CENTS: '100', LOG_LEVEL: 'error' },
	});
const server = (): Server => embeddedServer(socketFolder(databaseFolder(dataDir)));
const owner = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
	const client = new Client(server().as('owner'));
	// It goes with the database.
	client.on('error', () => undefined);
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end().catch(() => undefined);
	}
};
const rows = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
	owner(async (client) => (await client.query<R>(text, values)).rows);
const inTenant = async <T>(work: Parameters<Awaited<ReturnType<typeof connectStorage>>['inTenant']>[1]): Promise<T> => {
	const storage = await connectStorage(server(), SECRET_KEY, createLog({ logLevel: 'error' }));
	try {
		return (await storage.inTenant(stage.customerId, work)) as T;
	} finally {
		await storage.close();
	}
};

beforeAll(async () => {
	dataDir = mkdtempSync(join(tmpdir(), 'luvalla-paid-'));
	sink = await openSink();
	program = await start();
	stage = await owner((client) =>
		stageCampaign(client, { people: PEOPLE, port: sink.port, connections: 1, frozen: LETTER, options: { throttle: 1_200 } }),
	);
	const { customerId } = stage;
	await inTenant((tx) => book(tx, { customerId, kind: 'voucher', reference: newId(), other: 'vouchers', micros: GIVEN, about: {} }));
});
afterAll(async () => {
	await program.stop();
	await sink.stop();
	rmSync(dataDir, { recursive: true, force: true });
});

/** Another campaign as the staged one. */
const another = async (): Promise<string> => {
	const id = newId();
	await owner((client) =>
		client.query(
			`insert into campaign (customer_id, campaign_id, domain_id, title, constellation, audience_id, is_transactional, status, changes, options, created_at, changed_at)
			select customer_id, $1::uuid, domain_id, $1::text, constellation, audience_id, is_transactional, 1, changes, options, now(), now()
			from campaign where customer_id = $2 and campaign_id = $3`,
			[id, stage.customerId, stage.campaignId],
		),
	);
	return id;
};
const reservedNow = async (): Promise<number> =>
	Number((await rows<{ sum: string }>(`select coalesce(sum(micros), 0) as sum from credit_entry where account = 'reserved'`))[0]?.sum);
/** What was reserved by this moment. */
const reservedBy = async (moment: Date): Promise<number> =>
	Number(
		(
			await rows<{ sum: string }>(`select coalesce(sum(micros), 0) as sum from credit_entry where account = 'reserved' and at <= $1`, [
				moment,
			])
		)[0]?.sum,
	);
const until = async (is: () => Promise<boolean>): Promise<void> => {
	while (!(await is())) await sleep(5);
};

/** Holds what the end of the run has to change, until somebody waits for it: whoever is killed then has begun to pay and not ended. */
const inTheEnd = (runId: string, kill: () => Promise<void>): Promise<void> =>
	owner(async (client) => {
		await client.query('begin');
		await client.query(`select 1 from credit_account where customer_id = $1 for update`, [stage.customerId]);
		const waits = async (): Promise<boolean> => {
			const settled = await rows(
				`select 1 from delivery where customer_id = $1 and run_id = $2 and state in ('waiting', 'deferred') limit 1`,
				[stage.customerId, runId],
			);
			const blocked = await rows(`select 1 from pg_locks where not granted limit 1`);
			return settled.length === 0 && blocked.length > 0;
		};
		await until(waits);
		await kill();
	});

const MOMENTS: Readonly<Record<string, (runId: string, before: number, kill: () => Promise<void>) => Promise<void>>> = {
	'after it was reserved and before anybody is written to': (_runId, _before, kill) => kill(),
	'in the middle of its letters': async (_runId, before, kill) => {
		await until(async () => sink.mails.length > before + 5);
		await kill();
	},
	'within the payment at its end': (runId, _before, kill) => inTheEnd(runId, kill),
};

it.each(Object.keys(MOMENTS))('killed %s, a run is paid once and nothing stays reserved', async (moment) => {
	const { customerId } = stage;
	const campaignId = await another();
	const before = sink.mails.length;
	const [had] = await rows<{ balance: string }>('select balance from credit_account where customer_id = $1', [customerId]);
	const runId = await beginStagedOn(server(), SECRET_KEY, { customerId, campaignId }, PEOPLE);
	expect(await reservedNow()).toBe(PEOPLE * LETTER_MICROS);
	await MOMENTS[moment]?.(runId, before, () => program.kill('every'));
	const killedAt = new Date();
	const restarted = newId();
	program = await start();
	// It was killed before it was paid for: what was reserved was as it was. Whoever works now may have paid meanwhile.
	if (moment !== 'in the middle of its letters') expect(await reservedBy(killedAt)).toBe(PEOPLE * LETTER_MICROS);
	// A lease that nobody holds any more ends by itself; here nobody waits for it.
	await owner((client) => client.query(`update delivery_lease set until = now() - interval '1 minute' where lease_id < $1`, [restarted]));
	await until(async () => {
		await sleep(100);
		const [run] = await rows<{ state: string }>('select state from campaign_run where customer_id = $1 and run_id = $2', [
			customerId,
			runId,
		]);
		return run?.state === 'done';
	});
	const [sent] = await rows<{ accepted: number; unknown: number }>(
		`select count(*) filter (where state = 'accepted')::int as accepted, count(*) filter (where state = 'unknown')::int as unknown
		from delivery where customer_id = $1 and run_id = $2`,
		[customerId, runId],
	);
	expect((sent?.accepted ?? 0) + (sent?.unknown ?? 0)).toBe(PEOPLE);
	const cost = (sent?.accepted ?? 0) * LETTER_MICROS;
	const paid = await rows<{ micros: string }>(
		`select micros from credit_entry where customer_id = $1 and kind = 'sending' and account = 'customer' and reference = $2`,
		[customerId, runId],
	);
	expect(paid).toEqual([{ micros: String(-cost) }]);
	const [has] = await rows<{ balance: string }>('select balance from credit_account where customer_id = $1', [customerId]);
	expect(Number(had?.balance) - Number(has?.balance)).toBe(cost);
	expect(await reservedNow()).toBe(0);
	expect(await rows('select 1 from credit_hold where micros <> 0 or ended_at is null')).toEqual([]);
	expect(await rows('select 1 from credit_due')).toEqual([]);
	expect(await inTenant((tx) => addingUp(tx, customerId))).toMatchObject({ adds_up: true });
	const letters = Map.groupBy(sink.mails.slice(before), ({ to }) => to);
	expect([...letters].filter(([, mails]) => mails.length > 1).map(([to]) => to)).toEqual([]);
	expect(letters.size).toBeGreaterThanOrEqual(sent?.accepted ?? 0);
});
