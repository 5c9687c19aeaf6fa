import type { SelfCheck } from '@luvalla/contract/consent/proof';
import { IconAlertTriangle, IconCertificate, IconCircleDashed } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import { useLedgerTexts } from './texts.ts';

/** A self-check in a word. */
export function Verdict({ check }: { check: Pick<SelfCheck, 'found'> | null }) {
	const t = useLedgerTexts();
	if (!check)
		return (
			<Badge hue="gray" icon={IconCircleDashed}>
				{t('notChecked')}
			</Badge>
		);
	return check.found === 0 ? (
		<Badge hue="green" icon={IconCertificate}>
			{t('inOrder')}
		</Badge>
	) : (
		<Badge hue="red" icon={IconAlertTriangle}>
			{t('findings', { count: check.found })}
		</Badge>
	);
}
