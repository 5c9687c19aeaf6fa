/** Vendor lists: validated uploads, the fetched source with its faults, and who may do what. */
import { createServer, type Server } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { VENDOR_LIST_MAX_BYTES, type VendorList } from '@luvalla/contract/consent/vendor-lists.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceOf } from '../src/wings/consent/vendor-lists/fetch.ts';
import { ORIGIN, type Person, type TestApp, testApp } from './app.ts';
import { forgetLists, vendorList } from './vendor-list.ts';

interface Answer {
	status?: number;
	body?: string | Buffer;
	headers?: Record<string, string>;
	/** Sends this much and hangs up. */
	cut?: number;
}

let source: Server;
let sourceUrl = '';
/** Path → what the source answers. */
const answers = new Map<string, Answer>();
const asked: { path: string; etag: string | undefined }[] = [];
let t: TestApp;
let admin: Person;

beforeAll(async () => {
	source = createServer((request, response) => {
		const path = request.url ?? '';
		asked.push({ path, etag: request.headers['if-none-match'] });
		const answer = answers.get(path);
		if (!answer) return response.writeHead(404).end();
		if (answer.headers?.etag && request.headers['if-none-match'] === answer.headers.etag) return response.writeHead(304).end();
		const body = Buffer.from(answer.body ?? '');
		if (answer.cut !== undefined) {
			response.writeHead(200, { 'content-length': body.length });
			response.write(body.subarray(0, answer.cut), () => response.destroy());
			return undefined;
		}
		return response.writeHead(answer.status ?? 200, answer.headers).end(body);
	});
	await new Promise<void>((done) => source.listen(0, '127.0.0.1', done));
	const address = source.address();
	sourceUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v3/`;
	t = await testApp({ GVL_URL: sourceUrl, SAMPLE: 'off' });
	admin = await t.person(['ADMIN']);
	await forgetLists(t.storage);
});
afterAll(async () => {
	await t.stop();
	source.closeAllConnections();
	source.close();
});

let version = 900;
/** Each test stores lists of its own: they are the same for all customers, and are never removed. */
const nextList = (change: Partial<VendorList> = {}): VendorList => ({ ...vendorList(), vendorListVersion: ++version, ...change });

const upload = async (who: Person | null, content: string | Buffer, query = '') => {
	const body = Buffer.concat([
		Buffer.from(
			'--x\r\nContent-Disposition: form-data; name="file"; filename="vendor-list.json"\r\nContent-Type: application/json\r\n\r\n',
		),
		Buffer.from(content),
		Buffer.from('\r\n--x--\r\n'),
	]);
	const answer = await t.app.inject({
		method: 'POST',
		url: `/api/cmpconfigurator/gvlfile${query}`,
		headers: { origin: ORIGIN, 'content-type': 'multipart/form-data; boundary=x', ...(who && { cookie: who.cookie }) },
		payload: body,
	});
	return { status: answer.statusCode, json: () => JSON.parse(answer.payload) };
};
const listed = async () => (await t.send(admin, 'GET', '/api/cmpconfigurator/gvlfile')).json().data as { id: number; newest: boolean }[];
const fetchNow = () => t.send(admin, 'POST', '/api/cmpconfigurator/gvlfile/fetch');

test('an admin uploads a list; it is listed, read back, and the same again changes nothing', async () => {
	const list = nextList();
	const first = await upload(admin, JSON.stringify(list));
	expect(first.status).toBe(200);
	expect(first.json().data[0]).toMatchObject({
		id: version,
		vendorListVersion: version,
		tcfPolicyVersion: 5,
		lastUpdated: '2026-10-01T16:00:00.000Z',
		vendors: 5,
		deleted: 1,
		source: 'uploaded',
		newest: true,
	});
	const read = (await t.send(admin, 'GET', `/api/cmpconfigurator/gvlfile/${version}`)).json().data;
	expect(read).toEqual({ list, language: 'en' });
	expect((await t.send(admin, 'GET', '/api/cmpconfigurator/gvlfile/newest')).json().data.list.vendorListVersion).toBe(version);
	const before = (await listed()).length;
	// White space is no other content.
	expect((await upload(admin, `\uFEFF${JSON.stringify(list, null, 2)}`)).status).toBe(200);
	expect((await listed()).length).toBe(before);
	const other = await upload(admin, JSON.stringify({ ...list, vendors: { 1: { ...list.vendors[1], name: 'Changed' } } }));
	expect([other.status, other.json().code]).toEqual([409, 'other_list']);
	expect((await t.send(admin, 'GET', `/api/cmpconfigurator/gvlfile/${version}`)).json().data.list.vendors[1].name).toBe('Vendor 1');
});

test('two stored lists are compared; one that is not stored is not found', async () => {
	const older = nextList();
	const { 1: first, 5: _, ...others } = older.vendors;
	const newer = nextList({ vendors: { ...others, ...(first && { 1: { ...first, features: [] } }) } });
	for (const list of [older, newer]) expect((await upload(admin, JSON.stringify(list))).status).toBe(200);
	const compare = (current: number, previous: number) =>
		t.send(admin, 'GET', `/api/cmpconfigurator/gvlfile/compare?currentFileid=${current}&previousFileid=${previous}`);
	const compared = await compare(newer.vendorListVersion, older.vendorListVersion);
	expect(compared.json().data).toMatchObject([
		{ status: 'changed', currentVendor: { id: 1, features: [] }, previousVendor: { features: [1] }, fields: ['features'], material: true },
		{ status: 'deleted', currentVendor: { id: 5 }, gone: true },
	]);
	expect(
		(await compare(older.vendorListVersion, newer.vendorListVersion)).json().data.map((one: { status: string }) => one.status),
	).toEqual(['changed', 'added']);
	expect((await compare(newer.vendorListVersion, 1)).status).toBe(404);
	expect((await t.send(admin, 'GET', '/api/cmpconfigurator/gvlfile/compare')).status).toBe(400);
});

test('official texts in Finnish are stored beside, and read with the list', async () => {
	const list = nextList();
	await upload(admin, JSON.stringify(list));
	const { vendors: _, ...texts } = list;
	const finnish = JSON.parse(JSON.stringify(texts).replaceAll('"name":"Purpose', '"name":"Tarkoitus')) as object;
	const stored = await upload(admin, JSON.stringify(finnish), '?language=fi');
	expect(stored.json().data[0]).toMatchObject({ languages: ['fi'] });
	const read = (await t.send(admin, 'GET', '/api/cmpconfigurator/gvlfile/newest?language=fi')).json().data;
	expect([read.language, read.list.purposes[1].name, read.list.vendors[1].name]).toEqual(['fi', 'Tarkoitus 1', 'Vendor 1']);
	expect((await t.send(admin, 'GET', '/api/cmpconfigurator/gvlfile/newest?language=sv')).json().data.language).toBe('en');
});

test('what is no list is refused in a sentence that names the place, and nothing of it stays', async () => {
	const good = nextList();
	const vendor = good.vendors[1];
	const cases: [string | Buffer, RegExp][] = [
		[JSON.stringify(good).slice(0, 900), /cut off/],
		['', /whole JSON/],
		['<html>Not found</html>', /whole JSON/],
		[Buffer.from([0, 255, 254, 1]), /whole JSON/],
		['null', /which format/],
		['[]', /which format/],
		[JSON.stringify({ ...good, gvlSpecificationVersion: 2 }), /format 2; format 3 is needed/],
		[JSON.stringify({ ...good, vendorListVersion: 'many' }), /vendorListVersion/],
		[JSON.stringify({ ...good, vendorListVersion: 5000 }), /vendorListVersion/],
		[JSON.stringify({ ...good, vendors: {} }), /names no vendor/],
		[JSON.stringify({ ...good, vendors: undefined }), /vendors/],
		[JSON.stringify({ ...good, purposes: {} }), /explains no purposes/],
		[JSON.stringify({ ...good, vendors: { 2: vendor } }), /another number/],
		[JSON.stringify({ ...good, vendors: { 1: { ...vendor, purposes: [44] } } }), /Vendor 1 names purposes 44/],
		[JSON.stringify({ ...good, vendors: { 1: { ...vendor, name: 'x'.repeat(501) } } }), /vendors\.1\.name/],
		[JSON.stringify({ ...good, vendors: { 1: { ...vendor, purposes: 'all' } } }), /vendors\.1\.purposes/],
	];
	const before = await listed();
	for (const [content, sentence] of cases) {
		const answer = await upload(admin, content);
		expect([answer.status, answer.json().code], String(content).slice(0, 60)).toEqual([422, 'not_a_list']);
		expect(answer.json().fields.file).toMatch(sentence);
	}
	expect(await listed()).toEqual(before);
	const huge = await upload(admin, Buffer.alloc(VENDOR_LIST_MAX_BYTES + 1, 0x20));
	expect([huge.status, huge.json().code]).toEqual([413, 'too_large']);
});

test('a list that reaches for the prototype reaches nothing', async () => {
	const list = nextList();
	const hostile = JSON.stringify(list).replace('"vendors":{', '"vendors":{"__proto__":{"id":1,"name":"x"},');
	expect((await upload(admin, hostile)).status).toBe(200);
	expect((await t.send(admin, 'GET', `/api/cmpconfigurator/gvlfile/${version}`)).json().data.list).toEqual(list);
	expect(Object.hasOwn(Object.prototype, 'id')).toBe(false);
});

test('only an admin of the platform changes lists; whoever has a menu reads them', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	expect((await upload(owner, JSON.stringify(nextList()))).status).toBe(403);
	expect((await upload(null, JSON.stringify(nextList()))).status).toBe(401);
	expect((await t.send(owner, 'POST', '/api/cmpconfigurator/gvlfile/fetch')).status).toBe(403);
	expect((await t.send(owner, 'GET', '/api/cmpconfigurator/gvlfile')).status).toBe(200);
	expect((await t.send(admin, 'POST', '/api/cmpconfigurator/gvlfile', { body: {} })).json().code).toBe('wrong_media_multipart');
});

test('nobody writes a list past the function: the serving role may only read', async () => {
	await expect(t.storage.inPlatform((tx) => tx.query('delete from vendor_list'))).rejects.toThrow(/permission denied/);
	await expect(t.storage.edge.query('select store_vendor_list_texts($1, $2, now())', ['fi', Buffer.from('{}')])).rejects.toThrow(
		/permission denied/,
	);
});

test('the source is fetched, and asked only whether it changed the next time', async () => {
	const list = nextList();
	const { vendors: _, ...texts } = list;
	answers.set('/v3/vendor-list.json', {
		body: brotliCompressSync(JSON.stringify(list)),
		headers: { etag: '"a"', 'content-encoding': 'br' },
	});
	answers.set('/v3/purposes-fi.json', { body: JSON.stringify(texts), headers: { etag: '"b"' } });
	const first = await fetchNow();
	expect(first.json().data.stored).toBe(true);
	expect(first.json().data.files[0]).toMatchObject({ id: version, source: 'fetched', newest: true });
	asked.length = 0;
	expect((await fetchNow()).json().data.stored).toBe(false);
	expect(asked).toEqual([
		{ path: '/v3/vendor-list.json', etag: '"a"' },
		{ path: '/v3/purposes-fi.json', etag: '"b"' },
	]);
});

test('the official texts of a language are fetched when a banner first needs them, and daily from then on', async () => {
	const { vendors: _, ...texts } = vendorList();
	const spoken = (mark: string) => JSON.stringify(texts).replaceAll('"name":"Purpose', `"name":"${mark}`);
	const owner = await t.person([], { adminOf: [await t.tenant()] });
	const textsIn = (language: string) => t.send(owner, 'GET', `/api/cmpconfigurator/gvltexts/${language}`);
	answers.set('/v3/purposes-ja.json', { body: spoken('目的'), headers: { etag: '"j"' } });
	answers.set('/v3/purposes-pt-pt.json', { body: spoken('Finalidade') });
	answers.set('/v3/purposes-sv.json', { body: '<html>' });
	asked.length = 0;
	expect((await textsIn('ja')).json().data.purposes[1].name).toBe('目的 1');
	expect((await textsIn('ja')).json().data.purposes[1].name).toBe('目的 1');
	expect((await textsIn('pt')).json().data.purposes[1].name).toBe('Finalidade 1');
	expect(asked.map(({ path }) => path)).toEqual(['/v3/purposes-ja.json', '/v3/purposes-pt-pt.json']);
	for (const [language, code] of [
		['ga', 'no_official_texts'],
		['sv', 'not_a_list'],
		['de', 'gvl_unreachable'],
	] as const) {
		const refused = await textsIn(language);
		expect([refused.status, refused.json().code], language).toEqual([422, code]);
	}
	asked.length = 0;
	await fetchNow();
	expect(asked).toContainEqual({ path: '/v3/purposes-ja.json', etag: '"j"' });
	expect(asked.map(({ path }) => path)).not.toContain('/v3/purposes-sv.json');
});

