/** Lists of the whole installation when they are long: many found, few found, none, pages far behind; each as a plain look over all rows says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectStorage, withClient } from '../src/kernel/storage/connect.ts';
import type { Server } from '../src/kernel/storage/roles.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { findCustomers, pageOfCustomers } from '../src/wings/tenancy/customers/store.ts';
import { findAllDomains, pageOfAllDomains } from '../src/wings/tenancy/domains/store.ts';
import { ownServer, TEST_SECRET_KEY, testLog } from './harness.ts';

/** More than are ever counted or gathered, and than an estimate is asked about. */
const MANY = 60_000;
const CUSTOMERS = 300;

let server: Server;
let storage: Storage;
beforeAll(async () => {
	server = await ownServer();
	await withClient(server.as('owner'), async (owner) => {
		await owner.query(
			`insert into customer (customer_id, name, status, created_at)
				select n, case when n % 3 = 0 then 'Koivu ' else 'Kallio ' end || n, n % 3, now() - n * interval '1 minute' from generate_series(1, $1::int) n`,
			[CUSTOMERS],
		);
		await owner.query(
			`insert into domain (customer_id, domain_id, host, host_letters, name, created_at)
				select 1 + n % $2::int, gen_random_uuid(), case when n % 10000 = 7 then 'xn--' || n || '.example.com' else 'kauppa-' || n || '.example.com' end,
					case when n % 10000 = 7 then 'köökki' || n || '.example.com' end, 'Name ' || n % 100, now() - n * interval '1 second'
				from generate_series(1, $1::int) n`,
			[MANY, CUSTOMERS],
		);
		await owner.query('vacuum analyze customer, domain');
	});
	storage = await connectStorage(server, TEST_SECRET_KEY, testLog());
});
afterAll(() => storage.close());

/** Every row that fits, in the order of the list, by nobody's index. */
const plainly = (where: string, order: string): Promise<string[]> =>
	withClient(server.as('owner'), async (owner) => {
		const { rows } = await owner.query<{ host: string }>(
			`select d.host from domain d join customer c using (customer_id) where ${where} order by ${order}, d.domain_id ${order.endsWith('desc') ? 'desc' : ''}`,
		);
		return rows.map(({ host }) => host);
	});

describe('all domains', () => {
	const cases: readonly (readonly [string, Parameters<typeof pageOfAllDomains>[1], string, string])[] = [
		['all', { page: 1, size: 25 }, 'true', 'd.host'],
		['far behind', { page: 400, size: 25 }, 'true', 'd.host'],
		['by name, falling', { page: 3, size: 25, sort: '-name' }, 'true', 'lower(d.name) desc'],
		['by customer', { page: 2, size: 25, sort: 'customerName' }, 'true', 'lower(c.name)'],
		['a word of nearly all', { page: 2, size: 25, q: 'KAUPPA' }, `d.host like '%kauppa%'`, 'd.host'],
		[
			'a word of nearly all, by customer',
			{ page: 2, size: 25, q: 'kauppa', sort: 'customerName' },
			`d.host like '%kauppa%'`,
			'lower(c.name)',
		],
		['an ending of all', { page: 1, size: 25, q: '.example' }, 'true', 'd.host'],
		['some', { page: 1, size: 25, q: '-77' }, `d.host like '%-77%'`, 'd.host'],
		['a part of one', { page: 1, size: 25, q: 'pa-777.exam' }, `d.host like '%pa-777.exam%'`, 'd.host'],
		['as people write it', { page: 1, size: 25, q: 'öökki' }, `d.host_letters like '%öökki%'`, 'd.host'],
		['two letters: what begins so', { page: 1, size: 25, q: 'xn' }, `d.host like 'xn%'`, 'd.host'],
		['two letters as people write them', { page: 1, size: 25, q: 'kö' }, `d.host_letters like 'kö%'`, 'd.host'],
		['nobody', { page: 1, size: 25, q: 'qzwvk' }, 'false', 'd.host'],
		['taken literally', { page: 1, size: 25, q: 'kauppa_1' }, 'false', 'd.host'],
		['of one customer', { page: 1, size: 25, q: 'auppa', customerId: 5 }, `d.customer_id = 5 and d.host like '%auppa%'`, 'd.host'],
	];
	test.each(cases)('%s', async (_, query, where, order) => {
		const wanted = await plainly(where, order);
		const { rows, counted } = await pageOfAllDomains(storage.acrossInReport, query);
		expect(rows.map(({ host }) => host)).toEqual(wanted.slice((query.page - 1) * query.size, query.page * query.size));
		expect(counted).toEqual({ total: Math.min(wanted.length, 10_000), more: wanted.length > 10_000 });
	});

	test('in the palette those that begin so come first, whether many are found or few', async () => {
		const hosts = async (q: string) => (await findAllDomains(storage.acrossInReport, { q, most: 5 })).map(({ host }) => host);
		expect(await hosts('kauppa-59')).toEqual((await plainly(`d.host like 'kauppa-59%'`, 'd.host')).slice(0, 5));
		expect(await hosts('auppa')).toEqual((await plainly(`d.host like '%auppa%'`, 'd.host')).slice(0, 5));
		expect(await hosts('name 42')).toEqual((await plainly(`d.name = 'Name 42'`, 'd.host')).slice(0, 5));
	});
});

test('all customers: names are found anywhere and in any letters, and pages and counts are whole', async () => {
	const across = storage.acrossInReport;
	const { rows, counted } = await pageOfCustomers(across, null, { q: 'OIVU', page: 2, size: 25 });
	const koivut = Array.from({ length: CUSTOMERS / 3 }, (_, n) => `Koivu ${3 * (n + 1)}`).sort();
	expect([rows.map(({ name }) => name), counted]).toEqual([koivut.slice(25, 50), { total: CUSTOMERS / 3, more: false }]);
	expect((await pageOfCustomers(across, null, { q: 'ko', status: 1, page: 1, size: 25 })).counted.total).toBe(0);
	// They are few, so a letter or two are looked for anywhere too.
	expect((await pageOfCustomers(across, null, { q: 'oi', page: 1, size: 25 })).counted.total).toBe(CUSTOMERS / 3);
	expect((await pageOfCustomers(across, [3, 4], { q: 'oi', page: 1, size: 25 })).rows.map(({ name }) => name)).toEqual(['Koivu 3']);
	expect((await findCustomers(across, null, { q: 'allio 1', most: 5 })).map(({ name }) => name)).toEqual([
		...['Kallio 1', 'Kallio 10', 'Kallio 100', 'Kallio 101', 'Kallio 103'],
	]);
});

test('a domain is looked for by its key, and not among all of its customer’s, where most customers have one', async () => {
	await withClient(server.as('owner'), async (owner) => {
		await owner.query('begin');
		await owner.query('delete from domain');
		await owner.query(`insert into domain (customer_id, domain_id, host)
			select greatest(1, n - 1000), gen_random_uuid(), 'few-' || n || '.example.com' from generate_series(1, 6000) n`);
		await owner.query('analyze domain');
		const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain select (select d.host from domain d
			where d.customer_id = a.customer_id and d.domain_id = a.thing_id::uuid) from activity a`);
		expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('using domain_pkey');
		await owner.query('rollback');
	});
});
