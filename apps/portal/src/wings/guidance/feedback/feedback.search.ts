/** What the list of feedback keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';

export const feedbackSearch = z.object({ ...listSearch, status: searchWord(['open', 'answered']) });
export type FeedbackSearch = z.infer<typeof feedbackSearch>;
