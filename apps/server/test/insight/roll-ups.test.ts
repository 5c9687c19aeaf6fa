/**
 * Roll-ups against plain counts, through a random history: late events, several domains, answers that are taken back, people who are merged,
 * parted and erased, retention, campaigns, writers beside each other, workers that are killed in the middle of anything, folding that is
 * rolled back, and roll-ups that are lost and made anew.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { atLength } from '../../../../scripts/length.ts';
import { newId } from '../../src/kernel/clock.ts';
import { Tally } from '../../src/kernel/tally/tally.ts';
import { recount } from '../../src/recount.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { appendCustomer } from '../../src/wings/consent/proof/append.ts';
import { eraseRecords } from '../../src/wings/consent/proof/erase.ts';
import { readOn } from '../../src/wings/consent/wing.ts';
import { DELIVERY_COUNT, keysOf, writeCounts } from '../../src/wings/engagement/runs/counts.ts';
import { addNews, countReader, forgetCounts } from '../../src/wings/insight/roll-ups/keep.ts';
import { rollUpRecounts } from '../../src/wings/insight/roll-ups/recount.ts';
import { membersOf, mergePersons, unmergePerson } from '../../src/wings/people/wing.ts';
import { forgetOld, writeKeepDays } from '../../src/wings/profiles/visitors/retention.ts';
import { setProof, takeHost } from '../../src/wings/tenancy/domains/store.ts';
import { bringDomain } from '../../src/wings/tenancy/wing.ts';
import { type Tenant, type TestApp, testApp } from '../app.ts';
import { dice } from '../dice.ts';
import { choice, edgeRecord, publishBanner, sendForget, sendRecords, sendVisit, visitorEvent } from '../fixtures.ts';
import { TEST_SECRET_KEY, testServer } from '../harness.ts';
import { joined, plainCounts, type Rows, readRows } from './plain-counts.ts';

const SEED = Number(process.env.ROLL_UPS_SEED ?? 30);
const STEPS = Number(process.env.ROLL_UPS_STEPS ?? atLength(120, 1500));
const KILL_EVERY_MS = 1_200;

let t: TestApp;
beforeAll(async () => {
	// Workers are processes of their own: this one only answers calls.
	t = await testApp({ ROLE: 'web', DATABASE_URL: 'postgres:///tests', SECRET_KEY: TEST_SECRET_KEY, OUTBOUND_ALLOW: '127.0.0.0/8' });
});
afterAll(() => t.stop());

/** One that is killed and begun again until it is ended; answers how often it was. */
const openWorker = async () => {
	const socketDir = inject('socketDir');
	const { database } = await testServer();
	const start = async (): Promise<ChildProcess> => {
		const script = join(import.meta.dirname, '../fixtures/worker-process.ts');
		const child = spawn(process.execPath, [script, socketDir, database, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
		await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
		return child;
	};
	let kills = 0;
	let goes = true;
	let child = await start();
	const kill = async (): Promise<void> => {
		const ended = once(child, 'exit');
		child.kill('SIGKILL');
		await ended;
		kills += 1;
	};
	const over = (async () => {
		while (goes) {
			await new Promise((next) => setTimeout(next, KILL_EVERY_MS));
			await kill();
			child = await start();
		}
		await kill();
	})();
	return {
		end: async (): Promise<number> => {
			goes = false;
			await over;
			return kills;
		},
	};
};

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	await t.storage.inPlatform((tx) =>
		tx.query(`update session set confirmed_at = now() + interval '1 day', expires_at = now() + interval '2 days' where user_id = $1`, [
			owner.userId,
		]),
	);
	const other: Tenant = { customerId: tenant.customerId, domainId: newId(), host: `o${tenant.host}` };
	await t.storage.inTenant(tenant.customerId, async (tx) => {
		await bringDomain(tx, tenant.customerId, other.domainId, { host: other.host, name: '', webhookUrl: null, webhookHeaders: null });
		await takeHost(tx, other.host, tenant.customerId);
		await setProof(tx, tenant.customerId, other.domainId, 'admin');
	});
	const sites: { tenant: Tenant; folder: string }[] = [];
	for (const one of [tenant, other]) {
		const added = await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
			body: { domainId: one.domainId, name: 'Letter', wording: { en: { name: 'Letter', about: 'Monthly.' } }, channels: ['email'] },
		});
		expect([added.status, added.text]).toEqual([200, expect.anything()]);
		const { publishedFolder } = await publishBanner(t, owner, one, 'Banner', { mapper: '{"remembers":"statistics"}' });
		sites.push({ tenant: one, folder: publishedFolder });
	}
	const runs = [newId(), newId(), newId()];
	await t.storage.asOwner(async (client) => {
		for (const [n, run] of runs.entries())
			await client.query(
				`insert into campaign_run (customer_id, run_id, campaign_id, domain_id, kind, state, plan, begins_at, created_at, created_by)
				values ($1, $2, $2, $3, $4, 'done', '{}', now(), now(), 'user:x')`,
				[tenant.customerId, run, sites[n % 2]?.tenant.domainId, n === 2 ? 'rehearsal' : 'real'],
			);
	});
	return { tenant, owner, sites, runs, machine: await t.machine(owner, tenant) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

const DAY_MS = 86_400_000;
const MAILS = Array.from({ length: 12 }, (_, n) => `olli${n}@example.com`);

const ok = (answer: { status: number; text: string }): void => expect([answer.status, answer.text]).toEqual([200, expect.anything()]);

/** One thing that happens. */
const happens = async (s: Scene, d: ReturnType<typeof dice>, visitors: string[]): Promise<void> => {
	const site = d.of(s.sites);
	const email = d.of(MAILS);
	const { machine } = s;
	const late = (): number => Date.now() - (d.chance(0.4) ? d.upTo(80) * DAY_MS : d.upTo(3) * 3_600_000);
	switch (d.upTo(8)) {
		case 0: {
			const values = { statistics: d.chance(0.6), marketing: d.chance(0.5), media: d.chance(0.5) };
			// Some clocks are behind.
			const records = choice(values, d.chance(0.2) ? late() : Date.now());
			const parts = d.chance(0.15) ? [records.slice(0, 2), records.slice(2)] : [records];
			for (const part of parts) ok(await sendRecords(t, site.tenant, site.folder, part));
			const yes = records.find(({ category, value }) => category === 'statistics' && value);
			if (yes) visitors.push(`${s.sites.indexOf(site)} ${yes.id}`);
			return;
		}
		case 1:
			return ok(await sendRecords(t, site.tenant, site.folder, [edgeRecord('marketing', false)]));
		case 2: {
			const records = choice({ statistics: d.chance(0.7), marketing: true, media: false });
			ok(await sendRecords(t, site.tenant, site.folder, records));
			return ok(
				await t.send(null, 'POST', '/edge/v1/consents/identify', {
					headers: machine,
					body: { domainId: site.tenant.domainId, person: { email }, records: records.map(({ id }) => id) },
				}),
			);
		}
		case 3:
		case 4:
			return ok(
				await t.send(null, 'POST', '/edge/v1/consents', {
					headers: machine,
					body: {
						domainId: site.tenant.domainId,
						answers: Array.from({ length: 1 + d.upTo(3) }, () => ({
							...{ person: { email: d.of(MAILS) }, purpose: 'Letter', value: d.chance(0.5) },
							...{ at: new Date().toISOString(), source: 'Paper' },
						})),
					},
				}),
			);
		case 5: {
			const events = Array.from({ length: 1 + d.upTo(4) }, () => {
				const msecs = late();
				return {
					id: v7({ msecs }),
					at: new Date(msecs).toISOString(),
					type: d.of(['order', 'view']),
					person: { email: d.of(MAILS) },
					properties: {},
				};
			});
			const send = () => t.send(null, 'POST', '/edge/v1/events', { headers: machine, body: { domainId: site.tenant.domainId, events } });
			ok(await send());
			// Told twice it happened once.
			if (d.chance(0.3)) ok(await send());
			return;
		}
		case 6: {
			const [n = '0', id = ''] = (visitors.length > 0 ? d.of(visitors) : '').split(' ');
			const at = s.sites[Number(n)];
			if (!at || id === '') return;
			await sendVisit(
				t,
				at.tenant,
				at.folder,
				id,
				Array.from({ length: 1 + d.upTo(3) }, () => visitorEvent(d.of(['view', 'basket']), {}, late())),
			);
			return;
		}
		default: {
			const run = d.of(s.runs);
			await t.storage.inTenant(s.tenant.customerId, (tx) => {
				const tally = new Tally(DELIVERY_COUNT);
				const key = keysOf(run, d.upTo(3));
				for (let n = 0; n < 4; n++)
					tally.add(
						key(d.of(['accepted', 'failed', 'skipped', 'opened', 'waiting'] as const)),
						new Date(late()),
						d.chance(0.2) ? -1 : 1 + d.upTo(3),
					);
				return writeCounts(tx, s.tenant.customerId, d.upTo(4), tally);
			});
		}
	}
};

const personBy = async (customerId: number, email: string): Promise<string | null> =>
	(
		await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ person: string }>(`select person from person_identifier where customer_id = $1 and kind = 'email' and value = $2`, [
				customerId,
				email,
			]),
		)
	)[0]?.person ?? null;

