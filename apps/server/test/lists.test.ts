import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newId } from '../src/kernel/clock.ts';
import { type Person, startApp, type Tenant } from './app.ts';
import { choice, publishBanner, sendRecords } from './fixtures.ts';

const t = await startApp();
const admin = await t.person(['ADMIN']);
const tenant = await t.tenant();
const owner = await t.person([], { adminOf: [tenant] });

const Lines = z.array(z.array(z.string()));

/** The lines of a file, its head first, read as a spreadsheet does. */
const fileOf = async (who: Person, url: string, headers: Record<string, string> = {}): Promise<string[][]> => {
	const answer = await t.send(who, 'GET', `/api${url}`, { headers });
	expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
	expect(answer.text.startsWith('\uFEFF')).toBe(true);
	return Lines.parse(parse(answer.text, { bom: true }));
};

/** Domains beside the tenant's own; few names of many rows, so that ties stand on both sides of a batch's end. */
const addDomains = (to: Tenant, count: number, tag: string): Promise<unknown> =>
	t.storage.inTenant(to.customerId, (tx) =>
		tx.query(
			`insert into domain (customer_id, domain_id, host, name)
			select $1, gen_random_uuid(), 'n' || n || $3, 'Name ' || n % 3 from generate_series(1, $2::int) n`,
			[to.customerId, count, tag],
		),
	);

