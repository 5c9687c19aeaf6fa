import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../src/kernel/storage/connect.ts';
import { ensureMonths } from '../src/kernel/storage/partitions.ts';
import type { Server } from '../src/kernel/storage/roles.ts';
import { ownServer } from './harness.ts';

let server: Server;
beforeAll(async () => {
	server = await ownServer();
});

const month = (text: string): Date => new Date(`${text}-15T12:00:00Z`);

const insertRecord = (owner: Client, customerId: number, at: string): Promise<unknown> =>
	owner.query(
		`insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at, batch_position, how,
			configuration, configuration_hash, language, gpc, browser, device, clock_skewed, salt, leaf)
		 values ($1, $2, $3, $3, $3, $3, 1, 'a', true, now(), 0, 'accept', 'p', $4, 'en', false, 'b', 'd', true, $4, $4)`,
		[customerId, at, randomUUID(), randomBytes(32)],
	);

const places = async (owner: Client, customerId: number): Promise<Record<string, string>> => {
	const { rows } = await owner.query<{ at: Date; place: string }>(
		// A cluster's parts of a partition are called by number.
		`select at, regexp_replace(tableoid::regclass::text, '_[0-9]{6}$', '') as place from consent_record where customer_id = $1 order by at`,
		[customerId],
	);
	return Object.fromEntries(rows.map((row) => [row.at.toISOString(), row.place]));
};

describe('months', () => {
	it('are made from the first to the last, once', () =>
		withClient(server.as('owner'), async (owner) => {
			expect(await ensureMonths(owner, 'consent_record', month('2031-11'), month('2032-01'))).toEqual([
				'consent_record_2031_11',
				'consent_record_2031_12',
				'consent_record_2032_01',
			]);
			expect(await ensureMonths(owner, 'consent_record', month('2031-11'), month('2032-01'))).toEqual([]);
		}));

	it('take over the rows that waited in DEFAULT for them, and no others', () =>
		withClient(server.as('owner'), async (owner) => {
			const times = ['2041-04-30T23:59:59.999Z', '2041-05-01T00:00:00.000Z', '2041-05-31T23:59:59.999Z', '2041-06-01T00:00:00.000Z'];
			for (const at of times) await insertRecord(owner, 7, at);
			await ensureMonths(owner, 'consent_record', month('2041-05'), month('2041-05'));
			expect(await places(owner, 7)).toEqual({
				[times[0] ?? '']: 'consent_record_default',
				[times[1] ?? '']: 'consent_record_2041_05',
				[times[2] ?? '']: 'consent_record_2041_05',
				[times[3] ?? '']: 'consent_record_default',
			});
		}));

	it('lose no row that arrives while they are made', async () => {
		const stored = await withClient(server.as('owner'), async (writer) => {
			let going = true;
			let count = 0;
			const writing = (async () => {
				while (going) {
					await insertRecord(writer, 8, new Date(Date.UTC(2051, count % 12, 3, 0, 0, 0, count)).toISOString());
					count++;
				}
			})();
			await withClient(server.as('owner'), (owner) => ensureMonths(owner, 'consent_record', month('2051-01'), month('2051-12')));
			going = false;
			await writing;
			const { rows } = await writer.query<{ n: number }>('select count(*) as n from consent_record where customer_id = 8');
			expect(rows[0]?.n).toBe(count);
			return writer.query<{ n: number }>(`select count(*) as n from consent_record_default where at >= '2051-01-01' and at < '2052-01-01'`);
		});
		expect(stored.rows[0]?.n).toBe(0);
	});

	it('two makers at once do not disturb each other', async () => {
		const make = (): Promise<string[]> =>
			withClient(server.as('owner'), (owner) => ensureMonths(owner, 'consent_record', month('2061-01'), month('2061-06')));
		const made = await Promise.all([make(), make()]);
		expect(made.flat().length).toBe(6);
	});

	it('give nobody but the owner anything on the partition', () =>
		withClient(server.as('owner'), async (owner) => {
			await ensureMonths(owner, 'consent_record', month('2071-01'), month('2071-01'));
			for (const role of ['app', 'eraser', 'edge', 'platform'] as const) {
				await withClient(server.as(role), (client) =>
					expect(client.query('select from consent_record_2071_01')).rejects.toThrow(/permission denied/),
				);
			}
		}));
});
