/** Signing out ends everything that hung on it: the provider's session, the tokens of applications; and applications hear of it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import type { AdapterPayload } from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAdapter } from '../src/wings/identity/signin/adapter.ts';
import { printedLink } from '../src/wings/identity/wing.ts';
import { ORIGIN, type Person, type TestApp, testApp } from './app.ts';
import { addApplication, type Browser, beginAt, exchange, goThrough, signedInBrowser } from './tokens.ts';

let t: TestApp;
let server: Server;
let listener: string;
/** Per path, what was posted there. */
const heard = new Map<string, string[]>();
beforeAll(async () => {
	server = createServer((request, response) => {
		const path = request.url ?? '';
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			heard.set(path, [...(heard.get(path) ?? []), Buffer.concat(parts).toString()]);
			// One that fails at first is told again.
			response.statusCode = path.startsWith('/flaky') && heard.get(path)?.length === 1 ? 503 : 204;
			response.end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	listener = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });
});
afterAll(async () => {
	await t.stop();
	server.closeAllConnections();
	server.close();
});

const scene = async (over: object = {}) => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { clientId } = await addApplication(t, owner, tenant, { allowOfflineAccess: true, ...over });
	return { tenant, owner, clientId };
};

interface Opened {
	readonly browser: Browser;
	readonly tokens: Record<string, string>;
}

/** A browser of the person in which the application was opened. */
const opened = async (person: Person, clientId: string): Promise<Opened> => {
	const browser = await signedInBrowser(t, person);
	const { url, verifier } = beginAt(clientId);
	const { back } = await goThrough(browser, url);
	const { status, body } = await exchange(t, clientId, back.code ?? '', verifier);
	expect(status).toBe(200);
	return { browser, tokens: body };
};

const userOf = async ({ tokens }: Opened) =>
	(await t.send(null, 'GET', '/api/user', { headers: { authorization: `Bearer ${tokens.access_token}` } })).status;
const silently = async ({ browser }: Opened, clientId: string) =>
	(await goThrough(browser, beginAt(clientId, { prompt: 'none' }).url)).back;
const refresh = async ({ tokens }: Opened, clientId: string) => {
	const answer = await t.app.inject({
		method: 'POST',
		url: '/identity/token',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: new URLSearchParams({
			grant_type: 'refresh_token',
			client_id: clientId,
			refresh_token: tokens.refresh_token ?? '',
		}).toString(),
	});
	return answer.statusCode;
};

/** The person is signed out there: portal, provider and the application's tokens. */
const expectOver = async (one: Opened, clientId: string) => {
	expect((await one.browser.get('/identity/account/authenticate')).status).toBe(401);
	expect((await silently(one, clientId)).error).toBe('login_required');
	expect(await userOf(one)).toBe(401);
	expect(await refresh(one, clientId)).toBe(400);
};
const expectOn = async (one: Opened, clientId: string) => {
	expect((await one.browser.get('/identity/account/authenticate')).status).toBe(200);
	expect((await silently(one, clientId)).code).toBeTruthy();
	expect(await userOf(one)).toBe(200);
};

test('signing out of the portal ends the provider’s session and the tokens of this browser, and of no other', async () => {
	const { owner, clientId } = await scene();
	const [here, there] = [await opened(owner, clientId), await opened(owner, clientId)];
	await expectOn(here, clientId);
	expect((await here.browser.post('/api/account/logoff', {})).status).toBe(200);
	await expectOver(here, clientId);
	await expectOn(there, clientId);
	expect(await refresh(there, clientId)).toBe(200);
});

test('a request that was under way does not bring an ended session back', async () => {
	const { owner, clientId } = await scene();
	const one = await opened(owner, clientId);
	const Stored = postgresAdapter(
		t.storage,
		async () => undefined,
		async () => {},
	);
	const sessions = new Stored('Session');
	const [row] = await t.storage.inPlatform((tx) =>
		tx.query<{ id: string; payload: AdapterPayload }>(
			`select id, payload from oidc_payload where model = 'Session' and payload->>'accountId' = $1`,
			[owner.userId],
		),
	);
	if (!row) throw new Error('no session');
	expect((await one.browser.post('/api/account/logoff', {})).status).toBe(200);
	await sessions.upsert(row.id, row.payload, 3600);
	expect(await sessions.find(row.id)).toBeUndefined();
	await expectOver(one, clientId);
});

