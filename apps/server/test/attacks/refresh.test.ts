/** Tokens that are taken back open nothing from then on, in use as they are, and keep nobody out of the application. */
import { expect, test } from 'vitest';
import { startApp } from '../app.ts';
import { addApplication, allow, type Browser, beginAt, exchange, goThrough, signedInBrowser } from '../tokens.ts';

const t = await startApp();

const codeFor = async (browser: Browser, clientId: string, over: Record<string, string> = {}) => {
	const { url, verifier } = beginAt(clientId, { scope: 'API openid email profile offline_access', ...over });
	const went = await goThrough(browser, url);
	const { back } = went.page === null ? went : await allow(browser, went.page);
	return exchange(t, clientId, back.code ?? '', verifier);
};
const refresh = async (clientId: string, token = '') => {
	const payload = new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token }).toString();
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const answer = await t.app.inject({ method: 'POST', url: '/identity/token', headers, payload });
	return { status: answer.statusCode, body: answer.json() as Record<string, string> };
};
const opens = async (token = '') => (await t.send(null, 'GET', '/api/user', { headers: { authorization: `Bearer ${token}` } })).status;

test('a refresh token used twice ends its tokens; the next sign-in at the application works at once', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { clientId } = await addApplication(t, owner, tenant, {
		allowOfflineAccess: true,
		allowedGrantTypes: ['authorization_code', 'refresh_token'],
	});
	// Whoever belongs to the company, and a stranger who was asked.
	for (const person of [owner, await t.person()]) {
		const browser = await signedInBrowser(t, person);
		const first = await codeFor(browser, clientId, { prompt: 'consent' });
		expect([first.status, typeof first.body.refresh_token]).toEqual([200, 'string']);
		const rotated = await refresh(clientId, first.body.refresh_token);
		expect([rotated.status, await opens(rotated.body.access_token)]).toEqual([200, 200]);

		expect((await refresh(clientId, first.body.refresh_token)).body.error).toBe('invalid_grant');
		expect((await refresh(clientId, rotated.body.refresh_token)).body.error).toBe('invalid_grant');
		expect(await opens(rotated.body.access_token)).toBe(401);

		const anew = await codeFor(browser, clientId);
		expect([anew.status, await opens(anew.body.access_token)]).toEqual([200, 200]);
	}
});

test('a token that an application takes back opens nothing from then on, a person’s as a machine’s', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { clientId } = await addApplication(t, owner, tenant);
	const { body } = await codeFor(await signedInBrowser(t, owner), clientId, { scope: 'API openid' });
	const revoke = (payload: object, headers: object = {}) =>
		t.app.inject({
			method: 'POST',
			url: '/identity/token/revocation',
			headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
			payload: new URLSearchParams({ ...payload }).toString(),
		});
	expect(await opens(body.access_token)).toBe(200);
	expect((await revoke({ client_id: clientId, token: body.access_token })).statusCode).toBe(200);
	expect(await opens(body.access_token)).toBe(401);

	const added = await t.send(owner, 'POST', '/api/manage/client', {
		body: { customerId: tenant.customerId, clientName: 'Machine', clientType: 0 },
	});
	const basic = (secret: string) => ({
		authorization: `Basic ${Buffer.from(`${added.json().data.clientId}:${secret}`).toString('base64')}`,
	});
	const own = basic(added.json().data.clientSecret);
	const granted = await t.app.inject({
		method: 'POST',
		url: '/identity/token',
		headers: { 'content-type': 'application/x-www-form-urlencoded', ...own },
		payload: 'grant_type=client_credentials&scope=API',
	});
	const token = String(granted.json().access_token);
	const url = `/api/customer/${tenant.customerId}/domain`;
	const ask = async () => (await t.send(null, 'GET', url, { headers: { authorization: `Bearer ${token}` } })).status;
	expect(await ask()).toBe(200);
	expect([(await revoke({ token }, basic('wrong'))).statusCode, await ask()]).toEqual([401, 200]);
	expect([(await revoke({ token }, own)).statusCode, await ask()]).toEqual([200, 401]);
});
