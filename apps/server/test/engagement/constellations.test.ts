/** Constellations: put together, tried out, published, and what is kept of their secrets. */
import { expect, test } from 'vitest';
import { newId, now } from '../../src/kernel/clock.ts';
import { sql } from '../../src/kernel/storage/rows.ts';
import { SENDING } from '../../src/wings/engagement/channels/all.ts';
import { Frozen } from '../../src/wings/engagement/message.ts';
import { openHook } from '../../src/wings/engagement/web-hook.ts';
import { stopEverything } from '../../src/wings/people/wing.ts';
import { ORIGIN, startApp } from '../app.ts';
import { mailsTo } from '../fixtures.ts';
import { LETTER, type Scene, sceneOf } from './content-scene.ts';

const t = await startApp();

const code = (answer: { status: number; text: string; json(): { code?: string } }) => [answer.status, answer.json().code];
const approved = async (s: Scene, content: object): Promise<string> => {
	const { id } = await s.must('POST', 'content', content);
	await s.must('POST', `content/${id}/approve`);
	return id;
};
const letter = (s: Scene, title = 'Letter') => approved(s, { title, contentType: 'Email', controls: LETTER });
const frozenOf = async (s: Scene, id: string, version: number) =>
	Frozen.parse(
		(
			await t.storage.inTenant(s.tenant.customerId, (tx) =>
				tx.query<{ frozen: unknown }>(
					'select frozen from constellation_version where customer_id = $1 and constellation_id = $2 and version = $3',
					[s.tenant.customerId, id, version],
				),
			)
		)[0]?.frozen,
	);

test('publishing freezes what the contents say; a later change changes no version', async () => {
	const s = await sceneOf(t);
	const content = await letter(s);
	const added = await s.must('POST', 'constellation/', { title: 'Advent', channel: 0, contents: [content] });
	expect(added).toMatchObject({ status: 0, version: null, changed: false, contents: [content], webHook: null });
	expect(await s.must('PUT', `constellation/${added.id}/publish`)).toMatchObject({ status: 1, version: 1, changed: false });
	expect(code(await s.ask(s.owner, s.tenant, 'DELETE', `content?id=${content}`))).toEqual([409, 'content_used']);
	await s.must('PUT', 'content', { id: content, controls: { en: { ...LETTER.en, subject: 'Other words' } } });
	expect(await s.must('GET', `constellation?filter=id:${added.id}`)).toMatchObject([{ status: 1, version: 1, changed: true }]);
	expect(code(await s.ask(s.owner, s.tenant, 'PUT', `constellation/${added.id}/publish`))).toEqual([422, 'not_publishable']);
	await s.must('POST', `content/${content}/approve`);
	expect(await s.must('PUT', `constellation/${added.id}/publish`)).toMatchObject({ version: 2, changed: false });
	expect((await frozenOf(s, added.id, 1)).languages.en?.subject).toBe(LETTER.en.subject);
	expect((await frozenOf(s, added.id, 2)).languages.en?.subject).toBe('Other words');
	expect(await s.must('PUT', 'constellation/', { id: added.id, title: 'Advent mail' })).toMatchObject({
		status: 0,
		version: 2,
		contents: [content],
	});
	expect(await s.must('GET', 'constellation/published')).toMatchObject([{ id: added.id, title: 'Advent mail', version: 2, channel: 0 }]);
	await s.must('DELETE', `constellation?id=${added.id}`);
	expect((await frozenOf(s, added.id, 2)).channel).toBe('email');
});

