/** One customer's rows do not answer: others' records go on, nothing acknowledged is lost, and all goes on once they answer. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../src/kernel/storage/connect.ts';
import { createReach, faultOf, isAway } from '../src/kernel/storage/reach.ts';
import { createFairLane } from '../src/wings/consent/intake/fair.ts';
import { type Tenant, type TestApp, testApp } from './app.ts';
import { choice, publishBanner, sendImpression, sendRecords } from './fixtures.ts';
import { testLog, testServer } from './harness.ts';

const failed = (code: string): pg.DatabaseError => Object.assign(new pg.DatabaseError(`failed with ${code}`, 0, 'error'), { code });

describe('whose fault it is', () => {
	it.each([
		['22021', 'data'],
		['23505', 'data'],
		['P0001', 'customer'],
		['57014', 'customer'],
		['08006', 'customer'],
		['55P03', 'customer'],
		['57P03', 'database'],
		['25006', 'database'],
	] as const)('%s: the %s’s', (code, fault) => {
		expect(faultOf(failed(code))).toBe(fault);
	});

	it.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', '25006'])('%s: away, and worth trying again', (code) => {
		expect(isAway({ code })).toBe(true);
	});

	it('a connection that a full disk did not let begin: away, and no customer’s', () => {
		const error = Object.assign(failed('XX000'), { severity: 'FATAL', message: 'could not write init file' });
		expect([isAway(error), faultOf(error)]).toEqual([true, 'database']);
		expect(isAway(failed('XX000'))).toBe(false);
	});

	it('a lost connection of ours is no customer’s', () => {
		expect(faultOf(new Error('Connection terminated unexpectedly'))).toBe('database');
	});
});

describe('reach', () => {
	it('waits twice as long after each failure, up to a bound, and forgets it all with the first answer', () => {
		let at = 0;
		const reach = createReach(testLog(), () => at);
		const waits: (number | null)[] = [];
		for (let tries = 0; tries < 6; tries++) {
			reach.lost(1, failed('08006'));
			const wait = reach.waitSeconds(1);
			waits.push(wait);
			at += (wait ?? 0) * 1000;
			expect([reach.waitSeconds(1), reach.isSuspect(1), reach.isSuspect(2)]).toEqual([null, true, false]);
		}
		expect(waits).toEqual([1, 2, 4, 8, 8, 8]);
		reach.found(1);
		expect(reach.isSuspect(1)).toBe(false);
		reach.lost(1, failed('08006'));
		reach.lost(1, failed('08006'));
		expect(reach.waitSeconds(1)).toBe(1);
	});
});

describe('a fair lane', () => {
	const made = (broken: (items: readonly { customerId: number; bad?: boolean }[]) => Error | null) => {
		const writes: string[] = [];
		const write = (name: string) => async (items: readonly { customerId: number; bad?: boolean }[]) => {
			writes.push(`${name} ${items.map((item) => item.customerId).join(',')}`);
			const error = broken(items);
			if (error) throw error;
			return items.map(() => 'stored');
		};
		return { writes, lane: createFairLane(createReach(testLog()), write('all'), write('apart')) };
	};
	const fates = (pushed: Promise<string>[]): Promise<string[]> =>
		Promise.all(pushed.map((one) => one.catch((error: unknown) => (error instanceof Error ? error.message : String(error)))));

	it('sinks no other row by a bad one', async () => {
		const { lane } = made((items) => (items.some(({ bad }) => bad) ? failed('22000') : null));
		const rows = [{ customerId: 1 }, { customerId: 2 }, { customerId: 2, bad: true }, { customerId: 2 }];
		expect(await fates(rows.map((row) => lane.push(row)))).toEqual(['stored', 'stored', 'failed with 22000', 'stored']);
		// And the customer is no suspect for it.
		expect(await lane.push({ customerId: 2 })).toBe('stored');
	});

	it('refuses a customer that does not answer at once, for a while, and asks nothing for it', async () => {
		const { lane, writes } = made((items) => (items.some(({ customerId }) => customerId === 2) ? failed('08006') : null));
		const answers = await fates([1, 2, 3, 2].map((customerId) => lane.push({ customerId })));
		expect(answers).toEqual(['stored', '503 unavailable', 'stored', '503 unavailable']);
		expect(writes).toEqual(['all 1,2,3,2', 'apart 1', 'apart 2,2', 'apart 3']);
		await expect(lane.push({ customerId: 2 })).rejects.toThrow('503 unavailable');
		expect(writes.length).toBe(4);
		expect(await lane.push({ customerId: 3 })).toBe('stored');
		expect(writes.at(-1)).toBe('all 3');
		await lane.drain();
		expect(lane.waiting).toBe(0);
	});

	it('blames nobody when the whole database is away', async () => {
		let away = true;
		const { lane, writes } = made(() => (away ? new Error('Connection terminated unexpectedly') : null));
		expect(await fates([1, 2].map((customerId) => lane.push({ customerId })))).toEqual([
			'Connection terminated unexpectedly',
			'Connection terminated unexpectedly',
		]);
		expect(writes).toEqual(['all 1,2']);
		away = false;
		expect(await lane.push({ customerId: 1 })).toBe('stored');
	});
});

describe('intake and delivery', () => {
	let t: TestApp;
	let well: { tenant: Tenant; folder: string };
	let ill: { tenant: Tenant; folder: string };

	const staged = async () => {
		const tenant = await t.tenant();
		const { publishedFolder: folder } = await publishBanner(t, await t.person([], { adminOf: [tenant] }), tenant);
		return { tenant, folder };
	};
	const send = (to: typeof well, records = choice({ statistics: true })) => sendRecords(t, to.tenant, to.folder, records);
	const pointer = (to: typeof well) => t.send(null, 'GET', `/cmp/d/${to.tenant.domainId}.js`);
	const storedOf = (to: typeof well, ids: readonly string[]): Promise<number> =>
		t.storage.inTenant(to.tenant.customerId, async (tx) => {
			const rows = await tx.query('select id from consent_record where customer_id = $1 and id = any($2)', [to.tenant.customerId, ids]);
			return rows.length;
		});
	/** Both at the same time, so that they stand in one batch. */
	const both = async () => {
		const [mine, theirs] = [choice({ statistics: true, media: false }), choice({ statistics: true })];
		const started = performance.now();
		const [first, second] = await Promise.all([
			send(well, mine).then((answer) => ({ ...answer, ms: performance.now() - started })),
			send(ill, theirs),
		]);
		return { mine, theirs, well: first, ill: second };
	};
	const mended = async () => {
		await expect.poll(async () => (await send(ill)).status, { interval: 200 }).toBe(200);
	};

	beforeAll(async () => {
		t = await testApp();
		[well, ill] = [await staged(), await staged()];
	});
	afterAll(() => t.stop());

	/** As owner, for this customer alone; answers how to mend it. */
	const breakRows = async (table: string): Promise<() => Promise<void>> => {
		const name = `ill_${randomUUID().slice(0, 8)}`;
		await t.storage.asOwner(async (owner) => {
			await owner.query(
				`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'this node is away'; end $$`,
			);
			await owner.query(
				`create trigger ${name} before insert on ${table} for each row when (new.customer_id = ${ill.tenant.customerId}) execute function ${name}()`,
			);
		});
		return async () => {
			await t.storage.asOwner((owner) => owner.query(`drop function ${name} cascade`));
		};
	};

	it('a customer whose rows fail is refused with Retry-After; another’s in the same batch are stored, and theirs once mended', async () => {
		const mend = await breakRows('consent_record');
		const round = await both();
		expect([round.well.status, round.ill.status, round.ill.headers['retry-after']]).toEqual([200, 503, '1']);
		expect(
			await storedOf(
				well,
				round.mine.map(({ id }) => id),
			),
		).toBe(2);
		// What is known of the customer is known at once; what the others ask is not held up by it.
		const next = await both();
		expect([next.well.status, next.ill.status]).toEqual([200, 503]);
		expect(next.well.ms).toBeLessThan(500);
		await mend();
		await mended();
		// What was refused was not stored, and is taken now.
		expect(
			await storedOf(
				ill,
				round.theirs.map(({ id }) => id),
			),
		).toBe(0);
		expect((await send(ill, round.theirs)).json().data).toEqual({ stored: 1, known: 0, refused: [] });
		expect((await send(well, round.mine)).json().data).toEqual({ stored: 0, known: 2, refused: [] });
	});

	it('rows that are held cost the others one short wait, and then nothing', async () => {
		const server = await testServer();
		await withClient(server.as('owner'), async (owner) => {
			const held = choice({ statistics: true });
			await owner.query('begin');
			// Whoever writes the same id waits for this transaction.
			await owner.query(
				`insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at,
					batch_position, how, language, gpc, browser, device, clock_skewed, salt, leaf)
				values ($1, $2, $3, $3, $3, $3, 1, 'statistics', true, now(), 0, 'banner', 'en', false, 'b', 'd', false, '', '')`,
				[ill.tenant.customerId, held[0]?.at, held[0]?.id],
			);
			const started = performance.now();
			const [first, second] = await Promise.all([send(well), send(ill, held)]);
			expect([first.status, second.status]).toEqual([200, 503]);
			expect(performance.now() - started).toBeLessThan(4_000);
			const again = performance.now();
			const answers = await Promise.all([send(well), send(ill), send(well), send(ill)]);
			expect(answers.map(({ status }) => status)).toEqual([200, 503, 200, 503]);
			expect(performance.now() - again).toBeLessThan(500);
			await owner.query('rollback');
		});
		await mended();
	});

	it('nothing that a stranger sends makes a customer one who does not answer', async () => {
		for (const configuration of ['a\u0000b', '\ud800', "p'; drop table publication; --", 'x'.repeat(80)])
			expect((await sendRecords(t, ill.tenant, configuration, choice({ statistics: true }))).status).not.toBe(503);
		const bad = choice({ statistics: true }).map((record) => ({ ...record, language: 'en\u0000' }));
		expect((await send(ill, bad)).status).not.toBe(503);
		expect((await t.send(null, 'GET', `/cmp/d/${ill.tenant.domainId}%00.js`)).status).toBeLessThan(500);
		expect((await t.send(null, 'GET', `/cmp/${ill.folder}/%00`)).status).toBeLessThan(503);
		expect((await send(ill)).status).toBe(200);
		expect(t.server.kernel.reach.isSuspect(ill.tenant.customerId)).toBe(false);
	});

	it('views of others are counted while one customer’s cannot be', async () => {
		const mend = await breakRows('impression_count');
		const [mine, theirs] = await Promise.all([sendImpression(t, well.tenant, well.folder), sendImpression(t, ill.tenant, ill.folder)]);
		expect([mine.status, theirs.status]).toEqual([200, 503]);
		await mend();
		await mended();
	});

	it('what was published is served from memory while its rows do not answer; nothing else is, and not for long', async () => {
		const fresh = await staged();
		const before = await pointer(ill);
		expect(before.status).toBe(200);
		const server = await testServer();
		await withClient(server.as('owner'), async (owner) => {
			await owner.query('begin');
			await owner.query('lock table publication in access exclusive mode');
			// Past what is kept without asking; the news says that it must be read anew.
			await t.storage.inPlatform((tx) =>
				tx.query(`select pg_notify('live', $1)`, [
					JSON.stringify({ topic: 'configurations', customerId: ill.tenant.customerId, domains: { [ill.tenant.domainId]: 1 } }),
				]),
			);
			await new Promise((resolve) => setTimeout(resolve, 150));
			const stale = await pointer(ill);
			expect([stale.status, stale.text === before.text]).toEqual([200, true]);
			const at = performance.now();
			expect((await pointer(ill)).status).toBe(200);
			expect(performance.now() - at).toBeLessThan(300);
			const unknown = await pointer(fresh);
			expect([unknown.status, unknown.headers['retry-after']]).toEqual([503, '1']);
			await owner.query('rollback');
		});
		await expect.poll(async () => (await pointer(fresh)).status).toBe(200);
		await mended();
	});
});
