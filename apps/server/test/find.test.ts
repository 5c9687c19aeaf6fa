/** The search over everything: what each role finds, and that nobody finds what is not theirs. */
import type { Found } from '@luvalla/contract/guidance/find.ts';
import { expect, test } from 'vitest';
import { type Person, startApp, type Tenant } from './app.ts';
import { choice, draftFor, publishBanner, sendRecords } from './fixtures.ts';

const t = await startApp();
const admin = await t.person(['ADMIN']);

const ask = (who: Person | null, q: string, customerId?: number) =>
	t.send(who, 'GET', `/api/manage/find?q=${encodeURIComponent(q)}${customerId === undefined ? '' : `&customerId=${customerId}`}`);
const found = async (who: Person, q: string, customerId?: number): Promise<Found> => {
	const answer = await ask(who, q, customerId);
	expect([q, answer.status]).toEqual([q, 200]);
	return answer.json().data;
};

/** A customer with a shop whose banner is published and a blog of its own, and an answer of a known person on each. */
const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const word = `w${tenant.customerId}`;
	const added = await t.send(owner, 'POST', '/api/domain', {
		body: { domain: `blog.${word}.example.com`, name: `${word} blog`, customerId: tenant.customerId },
	});
	const blog: Tenant = { ...tenant, domainId: added.json().data.id, host: `blog.${word}.example.com` };
	const banner = await publishBanner(t, owner, tenant, `${word} banner`);
	const records = choice({ statistics: true });
	await sendRecords(t, tenant, banner.publishedFolder, records);
	const known = async ({ domainId }: Tenant, name: string): Promise<string> => {
		const body = { domainId, name: `News ${name}`, wording: { en: { name: 'News', about: 'Twice a month.' } } };
		const purposeId = (await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, { body })).json().data.id;
		const said = await t.send(owner, 'POST', '/api/audit/domain/people/answer', {
			headers: { customer_key: String(tenant.customerId) },
			body: {
				person: { email: `${word}-${name}@example.com` },
				purposeId,
				value: true,
				at: new Date(Date.now() - 1000).toISOString(),
				source: 'Letter',
			},
		});
		expect(said.status).toBe(200);
		return said.json().data.luvallaId;
	};
	return {
		tenant,
		blog,
		owner,
		word,
		banner,
		record: String(records[0]?.id),
		shopper: await known(tenant, 'shopper'),
		reader: await known(blog, 'reader'),
	};
};

test('one word finds domains, banners by their title and by their domain, and people by the beginning of an address', async () => {
	const s = await scene();
	const one = await found(s.owner, s.word.toUpperCase(), s.tenant.customerId);
	expect(one.domains.map(({ domain }) => domain)).toEqual([s.blog.host]);
	expect(one.banners).toMatchObject([{ id: s.banner.id, title: `${s.word} banner`, type: 0, domain: s.tenant.host }]);
	expect(one.people.map(({ name }) => name).sort()).toEqual([`${s.word}-reader@example.com`, `${s.word}-shopper@example.com`]);
	const two = await found(s.owner, s.tenant.host, s.tenant.customerId);
	expect(two.domains).toMatchObject([{ id: s.tenant.domainId, customerId: s.tenant.customerId }]);
	expect(two.banners.map(({ id }) => id)).toEqual([s.banner.id]);
	expect(one).toMatchObject({ users: [], customers: [], partners: [] });
});

test('a record is found by its whole id, and what is no id finds none', async () => {
	const s = await scene();
	const { records } = await found(s.owner, ` ${s.record.toUpperCase()} `, s.tenant.customerId);
	expect(records).toMatchObject([{ id: s.record, value: true, domain: s.tenant.host }]);
	expect((await found(s.owner, s.record.slice(0, 20), s.tenant.customerId)).records).toEqual([]);
	expect((await found(s.owner, '00000000-0000-4000-8000-000000000000', s.tenant.customerId)).records).toEqual([]);
	expect((await found(s.owner, 'ffffffff-ffff-7fff-bfff-ffffffffffff', s.tenant.customerId)).records).toEqual([]);
});

