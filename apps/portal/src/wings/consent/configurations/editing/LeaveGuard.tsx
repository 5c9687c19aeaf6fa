/** Asks before unsaved edits are lost, whatever wants to leave: a link, a selector, logout. */
import { Button, Group } from '@mantine/core';
import type { Unsaved } from '#portal/lib/unsaved.ts';
import { Dialog } from '../Dialog.tsx';
import { useConfigurationTexts } from '../texts.ts';

export function LeaveGuard({ unsaved }: { unsaved: Unsaved }) {
	const t = useConfigurationTexts();
	return (
		<Dialog opened={unsaved.asking} onClose={unsaved.stay} title={t('leaveQuestion')} size={440}>
			{t('leaveText')}
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={unsaved.proceed}>
					{t('discard')}
				</Button>
				<Button data-autofocus onClick={unsaved.stay}>
					{t('keepEditing')}
				</Button>
			</Group>
		</Dialog>
	);
}