test('contents go together by the channel, on the domain, each control once, and nothing unapproved is published', async () => {
	const s = await sceneOf(t);
	const [subject, body, hero, sms] = [
		await approved(s, { title: 'Subject', contentType: 'subject', content: 'Hi' }),
		await approved(s, { title: 'Body', contentType: 'body', content: '<p>Hello {{ person.first_name }}</p>' }),
		await approved(s, { title: 'Hero', contentType: 'heroimage', content: 'https://a.example/i.png' }),
		await approved(s, { title: 'Sms', contentType: 'SMS', controls: { en: { simpletext: 'Hi' } } }),
	];
	const other = await s.must('POST', 'content', { title: 'There', contentType: 'subject', content: 'x' }, s.second);
	const again = await s.must('POST', 'content', { title: 'Another', contentType: 'subject', content: 'x' });
	const add = (contents: string[], channel = 0) =>
		s.ask(s.owner, s.tenant, 'POST', 'constellation/', { title: `C ${contents.join()}`, channel, contents });
	expect(code(await add([subject, sms]))).toEqual([422, 'wrong_content']);
	expect(code(await add([subject, other.id]))).toEqual([422, 'unknown_content']);
	expect(code(await add([subject, again.id]))).toEqual([422, 'same_control']);
	const { id } = (await add([body, hero, subject])).json().data;
	expect((await s.must('GET', `constellation/${id}/contents`)).map((one: { contentType: string }) => one.contentType)).toEqual([
		'heroimage',
		'subject',
		'body',
	]);
	expect(await s.must('PUT', `constellation/${id}/publish`)).toMatchObject({ version: 1 });
	const half = (await add([body])).json().data;
	expect(half.hints.map((one: { code: string; control: string }) => [one.code, one.control])).toEqual(
		expect.arrayContaining([
			['missing', 'subject'],
			['missing', 'heroimage'],
		]),
	);
	expect(code(await s.ask(s.owner, s.tenant, 'PUT', `constellation/${half.id}/publish`))).toEqual([422, 'not_publishable']);
	const draft = (await add([body, hero, again.id])).json().data;
	expect(draft.hints).toEqual(expect.arrayContaining([expect.objectContaining({ code: 'not_approved', detail: 'Another' })]));
	expect(code(await s.ask(s.owner, s.tenant, 'PUT', `constellation/${draft.id}/publish`))).toEqual([422, 'not_publishable']);
	const none = (await add([])).json().data;
	expect(code(await s.ask(s.owner, s.tenant, 'PUT', `constellation/${none.id}/publish`))).toEqual([422, 'not_publishable']);
});

test('a webhook is kept on channel 5 alone, without ids of headers, and its values are sealed', async () => {
	const s = await sceneOf(t);
	const secret = 'Bearer a-long-secret-value-1234';
	const webHook = { url: 'https://hooks.example.com/in', headerValues: [{ id: 7, header: 'Authorization', value: secret }] };
	expect(await s.must('POST', 'constellation/', { title: 'Mail', channel: 0, webHook })).toMatchObject({ webHook: null });
	const content = await approved(s, {
		title: 'Hook',
		contentType: 'Webhook',
		controls: { en: { simpletext: 'Hi', heroimage: 'https://a.example/i.png' } },
	});
	const added = await s.must('POST', 'constellation/', { title: 'Hook', channel: 5, webHook, contents: [content] });
	expect(added.webHook).toEqual({ url: webHook.url, headerValues: [{ header: 'Authorization', value: '••••••••1234' }] });
	await s.must('PUT', `constellation/${added.id}/publish`);
	const stored = await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query<{ all: string }>(
			"select jsonb_build_object('hook', (select web_hook from constellation where customer_id = $1 and constellation_id = $2), 'activity', (select jsonb_agg(after) from activity_values where customer_id = $1))::text as all",
			[s.tenant.customerId, added.id],
		),
	);
	expect(stored[0]?.all).toContain('hooks.example.com');
	expect(stored[0]?.all).not.toContain('secret-value');
	expect(stored[0]?.all).not.toContain('"id": 7');
	const frozen = await frozenOf(s, added.id, 1);
	expect(JSON.stringify(frozen)).not.toContain('secret-value');
	if (frozen.webHook === null) throw new Error('The webhook was not frozen.');
	expect(openHook(t.server.kernel.secrets, added.id, frozen.webHook).headerValues).toEqual([{ header: 'Authorization', value: secret }]);
	// Sent back masked it is kept; for another address it is not.
	const kept = await s.must('PUT', 'constellation/', { id: added.id, webHook: added.webHook });
	expect(kept.webHook).toEqual(added.webHook);
	expect(
		code(
			await s.ask(s.owner, s.tenant, 'PUT', 'constellation/', {
				id: added.id,
				webHook: { ...added.webHook, url: 'https://evil.example.com/' },
			}),
		),
	).toEqual([422, 'not_usable']);
	expect(await s.must('PUT', 'constellation/', { id: added.id, channel: 0, contents: [] })).toMatchObject({ webHook: null });
});

