/** Who a bearer token is: a person inside one customer, or the customer's own machine. */
import type Provider from 'oidc-provider';
import type { Asker } from '#kernel/access/asker.ts';
import { TOKEN_PREFIX } from '#kernel/http/calls.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { askerOfUser } from '../account/store.ts';
import { clientRow } from './store.ts';

/** Nothing of a person but what they have in this one customer; a platform admin has nothing special here. */
const within = (asker: Asker, customerId: number): Asker => ({
	...asker,
	roles: new Set([...asker.roles].filter((role) => role !== 'ADMIN')),
	customers: new Map([...asker.customers].filter(([id]) => id === customerId)),
	domains: new Map([...asker.domains].filter(([, domain]) => domain.customerId === customerId)),
});

export const askerOfToken = async (storage: Storage, provider: Provider, resource: string, token: string): Promise<Asker | null> => {
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
		const person = await askerOfUser(storage, found.accountId, session);
		return person && within(person, client.customer_id);
	}
	const [customer] = await storage.across.query<{ name: string; use_cm: boolean; status: number }>(
		'select name, use_cm, status from customer where customer_id = $1',
		[client.customer_id],
	);
	if (!customer) return null;
	const mapped = {
		id: client.customer_id,
		name: customer.name,
		useCM: customer.use_cm,
		status: customer.status,
		isCustomerAdmin: false,
		byPartner: false,
		isDomainAdmin: false,
	};
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
