/** One's own messages: what came to one's own addresses and what permitted it; nobody else's, and no other customer's. */
import type { AnswerOf } from '@luvalla/contract/call.ts';
import type { myMessages } from '@luvalla/contract/engagement/my-messages.ts';
import { expect, test } from 'vitest';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { type Person, startApp } from '../app.ts';
import { sendLetters } from './letters.ts';
import { campaignScene } from './scene.ts';
import { startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

const read = async (who: Person, language = 'en'): Promise<AnswerOf<typeof myMessages>> => {
	const answer = await t.send(who, 'GET', '/api/account/messages', { headers: { 'accept-language': language } });
	expect(answer.status).toBe(200);
	return answer.json().data;
};

test('a message is told with its campaign, address, moment and the yes behind it, to whose address it came alone', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const [anna, olli, nobody] = [await t.person(), await t.person(), await t.person()];
	await scene.say([anna.email, olli.email], true);
	await scene.say([nobody.email], false);
	const emails = [anna.email, olli.email, nobody.email];
	const { campaign, letter } = await sendLetters(t, scene, sink, { emails, options: { purposes: [scene.purpose] } });
	const { messages, more } = await read(anna);
	expect(more).toBe(false);
	expect(messages).toEqual([
		{
			id: expect.any(String),
			customerId: scene.tenant.customerId,
			customer: `Customer ${scene.tenant.customerId}`,
			domain: scene.tenant.host,
			campaign: campaign.title,
			channel: 0,
			address: anna.email,
			state: 'accepted',
			at: expect.any(String),
			permission: {
				basis: 'consent',
				purposes: [{ name: expect.stringContaining('Letters'), about: expect.any(String) }],
				record: { id: expect.any(String), saidAt: expect.any(String), how: 'api' },
			},
			openedAt: null,
			clickedAt: null,
			leftAt: null,
			why: `/u/${letter(anna.email).name}/why`,
		},
	]);
	// The record is the reader's own: its receipt opens to them, and to nobody else.
	const record = messages[0]?.permission?.record?.id ?? '';
	expect([200, 409]).toContain((await t.send(anna, 'GET', `/api/account/consents/${record}/receipt`)).status);
	expect((await t.send(olli, 'GET', `/api/account/consents/${record}/receipt`)).status).toBe(404);
	// So is whether its proof holds.
	await sealAll(t.server.kernel);
	const proof = await t.send(anna, 'GET', `/api/account/consents/${record}/proof`);
	expect(proof.json().data).toEqual({ proof: 'holds' });
	expect((await t.send(olli, 'GET', `/api/account/consents/${record}/proof`)).status).toBe(404);
	// Their own page of the letter opens by the path.
	const page = await t.app.inject({ method: 'GET', url: messages[0]?.why ?? '' });
	expect([page.statusCode, page.payload.includes('Why did I get this?')]).toEqual([200, true]);
	// Another person sees their own letter; who was left out got none; somebody whom no customer knows sees nothing.
	expect((await read(olli)).messages.map(({ address }) => address)).toEqual([olli.email]);
	expect((await read(nobody)).messages).toEqual([]);
	expect((await read(await t.person())).messages).toEqual([]);
	// What they did stands beside it.
	await t.app.inject({
		method: 'POST',
		url: `/u/${letter(anna.email).name}`,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: 'do=topic',
	});
	expect((await read(anna)).messages[0]?.leftAt).not.toBeNull();
});

test('two customers who wrote to one address are told apart, each under its own name', async () => {
	const anna = await t.person();
	const hosts: string[] = [];
	for (let n = 0; n < 2; n += 1) {
		const scene = await campaignScene(t);
		await scene.smtp(sink.port);
		await scene.say([anna.email], true);
		await sendLetters(t, scene, sink, { emails: [anna.email], options: { purposes: [scene.purpose] } });
		hosts.push(scene.tenant.host);
	}
	const { messages } = await read(anna);
	expect(messages.map(({ domain }) => domain).sort()).toEqual(hosts.sort());
	// Whoever answers for one of the customers learns nothing of a person by this call: it is about the asker's own address.
	const owner = await t.person([], { adminOf: [await t.tenant()] });
	expect((await read(owner)).messages).toEqual([]);
});

test('a letter to an address that somebody else wrote beside the asker’s is not theirs to read until it is confirmed', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const anna = await t.person();
	const other = `other-${anna.email}`;
	await scene.say([anna.email, other], true);
	const { luvallaId: kept } = await scene.person({ email: anna.email });
	const { luvallaId: gone } = await scene.person({ email: other });
	const merged = await t.send(scene.owner, 'POST', `/api/manage/domain/person/${kept}/merge`, {
		headers: { customer_key: String(scene.tenant.customerId) },
		body: { other: gone },
	});
	expect(merged.status).toBe(200);
	await sendLetters(t, scene, sink, { emails: [other], options: { purposes: [scene.purpose] } });
	const own = (await read(anna)).messages;
	expect(own.every(({ address }) => address === anna.email)).toBe(true);
	expect(JSON.stringify(own)).not.toContain(other);
});

test('a letter that a yes of an address permitted that is not confirmed says nothing of that yes', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const anna = await t.person();
	const other = `other-${anna.email}`;
	await scene.say([other], true);
	// known by an answer about something else
	const { id: about } = await scene.fine<{ id: string }>(
		scene.ask('POST', `/api/consent/purpose/${scene.tenant.customerId}`, {
			...{ domainId: scene.tenant.domainId, name: 'Events', wording: { en: { name: 'Events', about: 'Monthly.' } }, channels: ['email'] },
		}),
	);
	await scene.say([anna.email], true, about);
	const { luvallaId: gone } = await scene.person({ email: other });
	const { luvallaId: kept } = await scene.person({ email: anna.email });
	const merged = await t.send(scene.owner, 'POST', `/api/manage/domain/person/${kept}/merge`, {
		headers: { customer_key: String(scene.tenant.customerId) },
		body: { other: gone },
	});
	expect(merged.status).toBe(200);
	const { letter } = await sendLetters(t, scene, sink, { emails: [anna.email], options: { purposes: [scene.purpose] } });
	expect(letter(anna.email).email).toBe(anna.email);
	expect((await read(anna)).messages).toMatchObject([{ address: anna.email, permission: null }]);
});

test('an admin who acts for somebody reads what came, without the page by which the person changes what comes', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const [anna, admin] = [await t.person(), await t.person(['ADMIN'])];
	await scene.say([anna.email], true);
	await sendLetters(t, scene, sink, { emails: [anna.email], options: { purposes: [scene.purpose] } });
	const begun = await t.send(admin, 'POST', '/identity/account/loginasuser', { body: { userName: anna.email } });
	const acting = { ...anna, cookie: `${admin.cookie}; ${String(begun.headers['set-cookie']).split(';')[0]}` };
	expect((await read(anna)).messages).toMatchObject([{ why: expect.stringMatching(/^\/u\//) }]);
	expect((await read(acting)).messages).toMatchObject([{ address: anna.email, why: null }]);
});

test('a message of duty says so: it needed nobody’s yes', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const anna = await t.person();
	await scene.say([anna.email], false);
	await sendLetters(t, scene, sink, { emails: [anna.email], reason: 'A product is called back' });
	expect((await read(anna, 'fi')).messages).toMatchObject([{ permission: { basis: 'transactional', purposes: [], record: null } }]);
});
