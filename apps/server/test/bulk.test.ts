/** Doing something to many rows of a list: what is chosen, who may, each row once, and what was not done is named. */
import { createServer } from 'node:http';
import type { Finding, Run } from '@luvalla/contract/runs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { untilRun } from './upload.ts';

const site = createServer((request, reply) => {
	const host = String(request.headers.host).split(':')[0] ?? '';
	setTimeout(() => reply.end(pages[host] ?? ''), host.startsWith('slow') ? SLOW_MS : 0);
});
/** Longer than a run waits before it says that it is still at it. */
const SLOW_MS = 6000;
/** What a host's start page holds. */
let pages: Record<string, string> = {};
let t: TestApp;
let port = 0;

beforeAll(async () => {
	await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
	const address = site.address();
	port = typeof address === 'object' && address ? address.port : 0;
	t = await testApp({ OUTBOUND_ALLOW: ['with', 'without', 'other', 'slow'].map((name) => `${name}.localhost:${port}`).join(',') });
});
afterAll(async () => {
	await t.stop();
	await new Promise((done) => site.close(done));
});

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	return { tenant, owner, purposeId: await addPurpose(owner, tenant, 'Letter') };
};
type Scene = Awaited<ReturnType<typeof scene>>;

const keyed = ({ customerId }: Pick<Tenant, 'customerId'>) => ({ customer_key: String(customerId) });

const addPurpose = async (owner: Person, { customerId, domainId }: Tenant, name: string): Promise<string> =>
	(
		await t.send(owner, 'POST', `/api/consent/purpose/${customerId}`, {
			body: { domainId, name, wording: { en: { name, about: 'Twice a month.' } } },
		})
	).json().data.id;

/** Somebody who said this. Answers their id. */
const says = async (s: Scene, email: string, value = false): Promise<string> => {
	const said = await t.send(s.owner, 'POST', '/api/audit/domain/people/answer', {
		headers: keyed(s.tenant),
		body: { person: { email }, purposeId: s.purposeId, value, at: new Date(Date.now() - 1000).toISOString(), source: 'Letter' },
	});
	expect(said.status).toBe(200);
	return said.json().data.luvallaId;
};

const erase = (s: Scene, selection: object, who = s.owner) =>
	t.send(who, 'POST', '/api/audit/domain/people/erase', { headers: keyed(s.tenant), body: { selection } });
const exported = (s: Scene, selection: object, who = s.owner) =>
	t.send(who, 'POST', '/api/audit/domain/people/file', { headers: keyed(s.tenant), body: { selection } });
const ended = (s: Scene, started: { json: () => { data: Run } }, app = t): Promise<Run> =>
	untilRun(app, s.owner, s.tenant, started.json().data.id);
const listed = async (s: Scene, app = t): Promise<string[]> =>
	(await app.send(s.owner, 'GET', '/api/audit/domain/people?size=100', { headers: keyed(s.tenant) }))
		.json()
		.data.map((one: { luvallaId: string }) => one.luvallaId)
		.sort();
const findings = async (s: Scene, { id }: Run): Promise<Finding[]> =>
	(await t.send(s.owner, 'GET', `/api/manage/runs/${id}/findings?size=100`, { headers: keyed(s.tenant) })).json().data;
/** Who was said to be erased, one by one. */
const erasedOnes = (s: Scene, app = t): Promise<string[]> =>
	app.storage.inTenant(s.tenant.customerId, async (tx) =>
		(
			await tx.query<{ thing_id: string }>(
				`select thing_id from activity where customer_id = $1 and action = 'erased' and thing = 'person' order by thing_id`,
				[s.tenant.customerId],
			)
		).map((row) => row.thing_id),
	);

