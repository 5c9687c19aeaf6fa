import { randomBytes } from 'node:crypto';
import {
	AUTHORIZATIONS_PER_IP_PER_MINUTE,
	MAILS_TO_ONE_ADDRESS_PER_HOUR,
	REQUESTS_PER_IP_PER_MINUTE,
} from '@luvalla/contract/constants.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId, setClock } from '../src/kernel/clock.ts';
import { addUser, printedLink } from '../src/wings/identity/wing.ts';
import { ORIGIN, type TestApp, testApp } from './app.ts';
import { createBrowser } from './browser.ts';

let t: TestApp;
let ips = 0;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

/** A new person from an address of their own, so that no limit is shared. */
const newPerson = async () => {
	const email = `s-${newId()}@example.com`;
	await t.storage.inPlatform((tx) => addUser(tx, email, 'Sanna', []));
	return email;
};
const newBrowser = () => createBrowser(t.app, `10.1.${Math.floor(++ips / 250)}.${ips % 250}`);
const mailsTo = (email: string) =>
	t.storage.inPlatform((tx) =>
		tx.query<{ subject: string; body_text: string }>('select subject, body_text from mail where recipient = $1 order by created_at, id', [
			email,
		]),
	);
const linkIn = (text: string): string => /http:\S+\/identity\/link\?token=(\S+)/.exec(text)?.[1] ?? '';
const codeIn = (text: string): string => /^\d{6}$/m.exec(text)?.[0] ?? '';

/** Opens the interaction page as the sign-in area does. */
const begin = async (browser: ReturnType<typeof newBrowser>, email: string) => {
	const page = await browser.follow(`/identity/login?login_hint=${encodeURIComponent(email)}`);
	const uid = /\/identity\/interaction\/([\w-]+)/.exec(page.url)?.[1] ?? '';
	expect(page.status).toBe(200);
	expect(uid).not.toBe('');
	return uid;
};

const signedInAs = async (browser: ReturnType<typeof newBrowser>) => {
	const answer = await browser.get('/identity/account/authenticate');
	return answer.status === 200 ? answer.json().data.email : null;
};

test('the portal signs in by an authorization code with the scope API openid and a proof key, and comes back to itself', async () => {
	const browser = newBrowser();
	const to = new URL((await browser.get('/identity/login?login_hint=sanna%40example.com')).location ?? '', ORIGIN);
	expect(to.pathname).toBe('/identity/auth');
	expect(Object.fromEntries(to.searchParams)).toMatchObject({
		response_type: 'code',
		scope: 'API openid',
		redirect_uri: `${ORIGIN}/identity/callback`,
		code_challenge_method: 'S256',
		login_hint: 'sanna@example.com',
	});
});

