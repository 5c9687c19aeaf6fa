/** A host is whose who shows it first: by the snippet on its page, a DNS record, or a platform admin's word. Until then nothing is published. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../src/kernel/http/cookies.ts';
import { checkSnippet } from '../../src/wings/consent/snippet/look.ts';
import { wantProofs } from '../../src/wings/consent/snippet/prove.ts';
import { readDomain } from '../../src/wings/tenancy/wing.ts';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';
import { startDns } from '../fixtures/dns.ts';
import { choice, draftFor, publishBanner, sendImpression, sendRecords, tcfDraftFor } from '../fixtures.ts';
import { addApplication, personToken, signedInBrowser } from '../tokens.ts';

/** Workers keep their database from file to file. */
const tag = randomBytes(4).toString('hex');
/** Of one case each: a host is shown once. */
const TRUE_SITES = Array.from({ length: 10 }, (_, nth) => `true${nth}`);
const SITES = ['one', 'two', 'three', 'four', 'five', 'six', 'www.six', 'seven', 'eight', ...TRUE_SITES];

let t: TestApp;
let site: Server;
let port: number;
let dns: Awaited<ReturnType<typeof startDns>>;
/** By host name and port. */
let pages: Record<string, { html?: string; to?: string; headers?: Record<string, string> }> = {};

const siteOf = (name: string): string => `${name.startsWith('www.') ? `www.${name.slice(4)}` : name}-${tag}.localhost:${port}`;

beforeAll(async () => {
	site = createServer((request, reply) => {
		const { html, to, headers = { 'content-type': 'text/html' } } = pages[request.headers.host ?? ''] ?? {};
		reply.writeHead(to ? 302 : html === undefined ? 404 : 200, { ...headers, ...(to && { location: to }) }).end(html);
	});
	await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
	const address = site.address();
	port = typeof address === 'object' && address ? address.port : 0;
	dns = await startDns();
	t = await testApp({ OUTBOUND_ALLOW: SITES.map(siteOf).join(','), DNS_SERVERS: dns.address });
});
afterAll(async () => {
	await t.stop();
	await dns.stop();
	await new Promise((done) => site.close(done));
});
afterEach(() => {
	pages = {};
	dns.zone.clear();
});

interface Held extends Tenant {
	readonly owner: Person;
}

/** Somebody's domain of a host that nobody can be reached at, unless it is a site of ours. Nobody has shown whose it is. */
const hold = async (host: string, options: { status?: 0 | 1 | 2 } = {}): Promise<Held> => {
	const tenant = await t.tenant({ ...options, proven: false });
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query('update domain set host = $2 where customer_id = $1', [tenant.customerId, host]),
	);
	return { ...tenant, host, owner: await t.person([], { adminOf: [tenant] }) };
};
let hosts = 0;
const newHost = (): string => `h${++hosts}-${tag}.localhost`;

const read = async ({ domainId, owner }: Held, who = owner) => (await t.send(who, 'GET', `/api/manage/domain/${domainId}`)).json().data;
const prove = async ({ domainId, owner }: Held) => {
	const answer = await t.send(owner, 'POST', `/api/domain/${domainId}/prove`);
	if (answer.status !== 200) throw new Error(answer.text);
	return answer.json().data;
};
const txt = async (held: Held) => (await read(held)).toProve.txt as { name: string; value: string };
const publishRecord = async (held: Held): Promise<void> => {
	const { name, value } = await txt(held);
	dns.zone.set(name, { txt: ['v=spf1 -all', value] });
};
const scriptOf = ({ domainId }: Pick<Tenant, 'domainId'>): string => `<script src="http://localhost:4000/cmp/d/${domainId}.js"></script>`;
const confirm = (who: Person | null, { domainId }: Tenant, headers: Record<string, string> = {}) =>
	t.send(who, 'POST', `/api/domain/${domainId}/proof/confirm`, { headers });

const add = (who: Person, { customerId }: Pick<Tenant, 'customerId'>, domain: string) =>
	t.send(who, 'POST', '/api/domain', { body: { domain, customerId } });

