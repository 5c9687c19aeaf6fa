/** Runs tests in a copy of the repository, and says what became of a change made there. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as z from 'zod';
import type { Change, Fate } from './change.ts';

/** A change may make a program that never ends; that is noticed too. */
const LONGEST_MS = 240_000;
const REPORT = 'mutants.json';

const Report = z.object({
	testResults: z.array(
		z.object({
			name: z.string(),
			message: z.string(),
			assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
		}),
	),
});
type Ran = z.infer<typeof Report> & { ended: boolean };

/** What begins a program or asks for its database; these stand in the imports of tests of the server. */
const WITH_DATABASE = /from '[^']*\/(?:app|harness|door|stage|fixtures)\.ts'/;
const PURE = ['--config', 'scripts/mutants/pure.config.ts', '--root', '.'];

/** As a regular expression, which is what `-t` takes. */
const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const run = async (copy: string, { tests, named }: Pick<Change, 'tests' | 'named'>, bail: boolean): Promise<Ran> => {
	const report = join(copy, REPORT);
	await rm(report, { force: true });
	const sources = await Promise.all(tests.map((test) => readFile(join(copy, test), 'utf8')));
	const args = [
		...['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`],
		...(sources.some((source) => WITH_DATABASE.test(source)) ? [] : PURE),
		...(bail ? ['--bail=1'] : []),
		...(named === undefined ? [] : ['-t', literally(named)]),
		...tests,
	];
	const child = spawn(process.execPath, args, {
		cwd: copy,
		stdio: 'ignore',
		env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
	});
	const end = (): void => void child.kill('SIGTERM');
	process.once('exit', end);
	let ended = true;
	const timer = setTimeout(() => {
		ended = false;
		end();
	}, LONGEST_MS);
	await new Promise((done) => child.once('close', done));
	clearTimeout(timer);
	process.off('exit', end);
	if (!existsSync(report)) return { testResults: [], ended };
	return { ...Report.parse(JSON.parse(await readFile(report, 'utf8'))), ended };
};

const fateOf = ({ testResults, ended }: Ran): Fate => {
	const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
	const failed = tests.find(({ status }) => status === 'failed');
	if (failed) return { kind: 'noticed', by: failed.fullName };
	if (!ended) return { kind: 'noticed', by: `no end within ${LONGEST_MS / 1000} s` };
	const why = testResults.map(({ message }) => message.split('\n')[0]).find((message) => message);
	if (why) return { kind: 'broken', why };
	return tests.some(({ status }) => status === 'passed') ? { kind: 'survived' } : { kind: 'broken', why: 'no test of that name was run' };
};

/** What the copy says of these tests unchanged: each must be there and pass. Answers what does not. */
export const unready = async (copy: string, changes: readonly Change[]): Promise<string[]> => {
	const tests = [...new Set(changes.flatMap((change) => change.tests))];
	// Those that need a database go together: it is started once.
	const groups = Map.groupBy(tests, (test) => WITH_DATABASE.test(readFileSync(join(copy, test), 'utf8')));
	const testResults: Ran['testResults'] = [];
	for (const group of groups.values()) testResults.push(...(await run(copy, { tests: group }, false)).testResults);
	const results = new Map(testResults.map((file) => [relative(copy, file.name).replaceAll('\\', '/'), file]));
	const failing = tests.flatMap((test) => {
		const file = results.get(test);
		if (!file) return [`${test} was not run.`];
		return [
			...(file.message === '' ? [] : [`${test}: ${file.message.split('\n')[0]}`]),
			...file.assertionResults
				.filter(({ status }) => status !== 'passed')
				.map(({ fullName }) => `${test}: “${fullName}” does not pass unchanged.`),
		];
	});
	const unnamed = changes.flatMap(({ module, name, named, tests: of }) => {
		const names = of.flatMap((test) => results.get(test)?.assertionResults ?? []).map(({ fullName }) => fullName);
		return named === undefined || names.some((one) => one.includes(named)) ? [] : [`${module}: ${name}: no test is called “${named}”.`];
	});
	return [...failing, ...unnamed];
};

/** Makes the change, runs its tests, and takes it back. */
export const attempt = async (copy: string, change: Change): Promise<Fate> => {
	const path = join(copy, change.file);
	const whole = await readFile(path, 'utf8');
	await writeFile(
		path,
		whole.replace(change.text, () => change.instead),
	);
	try {
		return fateOf(await run(copy, change, true));
	} finally {
		await writeFile(path, whole);
	}
};
