/** Engagement: what is said, by which channel, to whom, and what came of it. */
import type { FastifyInstance } from 'fastify';
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { campaignRoutes } from './campaigns/calls.ts';
import { deliveryRoutes } from './campaigns/deliveries.ts';
import { campaignFileRoutes } from './campaigns/files/calls.ts';
import { myMessageRoutes } from './campaigns/my-messages.ts';
import { personMessageRoutes } from './campaigns/person-messages.ts';
import { proofRoutes } from './campaigns/proof.ts';
import { campaignRunRoutes } from './campaigns/run-calls.ts';
import { textPriceRoutes } from './campaigns/text-calls.ts';
import { SENDING } from './channels/all.ts';
import { previewRoutes } from './channels/preview.ts';
import { constellationRoutes } from './constellations/calls.ts';
import { registerTrialPage } from './constellations/trial-page.ts';
import { uatRoutes } from './constellations/uat.ts';
import { contentRoutes } from './contents/calls.ts';
import { pictureRoutes, registerPictures } from './contents/pictures.ts';
import { hearOfMessages } from './hear.ts';
import { journeyRoutes } from './journeys/calls.ts';
import { workJourneys } from './journeys/work.ts';
import { registerLeaving } from './leaving/routes.ts';
import { hearOfVisitors, workOnSites } from './send/on-site.ts';
import { squareDaily } from './send/square.ts';
import { workCampaigns } from './send/work.ts';
import { senderRoutes } from './senders/calls.ts';
import { workLetters } from './signup/letters.ts';
import { workChanges } from './tracking/changes.ts';
import { createTracking } from './tracking/routes.ts';
import { registerShort } from './tracking/short.ts';

export { insertConstellation, insertVersion } from './constellations/store.ts';
export { fieldsFor } from './contents/fields.ts';
export { freeze } from './contents/freeze.ts';
export { keepPicture } from './contents/pictures.ts';
export { insertContent, readContents } from './contents/store.ts';
export { deliveryRecount } from './runs/counts.ts';
export { REST_RESTORED } from './runs/restored.ts';

export const engagementWing = (kernel: Kernel) => {
	const stops: (() => Promise<void>)[] = [];
	const tracking = createTracking(kernel);
	const unhear = [hearOfMessages(kernel), hearOfVisitors(kernel)];
	return {
		routes: [
			...contentRoutes(kernel),
			...previewRoutes(kernel),
			...SENDING.flatMap((channel) => channel.calls?.(kernel) ?? []),
			...textPriceRoutes(kernel),
			...pictureRoutes(kernel),
			...constellationRoutes(kernel),
			...uatRoutes(kernel),
			...campaignRoutes(kernel),
			...campaignRunRoutes(kernel),
			...campaignFileRoutes(kernel),
			...proofRoutes(kernel),
			...journeyRoutes(kernel),
			...deliveryRoutes(kernel),
			...personMessageRoutes(kernel),
			...myMessageRoutes(kernel),
			...senderRoutes(kernel),
		] satisfies Route[],
		/** What is no call: pictures of letters. */
		register(app: FastifyInstance): void {
			registerPictures(app, kernel);
		},
		/** Addresses in letters: no pages, and as fast as can be. */
		registerTracking(app: FastifyInstance): void {
			tracking.register(app);
			registerShort(app, kernel);
			registerLeaving(app, kernel);
			registerTrialPage(app, kernel);
			for (const channel of SENDING) channel.addresses?.(app, kernel);
		},
		/** Worker's part. */
		async work(): Promise<void> {
			const working: Kernel = { ...kernel, storage: kernel.storage.forWork };
			await workChanges(working);
			await workOnSites(working);
			await squareDaily(working);
			for (const channel of SENDING) {
				const stop = await channel.reports(working);
				if (stop) stops.push(stop);
			}
			stops.push(await workCampaigns(working), await workJourneys(working), await workLetters(working));
		},
		async stop(): Promise<void> {
			await tracking.drain();
			for (const stop of unhear) stop();
			for (const stop of stops) await stop();
		},
	};
};
