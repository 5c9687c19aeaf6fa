/** `npm run restore -- FILE`, into a new DATA_DIR or an empty database; `--go-on`: a move, nothing was done since, all goes on. */
import { resolve } from 'node:path';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { presentSecretKey, withNewDatabase } from '../apps/server/src/kernel/storage/attach.ts';
import { readHeader, restore, WRONG_KEY } from '../apps/server/src/kernel/storage/backup/restore.ts';
import { type Resting, restRestored } from '../apps/server/src/restored.ts';
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
	const secrets = key === null ? null : createSecrets(key);
	if (secrets?.fingerprint !== header.secretFingerprint) throw new TaskError(WRONG_KEY);
	let resting: Resting = { runs: 0, customers: 0, mails: 0, erasures: 0, keyId: null };
	const { tables, rows } = await withNewDatabase(settings, createLog({ logLevel: 'warn' }), (owner, server) =>
		restore(owner, server, resolve(file), async () => {
			if (!given.includes('--go-on')) resting = await restRestored(owner, secrets, new Date(header.at));
		}),
	);
	process.stdout.write(`${rows} rows of ${tables} tables are back, as of ${header.at}.\n`);
	process.stdout.write(
		'What came after that is not in it: consents, answers, a no to messages, and payments; numbers of invoices made since are given again. Rights, keys and sessions that were taken back since are there again, and so are people who were erased. With the next start imports of people that were under way go on from where they were, and connectors do at their time: whoever cancelled one since, or takes it for done, cancels it again.\n',
	);
	if (resting.runs > 0)
		process.stdout.write(
			`Campaigns that were under way are paused (runs: ${resting.runs}, customers: ${resting.customers}): whoever they wrote to after the backup would be written to again. Resume each in the portal, or restore with --go-on where nothing was sent since.\n`,
		);
	if (resting.mails > 0)
		process.stdout.write(`Mails that waited are not sent, since they may have left after the backup: ${resting.mails}.\n`);
	if (resting.erasures > 0)
		process.stdout.write(
			`Domains that wait to be erased, and shorter times to keep, have a day from now (${resting.erasures}): cancel again what was cancelled after the backup.\n`,
		);
	if (resting.keyId !== null)
		process.stdout.write(
			`The consent ledger's heads are signed by a new key (${resting.keyId}): hand it on. The old one ends at the backup; what it signed later is of a log that is lost.\n`,
		);
	process.stdout.write(
		'SECRET_KEY was not in the file and is needed with it: keep it set, or in DATA_DIR/secret.key, for the next start.\n',
	);
});
