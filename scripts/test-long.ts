/** `npm run test:long`: tests that live random lives, and live them longer than `npm test` has time for. */
import { run } from './run.ts';
import { runTask, TaskError } from './task.ts';

const STEPS = '10000';

await runTask(async () => {
	const { code } = await run({
		program: 'node_modules/vitest/vitest.mjs',
		args: ['run', 'apps/server/test/profiles/membership.test.ts'],
		env: { MEMBERSHIP_STEPS: process.env.MEMBERSHIP_STEPS ?? STEPS },
	});
	if (code !== 0) throw new TaskError('A long life did not end as its facts say.');
});
