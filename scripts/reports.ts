/** Reads what the test runners wrote: how many passed, how many did not. A skipped test is one that did not. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

export interface Count {
	passed: number;
	failed: number;
}

const Vitest = z.object({
	numTotalTests: z.int(),
	numPassedTests: z.int(),
	numFailedTestSuites: z.int(),
	numFailedTests: z.int(),
	success: z.boolean(),
});

const Playwright = z.object({
	stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
	errors: z.array(z.unknown()),
});

/** A file that could not even be loaded holds no tests; it counts as one failure. */
export const readVitest = async (file: string): Promise<Count> => {
	const report = Vitest.parse(JSON.parse(await readFile(file, 'utf8')));
	const failed = report.numTotalTests - report.numPassedTests;
	return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? Math.max(1, report.numFailedTestSuites) : failed };
};

/** A test that passed at the second try is not a test that passed. */
export const readPlaywright = async (file: string): Promise<Count> => {
	const { stats, errors } = Playwright.parse(JSON.parse(await readFile(file, 'utf8')));
	return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length };
};
