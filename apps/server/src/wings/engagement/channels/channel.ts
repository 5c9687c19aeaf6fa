/**
 * What the run engine says to a channel, whichever of the seven it is. A letter goes alone over a kept connection; text messages go in
 * requests of one; pushes in requests of many; a leaflet or a file of hashed addresses takes everybody of a run in one batch. So the
 * unit is a batch of recipients, each of whom comes to an outcome of their own; how large a batch is and how many are under way at
 * once is the channel's to say, and what it costs when nobody answers is the engine's to know.
 *
 * A channel is a folder beside this file and a line of `all.ts`; nobody else asks which channel it is.
 */
import type { TariffPrices } from '@luvalla/contract/billing/tariff.ts';
import type { Channel as Word } from '@luvalla/contract/channels.ts';
import type { FileForm } from '@luvalla/contract/engagement/campaign-files.ts';
import type { CampaignOptions } from '@luvalla/contract/engagement/campaigns.ts';
import type { Rendered } from '@luvalla/contract/engagement/contents.ts';
import type { FastifyInstance } from 'fastify';
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { ConnectorRow } from '../../profiles/wing.ts';
import type { CustomerRow } from '../../tenancy/wing.ts';
import type { Facts, Frozen, Links, Made } from '../message.ts';
import type { Problem } from '../problems.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import type { Address } from './addresses.ts';

