/** Insight: what dashboards and reports read, and the roll-ups behind them. */
import { recordActivity } from '#kernel/access/activity.ts';
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { activityRoutes } from './activity/calls.ts';
import { channelRoutes } from './channels/calls.ts';
import { costRoutes } from './costs/calls.ts';
import { countRoutes } from './counts/calls.ts';
import { firstStepRoutes } from './first-steps/calls.ts';
import { keptCountRoutes } from './kept-counts/calls.ts';
import { needRoutes } from './needs/calls.ts';
import { personEventRoutes } from './person-events/calls.ts';
import { hearOfGone, workCounts } from './roll-ups/keep.ts';
import { measureRollUps } from './roll-ups/measured.ts';
import { scheduleRoutes } from './schedules/calls.ts';
import type { AskerOf } from './schedules/readers.ts';
import { sendReports } from './schedules/send.ts';
import { dropOfDomain, dropRecipients, endOfDomain, schedulesOfUser } from './schedules/store.ts';

export { putOffShorterCounts } from './kept-counts/store.ts';
export { rollUpRecounts } from './roll-ups/recount.ts';

/** @param askerOf whoever a user is, with the rights of this moment */
export const insightWing = (kernel: Kernel, askerOf: AskerOf) => {
	const unhear = hearOfGone(kernel);
	const { hooks, measures, storage } = kernel;
	measureRollUps(measures, storage);
	hooks.eraseDomain.on(async (tx, { customerId, domainId }) => ({
		rows: { report_schedule: await dropOfDomain(tx, customerId, domainId) },
	}));
	hooks.domainGone.on(async (tx, { customerId, domainId }) => {
		for (const { schedule_id: thingId, report } of await endOfDomain(tx, customerId, domainId))
			await recordActivity(tx, customerId, null, { action: 'ended', thing: 'report_schedule', thingId, before: { report } });
	});
	hooks.forgottenWords.on((tx, { customerId, words }) => dropRecipients(tx, customerId, words));
	hooks.keptOfUser.on(async (_tx, { userId, email }) => ({ reportSchedules: await schedulesOfUser(storage.across, userId, email) }));
	const stops: (() => Promise<void>)[] = [];
	return {
		routes: [
			...countRoutes(kernel),
			...channelRoutes(kernel),
			...personEventRoutes(kernel),
			...costRoutes(kernel),
			...keptCountRoutes(kernel),
			...needRoutes(kernel),
			...scheduleRoutes(kernel, askerOf),
			...firstStepRoutes(kernel),
			...activityRoutes(kernel),
		] satisfies Route[],
		/** Worker's part. */
		async work(): Promise<void> {
			const working: Kernel = { ...kernel, storage: kernel.storage.forWork };
			stops.push(await workCounts(working));
			await sendReports(working, askerOf);
		},
		async stop(): Promise<void> {
			unhear();
			for (const stop of stops) await stop();
		},
	};
};
