/** What a passkey call refuses; the whole way with an authenticator is a browser test (e2e/account.spec.ts). */
import { expect, test } from 'vitest';
import { startApp } from './app.ts';
import { createBrowser } from './browser.ts';

const t = await startApp();

const answer = (challenge: string, response: object = {}) => ({
	id: 'A'.repeat(24),
	rawId: 'A'.repeat(24),
	type: 'public-key',
	clientExtensionResults: {},
	response: {
		clientDataJSON: Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin: 'http://localhost:4000' })).toString(
			'base64url',
		),
		...response,
	},
});

test('adding wants fresh proof, a challenge of one’s own, and an answer that holds', async () => {
	const person = await t.person();
	const post = (url: string, body?: object) => t.send(person, 'POST', `/identity/account/passkey${url}`, { body });
	const options = (await post('/options')).json().data;
	expect(options).toMatchObject({
		rp: { id: 'localhost' },
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
	});
	for (const challenge of [options.challenge, 'other', ''])
		expect((await post('', { name: 'Key', response: answer(challenge, { attestationObject: 'AA' }) })).json().code).toBe('passkey_refused');
	expect((await post('', { name: 'Key', response: { id: 1 } })).json().code).toBe('passkey_refused');
	// The challenge was taken by the first answer.
	expect(await t.storage.inPlatform((tx) => tx.query('select 1 from passkey_challenge where challenge = $1', [options.challenge]))).toEqual(
		[],
	);
	await t.storage.inPlatform((tx) =>
		tx.query(`update session set confirmed_at = now() - interval '1 hour' where user_id = $1`, [person.userId]),
	);
	await t.server.kernel.askers.changed(person.userId);
	expect((await post('/options')).json().code).toBe('confirm_identity');
});

test('nobody names or removes another’s passkey', async () => {
	const [one, two] = [await t.person(), await t.person()];
	const id = `k${one.userId.replaceAll('-', '')}`;
	await t.storage.inPlatform((tx) =>
		tx.query(`insert into passkey (id, user_id, name, public_key, counter) values ($1, $2, 'Mine', '\\x00', 0)`, [id, one.userId]),
	);
	expect((await t.send(two, 'PUT', `/identity/account/passkey/${id}`, { body: { name: 'Yours' } })).status).toBe(404);
	expect((await t.send(two, 'DELETE', `/identity/account/passkey/${id}`)).status).toBe(404);
	expect((await t.send(one, 'PUT', `/identity/account/passkey/${id}`, { body: { name: 'Phone' } })).json().data.name).toBe('Phone');
	expect((await t.send(one, 'GET', '/identity/account/passkey')).json().data).toMatchObject([{ id, name: 'Phone', usedAt: null }]);
	expect((await t.send(one, 'DELETE', `/identity/account/passkey/${id}`)).status).toBe(200);
});

test('signing in with an unknown passkey or a spent challenge is refused', async () => {
	const browser = createBrowser(t.app, '10.4.0.1');
	const page = await browser.follow('/identity/login');
	const uid = /interaction\/([\w-]+)/.exec(page.url)?.[1] ?? '';
	const { challenge } = (await browser.post(`/identity/interaction/${uid}/passkey/options`, {})).json().data;
	const send = () =>
		browser.post(`/identity/interaction/${uid}/passkey`, { response: answer(challenge, { authenticatorData: 'AA', signature: 'AA' }) });
	expect((await send()).json().code).toBe('passkey_refused');
	expect((await send()).json().code).toBe('passkey_refused');
	expect((await browser.post('/identity/interaction/nothing/passkey/options', {})).status).toBe(404);
});
