/** What one sender and one customer may bring in a minute: beyond it they are told when to come back, and nobody else is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuckets } from '../../src/kernel/access/buckets.ts';
import { fairShare } from '../../src/wings/consent/intake/fair.ts';
import { type Tenant, type TestApp, testApp } from '../app.ts';
import { edgeRecord, publishBanner } from '../fixtures.ts';

describe('a bucket', () => {
	it('gives what is in it at once, and the rest as time goes', () => {
		let at = 0;
		const buckets = createBuckets(60, () => at);
		expect([buckets.take('a', 60), buckets.take('a', 1), buckets.take('a', 30), buckets.take('b', 60)]).toEqual([0, 1, 30, 0]);
		at += 1_000;
		expect([buckets.take('a', 1), buckets.take('a', 1)]).toEqual([0, 1]);
		at += 3_600_000;
		expect([buckets.take('a', 60), buckets.take('a', 1)]).toEqual([0, 1]);
	});

	it('forgets the full ones when there are very many, and no other', () => {
		let at = 0;
		const buckets = createBuckets(60, () => at);
		buckets.take('busy', 60);
		for (let n = 0; n < 99_999; n++) buckets.take(`${n}`, 1);
		at += 1_000;
		expect(buckets.take('one more', 60)).toBe(0);
		expect(buckets.take('busy', 2)).toBe(1);
	});

	it('of nothing is no limit', () => {
		expect(createBuckets(0).take('a', 1_000_000)).toBe(0);
	});
});

describe('a full queue', () => {
	it('is gone through customer by customer', () => {
		const queue = [1, 1, 1, 1, 1, 2, 3, 3].map((customerId, n) => ({ item: { customerId, n } }));
		const shared = fairShare(queue, 5).map(({ item }) => `${item.customerId}:${item.n}`);
		expect(shared).toEqual(['1:0', '2:5', '3:6', '1:1', '3:7']);
		expect(new Set(fairShare(queue, 8)).size).toBe(8);
	});
});

describe('intake', () => {
	let t: TestApp;
	let small: { tenant: Tenant; folder: string };
	let other: { tenant: Tenant; folder: string };
	const publisher = async () => {
		const tenant = await t.tenant();
		return { tenant, folder: (await publishBanner(t, await t.person([], { adminOf: [tenant] }), tenant)).publishedFolder };
	};
	beforeAll(async () => {
		t = await testApp({ INTAKE_PER_ADDRESS: '60', INTAKE_PER_CUSTOMER: '100', TRUST_PROXY: '1' });
		[small, other] = [await publisher(), await publisher()];
	});
	afterAll(() => t.stop());

	const post = async (ip: string, { tenant, folder }: typeof small, count: number) => {
		const records = Array.from({ length: count }, () => edgeRecord('media', true));
		return t.app.inject({
			method: 'POST',
			url: '/edge/v1/records',
			headers: { origin: `https://${tenant.host}`, 'x-forwarded-for': ip },
			payload: { domainId: tenant.domainId, configuration: folder, records },
		});
	};

	it('refuses one sender’s flood with when to come back, which the page may read; a /64 is one sender', async () => {
		expect((await post('2001:db8:1:2::1', small, 50)).statusCode).toBe(200);
		const refused = await post('2001:db8:1:2:ffff::7', small, 40);
		expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([429, 'too_many', '30']);
		expect(refused.headers['access-control-allow-origin']).toBe(`https://${small.tenant.host}`);
		expect(refused.headers['access-control-expose-headers']).toBe('retry-after');
		expect((await post('2001:db8:1:3::1', small, 1)).statusCode).toBe(200);
	});

	it('refuses a customer’s flood from many addresses, and takes another customer’s records', async () => {
		const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => post(`198.51.100.${n}`, other, 10)));
		expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
		expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toMatch(/^[1-9]$/);
		expect((await post('198.51.100.200', small, 1)).statusCode).toBe(200);
	});

	it('counts views likewise', async () => {
		const third = await publisher();
		const view = () =>
			t.app.inject({
				method: 'POST',
				url: '/edge/v1/impressions',
				headers: { origin: `https://${third.tenant.host}`, 'x-forwarded-for': '203.0.113.50' },
				payload: { domainId: third.tenant.domainId, configuration: third.folder, language: 'en' },
			});
		expect((await post('203.0.113.50', third, 58)).statusCode).toBe(200);
		const statuses: number[] = [];
		for (let n = 0; n < 3; n++) statuses.push((await view()).statusCode);
		expect(statuses).toEqual([200, 200, 429]);
	});
});
