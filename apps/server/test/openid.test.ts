/** A standard client against a listening server: every flow an application uses, and every refusal by the standard's name. */
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { newId } from '../src/kernel/clock.ts';
import { addUser, printedLink } from '../src/wings/identity/wing.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { freePort } from './fixtures/free-port.ts';

let t: TestApp;
let origin: string;
let tenant: Tenant;
let owner: Person;
const APP = 'https://app.example.com/back';

beforeAll(async () => {
	const port = await freePort();
	origin = `http://localhost:${port}`;
	t = await testApp({ PORT: String(port) });
	await t.app.listen({ port, host: '127.0.0.1' });
	tenant = await t.tenant();
	owner = await t.person([], { adminOf: [tenant] });
});
afterAll(() => t.stop());

const cookieOf = (person: Person): string => person.cookie.replace('_4000=', `_${new URL(origin).port}=`);
/** What the tests read of answers; their shapes are tested elsewhere. */
const Answered = z.object({
	data: z.record(z.string(), z.string().or(z.unknown())).optional(),
	code: z.string().optional(),
	fields: z.record(z.string(), z.string()).optional(),
});
const jsonOf = async (answer: Promise<Response>) => Answered.parse(await (await answer).json());
const Redirected = z.object({ data: z.object({ redirectTo: z.string() }) });
const Added = z.looseObject({ id: z.string(), clientId: z.string(), clientSecret: z.string().nullable() });

const add = async (over: object) => {
	const answer = await fetch(`${origin}/api/manage/client`, {
		method: 'POST',
		headers: { origin, cookie: cookieOf(owner), 'content-type': 'application/json' },
		body: JSON.stringify({ customerId: tenant.customerId, clientName: 'App', clientType: 1, redirectUrl: [APP], ...over }),
	});
	return z.object({ data: Added }).parse(await answer.json()).data;
};
const discover = (clientId: string, secret?: string) =>
	client.discovery(
		new URL(`${origin}/identity`),
		clientId,
		{ id_token_signed_response_alg: 'ES256' },
		secret ? client.ClientSecretBasic(secret) : client.None(),
		{
			execute: [client.allowInsecureRequests],
		},
	);
const api = (token: string, path: string, headers: Record<string, string> = {}) =>
	fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });

