/**
 * News that travels upward within one transaction: every hook there is. Whoever stands below tells or asks; wings above
 * subscribe at their start. What a hook throws ends the transaction. Ids only: the ground knows no wing.
 */
import type { How } from '@luvalla/contract/consent/ledger.ts';
import type { Need } from '@luvalla/contract/insight/needs.ts';
import type { SiteMessage } from '@luvalla/contract/placement.ts';
import type { Lost, Stays, UsedSegment } from '@luvalla/contract/tenancy/deletion-requests.ts';
import type { Scope } from './access/decide.ts';
import type { Pieces } from './http/json-file.ts';
import type { InTx } from './storage/lists.ts';
import type { Words } from './storage/mentions.ts';
import type { Tx } from './storage/storage.ts';

/** Some persons of a customer, by their luvallaIds. */
export interface Persons {
	readonly customerId: number;
	readonly persons: readonly string[];
}

/** Persons of whom something is not what it was. */
export interface Touched extends Persons {
	/** Those of them whom this transaction has made known, with their numbers: nothing else is kept of them yet. */
	readonly newcomers?: ReadonlyMap<string, number>;
}

/** The same, with the numbers that were theirs. */
export interface Forgotten extends Persons {
	readonly numbers: readonly number[];
}

/** Answers of known people were written. */
export interface Answered {
	readonly customerId: number;
	readonly answers: readonly {
		/** The kept id, and the one that was named. */
		readonly person: string;
		readonly own: string;
		readonly how: How;
		readonly at: Date;
		readonly purposeId: string;
		readonly value: boolean;
		readonly recordId: string;
		/** Whether it is the present answer. */
		readonly holds: boolean;
	}[];
}

/** Somebody who confirmed a form. */
export interface SignedUp {
	readonly customerId: number;
	readonly domainId: string;
	readonly person: string;
	/** `firstName`, `attributes.size`. */
	readonly facts: Readonly<Record<string, string>>;
}

/** Something known of somebody beside what they are known by; without a key their name. */
export interface Searched {
	readonly key?: string;
	readonly value: string | number | boolean;
}

/** `gone` leads on to `kept` from now on. */
export interface Merged {
	readonly customerId: number;
	readonly kept: string;
	readonly gone: string;
}

/** `gone` is somebody of their own again. */
export interface Unmerged {
	readonly customerId: number;
	readonly gone: string;
	/** The id it led to. */
	readonly from: string;
	/** Who was one with whom until then: this one's way, and all others of those who were one. */
	readonly edges: readonly { readonly gone: string; readonly kept: string; readonly mergedAt: Date }[];
}

/** One person, all ids of whom are named, as somebody looks at them. */
export interface Looked {
	readonly customerId: number;
	readonly kept: string;
	readonly members: readonly string[];
	/** To a domain's own admin what belongs to these; null: everything. */
	readonly domainIds: readonly string[] | null;
}

/** Somebody known, on a page of a domain. */
export interface Visiting {
	readonly customerId: number;
	readonly domainId: string;
	readonly person: string;
	/** Ids of messages that were closed or followed there. */
	readonly over: readonly string[];
}

/** To whom of a customer something is told. */
export interface ForWhom {
	readonly customerId: number;
	/** To a domain's own admin what belongs to these; null: everything. */
	readonly domainIds: readonly string[] | null;
}

/** A domain that is to be deleted with everything of it. */
export interface OfDomain {
	readonly customerId: number;
	readonly domainId: string;
	/** Its host name. */
	readonly host: string;
}

/** What a wing keeps of a domain, in rows. */
export interface DomainHolds {
	readonly lost?: Partial<Readonly<Record<Lost, number>>>;
	readonly stays?: Partial<Readonly<Record<Stays, number>>>;
	/** People whom connectors sent to somebody else. */
	readonly atOthers?: number;
}

/** What a wing has erased of a domain in one transaction. */
export interface ErasedPiece {
	/** Rows by table; none at all: nothing is left. */
	readonly rows: Readonly<Record<string, number>>;
	/** Ids of what is gone: values that the activity keeps of these go, too. */
	readonly things?: readonly string[];
}

/** What a wing puts into the file of one person. */
export interface KeptPart {
	readonly members: Readonly<Record<string, unknown>>;
	/** What may be long, in transactions of its own. */
	readonly lists: Readonly<Record<string, (inTx: InTx) => AsyncIterable<Pieces>>>;
}

const news = <N>() => {
	const listeners = new Set<(tx: Tx, news: N) => Promise<void>>();
	return {
		/** Answers how to stop. */
		on(hear: (tx: Tx, news: N) => Promise<void>): () => void {
			listeners.add(hear);
			return () => void listeners.delete(hear);
		},
		async tell(tx: Tx, said: N): Promise<void> {
			for (const hear of listeners) await hear(tx, said);
		},
	};
};

const question = <Q, A>() => {
	const answering = new Set<(tx: Tx, question: Q) => Promise<A>>();
	return {
		/** Answers how to stop. */
		on(answer: (tx: Tx, question: Q) => Promise<A>): () => void {
			answering.add(answer);
			return () => void answering.delete(answer);
		},
		/** What each has to say. */
		async ask(tx: Tx, asked: Q): Promise<A[]> {
			const answers: A[] = [];
			for (const answer of answering) answers.push(await answer(tx, asked));
			return answers;
		},
	};
};

