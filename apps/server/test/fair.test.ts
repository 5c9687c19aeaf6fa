/** Nobody starves anybody: what one customer asks of the program leaves the others, and every visitor, what they need. */

import { MAILS_TO_ONE_ADDRESS_AT_MOST } from '@luvalla/contract/constants.ts';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { newId } from '../src/kernel/clock.ts';
import { takeMail } from '../src/kernel/outbound/mail-limit.ts';
import type { RunKind } from '../src/kernel/runs/runs.ts';
import { insertRun } from '../src/kernel/runs/store.ts';
import { sql } from '../src/kernel/storage/rows.ts';
import { sendChallenge } from '../src/wings/identity/signin/challenge.ts';
import { startApp, type Tenant } from './app.ts';
import { publishBanner } from './fixtures.ts';

const t = await startApp();

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	return { tenant, owner, folder: publishedFolder, machine: await t.machine(owner, tenant) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

/** Holds something in the database until it is let go; as another process would. */
const holding = async (statement: string, work: () => Promise<void>): Promise<void> => {
	await t.storage.asOwner(async (owner) => {
		await owner.query('begin');
		await owner.query(statement);
		try {
			await work();
		} finally {
			await owner.query('rollback');
		}
	});
};

/** How many wait for a lock now: an advisory one, or a table's. */
const waiters = async (what: 'advisory' | 'consent_record' | 'publication'): Promise<number> =>
	t.storage.asOwner(async (owner) => {
		const { rows } = await owner.query<{ n: number }>(
			`select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
			where not granted and (locktype = $1 or relation = to_regclass($1))`,
			[what],
		);
		return rows[0]?.n ?? 0;
	});

const stateOf = ({ tenant, machine }: Scene) =>
	t.send(null, 'POST', '/edge/v1/consents/state', {
		headers: machine,
		body: { domainId: tenant.domainId, person: { email: 'anna@example.com' } },
	});
const write = ({ tenant, machine }: Scene, n: number) =>
	t.send(null, 'POST', '/edge/v1/consents', {
		headers: machine,
		body: {
			domainId: tenant.domainId,
			answers: [
				{
					person: { email: `w${n}@example.com` },
					purpose: 'Statistics',
					value: false,
					at: new Date(Date.now() - 60_000).toISOString(),
					source: 'Paper',
				},
			],
		},
	});
const pointer = ({ domainId }: Tenant) => t.send(null, 'GET', `/cmp/d/${domainId}.js`);

describe('a customer whose people are locked', () => {
	test('has forty writers waiting without holding up another customer; each is done once the lock is gone', async () => {
		const [large, small] = [await scene(), await scene()];
		let done = 0;
		let writers: Promise<{ status: number }>[] = [];
		await holding(`select pg_advisory_xact_lock(hashtext('people'), ${large.tenant.customerId})`, async () => {
			writers = Array.from({ length: 40 }, async (_, n) => {
				const sent = await write(large, n);
				done++;
				return sent;
			});
			await expect.poll(() => waiters('advisory')).toBeGreaterThan(0);
			expect([(await stateOf(small)).status, (await write(small, 0)).status]).toEqual([200, 200]);
			expect(
				(
					await t.send(small.owner, 'GET', `/api/audit/domain/people?customerId=${small.tenant.customerId}`, {
						headers: { customer_key: String(small.tenant.customerId) },
					})
				).status,
			).toBe(200);
			expect(done).toBe(0);
			// One of them waits in the database, the others in the process.
			expect(await waiters('advisory')).toBeLessThanOrEqual(1);
		});
		expect((await Promise.all(writers)).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
	});

	test('and who goes on writing is told to come back', async () => {
		const s = await scene();
		let answers: Promise<Awaited<ReturnType<typeof write>>>[] = [];
		await holding(`select pg_advisory_xact_lock(hashtext('people'), ${s.tenant.customerId})`, async () => {
			answers = Array.from({ length: 140 }, (_, n) => write(s, n));
			const refused = await Promise.any(
				answers.map(async (answer) => {
					const sent = await answer;
					if (sent.status !== 429) throw new Error(sent.text);
					return sent;
				}),
			);
			expect([refused.json().code, refused.headers['retry-after']]).toEqual(['busy_writing', '5']);
			expect(refused.json().error).toContain('Try again');
		});
		const all = await Promise.all(answers);
		expect(all.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(100);
	});
});

describe('forty counts of one officer', () => {
	const day = new Date().toISOString().slice(0, 10);
	const count = ({ owner, tenant }: Scene) =>
		t.send(owner, 'POST', `/api/customer/${tenant.customerId}/aggregateddomaincountsfordates`, {
			body: { startDate: day, endDate: day, domainList: [] },
		});

	test('that take long stop no banner and no other call; they take their turns', async () => {
		const [large, small] = [await scene(), await scene()];
		let done = 0;
		let counts: Promise<{ status: number; headers: Record<string, unknown>; text: string }>[] = [];
		await holding('lock table consent_record in access exclusive mode', async () => {
			counts = Array.from({ length: 40 }, async () => {
				const sent = await count(large);
				done++;
				return sent;
			});
			await expect.poll(() => waiters('consent_record')).toBeGreaterThanOrEqual(2);
			// Neither was asked for before: nothing is kept of it.
			for (const one of [large, small]) expect((await pointer(one.tenant)).status).toBe(200);
			const domains = await t.send(small.owner, 'GET', '/api/account/authenticate');
			expect(domains.status).toBe(200);
			expect((await t.send(large.owner, 'GET', '/api/account/authenticate')).status).toBe(200);
			// More wait than may: those are refused, all others still wait.
			const refused = done;
			expect(refused).toBeLessThanOrEqual(8);
			// And another customer's counts have room beside them.
			const other = count(small);
			await expect.poll(() => waiters('consent_record')).toBeGreaterThanOrEqual(3);
			counts.push(other);
		});
		const all = await Promise.all(counts);
		const late = all.filter(({ status }) => status === 429);
		expect(all.filter(({ status }) => status === 200).length + late.length).toBe(41);
		for (const { text, headers } of late) expect([JSON.parse(text).code, headers['retry-after']]).toEqual(['busy_counting', '5']);
	});
});

describe('a banner pointer', () => {
	/** As if so much time had passed. */
	const later = (ms: number): void => {
		const real = Date.now.bind(Date);
		vi.spyOn(Date, 'now').mockImplementation(() => real() + ms);
	};
	const changed = ({ customerId, domainId }: Tenant): Promise<unknown> =>
		t.storage.inTenant(customerId, (tx) =>
			tx.run(sql`select pg_notify('live', ${JSON.stringify({ topic: 'configurations', customerId, domains: { [domainId]: 1 } })})`),
		);

	test('that is kept is served while reading it anew still waits, and the reading counts once it is there', async () => {
		const s = await scene();
		const first = await pointer(s.tenant);
		expect(first.status).toBe(200);
		try {
			await holding('lock table publication in access exclusive mode', async () => {
				later(6_000);
				const stale = await pointer(s.tenant);
				expect([stale.status, stale.text]).toEqual([200, first.text]);
				expect(await waiters('publication')).toBe(1);
			});
		} finally {
			vi.restoreAllMocks();
		}
		await publishBanner(t, s.owner, s.tenant, 'Second');
		await expect.poll(async () => (await pointer(s.tenant)).text === first.text).toBe(false);
	});

	test('that is known to have changed is served for a minute at most while the database does not answer', async () => {
		const s = await scene();
		expect((await pointer(s.tenant)).status).toBe(200);
		try {
			await holding('lock table publication in access exclusive mode', async () => {
				await changed(s.tenant);
				// The news has arrived once a request reads anew.
				await expect
					.poll(async () => {
						const asked = pointer(s.tenant);
						const n = await waiters('publication');
						await asked;
						return n;
					})
					.toBe(1);
				expect((await pointer(s.tenant)).status).toBe(200);
				later(61_000);
				expect((await pointer(s.tenant)).status).toBe(503);
			});
		} finally {
			vi.restoreAllMocks();
		}
	});
});

describe('runs', () => {
	const Nothing = z.object({});
	let open = false;
	/** Steps on and on, until it is let end. */
	const endless: RunKind<object, object> = {
		kind: 'test-endless',
		input: Nothing,
		cursor: Nothing,
		steps: async function* () {
			while (!open)
				yield async () => {
					await new Promise((next) => setTimeout(next, 20));
					return { cursor: {}, done: 0 };
				};
		},
		about: () => ({}),
		reason: () => ({ en: '', fi: '' }),
	};
	const short: RunKind<object, object> = { ...endless, kind: 'test-short', steps: async function* () {} };

	const begin = async ({ tenant: { customerId } }: Scene, kind: RunKind<object, object>): Promise<string> => {
		const id = newId();
		await t.storage.inTenant(customerId, async (tx) => {
			await insertRun(tx, customerId, { id, kind: kind.kind, domainId: null, input: {}, cursor: {}, total: null, by: null });
			await t.server.kernel.jobs.send(tx, 'run', { customerId, runId: id }, { customerId, retryLimit: 0 });
		});
		return id;
	};
	const states = async ({ tenant: { customerId } }: Scene): Promise<string[]> => {
		const rows = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ state: string }>('select state from run where customer_id = $1', [customerId]),
		);
		return rows.map(({ state }) => state);
	};

	test('of one customer, fifty of them, keep no other customer’s from beginning and ending', async () => {
		t.server.kernel.runs.add(endless);
		t.server.kernel.runs.add(short);
		const [large, small] = [await scene(), await scene()];
		for (let n = 0; n < 50; n++) await begin(large, endless);
		await expect.poll(async () => (await states(large)).filter((state) => state === 'running').length).toBe(2);
		await begin(small, short);
		await expect.poll(() => states(small)).toEqual(['done']);
		expect((await states(large)).filter((state) => state === 'waiting').length).toBeGreaterThan(40);
		open = true;
		await expect.poll(async () => (await states(large)).filter((state) => state !== 'done').length).toBe(0);
	});
});

describe('mails to one address', () => {
	test('are few an hour over all that somebody can cause; signing in is counted by itself', async () => {
		const s = await scene();
		const { customerId } = s.tenant;
		const victim = `victim-${newId()}@bank.example`;
		const body = { customerId, address: victim };
		const { id } = (await t.send(s.owner, 'POST', '/api/audit/ledger/addresses', { body })).json().data;
		await t.storage.inTenant(customerId, (tx) =>
			tx.query('update ledger_address set confirmed_at = now() where customer_id = $1', [customerId]),
		);
		const causes = [
			() => t.send(s.owner, 'POST', `/api/audit/ledger/addresses/${id}/test`, { body: { customerId } }),
			() =>
				t.send(s.owner, 'POST', '/api/account/invite', {
					body: { customerId, email: victim, role: 'customerAdmin', domains: [], language: 'en' },
				}),
		];
		const statuses: number[] = [];
		for (let n = 0; n < 8; n++) {
			const sent = await causes[n % 2]?.();
			statuses.push(sent?.status ?? 0);
			if (sent?.status === 429)
				expect(sent.json()).toMatchObject({ code: 'too_many_mails', error: expect.stringContaining('within an hour') });
		}
		// The question whether it wants to be told was the first of five.
		expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
		const [mails] = await t.storage.inPlatform((tx) =>
			tx.query<{ n: number }>('select count(*)::int as n from mail where recipient = $1', [victim]),
		);
		// Before a head is signed a test says so instead of writing.
		expect(mails?.n).toBeLessThanOrEqual(5);
		const { storage, secrets, jobs } = t.server.kernel;
		const signIn = () =>
			sendChallenge(
				{ storage, secrets, jobs, publicUrl: 'http://localhost:4000' },
				{ email: victim, interaction: newId(), language: 'en', ip: '10.3.0.1' },
			);
		for (let n = 0; n < 5; n++) await signIn();
		await expect(signIn()).rejects.toMatchObject({ status: 429, code: 'too_many_mails' });
	});

	test('strangers’ registrations block no invitation, and a swarm has an end', async () => {
		const s = await scene();
		const victim = `victim-${newId()}@bank.example`;
		const counting = t.server.kernel;
		const register = (n: number) => takeMail(counting, { to: victim, cause: 'other', asker: `10.77.${n}.0/24` });
		for (let n = 0; n < 20; n++) await register(n % 4);
		await expect(register(0)).rejects.toMatchObject({ status: 429, code: 'too_many_mails' });
		const invite = () =>
			t.send(s.owner, 'POST', '/api/account/invite', {
				body: { customerId: s.tenant.customerId, email: victim, role: 'customerAdmin', domains: [], language: 'en' },
			});
		expect([(await invite()).status, (await invite()).status]).toEqual([200, 429]);
		let sent = 21;
		for (let n = 4; n < 400; n++)
			await register(n).then(
				() => sent++,
				() => undefined,
			);
		expect(sent).toBe(MAILS_TO_ONE_ADDRESS_AT_MOST);
	});
});
