/** What stands beside a text message while it is written: who it is from, which answers stop it, and what it costs to send it once. */
import * as z from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';
import { HEAVY } from '../limits.ts';
import { ByLanguage, Language } from './contents.ts';
import { editors, failure, inDomain, query } from './of-campaign.ts';

/** Text messages leave by one of these, which is chosen by the campaign where there are several. */
const TextSender = z.object({
	/** Of its connector. */
	id: Id,
	name: z.string(),
	/** Each sender once: where it writes to, as ISO 3166 codes. The last one, with no country, writes to all others. */
	senders: z.array(
		z.object({
			from: z.string(),
			countries: z.array(z.string()),
			/** It is a name: nobody can answer it. */
			isName: z.boolean(),
		}),
	),
	/** The number that takes answers where the sender is a name; empty: there is none, and the text has a link. */
	answer: z.string(),
	/** Words of its own that stop it. */
	stopWords: z.array(z.string()),
});
export type TextSender = z.infer<typeof TextSender>;

export const textSenders = call({
	...inDomain,
	method: 'GET',
	path: '/manage/content/text/senders',
	about:
		'Who text messages of the customer are from, by connectors that are in use, and the answers that stop them: `stopWords` always, those of a connector besides.',
	query: z.object(query),
	answer: z.object({ stopWords: z.array(z.string()), connectors: z.array(TextSender) }),
	may: editors,
	failure,
});

/** How many people get so many parts in an alphabet, and what that costs. */
const PricedParts = z.object({
	parts: z.int(),
	encoding: z.enum(['GSM-7', 'UCS-2']),
	people: z.int(),
	costMicros: z.int(),
});

export const TextPrice = z.object({
	/** `building`: people are still counted; `unmade`: the text cannot be made, and nobody is counted. */
	state: z.enum(['building', 'ready', 'unmade']),
	/** Of the audience. */
	targeted: z.int(),
	/** Of these, who may be written to by text message. */
	people: z.int(),
	costMicros: z.int(),
	/** Of one part. */
	priceMicros: z.int(),
	currency: z.string(),
	/** By whose price; null: no connector sends text messages, and it is the installation's. */
	connector: z.object({ id: Id, name: z.string() }).nullable(),
	/** Messages that were made for it. */
	made: z.int(),
	/** A message was made for everybody; else it is told from `made`. */
	isExact: z.boolean(),
	/** Whose message cannot be made, or is longer than a text message may be: it costs nothing. */
	failed: z.int(),
	parts: z.array(PricedParts),
	/** The sign that costs most people the larger alphabet; null: nobody's text has one. */
	why: z
		.object({
			sign: z.string(),
			/** It stands in what is written; else in what is known of people. */
			isWritten: z.boolean(),
			people: z.int(),
			/** The word that it stands in for somebody whom the asker may see; null: for nobody of them. */
			word: z.string().nullable(),
			/** Places of that message, and of each of its parts. */
			characters: z.int(),
			each: z.int(),
		})
		.nullable(),
});
export type TextPrice = z.infer<typeof TextPrice>;

export const priceOfText = call({
	...inDomain,
	method: 'POST',
	path: '/manage/content/text/price',
	about:
		'What a text message would cost, sent once to everybody of an audience who may be written to: each message is made by the engine that sends, as the sheet before a campaign counts them. Nothing is saved. 404 for an audience or a connector that the asker does not see; of several connectors one is named.',
	query: z.object(query),
	body: z.object({
		audience: Id,
		connector: Id.nullish().describe('By which it would leave; absent: the first of those that are in use.'),
		language: Language.describe('Of those whose language is not there.'),
		controls: ByLanguage,
	}),
	answer: TextPrice,
	may: editors,
	failure,
	limits: HEAVY,
});
