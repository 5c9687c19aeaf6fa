/** The spine itself, on calls made for the test. */
import { Readable } from 'node:stream';
import { call } from '@luvalla/contract/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { addBrowserParts, createApp } from '../src/kernel/http/app.ts';
import { registerCalls } from '../src/kernel/http/calls.ts';
import { handle } from '../src/kernel/http/handle.ts';
import { readSettings } from '../src/settings.ts';
import { ORIGIN, type TestApp, testApp } from './app.ts';
import { testLog } from './harness.ts';

const upload = call({
	method: 'POST',
	path: '/test/{id}/upload',
	about: 'Counts bytes as they arrive.',
	params: z.object({ id: z.coerce.number() }),
	multipart: { part: 'users', type: 'text/csv', about: 'Anything.' },
	answer: z.object({ bytes: z.int(), pieces: z.int() }),
	may: ['user'],
	on: 'self',
	failure: 'error occured',
});
const leaky = call({
	method: 'GET',
	path: '/test/leaky',
	about: 'Answers more than it says.',
	answer: z.object({ name: z.string() }),
	may: ['anyone'],
	on: 'public',
	failure: 'error occured',
});
const broken = call({
	method: 'GET',
	path: '/test/broken',
	about: 'Fails.',
	answer: z.string(),
	may: ['anyone'],
	on: 'public',
	failure: 'error occured',
});
const full = call({ ...broken, path: '/test/full', about: 'Finds no room.' });
/** Three that differ in what has to be sent. */
const posted = { method: 'POST', answer: z.string(), may: ['anyone'], on: 'public', failure: 'error occured' } as const;
const bare = call({ ...posted, path: '/test/bare', about: 'Needs nothing.' });
const optional = call({
	...posted,
	path: '/test/optional',
	about: 'May be told why.',
	body: z.object({ reason: z.string().optional() }).optional(),
});
const needy = call({ ...posted, path: '/test/needy', about: 'Has to be told why.', body: z.object({ reason: z.string() }) });

let t: TestApp;
const settings = readSettings({ LOG_LEVEL: 'error' });
const lines: unknown[][] = [];
const app = createApp(settings, { ...testLog(), error: (...said) => lines.push(said) });
beforeAll(async () => {
	t = await testApp();
	await app.register(async (pages) => {
		await addBrowserParts(pages, settings);
		registerCalls(pages, { ...t.server.kernel, ownOrigin: ORIGIN }, [
			handle(bare, async () => 'done'),
			handle(optional, async ({ body }) => body?.reason ?? 'none'),
			handle(needy, async ({ body }) => body.reason),
			handle(upload, async ({ request }) => {
				const file = await request.file();
				let bytes = 0;
				let pieces = 0;
				for await (const piece of file?.file ?? []) {
					bytes += Buffer.byteLength(piece);
					pieces++;
				}
				return { bytes, pieces };
			}),
			handle(leaky, async () => Object.assign({ name: 'n' }, { secret: 's' })),
			handle(broken, async () => {
				throw new Error('select secret from table');
			}),
			handle(full, async () => {
				throw Object.assign(new Error('No space left on device'), { code: '53100' });
			}),
		]);
	});
});
afterAll(async () => {
	await app.close();
	await t.stop();
});

/** A form with one file, sent piece by piece as a network does. */
const multipart = (size: number): { payload: Readable; headers: Record<string, string> } => ({
	headers: { 'content-type': 'multipart/form-data; boundary=b', origin: ORIGIN },
	payload: Readable.from(
		[
			'--b\r\ncontent-disposition: form-data; name="users"; filename="u.csv"\r\ncontent-type: text/csv\r\n\r\n',
			...Array.from({ length: size / 50_000 }, () => 'x'.repeat(50_000)),
			'\r\n--b--\r\n',
		].map((text) => Buffer.from(text)),
	),
});

