/** What a platform admin sees of all customers' hosts and certificates (calls.md section 7, "Admin"). */
import * as z from 'zod';
import { call, listQuery } from '../call.ts';
import { CustomerId, Id } from '../fields.ts';
import { CustomDomain } from './custom-domains.ts';

/** A host that a banner of ours is live on. */
export const ServedDomain = z.object({
	id: Id,
	domain: z.string(),
	letters: z.string().optional(),
	name: z.string(),
	customerId: z.int(),
	customerName: z.string(),
	banner: z.object({ title: z.string(), version: z.int(), publishedAt: z.string() }),
});
export type ServedDomain = z.infer<typeof ServedDomain>;

const failure = 'Opps, we faced problems while fetching domains.';
const list = { method: 'GET', paged: true, may: ['admin'], on: 'platform', failure, answer: z.array(CustomDomain) } as const;
const query = z.object({ ...listQuery, customerId: CustomerId.optional() });

export const luvallaDomains = call({
	...list,
	path: '/admin/luvalladomains',
	about: 'Domains of all customers on which a banner is live. Search by host; customerId narrows.',
	query,
	answer: z.array(ServedDomain),
});

export const luvallaFirstPartyDomains = call({
	...list,
	path: '/admin/luvallafpdomains',
	about: 'Custom domains of all customers, whatever their status. Search by host; customerId narrows.',
	query,
});

export const validatedDomains = call({
	...list,
	path: '/admin/validateddomains',
	about: 'Custom domains of all customers that are Validated. Search by host; customerId narrows.',
	query,
});

export const renewedDomains = call({
	...list,
	path: '/admin/reneweddomains',
	about: 'Custom domains of all customers that are Renewed. Search by host; customerId narrows.',
	query,
});

/** What a host answers with, beside the certificate that is stored for it. */
export const CheckedCertificate = z.object({
	id: Id,
	domain: z.string(),
	customerId: z.int(),
	status: CustomDomain.shape.status,
	/** The stored one. */
	stored: z.object({ serial: z.string(), notAfter: z.string() }),
	/** The one that it was answered with; null: none came. */
	served: z.object({ serial: z.string(), issuer: z.string(), notAfter: z.string() }).nullable(),
	/** They are the same, and it has not ended. */
	ok: z.boolean(),
	sentence: z.string(),
});
export type CheckedCertificate = z.infer<typeof CheckedCertificate>;

export const checkCertificates = call({
	...list,
	path: '/admin/checkcertificates',
	about:
		'Connects to each custom domain of a customer that has a certificate and compares what is served with what is stored, a page at a time. Search by host.',
	query: z.object({ ...listQuery, customerId: CustomerId }),
	answer: z.array(CheckedCertificate),
	limits: [{ by: 'asker', count: 30, seconds: 60 }],
});
