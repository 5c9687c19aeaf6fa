/**
 * The ledger as it grows: what appending a record costs with 10 thousand, 100 thousand, 1 million and 10 million entries before
 * it, beside a log that stays small in a database of its own, round by round (a machine's hour is not another's); and how many
 * proofs a second it gives. Everything runs over the embedded PostgreSQL with fsync on; the records appended are
 * rows of the real table, the entries before them are synthetic (made in SQL, their tiles by the program's own code).
 *
 * Progress goes to stderr, results to stdout. A round appends 20 thousand records, so the rounds of a size end 100 thousand above it.
 *
 *   npm run bench -- ledger                to 1 million
 *   npm run bench -- ledger 10000000      to 10 million: about ten minutes and 6 GB of disk
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { now, setClock } from '../apps/server/src/kernel/clock.ts';
import type { Kernel } from '../apps/server/src/kernel/kernel.ts';
import { createLog, type Log } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage, withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { startSupervised } from '../apps/server/src/kernel/storage/embedded/supervisor.ts';
import { embeddedServer, quoted, type Server } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateServer, type Storage } from '../apps/server/src/kernel/storage/storage.ts';
import { readSettings } from '../apps/server/src/settings.ts';
import { appendCustomer, BATCH, readLog } from '../apps/server/src/wings/consent/proof/append.ts';
import { sealInstallation } from '../apps/server/src/wings/consent/proof/installation.ts';
import { customerTiles } from '../apps/server/src/wings/consent/proof/tiles.ts';
import { appendLeaves, consistencyProof, inclusionProof } from '../apps/server/src/wings/consent/proof/tree.ts';
import { hashLeaf, sha256 } from '../packages/verify/src/merkle.ts';
import { type Publication, publish } from './lib/publication.ts';
import { type Spread, spreadOf, writeResult } from './lib/result.ts';

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const MOST = Number(process.argv[2] ?? 1_000_000);
const CUSTOMER = 900;
const ROUNDS = 5;
/** Records a round appends: several transactions of the worker. */
const APPENDED = 4 * BATCH - 1;
const PROOF_SECONDS = 2;
/** Proofs under way at once, as calls are. */
const LANES = 4;
const FLAT = 1.2;
const MICROS = 8;
const CHUNK = 65_536;

interface Measured {
	size: number;
	appendMicros: Spread;
	/** The same in the same minute, where the log stays small. */
	smallMicros: Spread;
	/** Of each round, the one by the other. */
	timesSmall: Spread;
	nextPassMs: Spread;
	inclusionsPerSecond: number;
	consistenciesPerSecond: number;
}

