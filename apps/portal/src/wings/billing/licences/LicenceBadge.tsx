import type { Licence } from '@luvalla/contract/billing/licences';
import { IconCheck, IconCircleDashed, IconClock, IconSquare } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import { useLicenceTexts } from './texts.ts';

/** Its end is soon from so many days on. */
const SOON_DAYS = 30;

/** How a licence stands. @param followed another one begins where it ends: nothing is to be done */
export function LicenceBadge({ licence: { state, endsInDays }, followed }: { licence: Licence; followed: boolean }) {
	const t = useLicenceTexts();
	if (state === 'ended')
		return (
			<Badge hue="gray" icon={IconSquare}>
				{t('ended')}
			</Badge>
		);
	if (state === 'notBegun')
		return (
			<Badge hue="gray" icon={IconCircleDashed}>
				{t('notBegun')}
			</Badge>
		);
	if (endsInDays !== null && endsInDays <= SOON_DAYS && !followed)
		return (
			<Badge hue="amber" icon={IconClock}>
				{endsInDays === 0 ? t('endsToday') : t('endsIn', { count: endsInDays })}
			</Badge>
		);
	return (
		<Badge hue="green" icon={IconCheck}>
			{t('on')}
		</Badge>
	);
}