test('ending another session, or all others, ends what hung on them', async () => {
	const { owner, clientId } = await scene();
	const [here, second, third] = [await opened(owner, clientId), await opened(owner, clientId), await opened(owner, clientId)];
	const listed: { id: string; current: boolean; createdAt: string }[] = (await second.browser.get('/identity/account/session')).json().data;
	const id = listed.find(({ current }) => current)?.id ?? '';
	const deleted = await t.app.inject({
		method: 'DELETE',
		url: `/identity/account/session/${id}`,
		headers: { origin: ORIGIN, cookie: [...here.browser.jar].map(([k, v]) => `${k}=${v}`).join('; ') },
	});
	expect(deleted.statusCode).toBe(200);
	await expectOver(second, clientId);
	await expectOn(third, clientId);
	expect((await here.browser.post('/identity/account/session/endothers', {})).status).toBe(200);
	await expectOver(third, clientId);
	await expectOn(here, clientId);
});

test('signing out at an application’s wish ends the portal’s session of this browser too', async () => {
	const { owner, clientId } = await scene();
	const [here, there] = [await opened(owner, clientId), await opened(owner, clientId)];
	const page = await here.browser.get(`/identity/session/end?client_id=${clientId}`);
	expect(page.text).toContain('Sign out of Luvalla in this browser?');
	const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
	const confirmed = await t.app.inject({
		method: 'POST',
		url: '/identity/session/end/confirm',
		headers: {
			cookie: [...here.browser.jar].map(([k, v]) => `${k}=${v}`).join('; '),
			'content-type': 'application/x-www-form-urlencoded',
		},
		payload: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
	});
	expect(confirmed.statusCode).toBe(303);
	expect((await here.browser.get(String(confirmed.headers.location))).text).toContain('You are signed out');
	await expectOver(here, clientId);
	await expectOn(there, clientId);
});

/** As a browser's script sends the one form of a page. */
const submit = async (browser: Browser, page: string, more: Record<string, string> = {}) => {
	const fields = Object.fromEntries(
		[...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
	);
	const answer = await t.app.inject({
		method: 'POST',
		url: (/action="([^"]+)"/.exec(page)?.[1] ?? '').replace(ORIGIN, ''),
		headers: { cookie: [...browser.jar].map(([k, v]) => `${k}=${v}`).join('; '), 'content-type': 'application/x-www-form-urlencoded' },
		payload: new URLSearchParams({ ...fields, ...more }).toString(),
	});
	for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
		const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
		if (/expires=Thu, 01 Jan 1970/i.test(line)) browser.jar.delete(name);
		else browser.jar.set(name, value.join('='));
	}
	return String(answer.headers.location);
};

test('somebody else who signs in in the same browser ends what was there, and is signed in', async () => {
	const { owner, clientId } = await scene();
	const { owner: second } = await scene();
	const one = await opened(owner, clientId);
	const before = one.browser.jar.get('luvalla_session_4000') ?? '';
	const link = await printedLink({ storage: t.storage, publicUrl: ORIGIN }, second.email);
	const used = await one.browser.post('/identity/link', { token: new URL(link ?? '').searchParams.get('token') });
	const { text } = await one.browser.follow(used.json().data.redirectTo);
	await one.browser.follow(await submit(one.browser, text));
	expect((await one.browser.get('/identity/account/authenticate')).json().data.email).toBe(second.email);
	expect(await userOf(one)).toBe(401);
	expect(await refresh(one, clientId)).toBe(400);
	const old = await t.send({ ...owner, cookie: `luvalla_session_4000=${before}` }, 'GET', '/identity/account/authenticate');
	expect(old.status).toBe(401);
});