/** A browser of this person, signed in: follows our redirects until one leaves to the application, and allows it what it asks. */
const authorize = async (url: URL, email: string): Promise<URL> => {
	const jar = new Map<string, string>();
	const go = async (method: 'GET' | 'POST', to: string, body?: object) => {
		const answer = await fetch(to, {
			method,
			redirect: 'manual',
			headers: { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; '), ...(body && { origin, 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		});
		for (const line of answer.headers.getSetCookie()) {
			const [pair = ''] = line.split(';');
			jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
		}
		return answer;
	};
	const link = await printedLink({ storage: t.storage, publicUrl: origin }, email);
	const used = await go('POST', `${origin}/identity/link`, { token: new URL(link ?? '').searchParams.get('token') });
	/** Where redirects end: at a page of ours, or away. */
	const follow = async (from: string): Promise<string> => {
		let at = from;
		for (let i = 0; i < 10; i++) {
			const to = (await go('GET', at)).headers.get('location');
			if (to === null) return at;
			at = new URL(to, at).toString();
			if (!at.startsWith(origin)) return at;
		}
		throw new Error(`Redirected too often, last to ${at}`);
	};
	await follow(new URL(Redirected.parse(await used.json()).data.redirectTo, origin).toString());
	const asked = await follow(url.toString());
	if (!asked.startsWith(origin)) return new URL(asked);
	const allowed = await go('POST', `${asked}/permission`, { allow: true });
	return new URL(await follow(Redirected.parse(await allowed.json()).data.redirectTo));
};

const newPerson = async () => {
	const email = `o-${newId()}@example.com`;
	await t.storage.inPlatform((tx) => addUser(tx, email, 'Olli', []));
	return email;
};
const begin = async (config: client.Configuration, over: Record<string, string> = {}) => {
	const verifier = client.randomPKCECodeVerifier();
	const state = client.randomState();
	const url = client.buildAuthorizationUrl(config, {
		redirect_uri: APP,
		scope: 'API openid email profile',
		state,
		code_challenge: await client.calculatePKCECodeChallenge(verifier),
		code_challenge_method: 'S256',
		...over,
	});
	return { url, verifier, state };
};
const failing = async (work: Promise<unknown>): Promise<string> =>
	work.then(
		() => 'worked',
		(error: unknown) => {
			if (error instanceof client.ResponseBodyError) return `${error.error}`;
			if (error instanceof client.AuthorizationResponseError) return error.error;
			if (error instanceof client.WWWAuthenticateChallengeError) return error.cause[0]?.parameters.error ?? 'no reason';
			return String(error);
		},
	);

test('code with proof key, refresh with rotation, user info, end session', async () => {
	const application = await add({ allowOfflineAccess: true, allowedOrigins: ['https://app.example.com'] });
	expect(application).toMatchObject({
		clientSecret: null,
		accessTokenLifetime: 3600,
		allowedScopes: ['API'],
		requireConsent: false,
		allowAccessTokensViaBrowser: true,
		allowedGrantTypes: ['authorization_code', 'refresh_token'],
		requirePkce: true,
		requireClientSecret: false,
	});
	const config = await discover(application.clientId);
	const email = await newPerson();
	const { url, verifier, state } = await begin(config);
	const back = await authorize(url, email);
	const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state });
	expect(tokens.expires_in).toBe(3600);
	const sub = tokens.claims()?.sub ?? '';
	expect(tokens.claims()).toMatchObject({ email, name: 'Olli' });
	expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ sub, email, name: 'Olli' });
	expect((await jsonOf(api(tokens.access_token, '/user'))).data?.email).toBe(email);

	// A code is used once.
	expect(await failing(client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state }))).toBe(
		'invalid_grant',
	);

	const again = await (async () => {
		const second = await begin(config);
		const returned = await authorize(second.url, email);
		return client.authorizationCodeGrant(config, returned, { pkceCodeVerifier: second.verifier, expectedState: second.state });
	})();
	const refreshed = await client.refreshTokenGrant(config, again.refresh_token ?? '');
	expect(refreshed.refresh_token).not.toBe(again.refresh_token);
	// A refresh token used twice ends them all.
	expect(await failing(client.refreshTokenGrant(config, again.refresh_token ?? ''))).toBe('invalid_grant');
	expect(await failing(client.refreshTokenGrant(config, refreshed.refresh_token ?? ''))).toBe('invalid_grant');

	const end = client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' });
	expect((await fetch(end)).status).toBe(200);
});

test('a code or refresh token that is used several times at once works once, and nothing of it goes on', async () => {
	const config = await discover((await add({ allowOfflineAccess: true })).clientId);
	const email = await newPerson();
	const several = async (use: () => Promise<client.TokenEndpointResponse>) => {
		const all = await Promise.allSettled([use(), use(), use(), use(), use(), use()]);
		const got = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
		expect(got).toHaveLength(1);
		for (const { refresh_token = '' } of got) expect(await failing(client.refreshTokenGrant(config, refresh_token))).toBe('invalid_grant');
	};
	const first = await begin(config);
	const back = await authorize(first.url, email);
	await several(() => client.authorizationCodeGrant(config, back, { pkceCodeVerifier: first.verifier, expectedState: first.state }));
	const second = await begin(config);
	const again = await client.authorizationCodeGrant(config, await authorize(second.url, email), {
		pkceCodeVerifier: second.verifier,
		expectedState: second.state,
	});
	await several(() => client.refreshTokenGrant(config, again.refresh_token ?? ''));
});

test('what the provider says it has is there, and pages of other origins may ask it', async () => {
	const said = z.record(z.string(), z.unknown()).parse(await (await fetch(`${origin}/identity/.well-known/openid-configuration`)).json());
	const places = Object.entries(said).filter(([name]) => /_(endpoint|uri)$/.test(name));
	const found = await Promise.all(
		places.map(async ([name, url]) => {
			const method = /^(token|revocation|pushed)/.test(name) ? 'POST' : 'GET';
			return [name, (await fetch(String(url), { method, redirect: 'manual' })).status !== 404];
		}),
	);
	expect(Object.fromEntries(found)).toEqual(Object.fromEntries(places.map(([name]) => [name, true])));
	// However the path was spelled.
	for (const path of ['//identity', '/Identity/'])
		expect(await (await fetch(`${origin}${path}/.well-known/openid-configuration`)).json()).toEqual(said);
	expect(said).toMatchObject({
		response_types_supported: ['code'],
		grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
		token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
	});
	// Nobody asks for such a proof.
	expect(said).not.toHaveProperty('dpop_signing_alg_values_supported');
	for (const [place, method] of [
		['userinfo_endpoint', 'GET'],
		['token_endpoint', 'POST'],
	] as const) {
		const headers = { origin: 'https://app.example.com', 'access-control-request-method': method };
		const asked = await fetch(String(said[place]), {
			method: 'OPTIONS',
			headers: { ...headers, 'access-control-request-headers': 'authorization' },
		});
		expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization']);
		expect(['*', 'https://app.example.com']).toContain(asked.headers.get('access-control-allow-origin'));
	}
});