test('a trial goes to the people named, marked, and only when the own site asks', async () => {
	const s = await sceneOf(t);
	const to = `tester-${s.tenant.customerId}@example.com`;
	const { id } = await s.must('POST', 'constellation/', {
		title: 'Advent',
		channel: 0,
		contents: [await letter(s)],
		uat: `${to}, ${to.toUpperCase()}`,
	});
	const foreign = { 'sec-fetch-site': 'cross-site' };
	expect(code(await s.ask(s.owner, s.tenant, 'GET', `constellation/${id}/uat`, undefined, foreign))).toEqual([403, 'origin_not_allowed']);
	expect(code(await s.ask(s.owner, s.tenant, 'GET', `constellation/${id}/uat`, undefined, { 'sec-fetch-site': 'none' }))).toEqual([
		403,
		'origin_not_allowed',
	]);
	expect(code(await s.ask(s.owner, s.tenant, 'GET', `constellation/${id}/uat`, undefined, { referer: `${ORIGIN}.evil.example/` }))).toEqual(
		[403, 'origin_not_allowed'],
	);
	const mails = () => mailsTo(t, to);
	expect(await mails()).toEqual([]);
	const trial = async () =>
		(await s.ask(s.owner, s.tenant, 'GET', `constellation/${id}/uat`, undefined, { 'sec-fetch-site': 'same-origin' })).json().data;
	// A stranger's address is asked first, once.
	const asked = { sent: [], failed: [{ address: to, reason: expect.stringContaining('We mailed a link there') }] };
	expect(await trial()).toEqual(asked);
	expect(await trial()).toMatchObject({ sent: [], failed: [{ reason: expect.stringContaining('Open the link that was mailed there') }] });
	const [asking, ...more] = await mails();
	expect([asking?.subject, more]).toEqual(['May letters be tried out on you?', []]);
	const link = /\/u\/trial\?to=\S+/.exec(asking?.bodyText ?? '')?.[0] ?? '';
	const page = await t.app.inject({ method: 'GET', url: link });
	expect([page.statusCode, page.payload.includes('Yes, send them to me')]).toEqual([200, true]);
	expect((await trial()).sent).toEqual([]);
	const answer = (payload: string) =>
		t.app.inject({ method: 'POST', url: link, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload });
	expect((await answer('do=yes')).payload).toContain('may send you letters that are tried out');
	expect(await trial()).toEqual({ sent: [to], failed: [] });
	expect((await mails())[0]).toMatchObject({ subject: '[UAT] Emma, light for the dark months' });
	expect((await mails())[0]?.bodyHtml).toContain('Hello Emma');
	// One press of a mail program ends it; nobody but they begin it again.
	expect((await answer('List-Unsubscribe=One-Click')).statusCode).toBe(200);
	expect(await trial()).toEqual({ sent: [], failed: [{ address: to, reason: 'No letters go to this address from here.' }] });
	const made = await t.app.inject({
		method: 'POST',
		url: '/u/trial?to=v1.a.b.c',
		payload: 'do=yes',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	});
	expect(made.statusCode).toBe(404);
	const written = (await mails()).length;
	const statuses: number[] = [];
	for (let n = 0; n < 20; n++) statuses.push((await s.ask(s.owner, s.tenant, 'GET', `constellation/${id}/uat`)).status);
	expect(statuses.at(-1)).toBe(429);
	expect(await mails()).toHaveLength(written);
});