describe('erasing many', () => {
	test('erases each as one is erased, and names who is not there: erased meanwhile, or another customer’s', async () => {
		const s = await scene();
		const other = await scene();
		const theirs = await says(other, 'theirs@example.com');
		const [anna = '', bo = '', left = ''] = await Promise.all(['anna', 'bo', 'left'].map((name) => says(s, `${name}@example.com`)));
		const already = await says(s, 'already@example.com');
		await t.send(s.owner, 'DELETE', `/api/audit/domain/people/${already}`, { headers: keyed(s.tenant) });
		const started = await erase(s, { these: [anna, bo.toUpperCase(), already, theirs, anna] });
		expect(started.json().data).toMatchObject({ kind: 'people-erasure', domainId: null, createdBy: s.owner.userId });
		const run = await ended(s, started);
		expect(run).toMatchObject({
			state: 'done',
			total: 4,
			done: 4,
			found: 2,
			counts: { people: 2, records: 2, remembered: 2, rejected: 2 },
		});
		expect(await findings(s, run)).toEqual(
			[already, theirs].sort().map((id) => ({ line: null, column: null, value: null, code: 'gone', row: [id] })),
		);
		const file = await t.send(s.owner, 'GET', `/api/manage/runs/${run.id}/findings/file`, { headers: keyed(s.tenant) });
		expect(file.text).toContain('There is no such person any more.');
		expect(await listed(s)).toEqual([left]);
		expect(await listed(other)).toEqual([theirs]);
		expect(await erasedOnes(s)).toEqual([anna, bo, already].sort());
		// The no of all of them is remembered under the run.
		const drop = await t.send(s.owner, 'DELETE', `/api/audit/domain/people/memory/${run.id}`, { headers: keyed(s.tenant) });
		expect(drop.json().data).toEqual({ dropped: 2 });
	});

	test('of all that match takes those of now that the list would show, but those left out', async () => {
		const s = await scene();
		const ids = await Promise.all(['shop-1', 'shop-2', 'shop-3', 'club-1'].map((name) => says(s, `${name}@example.com`)));
		const [, , kept = '', club = ''] = ids;
		const started = await erase(s, { all: { q: 'SHOP-' }, but: [kept] });
		const late = await says(s, 'shop-late@example.com');
		expect(await ended(s, started)).toMatchObject({ total: 2, counts: { people: 2, rejected: 0 } });
		expect(await listed(s)).toEqual([kept, club, late].sort());
		const acts = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query<{ after: object }>(
				`select v.after from activity a join activity_values v on v.customer_id = a.customer_id and v.id = a.id
				where a.customer_id = $1 and a.thing = 'people'`,
				[s.tenant.customerId],
			),
		);
		expect(acts).toEqual([{ after: { people: 2, run: started.json().data.id } }]);
	});

	test('of everybody takes everybody who was there, and writes down how many that was', async () => {
		const s = await scene();
		const ids: string[] = [];
		for (let n = 0; n < 25; n++) ids.push(await says(s, `p${n}@example.com`, n % 2 === 0));
		const [first = ''] = ids;
		expect(await ended(s, await erase(s, { all: {}, but: [first] }))).toMatchObject({
			state: 'done',
			total: 24,
			done: 24,
			counts: { people: 24, records: 24, remembered: 12, rejected: 0 },
		});
		expect(await listed(s)).toEqual([first]);
	});

	test('of what matches nothing is refused, and so is what is no choice', async () => {
		const s = await scene();
		const anna = await says(s, 'anna@example.com');
		for (const selection of [{ all: { q: 'nobody' } }, { all: {}, but: [anna] }, { all: { q: 'anna' }, but: [anna.toUpperCase()] }]) {
			expect((await erase(s, selection)).json().code).toBe('nothing_chosen');
			expect((await exported(s, selection)).json().code).toBe('nothing_chosen');
		}
		const many = Array.from({ length: 1001 }, () => anna);
		for (const selection of [{}, { these: [] }, { these: ['x'] }, { these: many }, { all: { domain: 'x' } }, { these: [anna], all: {} }])
			expect((await erase(s, selection)).status).toBe(400);
		expect(await listed(s)).toEqual([anna]);
	});

	test('is for those who answer for the customer, freshly proven, and for nobody else', async () => {
		const s = await scene();
		const anna = await says(s, 'anna@example.com');
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant] });
		const stranger = await t.person([], { adminOf: [await t.tenant()] });
		for (const selection of [{ these: [anna] }, { all: {} }]) {
			expect((await erase(s, selection, editor)).status).toBe(403);
			expect((await erase(s, selection, stranger)).status).toBe(404);
			const machine = await t.send(null, 'POST', '/api/audit/domain/people/erase', {
				headers: { ...(await t.machine(s.owner, s.tenant)), ...keyed(s.tenant) },
				body: { selection },
			});
			expect(machine.status).toBe(403);
		}
		const old = await t.person([], { adminOf: [s.tenant] });
		await t.storage.inPlatform((tx) =>
			tx.query(`update session set confirmed_at = now() - interval '1 hour' where user_id = $1`, [old.userId]),
		);
		expect((await erase(s, { these: [anna] }, old)).json().code).toBe('confirm_identity');
		expect(await listed(s)).toEqual([anna]);
	});
});

