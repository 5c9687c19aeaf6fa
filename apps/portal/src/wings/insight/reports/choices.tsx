/** How a choice is said: its badge and its words. */
import { type Choice, HOW } from '@luvalla/contract/consent/ledger';
import { IconAdjustmentsHorizontal, IconCheck, IconX } from '@tabler/icons-react';
import type { useReportTexts } from './texts.ts';

export const kinds = [
	{ kind: 'all', label: 'acceptedAll', hue: 'teal', icon: IconCheck },
	{ kind: 'some', label: 'acceptedSome', hue: 'amber', icon: IconAdjustmentsHorizontal },
	{ kind: 'none', label: 'refusedAll', hue: 'gray', icon: IconX },
] as const;

const byKind = { all: kinds[0], some: kinds[1], none: kinds[2] } as const;
export const kindOf = (row: Pick<Choice, 'kind'>) => byKind[row.kind];

const devices = ['desktop', 'phone', 'tablet'] as const;
/** The device class in words; one we do not know stands as it was recorded. */
export function deviceText(t: ReturnType<typeof useReportTexts>, device: string): string {
	const known = devices.find((one) => one === device);
	return known ? t(known) : device;
}

/** How an answer came, in words; a way we do not know stands as it was recorded. */
export function howText(t: ReturnType<typeof useReportTexts>, how: string): string {
	const known = HOW.find((one) => one === how);
	return known ? t(`how_${known}`) : how;
}
