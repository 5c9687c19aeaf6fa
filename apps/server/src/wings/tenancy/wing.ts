/** Tenancy: customers and their domains. */
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { adminHostRoutes } from './certificates/admin.ts';
import { createContexts } from './certificates/contexts.ts';
import { createFront, createPlainFront, listenAt } from './certificates/front.ts';
import { serveZone } from './certificates/name-server.ts';
import { type Ordering, workOrders } from './certificates/order.ts';
import { answersOf } from './certificates/store.ts';
import { workSweeps } from './certificates/sweeps.ts';
import { customDomainRoutes } from './custom-domains/calls.ts';
import { createAddresses } from './custom-domains/expected.ts';
import { customerDomainAppRoutes } from './customer-domain-apps/calls.ts';
import { customerRoutes } from './customers/calls.ts';
import { deletionRoutes } from './deletion-requests/calls.ts';
import { erasureKind, hearOfErasure, workErasures } from './deletion-requests/erase.ts';
import { domainPropertyRoutes } from './domain-properties/calls.ts';
import { registerProperties } from './domain-properties/serve.ts';
import { domainRoutes } from './domains/calls.ts';
import { domainNeeds } from './domains/needs.ts';
import { firstPartyAppRoutes } from './first-party-apps/calls.ts';
import { createAppPages } from './first-party-apps/page.ts';
import { inviteRoutes } from './invites/calls.ts';
import { mappingRoutes } from './mappings/calls.ts';
import { partnerRoutes } from './partners/calls.ts';

export { customersSeenBy } from './customers/calls.ts';
export {
	allCustomers,
	type CustomerRow,
	customerAdminAddresses,
	findCustomers,
	insertCustomer,
	isOnboarded,
	nextCustomerId,
	readCustomer,
	teamAddresses,
} from './customers/store.ts';
export { pageAt, tellAdmins } from './customers/tell-admins.ts';
export { putOffRestored } from './deletion-requests/store.ts';
export { domainFor } from './domains/named.ts';
export { bringDomain, demandProven, proofOf, proveDomain, setLiveBanner, setTestedBanner, txtOf } from './domains/proof.ts';
export {
	chosenDomains,
	type DomainRow,
	domainByHost,
	domainIdsNamed,
	endTestOf,
	everyHost,
	findAllDomains,
	findDomains,
	holdDomain,
	insertDomain,
	leavingDomains,
	readDomain,
} from './domains/store.ts';
export { renewWebhookSecret, type WebhookTarget, webhookTarget } from './domains/webhook.ts';
export { createPlaces } from './mappings/places.ts';
export { usersOfNoOther } from './mappings/store.ts';
export { listPartners } from './partners/store.ts';

/** What listens for customers' own hosts. */
export interface Hosts {
	stop(): Promise<void>;
}

export const tenancyWing = (kernel: Kernel) => {
	const ordering: Ordering = { kernel, addresses: createAddresses(kernel.settings) };
	const erasure = erasureKind(kernel);
	kernel.runs.add(erasure);
	hearOfErasure(kernel);
	kernel.hooks.needs.on(domainNeeds);
	return {
		routes: [
			...customerRoutes(kernel),
			...domainRoutes(kernel),
			...deletionRoutes(kernel),
			...domainPropertyRoutes(kernel),
			...mappingRoutes(kernel),
			...inviteRoutes(kernel),
			...partnerRoutes(kernel),
			...customDomainRoutes(ordering),
			...adminHostRoutes(ordering),
			...firstPartyAppRoutes(kernel),
			...customerDomainAppRoutes(kernel),
		] satisfies Route[],
		register: (app: FastifyInstance): void => registerProperties(app, kernel),
		/** Worker's part. */
		async work(): Promise<void> {
			const working: Ordering = { ...ordering, kernel: { ...kernel, storage: kernel.storage.forWork } };
			await workOrders(working);
			await workSweeps(working);
			await workErasures(working.kernel, erasure);
		},
		/**
		 * Listens where the settings say for customers' own hosts, and as the name server of their challenges.
		 * @param inner the program's own server, which answers banners and records
		 */
		async serveHosts(inner: Server): Promise<Hosts> {
			const { httpsPort, acmeHttpPort, acmeDnsPort, host, publicUrl, customDomainCname: zone } = kernel.settings;
			const stops: (() => Promise<void>)[] = [];
			const stop = async (): Promise<void> => {
				for (const end of stops.reverse()) await end();
			};
			try {
				if (httpsPort !== null || acmeHttpPort !== null) {
					const contexts = await createContexts(kernel);
					stops.push(() => contexts.stop());
					if (httpsPort !== null) stops.push(await listenAt(createFront(kernel, contexts, createAppPages(kernel), inner), httpsPort, host));
					if (acmeHttpPort !== null) stops.push(await listenAt(createPlainFront(kernel, contexts), acmeHttpPort, host));
				}
				if (acmeDnsPort !== null) {
					const texts = (name: string) => kernel.storage.forVisitor(null, (tx) => answersOf(tx, 'dns-01', name, ''));
					const answers = { name: zone, server: new URL(publicUrl).hostname, texts };
					stops.push(await serveZone(answers, { port: acmeDnsPort, host }, kernel.log));
				}
			} catch (error) {
				await stop();
				throw error;
			}
			return { stop };
		},
	};
};
