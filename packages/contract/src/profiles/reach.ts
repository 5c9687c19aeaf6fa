/** Whom each channel may reach by consent, and why not the rest. */
import * as z from 'zod';
import { CHANNELS } from '../channels.ts';

/** Why somebody is not reached by a channel; the first that holds. */
export const REACH_REASONS = ['no_address', 'undeliverable', 'objected', 'said_no', 'never_asked', 'sale_refused', 'channel_off'] as const;
export type ReachReason = (typeof REACH_REASONS)[number];

export const Reach = z.object({
	channel: z.enum(CHANNELS),
	reachable: z.int(),
	/** The rest, each counted once. */
	left: z.array(z.object({ reason: z.enum(REACH_REASONS), count: z.int() })),
});
export type Reach = z.infer<typeof Reach>;
