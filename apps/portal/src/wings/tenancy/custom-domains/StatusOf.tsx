/** The status of a custom domain in the specification's word. */
import type { CustomDomainStatus } from '@luvalla/contract/tenancy/custom-domains';
import { IconCertificate, IconCheck, IconCircleDashed, IconRefresh, IconX } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import { useCustomDomainTexts } from './texts.ts';

const LOOKS = {
	Initiated: { hue: 'gray', icon: IconCircleDashed },
	Created: { hue: 'blue', icon: IconCertificate },
	Validated: { hue: 'green', icon: IconCheck },
	Renewed: { hue: 'green', icon: IconRefresh },
	Invalid: { hue: 'red', icon: IconX },
} as const satisfies Record<CustomDomainStatus, unknown>;

export function StatusOf({ status }: { status: CustomDomainStatus }) {
	const t = useCustomDomainTexts();
	const { hue, icon } = LOOKS[status];
	return (
		<Badge hue={hue} icon={icon}>
			{t(status)}
		</Badge>
	);
}
