/** Purposes (the specification's consent names) of a domain, their versions, and how long answers are kept. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId, Id } from '../fields.ts';

const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const readers = [...admins, 'machine'] as const;

export const PurposeVersion = z.object({
	version: z.int(),
	/** What was shown, per language. */
	wording: z.record(z.string(), z.object({ name: z.string(), about: z.string() })),
	createdAt: z.string(),
	/** Those who said yes to an earlier version are asked again, for this purpose only. */
	material: z.boolean(),
});

export const Purpose = z.object({
	id: Id,
	domainId: Id,
	domain: z.string(),
	name: z.string(),
	legalBasis: z.enum(['consent', 'strictly necessary']),
	version: z.int(),
	/** Months that an answer is kept; null: as long as the customer. */
	retentionMonths: z.int().nullable(),
	createdAt: z.string(),
	/** Asked for by what is live on the domain. */
	live: z.boolean(),
	/** Answers in the ledger. */
	yes: z.int(),
	no: z.int(),
	versions: z.array(PurposeVersion),
});
export type Purpose = z.infer<typeof Purpose>;

export const purposes = call({
	method: 'GET',
	path: '/consent/purpose/{customerId}',
	about: 'Purposes of a customer on the domains the asker may see, with every version of their wording, newest first.',
	params: z.object({ customerId: CustomerId }),
	query: z.object({ domainId: Id.optional() }),
	answer: z.array(Purpose),
	may: readers,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
});

export const changePurpose = call({
	method: 'PUT',
	path: '/consent/purpose/{customerId}',
	about:
		'Sets how long answers to a purpose are kept, or marks its newest version as a material change, so that those who said yes before are asked again. A mark is not taken back: people have been asked. 409 first_version.',
	params: z.object({ customerId: CustomerId }),
	body: z.object({
		id: Id,
		retentionMonths: z.int().min(1).max(1200).nullable().optional(),
		material: z.literal(true).optional(),
	}),
	answer: Purpose,
	may: admins,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
	success: 'Purpose updated successfully.',
});
