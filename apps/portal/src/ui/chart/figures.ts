/** The dashboard's numbers from the counts of this period and the one before. */
import { consentRate } from '@luvalla/contract/consent/consent-rate';
import type { DomainCounts } from '@luvalla/contract/insight/counts';
import type { Delta } from './Tiles.tsx';

/** The consent rate of a period. */
export const rateOf = ({ choices, acceptedAll, acceptedSome }: Pick<DomainCounts, 'choices' | 'acceptedAll' | 'acceptedSome'>) =>
	consentRate({ choices, accepted: acceptedAll + acceptedSome });

/** A part of all choices; 0 without choices. */
export const shareOf = (part: number, counts: DomainCounts): number => (counts.choices === 0 ? 0 : part / counts.choices);

/** How changes are written. */
export interface Written {
	share: (share: number) => string;
	points: (points: number) => string;
	/** The time before held nothing to compare with. */
	noneBefore: string;
	noChange: string;
}

const directionOf = (change: number): Delta['direction'] => (change > 0 ? 'up' : change < 0 ? 'down' : 'none');

/** How far a count moved against the period before. @param moreIsGood undefined: it is neither */
export function countDelta(now: number, before: number, write: Written, moreIsGood?: boolean): Delta {
	if (now === before) return { text: write.noChange, direction: 'none' };
	if (before === 0) return { text: write.noneBefore, direction: 'none' };
	const change = now / before - 1;
	return {
		text: write.share(Math.abs(change)),
		direction: directionOf(change),
		...(moreIsGood !== undefined && { good: change > 0 === moreIsGood }),
	};
}

/** How far a share moved, in points. */
export function pointsDelta(now: number | null, before: number | null, write: Written, moreIsGood: boolean): Delta {
	if (now === null || before === null) return { text: now === before ? write.noChange : write.noneBefore, direction: 'none' };
	const change = Math.round((now - before) * 1000) / 10;
	if (change === 0) return { text: write.noChange, direction: 'none' };
	return { text: write.points(Math.abs(change)), direction: directionOf(change), good: change > 0 === moreIsGood };
}
