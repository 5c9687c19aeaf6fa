/** Who a bearer token is: a person inside one customer, the customer's own machine, or the machine of one of its domains. */
import { createHash } from 'node:crypto';
import type { Asker } from '#kernel/access/asker.ts';
import { TOKEN_PREFIX } from '#kernel/http/calls.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Places } from '../places.ts';
import type { AskProvider } from '../signin/lazy-provider.ts';
import { clientRow } from './store.ts';

/** Nothing of a person but what they have in this one customer; a platform admin has nothing special here. */
const within = (asker: Asker, customerId: number): Asker => ({
	...asker,
	roles: new Set([...asker.roles].filter((role) => role !== 'ADMIN')),
	customers: new Map([...asker.customers].filter(([id]) => id === customerId)),
	domains: new Map([...asker.domains].filter(([, domain]) => domain.customerId === customerId)),
});

/** What a domain's access token begins with, so that whoever finds one knows what it is. */
export const DOMAIN_TOKEN_PREFIX = 'luvd_';
const DOMAIN_TOKEN = new RegExp(`^${DOMAIN_TOKEN_PREFIX}[\\w-]{43}$`);

/** It holds until somebody revokes it. */
const FOR_EVER = new Date(8_640_000_000_000_000);

const askerOfDomain = async (places: Places, token: string): Promise<Asker | null> => {
	const domain = await places.domainOfToken(token);
	const customer = domain && (await places.customer(domain.customerId));
	if (!domain || !customer) return null;
	return {
		sessionId: `${TOKEN_PREFIX}${createHash('sha256').update(token).digest('hex')}`,
		actorId: null,
		contextKey: '',
		confirmedAt: new Date(0),
		expiresAt: FOR_EVER,
		// No page may use it: it would be everybody's who looks at the page.
		origins: [],
		userId: domain.id,
		email: domain.domain,
		name: domain.domain,
		machineOf: customer.id,
		machineDomain: domain.id,
		roles: new Set(),
		customers: new Map([[customer.id, customer]]),
		domains: new Map([[domain.id, domain]]),
	};
};

export const askerOfToken = async (
	storage: Storage,
	places: Places,
	askProvider: AskProvider,
	resource: string,
	token: string,
): Promise<Asker | null> => {
	if (DOMAIN_TOKEN.test(token)) return askerOfDomain(places, token);
	const provider = await askProvider();
	const found = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
	if (!found?.isValid || !found.clientId || !(found.scope ?? '').split(' ').includes('API') || found.aud !== resource) return null;
	const client = await clientRow(storage, found.clientId);
	if (!client) return null;
	const expiresAt = new Date((found.exp ?? 0) * 1000);
	const session = {
		sessionId: `${TOKEN_PREFIX}${found.jti}`,
		actorId: null,
		contextKey: '',
		confirmedAt: new Date(0),
		expiresAt,
		origins: client.allowed_origins,
	};
	if ('accountId' in found && typeof found.accountId === 'string') {
		const person = await places.askerOfUser(found.accountId, session);
		return person && within(person, client.customer_id);
	}
	const mapped = await places.customer(client.customer_id);
	if (!mapped) return null;
	return {
		...session,
		userId: client.application_id,
		email: client.client_id,
		name: client.client_name,
		machineOf: client.customer_id,
		roles: new Set(),
		customers: new Map([[client.customer_id, mapped]]),
		domains: new Map(),
	};
};
