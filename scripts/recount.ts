/** `npm run recount`: whether what is counted equals the rows it counts; `-- --repair` puts it right. */
import { createLog } from '../apps/server/src/kernel/log.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import { recount } from '../apps/server/src/recount.ts';
import { readSettings } from '../apps/server/src/settings.ts';
import { runTask, taskArguments } from './task.ts';

await runTask(async () => {
	const repairs = taskArguments('npm run recount, or npm run recount -- --repair', 0, ['--repair']).includes('--repair');
	const found = await withOwner(
		readSettings(process.env),
		createLog({ logLevel: 'warn' }),
		(owner) => recount(owner, repairs),
		'a recount',
	);
	for (const { table, customers, differences } of found) {
		const what =
			differences === 0
				? 'equal'
				: repairs
					? `${differences} ${differences === 1 ? 'count was' : 'counts were'} not those of the rows, and put right`
					: `${differences} ${differences === 1 ? 'count is' : 'counts are'} not those of the rows; --repair puts that right`;
		process.stdout.write(`${table}: ${what} (customers: ${customers}).\n`);
		if (differences > 0 && !repairs) process.exitCode = 1;
	}
});
