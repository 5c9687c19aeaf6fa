/** Attacks on getting in that have no other place: look-alike and mixed-case addresses, fixed sessions, led astray, roles by stealth. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { addUser, printedLink } from '../src/wings/identity/wing.ts';
import { ORIGIN, type TestApp, testApp } from './app.ts';
import { createBrowser } from './browser.ts';
import { addApplication, beginAt, goThrough } from './tokens.ts';

let t: TestApp;
/** The same program once more, as another process would be: nothing shared but the database. */
let other: TestApp;
let ips = 0;
beforeAll(async () => {
	t = await testApp();
	other = await testApp();
});
afterAll(async () => {
	await other.stop();
	await t.stop();
});

const newPerson = async (local = `a-${newId()}`) => {
	const email = `${local}@example.com`;
	const userId = await t.storage.inPlatform((tx) => addUser(tx, email, 'Aino', []));
	return { email, userId };
};
const newBrowser = () => createBrowser(t.app, `10.2.${Math.floor(++ips / 250)}.${ips % 250}`);
const mailsTo = (email: string) =>
	t.storage.inPlatform((tx) =>
		tx.query<{ body_text: string }>('select body_text from mail where recipient = $1 order by created_at, id', [email]),
	);
const codeIn = (text = ''): string => /^\d{6}$/m.exec(text)?.[0] ?? '';
const begin = async (browser: ReturnType<typeof newBrowser>, email: string) => {
	const page = await browser.follow(`/identity/login?login_hint=${encodeURIComponent(email)}`);
	return /\/identity\/interaction\/([\w-]+)/.exec(page.url)?.[1] ?? '';
};
const signedInAs = async (browser: ReturnType<typeof newBrowser>) => {
	const answer = await browser.get('/identity/account/authenticate');
	return answer.status === 200 ? answer.json().data.email : null;
};

test('an address in other letters’ case is the same person', async () => {
	const { email } = await newPerson();
	const browser = newBrowser();
	const uid = await begin(browser, ` ${email.toUpperCase()} `);
	const [mail] = await mailsTo(email);
	const entered = await browser.post(`/identity/interaction/${uid}/code`, { code: codeIn(mail?.body_text) });
	await browser.follow(entered.json().data.redirectTo);
	expect(await signedInAs(browser)).toBe(email);
});

test('an address that only looks the same is nobody’s: no mail, no account', async () => {
	const local = `paja-${newId()}`;
	const { email } = await newPerson(local);
	// Cyrillic а, full-width ａ, a combining mark, a zero-width joiner, a right-to-left override
	const alike = [
		email.replace('a', 'а'),
		email.replace('a', 'ａ'),
		`${email[0]}\u0301${email.slice(1)}`,
		`p\u200d${email.slice(1)}`,
		`\u202e${email}`,
	];
	const browser = newBrowser();
	const uid = await begin(browser, `${newId()}@example.com`);
	for (const address of alike) {
		const asked = await browser.post(`/identity/interaction/${uid}/email`, { email: address });
		expect([asked.status, asked.json().error]).toEqual([422, 'Please enter a valid email address']);
		expect(
			(await t.send(null, 'POST', '/api/customer/register', { body: { name: 'Paja Oy', email: address, primaryEmail: 'x', terms: true } }))
				.status,
		).toBe(400);
	}
	expect(await mailsTo(email)).toEqual([]);
});

test('a session that was there before signing in is not the one after it', async () => {
	const { email } = await newPerson();
	const browser = newBrowser();
	const name = 'luvalla_session_4000';
	browser.jar.set(name, 'chosen-by-somebody-else');
	const link = await printedLink({ storage: t.storage, publicUrl: ORIGIN }, email);
	const used = await browser.post('/identity/link', { token: new URL(link ?? '').searchParams.get('token') });
	await browser.follow(used.json().data.redirectTo);
	expect(await signedInAs(browser)).toBe(email);
	expect(browser.jar.get(name)).not.toBe('chosen-by-somebody-else');
	const fixed = newBrowser();
	fixed.jar.set(name, 'chosen-by-somebody-else');
	expect(await signedInAs(fixed)).toBeNull();
});