/** Something that takes rows away, or says who is who. Answers whether single records went: whoever said no later had said no yes. */
const takesAway = async (s: Scene, d: ReturnType<typeof dice>, visitors: string[]): Promise<void> => {
	const { customerId } = s.tenant;
	const { kernel } = t.server;
	switch (d.upTo(6)) {
		case 0: {
			const person = await personBy(customerId, d.of(MAILS));
			if (person) await t.storage.inErasure(customerId, (tx) => erasePerson(tx, kernel, customerId, person));
			return;
		}
		case 1: {
			const records = await t.storage.inTenant(customerId, (tx) =>
				tx.query<{ id: string }>('select id from consent_record where customer_id = $1 order by id', [customerId]),
			);
			const ids = records.map(({ id }) => id).filter(() => d.chance(0.05));
			await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, kernel, customerId, ids, 'retention'));
			return;
		}
		case 2: {
			const [kept, gone] = [await personBy(customerId, d.of(MAILS)), await personBy(customerId, d.of(MAILS))];
			if (kept && gone && kept !== gone)
				await t.storage.inTenant(customerId, (tx) => mergePersons(tx, kernel.hooks, customerId, { gone, kept }, 'user:x'));
			return;
		}
		case 3: {
			const person = await personBy(customerId, d.of(MAILS));
			if (!person) return;
			await t.storage.inTenant(customerId, async (tx) => {
				const { kept, members } = await membersOf(tx, customerId, person);
				const gone = members.find((member) => member !== kept);
				if (gone) await unmergePerson(tx, kernel.hooks, customerId, gone, 'user:x');
			});
			return;
		}
		case 4: {
			const [n = '0', id = ''] = (visitors.length > 0 ? d.of(visitors) : '').split(' ');
			const at = s.sites[Number(n)];
			if (at && id !== '') await sendForget(t, at.tenant, at.folder, id);
			return;
		}
		default: {
			const days = d.of([30, 60, 365]);
			await t.storage.inTenant(customerId, (tx) => writeKeepDays(tx, customerId, d.of(s.sites).tenant.domainId, days));
			await forgetOld(kernel, customerId);
		}
	}
};

