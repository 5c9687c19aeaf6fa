/** Segments: named groups of people, by hand, by file, by choice, by API, or by a rule that keeps itself up to date. */
import * as z from 'zod';
import { call } from '../call.ts';
import { AsRead, Id, line } from '../fields.ts';
import { HEAVY } from '../limits.ts';
import { PersonKey } from '../people/identifiers.ts';
import { Rule } from '../rules.ts';
import { Reach } from './reach.ts';

const readers = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;

/** How somebody came into a segment. `rule`: the segment's own rule holds of them. */
export const MEMBER_HOWS = ['hand', 'file', 'choice', 'api', 'campaign'] as const;
export type MemberHow = (typeof MEMBER_HOWS)[number];

/** Whether the segment's people are all counted: a new rule over many people takes a while. */
export const SET_STATES = ['building', 'ready'] as const;

export const Segment = z.object({
	id: Id,
	name: z.string(),
	/** People in it now, each counted once. */
	count: z.int(),
	weight: z.int(),
	isPublic: z.boolean(),
	cost: z.number(),
	isDomainSpecific: z.boolean(),
	isCustomerSpecific: z.boolean(),
	isAdminOnly: z.boolean(),
	customerId: z.int(),
	customerName: z.string(),
	domainId: Id.nullable(),
	domain: z.string().nullable(),
	isActive: z.boolean(),
	rule: Rule.nullable(),
	state: z.enum(SET_STATES),
	/** How its people came, as far as it has any. */
	sources: z.array(z.enum([...MEMBER_HOWS, 'rule'])),
	createdAt: z.string(),
	changedAt: z.string(),
	/** A domain's own admin changes and deletes segments of their domains alone; of others they use what they may. */
	can: z.object({ change: z.boolean() }),
});
export type Segment = z.infer<typeof Segment>;

export const SegmentCount = z.object({ id: Id, count: z.int() });
export type SegmentCount = z.infer<typeof SegmentCount>;

const Written = z.object({
	name: line(120).min(1, { error: 'Write this text' }),
	weight: z.int().min(0).max(1_000_000),
	isPublic: z.boolean(),
	/** In the customer's currency, for one person. */
	cost: z.number().min(0).max(1_000_000),
	isDomainSpecific: z.boolean(),
	isCustomerSpecific: z.boolean(),
	isAdminOnly: z.boolean(),
	/** Taken from the asker's scope, whatever is sent. */
	customerId: z.int().optional(),
	customerName: z.string().max(200).optional(),
	/** The domain of a domain's own segment; without it the domain of the call. */
	domainId: Id.nullish(),
	/** Of a new one the same by its host name. */
	domain: z.string().max(253).nullish(),
	/** As it is specified: true on create and update, whatever is sent. */
	isActive: z.boolean(),
	rule: Rule.nullish(),
});
const { weight, isPublic, cost, isDomainSpecific, isCustomerSpecific, isAdminOnly, isActive } = Written.shape;
export const NewSegment = Written.extend({
	weight: weight.default(0),
	isPublic: isPublic.default(true),
	cost: cost.default(0),
	isDomainSpecific: isDomainSpecific.default(false),
	isCustomerSpecific: isCustomerSpecific.default(false),
	isAdminOnly: isAdminOnly.default(false),
	isActive: isActive.default(true),
	id: z.union([Id, z.literal('')]).nullish(),
});
export type NewSegment = z.output<typeof NewSegment>;

const inScope = { on: 'customer', of: 'domain:header-or-customer', failure: 'error occured' } as const;
const query = { customerId: z.coerce.number().int().optional() };

export const segments = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/segment',
	about:
		'Segments that may be used on the domain, or, without DOMAIN_KEY, anywhere the asker may see: those of the customer that are public, the domain’s own, those for who answers for the customer, and to ADMIN those of the platform. `segments` is `data` again; `counts` has the people of each.',
	query: z.object(query),
	answer: z.array(Segment),
	beside: z.object({ segments: z.array(Segment), counts: z.array(SegmentCount) }),
	may: readers,
});