test('nothing is tried out by mail while the customer is on hold', async () => {
	const s = await sceneOf(t);
	const { customerId } = s.tenant;
	const { id } = await s.must('POST', 'constellation/', {
		title: 'Held',
		channel: 0,
		contents: [await letter(s)],
		uat: s.owner.email,
	});
	const admin = await t.person(['ADMIN']);
	const put = (status: number) => t.send(admin, 'PUT', `/api/customer/Status?id=${customerId}&status=${status}`);
	for (const [status, code] of [
		[2, 'customer_holds'],
		[0, 'customer_new'],
	] as const) {
		expect((await put(status)).status).toBe(200);
		const refused = await s.ask(s.owner, s.tenant, 'GET', `constellation/${id}/uat`);
		expect([refused.status, refused.json().code]).toEqual([403, code]);
	}
	await put(1);
	expect((await s.ask(s.owner, s.tenant, 'GET', `constellation/${id}/uat`)).json().data.failed).toEqual([]);
});

test('a trial needs addresses, a letter, and a channel that can be sent by', async () => {
	const s = await sceneOf(t);
	const add = (more: object) =>
		s.ask(s.owner, s.tenant, 'POST', 'constellation/', { title: JSON.stringify(more).slice(0, 100), channel: 0, ...more });
	for (const uat of [
		'nobody',
		'a@example.com, b',
		Array.from({ length: 11 }, (_, n) => `a${n}@example.com`).join(),
		'a@example.com\r\nBcc: b@example.com',
	])
		expect(code(await add({ uat })), uat).toEqual([422, 'not_an_address']);
	const uat = async (more: object) => code(await s.ask(s.owner, s.tenant, 'GET', `constellation/${(await add(more)).json().data.id}/uat`));
	expect(await uat({})).toEqual([422, 'no_uat']);
	// As in a release that sends nothing by the web yet.
	const at = SENDING.findIndex(({ word }) => word === 'web');
	const web = SENDING.splice(at, 1);
	expect(web).toHaveLength(1);
	try {
		expect(await uat({ uat: 'a@example.com', channel: 3 })).toEqual([422, 'cannot_send_yet']);
	} finally {
		SENDING.splice(at, 0, ...web);
	}
	const bad = await s.must('POST', 'content', { title: 'Bad', contentType: 'subject', content: '{{ person.first_name' });
	expect(await uat({ uat: 'a@example.com', contents: [bad.id] })).toEqual([422, 'not_publishable']);
});

test('another customer’s constellation, and another domain’s, is none to who may not see it', async () => {
	const [s, other] = [await sceneOf(t), await sceneOf(t)];
	const theirs = await other.must('POST', 'constellation/', { title: 'Theirs', channel: 0, uat: 'a@example.com' });
	const elsewhere = await s.must('POST', 'constellation/', { title: 'There', channel: 0, uat: 'a@example.com' }, s.second);
	for (const [who, id] of [
		[s.owner, theirs.id],
		[s.editor, elsewhere.id],
	] as const) {
		expect((await s.ask(who, s.tenant, 'GET', `constellation?filter=id:${id}`)).json().data).toEqual([]);
		for (const [method, path, body] of [
			['GET', `constellation/${id}/contents`],
			['GET', `constellation/${id}/uat`],
			['PUT', `constellation/${id}/publish`],
			['PUT', 'constellation/', { id, title: 'Mine' }],
			['DELETE', `constellation?id=${id}`],
		] as const)
			expect(code(await s.ask(who, s.tenant, method, path, body)), `${method} ${path}`).toEqual([404, 'not_found']);
	}
	const theirContent = await letter(other);
	expect(code(await s.ask(s.owner, s.tenant, 'POST', 'constellation/', { title: 'Stolen', channel: 0, contents: [theirContent] }))).toEqual(
		[422, 'unknown_content'],
	);
});

