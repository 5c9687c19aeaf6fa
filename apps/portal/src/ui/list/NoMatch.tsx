import { useKitTexts } from '../texts.ts';
import styles from './DataList.module.css';

/** No result of a search or filter: one line and the way out, no drawing. */
export function NoMatch({ onClear }: { onClear: () => void }) {
	const t = useKitTexts();
	return (
		<p className={styles.none}>
			{t('noMatch')}{' '}
			<button type="button" className="link" onClick={onClear}>
				{t('clearFilters')}
			</button>
		</p>
	);
}