test('UserInfo tells what was asked for, also after a refresh', async () => {
	const config = await discover((await add({ allowOfflineAccess: true })).clientId);
	const email = await newPerson();
	const tokensFor = async (scope: string) => {
		const { url, verifier, state } = await begin(config, { scope });
		return client.authorizationCodeGrant(config, await authorize(url, email), { pkceCodeVerifier: verifier, expectedState: state });
	};
	const told = async ({ access_token }: { access_token: string }) => {
		const answer = await fetch(`${origin}/identity/me`, { headers: { authorization: `Bearer ${access_token}` } });
		return [answer.status, Object.keys(z.record(z.string(), z.unknown()).parse(await answer.json()))];
	};
	const named = await tokensFor('API openid profile');
	expect(await told(named)).toEqual([200, ['sub', 'name']]);
	expect(await told(await client.refreshTokenGrant(config, named.refresh_token ?? ''))).toEqual([200, ['sub', 'name']]);
	const mailed = await tokensFor('API openid profile email');
	expect(await told(await client.refreshTokenGrant(config, mailed.refresh_token ?? '', { scope: 'openid email' }))).toEqual([
		200,
		['sub', 'email', 'email_verified'],
	]);
	expect(await told(await tokensFor('API'))).toEqual([403, ['error']]);
});

test('a sign-in and a sign-out that come as forms go the way of addresses', async () => {
	const config = await discover((await add({})).clientId);
	const email = await newPerson();
	const { url, verifier, state } = await begin(config);
	const asForm = (to: URL | string, body: URLSearchParams) =>
		fetch(to, { method: 'POST', redirect: 'manual', headers: { origin: 'https://app.example.com' }, body });
	const asked = await asForm(`${url.origin}${url.pathname}`, url.searchParams);
	expect(asked.status).toBe(303);
	const back = await authorize(new URL(asked.headers.get('location') ?? '', url), email);
	const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state });
	const ended = await asForm(`${origin}/identity/session/end`, new URLSearchParams({ id_token_hint: tokens.id_token ?? '' }));
	expect((await fetch(new URL(ended.headers.get('location') ?? '', origin))).status).toBe(200);
});