/** What differs at one moment, whatever goes on: each grain by one statement. */
const differences = (customerId: number) =>
	t.storage.asOwner(async (owner) => {
		const found: unknown[] = [];
		for (const { table, differing } of rollUpRecounts)
			for (const one of (await owner.query(differing(customerId))).rows) found.push({ table, ...one });
		return found;
	});

/** Folds in this process, and now and then takes it back before it is committed. */
const folds = async (customerId: number, d: ReturnType<typeof dice>): Promise<void> => {
	class Killed extends Error {}
	await t.storage
		.inTenant(customerId, async (tx) => {
			await addNews(tx, customerId);
			if (d.chance(0.5)) throw new Killed();
		})
		.catch((error: unknown) => {
			if (!(error instanceof Killed)) throw error;
		});
	const reader = {
		...countReader,
		most: 1 + d.upTo(20),
		take: async (...given: Parameters<typeof countReader.take>) => {
			await countReader.take(...given);
			if (d.chance(0.3)) throw new Killed();
		},
	};
	await readOn(t.server.kernel, reader, customerId).catch((error: unknown) => {
		if (!(error instanceof Killed)) throw error;
	});
};

/** Works off all that waits, as the worker does. */
const settle = async (customerId: number): Promise<void> => {
	await appendCustomer(t.server.kernel, customerId);
	while (await readOn(t.server.kernel, countReader, customerId));
	while (await t.storage.inTenant(customerId, (tx) => addNews(tx, customerId)));
};

