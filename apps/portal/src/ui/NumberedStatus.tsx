/** Statuses as the specification numbers them for content, audience and campaign (portal.md section 4). */
import { IconMinus } from '@tabler/icons-react';
import { Badge, StatusBadge, type StatusKey } from './Badge.tsx';
import { useKitTexts } from './texts.ts';

const LABELS = ['draft', 'published', 'running', 'stopped', 'completed', 'approved'] as const satisfies readonly StatusKey[];

/** The label of a number; undefined where the specification names none. */
export const statusKeyOf = (status: number): StatusKey | undefined => LABELS[status];

/** The badge of a numbered status. A number that nobody named says itself, and passes for nothing else. */
export function NumberedStatus({ status }: { status: number }) {
	const t = useKitTexts();
	const key = statusKeyOf(status);
	return key ? (
		<StatusBadge status={key} />
	) : (
		<Badge hue="gray" icon={IconMinus}>
			{t('statusNumber', { status })}
		</Badge>
	);
}
