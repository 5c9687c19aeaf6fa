/**
 * `node scripts/ticks/names.ts`: whether each test that a tick names is there, without running any; a minute, where `npm test` takes many.
 * Tests are collected as `npm test` collects them, so that what only the long run has is missed.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { ensureChromium } from '../chromium.ts';
import { ROOT } from '../paths.ts';
import { namesOfPlaywright } from '../reports.ts';
import { run } from '../run.ts';
import { runTask, TaskError } from '../task.ts';
import { complaintsOf, countOf } from './check.ts';
import { lists } from './lists.ts';

const Listed = z.array(z.object({ name: z.string(), file: z.string() }));

/** A list parts the names of suites by `>`, a report by nothing. */
const bare = (name: string): string => name.replaceAll(' > ', ' ');

const names = async (): Promise<void> => {
	const folder = await mkdtemp(join(tmpdir(), 'luvalla-names-'));
	const env = { TESTS: 'short', CHROMIUM_PATH: ensureChromium() };
	try {
		const vitest = join(folder, 'vitest.json');
		const playwright = join(folder, 'playwright.json');
		const listed = await run({
			program: 'node_modules/vitest/vitest.mjs',
			args: ['list', '--no-static-parse', `--json=${vitest}`],
			env,
		});
		const journeys = await run({
			program: 'node_modules/@playwright/test/cli.js',
			args: ['test', '--list', '--config', 'apps/portal/playwright.config.ts', '--reporter=json'],
			env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwright },
		});
		if (listed.code !== 0 || journeys.code !== 0) throw new TaskError('The tests could not be listed.');
		const units = Listed.parse(JSON.parse(await readFile(vitest, 'utf8'))).map(({ name, file }) => `${relative(ROOT, file)} › ${name}`);
		const there = [...units, ...(await namesOfPlaywright(playwright))].map((name) => ({ name: bare(name), passed: true }));
		const asListed = lists.map((list) => ({ ...list, ticks: list.ticks.map((tick) => ({ ...tick, by: tick.by.map(bare) })) }));
		const complaints = complaintsOf(asListed, there);
		for (const complaint of complaints) process.stdout.write(`✗ ${complaint}\n`);
		const { lines, ticked } = countOf(lists);
		process.stdout.write(`${ticked} of ${lines} lines ticked, ${complaints.length} complaints, ${there.length} tests\n`);
		if (complaints.length > 0) process.exitCode = 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

await runTask(names);
