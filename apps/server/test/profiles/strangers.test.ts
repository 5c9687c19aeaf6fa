/** What a visitor or one domain sends sets no kind, no name and no limit for another domain, nor for the customer's own servers. */
import { DOMAIN_NAMES } from '@luvalla/contract/profiles/api.ts';
import { VISITOR_TYPES } from '@luvalla/contract/profiles/visitors.ts';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { type Person, startApp, type Tenant } from '../app.ts';
import { edgeRecord, publishBanner, sendRecords, sendVisit } from '../fixtures.ts';

const t = await startApp();

const banner = async (owner: Person, tenant: Tenant) =>
	(await publishBanner(t, owner, tenant, 'Banner', { mapper: '{"remembers":"statistics"}' })).publishedFolder;

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const host = `second-${tenant.customerId}.localhost`;
	const added = await t.send(owner, 'POST', '/api/domain', { body: { domain: host, customerId: tenant.customerId } });
	const second: Tenant = { ...tenant, domainId: added.json().data.id, host };
	const machine = await t.machine(owner, tenant);
	const tokenFor = async ({ domainId }: Tenant) => {
		const made = await t.send(owner, 'POST', '/api/manage/domain/generatetoken', { body: { id: domainId, domain: 'x', name: 'x' } });
		return { authorization: `Bearer ${made.json().data.accessToken}` };
	};
	const folders = new Map<string, string>([
		[tenant.domainId, await banner(owner, tenant)],
		[second.domainId, await banner(owner, second)],
	]);
	/** What somebody does on a page, who lets it be remembered. */
	const visit = async (on: Tenant, events: readonly object[]) => {
		const configuration = folders.get(on.domainId) ?? '';
		const record = edgeRecord('statistics', true);
		await sendRecords(t, on, configuration, [record]);
		const sent = await sendVisit(t, on, configuration, record.id, events);
		expect(sent.status, sent.text).toBe(200);
		return sent.json().data;
	};
	const doing = (type: string, properties: object = {}) => {
		const msecs = Date.now();
		return { id: v7({ msecs }), at: new Date(msecs).toISOString(), type, properties };
	};
	const tell = async (by: Record<string, string>, on: Tenant, type: string, properties: object) => {
		const sent = await t.send(null, 'POST', '/edge/v1/events', {
			headers: by,
			body: { domainId: on.domainId, events: [{ ...doing(type, properties), person: { email: `e-${on.domainId}@p.example` } }] },
		});
		return sent.json().data.results[0].code ?? sent.json().data.results[0].outcome;
	};
	const know = async (by: Record<string, string>, on: Tenant, attributes: object) => {
		const sent = await t.send(null, 'POST', '/edge/v1/profiles', {
			headers: by,
			body: { domainId: on.domainId, profiles: [{ person: { email: `a-${on.domainId}@p.example` }, attributes }] },
		});
		return sent.json().data.results[0].code ?? 'taken';
	};
	return { tenant, second, owner, machine, tokenFor, visit, doing, tell, know };
};

test('a visitor’s word is no kind for a server, and fills no share but their page’s', async () => {
	const s = await scene();
	expect(await s.visit(s.tenant, [s.doing('purchase', { total: 'free text' })])).toMatchObject({ stored: 1 });
	// On another domain, and on the same.
	expect(await s.tell(s.machine, s.second, 'purchase', { total: 12.5 })).toBe('stored');
	expect(await s.tell(s.machine, s.tenant, 'purchase', { total: 7 })).toBe('stored');
	// From then on it is a number, on every page.
	for (const on of [s.tenant, s.second])
		expect(await s.visit(on, [s.doing('purchase2'), { ...s.doing('purchase', { total: 'x', other: 1 }) }])).toMatchObject({
			stored: 1,
			refused: [{ code: 'kind_mismatch' }],
		});
	// As many kinds as a page's visitors may make known, and one more: another domain's pages and the servers know nothing of it.
	for (let n = 0; n < VISITOR_TYPES; n += 20)
		await s.visit(
			s.tenant,
			Array.from({ length: 20 }, (_, place) => s.doing(`kind ${n + place}`)),
		);
	expect(await s.visit(s.tenant, [s.doing('one more')])).toMatchObject({ stored: 0, refused: [{ code: 'too_much' }] });
	expect(await s.visit(s.second, [s.doing('one more')])).toMatchObject({ stored: 1, refused: [] });
	expect(await s.tell(s.machine, s.tenant, 'of the server', { n: 1 })).toBe('stored');
});

test('a domain’s token sets no kind and takes no share of another’s, nor of the customer’s', async () => {
	const s = await scene();
	const [first, second] = [await s.tokenFor(s.tenant), await s.tokenFor(s.second)];
	expect(await s.tell(first, s.tenant, 'order', { sum: 'much' })).toBe('stored');
	expect(await s.tell(first, s.tenant, 'order', { sum: 1 })).toBe('kind_mismatch');
	expect(await s.tell(second, s.second, 'order', { sum: 1 })).toBe('stored');
	expect(await s.tell(s.machine, s.tenant, 'order', { sum: 1 })).toBe('stored');
	// Who answers for the customer says what it is.
	expect(await s.tell(first, s.tenant, 'order', { sum: 'much' })).toBe('kind_mismatch');

	expect(await s.know(first, s.tenant, { size: 'large' })).toBe('taken');
	expect(await s.know(first, s.tenant, { size: 41 })).toBe('kind_mismatch');
	expect(await s.know(second, s.second, { size: 41 })).toBe('taken');
	expect(await s.know(s.machine, s.second, { size: 42 })).toBe('taken');
	expect(await s.know(first, s.tenant, { size: 'large' })).toBe('kind_mismatch');
	const names = (from: number, count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`name${from + n}`, n]));
	for (let n = 0; n < DOMAIN_NAMES; n += 50) {
		expect(await s.know(first, s.tenant, names(n, 50))).toBe('taken');
		await s.know(first, s.tenant, Object.fromEntries(Object.keys(names(n, 50)).map((name) => [name, null])));
	}
	expect(await s.know(first, s.tenant, names(9000, 1))).toBe('too_much');
	expect(await s.know(second, s.second, names(9000, 1))).toBe('taken');
	expect(await s.know(s.machine, s.tenant, names(9001, 90))).toBe('taken');
});
