/** Contents by the calls of their pages, and those who may not. */
import type { Hint } from '@luvalla/contract/engagement/contents.ts';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { nearestTo } from '../../src/wings/engagement/contents/fields.ts';
import { keepAttributes } from '../../src/wings/profiles/wing.ts';
import { startApp } from '../app.ts';
import { LETTER, type Scene, sceneOf } from './content-scene.ts';

const t = await startApp();

const errors = (hints: Hint[]) =>
	hints.filter(({ level }) => level === 'error').map(({ code, control, detail }) => [code, control, detail]);
const letter = (more: object = {}) => ({ title: 'Advent letter', contentType: 'Email', controls: LETTER, ...more });
const code = (answer: { status: number; text: string; json(): { code?: string } }) => [answer.status, answer.json().code];

/** Somebody known on a domain, by the customers' API of profiles. */
const personOf = async ({ tenant, owner, second }: Scene, email: string, on: 'first' | 'second' = 'first'): Promise<string> => {
	const headers = await t.machine(owner, tenant);
	const domainId = on === 'first' ? tenant.domainId : second.domainId;
	const sent = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers,
		body: {
			domainId,
			profiles: [
				{
					person: { email },
					firstName: 'Emma',
					lastName: 'Lindholm',
					locale: 'fi-FI',
					timeZone: 'Europe/Helsinki',
					city: 'Turku',
					attributes: { club: 'Gold' },
				},
			],
		},
	});
	if (sent.status !== 200) throw new Error(sent.text);
	return sent.json().data.results[0].luvallaId;
};

test('a content is written, listed, found by its id, changed, copied and deleted', async () => {
	const s = await sceneOf(t);
	const added = await s.must('POST', 'content', letter());
	expect(added).toMatchObject({
		title: 'Advent letter',
		contentType: 'Email',
		channel: 0,
		content: null,
		status: 0,
		language: 'en',
		markup: 'html',
		domain: s.tenant.host,
		uses: 0,
	});
	expect(errors(added.hints)).toEqual([]);
	expect(added.hints.map((one: Hint) => one.code)).toEqual(expect.arrayContaining(['spam', 'readable']));
	expect((await s.must('GET', 'content')).map((one: { id: string }) => one.id)).toEqual([added.id]);
	expect(await s.must('GET', `content?filter=id:${added.id.toUpperCase()}`)).toMatchObject([{ id: added.id }]);
	expect(await s.must('GET', 'content', undefined, s.second)).toEqual([]);
	const changed = await s.must('PUT', 'content', { id: added.id, title: 'Winter letter' });
	expect(changed).toMatchObject({ title: 'Winter letter', controls: LETTER, language: 'en' });
	expect(code(await s.ask(s.owner, s.tenant, 'POST', 'content', letter({ title: 'winter LETTER' })))).toEqual([409, 'content_known']);
	expect(await s.must('POST', `content/${added.id}/copy`)).toMatchObject({ title: 'Winter letter (2)', status: 0, controls: LETTER });
	expect(await s.must('POST', `content/${added.id}/copy`)).toMatchObject({ title: 'Winter letter (3)' });
	expect(await s.must('DELETE', `content?id=${added.id}`)).toEqual({ id: added.id });
	expect(code(await s.ask(s.owner, s.tenant, 'DELETE', `content?id=${added.id}`))).toEqual([404, 'not_found']);
});

test('one control is a content of its own, and only channels’ own texts are taken', async () => {
	const s = await sceneOf(t);
	expect(await s.must('POST', 'content', { title: 'Line', contentType: 'subject', content: 'Hi {{ person.first_name }}' })).toMatchObject({
		contentType: 'subject',
		channel: null,
		content: 'Hi {{ person.first_name }}',
		hints: [],
	});
	expect(code(await s.ask(s.owner, s.tenant, 'POST', 'content', { title: 'x', contentType: 'Carrier pigeon' }))).toEqual([
		422,
		'unknown_content_type',
	]);
	expect(
		code(await s.ask(s.owner, s.tenant, 'POST', 'content', { title: 'x', contentType: 'SMS', controls: { en: { subject: 'x' } } })),
	).toEqual([422, 'not_of_channel']);
	expect(
		code(await t.send(s.owner, 'POST', '/api/manage/content', { headers: { customer_key: String(s.tenant.customerId) }, body: letter() })),
	).toEqual([422, 'domain_wanted']);
});

