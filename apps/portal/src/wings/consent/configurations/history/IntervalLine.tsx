/** A difference with its interval as a line around zero. The same stands in words beside it, so it is not read aloud. */
import { useLanguage } from '#portal/lib/say.ts';
import styles from './history.module.css';
import { pointsText } from './numbers.ts';
import { useHistoryTexts } from './texts.ts';

interface IntervalLineProps {
	/** Differences of shares, -1 to 1. */
	difference: { value: number; low: number; high: number };
}

/** The drawing reaches at least this far to both sides, so that a small difference looks small. */
const LEAST_REACH = 0.05;

export function IntervalLine({ difference: { value, low, high } }: IntervalLineProps) {
	const t = useHistoryTexts();
	const language = useLanguage();
	const reach = Math.max(LEAST_REACH, Math.abs(low), Math.abs(high)) * 1.1;
	/** Place of a difference along the line, in percent. */
	const at = (difference: number): number => 50 + (difference / reach) * 50;
	return (
		<div className={styles.interval} aria-hidden="true">
			<div className={styles.axis}>
				<span className={styles.zero} />
				<span className={styles.span} style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
				<span className={styles.dot} style={{ left: `${at(value)}%` }} />
			</div>
			<div className={styles.scale}>
				<span className="num">{pointsText(-reach, language)}</span>
				<span>{t('zero')}</span>
				<span className="num">{pointsText(reach, language)}</span>
			</div>
		</div>
	);
}