describe('a host that a stranger names first', () => {
	test('is still its owner’s to name, to show and to publish on', async () => {
		const stranger = await hold(newHost(), { status: 0 });
		const host = `shop-${tag}.example.com`;
		expect((await add(stranger.owner, stranger, host)).status).toBe(200);

		const owned = await t.tenant();
		const owner = await t.person([], { adminOf: [owned] });
		const added = await add(owner, owned, host);
		expect([added.status, added.json().data?.proof]).toEqual([200, null]);
		const own = { ...owned, host, owner, domainId: String(added.json().data.id) };
		expect((await confirm(await t.person(['ADMIN']), own)).status).toBe(200);
		expect((await publishBanner(t, owner, own)).version).toBe(1);

		const [strangers] = (await t.send(stranger.owner, 'GET', `/api/customer/${stranger.customerId}/domain?q=${host}`)).json().data;
		expect(strangers).toMatchObject({ domain: host, proof: null, toProve: { elsewhere: true } });
		expect(JSON.stringify(strangers)).not.toContain(`Customer ${owned.customerId}`);
		const third = await hold(newHost());
		expect((await add(third.owner, third, host)).json().code).toBe('domain_taken');
	});

	test('is held once by each customer, however many ask at the same time', async () => {
		const tenant = await hold(newHost());
		const host = `twice-${tag}.example.com`;
		const answers = await Promise.all(Array.from({ length: 6 }, () => add(tenant.owner, tenant, host)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
		expect((await add(tenant.owner, tenant, host)).json().code).toBe('domain_taken');
	});

	test('is nobody’s to show after the first one has', async () => {
		const host = newHost();
		const [first, second] = [await hold(host), await hold(host)];
		await publishRecord(first);
		await publishRecord(second);
		const { name } = await txt(second);
		dns.zone.set(name, { txt: [(await txt(first)).value, (await txt(second)).value] });
		expect(await prove(first)).toMatchObject({ proof: { by: 'dns' }, elsewhere: false, dns: { state: 'found' } });
		expect(await prove(second)).toEqual({ proof: null, elsewhere: true, snippet: null, dns: null });
		expect((await confirm(await t.person(['ADMIN']), second)).json().code).toBe('domain_taken');
		expect(await read(second)).toMatchObject({ proof: null, toProve: { elsewhere: true } });
		expect(await read(first)).toMatchObject({ proof: { by: 'dns', at: expect.any(String) }, toProve: null });
	});

	test('is one’s alone when four show it at the same moment', async () => {
		for (let round = 0; round < 8; round++) {
			const host = newHost();
			const all = await Promise.all(Array.from({ length: 4 }, () => hold(host)));
			const records = await Promise.all(all.map(txt));
			dns.zone.set(records[0]?.name ?? '', { txt: records.map(({ value }) => value) });
			const looks = await Promise.all([...all, ...all].map(prove));
			const won = all.filter((_, i) => looks[i].proof !== null && looks[i + 4].proof !== null);
			expect(won).toHaveLength(1);
			expect(looks.filter(({ proof }) => proof !== null)).toHaveLength(2);
			const rows = await Promise.all(
				all.map(({ customerId, domainId }) => t.storage.inTenant(customerId, (tx) => readDomain(tx, customerId, domainId))),
			);
			expect(rows.filter((row) => row?.proven_at)).toHaveLength(1);
			const kept = await t.storage.inPlatform((tx) =>
				tx.query(`select customer_id from directory where kind = 'host' and key = $1`, [host]),
			);
			expect(kept).toEqual([{ customer_id: won[0]?.customerId }]);
		}
	});
});

describe('what nobody has shown to be theirs', () => {
	const codeOf = async (sent: ReturnType<TestApp['send']>) => {
		const { status, json } = await sent;
		return [status, json().code];
	};
	const REFUSED = [409, 'domain_unproven'];
	/** As if it had been published before anybody asked whose it is. */
	const forget = ({ customerId }: Tenant) =>
		t.storage.inTenant(customerId, (tx) =>
			tx.query('update domain set proven_by = null, proven_at = null where customer_id = $1', [customerId]),
		);

	test('may draft and preview, and publishes nothing: not light, not TCF, not by a person’s token', async () => {
		const held = await hold(newHost());
		const light = await t.send(held.owner, 'POST', '/api/cmpconfigurator/lightconfig', { body: draftFor(held) });
		const tcf = await t.send(held.owner, 'POST', '/api/cmpconfigurator/tcfconfig', { body: tcfDraftFor(held) });
		expect([light.status, tcf.status]).toEqual([200, 200]);
		const read = await t.send(held.owner, 'GET', `/api/cmpconfigurator/${light.json().data.id}`);
		expect(read.json().data.can).toEqual({ publish: false, delete: true });
		const { clientId } = await addApplication(t, held.owner, held);
		const authorization = `Bearer ${await personToken(t, await signedInBrowser(t, held.owner), clientId)}`;
		for (const { folder } of [light.json().data, tcf.json().data]) {
			const url = `/api/cmpconfigurator/${folder}/publish`;
			expect(await codeOf(t.send(held.owner, 'POST', url))).toEqual(REFUSED);
			expect(await codeOf(t.send(null, 'POST', url, { headers: { authorization } }))).toEqual(REFUSED);
			expect(await codeOf(t.send(await t.person(['ADMIN']), 'POST', url))).toEqual(REFUSED);
		}
		const banner = await t.send(null, 'GET', `/cmp/d/${held.domainId}.js`);
		expect(banner.text).toBe((await t.send(null, 'GET', `/cmp/d/${(await t.tenant()).domainId}.js`)).text);
		expect((await sendRecords(t, held, `p${'0'.repeat(64)}`, choice({ statistics: true }))).json().data).toMatchObject({ stored: 0 });
	});

	test('serves no earlier version, begins and ends no test, and takes no records', async () => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const first = await publishBanner(t, owner, tenant, 'First');
		const second = await publishBanner(t, owner, tenant, 'Second');
		const ask = (folder: string, method: 'POST' | 'DELETE', what: string, body?: object) =>
			codeOf(t.send(owner, method, `/api/cmpconfigurator/published/${folder}/${what}`, { ...(body && { body }) }));
		const half = { share: 0.5, detect: 5 };
		expect(await ask(first.publishedFolder, 'POST', 'test', half)).toEqual([200, undefined]);
		await forget(tenant);
		expect(await ask(first.publishedFolder, 'DELETE', 'test')).toEqual(REFUSED);
		await t.storage.inTenant(tenant.customerId, (tx) =>
			tx.query('update banner_test set ended_at = now(), kept_folder = second_folder where customer_id = $1', [tenant.customerId]),
		);
		expect(await ask(first.publishedFolder, 'POST', 'test', half)).toEqual(REFUSED);
		expect(await ask(first.publishedFolder, 'POST', 'rollback')).toEqual(REFUSED);
		const nothing = await t.send(null, 'GET', `/cmp/d/${(await t.tenant()).domainId}.js`);
		expect((await t.send(null, 'GET', `/cmp/d/${tenant.domainId}.js`)).text).toBe(nothing.text);
		const records = choice({ statistics: true });
		expect((await sendRecords(t, tenant, second.publishedFolder, records)).json().data).toEqual({
			stored: 0,
			known: 0,
			refused: records.map(({ id }) => ({ id, code: 'unknown_configuration' })),
		});
		expect((await sendImpression(t, tenant, second.publishedFolder)).status).toBe(422);
	});
});

describe('the snippet', () => {
	test('of this very domain, as a script on the host’s own page, shows it', async () => {
		const held = await hold(siteOf('one'));
		pages[held.host] = { html: `<title>Shop</title>${scriptOf(held)}` };
		expect(await prove(held)).toMatchObject({ proof: { by: 'snippet' }, snippet: { state: 'found', problem: null } });
		expect(await prove(held)).toMatchObject({ proof: { by: 'snippet' }, snippet: null, dns: null });
		const [row] = await t.storage.inTenant(held.customerId, (tx) =>
			tx.query<{ user_id: string; after: object }>(
				`select a.user_id, v.after from activity a join activity_values v using (customer_id, id) where customer_id = $1 and a.action = 'proven'`,
				[held.customerId],
			),
		);
		expect(row).toEqual({ user_id: held.owner.userId, after: { host: held.host, by: 'snippet' } });
	});
	test('shows it to who asks whether it is live, too', async () => {
		const held = await hold(siteOf('two'));
		pages[held.host] = { html: scriptOf(held) };
		expect((await t.send(held.owner, 'POST', `/api/domain/${held.domainId}/snippet/check`)).json().data.state).toBe('live');
		expect(await read(held)).toMatchObject({ proof: { by: 'snippet' } });
	});
	test('of another customer’s domain proves nothing for mine, and theirs for them', async () => {
		const [mine, theirs] = [await hold(siteOf('three')), await hold(siteOf('three'))];
		pages[mine.host] = { html: scriptOf(theirs) };
		expect(await prove(mine)).toMatchObject({ proof: null, elsewhere: false, snippet: { state: 'missing' } });
		expect(await prove(theirs)).toMatchObject({ proof: { by: 'snippet' } });
		expect(await prove(mine)).toMatchObject({ proof: null, elsewhere: true });
	});
	test.each([
		['in words that anybody may leave there', (held: Held) => `<p>Look: ${scriptOf(held).replaceAll('<', '&lt;')}</p>`],
		['in a comment', (held: Held) => `<!-- ${scriptOf(held)} -->`],
		['in a field', (held: Held) => `<textarea>${scriptOf(held)}</textarea>`],
		['as the address of a link', (held: Held) => `<a href="/cmp/d/${held.domainId}.js">x</a>`],
		['in the text of another script', (held: Held) => `<script>var s = "/cmp/d/${held.domainId}.js"</script>`],
		['as a part of an address', (held: Held) => `<script src="/search?q=/cmp/d/${held.domainId}.js"></script>`],
		['as a script of a type that never runs', (held: Held) => scriptOf(held).replace('<script', '<script type="text/plain"')],
		['as data', (held: Held) => scriptOf(held).replace('<script', '<script type="application/json"')],
		['in a language that no browser speaks', (held: Held) => scriptOf(held).replace('<script', '<script language="vbscript"')],
		['for browsers without modules', (held: Held) => scriptOf(held).replace('<script', '<script nomodule')],
		['as a handler of an event', (held: Held) => scriptOf(held).replace('<script', '<script for="y" event="onx"')],
		['from another host', (held: Held) => scriptOf(held).replace('localhost:4000', 'evil.example')],
		['from another port', (held: Held) => scriptOf(held).replace(':4000', ':4001')],
		['from the page’s own host', (held: Held) => scriptOf(held).replace('http://localhost:4000', '')],
		['from another path', (held: Held) => scriptOf(held).replace('/cmp/', '/upload/cmp/')],
		['behind a name that looks like ours', (held: Held) => scriptOf(held).replace('4000', '4000@evil.example')],
		['with a user’s name in its address', (held: Held) => scriptOf(held).replace('http://', 'http://me:secret@')],
		['in a formula', (held: Held) => `<math><annotation-xml>${scriptOf(held)}</annotation-xml></math>`],
		['in a drawing', (held: Held) => `<svg><g/><desc>${scriptOf(held)}</desc></svg>`],
		['in text of a drawing', (held: Held) => `<svg><![CDATA[ > </svg> ${scriptOf(held)} ]]></svg>`],
		['in a comment of a drawing’s style', (held: Held) => `<svg><style><!-- </style></svg> ${scriptOf(held)} --></style></svg>`],
		['in a set of frames', (held: Held) => `<html><frameset>${scriptOf(held)}</frameset></html>`],
	])('%s proves nothing', async (_where, html) => {
		const held = await hold(siteOf('four'));
		pages[held.host] = { html: html(held) };
		expect(await prove(held)).toMatchObject({ proof: null, elsewhere: false, snippet: { state: 'missing' } });
		await checkSnippet(t.server.kernel, held.customerId, held.domainId);
		expect(await read(held)).toMatchObject({ proof: null });
	});
	const IN_JSON = ({ domainId }: Held) => `{"posts":[{"text":"<script src=http://localhost:4000/cmp/d/${domainId}.js></script>"}]}`;
	const IN_XML = (held: Held) => `<html xmlns="http://www.w3.org/1999/xhtml"><p><![CDATA[ > ${scriptOf(held)} ]]></p></html>`;
	test.each([
		['application/json', {}, IN_JSON],
		['text/plain; charset=utf-8', {}, scriptOf],
		['text/csv', { 'content-disposition': 'attachment' }, scriptOf],
		['text/html', { 'content-disposition': 'Attachment; filename=list.html' }, scriptOf],
		['application/rss+xml', {}, scriptOf],
		['text/html-not', {}, scriptOf],
		['application/xhtml+xml', {}, IN_XML],
		['', {}, scriptOf],
	])('in what is no page proves nothing: %s %j', async (type, more, html) => {
		const held = await hold(siteOf('four'));
		pages[held.host] = { html: html(held), headers: { ...(type && { 'content-type': type }), ...more } };
		expect(await prove(held)).toMatchObject({ proof: null, elsewhere: false, snippet: { state: 'missing' } });
		// Whether it is live only informs: there, words are enough.
		expect((await checkSnippet(t.server.kernel, held.customerId, held.domainId))?.state).toBe('live');
		expect(await read(held)).toMatchObject({ proof: null });
	});
	test.each([
		['with what caches are told', 'text/html', (held: Held) => scriptOf(held).replace('.js"', '.js?ver=6.8"')],
		['held back by an optimiser', 'text/html', (held: Held) => scriptOf(held).replace('<script', '<script type="8f2b-text/javascript"')],
		['with a type', 'text/html', (held: Held) => scriptOf(held).replace('<script', '<script type="text/javascript" language="JavaScript"')],
		['without a scheme', 'TEXT/HTML;charset=UTF-8', (held: Held) => scriptOf(held).replace('http:', '')],
		[
			'in capitals',
			'text/html',
			(held: Held) => scriptOf(held).replace('script src="http://localhost', 'SCRIPT ASYNC SRC="HTTP://LOCALHOST'),
		],
		[
			'by a base of the page',
			'text/html',
			(held: Held) => `<base href="http://localhost:4000/">${scriptOf(held).replace('http://localhost:4000', '')}`,
		],
		[
			'after drawings',
			'text/html',
			(held: Held) => `<svg><title>Cart</title><style>a{}</style><path d="M0 0"/></svg><svg/><select><option>1</select>${scriptOf(held)}`,
		],
		[
			'as XHTML',
			'application/xhtml+xml',
			(held: Held) => `<html xmlns="http://www.w3.org/1999/xhtml"><head>${scriptOf(held)}</head></html>`,
		],
	])('%s shows it', async (_how, type, html) => {
		const held = await hold(siteOf(TRUE_SITES.pop() ?? ''));
		pages[held.host] = { html: html(held), headers: { 'content-type': type } };
		expect(await prove(held)).toMatchObject({ proof: { by: 'snippet' }, snippet: { state: 'found' } });
	});
	test('on the page of another host that this one leads to proves nothing', async () => {
		const held = await hold(siteOf('five'));
		pages[held.host] = { to: `http://${siteOf('seven')}/` };
		pages[siteOf('seven')] = { html: scriptOf(held) };
		expect(await prove(held)).toMatchObject({
			proof: null,
			snippet: { state: 'unreachable', problem: { code: 'leads_away', about: siteOf('seven').split(':')[0] } },
		});
	});
	test('on its www. proves nothing for the host without', async () => {
		const held = await hold(siteOf('six'));
		pages[held.host] = { to: `http://${siteOf('www.six')}/` };
		pages[siteOf('www.six')] = { html: scriptOf(held) };
		expect(await prove(held)).toMatchObject({ proof: null, snippet: { state: 'elsewhere' } });
		expect((await checkSnippet(t.server.kernel, held.customerId, held.domainId))?.state).toBe('live');
		expect(await read(held)).toMatchObject({ proof: null });
	});
});

describe('the record of DNS', () => {
	test('proves at its very name, in one part or several', async () => {
		const held = await hold(newHost());
		const { name, value } = await txt(held);
		expect([name, value]).toEqual([`_luvalla.${held.host}`, expect.stringMatching(/^luvalla-domain=[\w-]{43}$/)]);
		expect(await txt(held)).toEqual({ name, value });
		expect(await prove(held)).toMatchObject({ proof: null, dns: { state: 'none' } });
		await publishRecord(held);
		expect(await prove(held)).toMatchObject({ proof: { by: 'dns' }, dns: { state: 'found', about: null } });
	});
	test('with the value of another domain proves nothing', async () => {
		const [mine, theirs] = [await hold(newHost()), await hold(newHost())];
		const { value } = await txt(theirs);
		dns.zone.set((await txt(mine)).name, { txt: [value] });
		expect(await prove(mine)).toMatchObject({ proof: null, dns: { state: 'other', about: value } });
	});
	test('at a parent’s name proves nothing', async () => {
		const held = await hold(`below.${newHost()}`);
		const { name, value } = await txt(held);
		dns.zone.set(name.replace('below.', ''), { txt: [value] });
		dns.zone.set(name.replace('_luvalla.below.', ''), { txt: [value] });
		expect(await prove(held)).toMatchObject({ proof: null, dns: { state: 'none' } });
	});
	test.each([
		['of the name', (held: Held) => `_luvalla.${held.host}`],
		['of everything below the host', (held: Held) => `*.${held.host}`],
	])('behind an alias %s proves nothing: it leads to somebody else’s records', async (_what, from) => {
		const held = await hold(newHost());
		dns.zone.set(from(held), { cname: `rented-${tag}.example` });
		dns.zone.set(`rented-${tag}.example`, { txt: [(await txt(held)).value] });
		expect(await prove(held)).toMatchObject({ proof: null, dns: { state: 'alias', about: `rented-${tag}.example` } });
	});
	test.each([
		['the host', (held: Held) => `*.${held.host}`],
		['its parent', (held: Held) => `*.${held.host.replace('below.', '')}`],
	])('that answers to every name below %s proves nothing', async (_what, from) => {
		const held = await hold(`below.${newHost()}`);
		dns.zone.set(from(held), { txt: [(await txt(held)).value] });
		expect(await prove(held)).toMatchObject({ proof: null, dns: { state: 'wildcard' } });
	});
	test('that cannot be asked for proves nothing, and says so', async () => {
		const held = await hold(newHost());
		dns.zone.set((await txt(held)).name, { broken: true });
		expect(await prove(held)).toMatchObject({ proof: null, dns: { state: 'failed', about: 'ESERVFAIL' } });
	});
	test('is shown to those who administer the domain alone', async () => {
		const held = await hold(newHost());
		const machine = await t.machine(held.owner, held);
		const seen = (await t.send(null, 'GET', `/api/manage/domain/${held.domainId}`, { headers: machine })).json().data;
		expect(seen).toMatchObject({ proof: null, toProve: null });
	});
});

describe('a platform admin', () => {
	const tired = async (person: Person): Promise<Person> => {
		await t.storage.inPlatform((tx) =>
			tx.query(`update session set confirmed_at = now() - interval '1 hour' where id = $1`, [
				hashToken(person.cookie.slice(person.cookie.indexOf('=') + 1)),
			]),
		);
		return person;
	};

	test('says whose it is, in person and with fresh proof; nobody else can', async () => {
		const held = await hold(newHost());
		const admin = await t.person(['ADMIN'], { adminOf: [held] });
		for (const who of [
			held.owner,
			await t.person(['DOMAIN_ADMIN'], { domainsOf: [held] }),
			await t.person(['PARTNER'], { partnerOf: [held] }),
		])
			expect((await confirm(who, held)).json().code).toBe('not_allowed');
		const { clientId } = await addApplication(t, held.owner, held);
		const token = `Bearer ${await personToken(t, await signedInBrowser(t, admin), clientId)}`;
		expect((await confirm(null, held, { authorization: token })).json().code).toBe('not_allowed');
		expect((await confirm(null, held, await t.machine(held.owner, held))).status).toBe(403);
		expect((await confirm(await tired(await t.person(['ADMIN'])), held)).json().code).toBe('confirm_identity');
		expect(await read(held)).toMatchObject({ proof: null });
		expect((await confirm(admin, held)).json().data).toMatchObject({ proof: { by: 'admin' }, toProve: null });
		const acts = await t.storage.inTenant(held.customerId, (tx) =>
			tx.query<{ user_id: string }>(`select user_id from activity where customer_id = $1 and action = 'proven'`, [held.customerId]),
		);
		expect(acts).toEqual([{ user_id: admin.userId }]);
	});
});

describe('another host name', () => {
	const rename = (who: Person, { domainId }: Tenant, domain: string) =>
		t.send(who, 'PUT', '/api/manage/domain', { body: { id: domainId, domain } });

	test('is to be shown anew, and gives the old one back', async () => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		expect((await rename(owner, tenant, `renamed-${tag}.example.com`)).json().data).toMatchObject({
			proof: null,
			toProve: { elsewhere: false },
		});
		const next = await hold(newHost());
		expect((await add(next.owner, next, tenant.host)).status).toBe(200);
		expect((await rename(owner, tenant, `renamed-${tag}.localhost`)).json().data).toMatchObject({ proof: { by: 'local' } });
		expect((await add(next.owner, next, `renamed-${tag}.localhost`)).json().code).toBe('domain_taken');
	});
	test('of what was never proven takes the host from nobody', async () => {
		const host = newHost();
		const [first, second] = [await hold(host), await hold(host)];
		await publishRecord(first);
		await prove(first);
		expect((await rename(second.owner, second, `left-${tag}.example.com`)).status).toBe(200);
		const third = await hold(newHost());
		expect((await rename(third.owner, third, host)).json().code).toBe('domain_taken');
		expect(await read(first)).toMatchObject({ proof: { by: 'dns' } });
	});
	test('that the customer has already is refused', async () => {
		const held = await hold(newHost());
		await add(held.owner, held, `same-${tag}.example.com`);
		expect((await rename(held.owner, held, `same-${tag}.example.com`)).json().code).toBe('domain_taken');
	});
});

