/** What is known of a person, as calls answer it: every name there, null where nothing is known. */
import type { ProfileFacts } from '@luvalla/contract/profiles/profiles.ts';
import type { Facts } from './facts.ts';

export const shownFacts = (facts: Facts, seenAt: Date | undefined): ProfileFacts => ({
	firstName: facts.firstName ?? null,
	lastName: facts.lastName ?? null,
	street: facts.street ?? null,
	postalCode: facts.postalCode ?? null,
	city: facts.city ?? null,
	country: facts.country ?? null,
	locale: facts.locale ?? null,
	timeZone: facts.timeZone ?? null,
	attributes: facts.attributes ?? {},
	seenAt: seenAt?.toISOString() ?? null,
});
