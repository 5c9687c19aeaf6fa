/** How long a customer keeps statistics: who decides it, what goes by it, and that nothing brings it back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { tellCounts } from '../../src/kernel/tally/news.ts';
import { addNews, forgetCounts } from '../../src/wings/insight/roll-ups/keep.ts';
import { rollUpRecounts } from '../../src/wings/insight/roll-ups/recount.ts';
import { type Tenant, type TestApp, testApp } from '../app.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

/** So many months ago and some days after that: the last days of a month have none in a shorter one. */
const monthsAgo = (months: number, days = 0): Date => {
	const at = new Date();
	at.setUTCMonth(at.getUTCMonth() - months, at.getUTCDate() + days);
	return at;
};
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Events of each moment, with their rows and told of. */
const happened = ({ customerId, domainId }: Tenant, moments: readonly Date[]): Promise<void> =>
	t.storage.inTenant(customerId, async (tx) => {
		await tellCounts(
			tx,
			customerId,
			moments.map((at) => ({ what: 'event' as const, domainId, key: 'seen', at, n: 1 })),
		);
		while (await addNews(tx, customerId, { waits: true }));
	});
const rowsOf = ({ customerId, domainId }: Tenant, moments: readonly Date[]) =>
	t.storage.asOwner(async (owner) => {
		for (const at of moments)
			await owner.query(
				`insert into event (customer_id, at, id, number, domain_id, type, properties, received_at, how) values ($1, $2, $3, 1, $4, 'seen', '{}', $2, 'test')`,
				[customerId, at, newId(), domainId],
			);
	});
const daysOf = ({ customerId }: Tenant, grain = 'day') =>
	t.storage.asOwner(async (owner) =>
		(await owner.query<{ at: Date }>(`select distinct at from count_${grain} where customer_id = $1 order by at`, [customerId])).rows.map(
			({ at }) => dayOf(at),
		),
	);
const differences = (customerId: number) =>
	t.storage.asOwner(async (owner) => {
		let n = 0;
		for (const { differing } of rollUpRecounts) n += (await owner.query(differing(customerId))).rowCount ?? 0;
		return n;
	});

test('what is older than a customer keeps goes in the night, of every grain, and no recount brings it back', async () => {
	const tenant = await t.tenant();
	const beside = await t.tenant();
	const { customerId } = tenant;
	const owner = await t.person([], { adminOf: [tenant] });
	const url = `/api/manage/keptcounts/${customerId}`;
	const moments = [monthsAgo(30), monthsAgo(13, -5), monthsAgo(13, 5), monthsAgo(1), monthsAgo(0)];
	const days = moments.map(dayOf);
	for (const one of [tenant, beside]) {
		await rowsOf(one, moments);
		await happened(one, moments);
	}
	expect((await t.send(owner, 'GET', url)).json().data).toEqual({ months: null, firstDay: days[0] });
	await t.storage.inTenant(customerId, (tx) => forgetCounts(tx, customerId));
	expect(await daysOf(tenant)).toEqual(days);

	const changed = await t.send(owner, 'PUT', url, { body: { months: 13 } });
	expect([changed.status, changed.json().data]).toEqual([200, { months: 13, firstDay: days[0] }]);
	// Until the night all is there.
	expect(await daysOf(tenant)).toEqual(days);
	for (const id of [customerId, beside.customerId]) await t.storage.inTenant(id, (tx) => forgetCounts(tx, id));
	expect(await daysOf(tenant)).toEqual(days.slice(2));
	for (const grain of ['hour', 'quarter']) expect(await daysOf(tenant, grain)).toEqual(days.slice(2));
	expect(await daysOf(beside)).toEqual(days);
	expect((await t.send(owner, 'GET', url)).json().data).toEqual({ months: 13, firstDay: days[2] });
	// Rows of those days are there yet, and nobody counts them again.
	expect(await differences(customerId)).toBe(0);

	const forEver = await t.send(owner, 'PUT', url, { body: { months: null } });
	expect(forEver.json().data.months).toBeNull();
	const told = await t.storage.asOwner(
		async (client) =>
			(
				await client.query(
					`select v.before, v.after from activity a join activity_values v using (customer_id, id) where a.customer_id = $1 and a.thing = 'kept_counts' order by a.at`,
					[customerId],
				)
			).rows,
	);
	expect(told).toEqual([
		{ before: { months: null }, after: { months: 13 } },
		{ before: { months: 13 }, after: { months: null } },
	]);
});

test('a length that is none of the choices is refused, and so is whoever does not answer for the customer', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const stranger = await t.person([], { adminOf: [await t.tenant()] });
	const one = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const url = `/api/manage/keptcounts/${tenant.customerId}`;
	for (const body of [{ months: 0 }, { months: 12 }, { months: '13' }, {}])
		expect([body, (await t.send(owner, 'PUT', url, { body })).status]).toEqual([body, 400]);
	for (const [who, status] of [
		[stranger, 404],
		[one, 403],
	] as const) {
		expect((await t.send(who, 'GET', url)).status).toBe(status);
		expect((await t.send(who, 'PUT', url, { body: { months: 13 } })).status).toBe(status);
	}
	expect((await t.send(owner, 'GET', url)).json().data).toEqual({ months: null, firstDay: null });
});
