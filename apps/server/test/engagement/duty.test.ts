/** Messages that need nobody's yes: who may send them, to whom they go all the same, and what they leave alone. */
import type { Campaign } from '@luvalla/contract/engagement/campaigns.ts';
import type { Delivery, delivery } from '@luvalla/contract/engagement/deliveries.ts';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { newId } from '../../src/kernel/clock.ts';
import { row, sql, uuid } from '../../src/kernel/storage/rows.ts';
import { startApp } from '../app.ts';
import { campaignScene, LETTER } from './scene.ts';
import { openSink, smtpError } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

const REASON = 'The order of 12 November was lost on its way.';

test('A domain’s own admin neither publishes nor sends it, whatever they change beneath it', async () => {
	const scene = await campaignScene(t);
	const { tenant } = scene;
	const domainAdmin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const people = scene.emails(3);
	await scene.say(people, false);
	const narrow = await scene.segment(people.slice(0, 1));
	const audience = await scene.audience([narrow]);
	const made = await scene.fine<{ id: string }>(
		scene.ask('POST', '/api/manage/Campaign', {
			title: 'Lost orders',
			constellation: [{ constellationIdFK: await scene.published(), channel: 0 }],
			audienceIdFK: audience,
			isTransactional: true,
		}),
	);
	const publish = `/api/manage/Campaign/${made.id}/publish`;
	const refused = await scene.ask('POST', publish, { reason: REASON }, domainAdmin);
	expect([refused.status, refused.json().code]).toEqual([403, 'not_allowed']);
	const silent = await scene.ask('POST', publish, {});
	expect([silent.status, silent.json().code]).toEqual([422, 'reason_needed']);
	await scene.fine(scene.ask('POST', publish, { reason: REASON }));

	// The audience is theirs to change and to approve; with it the message is not theirs to send.
	const wide = await scene.segment(people);
	const widened = await scene.ask('PUT', '/api/manage/audience', { id: audience, segments: [wide] }, domainAdmin);
	expect([widened.status, widened.text.slice(0, 200)]).toEqual([200, expect.anything()]);
	expect((await scene.ask('POST', `/api/manage/audience/${audience}/approve`, undefined, domainAdmin)).status).toBe(200);
	const sent = await scene.ask('POST', `/api/manage/campaign/${made.id}/execute`, undefined, domainAdmin);
	expect([sent.status, sent.json().code]).toEqual([403, 'not_allowed']);
	// Nor is it theirs to go on with, to send again, or to make for everybody without sending it.
	for (const act of ['retry', 'resume', 'rehearse']) {
		const refusedAct = await scene.ask('POST', `/api/manage/campaign/${made.id}/${act}`, undefined, domainAdmin);
		expect([act, refusedAct.status, refusedAct.json().code]).toEqual([act, 403, 'not_allowed']);
	}
});

