/** Files that a run's messages are, where a channel makes files: which there are, who took them, and the files themselves. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CHANNELS } from '../channels.ts';
import { At, Id } from '../fields.ts';
import { HEAVY } from '../limits.ts';
import { SKIP_REASONS } from './campaign-runs.ts';
import { editors, failure, inDomain, ofRun, one } from './of-campaign.ts';

/** How a file is made: as it is (`whole`), or as a network reads it. */
export const FILE_FORMS = ['whole', 'google', 'meta'] as const;
export type FileForm = (typeof FILE_FORMS)[number];

/**
 * What is done with it at the other side: these people are added, or taken out again; or it is what they are shown. `addresses`: where the
 * messages of the file beside it go, in its order.
 */
export const FILE_KINDS = ['add', 'remove', 'creative', 'addresses'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** A file is kept, or made again, for so many days. */
export const FILE_DAYS = 30;

export const CampaignFile = z.object({
	channel: z.int(),
	form: z.enum(FILE_FORMS),
	kind: z.enum(FILE_KINDS),
	/** Column heads, in their order; empty: it is no table. */
	columns: z.array(z.string()),
	/** What the other side has to be told beside it, as it names it itself: `ad_user_data: GRANTED`. */
	fields: z.array(z.string()),
	/** People in it as things stand. */
	rows: z.int(),
	/** Names of the purposes that it rests on. */
	purposes: z.array(z.string()),
	/** What these say now, in each language in which they are asked. */
	words: z.array(
		z.object({ purpose: Id, version: z.int(), wording: z.record(z.string(), z.object({ name: z.string(), about: z.string() })) }),
	),
	/** Every language of these words names the network of the form; null: it goes to none. */
	isNamed: z.boolean().nullable(),
	/** Its first rows as things stand, hashes shortened; empty: nobody is in it, or it is not the asker's to see. */
	sample: z.array(z.array(z.string())),
	/** Of `remove` for a network: why its people may not be there any more. */
	reasons: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.int() })),
	madeAt: At,
	/** From when on it cannot be taken any more; null: for as long as the run is known. */
	goesAt: At.nullable(),
	/** It can be taken now: it is not too old, and nobody in it was erased. */
	isThere: z.boolean(),
	/** The last time. */
	takenAt: At.nullable(),
	/** The mail address of who took it. */
	takenBy: z.string().nullable(),
	/**
	 * Of `remove`: people are to be taken out at the other side, and nobody took the file that says who. Of a leaflet's file they are rows of
	 * its addresses: who said no after it was made.
	 */
	due: z.boolean(),
});
export type CampaignFile = z.infer<typeof CampaignFile>;

export const campaignFiles = call({
	...inDomain,
	...one,
	query: z.object(ofRun),
	method: 'GET',
	path: '/manage/campaign/{id}/files',
	about:
		'Files that the messages of a run are, by channel and form: how many people are in each, on which purposes it rests, who took it. Where people of a file that was taken may not be in it any more, a file that removes them is due.',
	answer: z.array(CampaignFile),
	may: editors,
	failure,
	limits: HEAVY,
});

export const campaignFile = call({
	...inDomain,
	...one,
	query: z.object({
		...ofRun,
		channel: z.coerce
			.number()
			.int()
			.min(0)
			.max(CHANNELS.length - 1),
		form: z.enum(FILE_FORMS).default('whole'),
		kind: z.enum(FILE_KINDS).default('add'),
	}),
	method: 'GET',
	path: '/manage/campaign/{id}/file',
	about:
		'One of these files, as a download whose name says campaign, channel, form, purpose, day and count. Everybody of a list for a network is asked for their permission once more; a leaflet’s file is as its run made it, and `remove` has the rows of its addresses whose people said no since; that it was taken, and by whom, is kept. 404 file_gone when it is too old or somebody in it was erased; 409 file_not_taken for a removal of what nobody took. Only the own site asks it from a browser: 403 origin_not_allowed. A domain’s own admin takes it where everybody in it is known on their domains: else 403 file_of_others.',
	answer: z.string(),
	file: 'application/octet-stream',
	may: editors,
	failure: 'We could not make the file.',
	limits: HEAVY,
});
