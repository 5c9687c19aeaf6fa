/** A domain's access token: made, shown once, used for that domain and nothing else, revoked. */
import { afterEach, expect, test } from 'vitest';
import { setClock } from '../src/kernel/clock.ts';
import { hashToken } from '../src/kernel/http/cookies.ts';
import { type Person, startApp, type Tenant } from './app.ts';
import { publishBanner } from './fixtures.ts';

const t = await startApp();
afterEach(() => setClock(null));

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const generate = (who: Person | null, { domainId }: Pick<Tenant, 'domainId'>, over: object = {}) =>
	t.send(who, 'POST', '/api/manage/domain/generatetoken', { body: { id: domainId, domain: 'x', name: 'x', ...over } });
const tokenOf = async (owner: Person, tenant: Tenant): Promise<string> => {
	const made = await generate(owner, tenant);
	expect(made.status).toBe(200);
	return made.json().data.accessToken;
};
const answers = (domainId: string, email = 'anna@example.com', over: object = {}) => ({
	domainId,
	answers: [{ person: { email }, purpose: 'Media', value: false, at: new Date().toISOString(), ...over }],
});
const write = (token: string, body: object, headers: object = {}) =>
	t.send(null, 'POST', '/edge/v1/consents', { headers: { ...bearer(token), ...headers }, body });

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	await publishBanner(t, owner, tenant);
	return { tenant, owner };
};

/** A second domain of the same customer. */
const anotherDomain = async (owner: Person, { customerId }: Tenant): Promise<Tenant> => {
	const host = `second-${customerId}.localhost`;
	const added = await t.send(owner, 'POST', '/api/domain', { body: { domain: host, customerId } });
	expect(added.status).toBe(200);
	const tenant = { customerId, domainId: added.json().data.id, host };
	await publishBanner(t, owner, tenant);
	return tenant;
};

test('a token is shown once, kept as a hash, and works for its domain', async () => {
	const { tenant, owner } = await scene();
	const read = async () => (await t.send(owner, 'GET', `/api/manage/domain/${tenant.domainId}`)).json().data;
	expect(await read()).toMatchObject({ accessToken: null, hasToken: false, tokenLastUsedAt: null });
	const token = await tokenOf(owner, tenant);
	expect(token).toMatch(/^luvd_[\w-]{43}$/);
	expect(await read()).toMatchObject({ accessToken: null, hasToken: true, tokenLastUsedAt: null });
	const kept = await t.storage.asOwner((db) =>
		db.query(`select 1 from domain where to_jsonb(domain)::text like $1 union all select 1 from directory where key like $1`, [
			`%${token.slice(5)}%`,
		]),
	);
	expect(kept.rows).toEqual([]);

	const wrote = await write(token, answers(tenant.domainId));
	expect([wrote.status, wrote.json().data.results[0].outcome]).toEqual([200, 'stored']);
	const list = await t.send(null, 'GET', `/api/customer/${tenant.customerId}/domain`, { headers: bearer(token) });
	expect(list.json().data.map(({ id }: { id: string }) => id)).toEqual([tenant.domainId]);
	// Who wrote the record is told by name.
	const record = await t.send(owner, 'GET', `/api/audit/domain/consents/${wrote.json().data.results[0].recordId}`);
	expect(record.text).toContain(`domain:${tenant.domainId}`);
	expect(record.text).toContain(tenant.host);
});

test('when it was last used is kept, one write a minute', async () => {
	const { tenant, owner } = await scene();
	const token = await tokenOf(owner, tenant);
	const usedAt = async () => (await t.send(owner, 'GET', `/api/manage/domain/${tenant.domainId}`)).json().data.tokenLastUsedAt;
	const use = async () => {
		// As another process would, which knows nothing of the use before.
		await t.server.kernel.askers.changed(tenant.domainId);
		expect((await write(token, answers(tenant.domainId))).status).toBe(200);
	};
	const began = Date.now();
	const at = (ms: number) => setClock(() => new Date(began + ms));
	at(0);
	await use();
	expect(await usedAt()).toBe(new Date(began).toISOString());
	at(59_000);
	await use();
	expect(await usedAt()).toBe(new Date(began).toISOString());
	at(60_000);
	await use();
	expect(await usedAt()).toBe(new Date(began + 60_000).toISOString());
});

test('a new one ends the one before, null revokes, and both take effect at once', async () => {
	const { tenant, owner } = await scene();
	const first = await tokenOf(owner, tenant);
	expect((await write(first, answers(tenant.domainId))).status).toBe(200);
	const second = await tokenOf(owner, tenant);
	expect(second).not.toBe(first);
	expect((await write(first, answers(tenant.domainId))).status).toBe(401);
	expect((await write(second, answers(tenant.domainId))).status).toBe(200);
	expect((await generate(owner, tenant, { accessToken: null })).json().data).toEqual({ accessToken: null });
	expect((await write(second, answers(tenant.domainId))).status).toBe(401);
	// Once more: there is nothing to revoke, and nothing is written down.
	expect((await generate(owner, tenant, { accessToken: null })).status).toBe(200);
	const acts = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ action: string }>(`select action from activity where customer_id = $1 and thing = 'access_token' order by id`, [
			tenant.customerId,
		]),
	);
	expect(acts.map(({ action }) => action)).toEqual(['added', 'rotated', 'revoked']);
});

