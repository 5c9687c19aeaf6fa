/** Asks before unsaved edits are lost, whatever wants to leave: a link, a selector, logout. */
import { Button, Group, Modal } from '@mantine/core';
import type { Unsaved } from '#portal/lib/unsaved.ts';
import { useConfigurationTexts } from './texts.ts';

export function LeaveGuard({ unsaved }: { unsaved: Unsaved }) {
	const t = useConfigurationTexts();
	return (
		<Modal
			opened={unsaved.asking}
			onClose={unsaved.stay}
			title={t('leaveQuestion')}
			size={440}
			radius={12}
			centered
			withCloseButton={false}
		>
			{t('leaveText')}
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={unsaved.proceed}>
					{t('discard')}
				</Button>
				<Button data-autofocus onClick={unsaved.stay}>
					{t('keepEditing')}
				</Button>
			</Group>
		</Modal>
	);
}
