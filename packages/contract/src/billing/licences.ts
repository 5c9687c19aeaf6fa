/** Licences of domains: dated in days of one place, one at a time for a domain. calls.md section 7, "Customers". */
import * as z from 'zod';
import { call, fileQuery, listQuery } from '../call.ts';
import { CustomerId, Id, On } from '../fields.ts';

export const LICENCE_STATES = ['notBegun', 'on', 'ended'] as const;
export const LICENCE_YEARS = 10;

export const Licence = z.object({
	id: Id,
	domainId: Id,
	/** Host name, as it was when the licence was added. */
	domain: z.string(),
	startsOn: On,
	/** The last day it was given for. */
	endsOn: On,
	state: z.enum(LICENCE_STATES),
	/** Of one that is on: whole days after today; 0 on its last one. */
	endsInDays: z.int().nullable(),
	/** When somebody ended it before its time. */
	endedAt: z.string().nullable(),
	by: z.enum(['manual', 'voucher']),
	createdAt: z.string(),
});
export type Licence = z.infer<typeof Licence>;

/** All licences of a customer in a few numbers. */
export const LicenceSummary = z.object({
	/** Whose days these are: `Europe/Helsinki`. */
	zone: z.string(),
	today: On,
	/** Of the customer. */
	domains: z.int(),
	/** Of these, with a licence today. */
	licensed: z.int(),
	/** Of these, with none after the next 30 days. */
	endingSoon: z.int(),
});

const failure = 'error occured';

const narrowed = { state: z.enum(LICENCE_STATES).optional(), domainId: Id.optional() };

export const domainLicences = call({
	method: 'GET',
	path: '/customer/{id}/domainlicense',
	about:
		'Licences of a customer’s domains, those that have ended too, and beside them how many domains have one today. Search by domain; filter by state.',
	params: z.object({ id: CustomerId }),
	query: z.object({ ...listQuery, ...narrowed }),
	answer: z.array(Licence),
	paged: true,
	beside: z.object({ summary: LicenceSummary }),
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:params.id',
	failure,
});

export const domainLicencesFile = call({
	method: 'GET',
	path: '/customer/{id}/domainlicense/file',
	about: 'Licences of a customer’s domains as CSV, narrowed and sorted as in their list.',
	params: z.object({ id: CustomerId }),
	query: z.object({ ...fileQuery, ...narrowed }),
	answer: z.string(),
	file: 'text/csv',
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:params.id',
	failure,
});

export const addDomainLicence = call({
	method: 'POST',
	path: '/customer/{id}/domainlicense',
	about:
		'Adds a licence for a domain, from a day to a day, both included. 409 licence_overlaps while the domain has another one: fields.startsOn says it, fields.freeFrom is the day from which one of this length could start.',
	params: z.object({ id: CustomerId }),
	body: z
		.object({
			/** The customer of the address again. */
			customerId: CustomerId.optional(),
			domainId: Id,
			startsOn: On,
			endsOn: On,
		})
		.refine(({ startsOn, endsOn }) => endsOn >= startsOn, { error: 'Choose a day that is not before the first', path: ['endsOn'] })
		// There is no year 0, and after the last day of 9999 there is none that could be written.
		.refine(
			({ startsOn, endsOn }) =>
				Number(endsOn.slice(0, 4)) - Number(startsOn.slice(0, 4)) <= LICENCE_YEARS && startsOn > '0001' && endsOn < '9999-12-31',
			{ error: 'Choose a day within ten years', path: ['endsOn'] },
		),
	answer: Licence,
	may: ['admin', 'customerAdmin'],
	on: 'customer',
	of: 'customer:params.id',
	failure,
	success: 'Domain license added successfully.',
	invalid: 'Please enter valid domain license details',
});

export const endDomainLicence = call({
	method: 'PUT',
	path: '/customer/{id}/domainlicense/{licenseId}/end',
	about:
		'Ends a licence: from today on the domain has none of it. It stays on the list, and banners that are live keep serving. 409 licence_ended.',
	params: z.object({ id: CustomerId, licenseId: Id }),
	answer: Licence,
	may: ['admin', 'customerAdmin'],
	on: 'customer',
	of: 'customer:params.id',
	failure,
	success: 'Domain license deactivated successfully.',
	invalid: 'Please enter valid domain license details',
});
