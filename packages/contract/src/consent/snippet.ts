/** Whether a domain's pages carry the snippet. */
import * as z from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';

export const SnippetState = z.object({
	/** Null: never looked. */
	checkedAt: z.string().nullable(),
	/** `live`: the start page loads this domain's banner; `missing`: it does not; `unreachable`: it did not open. */
	state: z.enum(['unknown', 'live', 'missing', 'unreachable']),
	/** When it was live last. */
	seenAt: z.string().nullable(),
	/** Why the page did not open. */
	detail: z.string().nullable(),
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
