/** The catalogue of the migrated database is as a cluster needs it; and turns red by one table and one function of each kind. */

import type { Client } from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { withClient } from '../../src/kernel/storage/connect.ts';
import type { Server } from '../../src/kernel/storage/roles.ts';
import { testServer } from '../harness.ts';
import { judgeCatalogue } from './catalogue.ts';

let server: Server;
beforeAll(async () => {
	server = await testServer();
});

/** What is complained of once this was done; nothing of it stays. */
const after = (sql: string): Promise<string[]> =>
	withClient(server.as('owner'), async (owner: Client) => {
		await owner.query('begin');
		try {
			await owner.query(sql);
			return await judgeCatalogue(owner);
		} finally {
			await owner.query('rollback');
		}
	});

const TENANT = `comment on table odd is 'tenant, of consent'`;

it('has nothing to complain of', async () => {
	expect(await after('select 1')).toEqual([]);
});

it.each([
	[
		'a tenant’s table whose key names no customer',
		`create table odd (customer_id int, id int primary key); ${TENANT}`,
		'the key odd_pkey of odd has no customer_id',
	],
	[
		'one more unique key without it',
		`create table odd (customer_id int, id int, primary key (customer_id, id)); create unique index odd_once on odd (id); ${TENANT}`,
		'the key odd_once of odd has no customer_id',
	],
	[
		'a tenant’s table that refers to a platform table',
		`create table odd (customer_id int, id uuid references app_user (id), primary key (customer_id, id)); ${TENANT}`,
		"odd refers to app_user, which is no tenant's",
	],
	[
		'a table of nobody',
		`create table odd (id int primary key); comment on table odd is 'shared, of cellar'`,
		'odd is of cellar, which is no wing',
	],
	[
		'a function over a tenant’s table that is no PL/pgSQL',
		`create function odd() returns bigint language sql as 'select count(*) from domain where customer_id = 1'`,
		'the function odd over domain is sql, not plpgsql',
	],
	[
		'a function over a shared table that is no PL/pgSQL',
		`create function odd() returns bigint language sql as 'select count(*) from vendor_list'`,
		'the function odd over vendor_list is sql, not plpgsql',
	],
	[
		'a function that inserts what it selects, and answers nothing',
		`create function odd() returns void language plpgsql as $$ begin insert into message_pause select 1, null, null; end $$`,
		'the function odd inserts what it selects into message_pause, and ends in neither returning nor on conflict',
	],
	[
		'a function that asks another one within a query over what is spread',
		`create function odd() returns bigint language plpgsql as $$ begin return count(*) from person where person_inside(1, null, null, null, 1) is null; end $$`,
		'the function odd asks person_inside() in a query over person, whose node cannot',
	],
])('complains of %s', async (_what, sql, complaint) => {
	expect(await after(sql)).toContain(complaint);
});

it('refuses a table without class or owner altogether', async () => {
	await expect(after('create table odd (id int primary key)')).rejects.toThrow(/Table odd has no class/);
	await expect(after(`create table odd (id int primary key); comment on table odd is 'shared'`)).rejects.toThrow(/Table odd has no owner/);
});
