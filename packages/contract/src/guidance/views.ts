/** Saved views of lists: what a list is narrowed and sorted by, under a name; one's own, or shared with a customer. */
import * as z from 'zod';
import { call } from '../call.ts';
import { Id, line } from '../fields.ts';

/** One person's, or one customer's, of one list. */
export const MOST_VIEWS = 50;

const key = z.string().regex(/^[A-Za-z][A-Za-z-]{0,39}$/);

/** As the list's URL has it; the list reads of it what it still knows. */
export const ViewSearch = z.strictObject({
	q: z.string().max(200).optional(),
	sort: z.string().max(40).optional(),
	/** Values by the filters' names. */
	filters: z.record(key, z.string().max(300)).refine((filters) => Object.keys(filters).length <= 20),
	/** Columns that are not shown. */
	hidden: z.array(key).max(50),
});
export type ViewSearch = z.infer<typeof ViewSearch>;

export const ViewName = line(60).pipe(z.string().min(1, { error: 'Give the view a name' }));

export const View = z.object({
	id: Id,
	list: z.string(),
	name: z.string(),
	search: ViewSearch,
	/** Whoever works at the customer sees it. */
	shared: z.boolean(),
	/** The asker may rename, replace and delete it. */
	can: z.object({ change: z.boolean() }),
});
export type View = z.infer<typeof View>;

const NewView = z.object({ list: key, name: ViewName, search: ViewSearch });
const ViewChange = z.object({ name: ViewName.optional(), search: ViewSearch.optional() });

const own = { may: ['user'], on: 'self', failure: 'error occured' } as const;
const shared = {
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
} as const;
const customerQuery = { customerId: z.coerce.number().int().optional() };

export const ownViews = call({
	...own,
	method: 'GET',
	path: '/user/views',
	about: 'One’s own views of a list, by name.',
	query: z.object({ list: key }),
	answer: z.array(View),
});

export const saveOwnView = call({
	...own,
	method: 'POST',
	path: '/user/views',
	about: 'Saves a view of one’s own. 409 view_name_taken; 409 too_many_views beyond fifty of a list.',
	body: NewView,
	answer: View,
	success: 'View saved successfully.',
});

export const changeOwnView = call({
	...own,
	method: 'PUT',
	path: '/user/views/{id}',
	about: 'Renames a view of one’s own, or replaces what it holds. 409 view_name_taken.',
	params: z.object({ id: Id }),
	body: ViewChange,
	answer: View,
	success: 'View saved successfully.',
});

export const deleteOwnView = call({
	...own,
	method: 'DELETE',
	path: '/user/views/{id}',
	about: 'Deletes a view of one’s own.',
	params: z.object({ id: Id }),
	answer: z.object({ id: Id }),
	success: 'View deleted successfully.',
});

export const sharedViews = call({
	...shared,
	method: 'GET',
	path: '/manage/views',
	about: 'Views of a list that whoever works at the customer sees, by name.',
	query: z.object({ ...customerQuery, list: key }),
	answer: z.array(View),
});

export const saveSharedView = call({
	...shared,
	method: 'POST',
	path: '/manage/views',
	about: 'Shares a view with the customer. 409 view_name_taken; 409 too_many_views beyond fifty of a list.',
	query: z.object(customerQuery),
	body: NewView,
	answer: View,
	success: 'View saved successfully.',
});

export const changeSharedView = call({
	...shared,
	method: 'PUT',
	path: '/manage/views/{id}',
	about: 'Renames a shared view, or replaces what it holds: for its author and those who answer for the customer. 409 view_name_taken.',
	params: z.object({ id: Id }),
	query: z.object(customerQuery),
	body: ViewChange,
	answer: View,
	success: 'View saved successfully.',
});

export const deleteSharedView = call({
	...shared,
	method: 'DELETE',
	path: '/manage/views/{id}',
	about: 'Deletes a shared view: for its author and those who answer for the customer.',
	params: z.object({ id: Id }),
	query: z.object(customerQuery),
	answer: z.object({ id: Id }),
	success: 'View deleted successfully.',
});
