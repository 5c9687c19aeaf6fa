/** Asks before unsaved edits are lost, whatever wants to leave: a link, a selector, logout. Says what they are, and offers to save them. */
import { Button, Group } from '@mantine/core';
import type { Unsaved } from '#portal/lib/unsaved.ts';
import { Dialog } from '../Dialog.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

/** More than these are counted. */
const MOST_NAMED = 6;

interface LeaveGuardProps {
	unsaved: Unsaved;
	/** What was changed, in words, each field once. */
	changed: readonly string[];
	saving: boolean;
	onSave: () => void;
}

export function LeaveGuard({ unsaved, changed, saving, onSave }: LeaveGuardProps) {
	const t = useConfigurationTexts();
	const over = changed.length - MOST_NAMED;
	return (
		<Dialog opened={unsaved.asking} onClose={unsaved.stay} title={t('leaveQuestion')} size={520}>
			{t('leaveText')}
			<ul className={styles.changed}>
				{changed.slice(0, MOST_NAMED).map((field) => (
					<li key={field}>{field}</li>
				))}
				{over > 0 ? <li>{t('leaveMore', { count: over })}</li> : null}
			</ul>
			<Group justify="flex-end" gap="xs">
				<Button variant="default" onClick={unsaved.proceed} disabled={saving}>
					{t('discard')}
				</Button>
				<Button variant="default" data-strong onClick={onSave} loading={saving}>
					{t('saveAndClose')}
				</Button>
				<Button data-autofocus onClick={unsaved.stay} disabled={saving}>
					{t('keepEditing')}
				</Button>
			</Group>
		</Dialog>
	);
}
