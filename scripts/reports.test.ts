import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPlaywright, readVitest } from './reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'luvalla-reports-'));
const file = join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const vitest = (over: object) => {
	writeFileSync(
		file,
		JSON.stringify({ numTotalTests: 10, numPassedTests: 10, numFailedTests: 0, numFailedTestSuites: 0, success: true, ...over }),
	);
	return readVitest(file);
};
const playwright = (stats: object, errors: unknown[] = []) => {
	writeFileSync(file, JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors }));
	return readPlaywright(file);
};

describe('the count of a run', () => {
	it('is what passed when all passed', async () => {
		expect(await vitest({})).toEqual({ passed: 10, failed: 0 });
		expect(await playwright({})).toEqual({ passed: 3, failed: 0 });
	});

	it('takes a skipped test for one that did not pass', async () => {
		expect(await vitest({ numPassedTests: 8, numFailedTests: 1 })).toEqual({ passed: 8, failed: 2 });
		expect(await playwright({ skipped: 2 })).toEqual({ passed: 3, failed: 2 });
	});

	it('takes a second try for none', async () => {
		expect(await playwright({ expected: 2, flaky: 1 })).toEqual({ passed: 2, failed: 1 });
	});

	it('sees a file that could not be loaded', async () => {
		expect(await vitest({ numFailedTestSuites: 2, success: false })).toEqual({ passed: 10, failed: 2 });
		expect(await playwright({}, ['broken config'])).toEqual({ passed: 3, failed: 1 });
	});
});
