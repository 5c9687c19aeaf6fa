/** How long a customer keeps statistics: who decides it, what goes by it, and that nothing brings it back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { tellCounts } from '../../src/kernel/tally/news.ts';
import { addNews, forgetCounts } from '../../src/wings/insight/roll-ups/keep.ts';
import { rollUpRecounts } from '../../src/wings/insight/roll-ups/recount.ts';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';

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

/** Asks for a shorter time and answers when it holds. */
const shortened = async ({ customerId }: Tenant, who: Person, months: number): Promise<string> => {
	const asked = await t.send(who, 'PUT', `/api/manage/keptcounts/${customerId}`, { body: { months } });
	expect(asked.status).toBe(200);
	const { shortening } = asked.json().data;
	expect(shortening.months).toBe(months);
	expect(Math.abs(Date.parse(shortening.at) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
	return shortening.at;
};
/** As if the days of grace were over. */
const daysPass = ({ customerId }: Tenant) =>
	t.storage.asOwner((client) =>
		client.query(`update count_keeping set shorter_at = now() - interval '1 second' where customer_id = $1`, [customerId]),
	);

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
	expect((await t.send(owner, 'GET', url)).json().data).toEqual({ months: null, firstDay: days[0], shortening: null });
	await t.storage.inTenant(customerId, (tx) => forgetCounts(tx, customerId));
	expect(await daysOf(tenant)).toEqual(days);

	const at = await shortened(tenant, owner, 13);
	expect((await t.send(owner, 'GET', url)).json().data).toEqual({ months: null, firstDay: days[0], shortening: { months: 13, at } });
	// Not before seven days are over.
	await t.storage.inTenant(customerId, (tx) => forgetCounts(tx, customerId));
	expect(await daysOf(tenant)).toEqual(days);
	await daysPass(tenant);
	for (const id of [customerId, beside.customerId]) await t.storage.inTenant(id, (tx) => forgetCounts(tx, id));
	expect(await daysOf(tenant)).toEqual(days.slice(2));
	for (const grain of ['hour', 'quarter']) expect(await daysOf(tenant, grain)).toEqual(days.slice(2));
	expect(await daysOf(beside)).toEqual(days);
	expect((await t.send(owner, 'GET', url)).json().data).toEqual({ months: 13, firstDay: days[2], shortening: null });
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
		{ before: { months: null, shortening: null }, after: { months: null, shortening: { months: 13, at } } },
		{ before: { months: null }, after: { months: 13 } },
		{ before: { months: 13, shortening: null }, after: { months: null, shortening: null } },
	]);
});

test('a shorter time takes fresh proof of who asks, waits seven days, and is cancelled by any that is not shorter', async () => {
	const tenant = await t.tenant();
	const { customerId } = tenant;
	const [owner, tired] = (await Promise.all([0, 1].map(() => t.person([], { adminOf: [tenant] })))) as [Person, Person];
	const [partner, tiredPartner] = (await Promise.all([0, 1].map(() => t.person(['PARTNER'], { partnerOf: [tenant] })))) as [Person, Person];
	for (const who of [tired, tiredPartner])
		await t.storage.inPlatform((tx) =>
			tx.query(`update session set confirmed_at = now() - interval '30 minutes' where user_id = $1`, [who.userId]),
		);
	const url = `/api/manage/keptcounts/${customerId}`;
	const put = (who: Person, months: number | null) => t.send(who, 'PUT', url, { body: { months } });
	const shown = async () => (await t.send(owner, 'GET', url)).json().data;
	// Nothing is counted, nothing is lost: at once and without a question.
	expect((await put(tired, 37)).json().data).toEqual({ months: 37, firstDay: null, shortening: null });

	await happened(tenant, [monthsAgo(20)]);
	for (const who of [tired, tiredPartner]) {
		const refused = await put(who, 13);
		expect([refused.status, refused.json().code]).toEqual([403, 'confirm_identity']);
	}
	expect(await shown()).toMatchObject({ months: 37, shortening: null });
	await shortened(tenant, partner, 13);
	// A longer one holds at once; whoever cannot prove it is them may still give more.
	expect((await put(tired, 61)).json().data).toMatchObject({ months: 61, shortening: null });
	// The same one again cancels, too, and what was cancelled does not come into force.
	await shortened(tenant, owner, 13);
	expect((await put(tired, 61)).json().data).toMatchObject({ months: 61, shortening: null });
	await t.storage.inTenant(customerId, (tx) => forgetCounts(tx, customerId));
	expect(await shown()).toMatchObject({ months: 61, firstDay: dayOf(monthsAgo(20)) });
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
	expect((await t.send(owner, 'GET', url)).json().data).toEqual({ months: null, firstDay: null, shortening: null });
});