interface RollUp {
	readonly what: string;
	readonly domain_id: string;
	readonly key: string;
	readonly at: Date;
	readonly n: string;
	readonly gone: string;
}

const rollUps = (customerId: number, grain: string): Promise<RollUp[]> =>
	t.storage.asOwner(
		async (owner) =>
			(await owner.query<RollUp>(`select what, domain_id, key, at, n, gone from count_${grain} where customer_id = $1`, [customerId])).rows,
	);

const asCounts = (rows: readonly RollUp[], of: (row: RollUp) => number): Map<string, number> =>
	new Map(
		rows.flatMap((row) => (of(row) === 0 ? [] : [[`${row.what} ${row.domain_id} ${row.key} ${row.at.toISOString()}`, of(row)] as const])),
	);

const sorted = (counts: ReadonlyMap<string, number>): [string, number][] => [...counts].sort(([a], [b]) => (a < b ? -1 : 1));

test(`roll-ups are plain counts after a random history (seed ${SEED}, ${STEPS} steps)`, async () => {
	const s = await scene();
	const { customerId } = s.tenant;
	const d = dice(SEED);
	const visitors: string[] = [];
	let was: Rows = { records: new Map(), events: new Map(), people: new Map(), aliases: new Map() };
	const remember = async (): Promise<void> => {
		was = joined(was, await t.storage.asOwner((owner) => readRows(owner, customerId)));
	};
	const worker = await openWorker();
	for (let step = 0; step < STEPS; step += 4) {
		// Writers beside each other, and beside whoever folds.
		await Promise.all([happens(s, d, visitors), happens(s, d, visitors), happens(s, d, visitors), folds(customerId, d)]);
		if (d.chance(0.25)) expect(await differences(customerId)).toEqual([]);
		if (d.chance(0.3)) {
			await appendCustomer(t.server.kernel, customerId);
			await remember();
			await takesAway(s, d, visitors);
			expect(await differences(customerId)).toEqual([]);
		}
	}
	const kills = await worker.end();
	expect(kills).toBeGreaterThan(1);
	expect(await differences(customerId)).toEqual([]);
	await settle(customerId);
	await remember();
	expect(await differences(customerId)).toEqual([]);

	const asked = new Map(
		await t.storage.asOwner(async (owner) =>
			(
				await owner.query<{ folder: string; n: number }>(
					`select folder, (select count(*)::int from jsonb_object_keys(purposes) k where k <> 'sale_sharing') as n from publication where customer_id = $1`,
					[customerId],
				)
			).rows.map(({ folder, n }) => [folder, n] as const),
		),
	);
	const now = await t.storage.asOwner((owner) => readRows(owner, customerId));
	expect(now.records.size).toBeGreaterThan(50);
	expect(was.records.size + was.events.size).toBeGreaterThan(now.records.size + now.events.size);
	const messages = await t.storage.asOwner(
		async (owner) =>
			(
				await owner.query<{ domain_id: string; key: string; minute: Date; n: string }>(
					`select r.domain_id, c.channel || ' ' || c.what as key, c.minute, sum(c.n) as n from delivery_count c
						join campaign_run r using (customer_id, run_id) where c.customer_id = $1 and r.kind = 'real' and c.what <> 'waiting'
						group by 1, 2, 3`,
					[customerId],
				)
			).rows,
	);
	const there = (rows: readonly RollUp[]): RollUp[] => rows.filter(({ what }) => what !== 'left' && what !== 'message');
	for (const grain of ['minute', 'quarter', 'hour', 'day'] as const) {
		const rows = await rollUps(customerId, grain);
		// Less what is gone they are the rows that are there.
		expect([grain, sorted(asCounts(there(rows), ({ n, gone }) => Number(n) - Number(gone)))]).toEqual([
			grain,
			sorted(plainCounts(now, asked, grain)),
		]);
		// What happened stays counted, whatever was erased since. What an answer took back was judged by what was known then.
		const ever = (counts: ReadonlyMap<string, number>) => sorted(counts).filter(([word]) => !/^(withdrawn|choice)/.test(word));
		expect([grain, ever(asCounts(there(rows), ({ n }) => Number(n)))]).toEqual([grain, ever(plainCounts(was, asked, grain))]);
		const ms = { minute: 60_000, quarter: 900_000, hour: 3_600_000, day: DAY_MS }[grain];
		const sent = new Map<string, number>();
		for (const { domain_id: id, key, minute, n } of messages) {
			const word = `message ${id} ${key} ${new Date(Math.floor(minute.getTime() / ms) * ms).toISOString()}`;
			sent.set(word, (sent.get(word) ?? 0) + Number(n));
		}
		expect([
			grain,
			sorted(
				asCounts(
					rows.filter(({ what }) => what === 'message'),
					({ n }) => Number(n),
				),
			),
		]).toEqual([grain, sorted(new Map([...sent].filter(([, n]) => n !== 0)))]);
	}
	await heldByCalls(s, was);

	// Roll-ups that are lost in part, and altogether, are made anew beside whoever writes.
	for (const part of [`what = 'record'`, `domain_id = '${s.tenant.domainId}'`, 'true']) {
		await t.storage.asOwner(async (owner) => {
			await owner.query(`delete from count_hour where customer_id = $1 and ${part}`, [customerId]);
			await owner.query(`update count_minute set n = n + 3 where customer_id = $1 and ${part}`, [customerId]);
			await owner.query(`delete from count_day where customer_id = $1 and ${part} and what <> 'left'`, [customerId]);
		});
		expect((await differences(customerId)).length).toBeGreaterThan(0);
		await Promise.all([
			t.storage.asOwner((owner) => recount(owner, true)),
			happens(s, d, visitors),
			happens(s, d, visitors),
			folds(customerId, d),
		]);
		expect(await differences(customerId)).toEqual([]);
	}
});

