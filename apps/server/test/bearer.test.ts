/** What a bearer token opens, rule by rule; flows of real applications are in openid.test.ts. */
import { expect, test } from 'vitest';
import type { Asker, MappedCustomer } from '../src/kernel/access/asker.ts';
import { byToken } from '../src/kernel/access/asker.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { askerOfToken } from '../src/wings/identity/applications/tokens.ts';
import type { Places } from '../src/wings/identity/places.ts';
import type { AskProvider } from '../src/wings/identity/signin/lazy-provider.ts';

const API = 'https://consent.example.com/api';
const mapped = (id: number): [number, MappedCustomer] => [
	id,
	{ id, name: `Customer ${id}`, useCM: false, status: 1, isCustomerAdmin: true, byPartner: false, isDomainAdmin: false },
];

/** An application of customer 1, and a platform admin who is at home at customers 1 and 2. */
const ask = (token: object, of: 'person' | 'machine' = 'person') => {
	const found = { isValid: true, clientId: 'c', scope: 'openid API', aud: API, exp: 8e9, jti: 'j', ...token };
	const provider = {
		AccessToken: { find: async () => (of === 'person' ? { accountId: 'u', ...found } : undefined) },
		ClientCredentials: { find: async () => (of === 'machine' ? found : undefined) },
	};
	const client = { application_id: 'a', client_id: 'c', client_name: 'App', customer_id: 1, allowed_origins: [] };
	const storage = { inPlatform: async () => ('clientId' in token ? null : 1), inTenant: async () => client } as unknown as Storage;
	const places = {
		askerOfUser: async (userId: string, session: object) => ({
			userId,
			email: 'a@example.com',
			name: '',
			...session,
			roles: new Set(['ADMIN', 'PARTNER']),
			customers: new Map([mapped(1), mapped(2)]),
			domains: new Map([
				['a1', { id: 'a1', domain: 'a.example', customerId: 1, isAdmin: true }],
				['b1', { id: 'b1', domain: 'b.example', customerId: 2, isAdmin: true }],
			]),
		}),
		customer: async (id: number) => mapped(id)[1],
	} as unknown as Places;
	return askerOfToken(storage, places, (async () => provider) as unknown as AskProvider, API, 't');
};
const shown = (asker: Asker | null) =>
	asker && { roles: [...asker.roles], customers: [...asker.customers.keys()], domains: [...asker.domains.keys()], byToken: byToken(asker) };

test('a person’s token is that person within the application’s customer, without the platform’s rights, and no session', async () => {
	expect(shown(await ask({}))).toEqual({ roles: ['PARTNER'], customers: [1], domains: ['a1'], byToken: true });
});

test('a machine’s token is its customer’s machine and nobody', async () => {
	const machine = await ask({}, 'machine');
	expect(machine).toMatchObject({ machineOf: 1, userId: 'a' });
	expect(shown(machine)).toEqual({ roles: [], customers: [1], domains: [], byToken: true });
});

test.each([
	['without the scope of the API', { scope: 'openid email' }],
	['with a scope that only looks like it', { scope: 'openid APIS' }],
	['without any', { scope: undefined }],
	['for somebody else’s API', { aud: 'https://other.example.com/api' }],
	['for nobody’s', { aud: undefined }],
	['that is no longer good', { isValid: false }],
	['of an application that is gone', { clientId: 'gone' }],
	['of no application', { clientId: undefined }],
])('a token %s opens nothing', async (_, token) => {
	expect(await ask(token)).toBeNull();
	expect(await ask(token, 'machine')).toBeNull();
});
