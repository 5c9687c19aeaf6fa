/**
 * Who waits for whom: how fast a queue drains, beside plain pg-boss on a database of its own; how long one job waits behind
 * another customer's hundred thousand, a sign-in mail behind ten thousand others, and a banner's pointer behind forty counts; and
 * how many webhooks go out. PostgreSQL is ours, with fsync on. Rounds are interleaved, numbers are medians.
 *
 * `npm run bench -- jobs`; Progress goes to stderr.
 */

import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { newId } from '../apps/server/src/kernel/clock.ts';
import { type Jobs, openJobs } from '../apps/server/src/kernel/jobs/jobs.ts';
import type { Kernel } from '../apps/server/src/kernel/kernel.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { queueMail, startMail } from '../apps/server/src/kernel/outbound/mail.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import { connectStorage, withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { startSupervised } from '../apps/server/src/kernel/storage/embedded/supervisor.ts';
import { embeddedServer, quoted, type Server } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateServer, type Storage } from '../apps/server/src/kernel/storage/storage.ts';
import { readSettings } from '../apps/server/src/settings.ts';
import { deliverDue } from '../apps/server/src/wings/consent/webhooks/work.ts';
import { headReader } from '../apps/server/test/mail-heads.ts';
import { fillTo } from './lib/limit.ts';
import { startProgram } from './lib/program.ts';
import { publish } from './lib/publication.ts';
import { spreadOf, writeResult } from './lib/result.ts';
import { publishShopBanner } from './lib/shop-banner.ts';

const ROUNDS = 3;
const TRIVIAL = 5_000;
/** Plain pg-boss takes one job in two seconds: so long it is watched. */
const PEER_MS = 10_000;
const LARGE = 100_000;
const MAILS = 10_000;
const SMTP_MS = 100;
const RECORDS = Number(process.argv[2] ?? 340_000);
const COUNTS = 40;
const POINTERS_MS = 20_000;
const DELIVERIES = 2_000;
const PORT = 4196;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const TRIES = 5;