describe('by itself', () => {
	test('the server looks every hour while the host is new, at twenty of a customer', async () => {
		const held = await hold(newHost());
		const old = await hold(newHost());
		await publishRecord(held);
		await publishRecord(old);
		await t.storage.inTenant(old.customerId, (tx) =>
			tx.query(`update domain set host_at = now() - interval '15 days' where customer_id = $1`, [old.customerId]),
		);
		const many = await hold(newHost());
		for (let i = 0; i < 25; i++) await add(many.owner, many, `many${i}-${tag}.example.com`);
		const sent: number[] = [];
		const jobs = { send: async (_tx: unknown, _name: string, data: object) => void sent.push(Number(Object.values(data)[0])) };
		await wantProofs({ ...t.server.kernel, jobs: { ...t.server.kernel.jobs, ...jobs } });
		expect(sent.filter((customerId) => customerId === held.customerId)).toHaveLength(1);
		expect(sent.filter((customerId) => customerId === many.customerId)).toHaveLength(20);
		expect(sent).not.toContain(old.customerId);

		await t.storage.inTenant(held.customerId, (tx) =>
			t.server.kernel.jobs.send(
				tx,
				'prove-domain',
				{ customerId: held.customerId, domainId: held.domainId },
				{ customerId: held.customerId },
			),
		);
		await expect.poll(async () => (await read(held)).proof).toMatchObject({ by: 'dns' });
		const [row] = await t.storage.inTenant(held.customerId, (tx) =>
			tx.query<{ user_id: string | null }>(`select user_id from activity where customer_id = $1 and action = 'proven'`, [held.customerId]),
		);
		expect(row).toEqual({ user_id: null });
		expect(await read(old)).toMatchObject({ proof: null });
	});
	test('nobody has a customer’s hosts looked at without end', async () => {
		const held = await hold(newHost());
		const statuses: number[] = [];
		for (let i = 0; i < 21; i++) statuses.push((await t.send(held.owner, 'POST', `/api/domain/${held.domainId}/prove`)).status);
		expect(statuses).toEqual([...Array(20).fill(200), 429]);
	});
});

test('lists and files tell the proven from the others', async () => {
	const held = await hold(newHost());
	await add(held.owner, held, `local-${tag}-${held.customerId}.localhost`);
	const list = async (query: string) =>
		(await t.send(held.owner, 'GET', `/api/customer/${held.customerId}/domain?${query}`))
			.json()
			.data.map((one: { domain: string }) => one.domain);
	expect(await list('proof=unproven')).toEqual([held.host]);
	expect(await list('filter=proof:proven')).toEqual([`local-${tag}-${held.customerId}.localhost`]);
	const file = await t.send(held.owner, 'GET', `/api/customer/${held.customerId}/domain/file?proof=proven`);
	expect(file.text).toContain(`local-${tag}-${held.customerId}.localhost`);
	expect(file.text).not.toContain(held.host);
	const admin = await t.person(['ADMIN']);
	expect((await t.send(admin, 'GET', `/api/domain?filter=customerId:${held.customerId}&proof=unproven`)).json().data).toMatchObject([
		{ domain: held.host, toProve: { elsewhere: false } },
	]);
});
