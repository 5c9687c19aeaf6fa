/** The search behind the portal's palette: it asks each wing's own, with what the asker may see there and nothing more. */
import { type Found, find, MOST_FOUND } from '@luvalla/contract/guidance/find.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { type Scope, scopeOn } from '#kernel/access/decide.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { findConfigurations, findPeople, findRecord } from '../../consent/wing.ts';
import { listUsers } from '../../identity/wing.ts';
import { customersSeenBy, findAllDomains, findCustomers, findDomains, listPartners } from '../../tenancy/wing.ts';

type OfCustomer = Pick<Found, 'people' | 'domains' | 'banners' | 'records'>;

const NOTHING: OfCustomer = { people: [], domains: [], banners: [], records: [] };

const shownDomains = (rows: Awaited<ReturnType<typeof findDomains>>): Found['domains'] =>
	rows.map((row) => ({
		id: row.domain_id,
		domain: row.host,
		name: row.name,
		customerId: row.customer_id,
		customerName: row.customer_name,
	}));

/** All of it in one transaction that takes its turn with the customer's other reads over many rows. */
const inCustomer = async (tx: Tx, { customerId, domains }: Scope, q: string): Promise<OfCustomer> => {
	const ids = domains === 'all' ? null : [...domains];
	const few = { q, most: MOST_FOUND };
	const record = await findRecord(tx, customerId, ids, q);
	return {
		people: await findPeople(tx, customerId, ids, few),
		domains: shownDomains(await findDomains(tx, ids, { ...few, customerId })),
		banners: (await findConfigurations(tx, customerId, ids, few)).map((row) => ({
			id: row.configuration_id,
			title: row.title,
			type: row.type === 1 ? 1 : 0,
			domain: row.host,
		})),
		records: record
			? [{ id: record.id, purpose: record.purpose_name, domain: record.host, value: record.value, at: record.at.toISOString() }]
			: [],
	};
};

const page = { page: 1, size: MOST_FOUND };

/** What only ADMIN has lists of. */
const ofPlatform = async (storage: Storage, q: string): Promise<Pick<Found, 'users' | 'partners' | 'domains'>> => ({
	users: (await listUsers(storage, { ...page, q })).rows.map(({ email, name }) => ({ email, name })),
	partners: (await storage.inPlatform((tx) => listPartners(tx, { ...page, q }))).rows.map(({ id, name }) => ({ id, name })),
	domains: shownDomains(await findAllDomains(storage.acrossInReport, { q, most: MOST_FOUND })),
});

/** Customers are found by whom the list of them is for: ADMIN and partners. */
const customersOf = async (storage: Storage, asker: Asker, q: string): Promise<Found['customers']> =>
	asker.roles.has('ADMIN') || asker.roles.has('PARTNER')
		? (await findCustomers(storage.acrossInReport, customersSeenBy(asker), { q, most: MOST_FOUND })).map((row) => ({
				id: row.customer_id,
				name: row.name,
			}))
		: [];

export const findRoutes = ({ storage }: Kernel): Route[] => [
	handle(find, async ({ asker, query: { q, customerId } }) => {
		const scope = customerId === undefined ? null : scopeOn(asker, customerId, find.may);
		if (customerId !== undefined && scope === null) throw refuse('not_found');
		const own = scope === null ? NOTHING : await storage.inReport(scope.customerId, (tx) => inCustomer(tx, scope, q));
		const customers = await customersOf(storage, asker, q);
		return asker.roles.has('ADMIN')
			? { ...own, customers, ...(await ofPlatform(storage, q)) }
			: { ...own, customers, users: [], partners: [] };
	}),
];
