/**
 * A journey of three steps for people with random lives, whose workers are killed at random moments and whose clocks are wrong:
 * where everybody is in the end, and what they were sent, is what a plain model of it says.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Triggered, TriggeredProgress } from '@luvalla/contract/engagement/journeys.ts';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { atLength } from '../../../../scripts/length.ts';
import { newId, setClock } from '../../src/kernel/clock.ts';
import { createSecrets } from '../../src/kernel/secrets.ts';
import { int, orNull, row, sql, text } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { makeKey } from '../../src/wings/engagement/senders/store.ts';
import { type TestApp, testApp } from '../app.ts';
import { TEST_SECRET_KEY, testServer } from '../harness.ts';
import { happening, letterOf, visit } from './letters.ts';
import { campaignScene, LETTER } from './scene.ts';
import { openSink } from './sink.ts';

const PEOPLE = atLength(150, 1000);
const BATCH = PEOPLE / 10;
const KILL_EVERY_MS = 900;
/** Clocks of workers are apart by so much at most, to either side. */
const WRONG_MS = 60_000;
const READ_AFTER_MS = 5 * 60_000;
const PATIENCE = { timeout: 400_000, interval: 500 };

let t: TestApp;
beforeAll(async () => {
	// Workers are processes of their own: this one only answers calls.
	t = await testApp({ ROLE: 'web', DATABASE_URL: 'postgres:///tests', SECRET_KEY: TEST_SECRET_KEY, OUTBOUND_ALLOW: '127.0.0.0/8' });
});
afterAll(() => t.stop());

/** What somebody's life is, drawn before it begins. */
interface Life {
	readonly email: string;
	readonly saidYes: boolean;
	/** Said no before anything happened to them. */
	readonly saidNo: boolean;
	/** How often the event is told of them, each with an id of its own. */
	readonly events: number;
	readonly mayBeSeen: boolean;
	readonly clicks: boolean;
	readonly withdraws: boolean;
	readonly erased: boolean;
}
const chance = (share: number): boolean => Math.random() < share;

/** Two workers, of which one is killed now and then, and comes back with another clock. */
const openWorkers = async () => {
	const socketDir = inject('socketDir');
	const { database } = await testServer();
	const wrong = () => String(Math.round((Math.random() * 2 - 1) * WRONG_MS));
	const start = async (): Promise<ChildProcess> => {
		const script = join(import.meta.dirname, '../fixtures/worker-process.ts');
		const child = spawn(process.execPath, [script, socketDir, database, wrong()], { stdio: ['ignore', 'pipe', 'inherit'] });
		const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => ['ended'])]);
		expect(String(said).trim()).toBe('ready');
		return child;
	};
	const end = async (child: ChildProcess | undefined): Promise<void> => {
		if (!child) return;
		const ended = once(child, 'exit');
		child.kill('SIGKILL');
		await ended;
	};
	const workers = [await start(), await start()];
	let kills = 0;
	let killing = true;
	const done = (async () => {
		while (killing) {
			await pause(KILL_EVERY_MS);
			const victim = Math.floor(Math.random() * workers.length);
			await end(workers[victim]);
			kills += 1;
			workers[victim] = await start();
		}
	})();
	return {
		kills: () => kills,
		/** From here on nobody dies. */
		async spare() {
			killing = false;
			await done;
		},
		async stop() {
			killing = false;
			await done;
			for (const one of workers) await end(one);
		},
	};
};

const PlaceRow = row({ email: orNull(text), step: text, state: text, reason: orNull(text), n: int });

