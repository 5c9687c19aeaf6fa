/** Below a list of a tab: one more. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

export function AddButton({ label, full, onAdd }: { label: string; full: boolean; onAdd: () => void }) {
	return (
		<div>
			<Button
				variant="subtle"
				size="xs"
				leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
				onClick={onAdd}
				disabled={full}
			>
				{label}
			</Button>
		</div>
	);
}