test('What a domain’s own admin may not see of recipients is not found by looking for it, nor read in what was made for them', async () => {
	const scene = await campaignScene(t);
	const { customerId, domainId } = scene.tenant;
	const domainAdmin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [scene.tenant] });
	const host = `second-${newId()}.localhost`;
	const second = (await t.send(scene.owner, 'POST', '/api/domain', { body: { domain: host, customerId } })).json().data.id;
	const know = async (at: string, person: object): Promise<void> => {
		const body = { domainId: at, profiles: [{ person }] };
		expect((await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body })).status).toBe(200);
	};
	const [half = '', whole = ''] = ['half', 'whole'].map((name) => `${name}-${newId()}@example.com`);
	// As people write it: it is kept in its xn-- form.
	const hidden = `Hidden-${newId()}@äijä.fi`;
	const [phone, other] = ['+358401234501', '+358401234502'];
	await know(second, { email: hidden });
	await know(domainId, { phone });
	await know(second, { phone, email: half });
	await know(domainId, { email: whole });
	await know(second, { email: whole, phone: other });

	const english = { ...LETTER.languages.en, html: '<html><body><p>By {{ person.phone }}.</p></body></html>' };
	const made = await scene.fine<{ id: string }>(
		scene.ask('POST', '/api/manage/Campaign', {
			title: 'Lost orders',
			constellation: [{ constellationIdFK: await scene.published({ ...LETTER, languages: { en: english } } as typeof LETTER), channel: 0 }],
			audienceIdFK: await scene.audience([await scene.segment([hidden, half, whole])]),
			isTransactional: true,
		}),
	);
	const { rehearsal } = await scene.fine<Campaign>(scene.ask('POST', `/api/manage/campaign/${made.id}/rehearse`));
	const run = rehearsal?.id ?? '';
	await scene.until(made.id, ['done', 'failed'], run);
	const listed = async (who: typeof domainAdmin, q = '') =>
		(
			await scene.fine<{ deliveries: Delivery[] }>(
				scene.ask('GET', `/api/manage/campaign/${made.id}/deliveries?run=${run}&q=${encodeURIComponent(q)}`, undefined, who),
			)
		).deliveries;
	const found = async (who: typeof domainAdmin) => Promise.all([hidden, half, whole].map(async (q) => (await listed(who, q)).length));
	expect([await found(scene.owner), await found(domainAdmin)]).toEqual([
		[1, 1, 1],
		[0, 0, 1],
	]);
	// Who is known elsewhere alone is none of theirs: neither who it was, nor what the letter came to.
	expect((await listed(domainAdmin)).map(({ address }) => address).sort()).toEqual([null, whole]);
	const looked = async (who: typeof domainAdmin, email: string) => {
		const [one] = await listed(scene.owner, email);
		return scene.fine<z.output<typeof delivery.answer>>(
			scene.ask('GET', `/api/manage/campaign/${made.id}/delivery/${one?.id}?run=${run}`, undefined, who),
		);
	};
	expect((await looked(scene.owner, whole)).html).toContain(`By ${other}.`);
	expect((await looked(domainAdmin, whole)).html).toContain('By .');
	expect(await looked(domainAdmin, half)).toMatchObject({ address: null, html: null });
	const [unseen] = await listed(scene.owner, hidden);
	const refused = await scene.ask('GET', `/api/manage/campaign/${made.id}/delivery/${unseen?.id}?run=${run}`, undefined, domainAdmin);
	expect([refused.status, refused.json().code]).toEqual([404, 'not_found']);
	const file = await scene.ask('GET', `/api/manage/campaign/${made.id}/deliveries/file?run=${run}`, undefined, domainAdmin);
	expect([file.text.includes(unseen?.person ?? '-'), file.text.trim().split('\n').length]).toEqual([false, 3]);
	expect((await looked(scene.owner, hidden)).size).toBeGreaterThan(0);
});

test('A connector of somebody else, or of another kind, is refused when it is saved', async () => {
	const [scene, other] = [await campaignScene(t), await campaignScene(t)];
	await other.smtp(2525);
	const idOf = async (one: typeof scene): Promise<string> => {
		const found = await one.tenantTx((tx) =>
			tx.rows(row({ id: uuid }), sql`select connector_id as id from connector where customer_id = ${one.tenant.customerId} limit 1`),
		);
		return found[0]?.id ?? '';
	};
	const save = (id: string, code = '0') =>
		scene.ask('POST', '/api/manage/Campaign', { title: `By ${id} ${code}`, options: { connectors: { [code]: id } } });
	const foreign = await save(await idOf(other));
	expect([foreign.status, foreign.json().code]).toEqual([422, 'not_usable']);
	await scene.smtp(2525);
	const own = await idOf(scene);
	expect((await save(own)).status).toBe(200);
	expect((await save(own, '1')).status).toBe(422);
});

test('A clock that no place has is refused when a campaign is saved: its quiet hours would be those of another', async () => {
	const scene = await campaignScene(t);
	const save = (timeZone: string) => scene.ask('POST', '/api/manage/Campaign', { title: `By ${timeZone}`, options: { timeZone } });
	for (const wrong of ['Mars/Phobos', '', 'UTC; drop table', '+02:00']) {
		const refused = await save(wrong);
		expect([wrong, refused.status, refused.json().fields]).toEqual([
			wrong,
			400,
			{ 'options.timeZone': 'Use a time zone such as Europe/Helsinki' },
		]);
	}
	expect((await save('Europe/Helsinki')).status).toBe(200);
});

