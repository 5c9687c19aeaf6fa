/** `npm run restore -- FILE`, into a new DATA_DIR or an empty database; `--go-on`: nothing was sent since, campaigns go on. */
import { resolve } from 'node:path';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { presentSecretKey, withNewDatabase } from '../apps/server/src/kernel/storage/attach.ts';
import { readHeader, restore, WRONG_KEY } from '../apps/server/src/kernel/storage/backup/restore.ts';
import { restRestored } from '../apps/server/src/restored.ts';
import { readSettings } from '../apps/server/src/settings.ts';
import { runTask, TaskError, taskArguments } from './task.ts';

await runTask(async () => {
	const given = taskArguments('npm run restore -- FILE [--go-on]', 1, ['--go-on']);
	const file = given.find((one) => one !== '--go-on');
	if (file === undefined) throw new TaskError('Say what from: npm run restore -- FILE');
	const settings = readSettings(process.env);
	// Before anything is made: a new key, or a database under another one, would only be in the way.
	const header = await readHeader(resolve(file));
	const key = presentSecretKey(settings);
	if (key === null || createSecrets(key).fingerprint !== header.secretFingerprint) throw new TaskError(WRONG_KEY);
	let resting = { runs: 0, customers: 0 };
	const { tables, rows } = await withNewDatabase(settings, createLog({ logLevel: 'warn' }), (owner, server) =>
		restore(owner, server, resolve(file), async () => {
			if (!given.includes('--go-on')) resting = await restRestored(owner);
		}),
	);
	process.stdout.write(`${rows} rows of ${tables} tables are back, as of ${header.at}.\n`);
	process.stdout.write(
		'What came after that is not in it: consents, answers, and a no to messages. Rights, keys and sessions that were taken back since are there again.\n',
	);
	if (resting.runs > 0)
		process.stdout.write(
			`Campaigns that were under way are paused (runs: ${resting.runs}, customers: ${resting.customers}): whoever they wrote to after the backup would be written to again. Resume each in the portal, or restore with --go-on where nothing was sent since.\n`,
		);
	process.stdout.write(
		'SECRET_KEY was not in the file and is needed with it: keep it set, or in DATA_DIR/secret.key, for the next start.\n',
	);
});
