import type { Constellation } from '@luvalla/contract/engagement/constellations';
import { IconPencil } from '@tabler/icons-react';
import { Badge, StatusBadge } from '#portal/ui/Badge.tsx';
import { LacksBadge } from '#portal/ui/hints/LacksBadge.tsx';
import styles from './constellations.module.css';
import { useConstellationTexts } from './texts.ts';

/** Which version stands, whether it changed since, whether something keeps the next from being published. */
export function StateBadges({ row }: { row: Constellation }) {
	const t = useConstellationTexts();
	return (
		<span className={styles.state}>
			{row.version === null ? (
				<StatusBadge status="draft" />
			) : (
				<StatusBadge status="published">{t('version', { version: row.version })}</StatusBadge>
			)}
			{row.changed ? (
				<Badge hue="blue" icon={IconPencil}>
					{t('changedSince')}
				</Badge>
			) : null}
			<LacksBadge hints={row.hints}>{t('lacks')}</LacksBadge>
		</span>
	);
}
