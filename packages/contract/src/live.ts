/** News on `/api/live` (server-sent events, event name `news`): domains and counts, never ids of rows. */
import * as z from 'zod';

export const News = z.object({
	/** What changed: consent records, configurations. */
	topic: z.enum(['consents', 'configurations']),
	customerId: z.int(),
	domains: z.record(z.string(), z.int()),
});
export type News = z.infer<typeof News>;
/** Comment line every so often, so that proxies keep the stream. */
export const HEARTBEAT_MS = 15_000;
