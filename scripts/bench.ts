/** `npm run bench [-- NAME …]`: every benchmark of `bench/`, or those named, one after the other. Results go to `bench/results/`. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { wantedOf } from './bench-words.ts';
import { ROOT } from './paths.ts';
import { run } from './run.ts';
import { runTask, TaskError } from './task.ts';

/** Files that are no benchmark of their own live in `bench/lib/`. */
await runTask(async () => {
	const known = (await readdir(join(ROOT, 'bench'))).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
	const { names, args } = wantedOf(process.argv.slice(2), known);
	await mkdir(join(ROOT, 'bench/results'), { recursive: true });
	const failed: string[] = [];
	for (const name of names) {
		if (names.length > 1) console.log(`\n── ${name}`);
		// One that ends badly keeps the others from nothing.
		if ((await run({ program: `bench/${name}.ts`, args })).code !== 0) failed.push(name);
	}
	if (failed.length > 0) throw new TaskError(`These benchmarks did not end well: ${failed.join(', ')}.`);
});
