/** `npm run bench [-- NAME]`: every benchmark of `bench/`, or the one named. Results go to `bench/results/`. */
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.ts';
import { run } from './run.ts';
import { runTask, TaskError } from './task.ts';

/** Files that are no benchmark of their own live in `bench/lib/`. */
await runTask(async () => {
	const [wanted, ...args] = process.argv.slice(2);
	const names = (await readdir(join(ROOT, 'bench'))).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
	if (wanted !== undefined && !existsSync(join(ROOT, `bench/${wanted}.ts`)))
		throw new TaskError(`There is no benchmark '${wanted}': ${names.join(', ')}.`);
	await mkdir(join(ROOT, 'bench/results'), { recursive: true });
	for (const name of wanted === undefined ? names.sort() : [wanted]) {
		const { code } = await run({ program: `bench/${name}.ts`, args });
		if (code !== 0) throw new TaskError(`The benchmark ${name} did not end well.`);
	}
});
