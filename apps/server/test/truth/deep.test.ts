/** What is nested deeper than anything here is read is refused before it is parsed, whichever way it comes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEEPEST, isTooDeep } from '../../src/kernel/http/deep.ts';
import { startApp } from '../app.ts';

const t = await startApp();
const owner = await t.person([], { adminOf: [await t.tenant()] });

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test('is told at the very level, in lists and objects, and by no bracket that is text', () => {
	for (const nested of [lists, objects]) {
		expect(isTooDeep(nested(DEEPEST))).toBe(false);
		expect(isTooDeep(nested(DEEPEST + 1))).toBe(true);
	}
	expect(isTooDeep(JSON.stringify(['['.repeat(1000), `\\"${'{'.repeat(1000)}`, '\\']))).toBe(false);
	expect(isTooDeep(`"${'['.repeat(1000)}`)).toBe(false);
	// A side by side is no inside.
	expect(isTooDeep(`[${Array(1000).fill('[]').join(',')}]`)).toBe(false);
	const depthOf = (value: unknown): number =>
		typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
	fc.assert(
		fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: DEEPEST - 8, max: DEEPEST + 2 }), (value, around) => {
			const text = '['.repeat(around) + JSON.stringify(value) + ']'.repeat(around);
			expect(isTooDeep(text)).toBe(around + depthOf(value) > DEEPEST);
		}),
	);
});

test('is refused with its own word by the door, the router and a page that leaves', async () => {
	const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
	const said = async (method: string, path: string, type: string, depth: number): Promise<[number, string]> => {
		const answer = await fetch(`${base}${path}`, {
			method,
			headers: { 'content-type': type, cookie: owner.cookie, origin: 'http://localhost:4000', 'accept-language': 'fi' },
			body: `{"domainId":${lists(depth - 1)}}`,
		});
		const { code, error } = (await answer.json()) as { code: string; error: string };
		if (code === 'too_deep') expect(error).toContain(`yli ${DEEPEST} tasoa`);
		return [answer.status, code];
	};
	for (const [method, path, type] of [
		['POST', '/edge/v1/records', 'application/json'],
		['POST', '/edge/v1/records', 'text/plain'],
		['POST', '/Edge/v1/records/', 'application/json'],
		['POST', '/Edge/v1/records/', 'text/plain'],
		['PUT', '/api/user', 'application/json'],
	] as const) {
		expect([path, type, ...(await said(method, path, type, DEEPEST))]).toEqual([path, type, 400, 'invalid']);
		expect([path, type, ...(await said(method, path, type, DEEPEST + 1))]).toEqual([path, type, 400, 'too_deep']);
		expect([path, type, ...(await said(method, path, type, 400_000))]).toEqual([path, type, 400, 'too_deep']);
	}
});
