/** Asks before unsaved edits are lost, whatever wants to leave: a link, a selector, logout. Says what they are, and offers to save them. */
import type { Unsaved } from '#portal/lib/unsaved.ts';
import { LeaveGuard } from '#portal/ui/form/LeaveGuard.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

/** More than these are counted. */
const MOST_NAMED = 6;

interface ChangesGuardProps {
	unsaved: Unsaved;
	/** What was changed, in words, each field once. */
	changed: readonly string[];
	saving: boolean;
	onSave: () => void;
}

export function ChangesGuard({ unsaved, changed, saving, onSave }: ChangesGuardProps) {
	const t = useConfigurationTexts();
	const over = changed.length - MOST_NAMED;
	return (
		<LeaveGuard unsaved={unsaved} title={t('leaveQuestion')} save={{ label: t('saveAndClose'), saving, onSave }} size={520}>
			{t('leaveText')}
			<ul className={styles.changed}>
				{changed.slice(0, MOST_NAMED).map((field) => (
					<li key={field}>{field}</li>
				))}
				{over > 0 ? <li>{t('leaveMore', { count: over })}</li> : null}
			</ul>
		</LeaveGuard>
	);
}
