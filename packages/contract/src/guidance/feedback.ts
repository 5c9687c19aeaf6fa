/** Feedback: what people tell the operator by the box in the header, and the platform admins' list of it. */
import * as z from 'zod';
import { call, fileQuery, filterQuery, listQuery } from '../call.ts';
import { Id } from '../fields.ts';

/** Longer messages are refused; the box holds no more. */
export const FEEDBACK_LONGEST = 4000;
/** More within an hour is 429 too_many: each is a mail to support. */
export const FEEDBACK_PER_HOUR = 20;

/** A page of the portal, without what stands in its query. */
const PortalPath = z
	.string()
	.max(200)
	.regex(/^\/[^\s?#\\]*$/, { error: 'Use a path of the portal' });

export const sendFeedback = call({
	method: 'POST',
	path: '/user/contactus',
	about:
		'Stores feedback, and mails it to support: the address of a mailto: SUPPORT_URL, else ADMIN_EMAIL; Reply-To is the sender. 422 when the message is empty.',
	query: z.object({
		message: z.string().max(FEEDBACK_LONGEST),
		page: PortalPath.optional().describe('The page of the portal on which it was written.'),
	}),
	answer: z.object({ id: z.string() }),
	may: ['user'],
	on: 'self',
	limits: [{ by: 'asker', count: FEEDBACK_PER_HOUR, seconds: 3600 }],
	failure: 'Could not submit feedback.Please try again later.',
	success: 'Thank you.',
});

export const FeedbackStatus = z.enum(['open', 'answered']);
export type FeedbackStatus = z.infer<typeof FeedbackStatus>;

export const Feedback = z.object({
	id: Id,
	at: z.string(),
	/** The address of the account; null: it is gone. */
	who: z.string().nullable(),
	/** A path of the portal; null: not known. */
	page: z.string().nullable(),
	message: z.string(),
	status: FeedbackStatus,
	answeredAt: z.string().nullable(),
	/** Who said that it is answered; null: nobody, or their account is gone. */
	answeredBy: z.string().nullable(),
});
export type Feedback = z.infer<typeof Feedback>;

const narrowing = { status: FeedbackStatus.optional(), filter: filterQuery({ status: FeedbackStatus }) };
const platform = { may: ['admin'], on: 'platform', failure: 'error occured' } as const;

export const feedback = call({
	...platform,
	method: 'GET',
	path: '/admin/feedback',
	about: 'Feedback of the whole installation, newest first; filters: status. `q` searches message, sender and page.',
	query: z.object({ ...listQuery, ...narrowing }),
	answer: z.array(Feedback),
	paged: true,
});

export const feedbackFile = call({
	...platform,
	method: 'GET',
	path: '/admin/feedback/file',
	about: 'Feedback as CSV, narrowed as in the list.',
	query: z.object({ ...fileQuery, ...narrowing }),
	answer: z.string(),
	file: 'text/csv',
});

export const readFeedback = call({
	...platform,
	method: 'GET',
	path: '/admin/feedback/{id}',
	about: 'One message of feedback.',
	params: z.object({ id: Id }),
	answer: Feedback,
});

export const markFeedback = call({
	...platform,
	method: 'PUT',
	path: '/admin/feedback/{id}',
	about: 'Says that a message is answered, or open again. Saying it twice changes nothing.',
	params: z.object({ id: Id }),
	body: z.object({ status: FeedbackStatus }),
	answer: Feedback,
	success: 'Feedback updated successfully.',
});