describe('a list as a file', () => {
	test('has every row once, in the order of the list, over many batches', async () => {
		const own = await t.tenant();
		const its = await t.person([], { adminOf: [own] });
		await addDomains(own, 2300, '.many.example.com');
		for (const sort of ['domain', '-domain', 'name', '-name', '-createdAt']) {
			const [head, ...lines] = await fileOf(its, `/customer/${own.customerId}/domain/file?sort=${sort}`);
			expect(head).toEqual(['Domain', 'Name', 'Customer', 'Banner', 'Proven by', 'Added']);
			expect(new Set(lines.map(([host]) => host)).size).toBe(2301);
			const pages = [1, 11, 23].map((page) =>
				t.send(its, 'GET', `/api/customer/${own.customerId}/domain?size=100&page=${page}&sort=${sort}`),
			);
			for (const [i, page] of [1, 11, 23].entries()) {
				const hosts = (await pages[i])?.json().data.map((one: { domain: string }) => one.domain);
				expect(lines.slice((page - 1) * 100, page * 100).map(([host]) => host)).toEqual(hosts);
			}
		}
	});

	test('is narrowed as the list, and says its head in the language of who asks', async () => {
		await addDomains(tenant, 12, '.few.example.com');
		const [head, ...lines] = await fileOf(owner, `/customer/${tenant.customerId}/domain/file?q=n1&filter=banner:none`, {
			'accept-language': 'fi',
		});
		expect(head).toEqual(['Verkkotunnus', 'Nimi', 'Asiakas', 'Banneri', 'Omistuksen osoitti', 'Lisätty']);
		expect(lines.map(([host]) => host)).toEqual([
			'n1.few.example.com',
			'n10.few.example.com',
			'n11.few.example.com',
			'n12.few.example.com',
		]);
		expect(await fileOf(owner, `/customer/${tenant.customerId}/domain/file?filter=banner:published`)).toHaveLength(1);
	});

	test('shows nobody more than the list does', async () => {
		const mine = await t.tenant();
		const hosts = (await fileOf(await t.person(['DOMAIN_ADMIN'], { domainsOf: [mine] }), `/customer/${mine.customerId}/domain/file`)).slice(
			1,
		);
		expect(hosts.map(([host]) => host)).toEqual([mine.host]);
		expect((await t.send(owner, 'GET', `/api/customer/${mine.customerId}/domain/file`)).status).toBe(404);
		const names = (await fileOf(owner, '/customer/file')).slice(1);
		expect(names).toHaveLength(1);
	});

	test('is run by no spreadsheet', async () => {
		const partner = await t.person(['PARTNER'], { partnerOf: [] });
		const name = `=HYPERLINK("https://example.com","${newId()}")`;
		await t.send(partner, 'POST', '/api/customer', { body: { name } });
		const [, line] = await fileOf(partner, '/customer/file', { 'accept-language': 'fi' });
		expect(line?.slice(0, 1)).toEqual([`'${name}`]);
		expect(line).toContain('Ei otettu käyttöön');
	});

	test('of the activity says its words, newest first', async () => {
		const { customerId } = await t.tenant();
		const person = await t.person(['ADMIN']);
		await t.send(person, 'PUT', '/api/customer', { body: { id: customerId, name: 'Renamed' } });
		const url = `/admin/activity/file?filter=customerId:${customerId}&filter=thing:customer`;
		const [head, ...lines] = await fileOf(admin, url, { 'accept-language': 'fi' });
		expect(head?.slice(1, 5)).toEqual(['Kuka', 'Kenenä', 'Teko', 'Kohde']);
		expect(lines.map((line) => line.slice(1, 5))).toEqual([[person.email, '', 'Muutettu', 'Asiakas']]);
		expect(lines[0]?.[5]).toBe('Renamed');
		expect(lines[0]?.at(-1)).toContain('Renamed');
		const [, ...all] = await fileOf(admin, '/admin/activity/file');
		const times = all.map(([at]) => at ?? '');
		expect(times).toEqual(times.toSorted().toReversed());
	});

	test('of the activity calls things by the names they have, or had, and never by another customer’s', async () => {
		const [own, other] = [await t.tenant(), await t.tenant()];
		const boss = await t.person([], { adminOf: [own] });
		await publishBanner(t, boss, own, 'Autumn');
		const email = 'named@aalto.example';
		const invited = await t.send(boss, 'POST', '/api/account/invite', {
			body: { email, customerId: own.customerId, role: 'domainAdmin', domains: [] },
		});
		expect(invited.status).toBe(200);
		const read = async (customerId: number) => {
			const sent = await t.send(admin, 'GET', `/api/admin/activity?filter=customerId:${customerId}&size=100`);
			return sent.json().data.map(({ action, thing, thingName }: Record<string, string>) => [action, thing, thingName]);
		};
		expect(await read(own.customerId)).toEqual(
			expect.arrayContaining([
				['published', 'configuration', 'Autumn'],
				['added', 'configuration', 'Autumn'],
				['invited', 'invite', email],
			]),
		);
		const foreign = (await read(other.customerId)).flat();
		for (const name of ['Autumn', email]) expect(foreign).not.toContain(name);
	});

	test('of the consent report has every choice of the span once', async () => {
		const { publishedFolder } = await publishBanner(t, owner, tenant);
		const CHOICES = 1056;
		const IN_A_REQUEST = 16;
		for (let sent = 0; sent < CHOICES; sent += IN_A_REQUEST) {
			// all that the banner asks for: a no to a part of it is one that was taken back
			const choices = Array.from({ length: IN_A_REQUEST }, (_, i) =>
				choice({ statistics: i % 2 === 0, marketing: i % 2 === 0, media: i % 2 === 0 }),
			);
			expect((await sendRecords(t, tenant, publishedFolder, choices.flat())).status).toBe(200);
		}
		const headers = { domain_key: tenant.domainId };
		const [head, ...lines] = await fileOf(owner, '/audit/domain/consents/file', headers);
		expect(head?.slice(0, 4)).toEqual(['Choice', 'Yes to', 'No to', 'Domain']);
		expect(new Set(lines.map((line) => line.at(-1))).size).toBe(CHOICES);
		expect(lines).toHaveLength(CHOICES);
		const refused = (await fileOf(owner, '/audit/domain/consents/file?kind=none', headers)).slice(1);
		expect(refused).toHaveLength(CHOICES / 2);
		expect(refused[0]?.slice(0, 4)).toEqual(['Refused all', '', 'Marketing, Media, Statistics', tenant.host]);
	});

	test('of choices that are said again, or are about many purposes, has the rows of the pages', async () => {
		const own = await t.tenant();
		const its = await t.person([], { adminOf: [own] });
		const [machine, headers] = [await t.machine(its, own), { domain_key: own.domainId }];
		const post = (path: string, body: object) =>
			t.send(null, 'POST', `/edge/v1/${path}`, { headers: machine, body: { domainId: own.domainId, ...body } });
		const { publishedFolder } = await publishBanner(t, its, own);
		const seen = choice({ statistics: true, marketing: true });
		await sendRecords(t, own, publishedFolder, seen);
		await post('consents/identify', { person: { externalId: 'seen' }, records: [seen[0]?.id] });
		const purposes = Array.from({ length: 30 }, (_, n) => `Purpose ${10 + n}`);
		for (const name of purposes)
			await t.send(its, 'POST', `/api/consent/purpose/${own.customerId}`, {
				body: { domainId: own.domainId, name, wording: { en: { name, about: 'About it.' } } },
			});
		for (let n = 0; n < 5; n++) {
			const all = { person: { externalId: `many ${n}` }, value: true, at: new Date().toISOString(), source: 'Paper' };
			await post('consents', { answers: purposes.map((purpose) => ({ ...all, purpose })) });
		}
		const pages: { choiceId: string; yes: string[] }[][] = [];
		for (const page of [1, 2, 3]) {
			const read = (await t.send(its, 'GET', `/api/audit/domain/consents?size=3&page=${page}`, { headers })).json();
			expect(read.page.total).toBe(6);
			pages.push(read.data);
		}
		expect(pages.map((rows) => rows.map(({ yes }) => yes.length))).toEqual([[30, 30, 30], [30, 30, 2], []]);
		const lines = (await fileOf(its, '/audit/domain/consents/file', headers)).slice(1);
		expect(lines.map((line) => [line.at(-1), line[1]])).toEqual(pages.flat().map(({ choiceId, yes }) => [choiceId, yes.join(', ')]));
		// A file of people brings all its answers of one moment: each is found by its own key, and not among all.
		await t.storage.inTenant(own.customerId, (tx) =>
			tx.query(
				`insert into consent_record select one.* from (select * from consent_record where customer_id = $1 and how = 'api' limit 1) r,
					generate_series(1, 3000) n, jsonb_populate_record(null::consent_record, to_jsonb(r) || jsonb_build_object('batch_position', n,
						'id', gen_random_uuid(), 'choice_id', gen_random_uuid(), 'how', 'import')) one`,
				[own.customerId],
			),
		);
		expect(await fileOf(its, '/audit/domain/consents/file', headers)).toHaveLength(3000 + 7);
	});
});

