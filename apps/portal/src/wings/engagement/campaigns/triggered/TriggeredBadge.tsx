import type { Triggered } from '@luvalla/contract/engagement/journeys';
import { IconPlayerPause } from '@tabler/icons-react';
import { Badge, StatusBadge } from '#portal/ui/Badge.tsx';
import { useTriggeredTexts } from './texts.ts';

const LOOKS = { draft: 'draft', running: 'running', stopping: 'stopped', stopped: 'stopped' } as const;

/** Where a triggered send stands. */
export function TriggeredBadge({ of: { state, isPaused } }: { of: Pick<Triggered, 'state' | 'isPaused'> }) {
	const t = useTriggeredTexts();
	return isPaused ? (
		<Badge hue="amber" icon={IconPlayerPause}>
			{t('isPaused')}
		</Badge>
	) : (
		<StatusBadge status={LOOKS[state]}>{t(`state_${state}`)}</StatusBadge>
	);
}
