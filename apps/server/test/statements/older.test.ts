/** A row is described, never asserted: no wing asks by `query`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('is used by no wing', () => {
	const folder = join(import.meta.dirname, '../../src/wings');
	// What is asked of other companies' databases is none of our storage's.
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.endsWith('.ts') && !file.endsWith('peers/postgres.ts'),
	);
	expect(files.filter((file) => /\.query[<(]/.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
});
