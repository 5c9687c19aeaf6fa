/** Settings → storage → wings → listen. Loads little itself: the rest is loaded while the database starts. */
import { createLog } from '#kernel/log.ts';
import { SettingError, whyNotListening } from '#kernel/setting-readers.ts';
import { createStop } from '#kernel/stop.ts';
import { openStorage } from '#kernel/storage/storage.ts';
import { readSettings } from './settings.ts';

const begin = async (): Promise<void> => {
	const stray = process.argv.slice(2).find((one) => one !== '--link');
	if (stray !== undefined)
		throw new SettingError(`It takes no '${stray}': npm start, or npm start -- --link; settings are environment variables.`);
	const settings = readSettings(process.env);
	const log = createLog(settings);
	const { onStop, start } = createStop(log);

	await start(async () => {
		const [storage, { serve }] = await Promise.all([openStorage(settings, log), import('./program.ts')]);
		onStop('the database', () => storage.close());
		await serve(settings, storage, log, onStop);
	});
};

begin().catch((error: unknown) => {
	// What the operator can mend is one sentence; the rest is a fault of ours and keeps its stack.
	const known = error instanceof Error && ['SettingError', 'SchemaError', 'LockedError', 'EmbeddedError'].includes(error.name);
	console.error(known ? error.message : (whyNotListening(error, process.env) ?? error));
	process.exit(1);
});
