import type { DeletionRequest, RequestDetail } from '@luvalla/contract/tenancy/deletion-requests.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { insertRun } from '../src/kernel/runs/store.ts';
import { countOf } from '../src/wings/profiles/sets/count.ts';
import { eraseDue, erasureKind } from '../src/wings/tenancy/deletion-requests/erase.ts';
import { readRequest } from '../src/wings/tenancy/deletion-requests/store.ts';
import { bringDomain } from '../src/wings/tenancy/wing.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { connectorScene } from './connectors/scene.ts';
import { campaignScene } from './engagement/scene.ts';

let t: TestApp;
let later: TestApp;
beforeAll(async () => {
	t = await testApp({ DELETION_DELAY_HOURS: '0' });
	later = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
});
afterAll(async () => {
	await t.stop();
	await later.stop();
});

const PATH = '/api/manage/domain/deletionrequest';
const scene = async (app = t) => {
	const tenant = await app.tenant();
	const owner = await app.person([], { adminOf: [tenant] });
	const admin = await app.person(['ADMIN']);
	const ask = (who = owner, at: Tenant = tenant, reason = 'It is closed') =>
		app.send(who, 'POST', `${PATH}?id=${at.domainId}`, { body: { reason } });
	const asked = async (): Promise<DeletionRequest> => (await ask()).json().data;
	const decide = (id: string, action = 'process', who = admin, more: object = {}) =>
		app.send(who, 'PUT', `${PATH}?id=${id}`, { body: { action, ...more } });
	const read = async (id: string): Promise<RequestDetail> => (await app.send(admin, 'GET', `${PATH}/${id}`)).json().data;
	return { tenant, owner, admin, ask, asked, decide, read };
};
const mailsAbout = async ({ host }: Tenant): Promise<string[]> =>
	(
		await t.storage.inPlatform((tx) =>
			tx.query<{ subject: string }>('select subject from mail where subject like $1 order by created_at', [`%${host}%`]),
		)
	).map(({ subject }) => subject);

