/** What stands beside an entry in its drawer: why it waits, the global entry that it stands over, or the one it is at odds with. */
import { useLanguage } from '#portal/lib/say.ts';
import type { Whose } from './calls.ts';
import type { Entry } from './entry.ts';
import styles from './repository.module.css';
import { useRepositoryTexts } from './texts.ts';
import { saidWhole } from './words.tsx';

/** @param mayEdit then it is said what saving does */
export function Beside({ entry, whose, mayEdit }: { entry: Entry; whose: Whose; mayEdit: boolean }) {
	const t = useRepositoryTexts();
	const language = useLanguage();
	const { global, conflict } = entry;
	return (
		<>
			{mayEdit && whose !== null && entry.source !== 'own' ? <p className={styles.note}>{t('copies')}</p> : null}
			{entry.reason === '' ? null : <p className={styles.note}>{entry.reason}</p>}
			{global ? (
				<p className={styles.note}>
					{t('standsOver')} <strong>{saidWhole(global, t, language)}</strong>
				</p>
			) : null}
			{conflict ? (
				<p className={styles.note}>
					{t('conflictIs')}{' '}
					<strong>
						<span className={styles.name}>{conflict.name}</span> · {saidWhole(conflict, t, language)}
					</strong>
					{mayEdit ? t(whose === null ? 'conflictWayGlobal' : 'conflictWay') : null}
				</p>
			) : null}
		</>
	);
}
