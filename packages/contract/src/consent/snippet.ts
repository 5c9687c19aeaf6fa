/** Whether a domain's pages carry the snippet. */
import * as z from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';

/** Why a start page did not open. The sentences are the portal's. */
export const SnippetProblem = z.object({
	code: z.enum([
		/** It answered, but not with a page; `about` is the HTTP status. */
		'status',
		/** It leads to another site; `about` is its host. */
		'leads_away',
		/** It leads on and on. */
		'circle',
		/** The name leads to no public address, and the operator did not allow it. */
		'not_public',
		/** The name is not known. */
		'no_name',
		/** Nobody answers at its address. */
		'no_answer',
		/** It took too long. */
		'slow',
		/** Its certificate does not hold; `about` is what is wrong with it, in the system's words. */
		'certificate',
		/** The page is larger than what is read. */
		'too_large',
		/** Anything else; `about` is the system's own word. */
		'other',
	]),
	about: z.string().nullable(),
});
export type SnippetProblem = z.infer<typeof SnippetProblem>;

export const SnippetState = z.object({
	/** Null: never looked. */
	checkedAt: z.string().nullable(),
	/** `live`: the start page loads this domain's banner; `missing`: it does not; `unreachable`: it did not open. */
	state: z.enum(['unknown', 'live', 'missing', 'unreachable']),
	/** When it was live last. */
	seenAt: z.string().nullable(),
	/** Why the page did not open. */
	problem: SnippetProblem.nullable(),
});
export type SnippetState = z.infer<typeof SnippetState>;

export const checkSnippet = call({
	method: 'POST',
	path: '/domain/{id}/snippet/check',
	about:
		'Opens the start page of the domain and looks for its snippet. The same is done every day; when it is gone, the customer’s admins get one mail.',
	params: z.object({ id: Id }),
	answer: SnippetState,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'domain',
	of: 'domain:params.id',
	failure: 'error occured',
});

export const snippetState = call({
	method: 'GET',
	path: '/domain/{id}/snippet',
	about: 'What the last look found.',
	params: z.object({ id: Id }),
	answer: SnippetState,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine'],
	on: 'domain',
	of: 'domain:params.id',
	failure: 'error occured',
});