test('what is missing has the prompts of the specification; an HTML letter needs neither body nor picture', async () => {
	const s = await sceneOf(t);
	const empty = await s.must('POST', 'content', letter({ controls: { en: {} } }));
	expect(errors(empty.hints)).toEqual([
		['missing', 'simpletext', 'Enter Text Content'],
		['missing', 'heroimage', 'Enter Image Url'],
		['missing', 'subject', 'Enter Subject'],
		['missing', 'body', 'Enter Body Content'],
	]);
	expect(code(await s.ask(s.owner, s.tenant, 'POST', `content/${empty.id}/approve`))).toEqual([422, 'content_incomplete']);
	const raw = await s.must('POST', 'content', letter({ title: 'Raw', controls: { en: { subject: 'Hi', rawhtml: '<p>Hello</p>' } } }));
	expect(errors(raw.hints)).toEqual([]);
});

test('an approved content is a draft again when it changes, and stays approved when nothing does', async () => {
	const s = await sceneOf(t);
	const { id } = await s.must('POST', 'content', letter());
	expect(await s.must('POST', `content/${id}/approve`)).toMatchObject({ status: 5 });
	expect(await s.must('PUT', 'content', { id, title: 'Advent letter' })).toMatchObject({ status: 5 });
	expect(await s.must('PUT', 'content', { id, status: 5, controls: { en: { ...LETTER.en, subject: 'Other' } } })).toMatchObject({
		status: 0,
	});
});

test('nothing is suggested where nothing is near', () => {
	const fields = ['first_name', 'city'].map((name) => ({
		path: `person.${name}`,
		parts: ['person', name],
		label: { en: name, fi: name },
		kind: 'text' as const,
	}));
	expect(['person.nimi', 'person.ctiy', 'person.firstname', 'first_name'].map((path) => nearestTo(path, fields))).toEqual([
		null,
		'person.city',
		'person.first_name',
		'person.first_name',
	]);
});

test('a field that nobody knows is an error with the one that was meant', async () => {
	const s = await sceneOf(t);
	await t.storage.inTenant(s.tenant.customerId, (tx) =>
		keepAttributes(
			tx,
			s.tenant.customerId,
			new Map([
				['shop', 'text'],
				['shoe size', 'number'],
			]),
		),
	);
	const body = `${LETTER.en.body}\n<p>Your shop on {{ attributes.shpo }}, {{ attributes.shop }} {{ attributes["shoe size"] }} {{ first_name }} {% for x in (1..3) %}{{ x }}{% endfor %}</p>`;
	const { hints, id } = await s.must('POST', 'content', letter({ controls: { en: { ...LETTER.en, body } } }));
	expect(hints.filter((one: Hint) => one.code === 'unknown_field')).toMatchObject([
		{ level: 'error', detail: 'attributes.shpo', instead: 'attributes.shop', control: 'body', language: 'en', line: 2 },
		{ detail: 'first_name', instead: 'person.first_name' },
	]);
	expect(code(await s.ask(s.owner, s.tenant, 'POST', `content/${id}/approve`))).toEqual([422, 'content_incomplete']);
	const fields = await s.must('GET', 'content/fields');
	expect(fields.map((one: { path: string }) => one.path)).toEqual(
		expect.arrayContaining(['person.city', 'attributes.shop', 'attributes["shoe size"]', 'links.unsubscribe']),
	);
});

test('a link of a text message that is a field as a whole is said not to be shortened', async () => {
	const s = await sceneOf(t);
	await t.storage.inTenant(s.tenant.customerId, (tx) =>
		keepAttributes(tx, s.tenant.customerId, new Map(['order_url', 'Ruoka linkki', 'page', 'shop_url', 'club'].map((key) => [key, 'text']))),
	);
	const told = async (simpletext: string) => {
		const { hints } = await s.must('POST', 'content', {
			title: simpletext.slice(0, 60),
			contentType: 'SMS',
			controls: { en: { simpletext } },
		});
		return hints.filter((one: Hint) => one.code === 'long_link').map(({ level, detail }: Hint) => [level, detail]);
	};
	expect(
		await told(
			'{{ attributes.club }} {{ attributes.order_url }} {{attributes["Ruoka linkki"] | default: links.why}} {{ attributes.order_url }}',
		),
	).toEqual([
		['warning', 'attributes.order_url'],
		['warning', 'attributes["Ruoka linkki"]'],
	]);
	expect(
		await told('{% if attributes.shop_url %}https://{{ attributes.shop_url }}/{{ attributes.page }}?{{ attributes.order_url }}{% endif %}'),
	).toEqual([]);
});

