/** Loaders of templates, SDK and bundles: a failure goes to the log, and the portal shows the call's fixed text. */
import type { Log } from '#kernel/log.ts';

/** Runs a loader; what it throws is logged with the name of what was wanted, and thrown on. */
export const loading = async <T>(log: Pick<Log, 'warn'>, wanted: string, load: () => Promise<T>): Promise<T> => {
	try {
		return await load();
	} catch (error) {
		log.warn('a part of the configurator could not be loaded', { wanted, error });
		throw error;
	}
};
