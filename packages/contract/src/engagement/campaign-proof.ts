/** The proof of a campaign that is printed: what the printing house would get, looked at before it is executed. */
import * as z from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';
import { HEAVY } from '../limits.ts';
import { SKIP_REASONS } from './campaign-runs.ts';
import { Campaign } from './campaigns.ts';
import { editors, failure, inDomain, one, query } from './of-campaign.ts';

/** Whose pages are worth a look: any, those with the most to print, those abroad, those whose signs the font lacks. */
export const PROOF_GROUPS = ['usual', 'longest', 'abroad', 'missing'] as const;
export type ProofGroup = (typeof PROOF_GROUPS)[number];

/** People of one group, at most. */
export const MOST_PROOFS = 10;

const side = z.number();
/** `isElsewhere`: the other font has it. */
const Sign = z.object({ sign: z.string(), isElsewhere: z.boolean() });

export const CampaignProof = z.object({
	channel: z.int(),
	/** `unready`: what stands in the way comes first; `building`: people are still counted. */
	state: z.enum(['building', 'ready', 'unready']),
	/** As people call them: the own font, and the one that signs are taken from that it lacks. */
	fonts: z.object({ own: z.string(), other: z.string() }),
	/** In millimetres, from the upper left of the page as it is cut. */
	measures: z.object({
		page: z.object({ width: side, height: side }),
		bleed: side,
		/** Around the page in the file, for marks. */
		slug: side,
		address: z.object({ x: side, y: side, width: side, height: side }),
		folds: z.array(side),
		/** Sides of a sheet that are printed on. */
		sides: z.int(),
	}),
	/** Who gets one. */
	people: z.int(),
	/** Why the rest of the audience gets none. */
	left: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.int() })),
	/** Pages with anything on them, as they are paid. */
	printed: z.int(),
	/** Sheets of paper. */
	sheets: z.int(),
	units: z.array(z.object({ units: z.int(), people: z.int() })),
	/** Every leaflet was made for the numbers; else they are told from some of them. */
	isExact: z.boolean(),
	priceMicros: z.int(),
	baseMicros: z.int(),
	costMicros: z.int(),
	currency: z.string(),
	ms: z.number(),
	/** By country, most people first: its code, and a place there as it is printed. */
	countries: z.array(z.object({ country: z.string(), place: z.string(), people: z.int() })),
	/** Signs of the leaflet's own words that no font has which may be used. */
	text: z.array(Sign),
	/** Signs of people's names, addresses and attributes that the own font lacks, and how many people have them. */
	lacking: z.array(Sign.extend({ people: z.int() })),
	/** What was chosen for them. */
	signs: z.object({ other: z.boolean(), leaveOut: z.boolean() }),
	groups: z.record(z.enum(PROOF_GROUPS), z.array(z.object({ person: Id, name: z.string() })).max(MOST_PROOFS)),
});
export type CampaignProof = z.infer<typeof CampaignProof>;

export const campaignProof = call({
	...inDomain,
	...one,
	method: 'GET',
	path: '/manage/campaign/{id}/proof',
	about:
		'What a campaign on paper comes to before it is executed: pages, sheets and cost to the unit, who gets one, who is left out and why, addresses by country, signs that no font has, and whose pages are worth a look. To a domain’s own admin names, places and signs are those of people who are known on their domains; numbers are of all. 404 where nothing of the campaign is printed; 403 not_allowed as for a rehearsal.',
	answer: CampaignProof,
	may: editors,
	failure,
	limits: HEAVY,
});

const people = z.union([Id, z.array(Id).max(MOST_PROOFS)]).transform((given) => [given].flat());

export const campaignProofFile = call({
	...inDomain,
	...one,
	query: z.object({ ...query, person: people.describe('luvallaIds of people whom the campaign reaches, at most ten.') }),
	method: 'GET',
	path: '/manage/campaign/{id}/proof/file',
	about:
		'The pages of these people as the printing house would get them (PDF): same drawing, bleed, crop and fold marks, pictures and codes, with a red frame where the font lacks a sign. 404 for whoever gets none by the campaign, or is known on none of the asker’s domains; 422 proof_fails where the leaflet cannot be made.',
	answer: z.string(),
	file: 'application/pdf',
	may: editors,
	failure: 'We could not make the proof.',
	limits: HEAVY,
});

export const chooseSigns = call({
	...inDomain,
	...one,
	method: 'PUT',
	path: '/manage/campaign/{id}/signs',
	about:
		'Chooses what becomes of people whose signs the font of a campaign on paper lacks: they are taken from the other font where it has them (`other`), and who still lacks one is left out (`leaveOut`). A published campaign stays published. 409 campaign_running.',
	body: z.object({ other: z.boolean(), leaveOut: z.boolean() }),
	answer: Campaign,
	may: editors,
	failure: 'Could not update campaign',
	success: 'Campaign updated successfully.',
});