describe('asking and deciding', () => {
	test('whoever looks after the domain asks once, the admins of the customer are told, and it can be taken back', async () => {
		const { tenant, owner, ask, decide } = await scene();
		const stranger = await t.person([], { adminOf: [await t.tenant()] });
		expect((await ask(stranger)).status).toBe(404);
		const domainAdmin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
		const first = await ask(domainAdmin);
		expect([first.status, first.json().data]).toEqual([
			200,
			expect.objectContaining({
				domain: tenant.host,
				status: 0,
				mine: true,
				askedBy: domainAdmin.email,
				reason: 'It is closed',
				eraseAt: null,
			}),
		]);
		expect((await ask()).json()).toMatchObject({ code: 'deletion_asked' });
		expect(await mailsAbout(tenant)).toEqual([`Somebody asks to delete ${tenant.host}`]);
		const { id } = first.json().data;
		const list = await t.send(owner, 'GET', `/api/manage/deletionrequest/customer/${tenant.customerId}`);
		expect(list.json().data).toMatchObject([{ id, mine: false }]);
		expect((await t.send(stranger, 'DELETE', `${PATH}?id=${id}`)).status).toBe(404);
		expect((await t.send(owner, 'DELETE', `${PATH}?id=${id}`)).json().data).toMatchObject({ status: 2 });
		expect((await decide(id)).json()).toMatchObject({ code: 'deletion_decided' });
		const again = (await ask()).json().data;
		const coming = await t.send(owner, 'GET', `/api/manage/deletionrequest/customer/${tenant.customerId}?filter=coming:true`);
		expect(coming.json()).toMatchObject({ data: [{ id: again.id }], page: { total: 1 } });
	});

	test('only a platform admin decides, never the one who asked, and only of the host that is named', async () => {
		const { tenant, owner, admin, asked, ask, decide } = await scene();
		const { id } = await asked();
		for (const who of [owner, await t.person(['PARTNER']), await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] })])
			expect((await decide(id, 'process', who)).status).toBe(403);
		const wrong = await decide(id, 'process', admin, { domain: 'another.example' });
		expect([wrong.status, wrong.json().fields]).toEqual([400, { domain: `Type ${tenant.host}` }]);
		await t.storage.inPlatform((tx) =>
			tx.query("update session set confirmed_at = now() - interval '1 day' where user_id = $1", [admin.userId]),
		);
		await t.server.kernel.askers.changed(admin.userId);
		expect((await decide(id)).json()).toMatchObject({ code: 'confirm_identity' });
		expect((await decide(id, 'decline', await t.person(['ADMIN']), { answer: 'Not before May.' })).json().data).toMatchObject({
			status: 2,
			answer: 'Not before May.',
		});
		expect(await mailsAbout(tenant)).toContain(`${tenant.host} stays`);

		const other = await t.person(['ADMIN']);
		const own: DeletionRequest = (await ask(other)).json().data;
		expect((await decide(own.id, 'process', other)).json()).toMatchObject({ code: 'own_request' });
		const found = await t.send(other, 'GET', `${PATH}?status=0&q=${tenant.host}`);
		expect(found.json().data).toMatchObject([{ id: own.id, mine: true }]);
	});

	test('a domain that is renamed meanwhile is asked for, and licensed, under the name that it has', async () => {
		const { tenant, owner, admin, asked, decide } = await scene();
		const body = { domainId: tenant.domainId, startsOn: '2026-01-01', endsOn: '2026-12-31' };
		await t.send(admin, 'POST', `/api/customer/${tenant.customerId}/domainlicense`, { body });
		const { id } = await asked();
		const host = `renamed-${tenant.host}`;
		expect((await t.send(owner, 'PUT', '/api/manage/domain', { body: { id: tenant.domainId, domain: host } })).status).toBe(200);
		expect((await decide(id, 'decline', admin, { domain: tenant.host })).status).toBe(400);
		expect((await decide(id, 'decline', admin, { domain: host })).json().data).toMatchObject({ domain: host, status: 2 });
		const licences = await t.send(owner, 'GET', `/api/customer/${tenant.customerId}/domainlicense?q=${host}`);
		expect(licences.json().data).toMatchObject([{ domain: host }]);
	});
});

