/** Customers: calls.md section 7, "Customers" (the part of the First consent issue). */
import * as z from 'zod';
import { call, listQuery } from '../call.ts';
import { CustomerId, Email, Id, line } from '../fields.ts';

/** 0 not onboarded, 1 onboarded, 2 on hold (product.md, Status numbers). */
export const CustomerStatus = z.union([z.literal(0), z.literal(1), z.literal(2)]);

export const Customer = z.object({
	id: z.int(),
	name: z.string(),
	businessId: z.string(),
	address: z.string(),
	phone: z.string(),
	countryCode: z.string(),
	primaryEmail: z.string(),
	status: CustomerStatus,
	/** Enterprise or not. */
	type: z.boolean(),
	useCM: z.boolean(),
	domains: z.int(),
	/** Host names asked for at registration. */
	requestedDomains: z.array(z.string()).default([]),
	createdAt: z.string(),
	can: z.object({ edit: z.boolean() }),
});
export type Customer = z.infer<typeof Customer>;

const details = {
	name: line(200).pipe(z.string().min(1, { error: 'Give the customer a name' })),
	/** Trimmed. */
	businessId: line(40).default(''),
	address: line(400).default(''),
	phone: line(40).default(''),
	/** A country's two-letter code or empty. */
	countryCode: z
		.string()
		.regex(/^([A-Z]{2})?$/, { error: 'Choose a country from the list' })
		.default(''),
	primaryEmail: z.union([z.literal(''), Email]).default(''),
};
export const NewCustomer = z.object(details);
export const CustomerChange = z.object({ id: CustomerId, ...details, useCM: z.boolean().optional() });

export const customers = call({
	method: 'GET',
	path: '/customer',
	about:
		'Customers the asker looks after: all for ADMIN, assigned ones for PARTNER, mapped ones otherwise. Search by name; filter by status.',
	query: z.object({ ...listQuery, status: z.coerce.number().int().min(0).max(2).optional() }),
	answer: z.array(Customer),
	paged: true,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'self',
	failure: 'Failed to fetch the customer details.',
});

export const addCustomer = call({
	method: 'POST',
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
	about: 'Changes a customer; useCM only by ADMIN (403 otherwise).',
	body: CustomerChange,
	answer: Customer,
	may: ['admin', 'partner'],
	on: 'customer',
	of: 'customer:body.id',
	failure: 'Customer updation Failed.',
	success: 'Customer updated successfully.',
	invalid: 'Please enter valid customer details',
});

export const currentCustomer = call({
	method: 'GET',
	path: '/customer/current/{id}',
	about: 'One customer.',
	params: z.object({ id: CustomerId }),
	answer: Customer,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine'],
	on: 'customer',
	of: 'customer:params.id',
	failure: 'Failed to fetch the customer details.',
});

export const customerDomainList = call({
	method: 'GET',
	path: '/customer/customerdomainlist',
	about: 'Customers with their domains, for pickers: only those the asker may see.',
	answer: z.array(
		z.object({
			customerId: z.int(),
			customerName: z.string(),
			domains: z.array(z.object({ id: Id, domain: z.string() })),
		}),
	),
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'self',
	failure: 'Could not load domains',
});