test.skipIf(inject('cluster') !== null)(
	'lives in a journey are what the model says, through kills and wrong clocks',
	{ timeout: 600_000 },
	async () => {
		const sink = await openSink({});
		const scene = await campaignScene(t);
		const { ask, fine, tenant, tenantTx } = scene;
		const { customerId, domainId } = tenant;
		await scene.smtp(sink.port);
		const tracking = await scene.addPurpose({ tracks: true });
		const { en } = LETTER.languages;
		if (!en) throw new Error('There is no letter.');
		const letter = (subject: string) => scene.published({ ...LETTER, languages: { en: { ...en, subject } } });
		const [first, yes, neither] = [await letter('First'), await letter('Clicked'), await letter('Reminder')];
		const senderId = newId();
		const key = await makeKey(createSecrets(TEST_SECRET_KEY), senderId);
		const right = { ok: true, finding: 'right', seen: '' };
		await tenantTx((tx) =>
			tx.run(
				sql`insert into sender (customer_id, sender_id, domain_id, name, address, postal, selector, public_key, private_key, checked, checked_at, created_at, changed_at)
			values (${customerId}, ${senderId}, ${domainId}, 'Klubi', 'klubi@klubi.example', 'Street 1', ${key.selector}, ${key.publicKey}, ${key.privateKey},
				${JSON.stringify({ spf: right, dkim: right, dmarc: right, alignment: right })}, now(), now(), now())`,
			),
		);
		const made = await fine<Triggered>(
			ask('POST', '/api/manage/triggered', {
				title: `Chaos ${newId()}`,
				options: { senderId },
				journey: { trigger: { kind: 'event', type: 'signup' }, first, after: { waitMinutes: 60 * 24, ask: 'clicked', yes, neither } },
			}),
		);
		await fine(ask('POST', `/api/manage/triggered/${made.id}/start`));

		const lives: Life[] = scene.emails(PEOPLE).map((email) => ({
			email,
			saidYes: chance(0.85),
			saidNo: chance(0.05),
			events: chance(0.1) ? 0 : 1 + Math.floor(Math.random() * 3),
			mayBeSeen: chance(0.6),
			clicks: chance(0.5),
			withdraws: chance(0.15),
			erased: chance(0.05),
		}));
		const emailsOf = (wanted: (life: Life) => boolean): string[] => lives.filter(wanted).map(({ email }) => email);
		await scene.say(
			emailsOf(({ saidYes }) => saidYes),
			true,
		);
		await scene.say(
			emailsOf(({ saidNo }) => saidNo),
			false,
		);
		await scene.say(
			emailsOf(({ mayBeSeen }) => mayBeSeen),
			true,
			tracking,
		);
		const permits = ({ saidYes, saidNo }: Life): boolean => saidYes && !saidNo;

		const places = () =>
			tenantTx((tx) =>
				tx.rows(
					PlaceRow,
					sql`select (select i.value from person_identifier i where i.customer_id = ${customerId} and i.person = j.person and i.kind = 'email' limit 1) as email,
					min(j.step) as step, min(j.state) as state, min(j.reason) as reason, count(*)::int as n
				from journey_place j where j.customer_id = ${customerId} and j.campaign_id = ${made.id} group by j.person`,
				),
			);
		/** Everybody's place, by address. */
		const placed = async (): Promise<Record<string, string>> =>
			Object.fromEntries(
				(await places()).map(({ email, step, state, reason, n }) => [email, `${n} ${step} ${state} ${reason ?? ''}`.trim()]),
			);

		const workers = await openWorkers();
		try {
			// The first step: what happens to people comes in, in any order, some of it several times.
			const told = lives
				.flatMap(({ email, events }) => Array.from({ length: events }, () => email))
				.map((email) => ({ email, order: Math.random() }))
				.sort((a, b) => a.order - b.order);
			for (let at = 0; at < told.length; at += BATCH) {
				const events = told.slice(at, at + BATCH).map(({ email }) => happening(email, 'signup'));
				const sent = await t.send(null, 'POST', '/edge/v1/events', { headers: scene.machine, body: { domainId, events } });
				const outcomes = sent.json().data?.results.map((one: { outcome: string }) => one.outcome);
				expect([sent.status, outcomes]).toEqual([200, events.map(() => 'stored')]);
			}
			const comes = lives.filter(({ events }) => events > 0);
			const afterFirst = Object.fromEntries(
				comes.map((life) => [life.email, permits(life) ? '1 wait waiting' : `1 first left ${life.saidNo ? 'said_no' : 'never_asked'}`]),
			);
			await expect.poll(placed, PATIENCE).toEqual(afterFirst);

			// In the wait they click, withdraw, and are erased.
			const received = new Map(sink.mails.map((mail) => [mail.to, mail]));
			// People read later than any worker's clock says that it was sent: what comes before is a scanner's.
			setClock(() => new Date(Date.now() + READ_AFTER_MS));
			const visiting: string[] = [];
			for (const [n, { email, clicks, mayBeSeen }] of comes.entries()) {
				const mail = received.get(email);
				if (!clicks || !mail) continue;
				const [link = ''] = (await letterOf(mail)).links;
				// Whoever may not be seen has a link that nobody counts.
				if (link !== '') await visit(t, link, {}, 'GET', `10.77.${n >> 8}.${n & 255}`);
				if (mayBeSeen) visiting.push(email);
			}
			setClock(null);
			const clickers = () =>
				tenantTx((tx) =>
					tx.rows(
						row({ address: text }),
						sql`select d.address from delivery_first f join delivery d on d.customer_id = ${customerId} and d.run_id = f.run_id
						and d.channel = f.channel and d.entry = f.entry
					where f.customer_id = ${customerId} and f.kind = 'click' order by d.address`,
					),
				);
			const unsureOf = async (): Promise<Set<string>> =>
				new Set(
					(
						await tenantTx((tx) =>
							tx.rows(
								row({ address: text }),
								sql`select address from delivery where customer_id = ${customerId} and state = 'unknown' and address <> ''`,
							),
						)
					).map(({ address }) => address),
				);
			const inDoubt = await unsureOf();
			const counted = async () => (await clickers()).map(({ address }) => address);
			// Whose letter nobody knows to have left may be counted or not.
			await expect
				.poll(async () => (await counted()).filter((email) => !inDoubt.has(email)), PATIENCE)
				.toEqual(visiting.filter((email) => !inDoubt.has(email)).toSorted());
			const clicked = new Set(await counted());
			const waits = comes.filter(permits);
			const erased = waits.filter((life) => life.erased);
			await scene.say(
				waits.filter(({ withdraws, erased: gone }) => withdraws && !gone).map(({ email }) => email),
				false,
			);
			for (const { email } of erased) {
				const found = await tenantTx((tx) =>
					tx.first(
						row({ person: text }),
						sql`select person::text as person from person_identifier where customer_id = ${customerId} and value = ${email}`,
					),
				);
				await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, found?.person ?? ''));
			}

			// The wait is over, for everybody.
			await tenantTx((tx) =>
				tx.run(
					sql`update journey_place set due_at = now() - interval '1 hour' where customer_id = ${customerId} and campaign_id = ${made.id} and state = 'waiting'`,
				),
			);
			const stays = comes.filter((life) => !(permits(life) && life.erased));
			const stepOf = ({ email }: Life): string => (clicked.has(email) ? 'yes' : 'neither');
			const inTheEnd = Object.fromEntries(
				stays.map((life) => [
					life.email,
					!permits(life) ? afterFirst[life.email] : life.withdraws ? `1 ${stepOf(life)} left said_no` : `1 ${stepOf(life)} finished`,
				]),
			);
			await expect.poll(placed, PATIENCE).toEqual(inTheEnd);
			await workers.spare();
			expect(workers.kills()).toBeGreaterThan(3);

			// What the page says is what the model says.
			const shown = await fine<TriggeredProgress>(ask('GET', `/api/manage/triggered/${made.id}`));
			const count = (wanted: (life: Life) => boolean): number => stays.filter(wanted).length;
			expect([shown.entered, shown.waiting, shown.finished, shown.left]).toEqual([
				comes.length,
				0,
				count((life) => permits(life) && !life.withdraws),
				count((life) => !permits(life) || life.withdraws) + erased.length,
			]);
			expect(Object.fromEntries(shown.reasons.map(({ reason, count: n }) => [reason, n]))).toEqual({
				said_no: count((life) => life.saidNo || (permits(life) && life.withdraws)),
				never_asked: count((life) => !life.saidYes && !life.saidNo),
				...(erased.length > 0 && { gone: erased.length }),
			});

			// Nobody was mailed twice; who was mailed what, but for letters that were on their way in a worker's hands when it was killed.
			const unsure = await unsureOf();
			const got: Record<string, string[]> = {};
			for (const { to, raw } of sink.mails) {
				got[to] ??= [];
				got[to].push((await PostalMime.parse(raw)).subject ?? '');
			}
			for (const life of lives) {
				const wanted =
					life.events === 0 || !permits(life)
						? []
						: ['First', ...(life.erased || life.withdraws ? [] : [clicked.has(life.email) ? 'Clicked' : 'Reminder'])];
				const came = got[life.email] ?? [];
				expect(new Set(came).size, life.email).toBe(came.length);
				if (unsure.has(life.email) || (life.erased && permits(life))) expect(wanted).toEqual(expect.arrayContaining(came));
				else expect(came, life.email).toEqual(wanted);
			}
			// Most were sure.
			expect(unsure.size).toBeLessThan(PEOPLE / 10);
		} finally {
			await workers.stop();
			await sink.stop();
		}
	},
);
