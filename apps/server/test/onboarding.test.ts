/** Who lets a customer publish, puts it on hold and lets it go on. */
import { describe, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { type Person, startApp } from './app.ts';

const t = await startApp();
const admin = await t.person(['ADMIN']);

const hostOf = (): string => `h-${newId().slice(-12)}.example`;

/** A customer that waits, with hosts that it asked for, its partner's person and its own admin. */
const waiting = async (hosts: readonly string[] = []) => {
	const partner = await t.person(['PARTNER'], { partnerOf: [] });
	const added = await t.send(partner, 'POST', '/api/customer', { body: { name: 'Waits', countryCode: 'FI' } });
	const id: number = added.json().data.id;
	await t.storage.asOwner((owner) => owner.query('update customer set requested_domains = $2 where customer_id = $1', [id, hosts]));
	const owner = await t.person([], { adminOf: [{ customerId: id, domainId: '', host: '' }] });
	return { id, partner, owner };
};
const onboard = (who: Person, id: number, domains: readonly string[] = []) =>
	t.send(who, 'PUT', '/api/customer/onboard', { body: { id, domains } });
const setStatus = (who: Person, id: number, status: number) => t.send(who, 'PUT', `/api/customer/Status?id=${id}&status=${status}`);
const stateOf = async (id: number) => (await t.send(admin, 'GET', `/api/customer/current/${id}`)).json().data;

describe('onboarding', () => {
	test('by its partner: it may publish, has the hosts that were ticked, its admins are told and the log says who', async () => {
		const [wanted, other] = [hostOf(), hostOf()];
		const { id, partner, owner } = await waiting([wanted, other]);
		expect(await stateOf(id)).toMatchObject({ status: 0, requestedDomains: [wanted, other], can: { states: [1] } });
		const done = await onboard(partner, id, [wanted, wanted]);
		expect(done.json()).toMatchObject({ data: { status: 1, domains: 1, requestedDomains: [other] } });
		const domains = (await t.send(owner, 'GET', `/api/customer/${id}/domain`)).json().data;
		expect(domains.map(({ domain }: { domain: string }) => domain)).toEqual([wanted]);
		const mails = await t.storage.inPlatform((tx) =>
			tx.query<{ subject: string }>('select subject from mail where recipient = $1', [owner.email]),
		);
		expect(mails).toEqual([{ subject: 'Voit nyt julkaista' }]);
		const rows = await t.storage.inTenant(id, (tx) =>
			tx.query<{ action: string; thing: string; user_id: string }>(
				'select action, thing, user_id from activity where action in ($1, $2) order by at, id',
				['onboarded', 'added'],
			),
		);
		expect(
			rows
				.filter(({ user_id }) => user_id === partner.userId)
				.map(({ action, thing }) => `${action} ${thing}`)
				.sort(),
		).toEqual(['added customer', 'added domain', 'onboarded customer']);
	});

	test('twice, or with a host that somebody has, changes nothing and says why', async () => {
		const taken = (await t.tenant()).host;
		const { id, partner } = await waiting([taken]);
		const refused = await onboard(partner, id, [hostOf(), taken]);
		expect(refused.status).toBe(409);
		expect(refused.json()).toMatchObject({ code: 'domain_taken', fields: { domains: `${taken} is in use already` } });
		expect(await stateOf(id)).toMatchObject({ status: 0, domains: 0, requestedDomains: [taken] });
		const both = await Promise.all([onboard(partner, id), onboard(admin, id)]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect((await onboard(admin, id)).json()).toMatchObject({ code: 'already_onboarded' });
	});

	test('names the host that nobody can own', async () => {
		const { id, partner } = await waiting();
		const answer = (await onboard(partner, id, ['co.uk'])).json();
		expect(answer).toMatchObject({ code: 'no_host', fields: { domains: expect.stringMatching(/^co\.uk: /) } });
	});

	test('is nobody’s but those who look after it', async () => {
		const { id, owner } = await waiting();
		const stranger = await t.person(['PARTNER'], { partnerOf: [] });
		expect((await onboard(owner, id)).status).toBe(403);
		expect((await setStatus(owner, id, 1)).status).toBe(403);
		expect((await onboard(stranger, id)).status).toBe(404);
		expect((await setStatus(stranger, id, 2)).status).toBe(404);
		expect(await stateOf(id)).toMatchObject({ status: 0 });
	});
});

describe('a hold', () => {
	test('is set by partner and ADMIN, and ended by ADMIN alone', async () => {
		const { id, partner } = await waiting();
		// A customer that waits is approved, not switched on.
		expect((await setStatus(partner, id, 2)).json()).toMatchObject({ code: 'state_of_admin' });
		await onboard(partner, id);
		expect((await setStatus(partner, id, 2)).json()).toMatchObject({ data: { status: 2, can: { states: [] } } });
		// The same again is no news.
		expect((await setStatus(partner, id, 2)).status).toBe(200);
		for (const status of [0, 1]) expect((await setStatus(partner, id, status)).json()).toMatchObject({ code: 'state_of_admin' });
		expect((await onboard(partner, id)).json()).toMatchObject({ code: 'already_onboarded' });
		expect((await setStatus(admin, id, 1)).json()).toMatchObject({ data: { status: 1, can: { states: [0, 2] } } });
		expect((await setStatus(admin, id, 0)).json()).toMatchObject({ data: { status: 0, can: { states: [1] } } });
		// What ADMIN took back is ADMIN's, by either call.
		for (const again of [onboard(partner, id), setStatus(partner, id, 1)])
			expect((await again).json()).toMatchObject({ code: 'state_of_admin' });
		expect((await t.send(partner, 'GET', `/api/customer/current/${id}`)).json()).toMatchObject({ data: { can: { states: [] } } });
		expect((await onboard(admin, id)).json()).toMatchObject({ data: { status: 1 } });
		expect((await setStatus(admin, id, 3)).status).toBe(400);
	});

	test('lets people in and read, and keeps what they drafted', async () => {
		const { id, partner, owner } = await waiting();
		await onboard(partner, id);
		await setStatus(admin, id, 2);
		expect((await t.send(owner, 'GET', `/api/customer/current/${id}`)).json()).toMatchObject({ data: { status: 2, can: { states: [] } } });
		expect((await t.send(owner, 'GET', `/api/customer/${id}/domain`)).status).toBe(200);
	});
});
