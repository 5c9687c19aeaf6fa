/** Long work: it is started by a call of the feature it belongs to, goes on by itself, and is looked after here. */
import * as z from 'zod';
import { call, listQuery } from './call.ts';
import { Id } from './fields.ts';

export const RUN_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled', 'undone'] as const;
export const RunState = z.enum(RUN_STATES);
export type RunState = z.infer<typeof RunState>;

export const Run = z.object({
	id: Id,
	/** What kind of work: `upload`. */
	kind: z.string(),
	state: RunState,
	/** The domain it is about; null: the customer. */
	domainId: Id.nullable(),
	/** What was asked for, in the kind's own words. */
	about: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
	/** How much there is, in the kind's own units (bytes of a file, rows); null: not known. */
	total: z.int().nullable(),
	done: z.int(),
	/** What came of it so far, by the kind's own words. */
	counts: z.record(z.string(), z.int()),
	/** Rows named with a reason, to be read in `findings`. */
	found: z.int(),
	/** Why it failed: a code. */
	problem: z.string().nullable(),
	createdAt: z.string(),
	startedAt: z.string().nullable(),
	endedAt: z.string().nullable(),
	/** The user who started it; the activity log says who that is. */
	createdBy: Id.nullable(),
	can: z.object({ cancel: z.boolean() }),
});
export type Run = z.infer<typeof Run>;

export const Finding = z.object({
	/** Line of the file, from 1; null where there is none. */
	line: z.int().nullable(),
	/** The column that was not taken, and what stood in it; null where it is the row as a whole. */
	column: z.string().nullable(),
	value: z.string().nullable(),
	/** A stable word for why. */
	code: z.string(),
	/** The row as it was given. */
	row: z.array(z.string()),
});
export type Finding = z.infer<typeof Finding>;

const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const inCustomer = { on: 'customer', of: 'customer:current', may: admins } as const;
const customerId = z.coerce.number().int().optional();

export const runs = call({
	...inCustomer,
	method: 'GET',
	path: '/manage/runs',
	about: 'Long work of the customer, newest first: of one kind where `kind` names one. Domain admins see that of their domains.',
	query: z.object({ ...listQuery, customerId, kind: z.string().max(40).optional() }),
	answer: z.array(Run),
	paged: true,
	failure: 'error occured',
});

export const run = call({
	...inCustomer,
	method: 'GET',
	path: '/manage/runs/{id}',
	about: 'One run, as it stands.',
	params: z.object({ id: Id }),
	query: z.object({ customerId }),
	answer: Run,
	failure: 'error occured',
});

export const cancelRun = call({
	...inCustomer,
	method: 'POST',
	path: '/manage/runs/{id}/cancel',
	about: 'Ends a run between two steps. What it did stays; it does not go on. 409 run_ended.',
	params: z.object({ id: Id }),
	query: z.object({ customerId }),
	answer: Run,
	failure: 'The run could not be cancelled.',
});

export const runFindings = call({
	...inCustomer,
	method: 'GET',
	path: '/manage/runs/{id}/findings',
	about: 'Rows that a run named with a reason, in the order of the file.',
	params: z.object({ id: Id }),
	query: z.object({ ...listQuery, customerId }),
	answer: z.array(Finding),
	paged: true,
	failure: 'error occured',
});

export const runFindingsFile = call({
	...inCustomer,
	method: 'GET',
	path: '/manage/runs/{id}/findings/file',
	about: 'All rows that a run named with a reason, as CSV: the row as it was given, then its line, column and reason.',
	params: z.object({ id: Id }),
	query: z.object({ customerId }),
	answer: z.string(),
	file: 'text/csv',
	failure: 'error occured',
});
