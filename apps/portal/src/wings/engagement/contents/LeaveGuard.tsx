/** Asks before a content that was changed is lost, whatever wants to leave. */
import { Button, Group } from '@mantine/core';
import type { Unsaved } from '#portal/lib/unsaved.ts';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { useContentTexts } from './texts.ts';

export function LeaveGuard({ unsaved, saving, onSave }: { unsaved: Unsaved; saving: boolean; onSave: () => void }) {
	const t = useContentTexts();
	return (
		<Dialog opened={unsaved.asking} onClose={unsaved.stay} title={t('leaveQuestion')}>
			{t('leaveText')}
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={unsaved.proceed} disabled={saving}>
					{t('discard')}
				</Button>
				<Button variant="default" data-strong onClick={onSave} loading={saving}>
					{t('saveAndLeave')}
				</Button>
				<Button data-autofocus onClick={unsaved.stay} disabled={saving}>
					{t('keepEditing')}
				</Button>
			</Group>
		</Dialog>
	);
}
