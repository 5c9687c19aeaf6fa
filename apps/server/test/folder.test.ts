/** Names of published folders. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { folderOf, isFolder } from '../src/wings/consent/configurations/folder.ts';

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

test('a name is 96 bits of the hash, and may stand in an address, a cookie and a key as it is', () => {
	expect(folderOf(sha256('a'))).toBe(`p${sha256('a').subarray(0, 12).toString('base64url')}`);
	for (let i = 0; i < 1000; i++) expect(folderOf(sha256(randomBytes(8)))).toMatch(/^p[\w-]{16}$/);
});

test('the names of earlier builds are served as before, and nothing else is', () => {
	expect(isFolder(folderOf(sha256('a')))).toBe(true);
	expect(isFolder(`p${sha256('a').toString('hex')}`)).toBe(true);
	for (const other of [
		'preview',
		'p',
		`p${'a'.repeat(15)}`,
		`p${'a'.repeat(17)}`,
		`q${'a'.repeat(16)}`,
		`p${'~'.repeat(16)}`,
		`p${'a'.repeat(16)}\n`,
	])
		expect(isFolder(other)).toBe(false);
});
