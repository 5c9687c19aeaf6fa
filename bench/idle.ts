/** What the whole tree of `npm start`, npm and database included, holds a minute after it is ready, with the sample on: the sum of PSS. Linux only. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pssMb, treeOf, withSecondStarts } from './lib/npm-start.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const QUIET_SECONDS = 60;
const ROUNDS = 3;
const GOAL_MB = 210;

await withSecondStarts(async (start) => {
	const rounds: { command: string; mb: number }[][] = [];
	while (rounds.length < ROUNDS) {
		const { pid, stop } = await start();
		await sleep(QUIET_SECONDS * 1000);
		const tree = treeOf(pid);
		if (tree.length === 0) throw new Error('It did not stay up for so long.');
		rounds.push(tree.map((one) => ({ command: one.command.slice(0, 70), mb: pssMb(one.pid) })));
		await stop();
	}
	for (const { command, mb } of rounds.at(-1) ?? []) console.log(`  ${mb.toFixed(1).padStart(6)} MB  ${command}`);
	const held = spreadOf(rounds.map((round) => round.reduce((sum, { mb }) => sum + mb, 0)));
	const met = held.median <= GOAL_MB;
	console.log(
		`  ${met ? '✓ met    ' : '✗ NOT met'} idle ${QUIET_SECONDS} s after ready: median ${held.median.toFixed(0)} MB (≤ ${GOAL_MB} MB), ${held.least.toFixed(0)} to ${held.most.toFixed(0)} of ${ROUNDS}`,
	);
	await writeResult('idle', { held, rounds, goals: [{ what: 'idle', value: held.median, wanted: `≤ ${GOAL_MB} MB`, met }] });
});
