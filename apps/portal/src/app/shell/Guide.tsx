import { IconHelpCircle } from '@tabler/icons-react';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';

/** The side tab at the right edge: same place on every page, at the drawer's edge while it is open. */
export function GuideTab({ opened, onToggle }: { opened: boolean; onToggle: () => void }) {
	const t = useShellTexts();
	return (
		<button type="button" className={styles.tab} aria-expanded={opened} aria-controls="guide" onClick={onToggle}>
			<span className={styles.sideways}>
				<IconHelpCircle size={15} stroke={1.75} aria-hidden="true" />
				{t('guideMe')}
			</span>
		</button>
	);
}
