import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Unsaved } from '#portal/lib/unsaved.ts';
import { Dialog } from '../Dialog.tsx';
import { useKitTexts } from '../texts.ts';

interface LeaveGuardProps {
	unsaved: Unsaved;
	title: string;
	/** What would be lost. */
	children: ReactNode;
	/** Saves, and goes on where the person was going; without it there is only staying and losing. */
	save?: { label: string; saving: boolean; onSave: () => void };
	size?: number | undefined;
}

/** Asks before unsaved edits of a page are lost, whatever wants to leave: a link, a selector, logout. */
export function LeaveGuard({ unsaved, title, children, save, size }: LeaveGuardProps) {
	const t = useKitTexts();
	const saving = save?.saving ?? false;
	return (
		<Dialog opened={unsaved.asking} onClose={unsaved.stay} title={title} size={size}>
			{children}
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={unsaved.proceed} disabled={saving}>
					{t('discard')}
				</Button>
				{save ? (
					<Button variant="default" data-strong onClick={save.onSave} loading={saving}>
						{save.label}
					</Button>
				) : null}
				<Button data-autofocus onClick={unsaved.stay} disabled={saving}>
					{t('keepEditing')}
				</Button>
			</Group>
		</Dialog>
	);
}

interface DraftGuardProps {
	t: (key: 'leaveQuestion' | 'leaveText' | 'saveAndLeave') => string;
	unsaved: Unsaved;
	saving: boolean;
	onSave: () => void;
}

/** The same for the page of a draft, in its wing's own words. */
export function DraftGuard({ t, unsaved, saving, onSave }: DraftGuardProps) {
	return (
		<LeaveGuard unsaved={unsaved} title={t('leaveQuestion')} save={{ label: t('saveAndLeave'), saving, onSave }}>
			{t('leaveText')}
		</LeaveGuard>
	);
}
