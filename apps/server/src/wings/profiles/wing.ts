/** Profiles: what is known of people, segments and the rules that fill them, audiences. */
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { apiRoutes } from './api/calls.ts';
import { sweepAnswers } from './api/once.ts';
import { audienceRoutes } from './audiences/calls.ts';
import { connectorRoutes } from './connectors/calls.ts';
import { connectorKind } from './connectors/kind.ts';
import { workConnectors } from './connectors/schedule.ts';
import { hearOfProfiles } from './hear.ts';
import { profileRoutes } from './profiles/calls.ts';
import { fileRoutes } from './profiles/files.ts';
import { checkDaily } from './rules/check.ts';
import { workRules } from './rules/work.ts';
import { segmentRoutes } from './segments/calls.ts';
import { uploadRoutes } from './uploads/calls.ts';

export const profilesWing = (kernel: Kernel) => {
	const unhear = hearOfProfiles(kernel);
	const connecting = connectorKind({ ...kernel, storage: kernel.storage.forWork });
	kernel.runs.add(connecting);
	const stops: (() => Promise<void>)[] = [];
	return {
		routes: [
			...profileRoutes(kernel),
			...fileRoutes(kernel),
			...segmentRoutes(kernel),
			...audienceRoutes(kernel),
			...uploadRoutes(kernel),
			...apiRoutes(kernel),
			...connectorRoutes(kernel, connecting),
		] satisfies Route[],
		/** Worker's part. */
		async work(): Promise<void> {
			const working: Kernel = { ...kernel, storage: kernel.storage.forWork };
			stops.push(await workRules(working));
			await checkDaily(working);
			await workConnectors(working, connecting);
			await working.jobs.schedule('sweep-api-answers', '50 2 * * *', () => sweepAnswers(working.storage));
		},
		async stop(): Promise<void> {
			unhear();
			for (const stop of stops) await stop();
		},
	};
};
