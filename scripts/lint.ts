/** `npm run lint`: Biome and the import boundaries. `npm run lint -- --fix` lets Biome write what it can. */

import { lintSteps } from './checks.ts';
import { run } from './run.ts';
import { runTask, TaskError } from './task.ts';

await runTask(async () => {
	for (const step of lintSteps(process.argv.includes('--fix'))) {
		const { code } = await run(step.command);
		if (code !== 0) throw new TaskError(`${step.name}: failed.`);
		process.stdout.write(`${step.name}: passed\n`);
	}
});
