/** Where tables go on a cluster: by their class here, and by the cluster's own catalogue where CITUS_TEST_URL names one. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectStorage, withClient } from '../src/kernel/storage/connect.ts';
import { classedTables } from '../src/kernel/storage/protect.ts';
import type { Server } from '../src/kernel/storage/roles.ts';
import { placeOf, spreadTables } from '../src/kernel/storage/spread.ts';
import { migrateServer } from '../src/kernel/storage/storage.ts';
import { ownServer, TEST_SECRET_KEY, testLog, testServer } from './harness.ts';

const placed = async (server: Server, place: string): Promise<string[]> =>
	(await withClient(server.as('owner'), classedTables)).filter((table) => placeOf(table) === place).map(({ name }) => name);

it('what a sign-in, a token or a list of customers reads is not spread', async () => {
	const server = await testServer();
	const spread = await placed(server, 'spread');
	expect(spread).toEqual(expect.arrayContaining(['consent_record', 'person', 'publication', 'ledger_entry']));
	const together = ['activity', 'application', 'customer', 'domain', 'user_customer', 'user_domain', 'app_user', 'session', 'directory'];
	expect(spread.filter((name) => together.includes(name))).toEqual([]);
	expect(await placed(server, 'here')).toEqual(expect.arrayContaining(['schema_migration', 'schema_fact', 'session']));
});

if (inject('cluster') === null) {
	it('without a cluster nothing is moved', async () => {
		const server = await testServer();
		expect(await withClient(server.as('owner'), (owner) => spreadTables(owner, testLog()))).toEqual([]);
	});
} else {
	describe('on a cluster', () => {
		let folder: string;
		let server: Server;
		beforeAll(async () => {
			folder = mkdtempSync(join(tmpdir(), 'luvalla-spread-'));
			mkdirSync(join(folder, 'migrations'));
			server = await ownServer({ empty: true });
		});
		afterAll(() => rmSync(folder, { recursive: true, force: true }));

		const write = (file: string, sql: string): void => writeFileSync(join(folder, 'migrations', file), sql);
		const run = () => migrateServer(server, TEST_SECRET_KEY, testLog(), folder);
		const types = async (): Promise<Record<string, string>> => {
			const { rows } = await withClient(server.as('owner'), (owner) =>
				owner.query<{ name: string; type: string }>('select table_name::text as name, citus_table_type as type from citus_tables'),
			);
			return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
		};

		it('rows that are there are kept, protected, and each table lands by its class; once, whoever runs it', async () => {
			write(
				'0001_one.sql',
				`create table one (customer_id int not null, id int not null, primary key (customer_id, id)); comment on table one is 'tenant, of kernel';
				create table two (customer_id int not null, id int not null, primary key (customer_id, id)); comment on table two is 'tenant, of kernel, kept together';
				create table three (customer_id int not null primary key); comment on table three is 'tenant, of kernel, on every node';
				create table four (id int primary key); comment on table four is 'platform, of kernel, with tenants';
				create table five (id int primary key); comment on table five is 'platform, of kernel';
				insert into one select n % 10 + 1, n from generate_series(1, 1000) n; insert into two values (1, 1); insert into three values (1)`,
			);
			await Promise.all([run(), run()]);
			expect(await types()).toEqual({ one: 'distributed', two: 'local', three: 'reference', four: 'local' });
			write('0002_six.sql', `create table six (customer_id int primary key); comment on table six is 'tenant, of kernel'`);
			await run();
			expect(await types()).toMatchObject({ six: 'distributed' });
			const storage = await connectStorage(server, TEST_SECRET_KEY, testLog());
			try {
				const count = (table: string): Promise<unknown[]> =>
					storage.inTenant(3, (tx) => tx.query(`select count(*)::int as n, min(customer_id) as mine from ${table}`));
				expect(await count('one')).toEqual([{ n: 100, mine: 3 }]);
				expect(await count('two')).toEqual([{ n: 0, mine: null }]);
				expect(await count('three')).toEqual([{ n: 0, mine: null }]);
				expect((await storage.nodes()).every(({ answers }) => answers)).toBe(true);
			} finally {
				await storage.close();
			}
			// What was said of a table is still said, and it is still forced.
			const tables = await withClient(server.as('owner'), classedTables);
			expect(tables.find(({ name }) => name === 'two')).toMatchObject({ class: 'tenant', keptTogether: true });
			const { rows } = await withClient(server.as('owner'), (owner) =>
				owner.query(`select relname from pg_class where relname in ('one', 'two', 'three') and relrowsecurity and relforcerowsecurity`),
			);
			expect(rows.length).toBe(3);
		});
	});
}
