/** An application of a company that the person has nothing to do with asks once, by a page of ours, before it learns anything. */
import { expect, test } from 'vitest';
import { ORIGIN, type Person, startApp } from './app.ts';
import { addApplication, allow, BACK, type Browser, beginAt, exchange, goThrough, signedInBrowser } from './tokens.ts';

const t = await startApp();

const scene = async (over: object = {}) => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const application = await addApplication(t, owner, tenant, { clientName: 'Kukkapuoti', ...over });
	return { tenant, owner, ...application };
};
const uidOf = (page: string | null): string => /\/identity\/interaction\/([\w-]+)/.exec(page ?? '')?.[1] ?? '';
const answer = (browser: Browser, page: string | null, yes: boolean) => allow(browser, page ?? 'no page', yes);
const codeFor = async (browser: Browser, clientId: string, over: Record<string, string> = {}) => {
	const { url, verifier } = beginAt(clientId, over);
	return { ...(await goThrough(browser, url)), verifier };
};

test('a stranger’s application gets no code without a yes, and asks once', async () => {
	const { clientId, tenant } = await scene();
	const person = await t.person();
	const browser = await signedInBrowser(t, person);

	// Nothing by stealth: no click, no code.
	const silent = await codeFor(browser, clientId, { prompt: 'none' });
	expect([silent.back.error, silent.back.code]).toEqual(['consent_required', undefined]);

	const asked = await codeFor(browser, clientId);
	expect(asked.back).toEqual({});
	const state = await browser.get(`/identity/interaction/${uidOf(asked.page)}/state`);
	expect(state.json().data).toMatchObject({
		application: { name: 'Kukkapuoti', customer: `Customer ${tenant.customerId}` },
		asks: { email: person.email, stays: false },
		sent: false,
	});

	// Not now: the application hears so, and nothing is kept.
	const refused = await answer(browser, asked.page, false);
	expect([refused.back.error, refused.back.code]).toEqual(['access_denied', undefined]);
	expect((await codeFor(browser, clientId, { prompt: 'none' })).back.error).toBe('consent_required');

	const again = await codeFor(browser, clientId);
	const { back } = await answer(browser, again.page, true);
	expect((await exchange(t, clientId, back.code ?? '', again.verifier)).status).toBe(200);

	// Kept: neither this browser nor another one asks again.
	expect((await codeFor(browser, clientId, { prompt: 'none' })).back.code).toBeTruthy();
	expect((await codeFor(await signedInBrowser(t, person), clientId, { prompt: 'none' })).back.code).toBeTruthy();
	// Of this application alone.
	expect((await codeFor(browser, (await scene()).clientId, { prompt: 'none' })).back.error).toBe('consent_required');
});

test('whoever belongs to the company is not asked; prompt=consent asks them all the same, by the page that asks', async () => {
	const { clientId, owner } = await scene();
	const browser = await signedInBrowser(t, owner);
	expect((await codeFor(browser, clientId, { prompt: 'none' })).back.code).toBeTruthy();

	const hint = { prompt: 'consent', login_hint: owner.email };
	const asked = await codeFor(browser, clientId, hint);
	const state = (await browser.get(`/identity/interaction/${uidOf(asked.page)}/state`)).json().data;
	expect([state.asks.email, state.sent]).toEqual([owner.email, false]);
	// It is no sign-in: no code is sent, and none is taken.
	expect((await browser.post(`/identity/interaction/${uidOf(asked.page)}/email`, { email: owner.email })).status).toBe(404);
	expect((await browser.post(`/identity/interaction/${uidOf(asked.page)}/code`, { code: '000000' })).status).toBe(404);
	const { back } = await answer(browser, asked.page, true);
	expect((await exchange(t, clientId, back.code ?? '', asked.verifier)).status).toBe(200);
});

test('the answer is the person’s whose browser was asked: not another browser’s, and not a sign-in’s', async () => {
	const { clientId } = await scene();
	const asked = await codeFor(await signedInBrowser(t, await t.person()), clientId);
	const other = await signedInBrowser(t, await t.person());
	expect((await other.post(`/identity/interaction/${uidOf(asked.page)}/permission`, { allow: true })).status).toBe(404);
	const login = await goThrough(other, '/identity/login');
	expect((await other.post(`/identity/interaction/${uidOf(login.page)}/permission`, { allow: true })).status).toBe(404);
});

test('a code used twice ends what it was for, and keeps nobody out of the application', async () => {
	const people: [Person, Awaited<ReturnType<typeof scene>>][] = [];
	const own = await scene();
	people.push([own.owner, own], [await t.person(), await scene()]);
	for (const [person, { clientId }] of people) {
		const browser = await signedInBrowser(t, person);
		const first = await codeFor(browser, clientId);
		const { back } = first.page === null ? first : await answer(browser, first.page, true);
		const got = await exchange(t, clientId, back.code ?? '', first.verifier);
		expect(got.status).toBe(200);
		expect((await exchange(t, clientId, back.code ?? '', first.verifier)).body.error).toBe('invalid_grant');
		const headers = { authorization: `Bearer ${got.body.access_token}` };
		expect((await t.send(null, 'GET', '/api/user', { headers })).status).toBe(401);

		const anew = await codeFor(browser, clientId, { prompt: 'none' });
		expect((await exchange(t, clientId, anew.back.code ?? '', anew.verifier)).status).toBe(200);
	}
});

test('an application that is deleted leaves no answer behind', async () => {
	const { clientId, id, owner } = await scene();
	const browser = await signedInBrowser(t, await t.person());
	await answer(browser, (await codeFor(browser, clientId)).page, true);
	const kept = () => t.storage.inPlatform((tx) => tx.query('select user_id from application_permission where client_id = $1', [clientId]));
	expect(await kept()).toHaveLength(1);
	expect((await t.send(owner, 'DELETE', `/api/manage/client/${id}`)).status).toBe(200);
	expect(await kept()).toEqual([]);
});

test('what the provider refuses is a page for people, in their language, and JSON for programs', async () => {
	const { clientId } = await scene();
	const { url } = beginAt(clientId, { redirect_uri: `${BACK}/<b>elsewhere` });
	const ask = (headers: Record<string, string>) => t.app.inject({ method: 'GET', url, headers });
	const program = await ask({ accept: '*/*' });
	expect([program.statusCode, program.json().code]).toEqual([400, 'invalid_redirect_uri']);
	const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
	const english = await ask({ accept: browser, 'accept-language': 'en' });
	expect([english.statusCode, english.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
	expect(english.payload).toContain('This sign-in cannot go on');
	expect(english.payload).toContain('invalid_redirect_uri');
	expect(english.headers['content-security-policy']).toContain(`default-src 'none'`);
	const finnish = await ask({ accept: browser, 'accept-language': 'fi' });
	expect(finnish.payload).toMatch(/<html lang="fi">.*Kirjautuminen ei voi jatkua/s);
});

test('discovery names the public address, whatever Host and its like say', async () => {
	for (const headers of [
		{ host: 'evil.example' },
		{ host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
		{ host: 'localhost:4000', 'x-forwarded-host': 'evil.example' },
	]) {
		const { payload } = await t.app.inject({ method: 'GET', url: '/identity/.well-known/openid-configuration', headers });
		expect(payload).not.toContain('evil.example');
		const document = JSON.parse(payload) as Record<string, unknown>;
		expect(document.token_endpoint).toBe(`${ORIGIN}/identity/token`);
		for (const [name, value] of Object.entries(document))
			if (name.endsWith('_endpoint') || name.endsWith('_uri')) expect(String(value)).toMatch(/^http:\/\/localhost:4000\//);
	}
});
