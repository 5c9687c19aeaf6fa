/** Which records a custom domain needs, what DNS says of them, and whose a host may become: against a real name server. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';
import { startDns } from '../fixtures/dns.ts';

const tag = randomBytes(4).toString('hex');
let count = 0;
const newHost = (): string => `h${++count}-${tag}.example.com`;

let t: TestApp;
let dns: Awaited<ReturnType<typeof startDns>>;

beforeAll(async () => {
	dns = await startDns();
	t = await testApp({
		DNS_SERVERS: dns.address,
		CUSTOM_DOMAIN_A: '192.0.2.10,2001:db8:0:0:0:0:0:10',
		CUSTOM_DOMAIN_CNAME: 'acme.luvalla.example',
		HTTPS_PORT: '4443',
		ACME_HTTP_PORT: '4080',
		ACME_DNS_PORT: '4053',
	});
});
afterAll(async () => {
	await t.stop();
	await dns.stop();
});

interface Held extends Tenant {
	readonly owner: Person;
}
const hold = async (): Promise<Held> => {
	const tenant = await t.tenant();
	return { ...tenant, owner: await t.person([], { adminOf: [tenant] }) };
};
const add = ({ customerId, owner }: Held, domain: string, headers: Record<string, string> = {}) =>
	t.send(owner, 'POST', `/api/manage/customer/${customerId}/customdomain`, { body: { domain }, headers });
interface Shown {
	type: string;
	name: string;
	expected: string[];
	found: string[];
	ok: boolean;
	needed: boolean;
	state: string;
	sentence: string;
}
const added = async (held: Held, domain: string) => {
	const answer = await add(held, domain);
	if (answer.status !== 200) throw new Error(answer.text);
	return answer.json().data as {
		id: string;
		domain: string;
		letters?: string;
		status: string;
		dns: { isValid: boolean; records: Shown[] };
	};
};
const check = async ({ customerId, owner }: Held, host: string, headers: Record<string, string> = {}) => {
	const answer = await t.send(owner, 'GET', `/api/manage/customer/${customerId}/customdomain/validate/dns/${encodeURIComponent(host)}`, {
		headers,
	});
	if (answer.status !== 200) throw new Error(answer.text);
	const { isValid, records } = answer.json().data as { isValid: boolean; records: Shown[] };
	return { isValid, records, of: (type: string) => records.find((one) => one.type === type) };
};
/** Sets what is expected, by the answer itself. */
const setAll = (records: readonly Shown[]): void => {
	for (const { type, name, expected } of records) {
		const [value = ''] = expected;
		const before = dns.zone.get(name);
		if (type === 'A') dns.zone.set(name, { ...before, a: [value] });
		if (type === 'AAAA') dns.zone.set(name, { ...before, aaaa: [value] });
		if (type === 'TXT') dns.zone.set(name, { ...before, txt: ['v=other', value] });
		if (type === 'CNAME') dns.zone.set(name, { cname: value });
	}
};

describe('a name', () => {
	test('is kept in its xn-- form and shown with its letters', async () => {
		const held = await hold();
		const made = await added(held, `Köökki-${tag}.example.com`);
		expect(made.status).toBe('Initiated');
		expect(made.domain).toMatch(/^xn--/);
		expect(made.letters).toBe(`köökki-${tag}.example.com`);
		const [row] = (await t.send(held.owner, 'GET', `/api/manage/customer/${held.customerId}/customdomain?q=köökki`)).json().data;
		expect(row.id).toBe(made.id);
	});

	test.each([
		['*.example.com', 'domain', 'wildcard', 400],
		['consent.example.com:8443', 'domain', 'port', 400],
		['https://consent.example.com:443/', 'domain', 'port', 400],
		['consent.example.com.', 'domain', 'dot at the end', 400],
		['consent', 'domain', 'one word alone', 400],
		['co.uk', 'domain', 'an ending under which others register', 422],
		['10.0.0.1', 'domain', 'host name', 400],
		['xn--a.example.com', 'domain', 'stands for no letters', 422],
	])('%s is refused in words of its own', async (domain, field, words, status) => {
		const held = await hold();
		const answer = await add(held, domain);
		expect(answer.status).toBe(status);
		expect(answer.json().fields[field]).toContain(words);
		const finnish = (await add(held, domain, { 'accept-language': 'fi' })).json().fields[field];
		expect(finnish).not.toBe(answer.json().fields[field]);
	});

	test.each(['localhost', 'x.localhost', 'acme.luvalla.example', 'a.acme.luvalla.example'])(
		'%s is ours or one machine’s',
		async (domain) => {
			const answer = await add(await hold(), domain);
			expect(domain === 'localhost' ? answer.status : answer.json().code).toBe(domain === 'localhost' ? 400 : 'host_of_ours');
		},
	);

	test('is a custom domain of the customer once', async () => {
		const held = await hold();
		const host = newHost();
		await added(held, host);
		expect((await add(held, host)).json()).toMatchObject({ code: 'custom_domain_taken', fields: { domain: expect.any(String) } });
	});
});

