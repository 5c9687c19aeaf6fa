// @vitest-environment jsdom
import { EdgeRecord } from '@luvalla/contract/consent/edge';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type KeptAnswers, read, standing } from '../src/core/store.ts';
import { removeCookies } from '../src/light/cookies.ts';
import { keep } from '../src/light/keep.ts';
import { type Entry, entryOf, queueTo } from '../src/light/queue.ts';
import { uuid7 } from '../src/light/uuid.ts';

const seen = { domainId: 'd', configuration: 'f', language: 'en', gpc: false };
const key = fc.stringMatching(/^[a-z][a-z0-9_-]{0,30}$/);
const setCookie = (text: string) => {
	// biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
	document.cookie = text;
};
const forget = () => {
	for (const pair of document.cookie.split('; ')) setCookie(`${pair.split('=')[0]}=; Path=/; Max-Age=0`);
};
const bodyOf = (call: unknown[] | undefined): Entry => JSON.parse(String((call?.[1] as RequestInit | undefined)?.body));
const settled = () => new Promise((done) => setTimeout(done, 5));

beforeEach(() => {
	localStorage.clear();
	forget();
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

describe('ids and records', () => {
	it('make every id a UUIDv7 of exactly its millisecond, all of one choice of one millisecond', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 2 ** 42 }), fc.dictionary(key, fc.boolean(), { minKeys: 1, maxKeys: 12 }), (ms, answers) => {
				const { entry } = entryOf(answers, seen, ms);
				expect(entry.records.length).toBe(Object.keys(answers).length);
				for (const record of entry.records) {
					const { id, at, choiceId } = EdgeRecord.parse(record);
					for (const one of [id, choiceId]) expect(new Date(Number.parseInt(one.replace('-', '').slice(0, 12), 16)).toISOString()).toBe(at);
				}
				expect(new Set(entry.records.map((r) => r.choiceId)).size).toBe(1);
			}),
		);
		expect(new Set(Array.from({ length: 1000 }, () => uuid7(1))).size).toBe(1000);
	});
});

describe('what is kept on the device', () => {
	it('reads back what was kept', () => {
		fc.assert(
			fc.property(fc.dictionary(key, fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 4e9 })), { minKeys: 1, maxKeys: 12 }), (kept) => {
				forget();
				keep('folder', kept, 30);
				expect(read({})).toEqual({ ...kept });
			}),
			{ numRuns: 50 },
		);
	});

	it('is no consent when it is corrupted', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[ -:<-~]{0,60}$/), (text) => {
				forget();
				setCookie(`luvalla=${text}; Path=/`);
				for (const [answer, at] of Object.values(read({}))) expect([typeof answer, Number.isInteger(at)]).toEqual(['boolean', true]);
			}),
		);
		setCookie('luvalla=1~f~statistics.yes.1; Path=/');
		expect(read({})).toEqual({});
	});

	it('is the newest answer of each category, and of one second the no', () => {
		const [yes, no, older] = ['luvalla=1~f~a.1.tn2k9c', 'luvalla=1~f~a.0.tn2k9c', 'luvalla=1~f~a.1.tn2k9b'];
		const at = Number.parseInt('tn2k9c', 36);
		for (const told of [`${yes}; ${no}`, `${no}; ${yes}`, `${older}; ${no}`, `${no}; ${older}`])
			expect([told, read({}, told)]).toEqual([told, { a: [false, at] }]);
		expect(read({ a: [false, at - 1] }, yes)).toEqual({ a: [true, at] });
	});

	it('asks a yes again after its months and a no after its own, each for itself', () => {
		const now = Date.now() / 1000;
		const days = (n: number) => now - n * 86_400;
		const kept: KeptAnswers = {
			a: [true, days(364)],
			b: [true, days(367)],
			c: [false, days(180)],
			d: [false, days(190)],
			e: [true, days(-400)],
		};
		expect(standing(kept, ['a', 'b', 'c', 'd', 'e', 'f'], [183, 366])).toEqual({ a: true, c: false });
	});
	it('a yes to words that changed materially since stands no more; a no, and a yes given after, do', () => {
		const at = Math.round(Date.now() / 1000);
		const kept: KeptAnswers = { before: [true, at - 100], refused: [false, at - 100], after: [true, at - 10], other: [true, at - 100] };
		const material = { before: at - 50, refused: at - 50, after: at - 50 };
		expect(standing(kept, Object.keys(kept), [366, 366], material)).toEqual({ refused: false, after: true, other: true });
	});
});