test('A campaign that is too late before it begins is refused when it is saved: nobody would get it', async () => {
	const scene = await campaignScene(t);
	const save = (lateAt: string) =>
		scene.ask('POST', '/api/manage/Campaign', { title: newId(), options: { beginsAt: '2030-03-31T00:30:00Z', lateAt } });
	for (const lateAt of ['2030-03-31T00:30:00Z', '2030-03-31T00:00:00.000Z']) {
		const refused = await save(lateAt);
		expect([refused.status, refused.json().fields]).toEqual([422, { 'options.lateAt': 'Use a time after the beginning' }]);
	}
	expect((await save('2030-03-31T00:30:01Z')).status).toBe(200);
});

test('A second subject that cannot be read is refused when a campaign is saved: it would fail for half of the people', async () => {
	const scene = await campaignScene(t);
	const save = (secondSubject: string) => scene.ask('POST', '/api/manage/Campaign', { title: newId(), options: { secondSubject } });
	for (const wrong of [
		'{% if person.city %}Hello',
		'{{ person.city',
		'{% include "x" %}',
		'{{ person.city &#125;&#125; {{ person.city }}',
	]) {
		const refused = await save(wrong);
		expect([wrong, refused.status, Object.keys(refused.json().fields ?? {})]).toEqual([wrong, 422, ['options.secondSubject']]);
	}
	const inFinnish = await t.send(scene.owner, 'POST', '/api/manage/Campaign', {
		headers: { ...scene.headers, 'accept-language': 'fi' },
		body: { title: newId(), options: { secondSubject: "{{ 'now' | date: '%H', 'Foo/Bar' }}" } },
	});
	expect(inFinnish.json().fields).toEqual({ 'options.secondSubject': 'Tätä ei voi lukea: Aikavyöhykettä Foo/Bar ei ole' });
	expect((await save('Hello {{ person.first_name | default: "there" }}')).status).toBe(200);
});

test('A second subject that names a field nobody knows is refused as a content is: half of the people would read nothing in its place', async () => {
	const scene = await campaignScene(t);
	const save = async (secondSubject: string, language = 'en') => {
		const body = { title: newId(), options: { secondSubject } };
		const headers = { ...scene.headers, 'accept-language': language };
		const answer = await t.send(scene.owner, 'POST', '/api/manage/Campaign', { headers, body });
		return [answer.status, answer.json().fields?.['options.secondSubject']];
	};
	expect(await save('Hello {{ first_name }}')).toEqual([422, 'There is no field first_name. Did you mean person.first_name?']);
	expect(await save('Hei {{ attributes.nobody_has_this }}', 'fi')).toEqual([422, 'Kenttää attributes.nobody_has_this ei ole.']);
	expect(await save('{% assign name = person.first_name %}Hello {{ name }} of {{ customer.name }}')).toEqual([200, undefined]);
});

test('It reaches those who said no, nobody who cannot be reached, and changes no segment; the reason is in the log', async () => {
	const sink = await openSink({
		onTo: (address) => {
			if (address.startsWith('bounced')) throw smtpError(550, '5.1.1 No such user');
		},
	});
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const [no = '', never = ''] = scene.emails(2, 'no');
	const [bounced = ''] = scene.emails(1, 'bounced');
	await scene.say([no, bounced], false);
	await scene.say([never], false, await scene.addPurpose());
	const after = await scene.segment([]);
	const everybody = await scene.segment([no, never, bounced]);
	const send = async (title: string) => {
		const made = await scene.fine<{ id: string }>(
			scene.ask('POST', '/api/manage/Campaign', {
				title,
				constellation: [{ constellationIdFK: await scene.published(), channel: 0 }],
				audienceIdFK: await scene.audience([everybody]),
				isTransactional: true,
				postExecutionSegmentChange: [{ segmentId: after }],
			}),
		);
		await scene.fine(scene.ask('POST', `/api/manage/Campaign/${made.id}/publish`, { reason: REASON }));
		await scene.execute(made.id);
		return scene.until(made.id, ['done', 'failed']);
	};
	const first = await send('First');
	expect(first.states).toMatchObject({ accepted: 2, failed: 1 });
	expect(sink.mails.map(({ to }) => to).sort()).toEqual([no, never].sort());
	const second = await send('Second');
	expect([second.states.accepted, second.reasons]).toEqual([2, [{ state: 'skipped', reason: 'undeliverable', count: 1 }]]);
	await scene.followed();
	const { counts } = (await scene.ask('GET', '/api/user/segmentcount')).json() as { counts: { id: string; count: number }[] };
	expect(counts.find(({ id }) => id === after)?.count).toBe(0);
	// Nobody leaves what is sent out of duty by a header of their mail program.
	for (const { raw } of sink.mails) expect(raw).not.toMatch(/^List-Unsubscribe/m);
	const log = await t.send(await t.person(['ADMIN']), 'GET', `/api/admin/activity?filter=customerId:${scene.tenant.customerId}&size=100`);
	expect([log.status, log.text.includes(REASON)]).toEqual([200, true]);
	await sink.stop();
});

