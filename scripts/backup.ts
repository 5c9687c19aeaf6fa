/** `npm run backup -- FILE` */
import { resolve } from 'node:path';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import { backup } from '../apps/server/src/kernel/storage/backup/backup.ts';
import { readSettings } from '../apps/server/src/settings.ts';
import { runTask, TaskError, taskArguments } from './task.ts';

await runTask(async () => {
	const [file] = taskArguments('npm run backup -- FILE', 1);
	if (file === undefined) throw new TaskError('Say where to: npm run backup -- FILE');
	const settings = readSettings(process.env);
	const { tables, rows } = await withOwner(settings, createLog({ logLevel: 'warn' }), (owner) => backup(owner, resolve(file)));
	process.stdout.write(`${rows} rows of ${tables} tables are in ${file}.\n`);
	process.stdout.write(
		`SECRET_KEY is not in the file and is needed with it${settings.secretKey === null ? ` (it is ${settings.dataDir}/secret.key)` : ''}: keep both, apart.\n`,
	);
});
