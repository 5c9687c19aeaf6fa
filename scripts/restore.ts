/** `npm run restore -- FILE`, into a new DATA_DIR or an empty database. */
import { resolve } from 'node:path';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { presentSecretKey, withNewDatabase } from '../apps/server/src/kernel/storage/attach.ts';
import { readHeader, restore, WRONG_KEY } from '../apps/server/src/kernel/storage/backup/restore.ts';
import { readSettings } from '../apps/server/src/settings.ts';
import { runTask, TaskError, taskArguments } from './task.ts';

await runTask(async () => {
	const [file] = taskArguments('npm run restore -- FILE', 1);
	if (file === undefined) throw new TaskError('Say what from: npm run restore -- FILE');
	const settings = readSettings(process.env);
	// Before anything is made: a new key, or a database under another one, would only be in the way.
	const header = await readHeader(resolve(file));
	const key = presentSecretKey(settings);
	if (key === null || createSecrets(key).fingerprint !== header.secretFingerprint) throw new TaskError(WRONG_KEY);
	const { tables, rows } = await withNewDatabase(settings, createLog({ logLevel: 'warn' }), (owner, server) =>
		restore(owner, server, resolve(file)),
	);
	process.stdout.write(`${rows} rows of ${tables} tables are back, as of ${header.at}.\n`);
	process.stdout.write(
		'SECRET_KEY was not in the file and is needed with it: keep it set, or in DATA_DIR/secret.key, for the next start.\n',
	);
});