const quiet = createLog({ logLevel: 'error' });
const silent = { ...quiet, error: () => undefined };
const progress = (text: string): void => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`);

interface Drained {
	readonly perSecond: number;
	/** Of this process, without PostgreSQL's. */
	readonly microsEach: number;
}

const drained = async (work: () => Promise<number>): Promise<Drained> => {
	const before = process.cpuUsage();
	const began = performance.now();
	const done = await work();
	const seconds = (performance.now() - began) / 1000;
	const { user, system } = process.cpuUsage(before);
	return { perSecond: done / seconds, microsEach: (user + system) / Math.max(done, 1) };
};

const until = async (there: () => boolean): Promise<void> => {
	while (!there()) await sleep(1);
};

/** As many jobs as wanted, from one that is there. */
const multiply = (owner: Client, queue: string, n: number): Promise<unknown> =>
	owner.query(
		`insert into pgboss.job select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid()))).*
		from pgboss.job j, generate_series(1, $2::int) where j.name = $1 and j.id = (select id from pgboss.job where name = $1 limit 1)`,
		[queue, n],
	);

const ours = async (owner: Client, storage: Storage, jobs: Jobs, concurrency: number): Promise<Drained> => {
	const queue = `trivial-${newId()}`;
	await storage.inTenant(1, (tx) => jobs.send(tx, queue, {}, { customerId: 1 }));
	await multiply(owner, queue, TRIVIAL - 1);
	await owner.query('analyze pgboss.job');
	let done = 0;
	return drained(async () => {
		await jobs.work(queue, async () => void done++, { concurrency });
		await until(() => done === TRIVIAL);
		return done;
	});
};

const peer = async (owner: Client, boss: PgBoss, options: Parameters<PgBoss['work']>[1], ms: number): Promise<Drained> => {
	const queue = `peer-${newId()}`;
	await boss.createQueue(queue);
	await boss.send(queue, {});
	await multiply(owner, queue, TRIVIAL - 1);
	await owner.query('analyze pgboss.job');
	let done = 0;
	const drain = await drained(async () => {
		const began = performance.now();
		await boss.work(queue, options as object, async (batch) => {
			done += batch.length;
		});
		await until(() => done === TRIVIAL || performance.now() - began > ms);
		return done;
	});
	await boss.offWork(queue);
	return drain;
};

/** Milliseconds that one job of a customer waits behind another's hundred thousand. */
const behindLarge = async (owner: Client, storage: Storage, jobs: Jobs): Promise<number[]> => {
	const queue = `large-${newId()}`;
	await storage.inTenant(1, (tx) => jobs.send(tx, queue, { customerId: 1 }, { customerId: 1 }));
	await multiply(owner, queue, LARGE);
	let large = 0;
	let small = 0;
	await jobs.work(
		queue,
		async (data) => {
			if ((data as { customerId: number }).customerId === 2) small++;
			else large++;
			// A little work, so that the queue lasts.
			await sleep(5);
		},
		{ concurrency: 5 },
	);
	await until(() => large > 100);
	const waits: number[] = [];
	for (let n = 1; n <= TRIES; n++) {
		const began = performance.now();
		await storage.inTenant(2, (tx) => jobs.send(tx, queue, { customerId: 2 }, { customerId: 2 }));
		await until(() => small === n);
		waits.push(performance.now() - began);
	}
	await owner.query(`delete from pgboss.job where name = $1 and state < 'active'`, [queue]);
	return waits;
};

/** Milliseconds that a sign-in mail takes to the mail server, which takes its time and lets nothing else pass or refuses it. */
const behindMails = async (owner: Client, server: Server, how: 'slow' | 'refusing'): Promise<number[]> => {
	let others = 0;
	let codes = 0;
	const smtp = headReader((head, _stream, done) => {
		const code = head.includes('Subject: Code');
		if (code) codes++;
		else others++;
		setTimeout(() => done(!code && how === 'refusing' ? new Error('try later') : null), SMTP_MS);
	});
	await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
	const own = await connectStorage(server, SECRET_KEY, silent);
	const jobs = await openJobs({ role: 'all' }, own, silent);
	const mail = (subject: string) => ({ to: 'a@example.fi', subject, text: 'Hei', html: '<p>Hei</p>' });
	await owner.query('delete from mail');
	await own.inPlatform((tx) => queueMail(tx, jobs, mail('Other')));
	await owner.query(
		`insert into mail (id, recipient, subject, body_text, body_html) select gen_random_uuid(), 'a@example.fi', 'Other', 'Hei', 'Hei' from generate_series(1, $1::int)`,
		[MAILS],
	);
	await owner.query(
		`insert into pgboss.job select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'data', jsonb_build_object('id', m.id)))).*
		from pgboss.job j, mail m where j.id = (select id from pgboss.job where name = 'mail' and state = 'created' limit 1)`,
	);
	const { port } = smtp.server.address() as AddressInfo;
	const end = await startMail({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'a@luvalla.example' }, own.forWork, jobs, silent);
	await until(() => others > 20);
	const waits: number[] = [];
	for (let n = 1; n <= TRIES; n++) {
		const began = performance.now();
		await own.inPlatform((tx) => queueMail(tx, jobs, mail('Code'), { lane: 'sign-in' }));
		await until(() => codes === n);
		waits.push(performance.now() - began);
	}
	await owner.query(`delete from pgboss.job where name = 'mail' and state < 'active'`);
	await jobs.stop();
	end();
	await own.close();
	await new Promise<void>((resolve) => smtp.close(resolve));
	return waits;
};

/** Webhooks a second, of one customer, to a server that answers at once. */
const webhooks = async (owner: Client, storage: Storage): Promise<Drained> => {
	const receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	const { customerId, domainId } = await publish(owner, 903);
	await owner.query('update domain set webhook_url = $2, webhook_since = now() where customer_id = $1', [
		customerId,
		`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
	]);
	await owner.query(
		`insert into webhook_delivery (customer_id, delivery_id, domain_id, body, next_try_at)
		select $1, gen_random_uuid(), $2, '{}', now() - interval '1 minute' from generate_series(1, $3::int)`,
		[customerId, domainId, DELIVERIES],
	);
	const kernel = {
		storage: storage.forWork,
		log: quiet,
		secrets: createSecrets(SECRET_KEY),
		settings: readSettings({ OUTBOUND_ALLOW: '127.0.0.1/32' }),
	} as Kernel;
	const sent = await drained(async () => {
		while (await deliverDue(kernel, customerId));
		return DELIVERIES;
	});
	receiver.closeAllConnections();
	receiver.close();
	return sent;
};