test('a domain’s own admin finds nothing of the customer’s other domains', async () => {
	const s = await scene();
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.blog] });
	const mine = await found(editor, s.word, s.tenant.customerId);
	expect(mine.domains.map(({ id }) => id)).toEqual([s.blog.domainId]);
	expect(mine.people).toEqual([{ id: s.reader, name: `${s.word}-reader@example.com` }]);
	expect(mine.banners).toEqual([]);
	expect((await found(editor, s.tenant.host, s.tenant.customerId)).domains).toEqual([]);
	expect((await found(editor, s.record, s.tenant.customerId)).records).toEqual([]);
	expect((await found(editor, s.shopper, s.tenant.customerId)).people).toEqual([]);
	// the same record is there for whoever answers for the customer
	expect((await found(s.owner, s.record, s.tenant.customerId)).records).toHaveLength(1);
	expect((await found(s.owner, s.shopper, s.tenant.customerId)).people).toHaveLength(1);
});

test('nobody finds what is another customer’s, with or without naming it', async () => {
	const s = await scene();
	const other = await scene();
	expect((await ask(other.owner, s.word, s.tenant.customerId)).status).toBe(404);
	expect((await ask(other.owner, s.word, 2_000_000_000)).status).toBe(404);
	const nothing = { people: [], domains: [], banners: [], records: [], users: [], customers: [], partners: [] };
	for (const q of [s.word, s.tenant.host, s.record, s.shopper, s.owner.email]) {
		expect(await found(other.owner, q, other.tenant.customerId)).toEqual(nothing);
		expect(await found(other.owner, q)).toEqual(nothing);
	}
	expect((await ask(null, s.word)).status).toBe(401);
	// somebody without a role anywhere has no palette
	expect((await ask(await t.person(), s.word)).status).toBe(403);
	expect((await ask(await t.person(), s.word, s.tenant.customerId)).status).toBe(403);
});

test('a partner finds their customers, and things of each one only when it is named', async () => {
	const s = await scene();
	const other = await scene();
	const partner = await t.person(['PARTNER'], { partnerOf: [s.tenant] });
	const one = await found(partner, `Customer ${s.tenant.customerId}`);
	expect(one.customers).toEqual([{ id: s.tenant.customerId, name: `Customer ${s.tenant.customerId}` }]);
	expect(one.domains).toEqual([]);
	expect((await found(partner, `Customer ${other.tenant.customerId}`)).customers).toEqual([]);
	expect((await found(partner, s.word, s.tenant.customerId)).people).toHaveLength(2);
	expect((await ask(partner, other.word, other.tenant.customerId)).status).toBe(404);
	expect((await found(partner, s.owner.email)).users).toEqual([]);
});

test('ADMIN finds users, customers, partners and domains of all, and a customer’s things once it is named', async () => {
	const s = await scene();
	const one = await found(admin, s.word);
	expect(one.domains.map(({ domain }) => domain)).toEqual([s.blog.host]);
	expect(one).toMatchObject({ people: [], banners: [], records: [] });
	expect((await found(admin, s.owner.email)).users).toEqual([{ email: s.owner.email, name: '' }]);
	expect((await found(admin, `Customer ${s.tenant.customerId}`)).customers.map(({ id }) => id)).toContain(s.tenant.customerId);
	const partner = await t.person(['PARTNER'], { partnerOf: [s.tenant] });
	expect((await found(admin, partner.email)).partners.map(({ name }) => name)).toEqual([partner.email]);
	expect((await found(admin, s.word, s.tenant.customerId)).people).toHaveLength(2);
	expect((await ask(admin, s.word, 2_000_000_000)).json().data).toMatchObject({ people: [], banners: [] });
});

test('no more than five of a kind are found, those that begin so first, and what is typed is taken literally', async () => {
	const s = await scene();
	for (let n = 0; n < 6; n++)
		await t.send(s.owner, 'POST', '/api/cmpconfigurator/lightconfig', { body: draftFor(s.tenant, `${s.word} draft 100% ${n}`) });
	expect((await found(s.owner, s.word, s.tenant.customerId)).banners).toHaveLength(5);
	expect((await found(s.owner, '100% ', s.tenant.customerId)).banners).toHaveLength(5);
	expect((await found(s.owner, '1%0', s.tenant.customerId)).banners).toEqual([]);
	for (const host of [`zz.${s.word}x.example.com`, `${s.word}x.example.com`])
		await t.send(s.owner, 'POST', '/api/domain', { body: { domain: host, customerId: s.tenant.customerId } });
	expect((await found(s.owner, `${s.word}x`, s.tenant.customerId)).domains.map(({ domain }) => domain)).toEqual([
		`${s.word}x.example.com`,
		`zz.${s.word}x.example.com`,
	]);
	for (const wrong of ['', ' a ', 'x'.repeat(201)]) expect((await ask(s.owner, wrong)).status).toBe(400);
});
