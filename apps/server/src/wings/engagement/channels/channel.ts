/**
 * What the run engine says to a channel, whichever of the seven it is. A letter goes alone over a kept connection; text messages go in
 * requests of one; pushes in requests of many; a leaflet or a file of hashed addresses takes everybody of a run in one batch. So the
 * unit is a batch of recipients, each of whom comes to an outcome of their own; how large a batch is and how many are under way at
 * once is the channel's to say, and what it costs when nobody answers is the engine's to know.
 */
import type { Channel as Word } from '@luvalla/contract/channels.ts';
import type { Plan, PlanLane } from '../campaigns/plan.ts';
import type { Facts, Links } from './message.ts';

/** Somebody whose message may leave now. */
export interface Recipient {
	readonly number: number;
	readonly address: string;
	/** As people say it in messages of the channel: `fi`. */
	readonly language: string;
	readonly facts: Facts;
	readonly links: Links;
	/** Which subject of two: 0 or 1. */
	readonly arm: 0 | 1;
	/** Names the delivery to the other side, and whoever answers later. */
	readonly deliveryId: string;
	/** The same row by the name that lists and Message-IDs have: it opens nothing that is the reader's. */
	readonly listedId: string;
	/** Asked at the last moment before the message leaves: whether it still may. What is not known freshly is asked of the facts. */
	readonly mayLeave: () => Promise<boolean>;
}

/** What became of a message. Each is data: whether it is tried again follows from the state alone. */
export type Outcome =
	/** The other side has it. */
	| { readonly state: 'accepted'; readonly said: string; readonly size: number }
	/** The other side does not have it, and says to try later. */
	| { readonly state: 'deferred'; readonly reason: string; readonly said: string; readonly afterMs?: number }
	/** It is not tried again. `undeliverable`: no message will ever arrive at this address. */
	| { readonly state: 'failed'; readonly reason: string; readonly said: string; readonly undeliverable?: true }
	/** It may have left. */
	| { readonly state: 'unknown'; readonly said: string }
	/** It certainly did not leave, through no fault of its own: the permission is gone, or the way is closed. */
	| { readonly state: 'returned'; readonly closed: boolean; readonly said: string };

/** A way out, opened for one lane of a run by one worker. */
export interface Way {
	/** Recipients of one batch, at most. */
	readonly batch: number;
	/** Batches under way at once. */
	readonly atOnce: number;
	/**
	 * Makes and hands over the messages of a batch. Every recipient is settled exactly once; what it throws settles the rest as
	 * `unknown`.
	 */
	send(batch: readonly Recipient[], settle: (recipient: Recipient, outcome: Outcome) => void): Promise<void>;
	close(): void;
}

export interface Channel {
	readonly word: Word;
	/** What of a person it writes to; null: nothing that is known yet. */
	readonly address: 'email' | 'phone' | null;
	/** Whether every message goes to the other side at a price of its own (else by batch). */
	readonly open: (customerId: number, plan: Plan, lane: PlanLane) => Promise<Way>;
}
