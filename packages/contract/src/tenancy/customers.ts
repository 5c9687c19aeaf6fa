/** Customers: calls.md section 7, "Customers" (the part of the First consent issue). */
import * as z from 'zod';
import { call, fileQuery, listQuery } from '../call.ts';
import { CustomerId, Email, HostName, Id, line, words } from '../fields.ts';
import { Customer, CustomerStatus } from './customer.ts';

export { Customer, CustomerStatus, currentCustomer } from './customer.ts';

const Details = z.object({
	name: line(200).pipe(z.string().min(1, { error: 'Give the customer a name' })),
	/** Trimmed. */
	businessId: line(40),
	address: words(400),
	phone: line(40),
	/** A country's two-letter code or empty. */
	countryCode: z.string().regex(/^([A-Z]{2})?$/, { error: 'Choose a country from the list' }),
	primaryEmail: z.union([z.literal(''), Email]),
});
const { name, businessId, address, phone, countryCode, primaryEmail } = Details.shape;
export const NewCustomer = z.object({
	name,
	businessId: businessId.default(''),
	address: address.default(''),
	phone: phone.default(''),
	countryCode: countryCode.default(''),
	primaryEmail: primaryEmail.default(''),
});
/** What is not sent stays as it is: who looked at an old list puts nothing back that another has changed since. */
export const CustomerChange = Details.partial().extend({ id: CustomerId, useCM: z.boolean().optional() });
export type CustomerChange = z.infer<typeof CustomerChange>;

export const customers = call({
	method: 'GET',
	path: '/customer',
	about:
		'Customers the asker looks after: all for ADMIN, assigned ones for PARTNER, mapped ones otherwise. Search by name (over 50,000 customers one and two letters are what names begin with); filter by status.',
	query: z.object({ ...listQuery, status: z.coerce.number().int().min(0).max(2).optional() }),
	answer: z.array(Customer),
	paged: true,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'self',
	failure: 'Failed to fetch the customer details.',
});

export const customersFile = call({
	method: 'GET',
	path: '/customer/file',
	about: 'Customers the asker looks after as CSV, narrowed and sorted as in their list.',
	query: z.object({ ...fileQuery, status: customers.query.shape.status }),
	answer: z.string(),
	file: 'text/csv',
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'self',
	failure: 'Failed to fetch the customer details.',
});

export const addCustomer = call({
	method: 'POST',
	doubles: true,
	path: '/customer',
	about:
		'Adds a customer; one added by ADMIN is onboarded (status 1), one added by a PARTNER starts at 0 and is assigned to their active partners (403 when there is none).',
	body: NewCustomer,
	answer: Customer,
	may: ['admin', 'partner'],
	on: 'platform',
	failure: 'Failed to fetch the customer details.',
	success: 'New customer added successfully.',
	invalid: 'Please enter valid customer details',
	ignore401: true,
});

export const changeCustomer = call({
	method: 'PUT',
	path: '/customer',
	about: 'Changes a customer; what is not sent stays as it is. useCM only by ADMIN (403 otherwise).',
	body: CustomerChange,
	answer: Customer,
	may: ['admin', 'partner'],
	on: 'customer',
	of: 'customer:body.id',
	failure: 'Customer updation Failed.',
	success: 'Customer updated successfully.',
	invalid: 'Please enter valid customer details',
});

export const changeBasicInfo = call({
	method: 'PUT',
	path: '/customer/basicinfo',
	about:
		'Changes what a customer says of itself: name, business id, address, phone and country. What is not sent stays as it is, its primary email always.',
	body: CustomerChange.omit({ primaryEmail: true, useCM: true }),
	answer: Customer,
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:body.id',
	failure: 'Customer updation Failed.',
	success: 'Customer updated successfully.',
	invalid: 'Please enter valid customer details',
});

export const setEnterprise = call({
	method: 'PUT',
	path: '/customer/{id}/enterprise/{bool}',
	about: 'Makes a customer an enterprise (true) or not (false).',
	params: z.object({ id: CustomerId, bool: z.enum(['true', 'false']) }),
	answer: Customer,
	may: ['admin'],
	on: 'customer',
	of: 'customer:params.id',
	failure: 'Customer updation Failed.',
	success: 'Status changed successfully',
});

export const onboardCustomer = call({
	method: 'PUT',
	path: '/customer/onboard',
	about:
		'Approves a customer that waits (status 0 to 1): from then on it may publish. `domains` are added to it, all or none; those of them that it asked for at its registration are no longer asked for. 409 already_onboarded, domain_taken (fields.domains names the host).',
	body: z.object({ id: CustomerId, domains: z.array(HostName).max(100).default([]) }),
	answer: Customer,
	may: ['admin', 'partner'],
	on: 'customer',
	of: 'customer:body.id',
	failure: 'Customer onboarding Failed.',
	success: 'Customer onboarded successfully.',
	invalid: 'Please enter valid customer details',
});

export const setCustomerStatus = call({
	method: 'PUT',
	path: '/customer/Status',
	about:
		'Puts a customer on hold (2), lets it go on (1), or cancels its onboarding (0). PARTNER may put on hold; what a hold or a cancelled onboarding ends is ADMIN’s. On hold people sign in and read, and banners that are live go on; nothing is published.',
	query: z.object({ id: CustomerId, status: z.coerce.number().pipe(CustomerStatus) }),
	answer: Customer,
	may: ['admin', 'partner'],
	on: 'customer',
	of: 'customer:query.id',
	failure: 'Customer updation Failed.',
	success: 'Status changed successfully',
});

/** Customers in one answer for pickers. Where there are so many, what is typed is looked for by the server. */
export const MOST_PICKED = 1_000;

export const customerDomainList = call({
	method: 'GET',
	path: '/customer/customerdomainlist',
	about:
		'Customers with their domains, for pickers: only those the asker may see, by their names, the first thousand; `q` finds the others.',
	query: z.object({
		q: listQuery.q,
		customerId: CustomerId.optional().describe('This one too, whatever is looked for.'),
	}),
	answer: z.array(
		z.object({
			customerId: z.int(),
			customerName: z.string(),
			/** `proven`: it is shown whose the host is, so that something can be published there. */
			domains: z.array(z.object({ id: Id, domain: z.string(), proven: z.boolean() })),
		}),
	),
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'self',
	failure: 'Could not load domains',
	retryOn403: true,
});
