/** Licences of domains: dated in days, one at a time, with reminders that come once; a banner outlives its licence. */
import { afterEach, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { addDays, dayOf, daysBetween, lastOfMonths } from '../../src/wings/billing/days.ts';
import { freeFrom, giveLicence } from '../../src/wings/billing/licences/give.ts';
import { remindOfLicences } from '../../src/wings/billing/licences/remind.ts';
import { isLicensed } from '../../src/wings/billing/wing.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { publishBanner } from '../fixtures.ts';

const t = await startApp();
const admin = await t.person(['ADMIN']);
afterEach(() => setClock(null));

const at = (iso: string) => setClock(() => new Date(iso));
const add = (who: Person, { customerId, domainId }: Tenant, startsOn: string, endsOn: string) =>
	t.send(who, 'POST', `/api/customer/${customerId}/domainlicense`, { body: { customerId, domainId, startsOn, endsOn } });
const list = async (who: Person, { customerId }: Tenant, query = '') =>
	(await t.send(who, 'GET', `/api/customer/${customerId}/domainlicense${query}`)).json();
const end = (who: Person, { customerId }: Tenant, id: string) => t.send(who, 'PUT', `/api/customer/${customerId}/domainlicense/${id}/end`);

test('days are those of Helsinki, whatever the clocks do', () => {
	expect(dayOf(new Date('2027-03-27T21:59:59Z'))).toBe('2027-03-27');
	expect(dayOf(new Date('2027-03-27T22:00:00Z'))).toBe('2027-03-28');
	// That day has 23 hours.
	expect(dayOf(new Date('2027-03-28T20:59:59Z'))).toBe('2027-03-28');
	expect(dayOf(new Date('2027-03-28T21:00:00Z'))).toBe('2027-03-29');
	expect([daysBetween('2027-03-01', '2027-04-01'), addDays('2026-10-24', 2)]).toEqual([31, '2026-10-26']);
	expect(['2026-12-01', '2027-01-31', '2027-01-15'].map((day, n) => lastOfMonths(day, [3, 1, 12][n] ?? 0))).toEqual([
		'2027-02-28',
		'2027-02-28',
		'2028-01-14',
	]);
});

test('a day after which there is none that could be written ends no licence', async () => {
	expect((await add(admin, await t.tenant(), '9999-12-30', '9999-12-31')).status).toBe(400);
	expect((await add(admin, await t.tenant(), '0000-12-31', '0001-01-01')).status).toBe(400);
});

test('a licence is added, counts on its days, and one that overlaps is refused with the day from which it could start', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	at('2026-11-20T10:00:00Z');
	const added = await add(owner, tenant, '2026-07-01', '2026-12-31');
	expect(added.json().data).toMatchObject({
		domain: tenant.host,
		startsOn: '2026-07-01',
		endsOn: '2026-12-31',
		state: 'on',
		endsInDays: 41,
		by: 'manual',
		endedAt: null,
	});
	const late = await add(owner, tenant, '2026-12-01', '2027-05-31');
	expect([late.status, late.json()]).toEqual([
		409,
		{
			code: 'licence_overlaps',
			error: 'This domain has a licence for some of these days already.',
			fields: { startsOn: 'There is one already until 2026-12-31. Start on 2027-01-01', freeFrom: '2027-01-01' },
		},
	]);
	const next = (await add(owner, tenant, '2027-01-01', '2027-05-31')).json().data;
	expect([next.state, next.endsInDays]).toEqual(['notBegun', null]);
	const licensed = (on: string) => t.storage.inTenant(tenant.customerId, (tx) => isLicensed(tx, tenant.customerId, tenant.domainId, on));
	expect(await Promise.all(['2026-06-30', '2026-07-01', '2026-12-31', '2027-01-01', '2027-06-01'].map(licensed))).toEqual([
		false,
		true,
		true,
		true,
		false,
	]);
	expect((await list(owner, tenant)).summary).toEqual({
		zone: 'Europe/Helsinki',
		today: '2026-11-20',
		domains: 1,
		licensed: 1,
		endingSoon: 0,
	});
	const [row] = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ action: string; user_id: string }>(
			`select action, user_id from activity where thing = 'domain_licence' order by at limit 1`,
		),
	);
	expect(row).toEqual({ action: 'added', user_id: owner.userId });
});

test('the day from which one could start leaves room for all of it', () => {
	const taken = [
		{ starts_on: '2026-01-01', until: '2026-02-01' },
		{ starts_on: '2026-02-10', until: '2026-03-01' },
	];
	expect(freeFrom(taken, '2026-01-05', 9)).toBe('2026-02-01');
	expect(freeFrom(taken, '2026-01-05', 10)).toBe('2026-03-01');
});

