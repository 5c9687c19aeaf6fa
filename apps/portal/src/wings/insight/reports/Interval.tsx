import type { Share } from '@luvalla/contract/consent/rates';
import { percentRangeText, percentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './Rates.module.css';

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** A share as a bar, its 95 % interval as a whisker on it, and both in numbers; nothing when nobody answered. */
export function Interval({ share: { value, low, high } }: { share: Share }) {
	const language = useLanguage();
	if (value === null || low === null || high === null) return '—';
	return (
		<span className={styles.interval}>
			<span className={styles.track} aria-hidden="true">
				<span className={styles.fill} style={{ width: percent(value) }} />
				<span className={styles.whisker} style={{ left: percent(low), width: percent(high - low) }} />
			</span>
			<strong className="num">{percentText(value, language)}</strong>
			<span className="aside whole num">{percentRangeText(low, high, language)}</span>
		</span>
	);
}
