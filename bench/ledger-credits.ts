/**
 * Moves of credits a second on one customer's account, from several connections at once, each its own transaction: the program's own
 * `spend` (a balance and two rows with their indexes), beside a bare UPDATE of one row in a table of its own. Both wait for the same kind
 * of lock, and for the disk (fsync on, embedded PostgreSQL), round by round in turns. Every move is there afterwards and adds up.
 *
 *   npm run bench -- ledger-credits
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../apps/server/src/kernel/clock.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { connectStorage, withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { startSupervised } from '../apps/server/src/kernel/storage/embedded/supervisor.ts';
import { embeddedServer, quoted } from '../apps/server/src/kernel/storage/roles.ts';
import { sql } from '../apps/server/src/kernel/storage/rows.ts';
import { migrateServer, type Storage } from '../apps/server/src/kernel/storage/storage.ts';
import { addingUp, readBalance } from '../apps/server/src/wings/billing/credits/store.ts';
import { book, spend } from '../apps/server/src/wings/billing/wing.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const CUSTOMER = 900;
const ROUNDS = 5;
/** Of each measurement; another number may be given as an argument. */
const SECONDS = Number(process.argv[2] ?? 4);
const CONNECTIONS = [1, 8] as const;
const GOAL = 0.5;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';

const progress = (text: string): void => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`);

/** How often a second this is done, from so many connections at once. */
const perSecond = async (connections: number, work: () => Promise<unknown>): Promise<number> => {
	const begun = performance.now();
	const until = begun + SECONDS * 1000;
	let done = 0;
	await Promise.all(
		Array.from({ length: connections }, async () => {
			while (performance.now() < until) {
				await work();
				done++;
			}
		}),
	);
	return done / ((performance.now() - begun) / 1000);
};

const measure = async (storage: Storage): Promise<void> => {
	const customerId = CUSTOMER;
	const give = { customerId, kind: 'voucher', reference: newId(), other: 'vouchers', micros: 9_000_000_000_000, about: {} } as const;
	await storage.inTenant(customerId, (tx) => book(tx, give));
	let moves = 1;
	const move = async (): Promise<void> => {
		await storage.inTenant(customerId, (tx) =>
			spend(tx, { customerId, kind: 'sending', reference: newId(), micro: 1000, about: { title: 'Bench', count: 1 } }),
		);
		moves++;
	};
	const bare = (): Promise<number> =>
		storage.inTenant(customerId, (tx) => tx.run(sql`update bench_balance set balance = balance - 1000 where customer_id = ${customerId}`));
	const results = [];
	for (const connections of CONNECTIONS) {
		for (const warm of [move, bare]) await perSecond(connections, warm);
		const [movesPer, barePer]: number[][] = [[], []];
		for (let round = 0; round < ROUNDS; round++) {
			barePer?.push(await perSecond(connections, bare));
			movesPer?.push(await perSecond(connections, move));
			progress(
				`${connections} connections, round ${round + 1} of ${ROUNDS}: ${movesPer?.at(-1)?.toFixed(0)} moves, ${barePer?.at(-1)?.toFixed(0)} bare updates a second`,
			);
		}
		const ratio = spreadOf((movesPer ?? []).map((one, n) => one / (barePer?.[n] ?? one)));
		results.push({ connections, movesPerSecond: spreadOf(movesPer ?? []), barePerSecond: spreadOf(barePer ?? []), ratio });
	}
	const { found, balance } = await storage.inTenant(customerId, async (tx) => ({
		found: await addingUp(tx, customerId),
		balance: await readBalance(tx, customerId),
	}));
	if (found?.adds_up !== true || found.entries !== moves * 2 || balance !== give.micros - (moves - 1) * 1000)
		throw new Error('The moves that were acknowledged are not those that are there.');
	for (const { connections, movesPerSecond, barePerSecond, ratio } of results)
		console.log(
			`${connections} connections: ${movesPerSecond.median.toFixed(0)} moves a second beside ${barePerSecond.median.toFixed(0)} bare updates; ratio ${ratio.median.toFixed(2)} (${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)})`,
		);
	const met = results.every(({ ratio }) => ratio.median >= GOAL);
	console.log(`goal: a ratio of ${GOAL} at least: ${met ? 'met' : 'missed'}; ${moves} moves, all there`);
	await writeResult('ledger-credits', { seconds: SECONDS, rounds: ROUNDS, goal: GOAL, met, moves, results });
};

const folder = mkdtempSync(join(tmpdir(), 'luvalla-credits-'));
const log = createLog({ logLevel: 'error' });
const supervised = await startSupervised({ folder, durable: true }, log);
try {
	const server = embeddedServer(supervised.socketDir, 'credits');
	await withClient(server.asAdmin('postgres'), (admin) => admin.query(`create database ${quoted(server.database)}`));
	await migrateServer(server, SECRET_KEY, log);
	// With the rules of a tenant's table: row-level security costs both the same.
	await withClient(server.as('owner'), async (owner) => {
		await owner.query(
			'create table bench_balance (customer_id int primary key, balance bigint not null check (balance >= 0)) with (fillfactor = 50)',
		);
		await owner.query('alter table bench_balance enable row level security');
		await owner.query(`create policy app on bench_balance using (customer_id = nullif(current_setting('app.customer', true), '')::int)`);
		await owner.query(`grant select, update on bench_balance to ${quoted(server.roles.app)}`);
		await owner.query('insert into bench_balance values ($1, 9000000000000)', [CUSTOMER]);
	});
	const storage = await connectStorage(server, SECRET_KEY, log);
	try {
		await measure(storage);
	} finally {
		await storage.close();
	}
} finally {
	await supervised.stop();
	rmSync(folder, { recursive: true, force: true });
}