test('hints tell of shouting, of hidden addresses, of pictures without words, of colours and of size', async () => {
	const s = await sceneOf(t);
	const rawhtml = `<p style="color:#999;background:#fff">x</p><img src="http://a.example/i.png"><a href="https://evil.example/">www.bank.example</a>${`<p>${'word '.repeat(200)}</p>`.repeat(120)}`;
	const { hints } = await s.must('POST', 'content', letter({ controls: { en: { subject: 'FREE MONEY!!!', rawhtml } } }));
	const of = (wanted: string): Hint => hints.find((one: Hint) => one.code === wanted);
	expect(of('contrast')).toMatchObject({ level: 'warning', detail: '2.8' });
	expect(of('no_alt')).toMatchObject({ level: 'warning' });
	expect(of('http_picture')).toMatchObject({ detail: 'http://a.example/i.png' });
	expect(of('too_large')).toMatchObject({ level: 'warning' });
	expect(of('spam').level).toBe('warning');
	expect(Number(of('spam').detail)).toBeGreaterThan(4);
	const calm = await s.must('POST', 'content', letter({ title: 'Calm' }));
	expect(Number(calm.hints.find((one: Hint) => one.code === 'spam').detail)).toBeLessThan(1);
});

test('a letter of 10 MB is refused', async () => {
	const s = await sceneOf(t);
	const answer = await s.ask(
		s.owner,
		s.tenant,
		'POST',
		'content',
		letter({ controls: { en: { subject: 'x', rawhtml: 'x'.repeat(10_000_000) } } }),
	);
	expect([400, 413]).toContain(answer.status);
});

test('a preview is made by the engine that sends, as an example person or a real one', async () => {
	const s = await sceneOf(t);
	const body = { channel: 0, language: 'en', controls: LETTER };
	const example = await s.must('POST', 'content/preview', body);
	expect(example.rendered.subject).toBe('Emma, light for the dark months');
	expect(example.rendered.html).toContain('alt="Oak lamp, lit"');
	expect(example.rendered.text).toContain('Hello Emma');
	expect(example.madeText).toContain('{{ person.first_name }}');
	const id = await personOf(s, `emma-${v7()}@example.com`);
	const real = await s.must('POST', 'content/preview', {
		...body,
		person: id,
		controls: {
			en: {
				...LETTER.en,
				subject:
					'{{ person.first_name }} {{ person.city }} {{ attributes.club }} {{ person.language }} {{ "2026-11-30T22:30Z" | date: "%d" }}',
			},
		},
	});
	expect(real.rendered.subject).toBe('Emma Turku Gold fi 01');
	const values = await s.must('GET', `content/fields?person=${id}`);
	expect(values.find((one: { path: string }) => one.path === 'attributes.club')).toMatchObject({ value: 'Gold', kind: 'text' });
	const sms = await s.must('POST', 'content/preview', {
		channel: 1,
		language: 'en',
		controls: { en: { simpletext: `Hei {{ person.first_name }} ${'a'.repeat(160)}` } },
	});
	// As it leaves: it ends with a way out.
	expect(sms.rendered).toMatchObject({ html: null, sms: { parts: 2, encoding: 'GSM-7', characters: 169 + '\nStop: reply STOP'.length } });
	expect(sms.rendered.text).toMatch(/a\nStop: reply STOP$/);
	const failing = await s.must('POST', 'content/preview', {
		channel: 1,
		language: 'en',
		controls: { en: { simpletext: '{% for i in (1..1000000) %}x{% endfor %}' } },
	});
	expect(failing.rendered).toBeNull();
	expect(failing.hints[0]).toMatchObject({ level: 'error', code: 'bad_template' });
});

