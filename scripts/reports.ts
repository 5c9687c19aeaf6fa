/** Reads what the test runners wrote: how many passed, which did not and why, and how long each file took. A skipped test is one that did not. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { ROOT } from './paths.ts';
import type { RanTest } from './ticks/tick.ts';

/** A test that did not pass: its file and name, and the first lines of why. */
export interface Failure {
	name: string;
	why: string;
}

export interface Count {
	passed: number;
	failed: number;
	failures: Failure[];
	/** Wall time by file, in seconds. */
	files: { file: string; seconds: number }[];
}

const Vitest = z.object({
	numTotalTests: z.int(),
	numPassedTests: z.int(),
	numFailedTestSuites: z.int(),
	numFailedTests: z.int(),
	success: z.boolean(),
	testResults: z.array(
		z.object({
			name: z.string(),
			startTime: z.number(),
			endTime: z.number(),
			message: z.string(),
			assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullable() })),
		}),
	),
});

const Spec = z.object({
	title: z.string(),
	file: z.string(),
	ok: z.boolean(),
	tests: z.array(
		z.object({
			status: z.string(),
			results: z.array(z.object({ duration: z.number(), error: z.object({ message: z.string().optional() }).optional() })),
		}),
	),
});
interface Suite {
	specs: z.infer<typeof Spec>[];
	suites?: Suite[] | undefined;
}
const Suite: z.ZodType<Suite> = z.object({ specs: z.array(Spec), suites: z.array(z.lazy(() => Suite)).optional() });

const Playwright = z.object({
	stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
	errors: z.array(z.unknown()),
	suites: z.array(Suite),
});

const JOURNEYS = 'apps/portal/e2e';
const LINES_OF_WHY = 12;
// The colours of a terminal are noise in a log.
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const firstLines = (text: string): string => text.replace(ESCAPES, '').split('\n').slice(0, LINES_OF_WHY).join('\n');

/** A file that could not even be loaded holds no tests; it counts as one failure. */
export const readVitest = async (file: string): Promise<Count> => {
	const report = Vitest.parse(JSON.parse(await readFile(file, 'utf8')));
	const failed = report.numTotalTests - report.numPassedTests;
	return {
		passed: report.numPassedTests,
		failed: failed === 0 && !report.success ? Math.max(1, report.numFailedTestSuites) : failed,
		failures: report.testResults.flatMap(({ name, message, assertionResults }) => [
			...(message === '' ? [] : [{ name: relative(ROOT, name), why: firstLines(message) }]),
			...assertionResults
				.filter(({ status }) => status !== 'passed')
				.map(({ fullName, status, failureMessages }) => ({
					name: `${relative(ROOT, name)} › ${fullName}`,
					why: firstLines(failureMessages?.[0] ?? status),
				})),
		]),
		files: report.testResults.map(({ name, startTime, endTime }) => ({
			file: relative(ROOT, name),
			seconds: (endTime - startTime) / 1000,
		})),
	};
};

const specsOf = (suites: readonly Suite[]): Suite['specs'] => suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])]);

/** A test that passed at the second try is not a test that passed. */
export const readPlaywright = async (file: string): Promise<Count> => {
	const { stats, errors, suites } = Playwright.parse(JSON.parse(await readFile(file, 'utf8')));
	const specs = specsOf(suites);
	const results = specs.flatMap((spec) => spec.tests.flatMap((test) => test.results.map((result) => ({ ...result, file: spec.file }))));
	return {
		passed: stats.expected,
		failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
		failures: specs
			.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
			.map(({ file: where, title, tests }) => ({
				name: `${where} › ${title}`,
				why: firstLines(
					tests.flatMap(({ results: tries }) => tries.flatMap(({ error }) => error?.message ?? [])).at(0) ?? tests.at(0)?.status ?? '',
				),
			})),
		files: [...Map.groupBy(results, (result) => result.file)].map(([name, all]) => ({
			file: name,
			seconds: all.reduce((sum, { duration }) => sum + duration, 0) / 1000,
		})),
	};
};

/** Each test of a report by its file, from the root of the repository, and its full name. */
const testsOfVitest = async (file: string): Promise<RanTest[]> =>
	Vitest.parse(JSON.parse(await readFile(file, 'utf8'))).testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map(({ fullName, status }) => ({ name: `${relative(ROOT, name)} › ${fullName}`, passed: status === 'passed' })),
	);

/** Files stand in the report by their place below the folder of journeys. */
const testsOfPlaywright = async (file: string): Promise<RanTest[]> =>
	specsOf(Playwright.parse(JSON.parse(await readFile(file, 'utf8'))).suites).map(({ file: where, title, tests }) => ({
		name: `${JOURNEYS}/${where} › ${title}`,
		passed: tests.length > 0 && tests.every(({ status }) => status === 'expected'),
	}));

/** Every test of the reports in a folder. Without a report its tests did not run. */
export const ranIn = async (folder: string): Promise<RanTest[]> => {
	const reports = [
		{ file: join(folder, 'vitest.json'), read: testsOfVitest },
		{ file: join(folder, 'playwright.json'), read: testsOfPlaywright },
	];
	return (await Promise.all(reports.filter(({ file }) => existsSync(file)).map(({ file, read }) => read(file)))).flat();
};