test('of twenty that want the same days at once one gets them', async () => {
	const tenant = await t.tenant();
	const tries = await Promise.all(Array.from({ length: 20 }, () => add(admin, tenant, '2027-01-01', '2027-12-31')));
	expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
	expect((await list(admin, tenant)).page.total).toBe(1);
});

test('of twenty in several processes, who take no turns, one gets the days too', async () => {
	const tenant = await t.tenant();
	const { customerId, domainId } = tenant;
	const given = { customerId, domainId, startsOn: '2027-01-01', endsOn: '2027-12-31', by: 'manual' } as const;
	const tries = await Promise.allSettled(Array.from({ length: 20 }, () => t.storage.inTenant(customerId, (tx) => giveLicence(tx, given))));
	expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	expect(tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(Array(19).fill('licence_overlaps'));
});

test('one that is ended stays listed, leaves its days to the next, and is not ended twice', async () => {
	const tenant = await t.tenant();
	at('2026-11-20T10:00:00Z');
	const { id } = (await add(admin, tenant, '2026-11-01', '2026-12-31')).json().data;
	const ended = await end(admin, tenant, id);
	expect(ended.json().data).toMatchObject({ state: 'ended', endedAt: '2026-11-20T10:00:00.000Z', endsInDays: null });
	expect([(await end(admin, tenant, id)).json().code, (await end(admin, await t.tenant(), id)).status]).toEqual(['licence_ended', 404]);
	expect((await add(admin, tenant, '2026-11-20', '2026-11-30')).status).toBe(200);
	// One that has not begun never does.
	const future = (await add(admin, tenant, '2027-01-01', '2027-01-31')).json().data;
	await end(admin, tenant, future.id);
	expect((await add(admin, tenant, '2027-01-01', '2027-01-31')).status).toBe(200);
	expect((await list(admin, tenant)).data.map(({ state }: { state: string }) => state)).toEqual(['ended', 'on', 'ended', 'notBegun']);
	expect((await list(admin, tenant, '?state=ended')).page.total).toBe(2);
	expect((await list(admin, tenant, '?state=on')).page.total).toBe(1);
	const file = await t.send(admin, 'GET', `/api/customer/${tenant.customerId}/domainlicense/file?state=on`);
	expect(file.text.trim().split('\n').slice(1)).toEqual([`${tenant.host},On,2026-11-20,2026-11-30,`]);
});

test('days that do not follow each other, and domains of others, are refused', async () => {
	const [tenant, other] = [await t.tenant(), await t.tenant()];
	const owner = await t.person([], { adminOf: [tenant] });
	const backwards = await t.send(owner, 'POST', `/api/customer/${tenant.customerId}/domainlicense`, {
		headers: { 'accept-language': 'fi' },
		body: { domainId: tenant.domainId, startsOn: '2027-01-02', endsOn: '2027-01-01' },
	});
	expect([backwards.status, backwards.json().fields]).toEqual([400, { endsOn: 'Valitse päivä, joka ei ole ennen ensimmäistä' }]);
	expect((await add(owner, tenant, '2027-01-01', '2040-01-01')).status).toBe(400);
	expect((await add(owner, { ...tenant, domainId: other.domainId }, '2027-01-01', '2027-01-31')).status).toBe(404);
	const mixed = await t.send(owner, 'POST', `/api/customer/${tenant.customerId}/domainlicense`, {
		body: { customerId: other.customerId, domainId: tenant.domainId, startsOn: '2027-01-01', endsOn: '2027-01-31' },
	});
	expect(mixed.json().code).toBe('customers_differ');
	const partner = await t.person(['PARTNER'], { partnerOf: [tenant] });
	expect([(await add(partner, tenant, '2027-01-01', '2027-01-31')).status, (await list(partner, tenant)).page.total]).toEqual([403, 0]);
});

test('a banner that is live keeps serving after its licence ends', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const today = dayOf(new Date());
	const { id } = (await add(owner, tenant, addDays(today, -30), addDays(today, 30))).json().data;
	await publishBanner(t, owner, tenant);
	await end(owner, tenant, id);
	const served = await t.send(null, 'GET', `/cmp/d/${tenant.domainId}.js`);
	expect([served.status, served.text.length > 1000]).toEqual([200, true]);
});

interface Mailed {
	recipient: string;
	subject: string;
	body_text: string;
}
const mailsOf = ({ customerId }: Tenant): Promise<Mailed[]> =>
	t.storage.inPlatform((tx) =>
		tx.query<Mailed>('select recipient, subject, body_text from mail where customer_id = $1 order by id', [customerId]),
	);

