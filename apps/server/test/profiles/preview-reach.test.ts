/** Whom channels reach of a rule that is being written, and of one person: the same numbers as an audience's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { connectorScene } from '../connectors/scene.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

interface Reached {
	channel: string;
	reachable: number;
	left: { reason: string; count: number }[];
}

test('a rule that is being written is told whom each channel reaches, as an audience of its segment is', async () => {
	const s = await connectorScene(t);
	await s.purpose('Letter');
	const [yes] = [await s.say('yes@reach.example', 'Letter', true, { city: 'Turku' })];
	await s.say('other@reach.example', 'Letter', true, { city: 'Oulu' });
	await s.say('no@reach.example', 'Letter', false, { city: 'Turku' });
	const rule = { all: [{ field: 'city', is: 'is', value: 'Turku' }] };
	const preview = (of = rule) =>
		s.fine<{ count: number; reach: Reached[] | null }>(s.ask('POST', '/api/manage/domain/segment/preview', { rule: of }));
	// Sets are made by whoever asks first, and built by the worker.
	expect((await preview()).reach).toBeNull();
	await s.followed();
	const written = await preview();
	expect(written.count).toBe(2);
	expect(written.reach?.find(({ channel }) => channel === 'email')).toEqual({
		channel: 'email',
		reachable: 1,
		left: [{ reason: 'said_no', count: 1 }],
	});
	const { id } = await s.fine<{ id: string }>(s.ask('POST', '/api/manage/domain/segment', { name: 'In Turku', rule }));
	await s.followed();
	const estimate = await s.fine<{ reach: Reached[] }>(s.ask('GET', `/api/manage/audience/estimate?segments=${id}`));
	expect(written.reach).toEqual(estimate.reach);
	// Nobody is nobody of every channel.
	const none = await preview({ all: [{ field: 'city', is: 'is', value: 'Nowhere' }] });
	expect(none.reach?.map(({ reachable, left }) => [reachable, left])).toEqual(none.reach?.map(() => [0, []]));

	// One of them by themselves.
	const reachOf = async (person: string) =>
		(await s.fine<{ channels: string[] | null }>(s.ask('GET', `/api/manage/domain/person/${person}`))).channels;
	expect(await reachOf(yes)).toEqual(['email']);
	await s.say('yes@reach.example', 'Letter', false);
	await s.followed();
	expect(await reachOf(yes)).toEqual([]);
	expect((await preview()).reach?.find(({ channel }) => channel === 'email')?.reachable).toBe(0);
});

test('a domain’s own admin is told of people on their domains, by purposes of their domains', async () => {
	const s = await connectorScene(t);
	const { customerId } = s.tenant;
	await s.purpose('Letter');
	const both = await s.say('both@reach.example', 'Letter', true, { city: 'Turku' });
	await s.say('first@reach.example', 'Letter', true, { city: 'Turku' });
	const host = `second-${s.tenant.host}`;
	const { id: domainId } = await s.fine<{ id: string }>(s.ask('POST', '/api/domain', { domain: host, customerId }));
	const known = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: await t.machine(s.owner, s.tenant),
		body: { domainId, profiles: [{ person: { email: 'both@reach.example' } }] },
	});
	expect(known.json().data.results[0].luvallaId, known.text).toBe(both);
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [{ ...s.tenant, domainId, host }] });
	const headers = { customer_key: String(customerId) };
	const rule = { all: [{ field: 'city', is: 'is', value: 'Turku' }] };
	const seenBy = async (who: typeof editor) => {
		const [written, person] = [
			await t.send(who, 'POST', '/api/manage/domain/segment/preview', { headers, body: { rule } }),
			await t.send(who, 'GET', `/api/manage/domain/person/${both}`, { headers }),
		];
		expect([written.status, person.status], written.text + person.text).toEqual([200, 200]);
		const { count, reach } = written.json().data;
		return { count, email: reach?.find((one: Reached) => one.channel === 'email'), channels: person.json().data.channels };
	};
	await seenBy(s.owner);
	await seenBy(editor);
	await s.followed();
	expect(await seenBy(s.owner)).toEqual({ count: 2, email: { channel: 'email', reachable: 2, left: [] }, channels: ['email'] });
	expect(await seenBy(editor)).toEqual({
		count: 1,
		email: { channel: 'email', reachable: 0, left: [{ reason: 'never_asked', count: 1 }] },
		channels: [],
	});
});