/** Where it is, on stderr: results alone stand on stdout. */
const progress = (text: string): void => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`);

const main = async (): Promise<void> => {
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-ledger-'));
	const log = createLog({ logLevel: 'error' });
	const supervised = await startSupervised({ folder, durable: true }, log);
	try {
		const [grows, small] = [await open(supervised.socketDir, 'grows', log), await open(supervised.socketDir, 'small', log)];
		try {
			await report(await measureAll(grows, small));
		} finally {
			for (const { storage } of [grows, small]) await storage.close();
		}
	} finally {
		await supervised.stop();
		rmSync(folder, { recursive: true, force: true });
	}
};

/** A database, and what works in it. */
interface Side {
	readonly server: Server;
	readonly storage: Storage;
	readonly kernel: Kernel;
	readonly publication: Publication;
}

const open = async (socketDir: string, database: string, log: Log): Promise<Side> => {
	const server = embeddedServer(socketDir, database);
	await withClient(server.asAdmin('postgres'), (admin) => admin.query(`create database ${quoted(database)}`));
	const secretKey = 'bench-secret-key-of-more-than-32-characters';
	await migrateServer(server, secretKey, log);
	const storage = await connectStorage(server, secretKey, log);
	const kernel = { storage, log, secrets: createSecrets(secretKey), settings: readSettings({}) } as Kernel;
	const publication = await withClient(server.as('owner'), (owner) => publish(owner, CUSTOMER));
	return { server, storage, kernel, publication };
};

/** Microseconds that giving places to `count` records takes, each. */
const appendMicros = async ({ kernel }: Side, count: number): Promise<number> => {
	const begun = performance.now();
	const appended = await appendCustomer(kernel, CUSTOMER);
	if (appended !== count) throw new Error(`${appended} were appended, ${count} had arrived.`);
	return ((performance.now() - begun) * 1000) / count;
};

const measureAll = async (grows: Side, small: Side): Promise<Measured[]> => {
	const { server, storage, kernel } = grows;
	// Each round has its own minutes, as the worker's passes have: none looks back over the records of another.
	let minutes = 0;
	const start = Date.now();
	const arriveLater = (side: Side, count: number): Promise<void> => {
		minutes += 5;
		setClock(() => new Date(start + minutes * 60_000));
		return arrive(side.server, side.publication, count);
	};
	// The first records make the logs, and warm up: the smallest size is measured as warm as the largest.
	progress('warming up');
	for (const side of [grows, small, small, small]) {
		await arriveLater(side, BATCH);
		await appendCustomer(side.kernel, CUSTOMER);
	}
	const measured: Measured[] = [];
	for (const size of SIZES.filter((one) => one <= MOST)) {
		const started = performance.now();
		await growTo(server, storage, size);
		progress(`${size} entries are there after ${Math.round((performance.now() - started) / 1000)} s; measuring`);
		const perRecord: number[] = [];
		const perSmall: number[] = [];
		const single: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			for (const [side, into] of [
				[grows, perRecord],
				[small, perSmall],
			] as const) {
				await arriveLater(side, APPENDED);
				into.push(await appendMicros(side, APPENDED));
			}
			progress(
				`round ${round + 1} of ${ROUNDS}: ${perRecord.at(-1)?.toFixed(1)} µs a record, ${perSmall.at(-1)?.toFixed(1)} where it is small`,
			);
			await arriveLater(grows, 1);
			const one = performance.now();
			await appendCustomer(kernel, CUSTOMER);
			single.push(performance.now() - one);
		}
		await sealInstallation(kernel);
		measured.push({
			size,
			appendMicros: spreadOf(perRecord),
			smallMicros: spreadOf(perSmall),
			timesSmall: spreadOf(perRecord.map((one, n) => one / (perSmall[n] ?? one))),
			nextPassMs: spreadOf(single),
			...(await proofs(storage)),
		});
		const last = measured.at(-1);
		if (last)
			console.log(
				`${size} entries: append ${last.appendMicros.median.toFixed(1)} µs a record, the next pass, with one record, ${last.nextPassMs.median.toFixed(1)} ms; ${Math.round(last.inclusionsPerSecond)} inclusion and ${Math.round(last.consistenciesPerSecond)} consistency proofs a second`,
			);
	}
	return measured;
};

/** Records as the intake would have stored them a moment ago. */
const arrive = (server: Server, publication: Publication, count: number): Promise<void> =>
	withClient(server.as('owner'), async (owner) => {
		const at = now();
		await owner.query(
			`insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at, batch_position, how,
				configuration, configuration_hash, language, gpc, browser, device, clock_skewed, salt, leaf)
			select $1, date_trunc('milliseconds', now()), (lpad(to_hex(floor(extract(epoch from now()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid,
				gen_random_uuid(), $2, $3, 1, 'statistics', true, $7::timestamptz + n / 1000 * interval '1 millisecond', n % 1000, 'banner', $4, $5, 'fi', false, 'Chrome 140', 'desktop', false,
				sha256(n::text::bytea), sha256(random()::text::bytea)
			from generate_series(1, $6::int) n`,
			[publication.customerId, publication.domainId, publication.purposeId, publication.folder, publication.hash, count, at],
		);
		// As batches of some twenty choices leave them.
		await owner.query(
			`insert into ledger_arrival (customer_id, received_at, arrival_id, records, ids, ats, leaves)
			select $1, min(received_at), (array_agg(id))[1], count(*), array_agg(id), array_agg(at), array_agg(leaf) from (
				select id, at, leaf, received_at, (row_number() over (order by received_at, batch_position) - 1) / 60 as batch
				from consent_record where customer_id = $1 and received_at >= $2::timestamptz and received_at < $2::timestamptz + interval '5 minutes'
			) r group by batch`,
			[publication.customerId, at],
		);
	});

/** Entries of records that are long past: their rows are not needed to append and to prove. Ids grow with time, as real ones do. */
const growTo = async (server: Server, storage: Storage, size: number): Promise<void> => {
	const started = performance.now();
	let begun: number | null = null;
	for (;;) {
		const from = (await storage.inTenant(CUSTOMER, (tx) => readLog(tx, CUSTOMER)))?.size ?? 0;
		begun ??= from;
		if (from > begun) {
			const seconds = (performance.now() - started) / 1000;
			const left = Math.max(0, ((size - from) * seconds) / (from - begun));
			progress(`filled ${from} of ${size} entries, ${Math.round((from - begun) / seconds)} a second, about ${Math.round(left)} s left`);
		}
		if (from >= size) break;
		const count = Math.min(CHUNK, size - from);
		await withClient(server.as('owner'), async (owner) => {
			await owner.query(
				`insert into ledger_entry (customer_id, position, kind, record_at, record_id, leaf)
				select $1, n, 'record', now(), (lpad(to_hex((extract(epoch from now()) * 1000 - 2000000)::bigint + n / 64), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid, sha256(n::text::bytea)
				from generate_series($2::bigint, $3::bigint) n`,
				[CUSTOMER, from, from + count - 1],
			);
		});
		await storage.inTenant(CUSTOMER, async (tx) => {
			const leaves = Array.from({ length: count }, (_, n) => hashLeaf(sha256(Buffer.from(String(from + n)))));
			await appendLeaves(customerTiles(tx, CUSTOMER), from, leaves);
			await tx.query('update ledger_log set size = $2 where customer_id = $1', [CUSTOMER, from + count]);
		});
	}
	progress('vacuum, analyze and checkpoint');
	await withClient(server.asAdmin(), async (admin) => {
		await admin.query('vacuum analyze ledger_entry');
		await admin.query('vacuum analyze ledger_tile');
		await admin.query('vacuum analyze consent_record');
		await admin.query('checkpoint');
	});
};

const proofs = async (storage: Storage): Promise<{ inclusionsPerSecond: number; consistenciesPerSecond: number }> => {
	const size = (await storage.inTenant(CUSTOMER, (tx) => readLog(tx, CUSTOMER)))?.size ?? 0;
	const any = (): number => Math.floor(Math.random() * size);
	const rate = async (prove: () => Promise<unknown>): Promise<number> => {
		const begun = performance.now();
		let made = 0;
		const lane = async (): Promise<void> => {
			for (; performance.now() - begun < PROOF_SECONDS * 1000; made++) await prove();
		};
		await Promise.all(Array.from({ length: LANES }, lane));
		return (made * 1000) / (performance.now() - begun);
	};
	const prove = (work: typeof inclusionProof) =>
		rate(() => storage.inTenant(CUSTOMER, (tx) => work(customerTiles(tx, CUSTOMER), any(), size)));
	return { inclusionsPerSecond: await prove(inclusionProof), consistenciesPerSecond: await prove(consistencyProof) };
};

const report = async (measured: readonly Measured[]): Promise<void> => {
	const last = measured.at(-1);
	if (!last) throw new Error('Nothing was measured.');
	console.table(
		Object.fromEntries(
			measured.map((one) => [
				one.size,
				{
					'append µs a record': one.appendMicros.median.toFixed(1),
					'÷ small': one.timesSmall.median.toFixed(2),
					'least to most': `${one.appendMicros.least.toFixed(1)} to ${one.appendMicros.most.toFixed(1)}`,
					'next pass ms': one.nextPassMs.median.toFixed(1),
					'inclusion proofs/s': Math.round(one.inclusionsPerSecond),
					'consistency proofs/s': Math.round(one.consistenciesPerSecond),
				},
			]),
		),
	);
	const micros = Math.min(...measured.map((one) => one.appendMicros.median));
	const goals = [
		{ what: `append at ${last.size} ÷ where the log is small`, value: last.timesSmall.median, most: FLAT },
		{ what: 'µs a record, at the size that was quickest', value: micros, most: MICROS },
	].map((goal) => ({ ...goal, met: goal.value <= goal.most }));
	for (const { what, value, most, met } of goals)
		console.log(`${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value.toFixed(2)} (≤ ${most})`);
	await writeResult('ledger', { batch: BATCH, appended: APPENDED, rounds: ROUNDS, measured, goals });
};

await main();