interface Pointers {
	readonly asked: number;
	readonly p50: number;
	readonly p99: number;
	readonly most: number;
	readonly counted: number;
	readonly refused: number;
}

/** A banner's pointer of another customer, asked for all the while an officer has forty counts under way. */
const pointersUnderCounts = async (): Promise<Pointers> => {
	const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-jobs-program-'));
	const program = await startProgram({ port: PORT, dataDir, env: { LOG_LEVEL: 'error' } });
	try {
		const { cookie, customerId, domainId } = await withOwner({ databaseUrl: null, secretKey: null, dataDir }, quiet, async (owner) => {
			const publication = await publish(owner, 901);
			await fillTo(owner, publication, RECORDS);
			const userId = newId();
			const token = randomBytes(32).toString('base64url');
			await owner.query('insert into app_user (id, email) values ($1, $2)', [userId, 'officer@example.com']);
			await owner.query('insert into user_customer (customer_id, user_id, is_customer_admin) values ($1, $2, true)', [901, userId]);
			await owner.query(`insert into session (id, user_id, context_key, expires_at) values ($1, $2, 'k', now() + interval '1 day')`, [
				createHash('sha256').update(token).digest(),
				userId,
			]);
			return { customerId: 901, cookie: `luvalla_session_${PORT}=${token}`, domainId: await publishShopBanner(owner, 902) };
		});
		const pointer = `${program.url}/cmp/d/${domainId}.js`;
		const first = await fetch(pointer);
		if (first.status !== 200) throw new Error(`The pointer was answered with ${first.status}.`);
		let going = true;
		let counted = 0;
		let refused = 0;
		const [from, to] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 1000)];
		const counting = Array.from({ length: COUNTS }, async () => {
			while (going) {
				const answer = await fetch(`${program.url}/api/customer/${customerId}/aggregateddomaincountsfordates`, {
					method: 'POST',
					headers: { cookie, origin: program.url, 'content-type': 'application/json' },
					body: JSON.stringify({
						startDate: from.toISOString().slice(0, 10),
						endDate: to.toISOString().slice(0, 10),
						domainList: [],
					}),
				});
				await answer.arrayBuffer();
				if (answer.status === 200) counted++;
				else if (answer.status === 429) {
					refused++;
					await sleep(1000);
				} else throw new Error(`A count was answered with ${answer.status}.`);
			}
		});
		await sleep(500);
		const times: number[] = [];
		const began = performance.now();
		while (performance.now() - began < POINTERS_MS) {
			const asked = performance.now();
			const answer = await fetch(pointer);
			await answer.arrayBuffer();
			if (answer.status !== 200) throw new Error(`The pointer was answered with ${answer.status}.`);
			times.push(performance.now() - asked);
			await sleep(10);
		}
		going = false;
		await Promise.all(counting);
		times.sort((a, b) => a - b);
		const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
		return { asked: times.length, p50: at(0.5), p99: at(0.99), most: at(1), counted, refused };
	} finally {
		await program.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
};

const median = (runs: readonly Drained[]): Drained => ({
	perSecond: spreadOf(runs.map((one) => one.perSecond)).median,
	microsEach: spreadOf(runs.map((one) => one.microsEach)).median,
});
const most = (values: readonly number[]): number => spreadOf(values).most;