test('it takes fresh proof of whoever answers for the customer, in person', async () => {
	const { tenant, owner } = await scene();
	const tired = await t.person([], { adminOf: [tenant] });
	const session = tired.cookie.slice(tired.cookie.indexOf('=') + 1);
	await t.storage.inPlatform((tx) =>
		tx.query(`update session set confirmed_at = now() - interval '1 hour' where id = $1`, [hashToken(session)]),
	);
	expect((await generate(tired, tenant)).json().code).toBe('confirm_identity');
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	expect((await generate(editor, tenant)).json().code).toBe('not_allowed');
	const stranger = await t.person([], { adminOf: [await t.tenant()] });
	expect((await generate(stranger, tenant)).status).toBe(404);
	const admin = await t.person(['ADMIN']);
	const begun = await t.send(admin, 'POST', '/identity/account/loginasuser', { body: { userName: owner.email } });
	const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
	expect((await generate({ ...owner, cookie: `${admin.cookie}; ${cookie}` }, tenant)).json().code).toBe('not_allowed');
	// Neither a token makes a token.
	const token = await tokenOf(owner, tenant);
	const byToken = await t.send(null, 'POST', '/api/manage/domain/generatetoken', {
		headers: bearer(token),
		body: { id: tenant.domainId },
	});
	expect(byToken.status).toBe(403);
});

test('nothing of another domain, of another customer, or by a page', async () => {
	const { tenant, owner } = await scene();
	const second = await anotherDomain(owner, tenant);
	const other = await scene();
	const token = await tokenOf(owner, tenant);
	for (const at of [second, other.tenant]) {
		const refused = await write(token, answers(at.domainId));
		expect(refused.status).toBe(404);
		// Not there or not open: the same, at the field that names it.
		const nowhere = await write(token, answers('01a00000-0000-7000-8000-000000000000'));
		expect(refused.json()).toMatchObject({ fields: { domainId: 'There is nothing by this id, or it is not open to this token' } });
		expect(nowhere.json()).toEqual(refused.json());
		expect((await t.send(null, 'GET', `/api/manage/domain/${at.domainId}`, { headers: bearer(token) })).status).toBe(404);
	}
	expect((await t.send(null, 'GET', `/api/customer/${other.tenant.customerId}/domain`, { headers: bearer(token) })).status).toBe(404);
	const records = (headers: object) => t.send(null, 'GET', '/api/audit/domain/consents', { headers: { ...bearer(token), ...headers } });
	expect((await records({ domain_key: second.domainId })).status).toBe(404);
	// Without a domain it is asked about its own alone.
	const theirs = await tokenOf(owner, second);
	expect((await write(theirs, answers(second.domainId, 'only-second@example.com'))).json().data.results[0].outcome).toBe('stored');
	expect((await records({})).json().data).toEqual([]);
	// A page's origin, the domain's own too: a token in a page is everybody's.
	for (const origin of ['https://evil.example.com', `https://${tenant.host}`])
		expect((await write(token, answers(tenant.domainId), { origin })).json().code).toBe('origin_not_allowed');
	for (const wrong of [`${token}x`, token.slice(0, -1), `luvd_${'a'.repeat(43)}`])
		expect((await write(wrong, answers(tenant.domainId))).status).toBe(401);
});

test('people of another domain are nobody to it; those of its own it may add to', async () => {
	const { tenant, owner } = await scene();
	const second = await anotherDomain(owner, tenant);
	const token = await tokenOf(owner, tenant);
	const theirs = await tokenOf(owner, second);
	const one = async (by: string, domainId: string, person: object) =>
		(await write(by, { domainId, answers: [{ person, purpose: 'Media', value: false, at: new Date().toISOString() }] })).json().data
			.results[0];
	const known = await one(theirs, second.domainId, { email: 'known@example.com', phone: '+358401112233' });
	expect(known.outcome).toBe('stored');
	const hidden = { outcome: 'refused', code: 'cannot_name' };
	expect(await one(token, tenant.domainId, { email: 'known@example.com' })).toMatchObject(hidden);
	expect(await one(token, tenant.domainId, { luvallaId: known.luvallaId })).toMatchObject(hidden);
	expect(await one(token, tenant.domainId, { email: 'mine@example.com', phone: '+358401112233' })).toMatchObject(hidden);
	expect(await one(token, tenant.domainId, { email: 'mine@example.com' })).toMatchObject({ outcome: 'stored' });
	expect(await one(token, tenant.domainId, { email: 'mine@example.com', externalId: 'm-1' })).toMatchObject({ outcome: 'stored' });
	expect(await one(token, tenant.domainId, { externalId: 'm-1' })).toMatchObject({ outcome: 'stored' });
	// The customer's own machine knows everybody.
	const machine = await t.machine(owner, tenant);
	const asked = await t.send(null, 'POST', '/edge/v1/consents/state', {
		headers: machine,
		body: { domainId: tenant.domainId, person: { email: 'known@example.com' } },
	});
	expect(asked.json().data.luvallaId).toBe(known.luvallaId);
});
