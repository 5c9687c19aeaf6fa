import { IconAlertTriangle, IconCertificate, IconHourglass } from '@tabler/icons-react';
import { useSay } from '#portal/lib/say.ts';
import type { Meaning } from '#portal/theme/tokens.ts';
import { Badge } from './Badge.tsx';

const LOOKS = {
	holds: { label: { en: 'Proof verified', fi: 'Todiste pitää' }, hue: 'green', icon: IconCertificate },
	fails: { label: { en: 'Proof fails', fi: 'Todiste ei pidä' }, hue: 'red', icon: IconAlertTriangle },
	sealing: { label: { en: 'Being sealed', fi: 'Sinetöidään' }, hue: 'gray', icon: IconHourglass },
} as const satisfies Record<string, { label: { en: string; fi: string }; hue: Meaning; icon: typeof IconCertificate }>;

/** Whether a record's proof holds: checked by the server just now, from the stored row to the signatures. */
export function ProofBadge({ proof }: { proof: keyof typeof LOOKS }) {
	const say = useSay();
	const { label, hue, icon } = LOOKS[proof];
	return (
		<Badge hue={hue} icon={icon}>
			{say(label)}
		</Badge>
	);
}
