import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets } from '../src/kernel/secrets.ts';
import type { Settings } from '../src/kernel/settings.ts';
import { connectStorage, withClient } from '../src/kernel/storage/connect.ts';
import { classedTables } from '../src/kernel/storage/protect.ts';
import { externalServer, quoted, type Server } from '../src/kernel/storage/roles.ts';
import { migrateExternal, openStorage } from '../src/kernel/storage/storage.ts';
import { readSettings } from '../src/settings.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from './fixtures/system-postgres.ts';
import { TEST_SECRET_KEY, testLog } from './harness.ts';

const bin = findSystemPostgres();

/** A small suite of its own: the rest runs on the embedded server. Where there is no system PostgreSQL there is nothing to test. */
if (bin !== null) {
	let system: SystemPostgres;
	let server: Server;
	const settingsFor = (database: string, key = TEST_SECRET_KEY, url = system.url(database)): Settings =>
		readSettings({ DATABASE_URL: url, SECRET_KEY: key });

	beforeAll(async () => {
		system = await startSystemPostgres(bin);
		await system.admin(async (admin) => {
			await admin.query('create database ours');
			await admin.query('create database empty');
		});
		server = externalServer(system.url('ours'), createSecrets(TEST_SECRET_KEY));
		await migrateExternal(system.url('ours'), TEST_SECRET_KEY, testLog());
	});
	afterAll(() => system.stop());

	describe('an external PostgreSQL', () => {
		it('serves as the roles of this installation, with their own passwords', async () => {
			const storage = await openStorage(settingsFor('ours'), testLog());
			try {
				await storage.inTenant(5, (tx) => tx.query(`insert into customer (customer_id, name) values (5, 'Five')`));
				expect(await storage.inTenant(6, (tx) => tx.query('select from customer'))).toEqual([]);
				expect(await storage.across.query('select customer_id, current_user as who from customer')).toEqual([
					{ customer_id: 5, who: server.roles.platform },
				]);
				await expect(storage.edge.query('select from customer')).rejects.toThrow(/permission denied/);
			} finally {
				await storage.close();
			}
		});

		it('answers the same however its administrator has set it', async () => {
			const set = (words: string) => system.admin((admin) => admin.query(`alter database ours ${words}`));
			for (const words of [`datestyle = 'German, DMY'`, `default_transaction_isolation = 'serializable'`, `timezone = 'Pacific/Auckland'`])
				await set(`set ${words}`);
			const storage = await openStorage(settingsFor('ours'), testLog());
			try {
				expect(
					await storage.across.query(
						`select timestamptz '2026-03-02 23:30Z' as at, timestamp '2026-03-02 23:30'::text as text, current_setting('transaction_isolation') as sees`,
					),
				).toEqual([{ at: new Date('2026-03-02T23:30:00Z'), text: '2026-03-02 23:30:00', sees: 'read committed' }]);
			} finally {
				await storage.close();
				await set('reset all');
			}
		});

		it('every tenant table forces row-level security', async () => {
			const tables = await withClient(server.as('owner'), classedTables);
			const { rows } = await withClient(server.as('owner'), (owner) =>
				owner.query<{ name: string }>(
					`select relname as name from pg_class where relforcerowsecurity and relrowsecurity and not relispartition order by relname`,
				),
			);
			expect(rows.map((row) => row.name)).toEqual(
				tables
					.filter((table) => table.class === 'tenant')
					.map((table) => table.name)
					.sort(),
			);
		});

		it('says to whoever migrates what DATABASE_URL lacks, in one sentence', async () => {
			await system.admin(async (admin) => {
				await admin.query(`create role plain login password 'l'`);
				await admin.query('create database plain owner plain');
			});
			const as = (user: string, password: string): URL => {
				const url = new URL(system.url('plain'));
				url.searchParams.set('user', user);
				url.searchParams.set('password', password);
				return url;
			};
			const migrated = (url: URL) => migrateExternal(url.href, TEST_SECRET_KEY, testLog());
			await expect(migrated(as('plain', 'l'))).rejects.toMatchObject({
				name: 'SchemaError',
				message: 'The user of DATABASE_URL may not migrate: it has to be superuser, or to own the database and have CREATEROLE.',
			});
			await expect(migrated(as('plain', 'wrong'))).rejects.toMatchObject({
				name: 'SchemaError',
				message: 'The database does not take the user and password of DATABASE_URL.',
			});
			const encrypted = as('plain', 'l');
			encrypted.searchParams.set('sslmode', 'verify-full');
			await expect(migrated(encrypted)).rejects.toMatchObject({
				name: 'SchemaError',
				message: 'DATABASE_URL asks for an encrypted connection (sslmode), and the database offers none.',
			});
		});

		it('is refused before it was migrated, in one sentence', async () => {
			await expect(openStorage(settingsFor('empty'), testLog())).rejects.toThrow(
				/^The database is (empty|not ours yet): run 'npm run migrate' first\.$/,
			);
		});

		it('is refused to a stranger’s SECRET_KEY, and where nothing answers', async () => {
			await expect(openStorage(settingsFor('ours', 'another-secret-key-of-more-than-32-chars'), testLog())).rejects.toThrow(
				`The database refuses the serving roles: run 'npm run migrate' with this SECRET_KEY first.`,
			);
			await expect(openStorage(settingsFor('ours', TEST_SECRET_KEY, 'postgres://127.0.0.1:4199/none'), testLog())).rejects.toThrow(
				'DATABASE_URL cannot be reached: nothing answers there.',
			);
			await expect(openStorage(settingsFor('nowhere'), testLog())).rejects.toThrow('The database named in DATABASE_URL does not exist.');
		});

		it('is refused when its schema is newer, or older', async () => {
			await withClient(server.as('owner'), (owner) => owner.query(`insert into schema_migration values (9999, 'later', '')`));
			await expect(openStorage(settingsFor('ours'), testLog())).rejects.toThrow(
				/^The database has schema 9999, newer than the \d+ this program knows; run the newer program\.$/,
			);
			await withClient(server.as('owner'), (owner) => owner.query(`delete from schema_migration where version = 9999`));
			const last = await withClient(server.as('owner'), (owner) =>
				owner.query(
					'delete from schema_migration where version = (select max(version) from schema_migration) returning version, name, checksum',
				),
			);
			await expect(openStorage(settingsFor('ours'), testLog())).rejects.toThrow(
				/older than the \d+ this program needs; run 'npm run migrate' first\.$/,
			);
			await withClient(server.as('owner'), (owner) =>
				owner.query(
					'insert into schema_migration (version, name, checksum) select version, name, checksum from json_populate_recordset(null::schema_migration, $1)',
					[JSON.stringify(last.rows)],
				),
			);
		});

		it.each([
			['is superuser', 'superuser', 'nosuperuser'],
			['can bypass row-level security', 'bypassrls', 'nobypassrls'],
		])('is refused when a serving role %s', async (_what, grant, revoke) => {
			const role = quoted(server.roles.edge);
			await system.admin((admin) => admin.query(`alter role ${role} ${grant}`));
			await expect(openStorage(settingsFor('ours'), testLog())).rejects.toThrow(/can bypass row-level security/);
			await system.admin((admin) => admin.query(`alter role ${role} ${revoke}`));
		});

		it('is refused when a serving role may become owner', async () => {
			await system.admin((admin) => admin.query(`grant ${quoted(server.roles.owner)} to ${quoted(server.roles.app)}`));
			await expect(connectStorage(server, TEST_SECRET_KEY, testLog())).rejects.toThrow(/can become/);
			await system.admin((admin) => admin.query(`revoke ${quoted(server.roles.owner)} from ${quoted(server.roles.app)}`));
		});

		it('may be migrated by its owner with CREATEROLE, who is no superuser', async () => {
			await system.admin(async (admin) => {
				await admin.query(`create role landlord login createrole password 'landlord'`);
				await admin.query('create database rented owner landlord');
			});
			const url = system.url('rented').replace('user=super&password=super', 'user=landlord&password=landlord');
			const key = 'the-landlords-secret-key-of-32-characters';
			await migrateExternal(url, key, testLog());
			const storage = await openStorage(settingsFor('rented', key, url), testLog());
			await storage.close();
		});
	});
}