test('a wrong redirect, a missing proof key and a wrong one are refused by the standard’s names', async () => {
	const application = await add({});
	const config = await discover(application.clientId);
	const email = await newPerson();
	const wrong = await begin(config, { redirect_uri: `${APP}/other` });
	expect((await jsonOf(fetch(wrong.url))).code).toBe('invalid_redirect_uri');
	const { url, state } = await begin(config);
	url.searchParams.delete('code_challenge');
	url.searchParams.delete('code_challenge_method');
	const refused = await fetch(url, { redirect: 'manual' });
	expect(new URL(refused.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
	const third = await begin(config);
	const back = await authorize(third.url, email);
	expect(
		await failing(
			client.authorizationCodeGrant(config, back, { pkceCodeVerifier: client.randomPKCECodeVerifier(), expectedState: third.state }),
		),
	).toBe('invalid_grant');
	expect(await failing(client.authorizationCodeGrant(config, back, { pkceCodeVerifier: third.verifier, expectedState: state }))).not.toBe(
		'worked',
	);
});

test('asked not to show anything, the provider says by the standard’s name that the person was not asked yet', async () => {
	const config = await discover((await add({})).clientId);
	const email = await newPerson();
	const silent = { prompt: 'none' };
	const first = await begin(config, silent);
	const back = await authorize(first.url, email);
	expect(await failing(client.authorizationCodeGrant(config, back, { pkceCodeVerifier: first.verifier, expectedState: first.state }))).toBe(
		'consent_required',
	);
	const asked = await begin(config);
	await authorize(asked.url, email);
	const second = await begin(config, silent);
	const again = await authorize(second.url, email);
	const tokens = await client.authorizationCodeGrant(config, again, { pkceCodeVerifier: second.verifier, expectedState: second.state });
	expect(tokens.claims()).toMatchObject({ email });
});

test('a person’s token opens the API within the application’s customer and nothing else', async () => {
	const other = await t.tenant();
	const admin = await t.person(['ADMIN'], { adminOf: [tenant, other] });
	// As an address bar copies it; browsers name it without the slash.
	const application = await add({ allowedOrigins: ['https://app.example.com/'] });
	const config = await discover(application.clientId);
	const { url, verifier, state } = await begin(config);
	const { access_token: token } = await client.authorizationCodeGrant(config, await authorize(url, admin.email), {
		pkceCodeVerifier: verifier,
		expectedState: state,
	});
	expect((await api(token, `/customer/${tenant.customerId}/domain`)).status).toBe(200);
	expect((await api(token, `/customer/${other.customerId}/domain`)).status).toBe(404);
	expect((await api(token, '/user/users')).status).toBe(403);
	// From a browser: only on the pages the application names.
	const listed = await api(token, '/user', { origin: 'https://app.example.com' });
	expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.example.com']);
	// When to come back, and how a file is called.
	expect(listed.headers.get('access-control-expose-headers')).toBe('retry-after, content-disposition');
	expect((await api(token, '/user', { origin: 'https://evil.example.com' })).status).toBe(403);
	for (const path of ['/api/user', '/identity/user']) {
		const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'GET' };
		const asked = await fetch(`${origin}${path}`, { method: 'OPTIONS', headers });
		expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example.com']);
		// Either spelling of what names a customer and a domain.
		expect(asked.headers.get('access-control-allow-headers')).toContain('domain_key, customer_key, domain-key, customer-key');
	}
	// Deleting the application ends its tokens at once.
	const gone = await fetch(`${origin}/api/manage/client/${application.id}`, {
		method: 'DELETE',
		headers: { origin, cookie: cookieOf(owner) },
	});
	expect(gone.status).toBe(200);
	expect((await api(token, '/user')).status).toBe(401);
});

test('client credentials: a machine within its customer; a rotated secret ends the old one and its tokens', async () => {
	const machine = await add({ clientType: 0, redirectUrl: [] });
	expect(machine).toMatchObject({ requireClientSecret: true, allowedGrantTypes: ['client_credentials'], requirePkce: false });
	expect(machine.clientSecret).toMatch(/^[\w-]{43}$/);
	const config = await discover(machine.clientId, machine.clientSecret ?? '');
	const { access_token: token } = await client.clientCredentialsGrant(config, { scope: 'API' });
	expect((await api(token, `/customer/${tenant.customerId}/domain`)).status).toBe(200);
	expect((await api(token, '/audit/domain/consents', { domain_key: tenant.domainId })).status).toBe(200);
	const other = await t.tenant();
	expect((await api(token, `/customer/${other.customerId}/domain`)).status).toBe(404);
	expect((await api(token, '/user')).status).toBe(403);
	const write = await fetch(`${origin}/api/domain`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ domain: 'x.example.com', customerId: tenant.customerId }),
	});
	expect(write.status).toBe(403);

	// An id is the same in capitals.
	const rotation = await fetch(`${origin}/api/manage/client/${machine.id.toUpperCase()}/secret`, {
		method: 'POST',
		headers: { origin, cookie: cookieOf(owner) },
	});
	const rotated = z.object({ data: Added }).parse(await rotation.json());
	expect(rotated.data.clientSecret).not.toBe(machine.clientSecret);
	const ended = await api(token, `/customer/${tenant.customerId}/domain`);
	expect([ended.status, ended.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
	expect(await ended.json()).toMatchObject({ code: 'token_unknown' });
	expect(await failing(client.clientCredentialsGrant(config, { scope: 'API' }))).toBe('invalid_client');
	const renewed = await discover(machine.clientId, rotated.data.clientSecret ?? '');
	// Who names no scope gets the one that there is.
	const unnamed = await client.clientCredentialsGrant(renewed);
	expect(unnamed).toMatchObject({ token_type: 'bearer', scope: 'API' });
	expect((await api(unnamed.access_token, `/customer/${tenant.customerId}/domain`)).status).toBe(200);
	// The list never shows a secret.
	const listed = await (
		await fetch(`${origin}/api/manage/client/customer/${tenant.customerId}`, { headers: { cookie: cookieOf(owner) } })
	).text();
	expect(listed).not.toContain(rotated.data.clientSecret);
});

