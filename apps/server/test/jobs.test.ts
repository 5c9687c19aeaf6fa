import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forEach } from '../src/kernel/jobs/each.ts';
import { type Jobs, openJobs } from '../src/kernel/jobs/jobs.ts';
import { listMails, queueMail, startMail } from '../src/kernel/outbound/mail.ts';
import { connectStorage } from '../src/kernel/storage/connect.ts';
import type { Server } from '../src/kernel/storage/roles.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { ownServer, TEST_SECRET_KEY, testLog } from './harness.ts';
import { headReader } from './mail-heads.ts';
import { slowness } from './slowness.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

let server: Server;
let storage: Storage;
let jobs: Jobs;

beforeAll(async () => {
	server = await ownServer();
	storage = await connectStorage(server, TEST_SECRET_KEY, testLog());
	jobs = await openJobs({ role: 'all' }, storage, silent);
});
afterAll(async () => {
	await jobs.stop();
	await storage.close();
});

const sendOne = (name: string, data: object): Promise<void> => storage.inPlatform((tx) => jobs.send(tx, name, data));

it('does for each what it is to do, also behind one that fails, and fails with what failed', async () => {
	const done: number[] = [];
	const work = async (n: number): Promise<void> => {
		if (n % 2 === 0) throw new Error(`no ${n}`);
		done.push(n);
	};
	await expect(forEach([1, 2, 3], work)).rejects.toThrow('no 2');
	await expect(forEach([4, 5, 6, 7], work)).rejects.toMatchObject({ errors: [new Error('no 4'), new Error('no 6')] });
	await forEach([9], work);
	expect(done).toEqual([1, 3, 5, 7, 9]);
});

describe('a job', () => {
	it('is worked on within moments of the commit', async () => {
		const seen: unknown[] = [];
		await jobs.work('quick', async (data) => void seen.push(data));
		const started = performance.now();
		await sendOne('quick', { n: 1 });
		await expect.poll(() => seen).toEqual([{ n: 1 }]);
		expect(performance.now() - started).toBeLessThan(1_500 * slowness());
	});

	it('is not sent when its transaction fails', async () => {
		const seen: unknown[] = [];
		await jobs.work('undone', async (data) => void seen.push(data));
		const failing = storage.inPlatform(async (tx) => {
			await jobs.send(tx, 'undone', { n: 1 });
			throw new Error('no');
		});
		await expect(failing).rejects.toThrow('no');
		await sendOne('undone', { n: 2 });
		await expect.poll(() => seen).toEqual([{ n: 2 }]);
	});

	it('may be sent inside a tenant’s transaction', async () => {
		const seen: unknown[] = [];
		await jobs.work('tenant', async (data) => void seen.push(data));
		await storage.inTenant(3, (tx) => jobs.send(tx, 'tenant', { customerId: 3 }));
		await expect.poll(() => seen).toEqual([{ customerId: 3 }]);
	});

	it('waits for no time that the clock has gone back from, and neither do schedules', async () => {
		const seen: unknown[] = [];
		await jobs.work('sent-ahead', async (data) => void seen.push(data));
		await storage.inPlatform(async (tx) => {
			await jobs.send(tx, 'sent-ahead', { n: 1 });
			await tx.query(`update pgboss.job_common set created_on = now() + interval '1 day', start_after = now() + interval '1 day'
				where name = 'sent-ahead'`);
			await tx.query(`update pgboss.version set cron_on = now() + interval '1 day'`);
		});
		await expect.poll(() => seen, { timeout: 30_000 }).toEqual([{ n: 1 }]);
		const stamp = () => storage.inPlatform((tx) => tx.query('select cron_on <= now() as past from pgboss.version', []));
		expect(await stamp()).toEqual([{ past: true }]);
	}, 40_000);

	it('that fails is tried again, and sinks no other of its batch', async () => {
		const seen: unknown[] = [];
		let failures = 0;
		await jobs.work(
			'shaky',
			async (data) => {
				if (typeof data === 'object' && data !== null && 'bad' in data && failures++ === 0) throw new Error('once');
				seen.push(data);
			},
			{ concurrency: 10 },
		);
		await storage.inPlatform(async (tx) => {
			await jobs.send(tx, 'shaky', { bad: true }, { retryDelay: 1 });
			await jobs.send(tx, 'shaky', { good: true });
		});
		await expect.poll(() => seen).toEqual([{ good: true }, { bad: true }]);
	});

	it('is sent but not worked on by a web process', async () => {
		const web = await openJobs({ role: 'web' }, storage, silent);
		const seen: string[] = [];
		await web.work('shared', async () => void seen.push('web'));
		await storage.inPlatform((tx) => web.send(tx, 'shared', {}));
		await jobs.work('shared', async () => void seen.push('worker'));
		await expect.poll(() => seen).toEqual(['worker']);
		await web.stop();
	});
});

