/** Tests of the domain that have ended: what was kept, and what they had found by then. */
import type { BannerTest } from '@luvalla/contract/consent/rates';
import { DateText } from '#portal/ui/times.tsx';
import styles from './history.module.css';
import { VerdictText } from './TestCard.tsx';
import { useHistoryTexts } from './texts.ts';

export function EarlierTests({ tests }: { tests: readonly BannerTest[] }) {
	const t = useHistoryTexts();
	if (tests.length === 0) return null;
	return (
		<section className={styles.earlier}>
			<h3>{t('earlier')}</h3>
			<ul>
				{tests.map((test) => (
					<li key={test.id}>
						<p>
							{t('earlierLine', {
								first: test.first.version,
								second: test.second.version,
								kept: test.kept === test.second.folder ? test.second.version : test.first.version,
							})}
						</p>
						<p className={styles.quiet}>
							<DateText at={test.startedAt} /> – {test.endedAt ? <DateText at={test.endedAt} /> : null} · <VerdictText test={test} />
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