describe('off the lists', () => {
	const doors = async (app: TestApp, who: Person, { customerId, domainId, host }: Tenant) => ({
		list: (await app.send(who, 'GET', `/api/customer/${customerId}/domain`)).json().data.length,
		one: (await app.send(who, 'GET', `/api/manage/domain/${domainId}`)).status,
		header: (await app.send(who, 'GET', '/api/manage/domain/properties', { headers: { domain_key: domainId } })).status,
		counted: (await app.send(who, 'GET', '/api/customer?size=100')).json().data.find(({ id }: { id: number }) => id === customerId)
			?.domains,
		again: (await app.send(who, 'POST', '/api/domain', { body: { domain: host, customerId } })).json().code,
	});

	test('a domain that is processed is nowhere, and comes back as it was', async () => {
		const { tenant, owner, asked, decide, read } = await scene(later);
		const app = later;
		const token = (await app.send(owner, 'POST', '/api/manage/domain/generatetoken', { body: { id: tenant.domainId } })).json().data
			.accessToken;
		const byToken = async () =>
			(await app.send(null, 'POST', '/edge/v1/profiles', { headers: { authorization: `Bearer ${token}` }, body: { profiles: [] } })).status;
		const before = [await doors(app, owner, tenant), await byToken()];
		expect(before[0]).toMatchObject({ list: 1, one: 200, counted: 1, again: 'domain_taken' });
		const { id } = await asked();
		const done = await decide(id);
		expect([done.status, done.json().data]).toEqual([
			200,
			expect.objectContaining({ status: 1, eraseAt: expect.any(String), erasedAt: null }),
		]);
		const { eraseAt, decidedAt } = done.json().data;
		expect(new Date(eraseAt).getTime() - new Date(decidedAt).getTime()).toBeCloseTo(24 * 3_600_000, -4);
		expect(await doors(app, owner, tenant)).toEqual({ list: 0, one: 404, header: 404, counted: 0, again: 'domain_taken' });
		// Nobody has read them before: a process keeps what it read for seconds.
		expect((await app.send(null, 'GET', `/cmp/d/${tenant.domainId}/properties.json`)).status).toBe(404);
		expect(await byToken()).toBe(401);
		// Nothing is erased before its time.
		expect(await eraseDue(app.server.kernel, erasureKind(app.server.kernel))).toBe(0);
		expect((await read(id)).lost).toMatchObject({ tokens: 1, people: 0 });

		expect((await decide(id, 'cancel')).json().data).toMatchObject({ status: 2, cancelledAt: expect.any(String) });
		expect([await doors(app, owner, tenant), await byToken()]).toEqual(before);
		expect((await decide(id, 'cancel')).json()).toMatchObject({ code: 'deletion_decided' });
	});

	test('once erasing has begun nobody brings it back or stops it, not even where its run failed; and no other domain takes its host', async () => {
		const { tenant, owner, asked, decide } = await scene();
		const { customerId, host } = tenant;
		const { id } = await asked();
		await decide(id);
		const again = await t.send(owner, 'POST', '/api/domain', { body: { domain: host, customerId } });
		expect(again.json()).toMatchObject({ code: 'domain_taken' });
		const kind = erasureKind(t.server.kernel);
		// As a run that failed leaves it.
		await t.storage.inTenant(customerId, (tx) =>
			tx.query('update deletion_request set begun_at = now(), counted = \'{"event": 7}\', erase_at = now() where customer_id = $1', [
				customerId,
			]),
		);
		expect((await decide(id, 'cancel')).json()).toMatchObject({ code: 'deletion_late' });
		const runId = newId();
		await t.storage.inTenant(customerId, (tx) =>
			insertRun(tx, customerId, {
				id: runId,
				kind: kind.kind,
				domainId: null,
				input: { requestId: id, domainId: tenant.domainId },
				cursor: { done: 0 },
				total: null,
				by: null,
			}),
		);
		const headers = { customer_key: String(customerId) };
		expect((await t.send(owner, 'POST', `/api/manage/runs/${runId}/cancel`, { headers })).status).toBe(403);
		await eraseDue(t.server.kernel, kind);
		await expect
			.poll(async () => (await t.storage.inTenant(customerId, (tx) => readRequest(tx, customerId, id)))?.report?.erased, {
				timeout: 30_000,
			})
			.toMatchObject({ event: 7, domain: 1 });
	});

	test('of many that decide at once one does', async () => {
		const { asked, decide } = await scene(later);
		const { id } = await asked();
		const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => decide(id, n % 2 === 0 ? 'process' : 'decline')));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
	});
});