test('nobody is looked at whom the asker may not see: of another customer, of another domain', async () => {
	const [s, other] = [await sceneOf(t), await sceneOf(t)];
	const theirs = await personOf(other, `t-${v7()}@example.com`);
	const elsewhere = await personOf(s, `e-${v7()}@example.com`, 'second');
	const look = (person: string, who = s.owner, at = s.tenant) =>
		s.ask(who, at, 'POST', 'content/preview', {
			channel: 1,
			language: 'en',
			controls: { en: { simpletext: '{{ person.email }}' } },
			person,
		});
	expect(code(await look(theirs))).toEqual([404, 'not_found']);
	expect(code(await look(elsewhere, s.editor))).toEqual([404, 'not_found']);
	expect(code(await look(elsewhere))).toEqual([404, 'not_found']);
	expect((await look(elsewhere, s.owner, s.second)).status).toBe(200);
	expect(code(await s.ask(s.editor, s.tenant, 'GET', `content/fields?person=${elsewhere}`))).toEqual([404, 'not_found']);
	const listed = (await s.ask(s.editor, s.tenant, 'GET', 'content/people')).json().data;
	expect(listed.map((one: { id: string }) => one.id)).not.toContain(elsewhere);
});

test('another customer’s content, and another domain’s, is none to who may not see it', async () => {
	const [s, other] = [await sceneOf(t), await sceneOf(t)];
	const theirs = await other.must('POST', 'content', letter());
	const elsewhere = await s.must('POST', 'content', letter(), s.second);
	for (const [who, id] of [
		[s.owner, theirs.id],
		[s.editor, elsewhere.id],
	] as const) {
		expect((await s.ask(who, s.tenant, 'GET', `content?filter=id:${id}`)).json().data).toEqual([]);
		expect(code(await s.ask(who, s.tenant, 'PUT', 'content', { id, title: 'Mine' }))).toEqual([404, 'not_found']);
		expect(code(await s.ask(who, s.tenant, 'POST', `content/${id}/approve`))).toEqual([404, 'not_found']);
		expect(code(await s.ask(who, s.tenant, 'POST', `content/${id}/copy`))).toEqual([404, 'not_found']);
		expect(code(await s.ask(who, s.tenant, 'DELETE', `content?id=${id}`))).toEqual([404, 'not_found']);
	}
	expect(await other.must('GET', `content?filter=id:${theirs.id}`)).toMatchObject([{ title: 'Advent letter', status: 0 }]);
	expect((await s.ask(s.editor, s.second, 'POST', 'content', letter({ title: 'Intruder' }))).status).toBe(404);
});

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const sendPicture = async (s: Scene, content: Buffer, name = 'lamp.png') => {
	const boundary = 'a-boundary';
	const payload = Buffer.concat([
		Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="picture"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`),
		content,
		Buffer.from(`\r\n--${boundary}--\r\n`),
	]);
	return t.app.inject({
		method: 'POST',
		url: `/api/manage/content/picture?name=${encodeURIComponent(name)}`,
		headers: {
			'content-type': `multipart/form-data; boundary=${boundary}`,
			cookie: s.owner.cookie,
			origin: 'http://localhost:4000',
			customer_key: String(s.tenant.customerId),
			domain_key: s.tenant.domainId,
		},
		payload,
	});
};

test('a picture is judged by its bytes, kept once, and served for ever to anybody', async () => {
	const s = await sceneOf(t);
	const added = await sendPicture(s, PNG);
	expect(added.statusCode).toBe(200);
	const { url, width, height } = added.json().data;
	expect([width, height]).toEqual([1, 1]);
	expect((await sendPicture(s, PNG, 'again.png')).json().data.url).toBe(url);
	const served = await t.app.inject({ method: 'GET', url: new URL(url).pathname });
	expect(served.statusCode).toBe(200);
	expect(served.rawPayload.equals(PNG)).toBe(true);
	expect(served.headers).toMatchObject({
		'content-type': 'image/png',
		'x-content-type-options': 'nosniff',
		'cache-control': 'public, max-age=31536000, immutable',
	});
	expect(served.headers['content-security-policy']).toContain("default-src 'none'");
	for (const content of [
		'<html><script>alert(1)</script></html>',
		'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
		'GIF89a',
		'',
	])
		expect((await sendPicture(s, Buffer.from(content))).json().code, content).toBe('not_a_picture');
	const path = new URL(url).pathname;
	for (const wrong of [
		path.replace('.png', '.jpg'),
		path.replace(`/${s.tenant.customerId}/`, `/${s.tenant.customerId + 1}/`),
		path.replace('.png', '.png/../x'),
		'/t/i/1/../../etc/passwd',
	])
		expect((await t.app.inject({ method: 'GET', url: wrong })).statusCode, wrong).toBe(404);
	expect((await sendPicture(s, Buffer.concat([PNG, Buffer.alloc(5_000_001)]))).json().code).toBe('too_large');
});
