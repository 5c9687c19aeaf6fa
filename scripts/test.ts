/**
 * `npm test`: unit, API and database tests, beside them types, lint and boundaries, and the journeys in a browser, which begin
 * when half of the others' files have begun: neither processor waits for the end of one part. Everything runs even when
 * something else failed, so one run tells all. What costs most is left to `npm run test:long` (length.ts). At the end it
 * is asked whether each line of the specification is ticked by tests that ran (ticks/). The last line is
 * `N passed, N failed`.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lintSteps, typeSteps } from './checks.ts';
import { ensureChromium, ensureShell } from './chromium.ts';
import { ROOT } from './paths.ts';
import { ensurePeers } from './peers.ts';
import { type Count, ranIn, readPlaywright, readVitest } from './reports.ts';
import { type Beside, run } from './run.ts';
import { runTask } from './task.ts';
import { complaintsOf, countOf } from './ticks/check.ts';
import { lists } from './ticks/lists.ts';

const RESULTS = 'test-results';
/** How many of the slowest files a run names. */
const SLOWEST = 20;
const PLAYWRIGHT = 'apps/portal/playwright.config.ts';

interface Ran {
	name: string;
	passed: boolean;
	seconds: number;
	count: Count | null;
	/** In place of how many tests passed. */
	said?: string;
}

const main = async () => {
	const chromium = ensureChromium();
	// a long run has the browser that people have
	const shell = process.env.TESTS === 'long' ? chromium : ensureShell(chromium);
	const missing = ensurePeers();
	await rm(join(ROOT, RESULTS), { recursive: true, force: true });
	await mkdir(join(ROOT, RESULTS), { recursive: true });
	const halfBegun = Promise.withResolvers<unknown>();
	const units = timed('unit, API and database tests', () =>
		tests(vitest, `${RESULTS}/vitest.json`, readVitest, { CHROMIUM_PATH: chromium }, { told: halfBegun.resolve }),
	);
	const checks = checked();
	await Promise.race([halfBegun.promise, units]);
	const browser = existsSync(join(ROOT, PLAYWRIGHT))
		? [
				timed(
					'browser and accessibility tests',
					() =>
						tests(
							playwright,
							`${RESULTS}/playwright.json`,
							readPlaywright,
							{ CHROMIUM_PATH: chromium, PORTAL_CHROMIUM_PATH: shell },
							{ turn: units },
						),
					units,
				),
			]
		: [];
	const ran = [...(await checks), ...(await Promise.all([units, ...browser]))];
	report([...ran, await timed('the specification, line by line', ticked)], missing);
};

/** Every line of the specification is ticked by tests that this run ran and that passed (docs/specification.md). */
const ticked = async (): Promise<Omit<Ran, 'name' | 'seconds'>> => {
	// Without a report its tests did not run, and each line that names one says so.
	const complaints = complaintsOf(lists, await ranIn(join(ROOT, RESULTS)));
	const { lines, ticked: done } = countOf(lists);
	return {
		passed: complaints.length === 0,
		count: { passed: 0, failed: 0, failures: complaints.map((name) => ({ name, why: '' })), files: [] },
		said: `${done} of ${lines} lines ticked, ${complaints.length} complaints`,
	};
};

const checked = async (): Promise<Ran[]> => {
	const ran: Ran[] = [];
	for (const step of [...typeSteps, ...lintSteps()])
		ran.push(await timed(step.name, async () => ({ passed: (await run(step.command)).code === 0, count: null })));
	return ran;
};

const vitest = (file: string): string[] => [
	'node_modules/vitest/vitest.mjs',
	'run',
	'--reporter=default',
	'--reporter=json',
	'--reporter=./scripts/half-begun.ts',
	`--outputFile.json=${file}`,
];
const playwright = (): string[] => ['node_modules/@playwright/test/cli.js', 'test', '--config', PLAYWRIGHT, '--reporter=list,json'];

const tests = async (
	command: (file: string) => string[],
	file: string,
	read: (file: string) => Promise<Count>,
	browsers: Record<string, string>,
	beside: Beside,
): Promise<Omit<Ran, 'name' | 'seconds'>> => {
	const [program = '', ...args] = command(file);
	const env = { TESTS: process.env.TESTS ?? 'short', ...browsers, PLAYWRIGHT_JSON_OUTPUT_FILE: join(ROOT, file) };
	const { code } = await run({ program, args, env }, beside);
	// Without a report the runner itself broke: that is a failure, not an empty success.
	const count = existsSync(join(ROOT, file)) ? await read(join(ROOT, file)) : { passed: 0, failed: 1, failures: [], files: [] };
	return { passed: code === 0 && count.failed === 0 && count.passed > 0, count };
};

/** What breaks a part is a failure of that part; the others tell theirs. @param turn when its name may be said */
const timed = async (name: string, step: () => Promise<Omit<Ran, 'name' | 'seconds'>>, turn?: Promise<unknown>): Promise<Ran> => {
	const said = Promise.resolve(turn).then(() => process.stdout.write(`\n── ${name}\n`));
	const started = performance.now();
	const outcome = await step().catch((error: unknown) => ({
		passed: false,
		count: { passed: 0, failed: 1, failures: [{ name, why: String(error) }], files: [] },
	}));
	await said;
	return { name, seconds: (performance.now() - started) / 1000, ...outcome };
};

const report = (ran: readonly Ran[], missing: readonly string[]): void => {
	process.stdout.write('\nSlowest files:\n');
	const slowest = ran
		.flatMap(({ count }) => count?.files ?? [])
		.sort((a, b) => b.seconds - a.seconds)
		.slice(0, SLOWEST);
	for (const { file, seconds } of slowest) process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
	process.stdout.write('\n');
	// Last, where whoever reads only the end of a log finds them.
	for (const { name, why } of ran.flatMap(({ count }) => count?.failures ?? []))
		process.stdout.write(`✗ ${name}\n${why === '' ? '' : `${why.replace(/^/gm, '    ')}\n`}`);
	for (const sentence of missing) process.stdout.write(`! ${sentence}\n`);
	for (const { name, passed, seconds, count, said } of ran) {
		const told = said ?? (count === null ? null : `${count.passed} passed, ${count.failed} failed`);
		const numbers = told === null ? '' : ` (${told})`;
		process.stdout.write(`${passed ? '✓' : '✗'} ${name}${numbers}, ${seconds.toFixed(1)} s\n`);
	}
	const sum = (which: 'passed' | 'failed'): number => ran.reduce((total, { count }) => total + (count?.[which] ?? 0), 0);
	// The last line counts tests; a check without tests that failed still fails the run, and stands above.
	process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
	if (ran.some(({ passed }) => !passed)) process.exitCode = 1;
};

await runTask(main);