/** The calls say what the rows were, of spans whose edges lie anywhere, live. */
const heldByCalls = async ({ tenant, owner, sites }: Scene, was: Rows): Promise<void> => {
	const at = (ms: number): string => new Date(Math.floor((Date.now() - ms) / 60_000) * 60_000).toISOString();
	const ask = async (path: string, body: object) => {
		const answer = await t.send(owner, 'POST', `/api/customer/${tenant.customerId}/${path}`, { body });
		ok(answer);
		return answer.json().data[0];
	};
	const today = new Date().toISOString().slice(0, 10);
	const within = (when: Date, from: string, to: string): boolean => when.toISOString() >= from && when.toISOString() < to;
	const spans: [string, string][] = [
		[at(12 * 3_600_000), at(-120_000)],
		[at(45 * DAY_MS + 4_980_000), at(3 * DAY_MS + 31 * 60_000)],
		[at(2 * 3_600_000 + 660_000), at(1_800_000)],
	];
	for (const [from, to] of spans) {
		const half = new Date(Math.floor((Date.parse(from) + Date.parse(to)) / 120_000) * 60_000).toISOString();
		const body = { startDate: today, endDate: today, from, to, steps: [from, half] };
		const events = await ask('aggregateddomaineventcountsfordates', body);
		const all = [...was.events.values()];
		expect(events.events).toBe(all.filter((one) => within(one.at, from, to)).length);
		expect(events.steps.map((step: { events: number }) => step.events)).toEqual([
			all.filter((one) => within(one.at, from, half)).length,
			all.filter((one) => within(one.at, half, to)).length,
		]);
		for (const { tenant: site } of sites)
			expect(events.domains.find(({ id }: { id: string }) => id === site.domainId)?.events ?? 0).toBe(
				all.filter((one) => one.domain_id === site.domainId && within(one.at, from, to)).length,
			);
		const consents = await ask('aggregateddomaincountsfordates', body);
		expect(consents.records).toBe([...was.records.values()].filter((one) => within(one.received_at, from, to)).length);
	}
	const { profilesAtEnd } = await ask('aggregateddomaineventcountsfordates', { startDate: today, endDate: today });
	const [known] = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ n: number }>(
			`select (select count(*) from person where customer_id = $1)::int
				- (select count(*) from person_alias where customer_id = $1 and undone_at is null)::int as n`,
			[tenant.customerId],
		),
	);
	expect(profilesAtEnd).toBe(known?.n);
};

