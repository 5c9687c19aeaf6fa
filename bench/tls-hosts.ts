/**
 * TLS handshakes with 5,000 custom domains beside one (goal: 1.3 × at most): two programs over a database each, full handshakes from outside,
 * one after the other in interleaved rounds, a host by chance each time. Three kinds: hosts that this process knows, hosts that it knew more
 * than a minute ago, and each host's first one after a start. And what the program holds in memory.
 *
 *   npm run bench -- tls-hosts [hosts] [handshakes of a round]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { crypto } from 'acme-client';
import { newId } from '../apps/server/src/kernel/clock.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../apps/server/src/kernel/storage/storage.ts';
import { keepCertificate } from '../apps/server/src/wings/tenancy/certificates/store.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { type Program, startProgram } from './lib/program.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const [hosts = 5_000, EACH = 150] = process.argv.slice(2).map(Number);
const SIZES = { one: 1, many: hosts } as const;
type Size = keyof typeof SIZES;
const PORTS = { one: 4180, many: 4183 } as const;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const ROUNDS = 5;
/** Starts of a program, of each of which one host of the one is met for the first time. */
const STARTS = 6;
const FIRST_ONES = 100;
/** A host is asked about anew after a minute. */
const STALE_MS = 61_000;
const GOAL = 1.3;

const nameOf = (n: number): string => `consent-${n}.example.org`;
const progress = (text: string): void => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`);

/** A certificate that signs itself, with a key of its own, as a custom domain's is: P-256. */
const certificateFor = async (host: string): Promise<{ chain: string; privateKey: string }> => {
	const named = { identifier: { type: 'dns', value: host } } as Parameters<typeof crypto.createAlpnCertificate>[0];
	const [privateKey, chain] = await crypto.createAlpnCertificate(named, 'bench', (await crypto.createPrivateEcdsaKey()).toString());
	return { chain: chain.toString(), privateKey: privateKey.toString() };
};

const fill = async (url: string, count: number): Promise<void> => {
	const secrets = createSecrets(SECRET_KEY);
	const storage = await connectStorage(externalServer(url, secrets), SECRET_KEY, createLog({ logLevel: 'warn' }));
	try {
		for (let n = 1; n <= count; n++) {
			const [id, host] = [newId(), nameOf(n)];
			const certificate = await certificateFor(host);
			await storage.inTenant(n, async (tx) => {
				await tx.query(`insert into customer (customer_id, name, status) values ($1, $2, 1)`, [n, host]);
				await tx.query(
					`insert into custom_domain (customer_id, custom_domain_id, host, status, created_at, validated_at) values ($1, $2, $3, 'Validated', now(), now())`,
					[n, id, host],
				);
				await tx.query(`insert into directory (kind, key, customer_id) values ('custom-host', $1, $2)`, [host, n]);
				await keepCertificate(tx, secrets, n, id, { ...certificate, way: 'http-01' });
			});
		}
	} finally {
		await storage.close();
	}
};

/** A full handshake: no session is offered. Milliseconds until it is secure. */
const handshake = (port: number, servername: string): Promise<number> =>
	new Promise((resolve, reject) => {
		const began = performance.now();
		const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false }, () => {
			const ms = performance.now() - began;
			const { CN, subjectaltname } = { ...socket.getPeerCertificate().subject, ...socket.getPeerCertificate() };
			socket.destroy();
			if (socket.isSessionReused() || !`${CN} ${subjectaltname}`.includes(servername)) reject(new Error(`${servername} got another's.`));
			else resolve(ms);
		});
		socket.once('error', reject);
	});

