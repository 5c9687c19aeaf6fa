/** Purposes that permit messages on another basis than a yes: they hold for their segment, and for nobody beside it. */
import { afterEach, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { int, row, sql } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { keepRetention } from '../../src/wings/consent/proof/retention.ts';
import { startApp } from '../app.ts';
import { campaignScene } from './scene.ts';
import { openSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
afterEach(() => setClock(null));

test('Whoever took their yes back, or left the segment, while a run goes on is not written to on a basis that is not theirs', async () => {
	const sink = await openSink();
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const customers = scene.emails(12, 'customer');
	const yes = scene.emails(12, 'yes');
	const strangers = scene.emails(2, 'stranger');
	await scene.say(yes, true);
	// Known, and asked for something else.
	await scene.say([...customers, ...strangers], false, await scene.addPurpose());
	const segment = await scene.segment(customers);
	const basis = await scene.addPurpose({ channels: ['email'], basis: 'existing customer', basisSegment: segment });
	await scene.say(customers.slice(0, 1), false, basis);
	const used = await t.send(scene.owner, 'DELETE', `/api/manage/domain/segment?id=${segment}`, { headers: scene.headers });
	expect([used.status, used.json().code]).toEqual([409, 'segment_used']);

	const audience = await scene.audience([await scene.segment([...customers, ...yes, ...strangers])]);
	const campaign = await scene.campaign({
		audience,
		constellation: await scene.published(),
		options: { throttle: 240, purposes: [scene.purpose, basis] },
	});
	// The clock goes on for less than a second, until the first ones have it, and stands still while others change their minds: so does the pace.
	const began = Date.now();
	let at = began;
	setClock(() => new Date(at));
	await scene.execute(campaign.id);
	const soon = () => {
		at = Math.min(at + 100, began + 900);
		return sink.mails.length;
	};
	await expect.poll(soon, { interval: 100 }).toBeGreaterThan(0);
	const underWay = () =>
		scene.tenantTx((tx) =>
			tx.rows(row({ leases: int }), sql`select count(*)::int as leases from delivery_lease where customer_id = ${scene.tenant.customerId}`),
		);
	await expect.poll(underWay).toEqual([{ leases: 0 }]);
	const had = new Set(sink.mails.map(({ to }) => to));
	const [withdrawn, left] = [yes, customers].map((list) => list.filter((email) => !had.has(email)).slice(-4));
	const gone = [...(withdrawn ?? []), ...(left ?? [])];
	await scene.say(withdrawn ?? [], false);
	await scene.fine(
		scene.ask('POST', `/api/manage/domain/segment/${segment}/members/remove`, { people: left?.map((email) => ({ email })) }),
	);
	setClock(null);
	const done = await scene.until(campaign.id, ['done']);
	const to = sink.mails.map((mail) => mail.to);
	expect(to.sort()).toEqual([...yes, ...customers.slice(1)].filter((email) => !gone.includes(email)).sort());
	expect([gone.length, done.states.accepted, done.states.skipped]).toEqual([8, 15, 11]);
	await sink.stop();
});

test('A no to a purpose that needs no yes is theirs again when who was erased comes back, and kept for as long as it holds', async () => {
	const sink = await openSink();
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const { customerId, domainId } = scene.tenant;
	const [email = '', other = ''] = scene.emails(2, 'back');
	await scene.say([email, other], false, await scene.addPurpose());
	const segment = await scene.segment([email, other]);
	const basis = await scene.addPurpose({ channels: ['email'], basis: 'existing customer', basisSegment: segment });
	await scene.say([email], false, basis);
	const { luvallaId } = await scene.person({ email });
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));

	const profiles = [{ person: { email }, firstName: 'Back' }];
	const kept = await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body: { domainId, profiles } });
	expect(kept.json().data.results).toMatchObject([{ outcome: 'created' }]);
	await scene.ask('POST', `/api/manage/domain/segment/${segment}/members`, { people: [{ email }] });
	const state = async () =>
		(await t.send(null, 'POST', '/edge/v1/consents/state', { headers: scene.machine, body: { domainId, person: { email } } })).json().data;
	const no = expect.objectContaining({ purposeId: basis, value: false, permitted: false });
	expect((await state()).purposes).toContainEqual(no);

	// However short the time is that answers are kept.
	await t.storage.inTenant(customerId, (tx) => tx.run(sql`update purpose set retention_months = 1 where customer_id = ${customerId}`));
	setClock(() => new Date(Date.now() + 40 * 86_400_000));
	await keepRetention(t.server.kernel, customerId);
	setClock(null);
	expect((await state()).purposes).toContainEqual(no);

	const campaign = await scene.campaign({
		audience: await scene.audience([segment]),
		constellation: await scene.published(),
		options: { purposes: [basis] },
	});
	await scene.execute(campaign.id);
	await scene.until(campaign.id, ['done', 'failed']);
	expect(sink.mails.map(({ to }) => to)).toEqual([other]);
});
