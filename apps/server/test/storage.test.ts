import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../src/kernel/storage/connect.ts';
import { LIMITS } from '../src/kernel/storage/limits.ts';
import { classedTables } from '../src/kernel/storage/protect.ts';
import { quoted, type Server, unsafeServingRole } from '../src/kernel/storage/roles.ts';
import { int, row, sql } from '../src/kernel/storage/rows.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { testServer, testStorage } from './harness.ts';

let storage: Storage;
let server: Server;
let counter = 0;

/** A customer no other test knows. */
const newCustomer = async (): Promise<number> => {
	const id = 1_000_000 + Number(process.env.VITEST_POOL_ID ?? 0) * 100_000 + ++counter;
	await storage.inTenant(id, (tx) => tx.query(`insert into customer (customer_id, name) values ($1, 'Test')`, [id]));
	return id;
};

beforeAll(async () => {
	server = await testServer();
	storage = await testStorage();
});
afterAll(() => storage.close());

describe('a tenant transaction', () => {
	it('sees and writes the rows of its own customer only', async () => {
		const [mine, other] = [await newCustomer(), await newCustomer()];
		const seen = await storage.inTenant(mine, (tx) => tx.query<{ id: number }>('select customer_id as id from customer'));
		expect(seen).toEqual([{ id: mine }]);
		const changed = await storage.inTenant(mine, (tx) =>
			tx.query(`update customer set name = 'Taken' where customer_id = $1 returning customer_id`, [other]),
		);
		expect(changed).toEqual([]);
		await expect(
			storage.inTenant(mine, (tx) => tx.query(`insert into customer (customer_id, name) values ($1, 'Stolen')`, [other + 50_000])),
		).rejects.toThrow(/row-level security/);
	});

	it('leaves nothing of its customer on the connection', async () => {
		const mine = await newCustomer();
		const work = Array.from({ length: LIMITS.app.connections * 2 }, () => storage.inTenant(mine, (tx) => tx.query('select 1')));
		await Promise.all(work);
		const seen = await Promise.all(
			Array.from({ length: LIMITS.app.connections * 2 }, () => storage.inPlatform((tx) => tx.query('select from customer'))),
		);
		expect(seen.flat()).toEqual([]);
	});

	it('is undone as a whole when the work fails', async () => {
		const mine = await newCustomer();
		const failing = storage.inTenant(mine, async (tx) => {
			await tx.query(`update customer set name = 'Half' where customer_id = $1`, [mine]);
			throw new Error('no');
		});
		await expect(failing).rejects.toThrow('no');
		expect(await storage.inTenant(mine, (tx) => tx.query('select name from customer where customer_id = $1', [mine]))).toEqual([
			{ name: 'Test' },
		]);
	});

	it('does not pretend to have committed after a failed statement was caught', async () => {
		const mine = await newCustomer();
		const work = storage.inTenant(mine, async (tx) => {
			await tx.query(`update customer set name = 'Half' where customer_id = $1`, [mine]);
			await tx.query('select 1 / 0').catch(() => undefined);
		});
		await expect(work).rejects.toThrow(/nothing of it was kept/);
	});

	it('refuses a statement sent after its end', async () => {
		const mine = await newCustomer();
		const late = await storage.inTenant(mine, async (tx) => () => tx.query('select 1'));
		await expect(late()).rejects.toThrow(/has ended/);
	});

	it('of one statement sees its own customer only, keeps what it wrote, and leaves nothing on the connection, also where it fails', async () => {
		const [mine, other] = [await newCustomer(), await newCustomer()];
		const Id = row({ id: int });
		const rename = (id: number) => sql`update customer set name = 'Renamed' where customer_id = ${id} returning customer_id as id`;
		expect(await storage.inTenantOnce(mine, Id, sql`select customer_id as id from customer`)).toEqual([{ id: mine }]);
		expect(await storage.inTenantOnce(mine, Id, rename(other))).toEqual([]);
		expect(await storage.inTenantOnce(mine, Id, rename(mine))).toEqual([{ id: mine }]);
		const name = (id: number) => storage.inTenant(id, (tx) => tx.query('select name from customer where customer_id = $1', [id]));
		expect([await name(mine), await name(other)]).toEqual([[{ name: 'Renamed' }], [{ name: 'Test' }]]);
		const failing = await Promise.allSettled(
			Array.from({ length: LIMITS.app.connections * 2 }, () => storage.inTenantOnce(mine, Id, sql`select 1 / ${0}::int as id`)),
		);
		expect(failing.map((one) => (one.status === 'rejected' ? String(one.reason) : ''))).toEqual(
			failing.map(() => 'error: division by zero'),
		);
		const left = await Promise.all(
			Array.from({ length: LIMITS.app.connections * 2 }, () =>
				storage.inPlatform((tx) =>
					tx.query(`select current_setting('enable_seqscan') as scans, (select count(*)::int from customer) as seen`),
				),
			),
		);
		expect(left.flat()).toEqual(left.map(() => ({ scans: 'on', seen: 0 })));
	});

	it('by keys is planned once a connection, and goes by indexes while it lasts', async () => {
		const mine = await newCustomer();
		const kept = await storage.inTenantByKeys(mine, async (tx) => {
			await tx.query('select name from customer where customer_id = $1', [mine]);
			return tx.query(`select current_setting('enable_seqscan') as scans,
				exists (select 1 from pg_prepared_statements where statement = 'select name from customer where customer_id = $1') as kept`);
		});
		expect(kept).toEqual([{ scans: 'off', kept: true }]);
	});

	it('that gives several statements at once fails by the first that failed, and keeps nothing', async () => {
		const mine = await newCustomer();
		const work = storage.inTenant(mine, (tx) =>
			Promise.all([
				tx.query(`update customer set name = 'Half' where customer_id = $1`, [mine]),
				tx.query('select 1 / 0'),
				tx.query('select 1'),
			]),
		);
		await expect(work).rejects.toThrow(/division by zero/);
		expect(await storage.inTenant(mine, (tx) => tx.query('select name from customer where customer_id = $1', [mine]))).toEqual([
			{ name: 'Test' },
		]);
	});

	it.each([0, -1, 1.5, Number.NaN, 2 ** 31])('refuses %s as a customer', (bad) => {
		expect(() => storage.inTenant(bad, async () => undefined)).toThrow(RangeError);
	});
});

