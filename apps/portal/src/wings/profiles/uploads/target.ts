/** What a column becomes, as a word that a select can hold, and back. */
import { ANSWER_PARTS, attributeNameOf, FACTS, type Target } from '@luvalla/contract/profiles/uploads';

/** `consent:…` and `segment:…` carry the id. */
export const wordOf = (target: Target): string => {
	switch (target.to) {
		case 'fact':
			return `fact:${target.fact}`;
		case 'consent':
			return `consent:${target.purposeId}`;
		case 'segment':
			return `segment:${target.segmentId}`;
		case 'answer':
			return `answer:${target.part}`;
		default:
			return target.to;
	}
};

interface Given {
	/** Of the column. */
	readonly name: string;
	readonly samples: readonly string[];
	/** Its place, and the column whose day it takes if it becomes a consent; null: none offers itself. */
	readonly place: number;
	readonly days: number | null;
	readonly purposeIds: readonly string[];
}

/** A target of this word, with what is usual for it. */
export const targetOf = (word: string, { name, samples, place, days, purposeIds }: Given): Target => {
	const [to = '', of = ''] = word.split(':');
	const on = days === null ? { date: '' } : { column: days };
	switch (to) {
		case 'email':
		case 'externalId':
		case 'luvallaId':
			return { to };
		case 'day':
		case 'name':
			return { to };
		case 'phone':
			return { to, country: 'FI' };
		case 'fact':
			return { to, fact: FACTS.find((one) => one === of) ?? 'firstName' };
		case 'attribute':
			return { to, key: attributeNameOf(name) || 'attribute', kind: 'text' };
		case 'consent':
			return { to, purposeId: of, source: '', on };
		case 'segment':
			return { to, segmentId: of };
		case 'status':
			return {
				to,
				words: Object.fromEntries(samples.map((one) => [one, 'nothing' as const])),
				purposeIds: [...purposeIds],
				on: days === null || days === place ? null : { column: days },
			};
		case 'answer':
			return { to, part: ANSWER_PARTS.find((one) => one === of) ?? 'value' };
		default:
			return { to: 'nothing' };
	}
};

/** Columns whose day another one takes become `day`, and are left out again when none does. */
export const withDays = (targets: readonly Target[]): Target[] => {
	const taken = new Set(
		targets.flatMap((one, place) => {
			const on = one.to === 'consent' || one.to === 'status' ? one.on : null;
			// A column of moments at which people left is its own day.
			return on !== null && 'column' in on && on.column !== place ? [on.column] : [];
		}),
	);
	return targets.map((one, place) => {
		if (taken.has(place)) return { to: 'day' };
		return one.to === 'day' ? { to: 'nothing' } : one;
	});
};

/** The column that may hold the day of this one. An answer's mostly stands beside it; one further to the left is a day of something else. */
export const daysOf = (place: number, targets: readonly Target[]): number | null => {
	const next = targets.findIndex((one, n) => n > place && (one.to === 'day' || (one.to === 'attribute' && one.kind === 'date')));
	return next < 0 ? null : next;
};