describe('filters', () => {
	test('narrow together, and are the same as the parameters of their own', async () => {
		const own = await t.tenant();
		const hosts = async (query: string) =>
			(await t.send(admin, 'GET', `/api/domain?${query}`)).json().data.map((one: { domain: string }) => one.domain);
		expect(await hosts(`filter=customerId:${own.customerId}&filter=banner:none`)).toEqual([own.host]);
		expect(await hosts(`filter=customerId:${own.customerId}&banner=none`)).toEqual([own.host]);
		expect(await hosts(`filter=customerId:${own.customerId}&filter=banner:published`)).toEqual([]);
		const admins = (await t.send(admin, 'GET', '/api/user/users?filter=role:ADMIN&size=100')).json().data;
		expect(admins.length).toBeGreaterThan(0);
		expect(admins.every((one: { roles: string[] }) => one.roles.includes('ADMIN'))).toBe(true);
	});

	test.each([
		['filter=colour:red', { filter: 'There is no such filter' }],
		['filter=banner', { 'filter.banner': 'Use one of these: published, none' }],
		['filter=banner:none&filter=banner:published', { filter: 'A filter is named twice' }],
	])('%s is refused', async (query, fields) => {
		const answer = await t.send(admin, 'GET', `/api/domain?${query}`);
		expect([answer.status, answer.json().fields]).toEqual([400, fields]);
	});
});

