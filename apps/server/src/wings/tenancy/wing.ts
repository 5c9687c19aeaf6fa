/** Tenancy: customers and their domains. */
import type { FastifyInstance } from 'fastify';
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { customerRoutes } from './customers/calls.ts';
import { domainPropertyRoutes } from './domain-properties/calls.ts';
import { registerProperties } from './domain-properties/serve.ts';
import { domainRoutes } from './domains/calls.ts';
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
	nextCustomerId,
	readCustomer,
	teamAddresses,
} from './customers/store.ts';
export { bringDomain, demandProven, proofOf, proveDomain, setLiveBanner, setTestedBanner, txtOf } from './domains/proof.ts';
export {
	chosenDomains,
	type DomainRow,
	domainByHost,
	domainIdsNamed,
	endTestOf,
	findDomains,
	insertDomain,
	readDomain,
} from './domains/store.ts';
export { renewWebhookSecret, type WebhookTarget, webhookTarget } from './domains/webhook.ts';
export { createPlaces } from './mappings/places.ts';
export { usersOfNoOther } from './mappings/store.ts';
export { listPartners } from './partners/store.ts';

export const tenancyWing = (kernel: Kernel): { routes: Route[]; register(app: FastifyInstance): void } => ({
	routes: [
		...customerRoutes(kernel),
		...domainRoutes(kernel),
		...domainPropertyRoutes(kernel),
		...mappingRoutes(kernel),
		...inviteRoutes(kernel),
		...partnerRoutes(kernel),
	],
	register: (app) => registerProperties(app, kernel),
});