test('customer admins are told 30, 14 and 3 days before, once each, through both changes of the clock', async () => {
	for (const [ends, created] of [
		['2027-04-10', '2027-01-01T10:00:00Z'],
		['2026-11-05', '2026-08-01T10:00:00Z'],
	] as const) {
		const tenant = await t.tenant();
		const owners = [await t.person([], { adminOf: [tenant] }), await t.person([], { adminOf: [tenant] })];
		await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
		at(created);
		await add(admin, tenant, dayOf(new Date(created)), ends);
		const told: number[] = [];
		for (let left = 40; left >= -1; left--) {
			// Every hour of the day, and twice at once.
			const day = addDays(ends, -left);
			for (const hour of [0, 6, 12, 21, 22, 23]) {
				at(`${day}T${String(hour).padStart(2, '0')}:30:00Z`);
				const before = (await mailsOf(tenant)).length;
				await Promise.all([remindOfLicences(t.server.kernel), remindOfLicences(t.server.kernel)]);
				const after = (await mailsOf(tenant)).length;
				if (after > before) {
					expect(after - before).toBe(owners.length);
					told.push(daysBetween(dayOf(new Date(`${day}T${String(hour).padStart(2, '0')}:30:00Z`)), ends));
				}
			}
		}
		expect(told).toEqual([30, 14, 3]);
		const mails = await mailsOf(tenant);
		expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set(owners.map(({ email }) => email)));
		expect(mails[0]?.subject).toBe(`The licence of ${tenant.host} ends in 30 days`);
		// Whoever answers for several opens the page of this one.
		expect(mails[0]?.body_text).toContain(`/manageaccount?customer=${tenant.customerId}`);
	}
});

test('a day that was missed is made up for by one mail, and nobody is told of what was ended, goes on, or was shorter from the start', async () => {
	const [missed, ended, followed, short] = [await t.tenant(), await t.tenant(), await t.tenant(), await t.tenant()];
	for (const tenant of [missed, ended, followed, short]) await t.person([], { adminOf: [tenant] });
	at('2028-01-01T10:00:00Z');
	for (const tenant of [missed, ended, followed]) await add(admin, tenant, '2028-01-01', '2028-06-30');
	await add(admin, followed, '2028-07-01', '2028-12-31');
	await end(admin, ended, (await list(admin, ended)).data[0].id);
	at('2028-06-20T10:00:00Z');
	await add(admin, short, '2028-06-20', '2028-06-29');
	await remindOfLicences(t.server.kernel);
	expect((await mailsOf(missed)).map(({ subject }) => subject)).toEqual([`The licence of ${missed.host} ends in 10 days`]);
	at('2028-06-21T10:00:00Z');
	await remindOfLicences(t.server.kernel);
	expect(await Promise.all([missed, ended, followed, short].map(async (tenant) => (await mailsOf(tenant)).length))).toEqual([1, 0, 0, 0]);
	at('2028-06-28T10:00:00Z');
	await remindOfLicences(t.server.kernel);
	expect(await Promise.all([missed, ended, followed, short].map(async (tenant) => (await mailsOf(tenant)).length))).toEqual([2, 0, 0, 1]);
});

test('what waits says of a licence its last day, whatever was given later and ended before it began, and nothing of a domain that is gone', async () => {
	const tenant = await t.tenant();
	at('2028-06-01T10:00:00Z');
	const needs = async () =>
		(await t.send(admin, 'GET', `/api/manage/needs/${tenant.customerId}`))
			.json()
			.data.flatMap(({ need, at: when }: { need: string; at: string }) => (need === 'licence-ends' ? [when] : []));
	await end(admin, tenant, (await add(admin, tenant, '2028-06-11', '2028-12-31')).json().data.id);
	expect(await needs()).toEqual([]);
	await add(admin, tenant, '2028-06-01', '2028-06-10');
	await end(admin, tenant, (await add(admin, tenant, '2029-01-01', '2029-12-31')).json().data.id);
	await add(admin, tenant, '2028-06-20', '2028-06-25');
	expect(await needs()).toEqual(['2028-06-10T12:00:00.000Z']);
	await t.person([], { adminOf: [tenant] });
	await t.storage.asOwner((owner) => owner.query('delete from domain where customer_id = $1', [tenant.customerId]));
	at('2028-06-09T10:00:00Z');
	await remindOfLicences(t.server.kernel);
	expect([await needs(), await mailsOf(tenant)]).toEqual([[], []]);
});