test('a code signs in the browser that asked, once, and ends the link beside it', async () => {
	const email = await newPerson();
	const browser = newBrowser();
	const uid = await begin(browser, email);
	expect((await browser.get(`/identity/interaction/${uid}/state`)).json().data).toEqual({
		email,
		sent: true,
		redirectTo: null,
		application: null,
		asks: null,
	});
	const [mail, ...more] = await mailsTo(email);
	expect(more).toEqual([]);
	expect(mail?.body_text.match(/https?:\/\//g)).toHaveLength(1);

	const entered = await browser.post(`/identity/interaction/${uid}/code`, { code: codeIn(mail?.body_text ?? '') });
	expect(entered.status).toBe(200);
	const landed = await browser.follow(entered.json().data.redirectTo);
	expect(landed.url).toMatch(/^\/\?code=[\w-]+&session_state=[\w-]+$/);
	expect(await signedInAs(browser)).toBe(email);
	expect((await newBrowser().post('/identity/link', { token: linkIn(mail?.body_text ?? '') })).json().code).toBe('used_link');
});

test('a link signs in the browser that opened it; opening it with GET uses nothing up', async () => {
	const email = await newPerson();
	const asking = newBrowser();
	const uid = await begin(asking, email);
	const [mail] = await mailsTo(email);
	const token = linkIn(mail?.body_text ?? '');

	const opening = newBrowser();
	expect((await opening.get(`/identity/link?token=${token}`)).status).toBe(200);
	expect((await opening.get(`/identity/link?token=${token}`)).status).toBe(200);
	const used = await opening.post('/identity/link', { token });
	expect((await opening.follow(used.json().data.redirectTo)).url).toMatch(/^\/\?code=/);
	expect(await signedInAs(opening)).toBe(email);
	expect(await signedInAs(asking)).toBeNull();
	expect((await opening.post('/identity/link', { token })).json().code).toBe('used_link');
	expect((await asking.post(`/identity/interaction/${uid}/code`, { code: codeIn(mail?.body_text ?? '') })).json().code).toBe('used_code');
});

test('a sign-in is not over because the database is away for a moment', async () => {
	const email = await newPerson();
	const asking = newBrowser();
	const uid = await begin(asking, email);
	const [mail] = await mailsTo(email);
	const code = codeIn(mail?.body_text ?? '');
	const enter = async () => (await asking.post(`/identity/interaction/${uid}/code`, { code })).status;
	const { inPlatform } = t.storage;
	const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
	// Whichever question meets it, after the code is used up, too; the fifth try is the last.
	for (let at = 1; at <= 5; at++) {
		let n = 0;
		vi.spyOn(t.storage, 'inPlatform').mockImplementation((work) => (++n === at ? Promise.reject(away) : inPlatform(work)));
		expect([at, await enter()]).toEqual([at, 503]);
	}
	vi.restoreAllMocks();
	expect(await enter()).toBe(200);
	// The answer was lost, so the browser asks again; a wrong code is none, and the link beside it is over.
	expect(await enter()).toBe(200);
	const wrong = await asking.post(`/identity/interaction/${uid}/code`, { code: code === '000000' ? '111111' : '000000' });
	expect(wrong.json().code).toBe('used_code');
	const token = linkIn(mail?.body_text ?? '');
	const other = newBrowser();
	await other.get(`/identity/link?token=${token}`);
	expect((await other.post('/identity/link', { token })).json().code).toBe('used_link');
	setClock(() => new Date(Date.now() + 61_000));
	try {
		expect((await asking.post(`/identity/interaction/${uid}/code`, { code })).json().code).toBe('used_code');
	} finally {
		setClock(null);
	}
});

test('a link whose answer was lost is pressed again in the browser that opened it, for a minute and by nobody else', async () => {
	const email = await newPerson();
	const asking = newBrowser();
	const uid = await begin(asking, email);
	const [mail] = await mailsTo(email);
	const token = linkIn(mail?.body_text ?? '');
	const opening = newBrowser();
	const press = async (browser: typeof opening) => (await browser.post('/identity/link', { token })).json().code ?? 'taken';
	await opening.get(`/identity/link?token=${token}`);
	expect([await press(opening), await press(opening)]).toEqual(['taken', 'taken']);
	const other = newBrowser();
	await other.get(`/identity/link?token=${token}`);
	expect([await press(other), await press(newBrowser())]).toEqual(['used_link', 'used_link']);
	expect((await asking.post(`/identity/interaction/${uid}/code`, { code: codeIn(mail?.body_text ?? '') })).json().code).toBe('used_code');
	setClock(() => new Date(Date.now() + 61_000));
	try {
		expect(await press(opening)).toBe('used_link');
	} finally {
		setClock(null);
	}
});

test('a code from another browser’s sign-in is of no use', async () => {
	const email = await newPerson();
	const asking = newBrowser();
	const uid = await begin(asking, email);
	const [mail] = await mailsTo(email);
	const stranger = newBrowser();
	await begin(stranger, `x-${newId()}@example.com`);
	const answer = await stranger.post(`/identity/interaction/${uid}/code`, { code: codeIn(mail?.body_text ?? '') });
	expect([answer.status, answer.json().code]).toEqual([404, 'expired_interaction']);
});

test('five wrong codes end the code, and the right one no longer helps', async () => {
	const email = await newPerson();
	const browser = newBrowser();
	const uid = await begin(browser, email);
	const [mail] = await mailsTo(email);
	const right = codeIn(mail?.body_text ?? '');
	const wrong = right === '000000' ? '111111' : '000000';
	const codes: string[] = [];
	for (let i = 0; i < 5; i++) codes.push((await browser.post(`/identity/interaction/${uid}/code`, { code: wrong })).json().code);
	expect(codes).toEqual(['wrong_code', 'wrong_code', 'wrong_code', 'wrong_code', 'too_many_tries']);
	expect((await browser.post(`/identity/interaction/${uid}/code`, { code: right })).json().code).toBe('too_many_tries');
	// A way to ask again.
	expect((await browser.post(`/identity/interaction/${uid}/email`, { email })).status).toBe(200);
	const again = (await mailsTo(email)).at(-1);
	expect((await browser.post(`/identity/interaction/${uid}/code`, { code: codeIn(again?.body_text ?? '') })).status).toBe(200);
});

test('a code is good in its own sign-in alone, whoever writes it beside another', async () => {
	const [own, other] = [await newPerson(), await newPerson()];
	const browser = newBrowser();
	const ownUid = await begin(browser, own);
	const elsewhere = newBrowser();
	const otherUid = await begin(elsewhere, other);
	const code = codeIn((await mailsTo(own))[0]?.body_text ?? '');
	await t.storage.inPlatform((tx) =>
		tx.query('update challenge set code_hash = own.code_hash from challenge own where own.email = $1 and challenge.email = $2', [
			own,
			other,
		]),
	);
	expect((await elsewhere.post(`/identity/interaction/${otherUid}/code`, { code })).json().code).toBe('wrong_code');
	expect((await browser.post(`/identity/interaction/${ownUid}/code`, { code })).status).toBe(200);
});

test('an old code and an old link say that they are old', async () => {
	const email = await newPerson();
	const browser = newBrowser();
	const uid = await begin(browser, email);
	const [mail] = await mailsTo(email);
	await t.storage.inPlatform((tx) => tx.query(`update challenge set expires_at = now() - interval '1 second' where email = $1`, [email]));
	expect((await browser.post(`/identity/interaction/${uid}/code`, { code: codeIn(mail?.body_text ?? '') })).json().code).toBe(
		'expired_code',
	);
	expect((await browser.post('/identity/link', { token: linkIn(mail?.body_text ?? '') })).json().code).toBe('expired_link');
	expect((await browser.post('/identity/link', { token: 'nonsense' })).json().code).toBe('wrong_link');
});

test('an unknown address gets the same answers; only its mail says so', async () => {
	const known = await newPerson();
	const unknown = `u-${newId()}@example.com`;
	const answers = [];
	for (const email of [known, unknown]) {
		const browser = newBrowser();
		const uid = await begin(browser, email);
		const state = await browser.get(`/identity/interaction/${uid}/state`);
		const wrong = await browser.post(`/identity/interaction/${uid}/code`, { code: 'abcdef' });
		answers.push([state.status, { ...state.json().data, email: '' }, wrong.status, wrong.json()]);
	}
	expect(answers[0]).toEqual(answers[1]);
	const [mail] = await mailsTo(unknown);
	expect(mail?.body_text).toContain('no account has it');
	expect(codeIn(mail?.body_text ?? '')).toBe('');
});

test('five mails an address an hour, over any number of browsers of one network', async () => {
	const email = await newPerson();
	const { ip } = newBrowser();
	const another = () => createBrowser(t.app, ip);
	for (let i = 0; i < 5; i++) await begin(another(), email);
	const sixth = another();
	const uid = await begin(sixth, email);
	expect(await mailsTo(email)).toHaveLength(5);
	const asked = await sixth.post(`/identity/interaction/${uid}/email`, { email });
	expect([asked.status, asked.json().code]).toEqual([429, 'too_many_mails']);
	expect(Number(asked.headers['retry-after'])).toBeGreaterThan(3590);
});

test('a stranger who has mails sent keeps nobody from signing in or from proving who they are', async () => {
	const email = await newPerson();
	const stranger = newBrowser();
	for (let i = 0; i < 6; i++) await begin(createBrowser(t.app, stranger.ip), email);
	expect(await mailsTo(email)).toHaveLength(5);
	// All strangers together send no more than a few; one that has not asked yet has one.
	for (let i = 0; i < 4; i++) {
		const { ip } = newBrowser();
		for (let n = 0; n < 5; n++) await begin(createBrowser(t.app, ip), email);
		// The owner asks in between, from a network of their own.
		if (i === 1) await begin(newBrowser(), email);
	}
	expect(await mailsTo(email)).toHaveLength(MAILS_TO_ONE_ADDRESS_PER_HOUR + 1);
	const owner = newBrowser();
	const link = await printedLink({ storage: t.storage, publicUrl: 'http://localhost:4000' }, email);
	const used = await owner.post('/identity/link', { token: new URL(link ?? '').searchParams.get('token') });
	await owner.follow(used.json().data.redirectTo);
	expect((await owner.post('/identity/account/confirm', {})).status).toBe(200);
});

test('networks that have used up an address’s mails keep nobody out who has not asked yet, and an IPv6 /48 is one of them', async () => {
	const email = await newPerson();
	for (let i = 0; i < 4; i++) {
		const { ip } = newBrowser();
		for (let n = 0; n < 5; n++) await begin(createBrowser(t.app, ip), email);
	}
	expect(await mailsTo(email)).toHaveLength(MAILS_TO_ONE_ADDRESS_PER_HOUR);
	const owner = newBrowser();
	const uid = await begin(owner, email);
	const mails = await mailsTo(email);
	expect(mails).toHaveLength(MAILS_TO_ONE_ADDRESS_PER_HOUR + 1);
	const entered = await owner.post(`/identity/interaction/${uid}/code`, { code: codeIn(mails.at(-1)?.body_text ?? '') });
	expect(entered.status).toBe(200);
	const [one = 0] = randomBytes(1);
	for (let n = 1; n <= 4; n++) await begin(createBrowser(t.app, `2001:db8:aa${one.toString(16)}:${n}::1`), email);
	expect(await mailsTo(email)).toHaveLength(MAILS_TO_ONE_ADDRESS_PER_HOUR + 2);
});

test('five strange requests are no lock-out: the owner’s own mail comes and signs them in', async () => {
	const email = await newPerson();
	const stranger = newBrowser();
	for (let i = 0; i < 6; i++) await begin(createBrowser(t.app, stranger.ip), email);
	const before = (await mailsTo(email)).length;
	const owner = newBrowser();
	const uid = await begin(owner, email);
	const mails = await mailsTo(email);
	expect(mails).toHaveLength(before + 1);
	const entered = await owner.post(`/identity/interaction/${uid}/code`, { code: codeIn(mails.at(-1)?.body_text ?? '') });
	await owner.follow(entered.json().data.redirectTo);
	expect((await owner.get('/identity/account/authenticate')).json().data.email).toBe(email);
});

test('proving who one is has a count of its own: it ends neither signing in nor by it', async () => {
	const email = await newPerson();
	const owner = newBrowser();
	const link = await printedLink({ storage: t.storage, publicUrl: 'http://localhost:4000' }, email);
	const used = await owner.post('/identity/link', { token: new URL(link ?? '').searchParams.get('token') });
	await owner.follow(used.json().data.redirectTo);
	const proofs = [];
	for (let i = 0; i < 6; i++) proofs.push(await owner.post('/identity/account/confirm', {}));
	expect(proofs.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
	expect([proofs[5]?.json().code, Number(proofs[5]?.headers['retry-after']) > 3500]).toEqual(['too_many_mails', true]);
	const before = (await mailsTo(email)).length;
	await begin(createBrowser(t.app, owner.ip), email);
	expect(await mailsTo(email)).toHaveLength(before + 1);
});

test('addresses of one IPv6 network are one sender', async () => {
	const [one = 0, two = 0] = randomBytes(2);
	const from = (n: number) => createBrowser(t.app, `2001:db8:${one}:${two}::${n}`);
	for (let n = 1; n <= REQUESTS_PER_IP_PER_MINUTE; n++)
		expect((await from(n).post('/identity/link', { token: 'nonsense' })).status).toBe(422);
	const refused = await from(99).post('/identity/link', { token: 'nonsense' });
	expect([refused.status, refused.json().code]).toEqual([429, 'too_many']);
	const elsewhere = createBrowser(t.app, `2001:db8:${one}:${two + 256}::1`);
	expect((await elsewhere.post('/identity/link', { token: 'nonsense' })).status).toBe(422);
});

test('an address begins so many sign-ins a minute at the provider, and leaves no row for the others', async () => {
	const { ip, get } = newBrowser();
	const begun = await get('/identity/login');
	const rows = () =>
		t.storage.inPlatform((tx) => tx.query<{ n: string }>(`select count(*)::int as n from oidc_payload where model = 'Interaction'`));
	const [before] = await rows();
	const answers: number[] = [];
	for (let i = 0; i < AUTHORIZATIONS_PER_IP_PER_MINUTE + 5; i++)
		answers.push((await createBrowser(t.app, ip).get(begun.location ?? '')).status);
	expect(answers.filter((status) => status === 303)).toHaveLength(AUTHORIZATIONS_PER_IP_PER_MINUTE);
	expect(answers.slice(-5)).toEqual([429, 429, 429, 429, 429]);
	expect(Number((await rows())[0]?.n) - Number(before?.n)).toBe(AUTHORIZATIONS_PER_IP_PER_MINUTE);
	expect((await newBrowser().get(begun.location ?? '')).status).toBe(303);
});

test('thirty requests an address of the network a minute, and the count survives a restart', async () => {
	const browser = newBrowser();
	const tokens = Array.from({ length: 30 }, () => 'nonsense');
	for (const token of tokens) expect((await browser.post('/identity/link', { token })).status).toBe(422);
	const refused = await browser.post('/identity/link', { token: 'nonsense' });
	expect(refused.status).toBe(429);
	expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
	// The count stands in the database, not in the process, and says nothing of who was here.
	const rows = await t.storage.inPlatform((tx) =>
		tx.query<{ key: string; count: number }>(`select key, count from rate_limit where key like 'sign-in:%' and count > 30`),
	);
	expect(rows.length).toBeGreaterThan(0);
});

test('malformed addresses are told so, and nothing is sent', async () => {
	const browser = newBrowser();
	const uid = await begin(browser, 'nobody@example.com');
	for (const email of ['', 'x', 'a@b', 'a b@example.com', `${'x'.repeat(300)}@example.com`]) {
		const answer = await browser.post(`/identity/interaction/${uid}/email`, { email });
		expect([answer.status, answer.json().error]).toEqual([422, 'Please enter a valid email address']);
	}
});

test('a forged state, a missing code and a callback nobody began lead back to the start', async () => {
	const email = await newPerson();
	const browser = newBrowser();
	const uid = await begin(browser, email);
	const [mail] = await mailsTo(email);
	const entered = await browser.post(`/identity/interaction/${uid}/code`, { code: codeIn(mail?.body_text ?? '') });
	const resumed = await browser.get(entered.json().data.redirectTo);
	const callback = new URL(resumed.location ?? '');
	callback.searchParams.set('state', 'forged');
	expect((await browser.get(callback.toString())).location).toBe('/?signin=again');
	expect(await signedInAs(browser)).toBeNull();
	expect((await newBrowser().get('/identity/callback?code=a&state=b')).location).toBe('/?signin=again');
	expect((await newBrowser().get('/identity/callback')).location).toBe('/?signin=again');
});

test('a printed link works once for thirty minutes, for people who exist', async () => {
	const email = await newPerson();
	expect(await printedLink({ storage: t.storage, publicUrl: 'http://localhost:4000' }, 'nobody@example.com')).toBeNull();
	const link = await printedLink({ storage: t.storage, publicUrl: 'http://localhost:4000' }, email);
	const browser = newBrowser();
	const used = await browser.post('/identity/link', { token: new URL(link ?? '').searchParams.get('token') });
	await browser.follow(used.json().data.redirectTo);
	expect(await signedInAs(browser)).toBe(email);
	const token = new URL(link ?? '').searchParams.get('token');
	expect((await newBrowser().post('/identity/link', { token })).json().code).toBe('used_link');

	const late = await printedLink({ storage: t.storage, publicUrl: 'http://localhost:4000' }, email);
	setClock(() => new Date(Date.now() + 31 * 60_000));
	try {
		const old = await newBrowser().post('/identity/link', { token: new URL(late ?? '').searchParams.get('token') });
		expect(old.json().code).toBe('expired_link');
	} finally {
		setClock(null);
	}
});

test('signing out ends the session at once, and writes who came and went', async () => {
	const email = await newPerson();
	const link = await printedLink({ storage: t.storage, publicUrl: 'http://localhost:4000' }, email);
	const browser = newBrowser();
	const used = await browser.post('/identity/link', { token: new URL(link ?? '').searchParams.get('token') });
	await browser.follow(used.json().data.redirectTo);
	const cookie = [...browser.jar].map(([k, v]) => `${k}=${v}`).join('; ');
	expect((await browser.post('/identity/account/logoff', {})).status).toBe(200);
	expect(await signedInAs(browser)).toBeNull();
	const replayed = await t.app.inject({ url: '/api/account/authenticate', headers: { cookie } });
	expect(replayed.statusCode).toBe(401);
	const acts = await t.storage.inPlatform((tx) =>
		tx.query<{ action: string }>(
			'select action from platform_activity a join app_user u on u.id = a.user_id where u.email = $1 order by a.at',
			[email],
		),
	);
	expect(acts.map((a) => a.action)).toEqual(['signed_in', 'signed_out']);
});

test('the provider publishes its discovery document under the issuer', async () => {
	const answer = (await newBrowser().get('/identity/.well-known/openid-configuration')).json();
	expect(answer.issuer).toBe('http://localhost:4000/identity');
	expect(answer.authorization_endpoint).toBe('http://localhost:4000/identity/auth');
	expect(answer.token_endpoint).toBe('http://localhost:4000/identity/token');
	expect(answer.scopes_supported).toContain('API');
});
