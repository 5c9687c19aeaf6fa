// @vitest-environment node
/** What the service worker for a site's root decides, by what it can know; `engines/worker.test.ts` drives it in browsers. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemblePointer } from '../src/assemble.ts';
import { openPointer } from '../src/serving.ts';
import type { Pointer } from '../src/shapes.ts';
import { workerFile } from '../src/worker/file.ts';
import { publication } from './published.ts';

let out: string;
let script: string;
let pointer: Pointer;
beforeAll(async () => {
	out = await mkdtemp(join(tmpdir(), 'banner-'));
	({ pointer } = openPointer(assemblePointer(await publication(out), `p${'0'.repeat(64)}`)));
	script = await readFile(join(out, 'worker.js'), 'utf8');
});
afterAll(() => rm(out, { recursive: true }));

type Listener = (event: object) => void;
const NOW = Math.floor(Date.now() / 1000).toString(36);

/** Whether a request to a known host is answered by the worker, and how; null: the worker leaves it to the browser. */
const answered = async (
	cookie: string | null,
	{ of = pointer, mode = 'no-cors', url = 'https://www.clarity.ms/tag/1', told = '' } = {},
) => {
	const listeners = new Map<string, Listener>();
	const scope = {
		skipWaiting: async () => {},
		addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
		...(cookie !== null && { cookieStore: { getAll: async () => [{ name: 'luvalla', value: `1~f${cookie}` }] } }),
	};
	new Function('globalThis', 'fetch', workerFile(of, script) ?? '')(scope, async () => new Response('the tag'));
	if (told) listeners.get('message')?.({ data: `luvalla=1~f${told}` });
	const given: Promise<Response>[] = [];
	listeners.get('fetch')?.({
		request: { url, mode, destination: 'script' },
		respondWith: (answer: Promise<Response>) => given.push(answer),
	});
	const response = await given[0];
	return response ? (response.type === 'error' ? 'held' : 'fetched') : null;
};

describe('the worker', () => {
	it('holds without a yes and after a no, and lets through what was allowed', async () => {
		expect(await answered('')).toBe('held');
		expect(await answered(`~statistics.0.${NOW}`)).toBe('held');
		expect(await answered(`~statistics.1.${NOW}`)).toBe('fetched');
		// Too old to stand.
		expect(await answered('~statistics.1.1')).toBe('held');
		expect(await answered('', { told: `~statistics.1.${NOW}` })).toBe('fetched');
	});
	it('leaves documents, other hosts, and browsers that tell it no choice alone', async () => {
		expect(await answered('', { mode: 'navigate' })).toBeNull();
		expect(await answered('', { url: 'https://cdn.example/clarity.ms/tag' })).toBeNull();
		expect(await answered(null)).toBeNull();
	});
	it('holds only what was refused where the place decides what is asked', async () => {
		const of: Pointer = { ...pointer, geo: { rule: 'eea', country: null, region: null, mode: 'opt-in' } };
		expect(await answered('', { of })).toBe('fetched');
		expect(await answered(`~statistics.0.${NOW}`, { of })).toBe('held');
	});
	it('is not made where no known tags are stopped', () => {
		const { known: _, ...none } = pointer;
		expect(workerFile(none, script)).toBeNull();
	});
});
