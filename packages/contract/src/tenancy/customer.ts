/** One customer, as every page of the portal reads it: in a file of its own, since they all load it. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId } from '../fields.ts';

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
	can: z.object({
		edit: z.boolean(),
		/** States that the asker may bring it to, by `PUT /customer/onboard` from 0 to 1 and by `PUT /customer/Status` else. */
		states: z.array(CustomerStatus),
	}),
});
export type Customer = z.infer<typeof Customer>;

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
