/**
 * Domain properties: keys and values that a website reads at run time (calls.md section 7, 'Domains and properties'). What is written waits
 * until the set is submitted; websites read the submitted one (`/cmp/d/{domainId}/properties.json`).
 */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { Id, words } from '../fields.ts';

/** Of one domain, those that wait for their deletion included; one more is 422 too_many_properties. */
export const MOST_PROPERTIES = 100;
export const PROPERTY_VALUE_MAX = 2000;
export const PROPERTY_KEY_MAX = 100;

/** What submitting would do with it; `none`: websites read it as it stands. */
export const PROPERTY_CHANGES = ['none', 'added', 'changed', 'deleted'] as const;
export const PropertyChange = z.enum(PROPERTY_CHANGES);
export type PropertyChange = z.infer<typeof PropertyChange>;

const Key = z.string().regex(new RegExp(`^[A-Za-z][\\w.-]{0,${PROPERTY_KEY_MAX - 1}}$`), {
	error: 'Begin with a letter; then letters, digits, dots, hyphens and underscores',
});
const Value = words(PROPERTY_VALUE_MAX);

export const DomainProperty = z.object({
	id: Id,
	/** Unique on the domain. */
	key: z.string(),
	value: z.string(),
	/** Websites read it once it is submitted. */
	active: z.boolean(),
	change: PropertyChange,
	/** What websites read now; null: nothing under this key. */
	live: z.string().nullable(),
	domainId: Id,
	domain: z.string(),
	changedAt: z.string(),
});
export type DomainProperty = z.infer<typeof DomainProperty>;

/** The domain as the portal has it; DOMAIN_KEY decides, and another one here is 404. */
const CurrentDomain = z.object({ id: Id }).optional();

const onDomain = { on: 'domain', of: 'domain:header', failure: 'error occured' } as const;
const readers = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const invalid = 'Please enter valid domain details';

export const domainProperties = call({
	...onDomain,
	method: 'GET',
	path: '/manage/domain/properties',
	about: 'Properties of the domain of DOMAIN_KEY, with what submitting would change. Search by key and value; filter: change.',
	query: z.object({ ...listQuery, filter: filterQuery({ change: PropertyChange }) }),
	answer: z.array(DomainProperty),
	paged: true,
	may: readers,
});

export const addDomainProperty = call({
	...onDomain,
	method: 'POST',
	path: '/manage/domain/properties',
	about: 'Adds a property, which waits for the submission. 409 property_known; 422 too_many_properties.',
	body: z.object({ property: z.object({ key: Key, value: Value, active: z.boolean().default(true) }), currentDomain: CurrentDomain }),
	answer: DomainProperty,
	may: readers,
	invalid,
	success: 'Domain property added successfully.',
});

export const changeDomainProperty = call({
	...onDomain,
	method: 'PUT',
	path: '/manage/domain/properties',
	about: 'Changes a property, which waits for the submission; one that waited for its deletion stays. 409 property_known.',
	body: z.object({
		id: Id,
		property: z.object({ key: Key, value: Value, active: z.boolean().optional() }),
		currentDomain: CurrentDomain,
	}),
	answer: DomainProperty,
	may: readers,
	invalid,
	success: 'Domain property updated successfully.',
});

export const activateDomainProperty = call({
	...onDomain,
	method: 'PUT',
	path: '/manage/domain/properties/activate',
	about: 'Switches a property on or off (`active`; on, when absent), which waits for the submission.',
	body: z.object({ property: z.object({ id: Id, active: z.boolean().default(true) }), currentDomain: CurrentDomain }),
	answer: DomainProperty,
	may: readers,
	success: 'Domain property updated successfully.',
});

export const deleteDomainProperty = call({
	...onDomain,
	method: 'DELETE',
	path: '/manage/domain/properties',
	about: 'Deletes a property: at once where websites never read it, else with the submission.',
	query: z.object({ id: Id }),
	answer: z.object({ deleted: z.boolean() }),
	may: readers,
	success: 'Domain property deleted successfully.',
});

export const submitDomainProperties = call({
	...onDomain,
	method: 'POST',
	path: '/manage/domain/properties/submit',
	about: 'Publishes what waits, all of it or nothing: websites read it within a minute. 409 nothing_waits.',
	body: z.object({ property: z.unknown().optional(), currentDomain: CurrentDomain }).default({}),
	answer: z.object({
		/** Properties that websites read from now on. */
		live: z.int(),
		/** Changes that were published. */
		published: z.int(),
	}),
	may: readers,
	success: 'Domain properties submitted successfully.',
});

export const domainsForProperty = call({
	...onDomain,
	method: 'GET',
	path: '/manage/domain/properties/domains',
	about: 'Domains of the customer that have a property of the same key, the asked one first: those that the asker may see.',
	query: z.object({ id: Id }),
	answer: z.array(DomainProperty.pick({ id: true, domainId: true, domain: true, value: true, active: true, change: true })),
	may: readers,
});
