import type { Connector } from '@luvalla/contract/profiles/connectors';
import styles from './connectors.module.css';
import { useConnectorTexts } from './texts.ts';

/** The last twelve runs, the newest at the right: how many rows, and which failed. */
export function RunBars({ runs }: { runs: Connector['runs'] }) {
	const t = useConnectorTexts();
	if (runs.length === 0) return <span className="note">{t('noRuns')}</span>;
	const most = Math.max(1, ...runs.map(({ rows }) => Math.sqrt(rows)));
	const failed = runs.filter(({ state }) => state === 'failed').length;
	return (
		<span className={styles.bars} role="img" aria-label={t('runsText', { count: runs.length, failed })}>
			{runs.map(({ id, state, rows }) => (
				<span
					key={id}
					className={styles.bar}
					data-state={state}
					style={{ height: `${state === 'failed' ? 20 : 3 + (17 * Math.sqrt(rows)) / most}px` }}
				/>
			))}
		</span>
	);
}