describe('the queue', () => {
	it('keeps a choice until it is answered, and sends the same records again', async () => {
		const fetching = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(new Response('{}'));
		vi.stubGlobal('fetch', fetching);
		const queue = queueTo('https://c.example/edge/v1/records');
		queue.add({ statistics: true, media: false }, seen);
		await settled();
		expect(localStorage.length).toBe(1);
		await queue.flush();
		expect(localStorage.length).toBe(0);
		expect(bodyOf(fetching.mock.calls[1])).toEqual(bodyOf(fetching.mock.calls[0]));
		expect(fetching.mock.calls[0]?.[1]).toEqual({ method: 'POST', body: expect.any(String), keepalive: true, credentials: undefined });
	});

	it('sends cookies of the site along where the collector is the site’s own, as its pointer says', async () => {
		const fetching = vi.fn<typeof fetch>().mockImplementation(async () => new Response('{}'));
		vi.stubGlobal('fetch', fetching);
		vi.stubGlobal('luvalla', { $: { own: 'include' } });
		queueTo('https://consent.shop.example/edge/v1/records').add({ a: true }, seen);
		await settled();
		expect(fetching.mock.calls[0]?.[1]?.credentials).toBe('include');
	});

	it('lets go of what will never be taken, and holds on through what may heal', async () => {
		for (const [status, left] of [
			[200, 0],
			[400, 0],
			[422, 0],
			[403, 1],
			[429, 1],
			[503, 1],
		]) {
			localStorage.clear();
			vi.stubGlobal(
				'fetch',
				vi.fn<typeof fetch>().mockImplementation(async () => new Response('{}', { status })),
			);
			queueTo('/edge/v1/records').add({ a: true }, seen);
			await settled();
			expect([status, localStorage.length]).toEqual([status, left]);
		}
	});

	it('sends an answer under a new id where its id is another record’s, and nothing twice', async () => {
		const told = (refused: object[]) => new Response(JSON.stringify({ data: { stored: 0, known: 0, refused } }));
		const bodies: Entry[] = [];
		vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
			const body = bodyOf([url, options]);
			bodies.push(body);
			return told(bodies.length === 1 ? [{ id: body.records[0]?.id, code: 'id_conflict' }] : [{ id: 'x', code: 'malformed' }]);
		});
		const queue = queueTo('/edge/v1/records');
		queue.add({ a: false, b: true }, seen);
		await settled();
		expect(localStorage.length).toBe(1);
		await queue.flush();
		expect(localStorage.length).toBe(0);
		const [[taken, other] = [], [again, ...rest] = []] = bodies.map(({ records }) => records);
		expect([again, rest]).toEqual([{ ...taken, id: again?.id }, [other]]);
		expect(again?.id).not.toBe(taken?.id);
		expect(again?.id.slice(0, 13)).toBe(taken?.id.slice(0, 13));
		expect(bodies.length).toBe(2);
	});

	it('comes back when the server says so, with one request, and not before', async () => {
		vi.useFakeTimers();
		try {
			const late = () => new Response('{}', { status: 429, headers: { 'retry-after': '40' } });
			const fetching = vi.fn<typeof fetch>().mockImplementationOnce(async () => late());
			fetching.mockImplementation(async () => new Response('{}'));
			vi.stubGlobal('fetch', fetching);
			const queue = queueTo('/edge/v1/records');
			queue.add({ a: true }, seen);
			await vi.advanceTimersByTimeAsync(0);
			queue.add({ b: true }, seen);
			await queue.flush();
			await vi.advanceTimersByTimeAsync(39_900);
			expect([fetching.mock.calls.length, localStorage.length]).toEqual([1, 2]);
			await vi.advanceTimersByTimeAsync(200);
			expect([fetching.mock.calls.length, localStorage.length]).toEqual([3, 0]);
		} finally {
			vi.useRealTimers();
		}
	});

	it('never throws where storage is blocked or full, and still sends', async () => {
		const fetching = vi.fn<typeof fetch>().mockImplementation(async () => new Response('{}'));
		vi.stubGlobal('fetch', fetching);
		vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
			throw new DOMException('full', 'QuotaExceededError');
		});
		queueTo('/edge/v1/records').add({ a: false }, seen);
		await settled();
		expect(bodyOf(fetching.mock.calls[0]).records).toMatchObject([{ category: 'a', value: false }]);
	});

	it('takes over from an earlier page, keeps its hands off other entries, and drops what is too old', async () => {
		vi.stubGlobal(
			'fetch',
			vi.fn<typeof fetch>().mockImplementation(async () => new Response('{}')),
		);
		const fresh = entryOf({ a: true }, seen);
		const old = entryOf({ a: true }, seen, Date.now() - 91 * 86_400_000);
		localStorage.setItem(fresh.key, JSON.stringify(fresh.entry));
		localStorage.setItem(old.key, JSON.stringify(old.entry));
		localStorage.setItem('luvalla.theme', 'blue');
		await queueTo('/edge/v1/records').flush();
		expect(Object.keys(localStorage)).toEqual(['luvalla.theme']);
		expect(fetch).toHaveBeenCalledTimes(1);
	});
});

describe('cookies of a withdrawn category', () => {
	it('go when a script can remove them; none is named that is not there', () => {
		for (const name of ['_ga_1', '_ga_2', 'other', 'basket']) setCookie(`${name}=1; Path=/`);
		expect(removeCookies(['_ga_*', 'other', 'httponly'])).toEqual([]);
		expect(document.cookie).toBe('basket=1');
	});

	it('are those that were named, and never the choice itself', () => {
		for (const name of ['luvalla', 'other', 'others', 'another', '_ga', '_gat']) setCookie(`${name}=1; Path=/`);
		expect(removeCookies(['other', '_ga_*', 'luvalla', 'l*'])).toEqual([]);
		expect(document.cookie.split('; ').sort()).toEqual(['_ga=1', '_gat=1', 'another=1', 'luvalla=1', 'others=1']);
	});
});
