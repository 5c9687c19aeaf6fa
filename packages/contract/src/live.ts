/** News on `/api/live` (server-sent events, event name `news`): domains and counts, never ids of rows. */
import * as z from 'zod';

export const News = z.object({
	/** What changed, in the word of the wing it belongs to: `consents`, `configurations`; `runs` are the ground's own. */
	topic: z.string().max(40),
	customerId: z.int(),
	domains: z.record(z.string(), z.int()),
});
export type News = z.infer<typeof News>;
/** Comment line every so often, so that proxies keep the stream. */
export const HEARTBEAT_MS = 15_000;
