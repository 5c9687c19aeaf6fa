import { expect, it } from 'vitest';
import { isSessionless } from './paths.ts';

it.each([
	['/register', true],
	['/register/', true],
	['/Register', true],
	['/identity/link', true],
	['/', false],
	['/registered', false],
	['/customers', false],
])('%s: whether it needs no session is %s', (path, needsNone) => {
	expect(isSessionless(path)).toBe(needsNone);
});
