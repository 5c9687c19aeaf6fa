/** An audience while it is being made. */
import type { Audience } from '@luvalla/contract/profiles/audiences';

/** Whom it is of: what the estimate is asked about. */
export interface Choice {
	/** Ids of segments, in the order in which they were chosen. */
	readonly segments: readonly string[];
	/** Ids of purposes that each must have said yes to. */
	readonly consents: readonly string[];
	/** In all of the segments; else in any. */
	readonly isAnd: boolean;
}
export interface Draft extends Choice {
	readonly title: string;
}

export const NEW_DRAFT: Draft = { title: '', segments: [], consents: [], isAnd: true };
export const draftOf = ({ title, segments, consents, isAnd }: Audience): Draft => ({
	title,
	segments: segments.map(({ segmentId }) => segmentId),
	consents,
	isAnd,
});

export const sameDraft = (one: Draft, other: Draft): boolean => JSON.stringify(written(one)) === JSON.stringify(written(other));
const written = ({ title, segments, consents, isAnd }: Draft) => [title, segments, consents, isAnd];

/** The calls' query of a choice. */
export const chosenQuery = ({ segments, consents, isAnd }: Choice) => ({
	segments: segments.join(','),
	IsOr: isAnd ? ('false' as const) : ('true' as const),
	consents: consents.join(','),
});

/** Nobody is asked for. */
export const isNobody = ({ segments, consents }: Choice): boolean => segments.length + consents.length === 0;

/** Adds an id at the end, or takes it out. */
export const toggled = (ids: readonly string[], id: string, on: boolean): readonly string[] =>
	on ? [...ids.filter((one) => one !== id), id] : ids.filter((one) => one !== id);
