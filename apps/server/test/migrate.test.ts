import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../src/kernel/storage/connect.ts';
import { readSchema } from '../src/kernel/storage/migrate.ts';
import type { Server } from '../src/kernel/storage/roles.ts';
import { migrateServer } from '../src/kernel/storage/storage.ts';
import { ownServer, TEST_SECRET_KEY, testLog } from './harness.ts';

let folder: string;
let server: Server;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'luvalla-migrations-'));
	mkdirSync(join(folder, 'migrations'));
	mkdirSync(join(folder, 'functions'));
	server = await ownServer({ empty: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, sql: string): void => writeFileSync(join(folder, 'migrations', file), sql);
const run = (key = TEST_SECRET_KEY): Promise<number> => migrateServer(server, key, testLog(), folder);
const applied = (): Promise<unknown[]> =>
	withClient(server.as('owner'), async (owner) => (await owner.query('select version, name from schema_migration order by version')).rows);

const ONE = `create table one (customer_id int not null, id int not null, primary key (customer_id, id)); comment on table one is 'tenant, of kernel: a test';`;

describe('migrations', () => {
	it('are applied in order, once', async () => {
		write('0001_one.sql', ONE);
		expect(await run()).toBe(1);
		write('0002_two.sql', `alter table one add column name text`);
		expect(await run()).toBe(1);
		expect(await run()).toBe(0);
		expect(await applied()).toEqual([
			{ version: 1, name: 'one' },
			{ version: 2, name: 'two' },
		]);
	});

	it('run at the same time are applied once', async () => {
		write('0001_one.sql', ONE);
		expect((await Promise.all([run(), run(), run()])).sort()).toEqual([0, 0, 1]);
	});

	it('protect what they make: the app sees its own customer, others nothing', async () => {
		write(
			'0001_one.sql',
			`${ONE} create function twice(int) returns int language sql return $1 * 2; grant execute on function twice to :app;`,
		);
		await run();
		await withClient(server.as('owner'), (owner) => owner.query('insert into one values (1, 1), (2, 2)'));
		await withClient(server.as('app'), async (app) => {
			expect((await app.query('select from one')).rowCount).toBe(0);
			await app.query(`begin; set local app.customer = 2`);
			expect((await app.query('select twice(id) as id from one')).rows).toEqual([{ id: 4 }]);
			await app.query('commit');
			expect((await app.query('select from one')).rowCount).toBe(0);
		});
		await withClient(server.as('edge'), (edge) => expect(edge.query('select twice(1)')).rejects.toThrow(/permission denied/));
	});

	it.each([
		['without a class', 'create table bare (id int)', /Table bare has no class/],
		['with a class nobody knows', `create table odd (id int); comment on table odd is 'secret'`, /Table odd has no class/],
		['without an owner', `create table free (id int); comment on table free is 'shared, append only'`, /Table free has no owner/],
		[
			'of a tenant without its key',
			`create table lone (id int); comment on table lone is 'tenant, of kernel'`,
			/has no column customer_id/,
		],
		[
			'with an option of another class',
			`create table wide (id int); comment on table wide is 'shared, of kernel, platform reads'`,
			/is no option of class 'shared'/,
		],
		[
			'kept together though it is nobody’s',
			`create table wide (id int); comment on table wide is 'platform, of kernel, kept together'`,
			/is no option of class 'platform'/,
		],
	])('a table %s fails the whole migration', async (_what, sql, sentence) => {
		write('0001_bad.sql', sql);
		await expect(run()).rejects.toThrow(sentence);
		expect(await applied()).toEqual([]);
	});

	it('a failing one is named and leaves nothing, and those before it stay', async () => {
		write('0001_one.sql', ONE);
		write('0002_bad.sql', 'create table gone (id int); select 1 / 0');
		await expect(run()).rejects.toThrow('Migration 2_bad failed: division by zero');
		expect(await applied()).toEqual([{ version: 1, name: 'one' }]);
	});

	it('one that waits for who waits for it is tried again', async () => {
		write('0001_one.sql', `${ONE} ${ONE.replaceAll('one', 'other')}`);
		await run();
		write('0002_both.sql', 'alter table one add column name text; alter table other add column name text');
		// Whoever waits looks once, after this time, and gives way: the migration, however busy the machine is until the other waits, too.
		await withClient(server.asAdmin(), async (serving) => {
			await serving.query(`alter role ${server.roles.owner} in database ${server.database} set deadlock_timeout = '5s'`);
			await serving.query(`set deadlock_timeout = '1h'`);
			await serving.query('begin; lock table other');
			const migrated = run();
			const waits = `select from pg_locks where relation = 'other'::regclass and not granted`;
			await expect.poll(async () => (await serving.query(waits)).rowCount, { interval: 10 }).toBe(1);
			await serving.query('lock table one; commit');
			expect(await migrated).toBe(1);
		});
	});

	it('one that was changed after it had been applied is refused', async () => {
		write('0001_one.sql', ONE);
		await run();
		write('0001_one.sql', `${ONE} -- and more`);
		await expect(run()).rejects.toThrow(/1_one was changed after this database had it/);
	});

	it('a database newer than the program is refused', async () => {
		write('0001_one.sql', ONE);
		write('0002_two.sql', 'select 1');
		await run();
		rmSync(join(folder, 'migrations/0002_two.sql'));
		await expect(run()).rejects.toThrow('The database has schema 2, newer than the 1 this program knows; run the newer program.');
	});

	it('a database of another SECRET_KEY is refused', async () => {
		write('0001_one.sql', ONE);
		await run();
		await expect(run('another-secret-key-of-more-than-32-chars')).rejects.toThrow('SECRET_KEY is not the one this database was made with.');
	});

	it('append only tables are not changed by the app', async () => {
		write('0001_one.sql', ONE.replace('of kernel:', 'of kernel, append only:'));
		await run();
		await withClient(server.as('app'), async (app) => {
			await app.query(`begin; set local app.customer = 1`);
			await app.query('insert into one values (1, 1)');
			await expect(app.query('delete from one')).rejects.toThrow(/permission denied/);
		});
	});

	it('what is only added to the eraser alone takes rows out of, of the transaction’s own customer', async () => {
		write('0001_one.sql', ONE.replace('of kernel:', 'of kernel, append only, erasable:'));
		await run();
		await withClient(server.as('owner'), (owner) => owner.query('insert into one values (1, 1), (2, 2)'));
		const emptied = (role: 'app' | 'eraser') =>
			withClient(server.as(role), async (client) => {
				await client.query('begin');
				await client.query('set local app.customer = 1');
				const { rowCount } = await client.query('delete from one');
				await client.query('commit');
				return rowCount;
			});
		await expect(emptied('app')).rejects.toThrow(/permission denied/);
		expect(await emptied('eraser')).toBe(1);
		expect(await withClient(server.as('owner'), async (owner) => (await owner.query('select id from one')).rows)).toEqual([{ id: 2 }]);
	});

	it('functions are run again when their file has changed, and only then', async () => {
		write('0001_one.sql', ONE);
		const body = (n: number): string =>
			`create or replace function answer() returns int language sql return ${n}; grant execute on function answer to :app;`;
		const answer = (): Promise<unknown> =>
			withClient(server.as('app'), async (app) => (await app.query<{ n: number }>('select answer() as n')).rows[0]?.n);
		writeFileSync(join(folder, 'functions/answer.sql'), body(1));
		await run();
		expect(await answer()).toBe(1);
		await withClient(server.as('owner'), (owner) => owner.query('create or replace function answer() returns int language sql return 9'));
		await run();
		expect(await answer()).toBe(9);
		writeFileSync(join(folder, 'functions/answer.sql'), body(2));
		await run();
		expect(await answer()).toBe(2);
		writeFileSync(join(folder, 'functions/answer.sql'), 'create or replace function answer() returns int language sql return nothing');
		await expect(run()).rejects.toThrow(/The functions of functions\/answer.sql failed/);
		expect(await answer()).toBe(2);
	});

	it('files count up without a gap and are named well', async () => {
		write('0001_one.sql', ONE);
		write('0003_three.sql', 'select 1');
		await expect(readSchema(folder)).rejects.toThrow('Migration 0003_three.sql should be number 2.');
		write('0002-two.sql', 'select 1');
		await expect(readSchema(folder)).rejects.toThrow('Migration 0002-two.sql must be named NNNN_name.sql.');
	});

	it('of this program are well formed', async () => {
		expect((await readSchema()).migrations.length).toBeGreaterThan(0);
	});
});
