/** Feedback arrives: it is stored, support is mailed with the sender as Reply-To, and platform admins list, mark and export it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { type Person, type TestApp, testApp } from './app.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
	t = await testApp({ SUPPORT_URL: 'mailto:help@luvalla.example?subject=Luvalla' });
	admin = await t.person(['ADMIN']);
});
afterAll(() => t.stop());

const send = (person: Person, message: string, page?: string, language = 'en') =>
	t.send(person, 'POST', `/api/user/contactus?${new URLSearchParams({ message, ...(page !== undefined && { page }) })}`, {
		headers: { 'accept-language': language },
	});
const listed = async (query: string) => (await t.send(admin, 'GET', `/api/admin/feedback?${query}`)).json();
interface Mail {
	recipient: string;
	reply_to: string | null;
	subject: string;
	body_text: string;
	body_html: string;
}
const mailsFrom = (email: string): Promise<Mail[]> =>
	t.storage.inPlatform((tx) =>
		tx.query<Mail>('select recipient, reply_to, subject, body_text, body_html from mail where reply_to = $1 order by created_at', [email]),
	);

test('a message is listed with who, when and from which page, and mailed to support, who answers the sender', async () => {
	const anna = await t.person();
	const word = newId();
	const sent = await send(anna, `  The list is empty ${word}.\nSee https://evil.example/x <b>now</b>  `, '/customerdomains');
	expect(sent.status).toBe(200);
	const { data, page } = await listed(`q=${word}`);
	expect(page).toMatchObject({ total: 1 });
	expect(data).toEqual([
		{
			id: sent.json().data.id,
			at: expect.any(String),
			who: anna.email,
			page: '/customerdomains',
			message: `The list is empty ${word}.\nSee https://evil.example/x <b>now</b>`,
			status: 'open',
			answeredAt: null,
			answeredBy: null,
		},
	]);
	const [mail, ...more] = await mailsFrom(anna.email);
	expect(more).toEqual([]);
	expect(mail).toMatchObject({ recipient: 'help@luvalla.example', reply_to: anna.email, subject: `Feedback from ${anna.email}` });
	expect(mail?.body_text).toContain(`The list is empty ${word}.\nSee evil.example/x <b>now</b>`);
	expect(mail?.body_text).toContain('Page: /customerdomains');
	expect(mail?.body_text).toContain(`/portalActivity/feedback?id=${sent.json().data.id}`);
	expect(mail?.body_html).toContain('&#60;b&#62;now');
	expect(mail?.body_html).not.toContain('https://evil');
});

test('a message is marked answered and open again, once each in the activity, and found by what it is', async () => {
	const anna = await t.person();
	const word = newId();
	const id: string = (await send(anna, `First ${word}`, undefined, 'fi')).json().data.id;
	await send(anna, `Second ${word}`);
	expect((await mailsFrom(anna.email))[0]?.subject).toBe(`Palaute käyttäjältä ${anna.email}`);
	const mark = (status: string) => t.send(admin, 'PUT', `/api/admin/feedback/${id}`, { body: { status } });
	const marked = await mark('answered');
	expect(marked.json().data).toMatchObject({ status: 'answered', answeredBy: admin.email, answeredAt: expect.any(String), page: null });
	// said twice, it stays as it was first said
	expect((await mark('answered')).json().data).toEqual(marked.json().data);
	const words = async (query: string) => (await listed(query)).data.map((one: { message: string }) => one.message.split(' ')[0]);
	expect(await words(`q=${word}`)).toEqual(['Second', 'First']);
	expect(await words(`q=${word}&sort=at`)).toEqual(['First', 'Second']);
	expect(await words(`q=${word}&status=answered`)).toEqual(['First']);
	expect(await words(`q=${word}&filter=status:open`)).toEqual(['Second']);
	expect(await words(`q=${encodeURIComponent(anna.email)}`)).toHaveLength(2);
	expect((await mark('open')).json().data).toMatchObject({ status: 'open', answeredAt: null, answeredBy: null });
	expect((await t.send(admin, 'GET', `/api/admin/feedback/${id}`)).json().data).toMatchObject({ id, status: 'open' });
	const acts = await t.storage.inPlatform((tx) =>
		tx.query<{ action: string }>(`select action from platform_activity where thing = 'feedback' and thing_id = $1`, [id]),
	);
	expect(acts).toHaveLength(2);
	const file = await t.send(admin, 'GET', `/api/admin/feedback/file?q=${word}`, { headers: { 'accept-language': 'fi' } });
	expect(file.headers['content-type']).toContain('text/csv');
	const [head, ...lines] = file.text.replace('\uFEFF', '').trim().split('\n');
	expect(head).toBe('Milloin,Kuka,Sivu,Viesti,Tila,Vastattu,Vastaaja');
	expect(lines).toHaveLength(2);
	expect(lines[0]).toContain('Second');
});

test('what is nobody’s message is 404, a page with a query is refused, and nobody but ADMIN reads any of it', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	for (const person of [owner, await t.person(['PARTNER']), await t.person()]) {
		expect((await t.send(person, 'GET', '/api/admin/feedback')).status).toBe(403);
		expect((await t.send(person, 'GET', '/api/admin/feedback/file')).status).toBe(403);
		expect((await t.send(person, 'PUT', `/api/admin/feedback/${newId()}`, { body: { status: 'answered' } })).status).toBe(403);
	}
	expect((await t.send(admin, 'GET', `/api/admin/feedback/${newId()}`)).status).toBe(404);
	expect((await t.send(admin, 'PUT', `/api/admin/feedback/${newId()}`, { body: { status: 'answered' } })).status).toBe(404);
	expect((await send(owner, 'hello', '/x?token=secret')).status).toBe(400);
	expect(await mailsFrom(owner.email)).toEqual([]);
});

test('nobody floods support: beyond twenty messages an hour the next one waits, and is neither stored nor mailed', async () => {
	const anna = await t.person();
	for (let n = 0; n < 20; n += 1) expect((await send(anna, `Message ${n}`)).status).toBe(200);
	const refused = await send(anna, 'One too many');
	expect(refused.status).toBe(429);
	expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
	expect(await mailsFrom(anna.email)).toHaveLength(20);
	expect((await listed(`q=${encodeURIComponent(anna.email)}`)).page.total).toBe(20);
});

test('whoever deletes their account is no more answered: what waits for support goes, the message stays without a name', async () => {
	const [anna, word] = [await t.person(), newId()];
	await send(anna, `Stays ${word}`);
	expect((await t.send(anna, 'DELETE', '/api/account')).status).toBe(200);
	expect(await mailsFrom(anna.email)).toEqual([]);
	expect((await listed(`q=${word}`)).data).toMatchObject([{ who: null, message: `Stays ${word}` }]);
});

test('the longest message arrives in whatever letters', async () => {
	const at = await t.app.listen({ port: 0, host: '127.0.0.1' });
	const answer = await fetch(`${at}/api/user/contactus?${new URLSearchParams({ message: '字'.repeat(4000) })}`, {
		method: 'POST',
		headers: { cookie: (await t.person()).cookie, origin: 'http://localhost:4000' },
	});
	expect(answer.status).toBe(200);
});

test('without a mailto: the platform admin is support', async () => {
	const other = await testApp({ ADMIN_EMAIL: 'boss@example.com', SUPPORT_URL: 'https://help.example.com/' });
	try {
		const anna = await other.person();
		expect((await other.send(anna, 'POST', '/api/user/contactus?message=Hei')).status).toBe(200);
		expect(await mailsFrom(anna.email)).toMatchObject([{ recipient: 'boss@example.com' }]);
	} finally {
		await other.stop();
	}
});
