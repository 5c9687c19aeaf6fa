/** The older way to ask asserts its rows instead of describing them. There is less of it each time, never more. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Lower it with what you change. */
const MOST = 256;

it('is used no more often than before', () => {
	const folder = join(import.meta.dirname, '../../src/wings');
	// What is asked of other companies' databases is none of our storage's.
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.endsWith('.ts') && !file.endsWith('peers/postgres.ts'),
	);
	const found = files.reduce((sum, file) => sum + (readFileSync(join(folder, file), 'utf8').match(/\.query[<(]/g)?.length ?? 0), 0);
	expect(found).toBe(MOST);
});
