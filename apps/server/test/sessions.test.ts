import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { addUser, printedLink } from '../src/wings/identity/wing.ts';
import { type TestApp, testApp } from './app.ts';
import { createBrowser } from './browser.ts';
import { publishBanner } from './fixtures.ts';

let t: TestApp;
let ips = 0;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

const signedIn = async (email: string) => {
	const browser = createBrowser(t.app, `10.3.0.${++ips}`);
	const link = await printedLink({ storage: t.storage, publicUrl: 'http://localhost:4000' }, email);
	const used = await browser.post('/identity/link', { token: new URL(link ?? '').searchParams.get('token') });
	await browser.follow(used.json().data.redirectTo);
	return browser;
};
const newAdmin = async () => {
	const email = `a-${newId()}@example.com`;
	await t.storage.inPlatform((tx) => addUser(tx, email, 'Aino', ['ADMIN']));
	return email;
};
const codeFor = async (email: string) => {
	const rows = await t.storage.inPlatform((tx) =>
		tx.query<{ body_text: string }>('select body_text from mail where recipient = $1 order by created_at desc, id desc', [email]),
	);
	return /^\d{6}$/m.exec(rows[0]?.body_text ?? '')?.[0] ?? '';
};

test('one’s sessions are listed and ended, nobody else’s', async () => {
	const email = await newAdmin();
	const [one, two] = [await signedIn(email), await signedIn(email)];
	const listed = (await one.get('/identity/account/session')).json().data;
	expect(listed).toHaveLength(2);
	const other = listed.find((s: { current: boolean }) => !s.current);
	expect((await t.send(null, 'DELETE', `/identity/account/session/${other.id}`)).status).toBe(401);
	const stranger = await t.person();
	expect((await t.send(stranger, 'DELETE', `/identity/account/session/${other.id}`)).status).toBe(404);
	expect((await one.post('/identity/account/session/endothers', {})).json().data).toEqual({ ended: 1 });
	expect((await two.get('/identity/user')).status).toBe(401);
	expect((await one.get('/identity/user')).status).toBe(200);
});

test('log in as user: marked, under both names, ended by a button, told by mail', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const email = await newAdmin();
	const browser = await signedIn(email);
	const begun = await browser.post('/identity/account/loginasuser', { userName: owner.email });
	expect(begun.json().data.userName).toBe(owner.email);
	const who = async () => (await browser.get('/identity/account/authenticate')).json().data;
	expect(await who()).toMatchObject({ email: owner.email, roles: [], assisted: { by: email } });
	// No more than the person has.
	expect((await browser.get('/api/user/users')).status).toBe(403);
	expect((await browser.post('/identity/account/loginasuser', { userName: owner.email })).status).toBe(403);
	expect((await browser.post('/identity/account/confirm', {})).status).toBe(403);

	const cookie = [...browser.jar].map(([k, v]) => `${k}=${v}`).join('; ');
	await publishBanner(t, { userId: owner.userId, email: owner.email, cookie }, tenant);
	const acts = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ action: string; who: string; as_whom: string }>(
			'select a.action, u.email as who, v.email as as_whom from activity a join app_user u on u.id = a.user_id join app_user v on v.id = a.as_user_id order by a.at',
		),
	);
	expect(acts).toEqual([
		{ action: 'added', who: email, as_whom: owner.email },
		{ action: 'published', who: email, as_whom: owner.email },
	]);

	expect((await browser.post('/identity/account/loginasuser/end', {})).status).toBe(200);
	expect(await who()).toMatchObject({ email, assisted: null });
	expect((await t.app.inject({ url: '/api/user', headers: { cookie } })).json().data?.email).toBe(email);
	const mails = await t.storage.inPlatform((tx) =>
		tx.query<{ body_text: string }>('select body_text from mail where recipient = $1', [owner.email]),
	);
	expect(mails).toHaveLength(1);
	expect(mails[0]?.body_text).toContain(email);
	expect((await browser.post('/identity/account/loginasuser/end', {})).json().code).toBe('not_assisted');
});

test('acting as somebody ends when its admin is one no longer, is gone or ends their other sessions, and when they become one', async () => {
	const head = await t.person(['ADMIN']);
	const roles = (UserName: string, Roles: string[]) => t.send(head, 'PUT', '/api/user/roles', { body: { UserName, Roles } });
	const becomesAdmin = (_: string, person: string) => roles(person, ['ADMIN']);
	for (const end of [
		(email: string) => roles(email, []),
		(email: string) => t.send(head, 'DELETE', `/api/user?email=${email}`),
		becomesAdmin,
		async (email: string) => (await signedIn(email)).post('/identity/account/session/endothers', {}),
		(_email: string, _person: string, browser: Awaited<ReturnType<typeof signedIn>>) => browser.post('/identity/account/logoff', {}),
	]) {
		const [email, person] = [await newAdmin(), await t.person()];
		const browser = await signedIn(email);
		await browser.post('/identity/account/loginasuser', { userName: person.email });
		const who = async () => (await browser.get('/identity/account/authenticate')).json().data?.email;
		expect(await who()).toBe(person.email);
		expect((await end(email, person.email, browser)).status).toBe(200);
		expect(await who()).not.toBe(person.email);
		if (end === becomesAdmin) continue;
		// They are told at once, and of no longer than it was.
		const told = await t.storage.inPlatform((tx) =>
			tx.query<{ body_text: string }>('select body_text from mail where recipient = $1', [person.email]),
		);
		expect(told.map(({ body_text }) => body_text.includes(email))).toEqual([true]);
	}
});

test('never as another admin, as oneself or as nobody', async () => {
	const email = await newAdmin();
	const browser = await signedIn(email);
	const as = async (userName: string) => (await browser.post('/identity/account/loginasuser', { userName })).json().code;
	expect(await as(await newAdmin())).toBe('not_an_admin_account');
	expect(await as(email)).toBe('own_session');
	expect(await as('nobody@example.com')).toBe('unknown_user');
	expect((await browser.get('/identity/account/authenticate')).json().data.email).toBe(email);
});

test('an act that wants fresh proof says so, and opens after a code', async () => {
	const email = await newAdmin();
	const person = await t.person();
	const browser = await signedIn(email);
	await t.storage.inPlatform((tx) =>
		tx.query(`update session set confirmed_at = now() - interval '11 minutes' where user_id = (select id from app_user where email = $1)`, [
			email,
		]),
	);
	await t.server.kernel.askers.changed('*');
	const refused = await browser.post('/identity/account/loginasuser', { userName: person.email });
	expect([refused.status, refused.json().code]).toEqual([403, 'confirm_identity']);
	expect((await browser.post('/identity/account/confirm', { language: 'fi' })).json().data).toEqual({ email });
	expect((await browser.post('/identity/account/confirm/code', { code: 'abcdef' })).json().code).toBe('wrong_code');
	expect((await browser.post('/identity/account/confirm/code', { code: await codeFor(email) })).status).toBe(200);
	expect((await browser.post('/identity/account/loginasuser', { userName: person.email })).status).toBe(200);
});
