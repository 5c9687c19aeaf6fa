/** `npm run migrate`: the step of its own that an external database needs before a server, and after every update. */
import { createLog } from '../apps/server/src/kernel/log.ts';
import { migrateExternal, openStorage } from '../apps/server/src/kernel/storage/storage.ts';
import { seed } from '../apps/server/src/seed.ts';
import { readSettings } from '../apps/server/src/settings.ts';
import { runTask, taskArguments } from './task.ts';

await runTask(async () => {
	taskArguments('npm run migrate', 0);
	const settings = readSettings(process.env);
	const log = createLog(settings);
	if (settings.databaseUrl === null || settings.secretKey === null) {
		process.stdout.write('Without DATABASE_URL the embedded database is migrated by every start.\n');
		return;
	}
	const applied = await migrateExternal(settings.databaseUrl, settings.secretKey, log);
	// Connecting as the serving roles proves that a server will be able to.
	const storage = await openStorage(settings, log);
	await seed(storage, settings);
	await storage.close();
	process.stdout.write(
		applied === 0 ? 'The database was up to date.\n' : `${applied} ${applied === 1 ? 'migration' : 'migrations'} applied.\n`,
	);
});
