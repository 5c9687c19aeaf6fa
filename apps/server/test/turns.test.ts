/** The queue: customers take turns, nobody has every place, and a mail server that is slow or refuses holds up no sign-in. */

import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { SMTPServerDataStream } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atLength } from '../../../scripts/length.ts';
import { type Jobs, openJobs } from '../src/kernel/jobs/jobs.ts';
import { queueMail, startMail } from '../src/kernel/outbound/mail.ts';
import { connectStorage } from '../src/kernel/storage/connect.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { ownServer, TEST_SECRET_KEY, testLog } from './harness.ts';
import { headReader } from './mail-heads.ts';

/** Jobs of one customer, far more than are done while somebody looks. */
const MANY = atLength(4000, 20_000);

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

let storage: Storage;
let jobs: Jobs;
beforeAll(async () => {
	storage = await connectStorage(await ownServer(), TEST_SECRET_KEY, testLog());
	jobs = await openJobs({ role: 'all' }, storage, silent);
});
afterAll(async () => {
	await jobs.stop();
	await storage.close();
});

const send = (queue: string, customerId: number, n = 1): Promise<void> =>
	storage.inPlatform(async (tx) => {
		for (let i = 0; i < n; i++) await jobs.send(tx, queue, { customerId, i }, { customerId });
	});

/** As many more jobs as the one that waits in the queue. */
const multiply = (queue: string, n: number): Promise<unknown> =>
	storage.inPlatform((tx) =>
		tx.query(
			`insert into pgboss.job select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid()))).*
			from pgboss.job j, generate_series(1, $2) where j.name = $1`,
			[queue, n],
		),
	);
const waitingIn = async (queue: string): Promise<number> => {
	const [row] = await storage.inPlatform((tx) =>
		tx.query<{ n: number }>(`select count(*)::int as n from pgboss.job where name = $1 and state < 'active'`, [queue]),
	);
	return row?.n ?? 0;
};
const customerOf = (data: unknown): number => (data as { customerId: number }).customerId;

describe('a queue', () => {
	test('is worked off customer by customer, a job each', async () => {
		const queue = randomUUID();
		for (const [customerId, n] of [
			[1, 4],
			[2, 2],
			[3, 1],
		] as const)
			await send(queue, customerId, n);
		const seen: number[] = [];
		await jobs.work(queue, async (data) => void seen.push(customerOf(data)));
		await expect.poll(() => seen.length).toBe(7);
		expect(seen).toEqual([1, 2, 3, 1, 2, 1, 1]);
	});

	test('with thousands of jobs of one customer lets another’s one through', async () => {
		const queue = randomUUID();
		await send(queue, 1);
		await multiply(queue, MANY);
		let large = 0;
		let before = -1;
		await jobs.work(
			queue,
			async (data) => {
				if (customerOf(data) === 1) {
					// So that they last, however fast the machine is.
					await new Promise((done) => setTimeout(done, 10));
					large++;
				} else before = large;
			},
			{ concurrency: 5 },
		);
		await expect.poll(() => large).toBeGreaterThan(20);
		const atSending = large;
		await send(queue, 2);
		await expect.poll(() => before).toBeGreaterThanOrEqual(0);
		expect(await waitingIn(queue)).toBeGreaterThan(MANY / 2);
		expect(before - atSending).toBeLessThan(MANY / 4);
		await storage.inPlatform((tx) => tx.query(`delete from pgboss.job where name = $1 and state < 'active'`, [queue]));
	});

	test('whose large customer’s jobs never end has a place for the others', async () => {
		const queue = randomUUID();
		let open: () => void = () => undefined;
		const end = new Promise<void>((resolve) => {
			open = resolve;
		});
		const begun: number[] = [];
		const ended: number[] = [];
		await send(queue, 1, 10);
		await jobs.work(
			queue,
			async (data) => {
				begun.push(customerOf(data));
				if (customerOf(data) === 1) await end;
				ended.push(customerOf(data));
			},
			{ concurrency: 3 },
		);
		await expect.poll(() => begun.length).toBeGreaterThanOrEqual(2);
		await send(queue, 2, 3);
		await expect.poll(() => ended).toEqual([2, 2, 2]);
		open();
		await expect.poll(() => ended.length).toBe(13);
	});

	test('takes up each job once in two processes, and again what was taken up by one that failed', async () => {
		const queue = randomUUID();
		const other = await openJobs({ role: 'worker' }, storage, silent);
		const seen: string[] = [];
		let failures = 0;
		const handler = async (data: unknown): Promise<void> => {
			const { i } = data as { i: number };
			if (i === 7 && failures++ === 0) throw new Error('once');
			seen.push(`${customerOf(data)} ${i}`);
		};
		for (const customerId of [1, 2, 3]) await send(queue, customerId, 60);
		await jobs.work(queue, handler, { concurrency: 4 });
		await other.work(queue, handler, { concurrency: 4 });
		await expect.poll(() => seen.length).toBe(180);
		expect(new Set(seen).size).toBe(180);
		await other.stop();
	});
});