test('a login component has no secret and is refused client credentials; its code goes to its own origins only', async () => {
	const element = await add({ clientType: 2, redirectUrl: [], allowedOrigins: ['https://shop.example.com'] });
	expect(element).toMatchObject({ clientSecret: null, allowedGrantTypes: ['client_credentials'] });
	const config = await discover(element.clientId);
	expect(await failing(client.clientCredentialsGrant(config, { scope: 'API' }))).toBe('unauthorized_client');
	const callback = `${origin}/identity/element/callback`;
	const page = async (from: string) => {
		const state = `${Buffer.from(JSON.stringify([element.clientId, from])).toString('base64url')}.x`;
		return fetch(`${callback}?${new URLSearchParams({ state, code: '</script><b>' })}`);
	};
	const good = await page('https://shop.example.com');
	expect(good.status).toBe(200);
	expect(await good.text()).toContain(String.raw`"\u003c/script>\u003cb>"`);
	expect((await page('https://evil.example.com')).status).toBe(403);
	// Who looks at it in the popup reads a page, in their language, with what the page's developer has to put right.
	const state = `${Buffer.from(JSON.stringify([element.clientId, 'https://evil.example.com/<b>'])).toString('base64url')}.x`;
	const seen = await fetch(`${callback}?${new URLSearchParams({ state, code: 'secret-code' })}`, {
		headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'fi' },
	});
	expect([seen.status, seen.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
	expect(seen.headers.get('content-security-policy')).toContain("default-src 'none'");
	const html = await seen.text();
	for (const word of ['Kirjautuminen ei voi jatkua', 'origin_not_allowed', 'https://evil.example.com/', element.clientId])
		expect(html).toContain(word);
	for (const word of ['secret-code', '.com/<b>']) expect(html).not.toContain(word);
	expect((await fetch(`${callback}?state=nonsense&code=x`)).status).toBe(400);
	const script = await fetch(`${origin}/identity/login.js`);
	expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
});

test('a page that says what was refused names the application and the address that were asked for', async () => {
	const added = await add({});
	const seen = async (query: Record<string, string>) =>
		(
			await fetch(`${origin}/identity/auth?${new URLSearchParams({ response_type: 'code', scope: 'openid', ...query })}`, {
				headers: { accept: 'text/html' },
			})
		).text();
	const wrong = await seen({ client_id: added.clientId, redirect_uri: 'https://app.example.com/other<b>' });
	for (const word of ['invalid_redirect_uri', `client_id: ${added.clientId}`, 'redirect_uri: https://app.example.com/other'])
		expect(wrong).toContain(word);
	expect(wrong).not.toContain('other<b>');
	expect(await seen({ client_id: 'luv_nobody', redirect_uri: APP })).toContain('client_id: luv_nobody');
});

test('an application needs what its type works with, keeps its type, and is another customer’s business to nobody', async () => {
	const send = (who: Person, method: string, body: object) =>
		fetch(`${origin}/api/manage/client`, {
			method,
			headers: { origin, cookie: cookieOf(who), 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	const base = { customerId: tenant.customerId, clientName: 'App' };
	expect((await jsonOf(send(owner, 'POST', { ...base, clientType: 1 }))).code).toBe('redirect_needed');
	expect((await jsonOf(send(owner, 'POST', { ...base, clientType: 2 }))).code).toBe('origin_needed');
	expect((await jsonOf(send(owner, 'POST', { ...base, clientType: 3 }))).fields).toEqual({ clientType: 'Use one of these: 0, 1, 2' });
	for (const redirectUrl of [
		'http://app.example.com',
		'https://*.example.com/cb',
		'javascript:alert(1)',
		'https://a.example.com/#x',
		'https://a.example.com/#',
		'app',
	])
		expect((await send(owner, 'POST', { ...base, clientType: 1, redirectUrl: [redirectUrl] })).status).toBe(400);
	for (const allowedOrigins of [['https://*.example.com'], ['https://a.example.com/path']])
		expect((await send(owner, 'POST', { ...base, clientType: 2, allowedOrigins })).status).toBe(400);
	const added = await add({});
	expect((await jsonOf(send(owner, 'PUT', { ...base, clientId: added.clientId, clientType: 0 }))).code).toBe('type_stays');
	const rival = await t.person([], { adminOf: [await t.tenant()] });
	expect((await send(rival, 'PUT', { ...base, clientId: added.clientId, clientType: 1, redirectUrl: [APP] })).status).toBe(404);
	expect(
		(await fetch(`${origin}/api/manage/client/${added.id}`, { method: 'DELETE', headers: { origin, cookie: cookieOf(rival) } })).status,
	).toBe(404);
});
