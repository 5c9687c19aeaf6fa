/** Counts of consents behind dashboards, trends and reports (calls.md, "Reports and dashboards"). */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, CustomerId, Id, On } from '../fields.ts';
import { HEAVY } from '../limits.ts';

const MOST_STEPS = 100;
const rising = (starts: readonly string[]): boolean => starts.every((at, i) => i === 0 || Date.parse(at) > Date.parse(starts[i - 1] ?? at));

export const CountRequest = z.object({
	startDate: On,
	endDate: On,
	/** Domain ids or names; empty: all the asker may see. */
	domainList: z.array(z.string().max(253)).max(500).default([]),
	/** Instants, when a span of hours is meant; they win over the dates. */
	from: At.optional(),
	to: At.optional(),
	/** Where the steps begin, when they are to keep to the clock or the calendar: rising, within the span. Without it 24 equal ones. */
	steps: z.array(At).min(1).max(MOST_STEPS).refine(rising).optional(),
});

const Counted = {
	/** Choices made in banners (a visitor answering once), by what they said. */
	choices: z.int(),
	acceptedAll: z.int(),
	acceptedSome: z.int(),
	refused: z.int(),
	/** Records: one per purpose and answer, however it came. */
	records: z.int(),
	/** Of them: those that came another way than by a banner, each about one purpose. */
	others: z.int(),
	/** Of all records: a no to a purpose to which the same person’s last answer was a yes; of a visitor whom nobody knows, one that took single yeses back. */
	withdrawn: z.int(),
};

/** Counts are by the minute (UTC): of a moment within one, its minute counts whole; after 60 days its quarter of an hour, after two years its day. */
export const DomainCounts = z.object({
	from: z.string(),
	to: z.string(),
	...Counted,
	/** Steps of the span, oldest first: `at` is where one begins. `accepted`: choices with at least one yes, as in the consent rate. */
	steps: z.array(z.object({ at: z.string(), accepted: z.int(), ...Counted })),
	domains: z.array(z.object({ id: Id, domain: z.string(), ...Counted })),
});
export type DomainCounts = z.infer<typeof DomainCounts>;

/** One group, or two that are compared. */
export const CountBody = z.union([CountRequest, z.object({ groups: z.array(CountRequest).min(1).max(2) })]);

export const domainCounts = call({
	method: 'POST',
	path: '/customer/{id}/aggregateddomaincountsfordates',
	about: 'Choices and records of a customer’s domains between two dates (UTC, both included) or two instants.',
	params: z.object({ id: CustomerId }),
	body: CountBody,
	/** One entry a group; a single group is a list of one. */
	answer: z.array(DomainCounts),
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine'],
	on: 'customer',
	of: 'customer:params.id',
	limits: HEAVY,
	failure: 'error occured',
	retryOn403: true,
});