describe('a file of many', () => {
	test('holds those chosen and no formula, is written down, and is a domain admin’s for their own domains only', async () => {
		const s = await scene();
		const added = await t.send(s.owner, 'POST', '/api/domain', {
			body: { domain: `second-${s.tenant.host}`, customerId: s.tenant.customerId },
		});
		const second: Tenant = { ...s.tenant, domainId: added.json().data.id, host: `second-${s.tenant.host}` };
		const there: Scene = { ...s, purposeId: await addPurpose(s.owner, second, 'Second letter') };
		const anna = await says(s, 'anna@example.com', true);
		const bo = await says(there, 'bo@example.com');
		const theirs = await says(await scene(), 'theirs@example.com');
		const all = (await exported(s, { all: {} })).text;
		expect(all.split('\n')[0]).toBe('\ufeffluvallaId,Email,Phone,External id,Yes,No,Last answer');
		expect(all).toContain(`${anna},anna@example.com,,,1,0,`);
		expect(all).toContain(`${bo},bo@example.com,,,0,1,`);
		expect((await exported(s, { these: [anna, theirs] })).text.trim().split('\n')).toHaveLength(2);
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] });
		for (const selection of [{ all: {} }, { these: [anna, bo] }, { all: { q: 'bo@' } }]) {
			const seen = (await exported(s, selection, editor)).text.trim().split('\n');
			expect(seen).toEqual([seen[0], expect.stringContaining('bo@example.com')]);
		}
		expect((await exported(s, { all: { q: 'anna' } }, editor)).json().code).toBe('nothing_chosen');
		const acts = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query('select 1 from activity where customer_id = $1 and action = $2', [s.tenant.customerId, 'exported']),
		);
		expect(acts).toHaveLength(5);
	});
});

describe('looking for the snippet on many domains', () => {
	const look = (tenant: Tenant, who: Person, selection: object) =>
		t.send(who, 'POST', `/api/customer/${tenant.customerId}/domain/snippetcheck`, { body: { selection } });

	/** Domains of one customer, by the names that the site answers to. */
	const domains = async (s: Scene, names: readonly string[]): Promise<Tenant[]> => {
		const made: Tenant[] = [];
		for (const name of names) {
			const host = `${name}.localhost:${port}`;
			const tenant = { ...s.tenant, domainId: '', host };
			const added = await t.storage.inTenant(s.tenant.customerId, async (tx) => {
				const { insertDomain } = await import('../src/wings/tenancy/wing.ts');
				const { newId } = await import('../src/kernel/clock.ts');
				const domainId = newId();
				await insertDomain(tx, s.tenant.customerId, domainId, { host, name: '', webhookUrl: null, webhookHeaders: null });
				return domainId;
			});
			made.push({ ...tenant, domainId: added });
		}
		return made;
	};

	test('says of each what was found, and names those without it', async () => {
		const s = await scene();
		const [has, hasNot] = await domains(s, ['with', 'without']);
		pages = { 'with.localhost': `<script src="/cmp/d/${has?.domainId}.js"></script>`, 'without.localhost': '<p>Hei</p>' };
		const foreign = (await t.tenant()).domainId;
		const started = await look(s.tenant, s.owner, { these: [has?.domainId, hasNot?.domainId, foreign] });
		const run = await ended(s, started);
		expect(run).toMatchObject({ kind: 'snippet-look', state: 'done', total: 3, done: 3, counts: { live: 1, missing: 1, rejected: 1 } });
		expect(await findings(s, run)).toEqual([
			{ line: null, column: null, value: null, code: 'unknown_domain', row: [foreign] },
			{ line: null, column: null, value: null, code: 'missing', row: [hasNot?.host] },
		]);
		const state = await t.send(s.owner, 'GET', `/api/domain/${has?.domainId}/snippet`);
		expect(state.json().data.state).toBe('live');
		const file = await t.send(s.owner, 'GET', `/api/manage/runs/${run.id}/findings/file`, {
			headers: { ...keyed(s.tenant), 'accept-language': 'fi' },
		});
		expect(file.text).toContain('koodinpätkää ei ole sillä');
		expect((await look(s.tenant, s.owner, { all: { q: 'nothing-like-it' } })).json().code).toBe('nothing_chosen');
		expect(await ended(s, await look(s.tenant, s.owner, { all: { q: 'localhost', banner: 'none' }, but: [has?.domainId] }))).toMatchObject({
			total: 1,
			counts: { missing: 1 },
		});
	});

	test('of a slow site keeps the run alive meanwhile', async () => {
		const s = await scene();
		const [slow] = await domains(s, ['slow']);
		pages = { 'slow.localhost': `<script src="/cmp/d/${slow?.domainId}.js"></script>` };
		const stepOf = () =>
			t.storage.inTenant(s.tenant.customerId, async (tx) => {
				const [run] = await tx.query<{ step: number; done: number }>('select step, done from run where customer_id = $1', [
					s.tenant.customerId,
				]);
				return run;
			});
		const started = await look(s.tenant, s.owner, { these: [slow?.domainId] });
		const sign = await untilRun(t, s.owner, s.tenant, started.json().data.id, (run) => run.state === 'running');
		expect(sign.done).toBe(0);
		const run = await ended(s, started);
		expect(run).toMatchObject({ state: 'done', done: 1, counts: { live: 1 } });
		// Begun, the first word of how many there are, a sign of life, the look, its next turn begun, the end.
		expect(await stepOf()).toMatchObject({ step: 6 });
	});

	test('is a domain admin’s for their own domains, who sees the run; nobody else of another customer does', async () => {
		const s = await scene();
		const [mine, notMine] = await domains(s, ['other', 'with']);
		pages = {};
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [mine ?? s.tenant] });
		const colleague = await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant] });
		const started = await look(s.tenant, editor, { all: {} });
		const run = await untilRun(t, editor, s.tenant, started.json().data.id);
		expect(run).toMatchObject({ total: 1, counts: { missing: 1 } });
		const named = await untilRun(
			t,
			editor,
			s.tenant,
			(await look(s.tenant, editor, { these: [mine?.domainId, notMine?.domainId] })).json().data.id,
		);
		expect(named.counts).toEqual({ missing: 1, rejected: 1 });
		const ids = async (who: Person) =>
			(await t.send(who, 'GET', '/api/manage/runs', { headers: keyed(s.tenant) })).json().data.map(({ id }: Run) => id);
		expect(await ids(editor)).toEqual([named.id, run.id]);
		expect(await ids(colleague)).toEqual([]);
		expect((await t.send(colleague, 'GET', `/api/manage/runs/${run.id}`, { headers: keyed(s.tenant) })).status).toBe(404);
		const stranger = await t.person([], { adminOf: [await t.tenant()] });
		expect((await look(s.tenant, stranger, { all: {} })).status).toBe(404);
		const machine = await t.send(null, 'POST', `/api/customer/${s.tenant.customerId}/domain/snippetcheck`, {
			headers: await t.machine(s.owner, s.tenant),
			body: { selection: { all: {} } },
		});
		expect(machine.status).toBe(403);
	});
});