export const segmentCount = call({
	...inScope,
	method: 'GET',
	path: '/user/segmentcount',
	about: 'How many people each segment has that the asker may use.',
	query: z.object(query),
	answer: z.array(SegmentCount),
	beside: z.object({ counts: z.array(SegmentCount) }),
	may: readers,
});

const rules =
	'409 segment_known when a segment of this name is there already. A rule is checked against what is known: 422 not_usable by field; 422 rule_circle when it would refer to itself. What a domain’s own admin adds is of one of their domains (422 whose_segment); their rules count events of their own domains alone (`domains` of a condition).';

export const addSegment = call({
	...inScope,
	method: 'POST',
	path: '/manage/domain/segment',
	about: `Adds a segment. With a rule it fills itself and follows facts within 2 seconds, clocks within a minute. ${rules} It is of the domain that \`domainId\` or \`domain\` (its host name) names, else of that of the call. Only ADMIN may make one that is admin only.`,
	query: z.object(query),
	body: NewSegment,
	answer: Segment,
	may: readers,
	success: 'Segment added successfully.',
});

export const changeSegment = call({
	...inScope,
	method: 'PUT',
	path: '/manage/domain/segment',
	about: `Changes a segment; what is not sent stays as it is. 409 changed_meanwhile. ${rules} A segment with people by hand takes no rule (409 has_members), and a rule’s segment none by hand. Whatever is saved is active. 403 foreign_segment for a domain’s own admin where it is not one of their domains’. Its rule, and whose it is: 403 ground_segment, or confirm_identity, where a purpose rests on the segment (\`basisSegment\`, or a rule of one asks about it): that takes whoever answers for the customer, with fresh proof.`,
	query: z.object(query),
	body: Written.partial().extend({ id: Id, changedAt: AsRead }),
	answer: Segment,
	may: readers,
	success: 'Segment updated successfully.',
});

export const removeSegment = call({
	...inScope,
	method: 'DELETE',
	path: '/manage/domain/segment',
	about:
		'Deletes a segment. 409 segment_used when an audience, a purpose’s basis, a campaign that is not over, a triggered send that was not stopped or another segment’s rule refers to it; 403 foreign_segment as when changing.',
	query: z.object({ ...query, id: Id }),
	answer: z.object({ id: Id }),
	may: readers,
	success: 'Segment deleted successfully.',
});

/** Most that one call puts in or takes out. */
export const MEMBERS_AT_ONCE = 1000;

const members = {
	...inScope,
	params: z.object({ id: Id }),
	query: z.object(query),
	body: z.object({ people: z.array(PersonKey).min(1).max(MEMBERS_AT_ONCE) }),
	answer: z.object({
		/** Of those named. */
		changed: z.int(),
		unchanged: z.int(),
		/** Places in `people` of those who lead to nobody. */
		unknown: z.array(z.int()),
		count: z.int(),
	}),
	may: readers,
} as const;

export const addMembers = call({
	...members,
	method: 'POST',
	path: '/manage/domain/segment/{id}/members',
	about:
		'Puts known people into a segment by hand. Who is not known is left out and named by place. 409 has_rule: a rule’s segment fills itself. 403 ground_segment, or confirm_identity, where a purpose rests on the segment (`basisSegment`, or a rule of one asks about it): that takes whoever answers for the customer, with fresh proof.',
	success: 'People added successfully.',
});

export const removeMembers = call({
	...members,
	method: 'POST',
	path: '/manage/domain/segment/{id}/members/remove',
	about:
		'Takes people out of a segment, however they came into it. 409 has_rule as when adding; 403 foreign_segment as when changing; ground_segment, confirm_identity where a purpose rests on a rule that leaves out who is in it.',
	success: 'People removed successfully.',
});

/** Somebody in a segment, as far as the asker may see who it is. */
export const SegmentMember = z.object({
	luvallaId: Id,
	name: z.string().nullable(),
	email: z.string().nullable(),
	/** How they came; empty in a rule's segment. */
	hows: z.array(z.object({ how: z.enum(MEMBER_HOWS), at: z.string() })),
});
export type SegmentMember = z.infer<typeof SegmentMember>;

