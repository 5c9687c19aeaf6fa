/** Counts behind dashboard cards (calls.md, "Reports and dashboards"). */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, CustomerId, Id, On } from '../fields.ts';
import { HEAVY } from '../limits.ts';

export const CountRequest = z.object({
	startDate: On,
	endDate: On,
	/** Domain ids or names; empty: all the asker may see. */
	domainList: z.array(z.string().max(253)).max(500).default([]),
	/** Instants, when a span of hours is meant; they win over the dates. */
	from: At.optional(),
	to: At.optional(),
});

export const DomainCounts = z.object({
	from: z.string(),
	to: z.string(),
	/** Choices (a visitor answering once), by what they said. */
	choices: z.int(),
	acceptedAll: z.int(),
	acceptedSome: z.int(),
	refused: z.int(),
	/** Records: one per purpose and choice. */
	records: z.int(),
	/** Equal steps over the span, oldest first. `at` is the step's start. */
	steps: z.array(z.object({ at: z.string(), choices: z.int(), accepted: z.int() })),
	domains: z.array(z.object({ id: Id, domain: z.string(), choices: z.int() })),
});
export type DomainCounts = z.infer<typeof DomainCounts>;

export const domainCounts = call({
	method: 'POST',
	path: '/customer/{id}/aggregateddomaincountsfordates',
	about: 'Choices and records of a customer’s domains between two dates (UTC, both included) or two instants.',
	params: z.object({ id: CustomerId }),
	body: z.union([CountRequest, z.object({ groups: z.array(CountRequest).min(1).max(2) })]),
	/** One entry a group; a single group is a list of one. */
	answer: z.array(DomainCounts),
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine'],
	on: 'customer',
	of: 'customer:params.id',
	limits: HEAVY,
	failure: 'error occured',
	retryOn403: true,
});
