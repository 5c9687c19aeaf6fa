/** Two programs on one database: files that name the same people in another order are written and taken back while segments change. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Officer, officer, readRun, startCheck, startImport, startUndo, storeFile } from '../../../bench/lib/imports.ts';
import { type Program, startProgram } from '../../../bench/lib/program.ts';
import type { Target, Upload } from '../../../packages/contract/src/profiles/uploads.ts';
import type { Run } from '../../../packages/contract/src/runs.ts';
import { createSecrets } from '../src/kernel/secrets.ts';
import { withClient } from '../src/kernel/storage/connect.ts';
import { externalServer } from '../src/kernel/storage/roles.ts';
import { migrateExternal, openStorage } from '../src/kernel/storage/storage.ts';
import { readSettings } from '../src/settings.ts';
import { checkSets } from '../src/wings/profiles/rules/check.ts';
import { followOn, isBehind } from '../src/wings/profiles/rules/follow.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from './fixtures/system-postgres.ts';
import { TEST_SECRET_KEY, testLog } from './harness.ts';

const bin = findSystemPostgres();
const PORTS = [4191, 4192] as const;
const CUSTOMER = 901;
const RUN_MS = 90_000;

/** The embedded database belongs to one process: where there is no system PostgreSQL there is nothing to test. */
if (bin !== null) {
	let system: SystemPostgres;
	let folder: string;
	const programs: Program[] = [];
	/** The same officer, signed in at each program. */
	const officers: Officer[] = [];
	const settings = { DATABASE_URL: '', SECRET_KEY: TEST_SECRET_KEY };

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'luvalla-overlap-'));
		system = await startSystemPostgres(bin);
		await system.admin((admin) => admin.query('create database ours'));
		settings.DATABASE_URL = system.url('ours');
		await migrateExternal(settings.DATABASE_URL, TEST_SECRET_KEY, testLog());
		const server = externalServer(settings.DATABASE_URL, createSecrets(TEST_SECRET_KEY));
		const first = await withClient(server.as('owner'), (owner) => officer(owner, CUSTOMER, PORTS[0]));
		for (const port of PORTS) {
			programs.push(await startProgram({ port, dataDir: join(folder, String(port)), env: settings }));
			officers.push({ ...first, cookie: first.cookie.replace(String(PORTS[0]), String(port)) });
		}
	});
	afterAll(async () => {
		for (const program of programs) await program.stop();
		await system.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	const place = (n: number): { url: string; who: Officer } => {
		const [program, who] = [programs[n], officers[n]];
		if (!program || !who) throw new Error('There is no such program.');
		return { url: program.url, who };
	};

	/** Asks one of the programs; what it answers must be its answer, not a failure. */
	const ask = async (n: number, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
		const { url, who } = place(n);
		const sent = await fetch(`${url}/api/manage${path}`, {
			method,
			headers: {
				cookie: who.cookie,
				origin: url,
				customer_key: String(CUSTOMER),
				...(body && { 'content-type': 'application/json' }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
		const text = await sent.text();
		expect([method, path, sent.status, sent.status === 200 ? '' : text]).toEqual([method, path, 200, '']);
		return JSON.parse(text).data;
	};

	const ended = (n: number, { id }: Run): Promise<Run> =>
		vi.waitFor(
			async () => {
				const { url, who } = place(n);
				const run = await readRun(url, who, id);
				if (run.state === 'waiting' || run.state === 'running') throw new Error(`The run is still ${run.state}.`);
				return run;
			},
			{ timeout: RUN_MS, interval: 50 },
		);

	/** A file all the way through one of the programs. */
	const written = async (n: number, content: string, segmentId: string): Promise<Run> => {
		const { url, who } = place(n);
		const stored = await storeFile(url, who, Buffer.from(content));
		const target = (column: Upload['columns'][number]): Target => (column.name === 'member' ? { to: 'segment', segmentId } : column.target);
		const columns = stored.columns.map((column) => ({ ...column, target: target(column) }));
		const checked = await ended(n, await startCheck(url, who, { ...stored, columns }));
		expect(checked).toMatchObject({ state: 'done', counts: { rejected: 0 } });
		const run = await ended(n, await startImport(url, who, checked));
		expect(run).toMatchObject({ state: 'done', counts: { rejected: 0 } });
		return run;
	};

	const CITIES = ['Turku', 'Oulu', 'Pori'];
	/** People by number, each with a telephone number that is theirs in every file. */
	const fileOf = (numbers: readonly number[], points: number): string =>
		[
			'email,phone,city,points,member',
			...numbers.map((n) => `p${n}@example.com,+35840${1_000_000 + n},${CITIES[n % 3]},${points + n},${n % 2 === 0 ? 'yes' : 'no'}`),
		].join('\n');
	const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

	test('nobody stands there twice, nothing locks up, and every count is SQL’s', async () => {
		const add = async (name: string, rule: object | null): Promise<string> => (await ask(0, 'POST', '/domain/segment', { name, rule })).id;
		const filled = await add('By file', null);
		const ruled = await add('In Turku', { field: 'city', is: 'is', value: 'Turku' });
		const both = await add('Both', {
			all: [
				{ field: `segment.${filled}`, is: 'is', value: true },
				{ field: `segment.${ruled}`, is: 'is', value: true },
			],
		});

		let over = false;
		/** Segments change for as long as files are written. */
		const unrest = async (n: number): Promise<number> => {
			let changes = 0;
			for (; !over; changes += 1) {
				await ask(n, 'PUT', '/domain/segment', { id: ruled, rule: { field: 'city', is: 'is', value: CITIES[changes % 3] } });
				const some = { people: range(changes % 300, (changes % 300) + 40).map((one) => ({ email: `p${one}@example.com` })) };
				await ask(n, 'POST', `/domain/segment/${filled}/members${changes % 2 === n ? '' : '/remove'}`, some);
				const passing = await ask(n, 'POST', '/domain/segment', { name: `Passing ${n} ${changes}`, rule: { field: 'email', is: 'known' } });
				await ask(n, 'GET', `/audience/estimate?segments=${filled},${both}`);
				await ask(n, 'DELETE', `/domain/segment?id=${passing.id}`);
			}
			return changes;
		};
		const writing = async (): Promise<void> => {
			const [first] = await Promise.all([
				written(0, fileOf(range(0, 1200), 0), filled),
				written(1, fileOf(range(600, 1800).reverse(), 10_000), filled),
				written(0, fileOf(range(300, 900).reverse(), 20_000), filled),
				written(1, fileOf(range(0, 600), 30_000), filled),
			]);
			const { url, who } = place(0);
			// One is taken back by the first while the second writes whom it named.
			const [undone] = await Promise.all([
				startUndo(url, who, first).then((run) => ended(0, run)),
				written(1, fileOf(range(900, 1500), 40_000), filled),
			]);
			expect(undone.state).toBe('done');
		};
		const restless = Promise.all([unrest(0), unrest(1)]);
		try {
			await writing();
		} finally {
			over = true;
		}
		for (const changes of await restless) expect(changes).toBeGreaterThan(2);

		const storage = await openStorage(readSettings(settings), testLog());
		try {
			// Works off what is left, beside the programs' own workers.
			while (await storage.inTenant(CUSTOMER, (tx) => isBehind(tx, CUSTOMER)))
				await storage.inTenant(CUSTOMER, (tx) => followOn(tx, CUSTOMER));
			expect(await checkSets({ storage }, CUSTOMER)).toEqual([]);
			const [counted] = await storage.inTenant(CUSTOMER, (tx) =>
				tx.query<Record<string, number>>(
					`select (select count(*) from person where customer_id = $1)::int as people,
						(select count(distinct value) from person_identifier where customer_id = $1 and kind = 'email')::int as emails,
						(select count(*) from person_identifier where customer_id = $1)::int as addresses,
						(select count(distinct number) from person where customer_id = $1)::int as numbers,
						(select count(distinct person) from segment_member where customer_id = $1 and segment_id = $2)::int as filled,
						(select count(*) from profile p join people_set s on s.customer_id = $1 and s.set_id = $3
							where p.customer_id = $1 and p.city = s.rule ->> 'value')::int as ruled,
						(select count(*) from profile p join people_set s on s.customer_id = $1 and s.set_id = $3
							where p.customer_id = $1 and p.city = s.rule ->> 'value' and exists (select 1 from segment_member m
								where m.customer_id = $1 and m.segment_id = $2 and m.person = p.person))::int as "both"`,
					[CUSTOMER, filled, ruled],
				),
			);
			// Everybody of the file that was taken back is in another one, too.
			expect(counted).toMatchObject({ people: 1800, emails: 1800, addresses: 3600, numbers: 1800 });
			const estimate = async (id: string): Promise<number> => (await ask(1, 'GET', `/audience/estimate?segments=${id}`)).count;
			expect([await estimate(filled), await estimate(ruled), await estimate(both)]).toEqual([
				counted?.filled,
				counted?.ruled,
				counted?.both,
			]);
			expect(counted?.ruled).toBe(600);
			const facts = await storage.inTenant(CUSTOMER, (tx) =>
				tx.query<{ n: number }>(
					`select count(*)::int as n from profile p where p.customer_id = $1 and (p.city is null or not p.attributes ? 'points')`,
					[CUSTOMER],
				),
			);
			expect(facts).toEqual([{ n: 0 }]);
			expect(
				await storage.inTenant(CUSTOMER, (tx) =>
					tx.query(`select run_id from run where customer_id = $1 and state not in ('done', 'undone')`, [CUSTOMER]),
				),
			).toEqual([]);
		} finally {
			await storage.close();
		}
		for (const program of programs) await program.stop();
		programs.length = 0;
		// Sessions tell what they counted when they end.
		const { rows } = await system.admin((admin) => admin.query(`select deadlocks::int from pg_stat_database where datname = 'ours'`));
		expect(rows).toEqual([{ deadlocks: 0 }]);
	});
}
