/** Whom each channel may reach of those whom a rule finds as it is written. */
import { ChannelBars } from '#portal/ui/chart/ChannelBars.tsx';
import styles from './segments.module.css';
import { useSegmentTexts } from './texts.ts';
import type { usePreview } from './use-preview.ts';

/** Nothing is shown where it is not counted: who has no rule yet, and customers with more people than a preview counts this of. */
export function MayBeReached({ preview: { data, stale, error } }: { preview: ReturnType<typeof usePreview> }) {
	const t = useSegmentTexts();
	if (data === null || data.reach === null || error) return null;
	const { reach, count } = data;
	return (
		<section className={styles.part} aria-busy={stale}>
			<div className={styles.partHead}>
				<h2>{t('reach')}</h2>
				<span className={styles.aside}>{t('reachNow')}</span>
			</div>
			<div className={styles.reach} data-stale={stale || undefined}>
				<ChannelBars counts={(channel) => reach.find((one) => one.channel === channel)?.reachable} most={count} />
			</div>
		</section>
	);
}