/** Last, for it ends the program of this file. */
test('killed in the middle of a step, an erasure goes on in another process: every one is erased once', async () => {
	const s = await scene();
	const ids: string[] = [];
	for (let n = 0; n < 25; n++) ids.push(await says(s, `p${n}@example.com`));
	const storage = t.storage.forWork;
	const { inTenant, inErasure } = storage;
	let erasing = 0;
	let killed: () => void = () => undefined;
	const dead = new Promise<void>((resolve) => {
		killed = resolve;
	});
	// From the second step that erases on nothing is committed any more, as when the process is killed.
	const dying =
		(whole: typeof inTenant): typeof inTenant =>
		(customerId, work) =>
			whole.call(storage, customerId, async (tx) => {
				const count = async (): Promise<number> => {
					const [row] = await tx.query<{ n: number }>('select count(*)::int as n from person where customer_id = $1', [
						s.tenant.customerId,
					]);
					return row?.n ?? 0;
				};
				const before = await count();
				const done = await work(tx);
				if ((await count()) < before) erasing++;
				if (erasing < 2) return done;
				killed();
				throw new Error('killed');
			}) as ReturnType<typeof work>;
	Object.assign(storage, { inTenant: dying(inTenant), inErasure: dying(inErasure) });
	const started = await erase(s, { these: ids });
	await dead;
	// What is killed takes no more jobs either.
	await t.server.kernel.jobs.stop();
	// The next program of this file asks by the same connections.
	Object.assign(storage, { inTenant, inErasure });
	const next = await testApp();
	try {
		await next.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query(`update run set moved_at = moved_at - interval '1 minute' where customer_id = $1`, [s.tenant.customerId]),
		);
		const run = await ended(s, started, next);
		expect(run).toMatchObject({ state: 'done', total: 25, done: 25, found: 0, counts: { people: 25, records: 25, rejected: 0 } });
		expect(await erasedOnes(s, next)).toEqual(ids.toSorted());
		expect(await listed(s, next)).toEqual([]);
	} finally {
		await next.stop();
	}
});
