/** The first thing a report says: a number, what it counts, and how it moved. */
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { countDelta } from '#portal/ui/chart/figures.ts';
import { DeltaText } from '#portal/ui/chart/Tiles.tsx';
import { useWritten } from '#portal/ui/chart/use-written.ts';
import styles from './Reports.module.css';
import { useReportTexts } from './texts.ts';

interface AnswerProps {
	/** Undefined while loading. */
	now: number | undefined;
	before: number | undefined;
	/** What is counted, after the number. */
	children: string;
	/** The same of one. */
	one: string;
	moreIsGood?: boolean;
}

export function Answer({ now, before, children, one, moreIsGood }: AnswerProps) {
	const t = useReportTexts();
	const language = useLanguage();
	const write = useWritten();
	const waits = now === undefined || before === undefined;
	// Its lines stand before its number, so that nothing below moves when that comes.
	return (
		<span className={styles.answer} data-waits={waits ? '' : undefined} aria-hidden={waits || undefined}>
			<strong>{numberText(now ?? 0, language)}</strong> <span>{now === 1 ? one : children}</span>{' '}
			<DeltaText {...countDelta(now ?? 0, before ?? 0, write, moreIsGood)} />
			<span className={styles.than}>{t('thanBefore')}</span>
		</span>
	);
}
