/**
 * The spine: one plain object a call. Server routes, validation, OpenAPI, the portal's client, its failure
 * texts, the test handlers and the access tests are all read from these objects; nothing is generated.
 */
import * as z from 'zod';
import type { Limit } from './limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may make a call. `anyone` needs no session; `user` is any signed-in person; the rest are portal.md
 * section 6's roles; `machine` is a client-credentials token, within its customer. A call lists every role it is open to: nothing is implied.
 */
export type Role = 'anyone' | 'user' | 'admin' | 'partner' | 'customerAdmin' | 'domainAdmin' | 'machine';

/** Whose data a call touches. */
export type On = 'public' | 'self' | 'platform' | 'customer' | 'domain';

type Part = 'params' | 'query' | 'body';

/**
 * Where the tenant of a call is named.
 * - `customer:params.id`      the customer's integer id, in that part of the request
 * - `customer:current`        `customerId` of the query, else header CUSTOMER_KEY, else the asker's first mapped customer
 * - `domain:params.id`        a domain id there; its customer is found through `directory`
 * - `domain:header`           header DOMAIN_KEY
 * - `domain:header-or-customer` DOMAIN_KEY when sent, else all domains the asker may see in the current customer
 *
 * Where DOMAIN_KEY names a domain, a query or body that names another one, or another customer, is 400 by its field: neither wins silently.
 * - `<kind>:params.id`        any other thing that a wing keeps in the directory (`configuration`, `record`, …)
 */
export type Of = 'customer:current' | 'domain:header' | 'domain:header-or-customer' | `${string}:${Part}.${string}`;

type Shape = z.ZodType;

/** The one file of a multipart call. */
export interface Upload {
	/** Name of its part of the form. */
	readonly part: string;
	readonly type: string;
	readonly about: string;
	/** Larger ones are 413 too_large; without it there is no limit. */
	readonly maxBytes?: number;
}

export interface CallShape {
	method: Method;
	/** Exactly as the specification writes it, with `{names}`. */
	path: string;
	/** Other spellings under which it answers too, with the same names; documents name the first alone. */
	also?: readonly string[];
	/** The API it belongs to; `/account`, `/user` and `/role` paths of `main` answer under `/identity` too. */
	api?: 'main' | 'identity' | 'edge';
	/** One sentence for the OpenAPI document: what it does, its units and its errors. */
	about: string;
	params?: z.ZodObject;
	query?: z.ZodObject;
	body?: Shape;
	/** The shape of `data`. */
	answer: Shape;
	/** The list can grow: the answer carries `page: { total, next }`. */
	paged?: true;
	/** What the specification puts beside `data` in an answer. */
	beside?: z.ZodObject;
	may: readonly Role[];
	on: On;
	of?: Of;
	/**
	 * Opens to a person's token too, though it is about no one customer. A token stands for the person in one customer's application:
	 * it opens what names that customer (`of`) and what says this; everything else needs the person's own session.
	 */
	tokens?: true;
	/** Fixed text shown when the server gives none (calls.md section 8). */
	failure: string;
	/** Success notice, to the letter. */
	success?: string;
	/** Text shown instead of sending an empty payload. */
	invalid?: string;
	/** Once, after 2000 ms, then the error (calls.md section 9). */
	retryOn403?: true;
	/** A 401 is silently ignored, whatever the client. */
	ignore401?: true;
	/** The answer is a file of this media type, streamed, without envelope; `answer` is its text. */
	file?: string;
	/** Multipart: one file, which is streamed and not parsed. What it may be is held by the server from here. */
	multipart?: Upload;
	/** A part of the body whose items are judged one by one: a bad one sinks no other. */
	each?: string;
	/** Made anew each time it is asked for: no name tells the second from the first. */
	doubles?: true;
	/** Takes the header `Idempotency-Key`. */
	keyed?: true;
	/** What may be asked of it, beside `EVERY_CALL`. */
	limits?: readonly Limit[];
	/** Any page of any site may call it and read the answer. */
	anyPage?: true;
	/** Also reachable without an application/json body (text/plain by sendBeacon). */
	plainText?: true;
}