test('the cookie of a used link is worth nothing in another sign-in: not in another browser’s, and not in an application’s', async () => {
	const { email } = await newPerson();
	const used = async (browser: ReturnType<typeof newBrowser>) => {
		const link = await printedLink({ storage: t.storage, publicUrl: ORIGIN }, email);
		return (await browser.post('/identity/link', { token: new URL(link ?? '').searchParams.get('token') })).json().data.redirectTo;
	};
	const [own, thief] = [newBrowser(), newBrowser()];
	const leads = await used(own);
	const proof = own.jar.get('luvalla_proof_4000') ?? '';
	expect(proof).not.toBe('');
	thief.jar.set('luvalla_proof_4000', proof);
	expect((await thief.follow('/identity/login')).url).toMatch(/^\/identity\/interaction\//);
	// Nor with the address that it was made with, which another browser did not begin.
	thief.jar.set('luvalla_proof_4000', proof);
	expect((await thief.follow(leads)).url).toMatch(/^\/identity\/interaction\//);
	expect(await signedInAs(thief)).toBeNull();
	// An application's sign-in, begun in the same browser in between, asks for a proof of its own.
	const tenant = await t.tenant();
	const { clientId } = await addApplication(t, await t.person([], { adminOf: [tenant] }), tenant);
	expect((await goThrough(own, beginAt(clientId).url)).page).toMatch(/^\/identity\/interaction\//);
	await own.follow(leads);
	expect(await signedInAs(own)).toBe(email);
});

test('no address given to the sign-in leads away from here', async () => {
	for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
		for (const name of ['redirect', 'redirectTo', 'return_to', 'redirect_uri', 'next', 'post_logout_redirect_uri']) {
			const query = new URLSearchParams({ [name]: to });
			for (const path of ['/identity/login', '/identity/link', '/identity/callback', '/']) {
				const { location } = await newBrowser().get(`${path}?${query}`);
				if (location !== null) expect(new URL(location, ORIGIN).origin).toBe(ORIGIN);
			}
		}
	}
	const ended = await newBrowser().get('/identity/session/end?post_logout_redirect_uri=https%3A%2F%2Fevil.example%2F&client_id=portal');
	expect(ended.location ?? '').not.toContain('evil.example');
	const asked = await newBrowser().get(
		`/identity/auth?client_id=portal&response_type=code&scope=openid&redirect_uri=${encodeURIComponent('https://evil.example/')}`,
	);
	expect(asked.location ?? '').not.toContain('evil.example');
});

test('rights cannot be written along with what one may write', async () => {
	const tenant = await t.tenant();
	const person = await t.person(['PARTNER'], { partnerOf: [tenant] });
	const extra = {
		roles: ['ADMIN'],
		Roles: ['ADMIN'],
		isAdmin: true,
		isCustomerAdmin: true,
		customerId: tenant.customerId,
		userId: newId(),
		id: newId(),
	};
	const own = await t.send(person, 'PUT', '/identity/user', { body: { ...extra, name: 'Aino' } });
	const company = await t.send(person, 'PUT', '/api/customer', {
		body: { ...extra, id: tenant.customerId, name: 'Own', status: 2, type: 1, useCM: false, partnerId: newId() },
	});
	expect(own.json().data).toEqual({ username: 'Aino', email: person.email, name: 'Aino', PhoneNumber: '' });
	expect([company.status, company.json().code]).toEqual([403, 'not_allowed']);
	const renamed = await t.send(person, 'PUT', '/api/customer', {
		body: { ...extra, id: tenant.customerId, name: 'Own', status: 2, type: 1 },
	});
	expect(renamed.json().data).toMatchObject({ name: 'Own', status: 1, type: false });
	const after = await t.send(person, 'GET', '/identity/account/authenticate');
	expect(after.json().data.roles).not.toContain('ADMIN');
	const [row] = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query('select status, use_cm from customer where customer_id = $1', [tenant.customerId]),
	);
	expect(row).toMatchObject({ status: 1, use_cm: true });
	expect((await t.send(person, 'GET', '/identity/user/users')).status).toBe(403);
});

test('a role taken away counts in this process at once and in another one by its news', async () => {
	const admin = await t.person(['ADMIN']);
	const person = await t.person(['ADMIN']);
	const opens = async (app: TestApp) => (await app.send(person, 'GET', '/identity/user/users')).status;
	expect([await opens(t), await opens(other)]).toEqual([200, 200]);
	const changed = await t.send(admin, 'PUT', '/identity/user/roles', { body: { UserName: person.email, Roles: [], PhoneNumber: '' } });
	expect(changed.status).toBe(200);
	expect(await opens(t)).toBe(403);
	// Sooner than the five seconds after which a lost message would be noticed anyway.
	await expect.poll(() => opens(other), { timeout: 2000, interval: 5 }).toBe(403);
});
