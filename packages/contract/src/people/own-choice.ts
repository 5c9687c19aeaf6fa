/** What somebody chose of the messages that they permit. It permits nothing: that is what their answers do. */
import * as z from 'zod';
import { CHANNELS } from '../channels.ts';

/** How many messages anybody may choose as the most, and in how many days. */
export const MOST_CHOSEN = 20;
export const CAP_DAYS = [7, 30] as const;

export const OwnCap = z.object({ messages: z.int().min(1).max(MOST_CHOSEN), days: z.literal(CAP_DAYS) });
export type OwnCap = z.infer<typeof OwnCap>;

export const OwnChoice = z.object({
	/** Channels by which nothing comes. */
	off: z.array(z.enum(CHANNELS)),
	/** Messages at most, of all channels together; null: as many as come. */
	cap: OwnCap.nullable(),
});
export type OwnChoice = z.infer<typeof OwnChoice>;
