/** Asks before unsaved edits are lost, whatever wants to leave: a link, a selector, logout. Says what they are, and offers to save them. */
import type { Unsaved } from '#portal/lib/unsaved.ts';
import { LeaveGuard } from '#portal/ui/form/LeaveGuard.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

/** More than these are counted. */
const MOST_NAMED = 6;

/** The first names, and how many more there are. */
export const shortened = (names: readonly string[], more: (count: number) => string): readonly string[] =>
	names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), more(names.length - MOST_NAMED)] : names;

interface ChangesGuardProps {
	unsaved: Unsaved;
	/** What was changed, in words, each field once. */
	changed: readonly string[];
	saving: boolean;
	onSave: () => void;
}

export function ChangesGuard({ unsaved, changed, saving, onSave }: ChangesGuardProps) {
	const t = useConfigurationTexts();
	return (
		<LeaveGuard unsaved={unsaved} title={t('leaveQuestion')} save={{ label: t('saveAndClose'), saving, onSave }} size={520}>
			{t('leaveText')}
			<ul className={styles.changed}>
				{shortened(changed, (count) => t('leaveMore', { count })).map((field) => (
					<li key={field}>{field}</li>
				))}
			</ul>
		</LeaveGuard>
	);
}
