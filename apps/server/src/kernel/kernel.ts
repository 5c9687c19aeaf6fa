/** What every wing stands on, handed to it at the start. */
import type { Askers } from './access/asker.ts';
import type { Browsers } from './browsers/browsers.ts';
import type { Hooks } from './hooks.ts';
import type { Cookies } from './http/cookies.ts';
import type { Geo } from './http/geo.ts';
import type { Limits } from './http/limit.ts';
import type { Measures } from './http/measures.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { Runs } from './runs/runs.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import type { Reach } from './storage/reach.ts';
import type { Storage } from './storage/storage.ts';

export interface Kernel {
	readonly settings: Settings;
	readonly log: Log;
	readonly storage: Storage;
	readonly secrets: Secrets;
	readonly hooks: Hooks;
	readonly jobs: Jobs;
	readonly askers: Askers;
	readonly cookies: Cookies;
	readonly geo: Geo;
	readonly browsers: Browsers<'publishing' | 'scan'>;
	readonly runs: Runs;
	readonly reach: Reach;
	readonly limits: Limits;
	/** What `/metrics` tells. */
	readonly measures: Measures;
}