/** A segment, and the domain beside whose own things its users are sought; null: all of them. */
export interface AskedSegment {
	readonly customerId: number;
	readonly segmentId: string;
	readonly but: string | null;
}

/** Something that uses a segment or an audience, by its name, and the domain that it stands on; null: the customer's. */
export interface NamedUser {
	readonly name: string;
	readonly domainId: string | null;
}

export const createHooks = () => ({
	answered: news<Answered>(),
	/** Somebody confirmed a sign-up form: what they typed beside their address, by field. */
	signedUp: news<SignedUp>(),
	merged: news<Merged>(),
	unmerged: news<Unmerged>(),
	/** What these are known by, or what holds of them, is not what it was: whoever keeps sets of people looks again. Kept ids. */
	touched: news<Touched>(),
	/** Everything kept of these goes, in the same transaction: they are erased. All who are one together. */
	erased: news<Persons>(),
	/** Nothing is known of these any more. */
	forgotten: news<Forgotten>(),
	/** Somebody is erased at a customer: what else names them by these words goes in the same transaction. They may stay known by others. */
	forgottenWords: news<Persons & { readonly words: Words }>(),
	/** Of which of these something is still held. */
	holds: question<Persons, readonly string[]>(),
	/** Of these segments those that an answer given on the scope's domain may put people into. */
	choosable: question<{ readonly scope: Scope; readonly segments: readonly string[] }, readonly string[]>(),
	/** Of these segments those that may be used on the scope's domain, whatever fills them. */
	usableSegments: question<{ readonly scope: Scope; readonly segments: readonly string[] }, readonly string[]>(),
	/** The domain of the customer whose banner may be shown on pages of a host: live on the host itself, or sharing its choice with it. */
	bannerOn: question<{ readonly customerId: number; readonly host: string }, string | null>(),
	/** Whether anything was ever published or recorded under a domain's host name. */
	usedDomain: question<{ readonly customerId: number; readonly domainId: string }, boolean>(),
	/** A domain on whose host nothing happened has another one: what names it by its host does so by the new one. */
	domainRenamed: news<OfDomain>(),
	/** Whether anything stands on a domain that would be lost with it: drafts, records, people known there, segments, campaigns. */
	standsOn: question<{ readonly customerId: number; readonly domainId: string }, boolean>(),
	/** A domain on which nothing stood is deleted: what was only noted about it goes. */
	domainGone: news<{ readonly customerId: number; readonly domainId: string }>(),
	/** A domain is off every list, and may be brought back: what acts for it by itself rests. */
	domainLeaves: news<OfDomain>(),
	/** It was brought back: what rested since goes on. */
	domainReturns: news<OfDomain>(),
	/** What is kept of a domain. */
	domainHolds: question<OfDomain, DomainHolds>(),
	/** Erases a piece of it, some hundred rows of each table; asked until nobody has anything left. In an erasure's transaction. */
	eraseDomain: question<OfDomain & { readonly erasure: string }, ErasedPiece>(),
	/** What rests on a segment above, so that it may not be deleted. */
	segmentInUse: question<AskedSegment, readonly NamedUser[]>(),
	/** What above is still to take its people from an audience, so that it may not be deleted. */
	audienceInUse: question<{ readonly customerId: number; readonly audienceId: string }, readonly NamedUser[]>(),
	/** Segments of the domain that something of another domain refers to. */
	usedSegments: question<OfDomain, readonly UsedSegment[]>(),
	/** These segments of the domain are another domain's from now on. Answers how many. */
	giveSegments: question<OfDomain & { readonly segments: readonly string[]; readonly to: string }, number>(),
	/** Signs a text with the key of the ledger; the line before keeps it from being taken for anything else. */
	signed: question<{ readonly line: string; readonly text: string }, { readonly signature: string; readonly keyId: string }>(),
	/** What is kept of somebody who has an account, by names that go into their file; asked outside of any customer. */
	keptOfUser: question<{ readonly userId: string; readonly email: string }, Readonly<Record<string, unknown>>>(),
	/** What these are called, by kept ids; nobody without a name. */
	called: question<Persons, ReadonlyMap<string, string>>(),
	/** What these may be searched by beside what they are known by, by kept ids. */
	searched: question<Persons, ReadonlyMap<string, readonly Searched[]>>(),
	/** What else is kept of a person at a customer, for the file of everything. */
	keptOfPerson: question<Looked, KeptPart>(),
	/** Messages that wait for somebody on the page they visit, and may be shown now. */
	siteMessages: question<Visiting, readonly SiteMessage[]>(),
	/** How many records of consents a customer was given to store from one moment to another. */
	storedRecords: question<{ readonly customerId: number; readonly from: Date; readonly to: Date }, number>(),
	/** What waits for somebody, at most some twenty of each kind. */
	needs: question<ForWhom, readonly Need[]>(),
	/** These records are about to be erased, and stand at these places of the customer's log: whoever counted them notes that they went. */
	recordsGo: news<{
		readonly customerId: number;
		readonly records: readonly { readonly position: number; readonly at: Date; readonly id: string }[];
	}>(),
	/** When anything was last written of any of these: a merge stands after it. */
	lastWritten: question<Persons, Date | null>(),
});
export type Hooks = ReturnType<typeof createHooks>;