test('a source that fails says how, and what was stored stays', async () => {
	const list = JSON.stringify(nextList());
	const before = await listed();
	const cases: [Answer, RegExp][] = [
		[{ status: 500 }, /answers 500/],
		[{ body: list, cut: 500 }, /hung up/],
		[{ body: `${list}${' '.repeat(VENDOR_LIST_MAX_BYTES)}` }, /larger than/],
		// A few kilobytes that unpack to more than we take.
		[{ body: brotliCompressSync(Buffer.alloc(VENDOR_LIST_MAX_BYTES * 2)), headers: { 'content-encoding': 'br' } }, /larger than/],
		[{ body: 'not packed', headers: { 'content-encoding': 'gzip' } }, /broken/],
		[{ body: list.slice(0, 700) }, /cut off/],
		[{ status: 302, headers: { location: 'file:///etc/passwd' } }, /not safe/],
		[{ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }, /public address/],
		[{ status: 302, headers: { location: 'http://localhost:1/' } }, /public address/],
		[{ status: 302, headers: { location: 'vendor-list.json' } }, /on and on/],
	];
	for (const [answer, sentence] of cases) {
		answers.set('/v3/vendor-list.json', answer);
		const failed = await fetchNow();
		expect(failed.status, JSON.stringify(answer).slice(0, 80)).toBe(422);
		expect(Object.values(failed.json().fields)[0]).toMatch(sentence);
	}
	expect(await listed()).toEqual(before);
	const [noted] = await t.storage.inPlatform((tx) =>
		tx.query<{ problem: string }>('select problem from vendor_list_source where url = $1', [`${sourceUrl}vendor-list.json`]),
	);
	expect(noted?.problem).toMatch(/on and on/);
	answers.set('/v3/vendor-list.json', { body: list });
	expect((await fetchNow()).json().data.stored).toBe(true);
});

test('the source is a folder or a file', () => {
	expect(sourceOf('https://lists.example/v3').list).toBe('https://lists.example/v3/vendor-list.json');
	expect(sourceOf('https://lists.example/own/list.json').texts('fi')).toBe('https://lists.example/own/purposes-fi.json');
});
