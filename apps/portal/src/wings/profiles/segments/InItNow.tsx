/** How many are in a segment now, or would be by the rule that is being written. */
import { type Segment, segmentCount } from '@luvalla/contract/profiles/segments';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import styles from './segments.module.css';
import { useSegmentTexts } from './texts.ts';
import type { usePreview } from './use-preview.ts';

const EVERY_MS = 3000;

interface InItNowProps {
	segment: Segment | null;
	ruled: boolean;
	/** The rule is as it was saved. */
	sameRule: boolean;
	preview: ReturnType<typeof usePreview>;
	/** Lines that are not finished. */
	left: number;
}

export function InItNow({ segment, ruled, sameRule, preview, left }: InItNowProps) {
	const t = useSegmentTexts();
	const language = useLanguage();
	const { data, stale, building, error } = preview;
	const byHand = segment !== null && !ruled;
	const count = useSegmentCount(byHand ? segment : null);
	const shown = ruled ? data?.count : count;
	return (
		<section className={styles.part} aria-busy={stale || building}>
			<div className={styles.partHead}>
				<h2>{segment !== null && sameRule ? t('inItNow') : t('wouldBe')}</h2>
				{shown === undefined ? null : (
					<Badge hue="teal" icon="sun">
						{t('live')}
					</Badge>
				)}
				<span className={styles.aside}>
					{stale ? t('counting') : data && ruled ? t('countedIn', { ms: numberText(Math.max(1, Math.round(data.ms)), language) }) : null}
				</span>
			</div>
			{ruled && error ? (
				<Failed sentence={t('notCounted')} error={error} onRetry={() => void preview.refetch()} />
			) : (
				<>
					<p className={styles.big} data-stale={stale || undefined} aria-live="polite">
						{ruled && (building || (stale && shown === undefined)) ? (
							<Skeleton component="span" display="inline-block" height={44} width={120} />
						) : shown === undefined ? (
							'—'
						) : (
							<NumberText value={shown} />
						)}
					</p>
					<p className="aside">
						{!ruled ? t('eachOnce') : data ? t('ofPeople', { count: data.of }) : stale || building ? t('eachOnce') : t('notYet')}
						{ruled && data && left > 0 ? `. ${t('unfinished', { count: left })}` : null}
					</p>
					{building || (segment?.state === 'building' && sameRule) ? <p className="aside">{t('stillBuilding')}</p> : null}
				</>
			)}
		</section>
	);
}

/** Of a segment that is filled by people: it changes while the page is open. */
function useSegmentCount(segment: Segment | null): number | undefined {
	const counts = useQuery({
		...asQuery(segmentCount, { query: {} }, { customerId: segment?.customerId ?? null, domainId: null }),
		enabled: segment !== null,
		refetchInterval: EVERY_MS,
	});
	return counts.data?.data.find(({ id }) => id === segment?.id)?.count ?? segment?.count;
}
