/**
 * Every way of tampering with a ledger, a hundred times each (npm test: twenty): apps/server/test/tampering.test.ts. No figures: each
 * try is caught, or this fails.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const { status } = spawnSync(
	process.execPath,
	[join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', 'apps/server/test/tampering.test.ts'],
	{ cwd: ROOT, stdio: 'inherit', env: { ...process.env, TAMPERING_TRIES: '100' } },
);
process.exitCode = status ?? 1;
