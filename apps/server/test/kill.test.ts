import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killRounds } from '../../../bench/lib/kill-rounds.ts';
import { atLength } from '../../../scripts/length.ts';

/** `npm run bench -- kill` does twenty. */
const ROUNDS = atLength(2, 4);

it('keeps every acknowledged record, each once, when server and database are killed at random moments under load', async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-kill-'));
	try {
		const result = await killRounds({ rounds: ROUNDS, port: 4190, dataDir });
		expect(result).toMatchObject({ rounds: ROUNDS, lost: 0, twice: 0 });
		// Something was there to be lost, however slow the machine.
		expect(result.acknowledged).toBeGreaterThan(ROUNDS * 20);
	} finally {
		rmSync(dataDir, { recursive: true, force: true });
	}
});