test('a file larger than any body streams through a multipart call', async () => {
	const { cookie } = await t.person();
	const { headers, payload } = multipart(5_000_000);
	const answer = await app.inject({ method: 'POST', url: '/api/test/7/upload', headers: { ...headers, cookie }, payload });
	expect(answer.json().data.bytes).toBe(5_000_000);
	expect(answer.json().data.pieces).toBeGreaterThan(10);
	const json = await app.inject({ method: 'POST', url: '/api/test/7/upload', headers: { cookie, origin: ORIGIN }, payload: {} });
	expect([json.statusCode, json.json().code]).toEqual([415, 'wrong_media_multipart']);
	const nobody = await app.inject({ method: 'POST', url: '/api/test/7/upload', ...multipart(50_000) });
	expect(nobody.statusCode).toBe(401);
});

test('what needs no body takes none, however a client says so; what needs one says that it is not there', async () => {
	const headers = { origin: ORIGIN };
	const typed = { ...headers, 'content-type': 'application/json' };
	const ask = async (path: string, more: object) => {
		const answer = await app.inject({ method: 'POST', url: `/api/test/${path}`, ...more });
		return answer.json().data ?? answer.json().code;
	};
	const ways = [{ headers }, { headers: typed }, { headers: typed, payload: '' }];
	for (const way of ways)
		expect([await ask('bare', way), await ask('optional', way), await ask('needy', way)]).toEqual(['done', 'none', 'not_json']);
	const told = { headers: typed, payload: '{"reason":"why"}' };
	expect([await ask('bare', told), await ask('optional', told), await ask('needy', told)]).toEqual(['done', 'why', 'why']);
	// It is no way in for other sites' pages, which may send what has no body without asking first.
	for (const path of ['bare', 'optional'])
		expect(await ask(path, { headers: { origin: 'https://evil.example' } })).toBe('origin_not_allowed');
	// Half a body is none that may be left out.
	expect(await ask('optional', { headers: typed, payload: '{"reason":' })).toBe('not_json');
	// What a reader does not take for a field is JSON all the same.
	for (const payload of ['{"reason":"why","__proto__":1}', '{"reason":{"constructor":{"prototype":1}}}'])
		expect((await app.inject({ method: 'POST', url: '/api/test/optional', headers: typed, payload })).json()).toMatchObject({
			code: 'invalid',
			fields: { body: 'No field is called __proto__ or constructor' },
		});
});

test('a surplus field never leaves the server', async () => {
	expect((await app.inject('/api/test/leaky')).json()).toEqual({ data: { name: 'n' } });
});

test('a fault of ours is a code without a sentence, a stack or a statement', async () => {
	const answer = await app.inject('/api/test/broken');
	expect([answer.statusCode, answer.json()]).toEqual([500, { code: 'internal' }]);
	expect(answer.payload).not.toContain('select');
	// What many requests meet at once, and is no fault of ours, is a sentence.
	const full = await app.inject('/api/test/full');
	expect([full.statusCode, full.json(), full.headers['retry-after']]).toEqual([503, { code: 'unavailable' }, '5']);
	expect(lines).toEqual([
		['A request failed', { error: expect.any(Error) }],
		['A request failed', { error: 'Error: No space left on device' }],
	]);
});

test('a fault of ours is told to whoever opens a page in their language', async () => {
	const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'fi' };
	const answer = await app.inject({ url: '/api/test/full', headers });
	expect([answer.statusCode, answer.headers['content-type'], answer.headers['retry-after']]).toEqual([
		503,
		'text/html; charset=utf-8',
		'5',
	]);
	expect(answer.payload).toContain('Yritä hetken päästä uudelleen.');
});

test('a path and its params that disagree, or a misspelt key, do not compile', () => {
	const good = { method: 'GET', about: '', answer: z.string(), may: ['user'], on: 'self', failure: '' } as const;
	// @ts-expect-error the path names {id}, params does not
	call({ ...good, path: '/a/{id}' });
	// @ts-expect-error params names more than the path
	call({ ...good, path: '/a', params: z.object({ id: z.string() }) });
	// @ts-expect-error there is no such key
	call({ ...good, path: '/a', fialure: 'x' });
	expect(call({ ...good, path: '/a/{id}', params: z.object({ id: z.string() }) }).path).toBe('/a/{id}');
});
