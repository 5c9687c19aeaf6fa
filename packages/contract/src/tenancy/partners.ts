/** Partners: agencies that look after customers. calls.md section 7, "Partners". */
import * as z from 'zod';
import { call, listQuery } from '../call.ts';
import { CustomerId, Id, line } from '../fields.ts';

export const Partner = z.object({
	id: Id,
	name: z.string(),
	/** A country's two-letter code or empty; shown 'country (dial code)'. */
	countryCode: z.string(),
	businessId: z.string(),
	isActive: z.boolean(),
	detail: z.string(),
	users: z.int(),
	customers: z.int(),
});
export type Partner = z.infer<typeof Partner>;

const Details = z.object({
	name: line(200).pipe(z.string().min(1, { error: 'Give the partner a name' })),
	countryCode: z.string().regex(/^([A-Z]{2})?$/, { error: 'Choose a country from the list' }),
	/** Trimmed. */
	businessId: line(40),
	detail: line(1000),
});
const { name, countryCode, businessId, detail } = Details.shape;
/** What is not sent stays as it is. */
export const PartnerChange = Details.partial().extend({ id: Id, isActive: z.boolean().optional() });
export type PartnerChange = z.infer<typeof PartnerChange>;
const admin = { may: ['admin'], on: 'platform' } as const;
const failure = 'error occured';

export const partners = call({
	method: 'GET',
	path: '/partner',
	about: 'All partners. Search by name; filter by whether they are active.',
	query: z.object({ ...listQuery, isActive: z.enum(['true', 'false']).optional() }),
	answer: z.array(Partner),
	paged: true,
	...admin,
	failure,
});
export const addPartner = call({
	method: 'POST',
	doubles: true,
	path: '/partner',
	about: 'Adds a partner, active.',
	body: z.object({
		name,
		countryCode: countryCode.default(''),
		businessId: businessId.default(''),
		detail: detail.default(''),
		isActive: z.literal(true).default(true),
	}),
	answer: Partner,
	...admin,
	failure,
	success: 'New partner added successfully.',
});
export const changePartner = call({
	method: 'PUT',
	path: '/partner',
	about: 'Changes a partner; what is not sent stays as it is. With isActive it can be made active again.',
	body: PartnerChange,
	answer: Partner,
	...admin,
	failure,
	success: 'Partner updated successfully.',
});
export const readPartner = call({
	method: 'GET',
	path: '/partner/{id}',
	about: 'A partner with its users and customers.',
	params: z.object({ id: Id }),
	answer: Partner.extend({
		userList: z.array(z.object({ id: Id, userName: z.string(), email: z.string() })),
		customerList: z.array(
			z.object({
				id: z.int(),
				name: z.string(),
				countryCode: z.string(),
				businessId: z.string(),
				isActive: z.boolean(),
				detail: z.string(),
			}),
		),
	}),
	...admin,
	failure,
});
export const deactivatePartner = call({
	method: 'DELETE',
	path: '/partner/{id}',
	about: 'Deactivates a partner: its row stays, its people lose its customers and the role PARTNER at once, until it is active again.',
	params: z.object({ id: Id }),
	answer: Partner,
	...admin,
	failure,
	success: 'Partner deactivated successfully.',
});
export const assignCustomer = call({
	method: 'PUT',
	path: '/partner/{partnerId}/customer/{customerId}/assign/{assign}',
	about: 'Assigns a customer to a partner (assign true) or takes it away (false). The portal shows the sentence that fits.',
	params: z.object({ partnerId: Id, customerId: CustomerId, assign: z.enum(['true', 'false']) }),
	answer: z.object({ partnerId: Id, customerId: z.int(), assigned: z.boolean() }),
	...admin,
	failure,
});
/** Texts of `assignCustomer`, by what was done. */
export const ASSIGNED = 'New customer assigned to this partnership.';
export const UNASSIGNED = 'Customer is unassigned from this partnership.';

const PartnerUser = z.object({ partnerId: Id, userId: Id });
export const addPartnerUser = call({
	method: 'POST',
	path: '/partner/{partnerId}/user',
	about: 'Adds a user to a partner and gives them the role PARTNER.',
	params: z.object({ partnerId: Id }),
	body: PartnerUser,
	answer: PartnerUser,
	...admin,
	failure,
	success: 'User added successfully to this partnership.',
});
export const changePartnerUser = call({
	method: 'PUT',
	path: '/partner/{partnerId}/user',
	about: 'Moves a user to this partner from the others they belong to.',
	params: z.object({ partnerId: Id }),
	body: PartnerUser,
	answer: PartnerUser,
	...admin,
	failure,
	success: 'User updated successfully.',
});
export const removePartnerUser = call({
	method: 'DELETE',
	path: '/partner/{partnerId}/user/{userId}',
	about: 'Removes a user from a partner; the role PARTNER goes with the last one.',
	params: z.object({ partnerId: Id, userId: Id }),
	answer: PartnerUser,
	...admin,
	failure,
	success: 'User removed successfully from partnership.',
});
