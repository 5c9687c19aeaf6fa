/** Profiles: what is known of people, segments and the rules that fill them, audiences. */
import type { FastifyInstance } from 'fastify';
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { workTail } from '../consent/wing.ts';
import { apiRoutes } from './api/calls.ts';
import { sweepAnswers } from './api/once.ts';
import { audienceRoutes } from './audiences/calls.ts';
import { connectorRoutes } from './connectors/calls.ts';
import { connectorKind } from './connectors/kind.ts';
import { workConnectors } from './connectors/schedule.ts';
import { myDeviceRoutes } from './devices/mine.ts';
import { hearOfProfiles } from './hear.ts';
import { profileRoutes } from './profiles/calls.ts';
import { fileRoutes } from './profiles/files.ts';
import { checkDaily } from './rules/check.ts';
import { workRules } from './rules/work.ts';
import { segmentRoutes } from './segments/calls.ts';
import { uploadRoutes } from './uploads/calls.ts';
import { visitorRoutes } from './visitors/calls.ts';
import { createVisitorIntake } from './visitors/intake.ts';
import { keepEventsShort } from './visitors/retention.ts';
import { readAnswers } from './visitors/tail.ts';

export { choiceOf, insertAudience } from './audiences/calls.ts';
export { everybodySeen, knownThere, leftOut, type Permitting, type ReachSets, reachedBy, reachSets } from './audiences/reach.ts';
export { openSecrets } from './connectors/config.ts';
export { type ConnectorRow, listConnectors, readConnector } from './connectors/store.ts';
export { devicesOf, keepTokens, livingOf, retireTokens, type TokenRow } from './devices/store.ts';
export { readEvents as readPersonEvents } from './events/read.ts';
export { type EventRow, insertEvents } from './events/store.ts';
export { hearOfProfiles } from './hear.ts';
export { knownOn } from './members.ts';
export { NEWS, type News, type NewsKind, takeNews, type Watched, watch } from './news.ts';
export { keepAttributes, knownAttributes } from './profiles/attributes.ts';
export { changeProfiles } from './profiles/change.ts';
export { numbersBy, readFacts } from './profiles/facts.ts';
export { readProfiles } from './profiles/list.ts';
export { saleRefusals } from './profiles/sale.ts';
export { noteSeen } from './profiles/seen.ts';
export { isBehind } from './rules/follow.ts';
export { mayChange as mayChangeSegment } from './segments/calls.ts';
export { demandLeave, groundsAmong } from './segments/grounds.ts';
export { putIn, takeOut } from './segments/members.ts';
export { insertSegment, readSegments } from './segments/store.ts';
export { isIn, type Masks, maskButNot, maskOfAny, maskOfSent } from './sets/bits.ts';
export { type Choice, countAll, countAmong, countOf, lastChunkOf, numbersAmong, numbersInChunk } from './sets/count.ts';
export { areBuilding, insertSet } from './sets/store.ts';

export { inBrowsers, livingSubscriptions, retireSubscriptions, type SubscriptionRow } from './visitors/subscriptions.ts';

export const profilesWing = (kernel: Kernel) => {
	const unhear = hearOfProfiles(kernel);
	const intake = createVisitorIntake(kernel);
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
			...visitorRoutes(kernel),
			...myDeviceRoutes(kernel),
			...intake.routes,
			...connectorRoutes(kernel, connecting),
		] satisfies Route[],
		register(app: FastifyInstance): void {
			intake.register(app);
		},
		/** Worker's part. */
		async work(): Promise<void> {
			const working: Kernel = { ...kernel, storage: kernel.storage.forWork };
			stops.push(await workRules(working), await workTail(working, readAnswers));
			await checkDaily(working);
			await keepEventsShort(working);
			await workConnectors(working, connecting);
			await working.jobs.schedule('sweep-api-answers', '50 2 * * *', () => sweepAnswers(working.storage));
		},
		async stop(): Promise<void> {
			await intake.drain();
			unhear();
			for (const stop of stops) await stop();
		},
	};
};
