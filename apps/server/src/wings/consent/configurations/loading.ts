/** Loaders of templates, SDK and bundles: a failure of ours goes to the log, and the portal shows the call's fixed text. */
import { Refused } from '#kernel/http/errors.ts';
import type { Log } from '#kernel/log.ts';

/** Runs a loader; what it throws is logged with the name of what was wanted, and thrown on. A refusal is whoever's who asked for it. */
export const loading = async <T>(log: Pick<Log, 'warn'>, wanted: string, load: () => Promise<T>): Promise<T> => {
	try {
		return await load();
	} catch (error) {
		if (!(error instanceof Refused)) log.warn('a part of the configurator could not be loaded', { wanted, error });
		throw error;
	}
};
