/** The dashboard's numbers from the counts of this period and the one before. */
import type { DomainCounts } from '@luvalla/contract/insight/counts';
import type { Delta } from '#portal/ui/Tiles.tsx';

/** Share of choices with at least one yes; null without choices. */
export const rateOf = (counts: Pick<DomainCounts, 'choices' | 'acceptedAll' | 'acceptedSome'>): number | null =>
	counts.choices === 0 ? null : (counts.acceptedAll + counts.acceptedSome) / counts.choices;

/** A part of all choices; 0 without choices. */
export const shareOf = (part: number, counts: DomainCounts): number => (counts.choices === 0 ? 0 : part / counts.choices);

const directionOf = (change: number): Delta['direction'] => (change > 0 ? 'up' : change < 0 ? 'down' : 'none');

/** How far a count moved against the period before; nothing to say when that was empty. */
export function countDelta(now: number, before: number, write: (share: number) => string, moreIsGood?: boolean): Delta | undefined {
	if (before === 0) return undefined;
	const change = now / before - 1;
	return {
		text: write(Math.abs(change)),
		direction: directionOf(change),
		good: moreIsGood === undefined ? undefined : change > 0 === moreIsGood,
	};
}

/** How far a share moved, in points. */
export function pointsDelta(
	now: number | null,
	before: number | null,
	write: (points: number) => string,
	moreIsGood: boolean,
): Delta | undefined {
	if (now === null || before === null) return undefined;
	const change = Math.round((now - before) * 1000) / 10;
	return { text: write(Math.abs(change)), direction: directionOf(change), good: change > 0 === moreIsGood };
}