test('one that a campaign holds stays', async () => {
	const s = await sceneOf(t);
	const { id } = await s.must('POST', 'constellation/', { title: 'Held', channel: 0 });
	await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query(
			`insert into campaign (customer_id, campaign_id, domain_id, title, constellation, is_transactional, status, changes, options, created_at, changed_at)
			values ($1, gen_random_uuid(), $2, 'Campaign', $3, false, 0, '{}', '{}', now(), now())`,
			[s.tenant.customerId, s.tenant.domainId, JSON.stringify([{ constellationIdFK: id, channel: 0 }])],
		),
	);
	expect(code(await s.ask(s.owner, s.tenant, 'DELETE', `constellation?id=${id}`))).toEqual([409, 'constellation_used']);
	// Its lane would send what is written for another channel.
	expect(code(await s.ask(s.owner, s.tenant, 'PUT', 'constellation/', { id, channel: 1 }))).toEqual([409, 'constellation_used']);
	expect(await s.must('PUT', 'constellation/', { id, channel: 0, title: 'Renamed' })).toMatchObject({ channel: 0, title: 'Renamed' });
});

test('a content that a constellation uses stays what it is', async () => {
	const s = await sceneOf(t);
	const [subject, body] = [
		await approved(s, { title: 'Subject', contentType: 'subject', content: 'Hi' }),
		await approved(s, { title: 'Body', contentType: 'body', content: '<p>Hi</p>' }),
	];
	const { id } = await s.must('POST', 'constellation/', { title: 'Advent', channel: 0, contents: [subject, body] });
	const another = [
		{ contentType: 'subject', controls: { en: { subject: 'Hello' } } },
		{ contentType: 'SMS', controls: { en: { simpletext: 'Hello' } } },
	];
	for (const kind of another)
		expect(code(await s.ask(s.owner, s.tenant, 'PUT', 'content', { id: body, ...kind }))).toEqual([409, 'content_used']);
	await s.must('PUT', 'content', { id: body, contentType: 'body', content: '<p>Hello</p>' });
	await s.must('PUT', 'constellation/', { id, contents: [subject] });
	for (const kind of another) expect(await s.must('PUT', 'content', { id: body, ...kind })).toMatchObject(kind);
});

test('the channels are seven, with what each needs', async () => {
	const s = await sceneOf(t);
	const all = await s.must('GET', 'channel');
	expect(all.map((one: { name: string }) => one.name)).toEqual(['Email', 'SMS', 'Mobile', 'Web', 'Leaflet', 'Webhook', 'Ad']);
	expect(all[1]).toEqual({ code: 1, name: 'SMS', contentTypes: ['simpletext'], required: ['simpletext'], canSend: true });
	expect(all[4]).toMatchObject({ name: 'Leaflet', canSend: true });
});

test('a trial is a letter: it goes to nobody who stopped everything, and to no address from which letters come back', async () => {
	const s = await sceneOf(t);
	const { customerId } = s.tenant;
	const [left = '', gone = '', fine = ''] = [...['left', 'gone'].map((name) => `${name}-${newId()}@example.com`), s.owner.email];
	const content = await letter(s);
	const { id } = await s.must('POST', 'constellation/', {
		title: 'Tried',
		channel: 0,
		contents: [content],
		uat: [left, gone, fine].join(', '),
	});
	await t.storage.inTenant(customerId, async (tx) => {
		const names = [{ kind: 'email' as const, value: left, person: newId() }];
		await stopEverything(tx, t.server.kernel.secrets, customerId, { members: [], names, at: now() });
		await tx.run(
			sql`insert into person_identifier (customer_id, kind, value, person, created_at, how, bounced_at) values (${customerId}, 'email', ${gone}, ${newId()}, now(), 'api', now())`,
		);
	});
	const { sent, failed } = (await s.ask(s.owner, s.tenant, 'GET', `constellation/${id}/uat`)).json().data;
	expect([sent, failed]).toEqual([
		[fine],
		[
			{ address: left, reason: 'No letters go to this address from here.' },
			{ address: gone, reason: 'No letters go to this address from here.' },
		],
	]);
});