describe('the records', () => {
	test('are said from the start, and each is compared with what stands in DNS', async () => {
		const held = await hold();
		const host = newHost();
		const made = await added(held, host);
		expect(made.dns.records.map(({ type, name, expected, state }) => [type, name, expected.length, state])).toEqual([
			['A', host, 1, 'unasked'],
			['AAAA', host, 1, 'unasked'],
			['TXT', `_luvalla.${host}`, 1, 'unasked'],
			['CNAME', `_acme-challenge.${host}`, 1, 'unasked'],
		]);
		expect(made.dns.records[3]?.expected[0]).toMatch(/^[0-9a-f]{20}\.acme\.luvalla\.example$/);

		const empty = await check(held, host);
		expect(empty.isValid).toBe(false);
		expect(empty.records.map(({ type, state, needed }) => [type, state, needed])).toEqual([
			['A', 'missing', true],
			['AAAA', 'optional', false],
			['TXT', 'missing', true],
			['CNAME', 'optional', false],
		]);

		dns.zone.set(host, { a: ['198.51.100.7'] });
		dns.zone.set(`_luvalla.${host}`, { txt: ['luvalla-host=somebody-else'] });
		dns.zone.set(`_acme-challenge.${host}`, { cname: 'old.example.com' });
		const wrong = await check(held, host);
		expect(wrong.of('A')).toMatchObject({ state: 'differs', found: ['198.51.100.7'], ok: false });
		expect(wrong.of('A')?.sentence).toContain('198.51.100.7');
		expect(wrong.of('A')?.sentence).toContain('192.0.2.10');
		expect(wrong.of('TXT')).toMatchObject({ state: 'differs', found: ['luvalla-host=somebody-else'] });
		expect(wrong.of('CNAME')).toMatchObject({ state: 'differs', found: ['old.example.com'] });
		expect((await check(held, host, { 'accept-language': 'fi' })).of('A')?.sentence).toContain('Vaihda sen tilalle 192.0.2.10');

		setAll(made.dns.records);
		const right = await check(held, host);
		expect(right.records.map(({ state }) => state)).toEqual(['right', 'right', 'right', 'right']);
		expect(right.isValid).toBe(true);
		const [row] = (await t.send(held.owner, 'GET', `/api/manage/customer/${held.customerId}/customdomain`)).json().data;
		expect(row).toMatchObject({ differing: 0, dns: { isValid: true } });
	});

	test('of one customer are never those of another', async () => {
		const [first, second] = [await hold(), await hold()];
		const host = newHost();
		const records = [await added(first, host), await added(second, host)].map((made) => made.dns.records);
		setAll(records[0] ?? []);
		expect((await check(first, host)).isValid).toBe(true);
		const others = await check(second, host);
		expect(others.of('TXT')).toMatchObject({ state: 'differs', ok: false });
		expect(others.of('CNAME')).toMatchObject({ state: 'differs', ok: false });
	});

	test('need no TXT where the host is the customer’s already, as a domain of theirs', async () => {
		const held = await hold();
		const made = await added(held, held.host);
		expect(made.dns.records.map(({ type }) => type)).toEqual(['A', 'AAAA', 'CNAME']);
		const stranger = await hold();
		expect((await add(stranger, held.host)).json().code).toBe('custom_domain_taken');
	});

	test('of an IPv6 address that is not ours are wrong, though none is needed', async () => {
		const held = await hold();
		const host = newHost();
		setAll((await added(held, host)).dns.records);
		dns.zone.set(host, { a: ['192.0.2.10'], aaaa: ['2001:db8:0:0:0:0:0:66'] });
		const found = await check(held, host);
		expect(found.of('AAAA')).toMatchObject({ state: 'differs', needed: false, ok: false });
		expect(found.isValid).toBe(false);
	});
});

