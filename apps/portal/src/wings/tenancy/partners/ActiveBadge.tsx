import { IconCheck, IconPlayerPause } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import { usePartnerTexts } from './texts.ts';

export function ActiveBadge({ active }: { active: boolean }) {
	const t = usePartnerTexts();
	return active ? (
		<Badge hue="green" icon={IconCheck}>
			{t('active')}
		</Badge>
	) : (
		<Badge hue="gray" icon={IconPlayerPause}>
			{t('inactive')}
		</Badge>
	);
}
