/**
 * `node scripts/ticks/last-run.ts`: the ticks as they are now against the tests of the last `npm test`, in a second: whether each test
 * that a tick names ran there and passed. Whoever renames a test or writes a tick asks it before the next whole run does.
 */
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import { ranIn } from '../reports.ts';
import { runTask, TaskError } from '../task.ts';
import { complaintsOf, countOf } from './check.ts';
import { lists } from './lists.ts';

await runTask(async () => {
	const ran = await ranIn(join(ROOT, 'test-results'));
	if (ran.length === 0) throw new TaskError('There is no report of a run: `npm test` first.');
	const complaints = complaintsOf(lists, ran);
	for (const complaint of complaints) process.stdout.write(`✗ ${complaint}\n`);
	const { lines, ticked } = countOf(lists);
	process.stdout.write(`${ticked} of ${lines} lines ticked, ${complaints.length} complaints, ${ran.length} tests\n`);
	if (complaints.length > 0) process.exitCode = 1;
});