test('an older session of the same browser ends with the one that is signed out', async () => {
	const person = await t.person();
	const browser = await signedInBrowser(t, person);
	const older = browser.jar.get('luvalla_session_4000') ?? '';
	const link = await printedLink({ storage: t.storage, publicUrl: ORIGIN }, person.email);
	const used = await browser.post('/identity/link', { token: new URL(link ?? '').searchParams.get('token') });
	await browser.follow(used.json().data.redirectTo);
	expect(browser.jar.get('luvalla_session_4000')).not.toBe(older);
	const withOlder = () => t.send({ ...person, cookie: `luvalla_session_4000=${older}` }, 'GET', '/identity/account/authenticate');
	expect((await withOlder()).status).toBe(200);
	expect((await browser.post('/api/account/logoff', {})).status).toBe(200);
	expect((await withOlder()).status).toBe(401);
});

test('the browser of somebody who was deleted is asked to sign in, like any other', async () => {
	const { owner, clientId } = await scene();
	const one = await opened(owner, clientId);
	const admin = await t.person(['ADMIN']);
	expect((await t.send(admin, 'DELETE', `/api/user?email=${encodeURIComponent(owner.email)}`)).status).toBe(200);
	expect((await silently(one, clientId)).error).toBe('login_required');
	expect((await goThrough(one.browser, beginAt(clientId).url)).page).toMatch(/^\/identity\/interaction\//);
});

test('applications that name an address hear who left, by a token that a foreign library accepts', async () => {
	const { tenant, owner, clientId } = await scene({ backchannelLogoutUri: `${listener}/heard` });
	const flaky = await addApplication(t, owner, tenant, { backchannelLogoutUri: `${listener}/flaky` });
	const silent = await addApplication(t, owner, tenant);
	const one = await opened(owner, clientId);
	for (const other of [flaky, silent]) await goThrough(one.browser, beginAt(other.clientId).url);
	const { sid, sub } = decodeJwt(one.tokens.id_token ?? '');
	expect([sub, typeof sid]).toEqual([owner.userId, 'string']);
	const document = (await t.app.inject({ method: 'GET', url: '/identity/.well-known/openid-configuration' })).json();
	expect(document).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
	expect((await one.browser.post('/api/account/logoff', {})).status).toBe(200);

	await expect.poll(() => heard.get('/heard')?.length).toBe(1);
	const keys = createLocalJWKSet((await t.app.inject({ method: 'GET', url: '/identity/jwks' })).json());
	const token = new URLSearchParams(heard.get('/heard')?.[0]).get('logout_token') ?? '';
	const { payload } = await jwtVerify(token, keys, { issuer: `${ORIGIN}/identity`, audience: clientId, typ: 'logout+jwt' });
	expect(payload).toMatchObject({ sub: owner.userId, sid, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } });
	expect(payload.jti).toBeTruthy();
	expect(payload).not.toHaveProperty('nonce');
	expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(120);

	// One that did not take it is told again, and whoever named no address is not told.
	await expect.poll(() => heard.get('/flaky')?.length).toBe(2);
	expect([...heard.keys()].sort()).toEqual(['/flaky', '/heard']);
});

test('the address is https and one that we may reach', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const add = (backchannelLogoutUri: string) =>
		t.send(owner, 'POST', '/api/manage/client', {
			body: {
				customerId: tenant.customerId,
				clientName: 'App',
				clientType: 1,
				redirectUrl: ['https://app.example.com/back'],
				backchannelLogoutUri,
			},
		});
	for (const address of ['http://app.example.com/out', 'javascript:alert(1)', 'https://app.example.com/#out'])
		expect((await add(address)).status).toBe(400);
	for (const address of ['https://10.0.0.1/out', 'https://[::1]/out', 'https://app.localhost/out', 'https://169.254.169.254/'])
		expect([(await add(address)).json().code, address]).toEqual(['logout_address_closed', address]);
	expect((await add(`${listener}/out`)).json().data).toMatchObject({ backchannelLogoutUri: `${listener}/out` });
});
