/** Consent: banners and their publication, intake of records, the ledger. */
import type { FastifyInstance } from 'fastify';
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { bulkRoutes } from './answers/bulk.ts';
import { answerRoutes } from './answers/edge.ts';
import { hearOfPeople } from './answers/merged.ts';
import { myConsentRoutes } from './answers/mine.ts';
import { peopleRoutes } from './answers/people.ts';
import { configurationRoutes } from './configurations/calls.ts';
import { historyRoutes } from './configurations/history.ts';
import { tcfRoutes } from './configurations/tcf/calls.ts';
import { cookieListRoutes } from './cookie-lists/calls.ts';
import { cookieRepositoryRoutes } from './cookie-repository/calls.ts';
import { cookieScanRoutes } from './cookie-scans/calls.ts';
import { scanKind } from './cookie-scans/run.ts';
import { scanSiteRoutes } from './cookie-scans/sites.ts';
import { workScans } from './cookie-scans/start.ts';
import { bannerOn } from './delivery/banner-on.ts';
import { registerDelivery } from './delivery/routes.ts';
import { hearOfDomains } from './domain/erase.ts';
import { createIntake } from './intake/routes.ts';
import { ledgerRoutes } from './ledger/calls.ts';
import { forgetAddresses } from './ledger/retention.ts';
import { storedRecords } from './ledger/stored.ts';
import { workTail } from './ledger/tail.ts';
import { proofRoutes } from './proof/calls.ts';
import { registerProof } from './proof/routes.ts';
import { startProof } from './proof/work.ts';
import { purposeRoutes } from './purposes/calls.ts';
import { purposeReader } from './purposes/counts.ts';
import { rateRoutes } from './rates/calls.ts';
import { signupRoutes } from './signup/calls.ts';
import { createSignups } from './signup/intake.ts';
import { registerLinks } from './signup/links.ts';
import { lapseDaily } from './signup/retention.ts';
import { snippetRoutes } from './snippet/calls.ts';
import { workLooks } from './snippet/look.ts';
import { workProofs } from './snippet/prove.ts';
import { vendorListRoutes } from './vendor-lists/calls.ts';
import { fetchDaily } from './vendor-lists/fetch.ts';
import { webhookRoutes } from './webhooks/calls.ts';
import { workWebhooks } from './webhooks/work.ts';

export { nameKept } from './answers/added.ts';
export { filledBy, fillsSegments, saidIn } from './answers/banner.ts';
export { findPeople } from './answers/find-people.ts';
export { recordsOf } from './answers/kept-of.ts';
export { demandKnown } from './answers/known.ts';
export { hearOfPeople } from './answers/merged.ts';
export { nameOfPurpose, type PurposeFacts, readPurposeFacts, stands } from './answers/purposes.ts';
export { createIdentificationIds, identifiedAs, isOthers, permitting, remembersOn } from './answers/remembering.ts';
export { refuseAnswer } from './answers/sentences.ts';
export { presentOf, readHeld } from './answers/state.ts';
export { problemOf, type Taken, takeAnswers } from './answers/statements.ts';
export { answeredBeside, eraseBrought, takeBackAddresses, takeBackAnswers } from './answers/take-back.ts';
export { keepInTrial, nameInTrial, type Trial, trialOf } from './answers/trial.ts';
export { whyRefused } from './answers/why-refused.ts';
export { currentVersion } from './configurations/builds.ts';
export { purposeWith, SALE_PURPOSE } from './configurations/purposes.ts';
export { findConfigurations, insertConfiguration } from './configurations/store.ts';
export { endTest, readImpressions, startTest } from './configurations/test-arms.ts';
export { classifierOf } from './cookie-repository/calls.ts';
export { bringStarters } from './cookie-repository/starter.ts';
export { SCANS_AT_ONCE } from './cookie-scans/run.ts';
export { insertSite } from './cookie-scans/sites-store.ts';
export { hashOfKey } from './intake/device-key.ts';
export { createFairLane } from './intake/fair.ts';
export { createLane, type Lane, reject } from './intake/lane.ts';
export { createIntakeLimit } from './intake/limit.ts';
export { admit, allow } from './intake/origin.ts';
export { createLookUp } from './intake/published.ts';
export { visitOf } from './intake/routes.ts';
export { answeredOf, type Span } from './ledger/choices.ts';
export { findRecord } from './ledger/find.ts';
export { type CountRow, countSteps } from './ledger/store.ts';
export { holdReader, readOn, type TailReader, type TailRecord, workTail } from './ledger/tail.ts';
export { eraseRecords } from './proof/erase.ts';
export { mailReceipt } from './proof/mailed.ts';
export { isSealed } from './proof/receipts.ts';
export { purposeRecount } from './purposes/counts.ts';
export { basisSegments, restingOn, setChannels, setTracking } from './purposes/store.ts';
export { restRestoredConsent } from './restored.ts';
export { consentSettings } from './settings.ts';
export { beginLetter, type DueLetter, nextLetters, settleLetter } from './signup/judge.ts';
export { siteOf } from './snippet/look.ts';

export const consentWing = (kernel: Kernel) => {
	const intake = createIntake(kernel);
	const signups = createSignups(kernel);
	const unhear = hearOfPeople(kernel);
	const unhearDomains = hearOfDomains(kernel);
	const unask = kernel.hooks.bannerOn.on(bannerOn);
	const uncount = kernel.hooks.storedRecords.on(storedRecords);
	const scans = scanKind({ ...kernel, storage: kernel.storage.forWork });
	kernel.runs.add(scans);
	let unlisten: (() => Promise<void>) | null = null;
	const stops: (() => Promise<void>)[] = [];
	return {
		routes: [
			...configurationRoutes(kernel),
			...historyRoutes(kernel),
			...rateRoutes(kernel),
			...purposeRoutes(kernel),
			...tcfRoutes(kernel),
			...vendorListRoutes(kernel),
			...cookieRepositoryRoutes(kernel),
			...cookieListRoutes(kernel),
			...cookieScanRoutes(kernel, scans),
			...scanSiteRoutes(kernel),
			...ledgerRoutes(kernel),
			...peopleRoutes(kernel),
			...bulkRoutes(kernel),
			...answerRoutes(kernel),
			...myConsentRoutes(kernel),
			...proofRoutes(kernel),
			...webhookRoutes(kernel),
			...snippetRoutes(kernel),
			...intake.routes,
			...signupRoutes(kernel),
			...signups.routes,
		] satisfies Route[],
		async register(app: FastifyInstance): Promise<void> {
			intake.register(app);
			signups.register(app);
			registerLinks(app, kernel);
			registerProof(app, kernel);
			unlisten = await registerDelivery(app, kernel);
		},
		/** Worker's part. */
		async work(): Promise<void> {
			const working: Kernel = { ...kernel, storage: kernel.storage.forWork };
			await kernel.jobs.schedule('forget-addresses', '20 2 * * *', () => forgetAddresses(working.storage));
			await lapseDaily(working);
			await workLooks(working);
			await workProofs(working);
			await workScans(working, scans);
			stops.push(await workWebhooks(working), await startProof(working), await workTail(working, purposeReader));
			// IAB Europe publishes on Thursday afternoons; a day later at most it is here.
			await kernel.jobs.schedule('fetch-vendor-list', '10 17 * * *', () => fetchDaily(working));
		},
		/** What was taken in is committed before the end. */
		async stop(): Promise<void> {
			await intake.drain();
			await signups.drain();
			unhear();
			unhearDomains();
			unask();
			uncount();
			await unlisten?.();
			for (const stop of stops) await stop();
		},
	};
};
