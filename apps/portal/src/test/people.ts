/** Signed-in people of each role, and the calls their boot makes. */
import { domainLicences } from '@luvalla/contract/billing/licences';
import { myRedemptions } from '@luvalla/contract/billing/vouchers';
import { myConsents, myProof } from '@luvalla/contract/consent/my-consents';
import { myMessages } from '@luvalla/contract/engagement/my-messages';
import { ownViews, sharedViews } from '@luvalla/contract/guidance/views';
import { authenticate, domainUsers, isCustomerAdmin, readUser, type UserDomain, userDomains } from '@luvalla/contract/identity/account';
import { myDevices } from '@luvalla/contract/profiles/my-devices';
import { type Customer, currentCustomer, customerDomainList } from '@luvalla/contract/tenancy/customers';
import type { HttpHandler } from 'msw';
import type * as z from 'zod';
import { browser } from '../lib/client.ts';
import { answers } from '../lib/handlers.ts';
import { type Person, takeReturn } from '../lib/session.ts';

export type Kind = 'admin' | 'partner' | 'domainAdmin' | 'customerAdmin' | 'normal';
export const idOf = (n: number): string => `0193b2f0-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Two customers (the second without content management), three domains. */
export const mapped: UserDomain[] = [
	{ id: idOf(1), domain: 'shop.example', isAdmin: true, customerId: 1, customerName: 'Aalto Oy', useCM: true },
	{ id: idOf(2), domain: 'club.example', isAdmin: false, customerId: 1, customerName: 'Aalto Oy', useCM: true },
	{ id: idOf(3), domain: 'blog.example', isAdmin: true, customerId: 2, customerName: 'Mökki Oy', useCM: false },
];
/** As the server sends it: fields with a default may be missing. */
export const customer = (id: number): z.input<typeof Customer> => ({
	id,
	name: id === 1 ? 'Aalto Oy' : 'Mökki Oy',
	businessId: '1234567-8',
	address: '',
	phone: '',
	countryCode: 'FI',
	primaryEmail: '',
	status: 1,
	type: false,
	useCM: id === 1,
	domains: 2,
	createdAt: '2026-10-01T10:00:00.000Z',
	can: { edit: true, states: [0, 2] },
});

/** As somebody does who has just signed in: whether the session holds is the server's to say. */
export function comeBack(): void {
	const { replace } = browser;
	browser.replace = () => {};
	takeReturn({ pathname: '/', search: '?code=abc&session_state=def' });
	browser.replace = replace;
}

/** Handlers of the boot of a person. `rows` are their mappings. */
export function bootOf(kind: Kind, rows: UserDomain[] = mapped): HttpHandler[] {
	return [
		answers(authenticate, { roles: rolesOf(kind), username: kind, email: `${kind}@luvalla.localhost`, contextKey: 'context-1' }),
		answers(readUser, { username: kind, email: `${kind}@luvalla.localhost`, name: 'Outi', isNormalUser: kind === 'normal' }),
		answers(userDomains, kind === 'admin' || kind === 'normal' ? [] : rows),
		answers(isCustomerAdmin, kind === 'customerAdmin'),
		answers(currentCustomer, ({ params }) => customer(Number(params.id))),
		answers(domainUsers, []),
		answers(myConsents, []),
		answers(myProof, { proof: 'holds' as const }),
		answers(myMessages, { messages: [], more: false }),
		answers(myDevices, []),
		answers(ownViews, []),
		answers(sharedViews, []),
		// the account page counts its parts
		answers(domainLicences, [], { total: 0, next: null }),
		answers(myRedemptions, [], { total: 0, next: null }),
		answers(customerDomainList, [
			{
				customerId: 1,
				customerName: 'Aalto Oy',
				domains: [
					{ id: idOf(1), domain: 'shop.example', proven: true },
					{ id: idOf(2), domain: 'club.example', proven: true },
				],
			},
			{ customerId: 2, customerName: 'Mökki Oy', domains: [{ id: idOf(3), domain: 'blog.example', proven: true }] },
		]),
	];
}

const rolesOf = (kind: Kind) =>
	kind === 'admin'
		? ['ADMIN' as const]
		: kind === 'partner'
			? ['PARTNER' as const]
			: kind === 'domainAdmin'
				? ['DOMAIN_ADMIN' as const]
				: [];

/** A person without a boot, for what only reads one. */
export function personOf(kind: Kind, useCM = true): Person {
	return {
		username: kind,
		email: `${kind}@luvalla.localhost`,
		name: 'Outi',
		roles: rolesOf(kind),
		isAdmin: kind === 'admin',
		isPartner: kind === 'partner',
		isDomainAdmin: kind === 'domainAdmin',
		customerAdmin: kind === 'customerAdmin',
		isNormalUser: kind === 'normal',
		toured: true,
		mappedCustomers: kind === 'admin' || kind === 'normal' ? [] : [{ id: 1, name: 'Aalto Oy', useCM }],
		mappedDomains: [],
		currentCustomer: kind === 'admin' || kind === 'normal' ? null : { id: 1, name: 'Aalto Oy', useCM },
		currentDomain: null,
	};
}
