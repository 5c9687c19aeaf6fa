/** The cookie repository's calls: tenants apart, copy on write, bulk edits, files, the starter list. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CookieEntry, type CookieImport, MOST_OWN_COOKIES } from '@luvalla/contract/consent/cookie-repository.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type InTx, walkGathered } from '../src/kernel/storage/lists.ts';
import { STARTERS } from '../src/wings/consent/cookie-repository/starter-list.ts';
import { entriesOf, narrowed } from '../src/wings/consent/cookie-repository/store.ts';
import { bringStarters } from '../src/wings/consent/wing.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { uploadTo } from './upload.ts';

const OCD = join(import.meta.dirname, '../../../../shared/data/open-cookie-database/open-cookie-database.csv');
const BASE = '/api/manage/browserscan/cookierepo';
const HEAD =
	'ID,Platform,Category,Cookie / Data Key name,Domain,Description,Retention period,Data Controller,User Privacy & GDPR Rights Portals,Wildcard match';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
	t = await testApp();
	admin = await t.person(['ADMIN']);
});
// Global entries are the same for all files of this worker.
const forget = () => t.storage.asOwner((owner) => owner.query('delete from cookie_entry; delete from cookie_starter'));
beforeEach(forget);
afterAll(async () => {
	await forget();
	await t.stop();
});

const at = ({ customerId }: Tenant) => `${BASE}/customer/${customerId}`;
const owned = async () => {
	const tenant = await t.tenant();
	return { tenant, owner: await t.person([], { adminOf: [tenant] }), url: at(tenant) };
};
const listed = async (who: Person, url: string, query = '') => {
	const answer = await t.send(who, 'GET', `${url}?size=100${query}`);
	if (answer.status !== 200) throw new Error(answer.text);
	return answer.json().data as CookieEntry[];
};
const add = async (who: Person, url: string, body: object): Promise<CookieEntry> => {
	const answer = await t.send(who, 'POST', url, { body });
	if (answer.status !== 200) throw new Error(answer.text);
	return answer.json().data;
};
const upload = (who: Person, url: string, content: string | Buffer) => uploadTo(t, who, { customerId: 0 }, `${url}/import`, content);
const imported = async (who: Person, url: string, content: string | Buffer): Promise<CookieImport> => {
	const answer = await upload(who, url, content);
	if (answer.status !== 200) throw new Error(JSON.stringify(answer.json()));
	return answer.json().data;
};

test('a file of thousands has every entry once, in the order of the list, and looks for that order once', async () => {
	const { tenant, owner, url } = await owned();
	const { customerId } = tenant;
	await t.storage.asOwner((db) =>
		db.query(`insert into cookie_entry (entry_id, name, domain, provider, type, lifetime_seconds, description, reason, source, changed_at)
			select gen_random_uuid(), 'c' || n, '', 'P' || n % 7, 'statistics', n % 5, '{}', '', 'ocd', now() from generate_series(1, 1500) n`),
	);
	await t.storage.inTenant(customerId, (tx) =>
		tx.query(
			`insert into customer_cookie (customer_id, entry_id, name, domain, provider, type, lifetime_seconds, description, reason, changed_at)
			select $1, gen_random_uuid(), 'c' || n, '', 'P' || n % 7, 'marketing', n % 5, '{}', '', now() from generate_series(1000, 2300) n`,
			[customerId],
		),
	);
	for (const sort of ['name', '-provider', 'lifetime']) {
		const file = await t.send(owner, 'GET', `${url}/file?sort=${sort}`);
		const [, ...lines] = file.text.trim().split('\n');
		const names = lines.map((line) => line.split(',')[0]);
		expect([file.status, names.length, new Set(names).size]).toEqual([200, 2300, 2300]);
		for (const page of [1, 12, 23])
			expect(names.slice((page - 1) * 100, page * 100)).toEqual(
				(await listed(owner, url, `&page=${page}&sort=${sort}`)).map(({ name }) => name),
			);
	}
	let ordered = 0;
	const counting: InTx = (work) =>
		t.storage.inTenant(customerId, (tx) => {
			const rows: typeof tx.rows = (shape, statement) => {
				if (/order by lower\(e\.name\)/.test(statement.text)) ordered += 1;
				return tx.rows(shape, statement);
			};
			return work({ ...tx, rows });
		});
	let gone: string | undefined;
	const read: string[] = [];
	for await (const rows of walkGathered(counting, entriesOf(customerId), [])) {
		read.push(...rows.map((one) => one.name));
		if (gone !== undefined) continue;
		// One that goes before its turn is missing.
		gone = 'c999';
		await t.storage.asOwner((db) => db.query(`delete from cookie_entry where name = $1`, [gone]));
	}
	expect([read.length, read.includes('c999'), ordered]).toEqual([2299, false, 1]);
	// One that is no longer what was asked for is missing, too, where it is read after that.
	const types: string[] = [];
	for await (const rows of walkGathered(counting, entriesOf(customerId), narrowed({ type: 'marketing' }))) {
		types.push(...rows.map(({ type }) => type));
		await t.storage.inTenant(customerId, (tx) =>
			tx.query(`update customer_cookie set type = 'necessary' where customer_id = $1 and name = 'c2300'`, [customerId]),
		);
	}
	expect([types.length, new Set(types)]).toEqual([1300, new Set(['marketing'])]);
});

test('a customer’s own entry is made of a global one, stands over it, and is nobody else’s', async () => {
	const [one, other] = [await owned(), await owned()];
	const global = await add(admin, BASE, { name: '_x', type: 'statistics', provider: 'Maker', lifetimeSeconds: 1_382_400 });
	expect(global).toMatchObject({ customerId: null, source: 'platform', global: null });
	const body = { id: global.id, name: '_x', type: 'marketing', provider: 'Maker', lifetimeSeconds: 60, description: { fi: 'Oma', en: '' } };
	const mine: CookieEntry = (await t.send(one.owner, 'PUT', one.url, { body })).json().data;
	expect(mine).toMatchObject({
		customerId: one.tenant.customerId,
		source: 'own',
		type: 'marketing',
		description: { fi: 'Oma' },
		global: { id: global.id, type: 'statistics', lifetimeSeconds: 1_382_400 },
	});
	expect(mine.id).not.toBe(global.id);
	expect((await listed(one.owner, one.url)).map(({ id }) => id)).toEqual([mine.id]);
	expect((await listed(other.owner, other.url)).map(({ id, type }) => [id, type])).toEqual([[global.id, 'statistics']]);
	expect((await listed(admin, BASE)).map(({ type }) => type)).toEqual(['statistics']);
	expect((await t.send(one.owner, 'PUT', one.url, { body })).json()).toMatchObject({
		code: 'cookie_known',
		fields: { name: expect.any(String) },
	});
	// Another's is not there, a global one is not theirs to delete.
	expect((await t.send(other.owner, 'PUT', other.url, { body: { ...body, id: mine.id } })).status).toBe(404);
	expect((await t.send(other.owner, 'DELETE', `${other.url}?id=${mine.id}`)).status).toBe(404);
	expect((await t.send(other.owner, 'DELETE', `${other.url}?id=${global.id}`)).status).toBe(404);
	expect((await t.send(one.owner, 'PUT', BASE, { body })).status).toBe(403);
	expect((await t.send(one.owner, 'DELETE', `${one.url}?id=${mine.id}`)).json().data).toEqual({ deleted: true });
	expect((await listed(one.owner, one.url)).map(({ id }) => id)).toEqual([global.id]);
	const acts = await t.storage.inTenant(one.tenant.customerId, (tx) =>
		tx.query<{ action: string; fields: string[] }>(`select action, fields from activity where thing = 'cookie' order by id`),
	);
	expect(acts.map(({ action }) => action)).toEqual(['changed', 'deleted']);
	expect(acts[0]?.fields).toEqual(['description', 'lifetime_seconds', 'type']);
});

test('two global entries that contradict each other are in conflict until something of the customer’s own settles it', async () => {
	const { owner, url } = await owned();
	const one = await add(admin, BASE, { name: 'c', type: 'statistics', provider: 'One' });
	await add(admin, BASE, { name: 'c', type: 'marketing', provider: 'Other' });
	await add(admin, BASE, { name: 'd', type: 'undecided', provider: 'One' });
	expect((await t.send(admin, 'POST', BASE, { body: { name: 'c', type: 'marketing', provider: 'Other' } })).json().code).toBe(
		'cookie_known',
	);
	expect((await listed(owner, url, '&filter=state:conflict')).map(({ conflict }) => conflict?.type).toSorted()).toEqual([
		'marketing',
		'statistics',
	]);
	const counts = async () => (await t.send(owner, 'GET', `${url}/counts`)).json().data;
	expect(await counts()).toEqual({ all: 3, undecided: 1, own: 0, conflicts: 2 });
	await t.send(owner, 'PUT', url, { body: { id: one.id, name: 'c', type: 'preferences' } });
	expect(await counts()).toEqual({ all: 2, undecided: 1, own: 1, conflicts: 0 });
	const classified = await t.send(owner, 'POST', `${url}/classify`, { body: { cookies: [{ name: 'c' }, { name: 'nothing' }] } });
	expect(classified.json().data).toMatchObject([
		{ type: 'preferences', confidence: 90, ground: 'name' },
		{ ground: 'unknown', confidence: 0, entryId: null },
	]);
	await t.send(admin, 'DELETE', `${BASE}?id=${one.id}`);
	expect((await t.send(admin, 'GET', `${BASE}/counts`)).json().data).toEqual({ all: 2, undecided: 1, own: 0, conflicts: 0 });
});

test('what is done to all that match is done to those on other pages too, but not to those left out', async () => {
	const { owner, url } = await owned();
	const rows = Array.from({ length: 130 }, (_, n) => `${n},Tool,Marketing,many${n},,About,1 day,Tool,,0`);
	await imported(admin, BASE, [HEAD, ...rows].join('\n'));
	const [left] = await listed(owner, url, '&q=many12');
	const selection = { all: { q: 'many', type: 'marketing' }, but: [left?.id] };
	const edit = (body: object, who = owner, where = url) => t.send(who, 'PUT', `${where}/selection`, { body });
	expect((await edit({ selection, edit: { set: 'type', type: 'statistics' } })).json().data).toEqual({
		changed: 129,
		unchanged: 0,
		skipped: 0,
	});
	expect((await t.send(owner, 'GET', `${url}/counts`)).json().data).toMatchObject({ all: 130, own: 129 });
	expect((await edit({ selection: { all: {}, but: [] }, edit: { set: 'deleted' } })).json().data).toEqual({
		changed: 129,
		unchanged: 0,
		skipped: 1,
	});
	expect((await t.send(owner, 'GET', `${url}/counts`)).json().data).toMatchObject({ all: 130, own: 0 });
	expect((await edit({ selection: { all: { q: 'nobody' } }, edit: { set: 'deleted' } })).json().code).toBe('nothing_chosen');
	const all = { selection: { all: {} }, edit: { set: 'provider', provider: 'Maker' } };
	expect((await edit(all, admin, BASE)).json().data).toEqual({ changed: 130, unchanged: 0, skipped: 0 });
	expect((await edit(all, admin, BASE)).json().data).toEqual({ changed: 0, unchanged: 130, skipped: 0 });
});

test('a file that was exported comes back the same, formulas, apostrophes and all languages with it', async () => {
	const [one, other] = [await owned(), await owned()];
	for (const name of ['=cmd', "'=cmd", '@a', '-b', 'plain', 'with"quote,and;more'])
		await add(one.owner, one.url, {
			name,
			type: 'undecided',
			provider: '+1 Oy',
			domain: 'shop.example',
			lifetimeSeconds: 60,
			reason: "''=why",
			description: { fi: '=SUMMA(1)', uk: 'Опис' },
		});
	const file = await t.send(one.owner, 'GET', `${one.url}/file`);
	expect(file.headers['content-type']).toContain('text/csv');
	// No cell is a formula.
	expect(file.text).not.toMatch(/(^|,|\n)"?[=+\-@]/);
	expect(await imported(one.owner, one.url, file.text)).toMatchObject({
		format: 'own',
		rows: 6,
		unchanged: 6,
		taken: 0,
		changed: 0,
		skipped: 0,
	});
	expect(await imported(other.owner, other.url, file.text)).toMatchObject({ taken: 6, reasons: [] });
	const said = (entries: CookieEntry[]) =>
		entries.map(({ id: _, customerId: __, changedAt: ___, ...rest }) => rest).toSorted((a, b) => (a.name < b.name ? -1 : 1));
	expect(said(await listed(other.owner, other.url))).toEqual(said(await listed(one.owner, one.url)));
});

test('a row is skipped with its reason and line; functional is undecided; an admin’s word and the same row again stay', async () => {
	await add(admin, BASE, { name: 'kept', type: 'necessary', provider: 'Tool' });
	const file = [
		HEAD,
		'1,Tool,Functional,f,.x.example (3rd party) or y.example,About,1 year,Tool,,0',
		'2,Tool,Analytics,a_,,About,for a while,Tool,,1',
		'3,Tool,Analytics,,,About,1 day,Tool,,0',
		'4,Tool,Sorcery,s,,About,1 day,Tool,,0',
		'5,Tool,Analytics,a_,,Again,1 day,Tool,,1',
		'6,Tool,Marketing,kept,,About,1 day,Tool,,0',
	].join('\n');
	const first = await imported(admin, BASE, file);
	expect(first).toMatchObject({ format: 'ocd', rows: 6, taken: 2, changed: 0, unchanged: 0, skipped: 4, undecided: 1 });
	expect(Object.fromEntries(first.reasons.map(({ reason, first: rows }) => [reason, rows.map(({ line }) => line)]))).toEqual({
		lifetime_unknown: [3],
		no_name: [4],
		unknown_type: [5],
		twice: [6],
		kept: [7],
	});
	expect((await listed(admin, BASE, '&sort=name')).map(({ name, domain, type, reason }) => [name, domain, type, reason !== ''])).toEqual([
		['a_*', '', 'statistics', false],
		['f', 'x.example', 'undecided', true],
		['f', 'y.example', 'undecided', true],
		['kept', '', 'necessary', false],
	]);
	expect(await imported(admin, BASE, file)).toMatchObject({ taken: 0, changed: 0, unchanged: 2, skipped: 4 });
	expect(await imported(admin, BASE, file.replace('1 year', '2 years'))).toMatchObject({ changed: 1, unchanged: 1 });
});

test('what is no such file, is cut off or too large changes nothing', async () => {
	const row = '1,Tool,Analytics,a,,"About, it",1 year,Tool,,0';
	const whole = `${HEAD}\n${row}\n${row.replace('a,,', 'b,,')}`;
	const cases: [string | Buffer, number, string][] = [
		['', 422, 'not_a_cookie_file'],
		['name,type\na,statistics', 422, 'not_a_cookie_file'],
		['{"vendors": {}}', 422, 'not_a_cookie_file'],
		[Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0, 0]), 422, 'not_a_cookie_file'],
		[whole.slice(0, -1), 422, 'cookie_file_cut'],
		[whole.slice(0, -20), 422, 'cookie_file_cut'],
		[whole.slice(0, whole.lastIndexOf('it"')), 422, 'cookie_file_cut'],
		[`${HEAD}\n${`${row}\n`.repeat(20_001)}`, 422, 'cookie_file_long'],
		[Buffer.alloc(10_000_001, 'a'), 413, 'too_large'],
	];
	for (const [content, status, code] of cases) {
		const answer = await upload(admin, BASE, content);
		expect([answer.status, answer.json().code, answer.json().error.length > 20]).toEqual([status, code, true]);
	}
	expect(await listed(admin, BASE)).toEqual([]);
});

test('the starter list is brought once; what an admin deleted or changed is not undone by the next start', async () => {
	expect(await bringStarters(t.storage)).toBe(STARTERS.length);
	expect(await bringStarters(t.storage)).toBe(0);
	const [gone, changed] = await listed(admin, BASE, '&sort=name');
	await t.send(admin, 'DELETE', `${BASE}?id=${gone?.id}`);
	const body = { id: changed?.id, name: changed?.name, type: 'necessary', provider: 'Us' };
	expect((await t.send(admin, 'PUT', BASE, { body })).status).toBe(200);
	expect(await bringStarters(t.storage)).toBe(0);
	const after = await listed(admin, BASE, '&sort=name');
	expect(after[0]).toMatchObject({ id: changed?.id, type: 'necessary', source: 'platform' });
	expect((await t.send(admin, 'GET', `${BASE}/counts`)).json().data.all).toBe(STARTERS.length - 1);
	await forget();
	await add(admin, BASE, { name: '_ga', type: 'marketing' });
	expect(await bringStarters(t.storage)).toBe(STARTERS.length - 1);
	expect((await listed(admin, BASE, '&q=_ga')).filter(({ name }) => name === '_ga')).toMatchObject([{ source: 'platform' }]);
});

test.skipIf(!existsSync(OCD))('the Open Cookie Database is taken whole, nothing of it as necessary; again it changes nothing', async () => {
	const content = await readFile(OCD);
	const first = await imported(admin, BASE, content);
	console.info(
		`Open Cookie Database: ${JSON.stringify({ ...first, reasons: first.reasons.map(({ reason, count }) => `${reason} ${count}`) })}`,
	);
	expect(first).toMatchObject({ format: 'ocd', rows: 2264, taken: 2261, skipped: 3, undecided: 977 + 24 + 9 });
	expect(await listed(admin, BASE, '&filter=type:necessary')).toEqual([]);
	expect(await imported(admin, BASE, content)).toMatchObject({ taken: 0, changed: 0, unchanged: 2261, skipped: 3 });
	const file = await t.send(admin, 'GET', `${BASE}/file`);
	expect(await imported(admin, BASE, file.text)).toMatchObject({ format: 'own', taken: 0, changed: 0, unchanged: 2271, skipped: 0 });
});

test('languages of descriptions are the banner’s thirty, by name', async () => {
	const { owner } = await owned();
	const languages = (await t.send(owner, 'GET', '/api/manage/browserscan/Language', { headers: { 'accept-language': 'fi' } })).json().data;
	expect([languages.length, languages.find(({ id }: { id: string }) => id === 'sv')?.name]).toEqual([30, 'ruotsi']);
});

test('why no consent might be needed is said in the reader’s language, and kept as it was where it is sent back', async () => {
	const { owner, url } = await owned();
	await bringStarters(t.storage);
	const inFinnish = { headers: { 'accept-language': 'fi' } };
	const [seen]: CookieEntry[] = (await t.send(owner, 'GET', `${url}?q=PHPSESSID`, inFinnish)).json().data;
	const [english] = await listed(owner, url, '&q=PHPSESSID');
	expect(english?.reason).toMatch(/^Signing in/);
	expect(seen?.reason).toMatch(/^Kirjautuminen/);
	const body = {
		...seen,
		lifetimeSeconds: 60,
		customerId: undefined,
		global: undefined,
		conflict: undefined,
		changedAt: undefined,
		source: undefined,
	};
	const changed = await t.send(owner, 'PUT', url, { ...inFinnish, body });
	expect([changed.status, changed.json().data?.reason]).toEqual([200, seen?.reason]);
	expect((await listed(owner, url, '&q=PHPSESSID')).map(({ reason, source }) => [reason, source])).toEqual([[english?.reason, 'own']]);
	const asked = { ...inFinnish, body: { cookies: [{ name: 'JSESSIONID' }] } };
	expect((await t.send(owner, 'POST', `${url}/classify`, asked)).json().data[0].reason).toMatch(/^Kirjautuminen/);
});

test('a customer has so many of their own, and one more is refused by whatever road; what is there may be changed', async () => {
	const { tenant, owner, url } = await owned();
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query(
			`insert into customer_cookie (customer_id, entry_id, name, domain, provider, type, description, reason, changed_at)
			select $1, gen_random_uuid(), 'own' || n, '', '', 'marketing', '{}', '', now() from generate_series(1, $2::int) n`,
			[tenant.customerId, MOST_OWN_COOKIES],
		),
	);
	const global = await add(admin, BASE, { name: '_over', type: 'statistics' });
	const refused = [
		await t.send(owner, 'POST', url, { body: { name: 'more', type: 'marketing' } }),
		await t.send(owner, 'PUT', url, { body: { id: global.id, name: '_over', type: 'marketing' } }),
		await t.send(owner, 'PUT', `${url}/selection`, {
			body: { selection: { these: [global.id] }, edit: { set: 'type', type: 'marketing' } },
		}),
		await upload(owner, url, `${HEAD}\n1,Maker,Marketing,more,,For more,1 year,Maker,,0`),
	];
	expect(refused.map((one) => [one.status, one.json().code])).toEqual(refused.map(() => [422, 'too_many_cookies']));
	expect(await listed(owner, url, '&q=more')).toEqual([]);
	const [one] = await listed(owner, url, '&q=own19999');
	const changed = await t.send(owner, 'PUT', url, { body: { id: one?.id, name: 'own19999', type: 'statistics' } });
	expect([changed.status, changed.json().data?.type]).toEqual([200, 'statistics']);
});
