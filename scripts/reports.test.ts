import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from './paths.ts';
import { readPlaywright, readVitest } from './reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'luvalla-reports-'));
const file = join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const vitest = (over: object) => {
	writeFileSync(
		file,
		JSON.stringify({
			numTotalTests: 10,
			numPassedTests: 10,
			numFailedTests: 0,
			numFailedTestSuites: 0,
			success: true,
			testResults: [],
			...over,
		}),
	);
	return readVitest(file);
};
const playwright = (stats: object, errors: unknown[] = [], suites: unknown[] = []) => {
	writeFileSync(file, JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors, suites }));
	return readPlaywright(file);
};

describe('the count of a run', () => {
	it('is what passed when all passed', async () => {
		expect(await vitest({})).toMatchObject({ passed: 10, failed: 0 });
		expect(await playwright({})).toMatchObject({ passed: 3, failed: 0 });
	});

	it('takes a skipped test for one that did not pass', async () => {
		expect(await vitest({ numPassedTests: 8, numFailedTests: 1 })).toMatchObject({ passed: 8, failed: 2 });
		expect(await playwright({ skipped: 2 })).toMatchObject({ passed: 3, failed: 2 });
	});

	it('takes a second try for none', async () => {
		expect(await playwright({ expected: 2, flaky: 1 })).toMatchObject({ passed: 2, failed: 1 });
	});

	it('sees a file that could not be loaded', async () => {
		expect(await vitest({ numFailedTestSuites: 2, success: false })).toMatchObject({ passed: 10, failed: 2 });
		expect(await playwright({}, ['broken config'])).toMatchObject({ passed: 3, failed: 1 });
	});

	it('names what failed and why, and how long each file took', async () => {
		const found = await vitest({
			numPassedTests: 9,
			testResults: [
				{
					name: join(ROOT, 'a.test.ts'),
					startTime: 1000,
					endTime: 3500,
					message: '',
					assertionResults: [
						{ fullName: 'a holds', status: 'passed', failureMessages: [] },
						{ fullName: 'a breaks', status: 'failed', failureMessages: ['Error: \u001b[31mbroken\u001b[39m\n at'] },
					],
				},
			],
		});
		expect(found.failures).toEqual([{ name: 'a.test.ts › a breaks', why: 'Error: broken\n at' }]);
		expect(found.files).toEqual([{ file: 'a.test.ts', seconds: 2.5 }]);

		const tests = [{ status: 'unexpected', results: [{ duration: 1500, error: { message: 'no such button' } }] }];
		const browser = await playwright(
			{ expected: 2, unexpected: 1 },
			[],
			[{ specs: [], suites: [{ specs: [{ title: 'signs in', file: 'in.spec.ts', ok: false, tests }] }] }],
		);
		expect(browser.failures).toEqual([{ name: 'in.spec.ts › signs in', why: 'no such button' }]);
		expect(browser.files).toEqual([{ file: 'in.spec.ts', seconds: 1.5 }]);
	});
});