const queues = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-jobs-'));
	const supervised = await startSupervised({ folder, durable: true }, quiet);
	try {
		const serverOf = async (name: string): Promise<Server> => {
			const server = embeddedServer(supervised.socketDir, name);
			await withClient(server.asAdmin('postgres'), (admin) => admin.query(`create database ${quoted(name)}`));
			return server;
		};
		const server = await serverOf('bench');
		await migrateServer(server, SECRET_KEY, quiet);
		const peerServer = await serverOf('peer');
		const { host, user } = peerServer.asAdmin();
		const boss = new PgBoss({ host: String(host), user: String(user), database: 'peer' });
		boss.on('error', (error) => progress(`pg-boss: ${error.message}`));
		await boss.start();
		const storage = await connectStorage(server, SECRET_KEY, quiet);
		const jobs = await openJobs({ role: 'all' }, storage, quiet);
		const [one, ten, plain, tuned]: [Drained[], Drained[], Drained[], Drained[]] = [[], [], [], []];
		const figures = await withClient(server.asAdmin(), async (owner) =>
			withClient(peerServer.asAdmin(), async (peerOwner) => {
				for (let round = 1; round <= ROUNDS; round++) {
					progress(`draining, round ${round}`);
					one.push(await ours(owner, storage, jobs, 1));
					ten.push(await ours(owner, storage, jobs, 10));
					plain.push(await peer(peerOwner, boss, {}, PEER_MS));
					tuned.push(await peer(peerOwner, boss, { batchSize: 50, burstWhenBatchFull: true, localConcurrency: 2 }, 60_000));
				}
				progress('behind a hundred thousand');
				const large = await behindLarge(owner, storage, jobs);
				await jobs.stop();
				progress('behind ten thousand mails');
				const slow = await behindMails(owner, server, 'slow');
				const refusing = await behindMails(owner, server, 'refusing');
				progress('webhooks');
				return { large, slow, refusing, hooks: await webhooks(owner, storage) };
			}),
		);
		await boss.stop({ graceful: false });
		await storage.close();
		return { one: median(one), ten: median(ten), plain: median(plain), tuned: median(tuned), ...figures };
	} finally {
		await supervised.stop();
		rmSync(folder, { recursive: true, force: true });
	}
};

const measured = await queues();
progress(`pointers under ${COUNTS} counts over ${RECORDS} records`);
const pointers = await pointersUnderCounts();

const rows = [
	{ what: 'trivial jobs a second, ten places', goal: '≥ 500', measured: measured.ten.perSecond, met: measured.ten.perSecond >= 500 },
	{ what: 'trivial jobs a second, one place', goal: '', measured: measured.one.perSecond },
	{ what: 'plain pg-boss, as it comes', goal: '', measured: measured.plain.perSecond },
	{ what: 'plain pg-boss, batches of 50, bursts, two workers', goal: '', measured: measured.tuned.perSecond },
	{
		what: 'one job behind 100,000 of another customer, ms',
		goal: '≤ 2000',
		measured: most(measured.large),
		met: most(measured.large) <= 2000,
	},
	{
		what: 'sign-in mail behind 10,000 at a slow server, ms',
		goal: '≤ 2000',
		measured: most(measured.slow),
		met: most(measured.slow) <= 2000,
	},
	{
		what: 'sign-in mail behind 10,000 that are refused, ms',
		goal: '≤ 2000',
		measured: most(measured.refusing),
		met: most(measured.refusing) <= 2000,
	},
	{ what: 'banner pointer under 40 counts, 99th percentile, ms', goal: '≤ 100', measured: pointers.p99, met: pointers.p99 <= 100 },
	{ what: 'webhooks a second, one customer', goal: '', measured: measured.hooks.perSecond },
].map((row) => ({ ...row, measured: Number(row.measured.toFixed(1)) }));
console.table(rows);
const micros = (name: keyof Pick<typeof measured, 'one' | 'ten' | 'plain' | 'tuned'>): string =>
	`${Math.round(measured[name].microsEach)} µs`;
console.log(
	`processor time of the process a job: ten places ${micros('ten')}, one ${micros('one')}, pg-boss as it comes ${micros('plain')}, tuned ${micros('tuned')}`,
);
console.log(
	`pointer: ${pointers.asked} asked, median ${pointers.p50.toFixed(1)} ms, most ${pointers.most.toFixed(1)} ms; ${pointers.counted} counts answered, ${pointers.refused} refused`,
);
await writeResult('jobs', { rows, measured, pointers, records: RECORDS });
