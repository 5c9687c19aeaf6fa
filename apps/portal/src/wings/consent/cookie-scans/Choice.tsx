/** How fair the choice on a site's banner is, point by point: closed where all of them hold. */
import type { ScanChoice } from '@luvalla/contract/consent/scans';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './scans.module.css';
import { useScanTexts } from './texts.ts';

export function Choice({ choice: { points } }: { choice: ScanChoice }) {
	const t = useScanTexts();
	const language = useLanguage();
	const held = points.filter(({ ok }) => ok).length;
	return (
		<details className={styles.choice} open={held < points.length}>
			<summary>{t('choice', { held, all: points.length })}</summary>
			<p className={styles.quiet}>{t('choiceWhy')}</p>
			<ul>
				{points.map(({ code, ok, sentence, measured }) => {
					const Icon = ok ? IconCheck : IconX;
					return (
						<li key={code} className={ok ? undefined : styles.unfair}>
							<Icon size={16} stroke={2} role="img" aria-label={t(ok ? 'holds' : 'fails')} className={ok ? styles.good : styles.bad} />
							<span>{sentence[language]}</span>
							<span className={`num ${styles.quiet}`}>{measured}</span>
						</li>
					);
				})}
			</ul>
		</details>
	);
}
