/** Audiences: segments joined within a domain, counted exactly, each person once, with whom may be reached by which channel. */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { CHANNELS } from '../channels.ts';
import { AsRead, Id, line, SoughtId } from '../fields.ts';
import { REACH_REASONS, Reach } from './reach.ts';
import { SegmentMember } from './segments.ts';

const readers = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;

/** portal.md, Status labels: 0 Draft … 4 Completed, 5 Approved. */
export const AUDIENCE_DRAFT = 0;
export const AUDIENCE_APPROVED = 5;

export const AudienceSegment = z.object({ segmentId: Id, segmentName: z.string() });

export const Audience = z.object({
	id: Id,
	title: z.string(),
	segments: z.array(AudienceSegment),
	/** Purposes (the specification's consents) of which each must hold a yes. */
	consents: z.array(Id),
	domain: z.string(),
	domainId: Id,
	/** In all of the segments; else in any. */
	isAnd: z.boolean(),
	status: z.int(),
	userid: z.string().nullable(),
	createdAt: z.string(),
	changedAt: z.string(),
});
export type Audience = z.infer<typeof Audience>;

/** A segment by its id, alone or as the specification's item. */
const Given = z.union([Id, z.object({ segmentId: Id, segmentName: z.string().max(200).optional() })]);
/** Most segments that one audience joins. */
export const AUDIENCE_SEGMENTS = 50;
const List = z.array(Given).max(AUDIENCE_SEGMENTS);

const Written = z.object({
	title: line(120).min(1, { error: 'Write this text' }),
	segments: List.optional(),
	/** The same list under the specification's other name. */
	segmentList: List.optional(),
	consents: z.array(Id).max(20).optional(),
	domain: z.string().max(253).optional(),
	isAnd: z.boolean(),
	/** Begins at 0 and changes by approving, whatever is sent. */
	status: z.int().optional(),
	userid: z.string().max(100).nullish(),
});

const inDomain = { on: 'customer', of: 'domain:header-or-customer', failure: 'error occured' } as const;
const query = { customerId: z.coerce.number().int().optional() };

export const audiences = call({
	...inDomain,
	method: 'GET',
	path: '/manage/audience',
	about: 'Audiences of the domain, or without DOMAIN_KEY of every domain the asker may see; by the filter `id` one of them.',
	query: z.object({ ...listQuery, ...query, filter: filterQuery({ status: z.coerce.number().int(), id: SoughtId }) }),
	answer: z.array(Audience),
	paged: true,
	may: readers,
});

export const addAudience = call({
	...inDomain,
	method: 'POST',
	path: '/manage/audience',
	about:
		'Adds an audience on the domain of DOMAIN_KEY, or on the one named in `domain`, with status 0. 409 audience_known; 422 unknown_segment.',
	query: z.object(query),
	body: Written.extend({ isAnd: Written.shape.isAnd.default(true), id: z.union([Id, z.literal('')]).nullish() }),
	answer: Audience,
	may: readers,
	invalid: 'Please enter valid audidence details',
	success: 'Audience added successfully.',
});

export const changeAudience = call({
	...inDomain,
	method: 'PUT',
	path: '/manage/audience',
	about:
		'Changes an audience; what is not sent stays as it is. One that was approved is a draft again when its people change. 409 audience_known, changed_meanwhile; 422 unknown_segment.',
	query: z.object(query),
	body: Written.partial().extend({ id: Id, changedAt: AsRead }),
	answer: Audience,
	may: readers,
	failure: 'Could not update audience',
	invalid: 'Please enter valid audidence details',
	success: 'Audience updated successfully.',
});

export const approveAudience = call({
	...inDomain,
	method: 'POST',
	path: '/manage/audience/{id}/approve',
	about:
		'Approves an audience: campaigns may use it. 422 empty_audience when it names neither a segment nor a consent; 409 changed_meanwhile.',
	params: z.object({ id: Id }),
	query: z.object({ ...query, changedAt: AsRead }),
	answer: Audience,
	may: readers,
	success: 'Audience approved successfully.',
});

export const removeAudience = call({
	...inDomain,
	method: 'DELETE',
	path: '/manage/audience',
	about:
		'Deletes an audience. 409 audience_used, with the names of what uses it as far as you may see them, while a campaign that has not ended has it, or a connector that is on brings it out.',
	query: z.object({ ...query, id: Id }),
	answer: z.object({ id: Id }),
	may: readers,
	invalid: 'Please enter valid audidence details',
	success: 'Audience deleted successfully.',
});

/** Said when an address names an audience that is not there: calls.md section 8. */
export const INVALID_AUDIENCE = 'Invalid Audience';

const listed = z
	.string()
	.max(3000)
	.default('')
	.transform((ids) =>
		ids
			.split(',')
			.map((id) => id.trim())
			.filter((id) => id !== ''),
	)
	.pipe(z.array(Id).max(AUDIENCE_SEGMENTS));

const chosen = {
	...query,
	segments: listed.describe('Ids of segments, with commas between them.'),
	IsOr: z.enum(['true', 'false']).default('false').describe('true: in any of them; false: in all of them.'),
	consents: listed.describe('Ids of purposes that each must have said yes to, with commas between them.'),
};

export const estimateAudience = call({
	...inDomain,
	method: 'GET',
	path: '/manage/audience/estimate',
	about:
		'How many people the segments make together, exactly, each counted once: after each of them in the order given, and who of all of them may be reached by consent. With no segment and no consent it is nobody. 404 for a segment that the asker may not use, 422 unknown_consent for a consent that is none of the domain’s or of those the asker sees. `state` is building while a set is not all counted yet: the counts are those so far, and nothing is said of who may be reached.',
	query: z.object(chosen),
	answer: z.object({
		count: z.int(),
		/** Everybody whom the asker may see: to a domain’s own admin those known on their domains. */
		of: z.int(),
		/** After the first, the first two, …; consents come last. */
		steps: z.array(z.object({ id: Id, alone: z.int(), soFar: z.int() })),
		/** Null while `state` is building. */
		reach: z.array(Reach).nullable(),
		state: z.enum(['building', 'ready']),
		ms: z.number(),
	}),
	may: readers,
});

export const audiencePeople = call({
	...inDomain,
	method: 'GET',
	path: '/manage/audience/people',
	about:
		'People of the segments chosen, or of those the ones that a channel does not reach for a reason; the newest first. `size` 10 is a sample.',
	query: z.object({
		...chosen,
		channel: z.enum(CHANNELS).optional(),
		reason: z.enum(REACH_REASONS).optional(),
		before: z.coerce.number().int().min(0).optional().describe('Only people whose number is below this one.'),
		size: z.coerce.number().int().min(1).max(100).default(10).describe('Rows on a page.'),
	}),
	answer: z.object({ people: z.array(SegmentMember.omit({ hows: true })), next: z.int().nullable(), count: z.int() }),
	may: readers,
});

export const consentCriteria = call({
	...inDomain,
	method: 'GET',
	path: '/consent',
	about: 'Purposes of the domain that may be asked for as criteria of an audience, by their names in the asker’s language.',
	query: z.object(query),
	answer: z.array(z.object({ id: Id, name: z.string(), domain: z.string(), yes: z.int() })),
	may: readers,
});