const main = async (): Promise<void> => {
	const bin = findSystemPostgres();
	if (bin === null) throw new Error('This benchmark needs a system PostgreSQL: sudo apt-get install -y postgresql');
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
	const system = await startSystemPostgres(bin);
	const programs = new Map<Size, Program>();
	const start = async (size: Size): Promise<Program> => {
		const port = PORTS[size];
		const env = { DATABASE_URL: system.url(`hosts_${size}`), SECRET_KEY, HTTPS_PORT: String(port + 1), CHROMIUM_PATH: 'off' };
		const program = await startProgram({ port, dataDir: join(folder, size), env });
		programs.set(size, program);
		return program;
	};
	const stop = async (size: Size): Promise<void> => {
		await programs.get(size)?.stop();
		programs.delete(size);
	};
	const shake = (size: Size, n: number): Promise<number> => handshake(PORTS[size] + 1, nameOf(n));
	const anyOf = (size: Size): number => 1 + Math.floor(Math.random() * SIZES[size]);
	/** The first of a process is the slow one of its code, and no host's. */
	const wake = async (size: Size): Promise<void> => {
		for (let n = 0; n < 3; n++) await handshake(PORTS[size] + 1, 'nobody.example.org').catch(() => undefined);
	};
	try {
		for (const size of ['one', 'many'] as const) {
			await system.admin((admin) => admin.query(`create database hosts_${size}`));
			await migrateExternal(system.url(`hosts_${size}`), SECRET_KEY, createLog({ logLevel: 'warn' }));
			await fill(system.url(`hosts_${size}`), SIZES[size]);
			progress(`${SIZES[size]} hosts are there`);
		}
		await system.admin((admin) => admin.query('vacuum analyze'), 'hosts_many');

		const first: Record<Size, number[]> = { one: [], many: [] };
		for (let n = 0; n < STARTS; n++) {
			for (const size of ['one', 'many'] as const) {
				await start(size);
				await wake(size);
				const tries = size === 'one' ? 1 : Math.ceil(FIRST_ONES / STARTS);
				const seen = new Set<number>();
				while (seen.size < Math.min(tries, SIZES[size])) seen.add(anyOf(size));
				for (const host of seen) first[size].push(await shake(size, host));
				if (n < STARTS - 1) await stop(size);
			}
		}
		progress('first ones are measured');
		const before = { one: programs.get('one')?.memoryMb() ?? 0, many: programs.get('many')?.memoryMb() ?? 0 };
		await shake('one', 1);
		const began = performance.now();
		for (let n = 1; n <= SIZES.many; n++) await shake('many', n);
		const allMs = performance.now() - began;
		const after = { one: programs.get('one')?.memoryMb() ?? 0, many: programs.get('many')?.memoryMb() ?? 0 };
		progress('all are known');
		const measured = async (): Promise<Record<Size, number[]>> => {
			const times: Record<Size, number[]> = { one: [], many: [] };
			for (let n = 0; n < EACH; n++)
				for (const size of n % 2 === 0 ? (['one', 'many'] as const) : (['many', 'one'] as const))
					times[size].push(await shake(size, anyOf(size)));
			return times;
		};
		const known: Record<Size, number[]> = { one: [], many: [] };
		for (let round = 0; round < ROUNDS; round++) {
			// Whoever was known more than a minute ago is met below.
			if (SIZES.many > 1) for (const size of ['one', 'many'] as const) await shake(size, 1);
			const times = await measured();
			known.one.push(...times.one);
			known.many.push(...times.many);
		}
		await sleep(STALE_MS);
		const stale: Record<Size, number[]> = { one: [], many: [] };
		const chosen = Array.from(
			{ length: Math.min(EACH, SIZES.many) },
			(_, n) => 1 + Math.floor((n * SIZES.many) / Math.min(EACH, SIZES.many)),
		);
		for (const n of chosen) {
			stale.many.push(await shake('many', n));
			// The one is busy, as one that is asked so often is.
			stale.one.push(await shake('one', 1));
		}
		const row = (what: string, { one, many }: Record<Size, number[]>) => {
			const [a, b] = [spreadOf(one).median, spreadOf(many).median];
			return { what, oneMs: a, manyMs: b, factor: b / a, met: b / a <= GOAL };
		};
		const rows = [row('known', known), row('known a minute ago', stale), row('first after a start', first)];
		const memory = { one: { before: before.one, after: after.one }, many: { before: before.many, after: after.many } };
		console.table(rows);
		console.table(memory);
		console.log(
			`${SIZES.many} first handshakes took ${Math.round(allMs)} ms, ${(((after.many - before.many) * 1024) / SIZES.many).toFixed(1)} kB each`,
		);
		await writeResult('tls-hosts', { hosts: SIZES.many, goal: GOAL, rows, memory, allMs });
	} finally {
		for (const size of ['one', 'many'] as const) await stop(size);
		await system.stop();
		rmSync(folder, { recursive: true, force: true });
	}
};

await main();