export const segmentMembers = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/segment/{id}/members',
	about: 'People of a segment, those who became known last first. `before` is the `next` of the page before.',
	params: z.object({ id: Id }),
	query: z.object({
		...query,
		before: z.coerce.number().int().min(0).optional().describe('Only people whose number is below this one.'),
		size: z.coerce.number().int().min(1).max(100).default(25).describe('Rows on a page.'),
	}),
	answer: z.object({ people: z.array(SegmentMember), next: z.int().nullable(), count: z.int() }),
	may: readers,
});

/** Of customers with more people than this a preview does not count whom channels reach: it would carry everybody's number. */
export const PREVIEW_REACHED = 1_000_000;

/** A line of a rule being written: its place, how many people it holds of alone, and together with the lines of its group before it. */
export const LineCount = z.object({ path: z.array(z.int()), alone: z.int(), soFar: z.int() });
export type LineCount = z.infer<typeof LineCount>;

export const previewRule = call({
	...inScope,
	method: 'POST',
	path: '/manage/domain/segment/preview',
	about:
		'Counts a rule that is being written, exactly: all of it, and each of its lines alone and together with what stands before it, and whom of those it holds of each channel may reach by consent. Nothing is kept. 422 as when a segment is added.',
	query: z.object(query),
	body: z.object({ rule: Rule, segmentId: Id.optional() }),
	answer: z.object({
		count: z.int(),
		/** All people of the customer; to a domain’s own admin those known on their domains. */
		of: z.int(),
		lines: z.array(LineCount),
		/** Null while `state` is building or that is being counted for the first time, and where there are more people than this is counted of. */
		reach: z.array(Reach).nullable(),
		/** Building: a segment that the rule asks about is not all counted yet, and the counts are those so far. */
		state: z.enum(['building', 'ready']),
		ms: z.number(),
	}),
	may: readers,
	limits: HEAVY,
});

export const RULE_KINDS = ['text', 'number', 'date', 'choice', 'yesno'] as const;

/** Something a rule may ask about. */
export const OfferedField = z.object({
	/** `city`, `attribute.shoeSize`, `consent.<purpose>`, `event.order`, `segment.<id>`. */
	key: z.string(),
	kind: z.enum(RULE_KINDS),
	group: z.enum(['person', 'attribute', 'consent', 'event', 'segment']),
	/** The name of what it is about: a purpose, a segment, an attribute as its maker wrote it. */
	name: z.string(),
	operators: z.array(z.string()).optional(),
	choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
	/** Of events: what may be asked of each of them. */
	properties: z.array(z.object({ key: z.string(), kind: z.enum(RULE_KINDS) })).optional(),
});
export type OfferedField = z.infer<typeof OfferedField>;

export const ruleFields = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/segment/fields',
	about: 'What a rule may ask about, with what has been seen of the customer’s people: attributes, purposes, kinds of events, segments.',
	query: z.object(query),
	answer: z.array(OfferedField),
	may: readers,
});

export const fieldValues = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/segment/values',
	about: 'Values of a text field that begin so, the most frequent among the people asked first, at most 20.',
	query: z.object({ ...query, field: z.string().max(300), property: z.string().max(100).optional(), q: z.string().max(100).default('') }),
	answer: z.array(z.object({ value: z.string(), count: z.int() })),
	may: readers,
	limits: HEAVY,
});

/** One condition, looked at for one person. */
export const Finding = z.object({
	path: z.array(z.int()),
	holds: z.boolean(),
	/** What the person has there, in words of data: a value, a date, a number of events; null: nothing. */
	value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
	/** When it will be otherwise if nothing new happens; null: never by itself. */
	until: z.string().nullable(),
});
export type RuleFinding = z.infer<typeof Finding>;

export const whyMember = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/segment/{id}/why/{person}',
	about:
		'Why somebody is in a segment, or why not: how they came, or each condition of the rule with what it finds of them; `first` is the first that failed.',
	params: z.object({ id: Id, person: Id }),
	query: z.object(query),
	answer: z.object({
		in: z.boolean(),
		hows: SegmentMember.shape.hows,
		findings: z.array(Finding),
		first: z.array(z.int()).nullable(),
	}),
	may: readers,
});
