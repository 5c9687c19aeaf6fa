/** What goes to Luvalla and what comes back. Moments are ISO 8601 in UTC, as `new Date().toISOString()` writes them. */

/** Who somebody is: any of these, or several that belong to one person. `externalId` is your own. */
export interface Person {
	luvallaId?: string;
	email?: string;
	/** International form, as `+358401234567`. */
	phone?: string;
	externalId?: string;
}

/** Text (a day as YYYY-MM-DD), a number, or true and false. */
export type Value = string | number | boolean;

/** What every person may have. */
export interface Traits {
	firstName: string | null;
	lastName: string | null;
	street: string | null;
	postalCode: string | null;
	city: string | null;
	/** ISO 3166-1 alpha-2, as `FI`. */
	country: string | null;
	/** As `fi-FI`. */
	locale: string | null;
	/** As `Europe/Helsinki`. */
	timeZone: string | null;
}

/** What is given takes the place of what was known, null takes it away, what is left out stays. */
export interface ProfileChange extends Partial<Traits> {
	person: Person;
	/** Up to 100 of one person and 32 kB. */
	attributes?: Record<string, Value | null>;
}

/** Why one item of a batch was not taken, and which of its fields does not fit. */
export interface Refusal {
	code: string | null;
	fields: Record<string, string> | null;
}
export interface ProfileOutcome extends Refusal {
	outcome: 'created' | 'updated' | 'unchanged' | 'refused';
	luvallaId: string | null;
}

export interface Profile extends Traits {
	/** Null for a stranger. */
	luvallaId: string | null;
	attributes: Record<string, Value>;
	seenAt: string | null;
	identifiers: { kind: 'email' | 'phone' | 'externalId'; value: string; confirmedAt: string | null }[];
	consents: PresentConsent[];
	segments: { id: string; name: string }[];
}

/** What somebody said about a purpose. A no is always taken; a yes needs its `source`. */
export interface Consent {
	/** A UUIDv7 of yours whose millisecond is `at`. */
	id?: string;
	person: Person;
	/** Id or name. */
	purpose: string;
	/** Of the wording; by default the one in force at `at`. */
	version?: number;
	value: boolean;
	/** When the person said it. */
	at: string;
	/** Where, so that somebody can follow it up: `Paper form, Turku shop`. */
	source?: string;
	language?: string;
}
export interface ConsentOutcome {
	outcome: 'stored' | 'known' | 'refused';
	code: string | null;
	/** Of one that is malformed what cannot be read; of a no that was taken what was left out of it. */
	fields: Record<string, string> | null;
	recordId: string | null;
	luvallaId: string | null;
	/** Whether it is the person's present answer. */
	holds: boolean;
}
export interface PresentConsent {
	purposeId: string;
	purpose: string;
	domainId: string;
	/** Null: never answered. */
	value: boolean | null;
	/** The only thing to act upon. */
	permitted: boolean;
	version: number | null;
	at: string | null;
	how: string | null;
	recordId: string | null;
}
export interface Identification {
	luvallaId: string;
	records: { id: string; outcome: 'linked' | 'known' | 'unknown_record' | 'linked_elsewhere'; recordId: string | null; holds: boolean }[];
	refused: { purpose: string; recordId: string | null; code: string | null }[];
}

/** What somebody did. Without `id` and `at` it happens now, under an id that is made once. */
export interface NewEvent {
	id?: string;
	at?: string;
	person: Person;
	type: string;
	properties?: Record<string, Value>;
}
export interface EventOutcome extends Refusal {
	outcome: 'stored' | 'known' | 'refused';
	luvallaId: string | null;
}
export interface MemberOutcome extends Refusal {
	outcome: 'added' | 'removed' | 'unchanged' | 'refused';
	luvallaId: string | null;
}
