/** Insight: what dashboards and reports read. */
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { activityRoutes } from './activity/calls.ts';
import { countRoutes } from './counts/calls.ts';
import { firstStepRoutes } from './first-steps/calls.ts';

export const insightWing = (kernel: Kernel): { routes: Route[] } => ({
	routes: [...countRoutes(kernel), ...firstStepRoutes(kernel), ...activityRoutes(kernel)],
});
