/** What is said of a scan in its head: what came of it in a sentence, and its facts. */
import type { CookieScanDetail } from '@luvalla/contract/consent/cookie-scans';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './scans.module.css';
import { useScanTexts } from './texts.ts';

type Texts = ReturnType<typeof useScanTexts>;

/** What came of it, in a sentence. */
export const titleOf = (scan: CookieScanDetail, asked: number, t: Texts): string => {
	const { domain, status, counts } = scan;
	if (status === 'waiting') return t('waitingFor', { domain });
	if (status === 'running') return t('scanning', { domain });
	if (status === 'cancelled') return t('wasCancelled', { domain });
	if (status !== 'done') return t('couldNot', { domain });
	if (counts.early > 0) return t('earlyTitle', { count: counts.early });
	if (asked > 0) return t('asksEarly', { count: asked });
	return t(scan.way === 'none' ? 'nobodyAsked' : 'nothingEarly');
};

const tookText = ({ startedAt, endedAt }: CookieScanDetail, t: Texts): string | null => {
	if (startedAt === null || endedAt === null) return null;
	const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
	return seconds < 60 ? t('tookSeconds', { seconds }) : t('tookMinutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
};

/** When, where, how long, and how it was chosen. */
export function ScanFacts({ scan }: { scan: CookieScanDetail }) {
	const t = useScanTexts();
	const took = tookText(scan, t);
	return (
		<span className={styles.facts}>
			<ExactTime at={scan.createdAt} seconds={false} />
			<span className="mono">{scan.url}</span>
			{scan.counts.pages > 0 ? <span>{t('pagesVisited', { count: scan.counts.pages })}</span> : null}
			{took === null ? null : <span className="num">{took}</span>}
			{scan.way === null ? null : <span>{t(`way_${scan.way}`)}</span>}
			{scan.choice ? <span>{t(scan.choice.points.every(({ ok }) => ok) ? 'choiceEqual' : 'choiceUnequal')}</span> : null}
		</span>
	);
}