describe('a mail', () => {
	const mail = (subject: string, to = 'äiti@example.fi') => ({ to, subject, text: 'Hei ☂', html: '<p>Hei ☂</p>' });
	const rows = () => storage.inPlatform((tx) => listMails(tx, 10));

	it('stays in the built-in mailbox, with its texts, without SMTP', async () => {
		const subject = randomUUID();
		await storage.inPlatform((tx) => queueMail(tx, jobs, mail(subject)));
		expect((await rows())[0]).toMatchObject({ subject, recipient: 'äiti@example.fi', bodyText: 'Hei ☂', sentAt: null });
	});

	it('goes out over SMTP once, and its texts are forgotten', async () => {
		const received: Email[] = [];
		let refusals = 1;
		const smtp = new SMTPServer({
			authOptional: true,
			closeTimeout: 50,
			disabledCommands: ['STARTTLS'],
			onRcptTo: ({ address }, _session, done) => (address.startsWith('busy@') && refusals-- > 0 ? done(new Error('try later')) : done()),
			onData: (stream, _session, done) => {
				const chunks: Buffer[] = [];
				stream.on('data', (chunk: Buffer) => chunks.push(chunk));
				stream.on(
					'end',
					() =>
						void PostalMime.parse(Buffer.concat(chunks))
							.then((parsed) => received.push(parsed), done)
							.then(() => done()),
				);
			},
		});
		await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
		const { port } = smtp.server.address() as AddressInfo;
		const end = await startMail(
			{ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Luvalla <no-reply@luvalla.example>' },
			storage,
			jobs,
			silent,
		);
		const subject = `Tervetuloa ${randomUUID()}`;
		const id = await storage.inPlatform((tx) => queueMail(tx, jobs, { ...mail(subject, 'busy@example.fi'), replyTo: 'anna@example.fi' }));
		// The first try is refused; what the server said is kept until one succeeds.
		await expect.poll(async () => (await rows()).find((row) => row.id === id)?.error).toMatch(/try later/);
		await expect.poll(() => received.filter((one) => one.subject === subject).length).toBe(1);
		await expect
			.poll(async () => (await rows()).find((row) => row.id === id))
			.toMatchObject({ bodyText: null, bodyHtml: null, error: null, sentAt: expect.any(Date) });
		expect(received.find((one) => one.subject === subject)).toMatchObject({
			messageId: `<${id}@luvalla.example>`,
			text: expect.stringContaining('Hei ☂'),
			from: { address: 'no-reply@luvalla.example' },
			replyTo: [{ address: 'anna@example.fi' }],
		});
		// A second delivery of the same job finds the mail sent.
		await storage.inPlatform((tx) => jobs.send(tx, 'mail', { id }));
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(received.filter((one) => one.subject === subject)).toHaveLength(1);
		end();
		await new Promise<void>((resolve) => smtp.close(resolve));
	});

	it('waits for a mail server that is away for hours; a recipient who is refused is given up after six times', async () => {
		const kept = await connectStorage(await ownServer(), TEST_SECRET_KEY, testLog());
		const own = await openJobs({ role: 'all' }, kept, silent);
		const smtp = new SMTPServer({
			authOptional: true,
			closeTimeout: 50,
			disabledCommands: ['STARTTLS'],
			onRcptTo: ({ address }, _session, done) =>
				done(Object.assign(new Error('not now'), { responseCode: address.startsWith('gone@') ? 550 : 451 })),
		});
		await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
		const { port } = smtp.server.address() as AddressInfo;
		const end = await startMail({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'no-reply@luvalla.example' }, kept, own, silent);
		const ids = await kept.inPlatform(async (tx) => [
			await queueMail(tx, own, mail('Later', 'busy@example.fi')),
			await queueMail(tx, own, mail('Never', 'gone@example.fi')),
		]);
		// As if five tries had been made, and as many waits as there are by then were over.
		const left = async () =>
			kept.inPlatform(async (tx) => {
				await tx.query(`update mail set tries = 5 where tries < 5`);
				await tx.query(`update pgboss.job_common set retry_count = 5, start_after = now() where name = 'mail' and state = 'retry'`);
				return tx.query(
					`select data ->> 'id' as id, state::text as state, retry_limit from pgboss.job_common where name = 'mail' order by state`,
				);
			});
		await expect.poll(left).toEqual(expect.arrayContaining([expect.objectContaining({ id: ids[1], state: 'completed' })]));
		await expect.poll(left).toContainEqual({ id: ids[0], state: 'retry', retry_limit: 30 });
		await own.stop();
		end();
		await kept.close();
		await new Promise<void>((resolve) => smtp.close(resolve));
	});

	it('that somebody waits for to sign in goes before hundreds of others at a slow mail server', async () => {
		const subjects: string[] = [];
		const smtp = headReader((head, _stream, done) => {
			subjects.push(/^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? '');
			setTimeout(() => done(), 150);
		});
		await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
		const { port } = smtp.server.address() as AddressInfo;
		// A database of its own: no worker of another test takes its mails.
		const kept = await connectStorage(await ownServer(), TEST_SECRET_KEY, testLog());
		const own = await openJobs({ role: 'all' }, kept, silent);
		await kept.inPlatform(async (tx) => {
			for (let n = 0; n < 300; n++) await queueMail(tx, own, mail('Summary'));
		});
		const end = await startMail({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Luvalla <no-reply@luvalla.example>' }, kept, own, silent);
		await expect.poll(() => subjects.length).toBeGreaterThan(10);
		const begun = performance.now();
		await kept.inPlatform((tx) => queueMail(tx, own, mail('Code 123456'), { lane: 'sign-in' }));
		await expect.poll(() => subjects.includes('Code 123456'), { interval: 20 }).toBe(true);
		expect(performance.now() - begun).toBeLessThan(2000 * slowness());
		expect(subjects.length).toBeLessThan(250);
		await kept.inPlatform((tx) => tx.query(`update mail set body_text = null where sent_at is null and subject = 'Summary'`));
		await own.stop();
		end();
		await kept.close();
		await new Promise<void>((resolve) => smtp.close(resolve));
	});
});
