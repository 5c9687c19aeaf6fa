/** Twenty kills of server and database under load: nothing acknowledged may be lost, nothing stored twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRounds } from './lib/kill-rounds.ts';
import { writeResult } from './lib/result.ts';

const ROUNDS = 20;
const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-kill-'));
try {
	const result = await killRounds({ rounds: ROUNDS, port: 4191, dataDir, say: (line) => console.log(line) });
	const met = result.rounds === ROUNDS && result.lost === 0 && result.twice === 0;
	await writeResult('kill', { goal: `${ROUNDS} kills, 0 lost, 0 twice`, met, ...result });
	console.log(
		`${result.rounds} kills: ${result.acknowledged} acknowledged, ${result.lost} lost, ${result.twice} twice — ${met ? 'met' : 'NOT met'}`,
	);
	if (!met) process.exitCode = 1;
} finally {
	rmSync(dataDir, { recursive: true, force: true });
}