describe('what rests, and what others use', () => {
	test('a run that waits pauses with its domain and goes on when it is back; one that somebody paused stays so', async () => {
		const s = await scene(later);
		const c = await campaignScene(later, s.tenant);
		const [email = ''] = c.emails(1);
		await c.say([email], true);
		const audience = await c.audience([await c.segment([email])]);
		const constellation = await c.published();
		await c.smtp(1);
		const beginsAt = new Date(Date.now() + 3_600_000).toISOString();
		const [waiting, paused] = [
			await c.campaign({ audience, constellation, options: { beginsAt } }),
			await c.campaign({ audience, constellation, options: { beginsAt } }),
		];
		for (const { id } of [waiting, paused]) await c.execute(id);
		await c.fine(c.ask('POST', `/api/manage/campaign/${paused.id}/pause`));
		const states = () =>
			c.tenantTx((tx) => tx.query('select state, why from campaign_run where customer_id = $1 order by created_at', [s.tenant.customerId]));
		const { id } = await s.asked();
		expect((await s.decide(id)).status).toBe(200);
		expect(await states()).toEqual([
			{ state: 'paused', why: 'domain' },
			{ state: 'paused', why: 'asked' },
		]);
		expect((await c.ask('POST', `/api/manage/campaign/${waiting.id}/resume`)).status).toBe(404);
		await s.decide(id, 'cancel');
		expect(await states()).toEqual([
			{ state: 'waiting', why: null },
			{ state: 'paused', why: 'asked' },
		]);
	});

	test('segments that another domain uses are named, and can be given to it; what is not given is empty there, and never everybody', async () => {
		const s = await scene();
		const { customerId, domainId, host } = s.tenant;
		const c = await connectorScene(t, s.tenant);
		const purpose = await c.purpose(`Letters ${newId()}`);
		const other = newId();
		await t.storage.inTenant(customerId, (tx) =>
			bringDomain(tx, customerId, other, { host: `o${host}`, name: '', webhookUrl: null, webhookHeaders: null }),
		);
		const segment = async (name: string, email: string): Promise<string> => {
			const { id } = await c.fine<{ id: string }>(c.ask('POST', '/api/manage/domain/segment', { name, domainId }));
			await c.fine(c.ask('POST', `/api/manage/domain/segment/${id}/members`, { people: [{ email }] }));
			return id;
		};
		const people = ['given', 'kept'].map((word) => `${word}-${newId()}@example.com`);
		for (const email of people) await c.say(email, purpose, true);
		const [given = '', kept = ''] = [await segment('Given', people[0] ?? ''), await segment('Kept', people[1] ?? '')];
		// Known to the customer as a whole, too: they stay.
		await t.storage.inTenant(customerId, (tx) =>
			tx.query(
				'insert into person_seen (customer_id, kind, value, domain_id, seen_at) select customer_id, kind, value, $2, seen_at from person_seen where customer_id = $1',
				[customerId, other],
			),
		);
		const headers = { customer_key: String(customerId), domain_key: other };
		const audience = async (title: string, segments: string[], isAnd: boolean): Promise<void> => {
			const made = await t.send(s.owner, 'POST', '/api/manage/audience', { headers, body: { title, segments, isAnd } });
			expect([made.status, made.text]).toEqual([200, expect.anything()]);
		};
		await audience('Both', [given, kept], true);
		await audience('Either', [given, kept], false);
		const { id } = await s.asked();
		expect((await s.read(id)).usedSegments).toEqual([
			{ id: given, name: 'Given', people: 1, on: [{ id: other, domain: `o${host}` }], by: ['Both', 'Either'] },
			{ id: kept, name: 'Kept', people: 1, on: [{ id: other, domain: `o${host}` }], by: ['Both', 'Either'] },
		]);
		const give = (body: object) => t.send(s.admin, 'POST', `${PATH}/${id}/segments`, { body });
		expect((await give({ segments: [given], domainId: (await t.tenant()).domainId })).status).toBe(404);
		expect((await give({ segments: [given], domainId: other })).json().data).toEqual({ given: 1 });
		expect((await s.read(id)).usedSegments.map(({ name }) => name)).toEqual(['Kept']);
		await s.decide(id);
		await eraseDue(t.server.kernel, erasureKind(t.server.kernel));
		await expect.poll(async () => (await s.read(id)).erasedAt, { timeout: 30_000 }).not.toBeNull();
		const estimate = (segments: string[]) =>
			t.send(s.owner, 'GET', `/api/manage/audience/estimate?segments=${segments.join(',')}`, { headers });
		expect((await estimate([given])).json().data.count).toBe(1);
		// Whoever uses what is gone is told so, and nobody is in it.
		expect((await estimate([given, kept])).status).toBe(404);
		const inBoth = await t.storage.inTenant(customerId, (tx) => countOf(tx, customerId, { all: [{ in: given }, { in: kept }] }));
		const inEither = await t.storage.inTenant(customerId, (tx) => countOf(tx, customerId, { any: [{ in: given }, { in: kept }] }));
		expect([inBoth, inEither]).toEqual([0, 1]);
	});
});
