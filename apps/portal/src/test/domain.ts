/** A domain of a customer, as the calls answer it. */
import type { Domain } from '@luvalla/contract/tenancy/domains';
import { idOf } from './people.ts';

/** Nobody has shown yet whose it is, and it has no banner. */
export const domainRow = (n: number, more: Partial<Domain> = {}): Domain => ({
	id: idOf(n),
	domain: `shop${n}.example`,
	name: `Shop ${n}`,
	customerId: 1,
	CustomerIdFK: 1,
	customerName: 'Aalto Oy',
	isAdmin: true,
	accessToken: null,
	hasToken: false,
	tokenLastUsedAt: null,
	consentChangeWebHook: null,
	banner: null,
	proof: null,
	toProve: null,
	createdAt: '2026-10-01T10:00:00.000Z',
	...more,
});