test('minutes and hours go when they are kept no longer, days stay, and a span then keeps to hours or days', async () => {
	const s = await scene();
	const { customerId, domainId } = s.tenant;
	const old = (days: number): number => Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS + 10 * 3_600_000 + 90_000;
	const events = [1, 70, 800].map((days) => ({ ...visitorEvent('order', {}, old(days)), person: { email: 'olli@example.com' } }));
	ok(await t.send(null, 'POST', '/edge/v1/events', { headers: s.machine, body: { domainId, events } }));
	await settle(customerId);
	await t.storage.inTenant(customerId, (tx) => forgetCounts(tx, customerId));
	const counted = async (grain: string): Promise<number> =>
		(await rollUps(customerId, grain)).filter(({ what }) => what === 'event').reduce((sum, { n }) => sum + Number(n), 0);
	expect([await counted('minute'), await counted('quarter'), await counted('hour'), await counted('day')]).toEqual([1, 2, 2, 3]);
	const count = async (days: number, fromMs: number, toMs: number): Promise<number> => {
		const today = new Date().toISOString().slice(0, 10);
		const [from, to] = [new Date(old(days) + fromMs).toISOString(), new Date(old(days) + toMs).toISOString()];
		const body = { startDate: today, endDate: today, from, to };
		return (await t.send(s.owner, 'POST', `/api/customer/${customerId}/aggregateddomaineventcountsfordates`, { body })).json().data[0]
			.events;
	};
	// The minute of it, and the one after.
	expect([await count(1, 0, 30_000), await count(1, 60_000, 3_600_000)]).toEqual([1, 0]);
	// Its quarter of an hour counts whole, and not the next.
	expect([await count(70, 300_000, 600_000), await count(70, 900_000, 1_800_000)]).toEqual([1, 0]);
	expect([await count(800, 3_600_000, 7_200_000), await count(800, 24 * 3_600_000, 25 * 3_600_000)]).toEqual([1, 0]);
	expect(await differences(customerId)).toEqual([]);
});