describe('types', () => {
	it('answers dates as text, large numbers checked, instants as Date', async () => {
		const [row] = await storage.across.query<Record<string, unknown>>(
			`select date '2024-02-29' as d, 9007199254740991::int8 as n, timestamptz '2024-01-01 00:00:00.123Z' as t`,
		);
		expect(row).toEqual({ d: '2024-02-29', n: Number.MAX_SAFE_INTEGER, t: new Date('2024-01-01T00:00:00.123Z') });
		await expect(storage.across.query('select 9007199254740993::int8 as n')).rejects.toThrow(RangeError);
	});
});

describe('news', () => {
	it('is heard, until one stops listening', async () => {
		const heard: string[] = [];
		const stop = await storage.listen('test_news', (payload) => heard.push(payload));
		await storage.inPlatform((tx) => tx.query(`select pg_notify('test_news', 'one')`));
		await expect.poll(() => heard).toEqual(['one']);
		await stop();
		await storage.inPlatform((tx) => tx.query(`select pg_notify('test_news', 'two')`));
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(heard).toEqual(['one']);
	});

	it('is heard again after the connection was lost, and the loss is told', async () => {
		const own = await testStorage();
		try {
			const heard: string[] = [];
			let missed = 0;
			await own.listen(
				'test_again',
				(payload) => heard.push(payload),
				() => missed++,
			);
			await withClient(server.asAdmin(), (admin) =>
				admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen "test_again"'`),
			);
			await expect.poll(() => missed).toBe(1);
			await own.inPlatform((tx) => tx.query(`select pg_notify('test_again', 'still here')`));
			await expect.poll(() => heard).toEqual(['still here']);
		} finally {
			await own.close();
		}
	});
});

describe('roles', () => {
	it.each(['app', 'eraser', 'edge', 'platform'] as const)('%s can neither become owner nor get around row-level security', async (role) => {
		await withClient(server.as(role), async (client) => {
			await expect(client.query(`set role ${quoted(server.roles.owner)}`)).rejects.toThrow(/permission denied/);
			await expect(client.query(`set session authorization ${quoted(server.roles.owner)}`)).rejects.toThrow(/permission denied/);
			await expect(client.query('alter table customer no force row level security')).rejects.toThrow(/must be owner/);
			await expect(client.query('create table mine (id int)')).rejects.toThrow(/permission denied/);
			await client.query('set row_security = off');
			if (role === 'app' || role === 'eraser') await expect(client.query('select from customer')).rejects.toThrow(/row-level security/);
			expect(await unsafeServingRole(client, server.roles)).toBeNull();
		});
	});

	it('a role that can bypass is named', async () => {
		await withClient(server.asAdmin(), async (admin) => {
			expect(await unsafeServingRole(admin, server.roles)).toMatch(/can bypass row-level security|can become/);
		});
	});

	it('edge reads no table', async () => {
		await withClient(server.as('edge'), async (client) => {
			for (const table of await withClient(server.as('owner'), classedTables)) {
				await expect(client.query(`select from ${quoted(table.name)}`), table.name).rejects.toThrow(/permission denied/);
			}
		});
	});

	it('platform writes nothing', async () => {
		await withClient(server.as('platform'), async (client) => {
			for (const table of await withClient(server.as('owner'), classedTables)) {
				await expect(client.query(`delete from ${quoted(table.name)}`), table.name).rejects.toThrow(/permission denied/);
			}
		});
	});

	it('nobody reads a partition directly', async () => {
		const partitions = await withClient(server.as('owner'), (owner) =>
			owner.query<{ name: string }>(
				`select relname as name from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace`,
			),
		);
		expect(partitions.rows.length).toBeGreaterThan(0);
		for (const role of ['app', 'eraser', 'edge', 'platform'] as const) {
			await withClient(server.as(role), async (client) => {
				for (const { name } of partitions.rows)
					await expect(client.query(`select from ${quoted(name)}`), `${role} ${name}`).rejects.toThrow(/permission denied/);
			});
		}
	});

	it('every table has a class, and every tenant table forces row-level security with exactly its policies', async () => {
		const tables = await withClient(server.as('owner'), classedTables);
		expect(tables.length).toBeGreaterThan(5);
		const { rows } = await withClient(server.as('owner'), (owner) =>
			owner.query<{ name: string; forced: boolean; policies: string[] }>(
				`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
					coalesce((select array_agg(polname::text order by polname) from pg_policy where polrelid = c.oid), '{}') as policies
				 from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
			),
		);
		for (const table of tables) {
			const found = rows.find((row) => row.name === table.name);
			const policies = table.class === 'tenant' ? (table.platformReads ? ['app', 'owner', 'platform'] : ['app', 'owner']) : [];
			expect(found, table.name).toEqual({ name: table.name, forced: table.class === 'tenant', policies });
		}
	});

	it('the public may execute no function of ours', async () => {
		const { rows } = await withClient(server.as('owner'), (owner) =>
			owner.query(
				`select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner) = current_user and has_function_privilege('public', p.oid, 'execute')`,
			),
		);
		expect(rows).toEqual([]);
	});
});
