import type { Hint } from '@luvalla/contract/engagement/contents';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Badge } from '../Badge.tsx';

/** Says of a row that a hint keeps it from being published. */
export function LacksBadge({ hints, children }: { hints: readonly Pick<Hint, 'level'>[]; children: ReactNode }) {
	return hints.some(({ level }) => level === 'error') ? (
		<Badge hue="amber" icon={IconAlertTriangle}>
			{children}
		</Badge>
	) : null;
}