describe('mails', () => {
	const mail = (subject: string) => ({ to: `${randomUUID()}@example.fi`, subject, text: 'Hei', html: '<p>Hei</p>' });

	/** A mail server that does with a mail what it is told to, on a database of its own. */
	const stage = async (onMail: (subject: string, stream: SMTPServerDataStream, done: (error?: Error) => void) => void) => {
		const smtp = headReader((head, stream, done) => onMail(/^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? '', stream, done));
		await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
		const own = await connectStorage(await ownServer(), TEST_SECRET_KEY, testLog());
		const queue = await openJobs({ role: 'all' }, own, silent);
		const start = () =>
			startMail(
				{ smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, mailFrom: 'no-reply@luvalla.example' },
				own.forWork,
				queue,
				silent,
			);
		const left = async (): Promise<number> => {
			const [row] = await own.inPlatform((tx) => tx.query<{ n: number }>('select count(*)::int as n from mail where tries = 0'));
			return row?.n ?? 0;
		};
		return {
			own,
			queue,
			start,
			/** Mails that nobody has tried to send. */
			left,
			async stop(end: () => void) {
				await own.inPlatform((tx) => tx.query('update mail set body_text = null where sent_at is null'));
				await queue.stop();
				end();
				await own.close();
				await new Promise<void>((resolve) => smtp.close(resolve));
			},
		};
	};

	test('of one customer do not wait for another’s thousand', async () => {
		const sent: string[] = [];
		const s = await stage((subject, _stream, done) => {
			sent.push(subject);
			setTimeout(done, 20);
		});
		await s.own.inPlatform(async (tx) => {
			for (let n = 0; n < 1000; n++) await queueMail(tx, s.queue, mail('large'), { customerId: 1 });
		});
		const end = await s.start();
		await expect.poll(() => sent.length).toBeGreaterThan(5);
		await s.own.inPlatform((tx) => queueMail(tx, s.queue, mail('small'), { customerId: 2 }));
		await expect.poll(() => sent.includes('small'), { interval: 10 }).toBe(true);
		expect(await s.left()).toBeGreaterThan(500);
		await s.stop(end);
	});

	test('that somebody signs in with go out while every other one is refused and to be tried again', async () => {
		const sent: string[] = [];
		let refused = 0;
		const s = await stage((subject, _stream, done) => {
			if (subject === 'other') {
				refused++;
				return done(new Error('try later'));
			}
			sent.push(subject);
			done();
		});
		await s.own.inPlatform(async (tx) => {
			for (let n = 0; n < 1000; n++) await queueMail(tx, s.queue, mail('other'), { customerId: 1 });
		});
		const end = await s.start();
		await expect.poll(() => refused).toBeGreaterThan(20);
		await s.own.inPlatform((tx) => queueMail(tx, s.queue, mail('code'), { lane: 'sign-in' }));
		await expect.poll(() => sent, { interval: 10 }).toEqual(['code']);
		expect(await s.left()).toBeGreaterThan(200);
		await s.stop(end);
	});

	test('that somebody took and did not send, because they ended, are sent by whoever comes next', async () => {
		const sent: string[] = [];
		const s = await stage((subject, _stream, done) => {
			sent.push(subject);
			done();
		});
		await s.own.inPlatform(async (tx) => {
			const id = await queueMail(tx, s.queue, mail('taken'));
			await tx.query(`update mail set leased_until = now() + interval '2 seconds' where id = $1`, [id]);
		});
		const end = await s.start();
		await expect.poll(() => sent).toEqual(['taken']);
		await s.stop(end);
	});

	test('at a server that does not answer hold no connection to the database', async () => {
		const held: (() => void)[] = [];
		const s = await stage((_subject, _stream, done) => void held.push(done));
		await s.own.inPlatform(async (tx) => {
			for (let n = 0; n < 5; n++) {
				await queueMail(tx, s.queue, mail('code'), { lane: 'sign-in' });
				await queueMail(tx, s.queue, mail('other'));
			}
		});
		const end = await s.start();
		await expect.poll(() => held.length).toBe(10);
		const open = await s.own.inPlatform((tx) =>
			tx.query(
				`select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
			),
		);
		expect(open).toEqual([]);
		for (const done of held) done();
		await expect.poll(s.left).toBe(0);
		await s.stop(end);
	});
});