/** Somebody whose message may leave now. */
export interface Recipient {
	/** Their place in the run. */
	readonly entry: number;
	readonly address: string;
	/** The id that is kept of them, by which calls name them. */
	readonly person: string;
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

/** What a message is made of. */
export type Dressed = Omit<Recipient, 'mayLeave'>;

/** What became of a message. Each is data: whether it is tried again follows from the state alone. */
export type Outcome =
	/** The other side has it, at this price. `size`: bytes. */
	| { readonly state: 'accepted'; readonly said: string; readonly size: number; readonly costMicros: number }
	/** The other side does not have it, and says to try later. */
	| { readonly state: 'deferred'; readonly reason: string; readonly said: string; readonly afterMs?: number }
	/** It is not tried again. `undeliverable`: no message will ever arrive at this address. */
	| { readonly state: 'failed'; readonly reason: string; readonly said: string; readonly undeliverable?: true }
	/** It may have left. */
	| { readonly state: 'unknown'; readonly said: string }
	/** It certainly did not leave, through no fault of its own: the permission is gone, or the way is closed. */
	| { readonly state: 'returned'; readonly closed: boolean; readonly said: string };

/** The same, whatever it costs. */
export type Unpriced = Exclude<Outcome, { state: 'accepted' }> | Omit<Extract<Outcome, { state: 'accepted' }>, 'costMicros'>;

/** A way out, opened for one lane of a run by one worker. */
export interface Way {
	/** Recipients of one batch, at most. */
	readonly batch: number;
	/** So long a batch that is not full waits for more; absent: it leaves as it is. */
	readonly fillMs?: number;
	/** Batches under way at once. */
	readonly atOnce: number;
	/**
	 * Makes and hands over the messages of a batch. Every recipient is settled exactly once; what it throws settles the rest as
	 * `unknown`.
	 */
	send(batch: readonly Recipient[], settle: (recipient: Recipient, outcome: Outcome) => void): Promise<void>;
	close(): void;
}

/**
 * Messages that leave together as one file, which somebody takes from here: printed letters, hashed addresses. It is made in parts, so that
 * no more than one part's people are held at a time; whoever says no before the file is whole is in none of them.
 */
export interface Sheets {
	/** Recipients of one part, at most. */
	readonly most: number;
	/** Of the file: its media type, and how its name ends. */
	readonly type: string;
	readonly ending: string;
	/** Makes a part. Every recipient is settled exactly once; those who are `accepted` are in it. */
	make(people: readonly Dressed[], settle: (recipient: Dressed, outcome: Outcome) => void): Promise<Buffer>;
	/** The file, out of its parts in the order of their entries. */
	join(parts: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
	/** A table that goes with the file, of the same people in the same order. */
	readonly beside?: {
		readonly type: string;
		readonly ending: string;
		join(parts: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
	};
}

/** A run cannot go on by this channel until somebody puts right what it was begun with. */
export class WayGone extends Error {
	override readonly name = 'WayGone';
	readonly why: 'connector' | 'sender';
	constructor(why: 'connector' | 'sender') {
		super(`The ${why} of a run is gone.`);
		this.why = why;
	}
}

/** What a channel needs of the program. */
export type ChannelParts = Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks'>;

/** Who messages are from, as they say it themselves. */
export type Sender = Facts['sender'];

/** What somebody is about to send. */
export interface Wanted {
	readonly customerId: number;
	readonly customer: Pick<CustomerRow, 'name' | 'address'>;
	readonly options: Pick<CampaignOptions, 'senderId'>;
	/** Null: it goes without. */
	readonly connector: ConnectorRow | null;
	/** What keeps newcomers from their first message is a warning alone. */
	readonly excused: boolean;
}

/** A message that is tried out. */
export interface Trial {
	readonly to: string;
	readonly subject: string;
	readonly html: string;
	readonly text: string;
	/** Where whoever gets it has no more of them. */
	readonly unsubscribe: string;
}

/** A message that belongs to no run: to one address, once. */
export interface Alone extends Trial {
	/** Asked when the other side waits for the message itself: whether it may leave. */
	readonly mayLeave: () => Promise<boolean>;
}

/** What became of one. */
export interface AloneOutcome {
	/** `again`: nothing was taken, and it may be tried later; `unknown`: it may have been taken. */
	readonly state: 'accepted' | 'failed' | 'again' | 'unknown';
	readonly said: string;
}

/** Makes of a made message what leaves. @param isTransactional nobody can leave it */
export type As = (made: Made, to: Pick<Dressed, 'address' | 'links'>, isTransactional: boolean) => Made;

/** How messages of a run go. */
export interface Going {
	readonly connector: ConnectorRow | null;
	readonly plan: Pick<Plan, 'isTransactional' | 'options'>;
}

/** Messages that are a text alone, which is priced while it is written. */
export interface Texts {
	/** Its alphabet and parts. */
	partsOf(text: string): NonNullable<Rendered['sms']>;
	/** By which it may leave, by name. */
	connectors(tx: Tx, customerId: number): Promise<ConnectorRow[]>;
}

interface AnyChannel {
	readonly word: Word;
	readonly address: Address;
	/** The kind of connector that it goes through. */
	readonly connector: string;
	/**
	 * What leaves is given to others, who do with it as they were told: nothing is without a yes, and whoever says no to sale and sharing is
	 * left out.
	 */
	readonly shares?: true;
	/** What leaves of a made message, where that is more than what was written. */
	as?(parts: Pick<ChannelParts, 'secrets' | 'settings'>, customerId: number, connector: ConnectorRow | null): As;
	/** Units of a message as it leaves, each of which is paid for; absent: it is one. @throws TemplateFailed where it would not leave */
	unitsOf?(made: Made, to: Dressed, by: Going): number;
	/** Makes somebody's message before any leaves, where more keeps it from leaving than its template. @throws TemplateFailed */
	tries?(frozen: Frozen, plan: Plan): Promise<(to: Dressed) => unknown>;
	/** Its messages are a text alone, of which it is said while it is written what it costs; absent: they are not. Goes with `unitsOf`. */
	readonly texts?: Texts;
	/**
	 * What one unit of it costs by this connector, in millionths of the currency: a message, or a part of one (`units`). Where the connector
	 * has no price of its own, the tariff's.
	 */
	price(connector: ConnectorRow | null, tariff: TariffPrices): number;
	/** What each message costs besides, whatever its units; absent: nothing. */
	base?(connector: ConnectorRow | null): number;
	/** Whether a message goes through no connector at all; absent: none does. */
	byItself?(frozen: Frozen): boolean;
	/** Whether it goes without any connector here. */
	goesWithout(settings: Kernel['settings']): boolean;
	/** What keeps it from being sent so, and what keeps nobody from it and should not go unsaid. */
	canSend(tx: Tx, parts: Pick<ChannelParts, 'settings'>, wanted: Wanted): Promise<{ problems: Problem[]; warnings: Problem[] }>;
	sender(parts: ChannelParts, customerId: number, senderId: string | null): Promise<Sender>;
	/** What names a message to the other side; null: nothing. */
	reference(listedId: string, sender: Sender): string | null;
	/** Tries messages of a domain out, one to each. Null: it was taken; else why not, in the other side's words. Absent: by letter. */
	try?(kernel: ChannelParts & Pick<Kernel, 'jobs'>, customerId: number, domainId: string, trial: Trial): Promise<string | null>;
	/**
	 * Sends a letter of a domain alone, in the customer's own name: by its one mail server, from a sender that the DNS bears out. Null: the
	 * customer has none.
	 */
	alone?(kernel: ChannelParts, customerId: number, domainId: string, message: Alone): Promise<AloneOutcome | null>;
	/** Calls of its own, beside those of all channels. */
	calls?(kernel: Kernel): Route[];
	/** Addresses of ours that the other side asks for, to say what it has to say later. */
	addresses?(app: FastifyInstance, kernel: Kernel): void;
	/** Worker's part: listens for what the other side says later. Answers how to stop; null: it says nothing. */
	reports(kernel: Kernel): Promise<(() => Promise<void>) | null>;
}

/** One whose messages are handed over, each or many at a time. */
export interface HandingChannel extends AnyChannel {
	/** Everything but handing it over: what a dress rehearsal does. */
	rehearse(parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane, runId: string): Promise<Way>;
	/** @throws WayGone */
	open(parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane, runId: string): Promise<Way>;
}

/** What somebody is known by, for whoever knows them by it too. */
export interface Known {
	readonly email: string | null;
	readonly phone: string | null;
	readonly firstName: string | null;
	readonly lastName: string | null;
	readonly postalCode: string | null;
	readonly city: string | null;
	readonly country: string | null;
}

/** What is known of a recipient whose address is a mail address or a telephone number. */
export const knownOf = ({ address, facts: { person } }: Pick<Dressed, 'address' | 'facts'>): Known => ({
	email: address.includes('@') ? address : (person.email ?? null),
	phone: address.includes('@') ? (person.phone ?? null) : address,
	firstName: person.first_name ?? null,
	lastName: person.last_name ?? null,
	postalCode: person.postal_code ?? null,
	city: person.city ?? null,
	country: person.country ?? null,
});

/** A list as one side reads it. */
export interface Form {
	readonly word: Exclude<FileForm, 'whole'>;
	readonly columns: readonly string[];
	/** What the other side asks for beside the file. */
	readonly fields: readonly string[];
	/** What a text says that names the network. */
	readonly named: RegExp;
	/** Cells of somebody; null: nothing of theirs names them there. */
	cells(known: Known): readonly string[] | null;
}

/** One whose messages are a file. */
export interface FilingChannel extends AnyChannel {
	/**
	 * Its file is a list of people, which each side wants in a form of its own: it is made when it is taken, of those who still permit it, and
	 * nothing of it is kept. Absent: the file is taken as the run made it.
	 */
	readonly forms?: readonly Form[];
	/**
	 * What is printed of people is looked at before it is made. Absent: nothing of it is a page.
	 */
	readonly prints?: Prints;
	/** Of the table beside its file the head and the rows of these entries. Absent: there is no such table. */
	rowsOf?(table: AsyncIterable<Buffer>, entries: ReadonlySet<number>): AsyncIterable<Buffer>;
	/** @param of which run; `rehearsal`: nothing of it is kept @throws WayGone */
	sheets(parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane, of: SheetsOf): Promise<Sheets>;
}

export interface SheetsOf {
	readonly runId: string;
	readonly rehearsal: boolean;
}

/** A sign that is not in the own font. */
export interface Lacking {
	readonly sign: string;
	/** The other font has it. */
	readonly isElsewhere: boolean;
}

/** Measures of a printed page in millimetres, from the upper left of what is left when it is cut. */
export interface PrintMeasures {
	readonly page: { readonly width: number; readonly height: number };
	readonly bleed: number;
	/** Around the page, for marks. */
	readonly slug: number;
	readonly address: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
	readonly folds: readonly number[];
	/** Sides of a sheet that are printed on. */
	readonly sides: number;
}

export interface Prints {
	/** The fonts, as people call them: the own one, and where signs are taken from that it lacks. */
	readonly fonts: { readonly own: string; readonly other: string };
	/** Signs that the own font has, as ranges within brackets of a regular expression of PostgreSQL. */
	ownSigns(): string;
	measures(connector: ConnectorRow | null): PrintMeasures;
	/** As the printing house would get it of these people, with empty boxes marked. @throws TemplateFailed, of the first that cannot be made */
	proof(parts: ChannelParts, customerId: number, frozen: Frozen, going: Going, people: readonly Dressed[]): Promise<Buffer>;
	/** Signs that the own font lacks of what everybody reads: its words without what they say of people, and these besides. */
	written(frozen: Frozen, besides: readonly string[]): Lacking[];
	/** Signs of somebody's message that the own font lacks. @throws TemplateFailed */
	lacking(made: Made, to: Dressed, going: Going): Lacking[];
	/** The country that it is posted in, as a code. */
	home(connector: ConnectorRow | null): string;
	/** A postal address by the rules of where it is; null: it is none. */
	postal(facts: Pick<Facts, 'person'>, connector: ConnectorRow | null): { readonly country: string; readonly place: string } | null;
}

export type Channel = HandingChannel | FilingChannel;

export const isFiling = (channel: Channel): channel is FilingChannel => 'sheets' in channel;
