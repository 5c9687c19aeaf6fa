/** Stop everything follows the person, by every door that people and addresses pass; and whoever counts or sends people knows it. */
import { expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { bool, row, sql, uuid } from '../../src/kernel/storage/rows.ts';
import { nameKept } from '../../src/wings/consent/answers/added.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { eraseBrought, takeBackAddresses } from '../../src/wings/consent/answers/take-back.ts';
import { lockPeople, mergePersons, namePeople, unmergePerson } from '../../src/wings/people/wing.ts';
import { bringDomain } from '../../src/wings/tenancy/wing.ts';
import { startApp } from '../app.ts';
import { httpPeer } from '../connectors/peers.ts';
import { pressOn, sendLetters } from './letters.ts';
import { campaignScene } from './scene.ts';
import { startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

const press = pressOn(t);

/** Somebody who was written to, and what the doors are called by. */
const reader = async (to?: string) => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const [email = ''] = to === undefined ? scene.emails(1) : [to];
	await scene.say([email], true);
	const { letter } = await sendLetters(t, scene, sink, { emails: [email], options: { purposes: [scene.purpose] } });
	const path = `/u/${letter(email).name}`;
	const { luvallaId } = await scene.person({ email });
	const { customerId, domainId } = scene.tenant;
	const answer = async (person: object, at = new Date(), purpose = scene.purpose) => {
		const answers = [{ person, purpose, value: true, at: at.toISOString(), source: 'Paper' }];
		const sent = await t.send(null, 'POST', '/edge/v1/consents', { headers: scene.machine, body: { domainId, answers } });
		expect(sent.status).toBe(200);
		return sent.json().data.results[0];
	};
	const takeAway = async (value: string): Promise<void> => {
		const taken = await t.send(scene.owner, 'POST', `/api/audit/domain/people/${luvallaId}/identifiers/remove`, {
			headers: scene.headers,
			body: { kind: 'email', value },
		});
		expect([taken.status, taken.text]).toEqual([200, expect.anything()]);
	};
	/** What becomes of these by a campaign of this purpose, by the sheet before it and by its run. */
	const outcome = async (emails: readonly string[], purpose = scene.purpose) => {
		await scene.followed();
		const { id } = await scene.campaign({
			audience: await scene.audience([await scene.segment(emails)]),
			constellation: await scene.published(),
			options: { purposes: [purpose] },
		});
		await scene.followed();
		const sheet = await scene.fine<{ reached: number; lanes: { left: { reason: string; count: number }[] }[] }>(
			scene.ask('GET', `/api/manage/campaign/${id}/before`),
		);
		await scene.execute(id);
		const { states, reasons } = await scene.until(id, ['done', 'failed']);
		const run = { accepted: states.accepted, left: reasons.map(({ reason, count }: { reason: string; count: number }) => [reason, count]) };
		// Sheet and run come to the same.
		expect({ accepted: sheet.reached, left: sheet.lanes[0]?.left.map(({ reason, count }) => [reason, count]) }).toEqual(run);
		return run;
	};
	return { scene, email, path, luvallaId, customerId, domainId, answer, takeAway, outcome };
};
const OBJECTED = { accepted: 0, left: [['objected', 1]] };
const REACHED = { accepted: 1, left: [] };
const DAY_MS = 86_400_000;

test('To a new address, the old one removed, on another basis, and over a yes that is brought from before', async () => {
	const { scene, email, path, luvallaId, customerId, answer, takeAway, outcome } = await reader();
	const [next = ''] = scene.emails(1, 'next');
	await press(path, 'do=everything');
	await answer({ luvallaId, email: next });
	await takeAway(email);
	expect(await outcome([next])).toEqual(OBJECTED);
	// Whatever needs no yes.
	const basis = await scene.addPurpose({ channels: ['email'], basis: 'existing customer', basisSegment: await scene.segment([next]) });
	expect(await outcome([next], basis)).toEqual(OBJECTED);
	// A purpose that is new to them: a yes from before the stop is evidence, and one from after it permits nothing either.
	const other = await scene.addPurpose({ channels: ['email'] });
	const before = await answer({ email: next }, new Date(Date.now() - 20 * DAY_MS), other);
	expect(before).toMatchObject({ outcome: 'stored', holds: false });
	const holds = await scene.tenantTx((tx) =>
		tx.rows(
			row({ value: bool }),
			sql`select value from consent_state where customer_id = ${customerId} and person = ${luvallaId} and purpose_id = ${other}`,
		),
	);
	expect(holds).toEqual([]);
	expect(await answer({ email: next }, new Date(), other)).toMatchObject({ outcome: 'stored', holds: true });
	expect(await outcome([next], other)).toEqual(OBJECTED);
	// What is not about messages is not what they stopped.
	const statistics = await scene.addPurpose();
	expect(await answer({ email: next }, new Date(Date.now() - 20 * DAY_MS), statistics)).toMatchObject({ holds: true });
	// The old one, named anew, is somebody who stopped everything.
	await answer({ email });
	expect(await outcome([email])).toEqual(OBJECTED);
	// They alone take it back; then what they permitted counts.
	await press(path, 'do=resume-all');
	expect(await outcome([next], other)).toEqual(REACHED);
});

test('An address that came after the stop and is taken away again keeps it, for whoever is named by it', async () => {
	const { scene, path, luvallaId, answer, takeAway, outcome } = await reader();
	const [later = ''] = scene.emails(1, 'later');
	await press(path, 'do=everything');
	await answer({ luvallaId, email: later });
	await takeAway(later);
	expect((await answer({ email: later })).luvallaId).not.toBe(luvallaId);
	expect(await outcome([later])).toEqual(OBJECTED);
});

test('Through an erasure, by every address of the end, and from there to a new one', async () => {
	const { scene, email, path, luvallaId, customerId, answer, outcome } = await reader();
	const [second = '', third = ''] = scene.emails(2, 'more');
	await press(path, 'do=everything');
	await answer({ luvallaId, email: second });
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
	const { luvallaId: anew } = await answer({ email: second });
	expect(anew).not.toBe(luvallaId);
	expect(await answer({ email: second }, new Date(Date.now() - DAY_MS), await scene.addPurpose({ channels: ['email'] }))).toMatchObject({
		holds: false,
	});
	// Somebody of whom nothing but a hash said it: it is theirs now, and goes on.
	await answer({ luvallaId: anew, email: third });
	await t.send(scene.owner, 'POST', `/api/audit/domain/people/${anew}/identifiers/remove`, {
		headers: scene.headers,
		body: { kind: 'email', value: second },
	});
	expect(await outcome([third])).toEqual(OBJECTED);
	await answer({ email });
	expect(await outcome([email])).toEqual(OBJECTED);
});

test('Through merge and parting: one who is one with them is not written to, and is again when they are two', async () => {
	const { scene, email, path, luvallaId: gone, customerId, outcome } = await reader();
	const [other = ''] = scene.emails(1, 'other');
	await scene.say([other], true);
	const { luvallaId: kept } = await scene.person({ email: other });
	await press(path, 'do=everything');
	const { hooks } = t.server.kernel;
	await scene.tenantTx((tx) => mergePersons(tx, hooks, customerId, { gone, kept }, 'user:test'));
	expect(await outcome([other])).toEqual(OBJECTED);
	await scene.tenantTx((tx) => unmergePerson(tx, hooks, customerId, gone, 'user:test'));
	expect(await outcome([other, email])).toEqual({ accepted: 1, left: [['objected', 1]] });
});

test('Through an import that is undone: addresses and people that it brought are remembered', async () => {
	const { scene, email, path, luvallaId, customerId, answer, outcome } = await reader();
	const [beside = ''] = scene.emails(1, 'beside');
	const { kernel } = t.server;
	const upload = newId();
	const bring = (key: object) =>
		scene.tenantTx(async (tx) => {
			await lockPeople(tx, customerId);
			const [who] = await namePeople(tx, customerId, [key]);
			if (typeof who !== 'object') throw new Error(String(who));
			await nameKept(tx, kernel, customerId, [{ who, domainId: null }], { how: 'import', by: 'user:test', upload });
			return who.person;
		});
	await press(path, 'do=everything');
	expect(await bring({ email, externalId: 'n' })).toBe(luvallaId);
	await bring({ luvallaId, email: beside });
	const words = [
		{ kind: 'externalId', value: 'n' },
		{ kind: 'email', value: beside },
	];
	await t.storage.inErasure(customerId, (tx) => takeBackAddresses(tx, kernel, customerId, { upload, words }));
	expect((await answer({ email: beside })).luvallaId).not.toBe(luvallaId);
	expect(await outcome([beside])).toEqual(OBJECTED);
	// Nobody any more, by the undoing of what made them known.
	const { luvallaId: brought, recordId } = await answer({ email: beside });
	await t.storage.inErasure(customerId, async (tx) => {
		const all = await tx.rows(
			row({ id: uuid }),
			sql`select id from consent_record where customer_id = ${customerId} and person = ${brought}`,
		);
		await eraseBrought(tx, kernel, customerId, { upload, persons: [brought], records: [...all.map(({ id }) => id), recordId] });
	});
	await answer({ email: beside });
	expect(await outcome([beside])).toEqual(OBJECTED);
});

test('Their own yes, signed in, undoes it at whatever address they have by then', async () => {
	const person = await t.person();
	const { scene, path, luvallaId, customerId, answer, outcome } = await reader(person.email);
	const [next = ''] = scene.emails(1, 'next');
	await press(path, 'do=everything');
	await answer({ luvallaId, email: next });
	expect(await outcome([next])).toEqual(OBJECTED);
	const body = { customerId, answers: [{ purposeId: scene.purpose, value: true }] };
	expect((await t.send(person, 'POST', '/api/account/consents', { body })).status).toBe(200);
	expect(await outcome([next])).toEqual(REACHED);
});

test('Estimate, people of it, the person’s own page and a connector know of it as the run does', async () => {
	const { scene, email, path, luvallaId, customerId } = await reader();
	const [staying = ''] = scene.emails(1, 'staying');
	await scene.say([staying], true);
	// On another domain's purpose their yes stands: stopping said no on the letter's domain alone.
	const elsewhere = newId();
	const domain = { host: `elsewhere.c${customerId}.example.com`, name: '', webhookUrl: null, webhookHeaders: null };
	await scene.tenantTx((tx) => bringDomain(tx, customerId, elsewhere, domain));
	const headers = { ...scene.headers, domain_key: elsewhere };
	const added = await t.send(scene.owner, 'POST', `/api/consent/purpose/${customerId}`, {
		headers,
		body: { domainId: elsewhere, name: 'Other letters', wording: { en: { name: 'Other', about: 'Other.' } }, channels: ['email'] },
	});
	const { id: purposeId } = added.json().data;
	const at = new Date().toISOString();
	const answers = [email, staying].map((one) => ({ person: { email: one }, purpose: purposeId, value: true, at, source: 'Paper' }));
	const sent = await t.send(null, 'POST', '/edge/v1/consents', { headers: scene.machine, body: { domainId: elsewhere, answers } });
	expect(sent.json().data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['stored', 'stored']);

	const segment = await scene.segment([email, staying]);
	const made = (await t.send(scene.owner, 'POST', '/api/manage/audience', { headers, body: { title: 'Both', segments: [segment] } })).json()
		.data;
	expect((await t.send(scene.owner, 'POST', `/api/manage/audience/${made.id}/approve`, { headers })).status).toBe(200);
	const told: { added: { email: string }[]; removed: object[] }[] = [];
	const server = await httpPeer(({ body }, response) => {
		told.push(JSON.parse(body).data);
		response.end();
	});
	const connector = await scene.add('webhook', {
		url: `${server.url}/hook`,
		secret: `whsec_${Buffer.from('outbound-outbound-outbound-12345').toString('base64')}`,
		direction: 'outbound',
		audienceId: made.id,
		purposeId,
		fields: ['email'],
	});
	const seen = async () => {
		await scene.followed();
		const ask = async (url: string) => (await t.send(scene.owner, 'GET', url, { headers })).json();
		const asked = `segments=${segment}&IsOr=false`;
		// The first estimate has whom channels reach built.
		let { data } = await ask(`/api/manage/audience/estimate?${asked}`);
		while (data.reach === null) ({ data } = await ask(`/api/manage/audience/estimate?${asked}`));
		const { reachable, left } = data.reach.find(({ channel }: { channel: string }) => channel === 'email');
		const people = await ask(`/api/manage/audience/people?${asked}&channel=email&reason=objected`);
		const page = await ask(`/api/manage/domain/person/${luvallaId}`);
		return { reachable, left, objected: people.data.count, channels: page.data.channels };
	};
	await seen();
	expect(await seen()).toEqual({ reachable: 2, left: [], objected: 0, channels: ['email'] });
	expect(await scene.run(connector.id)).toMatchObject({ counts: { added: 2, removed: 0 } });
	await press(path, 'do=everything');
	await seen();
	expect(await seen()).toEqual({ reachable: 1, left: [{ reason: 'objected', count: 1 }], objected: 1, channels: [] });
	expect(await scene.run(connector.id)).toMatchObject({ counts: { added: 0, removed: 1 } });
	expect(told.at(-1)).toMatchObject({ added: [], removed: [{}] });
	// Taken back, they are told of again.
	await press(path, 'do=resume-all');
	expect(await scene.run(connector.id)).toMatchObject({ counts: { added: 1, removed: 0 } });
	await server.stop();
});