test('a page past the last one still says how many there are', async () => {
	const own = await t.tenant();
	const { data, page } = (await t.send(admin, 'GET', `/api/customer/${own.customerId}/domain?page=9`)).json();
	expect([data, page]).toEqual([[], { total: 1, next: null }]);
});

test('Names of short lists stand in the order in which the portal has them, over its pages', async () => {
	const own = await t.tenant();
	const its = await t.person([], { adminOf: [own] });
	const headers = { customer_key: String(own.customerId), domain_key: own.domainId };
	const names = ['9', 'Ahven', 'édam', 'Erä', 'Zebra', 'Åbo', 'ärjy', 'Ärlig', 'Öljy'];
	for (const title of names.toReversed())
		expect((await t.send(its, 'POST', '/api/manage/Campaign', { headers, body: { title } })).status).toBe(200);
	const found: string[] = [];
	for (const page of [1, 2, 3]) {
		const { data } = (await t.send(its, 'GET', `/api/manage/Campaign?sort=title&size=4&page=${page}`, { headers })).json();
		found.push(...data.map((one: { title: string }) => one.title));
	}
	expect(found).toEqual(names);
	expect(names.toSorted((one, other) => one.localeCompare(other, 'fi'))).toEqual(names);
});

test('So do those of long lists: customers, domains, users and people', async () => {
	const own = await t.tenant();
	const its = await t.person([], { adminOf: [own] });
	const names = ['9', 'Ahven', 'édam', 'Erä', 'Zebra', 'Åbo', 'ärjy', 'Ärlig', 'Öljy'];
	const named = names.toReversed().map((name) => `${own.customerId}x ${name}`);
	await t.storage.inPlatform((tx) =>
		tx.query(`insert into app_user (id, email, name) select gen_random_uuid(), n || '@order.example', n from unnest($1::text[]) n`, [
			named.map((one) => one.replaceAll(' ', '')),
		]),
	);
	await t.storage.inTenant(own.customerId, (tx) =>
		tx.query(
			`insert into domain (customer_id, domain_id, host, name) select $1, gen_random_uuid(), 'o' || o || '.order.example', n
			from unnest($2::text[]) with ordinality u (n, o)`,
			[own.customerId, names.toReversed()],
		),
	);
	for (const name of named) expect((await t.send(admin, 'POST', '/api/customer', { body: { name } })).text).toContain(name);
	const profiles = names.toReversed().map((lastName, n) => ({ person: { externalId: `o${n}` }, lastName }));
	const body = { domainId: own.domainId, profiles };
	expect((await t.send(null, 'POST', '/edge/v1/profiles', { headers: await t.machine(its, own), body })).status).toBe(200);
	const listed = async (who: Person, url: string, key: string): Promise<string[]> => {
		const pages = await Promise.all([1, 2, 3].map((page) => t.send(who, 'GET', `/api${url}&size=4&page=${page}`)));
		return pages.flatMap((one) => one.json().data.map((row: Record<string, string>) => row[key])).filter((name) => name !== own.host);
	};
	const tagged = (found: readonly string[]) => found.map((name) => name.replace(/^\d+x ?/, ''));
	expect(tagged(await listed(admin, `/customer?sort=name&q=${own.customerId}x`, 'name'))).toEqual(names);
	expect(tagged(await listed(admin, `/user/users?sort=name&q=${own.customerId}x`, 'name'))).toEqual(names);
	expect((await listed(its, `/customer/${own.customerId}/domain?sort=name`, 'name')).slice(-names.length)).toEqual(names);
	expect(await listed(its, `/manage/domain/profile?customerId=${own.customerId}&sort=lastName`, 'lastName')).toEqual(names);
});
