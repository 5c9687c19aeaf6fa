/** Profiles: what is known of people, segments and the rules that fill them, audiences. */
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { apiRoutes } from './api/calls.ts';
import { sweepAnswers } from './api/once.ts';
import { audienceRoutes } from './audiences/calls.ts';
import { hearOfProfiles } from './hear.ts';
import { workRules } from './rules/work.ts';
import { segmentRoutes } from './segments/calls.ts';

export const profilesWing = (kernel: Kernel) => {
	const unhear = hearOfProfiles(kernel);
	const stops: (() => Promise<void>)[] = [];
	return {
		routes: [...segmentRoutes(kernel), ...audienceRoutes(kernel), ...apiRoutes(kernel)] satisfies Route[],
		/** Worker's part. */
		async work(): Promise<void> {
			await kernel.jobs.schedule('sweep-api-answers', '50 2 * * *', () => sweepAnswers(kernel.storage.forWork));
			stops.push(await workRules({ ...kernel, storage: kernel.storage.forWork }));
		},
		async stop(): Promise<void> {
			unhear();
			for (const stop of stops) await stop();
		},
	};
};