describe('DNS that lies or is slow ends in a sentence', () => {
	test('a circle of aliases', async () => {
		const held = await hold();
		const host = newHost();
		setAll((await added(held, host)).dns.records);
		dns.zone.set(host, { cname: `round.${host}` });
		dns.zone.set(`round.${host}`, { cname: host });
		dns.zone.set(`_acme-challenge.${host}`, { cname: `_acme-challenge.${host}` });
		const found = await check(held, host);
		expect(found.of('A')).toMatchObject({ state: 'loop', ok: false });
		expect(found.of('A')?.sentence).toContain('round in a circle');
		expect(found.of('CNAME')).toMatchObject({ state: 'loop' });
	});

	test('a wildcard that answers for every name, and a name that is somebody else’s', async () => {
		const held = await hold();
		const host = newHost();
		const made = await added(held, host);
		const value = made.dns.records.find(({ type }) => type === 'TXT')?.expected[0] ?? '';
		dns.zone.set(`*.${host}`, { txt: [value] });
		expect((await check(held, host)).of('TXT')).toMatchObject({ state: 'wildcard', ok: false });
		dns.zone.set(`_luvalla.${host}`, { cname: `elsewhere.${host}` });
		expect((await check(held, host)).of('TXT')).toMatchObject({ state: 'alias', ok: false });
	});

	test('a server that fails, and one that never answers', async () => {
		const held = await hold();
		const host = newHost();
		setAll((await added(held, host)).dns.records);
		dns.zone.set(host, { broken: true });
		dns.zone.set(`_luvalla.${host}`, { silent: true });
		const found = await check(held, host);
		expect(found.of('A')).toMatchObject({ state: 'failed', ok: false });
		expect(found.of('A')?.sentence).toContain('did not answer');
		expect(found.of('TXT')).toMatchObject({ state: 'failed', ok: false });
	});

	test('signs that are no text', async () => {
		const held = await hold();
		const host = newHost();
		await added(held, host);
		dns.zone.set(`_luvalla.${host}`, { txt: [`a\u0000b${'x'.repeat(3000)}`] });
		const [found = ''] = (await check(held, host)).of('TXT')?.found ?? [];
		expect(found).toContain('\ufffd');
		expect(found.length).toBeLessThanOrEqual(200);
	});
});

describe('whoever asks', () => {
	test('reads as a partner, changes as an admin of the customer or of a domain, and finds nothing of others', async () => {
		const held = await hold();
		const { id } = await added(held, newHost());
		const base = `/api/manage/customer/${held.customerId}/customdomain`;
		const partner = await t.person(['PARTNER'], { partnerOf: [held] });
		const domainAdmin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [held] });
		const stranger = await hold();
		expect((await t.send(partner, 'GET', base)).status).toBe(200);
		expect((await t.send(partner, 'DELETE', `${base}/${id}`)).status).toBe(403);
		expect((await t.send(stranger.owner, 'GET', base)).status).toBe(404);
		expect((await t.send(stranger.owner, 'DELETE', `/api/manage/customer/${stranger.customerId}/customdomain/${id}`)).status).toBe(404);
		expect((await t.send(domainAdmin, 'DELETE', `${base}/${id}`)).status).toBe(200);
		expect((await t.send(held.owner, 'GET', base)).json().data).toEqual([]);
		const acts = (
			await t.send(await t.person(['ADMIN']), 'GET', `/api/admin/activity?thing=custom_domain&customerId=${held.customerId}`)
		).json();
		expect(JSON.stringify(acts)).toContain('deleted');
	});
});