type Names<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
type ParamsOf<C> = C extends { params: z.ZodObject<infer S> } ? keyof S & string : never;

/** Refuses at compile time a path whose `{names}` and `params` disagree, and any misspelt key. */
type Checked<C extends CallShape> = {
	[K in keyof C]: K extends keyof CallShape
		? K extends 'path'
			? [Names<C['path']>] extends [ParamsOf<C>]
				? [ParamsOf<C>] extends [Names<C['path']>]
					? C[K]
					: never
				: never
			: C[K]
		: never;
};

export const call = <const C extends CallShape>(c: C & Checked<C>): C => c;

type Out<T> = T extends Shape ? z.output<T> : undefined;
type In<T> = T extends Shape ? z.input<T> : undefined;
type Key<C, K extends string> = C extends { [P in K]: infer T } ? T : undefined;

/** What a handler receives. */
export interface Parsed<C extends CallShape> {
	params: Out<Key<C, 'params'>>;
	query: Out<Key<C, 'query'>>;
	body: Out<Key<C, 'body'>>;
}
export type AnswerOf<C extends CallShape> = z.output<C['answer']>;
/** What stands beside `data`. */
export type BesideOf<C extends CallShape> = C extends { beside: infer B extends z.ZodObject } ? z.output<B> : never;

/** What a caller gives: only the parts that the call has. */
export type InputOf<C extends CallShape> = (C extends { params: Shape } ? { params: In<C['params']> } : unknown) &
	(C extends { query: Shape } ? { query?: In<C['query']> } : unknown) &
	(C extends { body: Shape } ? { body: In<C['body']> } : unknown) &
	(C extends { multipart: Upload } ? { file: Blob } : unknown);

export const Page = z.object({
	/** Rows that match; above 10,000 it may be 10000 with `more`. */
	total: z.int(),
	more: z.boolean().optional(),
	/** The next page's number, or null. */
	next: z.int().nullable(),
});
export type Page = z.infer<typeof Page>;

/** Query of every list that can grow. `page` from 1, `size` 10, 25, 50 or at most 100. */
export const listQuery = {
	page: z.coerce.number().int().min(1).max(100_000).default(1).describe('Number of the page, from 1.'),
	size: z.coerce.number().int().min(1).max(100).default(10).describe('Rows on a page.'),
	sort: z.string().max(40).optional().describe('Column to sort by; with a minus before it, the other way round.'),
	q: z.string().max(200).optional().describe('What is looked for.'),
};

/** Query of a list as a file: what narrows and sorts it, and no pages. */
export const fileQuery = { sort: listQuery.sort, q: listQuery.q };

const Filter = z.string().max(300);

/**
 * Filters of a list as data: `filter=role:ADMIN&filter=customer:7`, each name once. A list names its own and what each of them
 * takes; they narrow together. Any other name is refused.
 */
export const filterQuery = <const S extends Readonly<Record<string, z.ZodType>>>(shape: S) =>
	z
		.union([Filter, z.array(Filter).max(20)])
		.optional()
		.transform((given = []) => [given].flat().map((one) => partsOf(one)))
		.refine((parts) => new Set(parts.map(([name]) => name)).size === parts.length, { error: 'A filter is named twice' })
		.transform((parts): unknown => Object.fromEntries(parts))
		.pipe(z.strictObject(shape, { error: 'There is no such filter' }).partial())
		.describe(`What narrows the list, as name:value, each name once: ${Object.keys(shape).join(', ')}.`);

const partsOf = (filter: string): [name: string, value: string] => {
	const [name = '', ...value] = filter.split(':');
	return [name, value.join(':')];
};

export const ErrorAnswer = z.object({
	error: z.string().optional(),
	code: z.string(),
	fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

/** A stable name of a call: `GET /customer/{id}/domain`. */
export const nameOf = (c: CallShape): string => `${c.method} ${c.path}`;