test('A domain’s own admin has nobody taken out of a segment that is not their domain’s', async () => {
	const scene = await campaignScene(t);
	const domainAdmin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [scene.tenant] });
	const common: string = (
		await t.send(scene.owner, 'POST', '/api/manage/domain/segment', {
			headers: { customer_key: String(scene.tenant.customerId) },
			body: { name: 'Common' },
		})
	).json().data.id;
	const own = await scene.fine<{ id: string }>(
		scene.ask('POST', '/api/manage/domain/segment', { name: 'Own', domainId: scene.tenant.domainId }, domainAdmin),
	);
	const made = (title: string, change: object) =>
		scene
			.ask('POST', '/api/manage/Campaign', { title, onClickSegmentChange: [change] }, domainAdmin)
			.then(({ status, ...answer }) => [status, answer.json().code]);
	expect(await made('Adds', { segmentId: common })).toEqual([200, undefined]);
	expect(await made('Takes', { segmentId: common, isRemove: true })).toEqual([422, 'campaign_segment']);
	expect(await made('Takes own', { segmentId: own.id, isRemove: true })).toEqual([200, undefined]);
});

test('Publishing, sending, going on with and retrying it take whoever answers for the customer in person; a run stays what it was planned as', async () => {
	const sink = await openSink({
		afterData: () => {
			throw smtpError(554, '5.3.0 Not today');
		},
	});
	const scene = await campaignScene(t);
	const { tenant } = scene;
	await scene.smtp(sink.port);
	const domainAdmin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const session = async (change: string) => {
		const person = await t.person([], { adminOf: [tenant] });
		await t.storage.inPlatform((tx) => tx.query(`update session set ${change} where user_id = $1`, [person.userId]));
		return person;
	};
	const stale = await session(`confirmed_at = now() - interval '1 hour'`);
	const assisted = await session(`actor_id = '${(await t.person(['ADMIN'])).userId}'`);
	const people = scene.emails(1);
	await scene.say(people, false);
	const made = await scene.fine<Campaign>(
		scene.ask('POST', '/api/manage/Campaign', {
			title: 'Lost orders',
			constellation: [{ constellationIdFK: await scene.published(), channel: 0 }],
			audienceIdFK: await scene.audience([await scene.segment(people)]),
			isTransactional: true,
		}),
	);
	const refused = async (path: string, body?: object) =>
		Promise.all(
			[stale, assisted, domainAdmin].map(async (who) => {
				const answer = await scene.ask('POST', `/api/manage/${path}`, body, who);
				return [answer.status, answer.json().code];
			}),
		);
	const REFUSED = [
		[403, 'confirm_identity'],
		[403, 'not_allowed'],
		[403, 'not_allowed'],
	];
	expect(await refused(`Campaign/${made.id}/publish`, { reason: REASON })).toEqual(REFUSED);
	await scene.fine(scene.ask('POST', `/api/manage/Campaign/${made.id}/publish`, { reason: REASON }));
	expect(await refused(`campaign/${made.id}/execute`)).toEqual(REFUSED);
	await scene.execute(made.id);
	expect((await scene.until(made.id, ['done'])).states).toMatchObject({ failed: 1 });
	for (const body of [undefined, { state: 'unknown' }]) expect(await refused(`campaign/${made.id}/retry`, body)).toEqual(REFUSED);
	// It is called something else by now; what would be sent again passes every no all the same.
	const changed = await scene.ask('PUT', '/api/manage/Campaign', { id: made.id, isTransactional: false }, domainAdmin);
	expect([changed.status, changed.text.slice(0, 200)]).toEqual([200, expect.anything()]);
	for (const body of [undefined, { state: 'unknown' }]) expect(await refused(`campaign/${made.id}/retry`, body)).toEqual(REFUSED);
	expect(await scene.fine(scene.ask('POST', `/api/manage/campaign/${made.id}/retry`))).toEqual({ again: 1 });
	await sink.stop();
});
