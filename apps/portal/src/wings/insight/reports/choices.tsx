/** How a choice is said: its badge and its words. */
import type { Choice } from '@luvalla/contract/consent/ledger';
import { DEVICES, WAYS } from '@luvalla/contract/consent/words';
import { said } from '@luvalla/contract/words';
import { IconAdjustmentsHorizontal, IconCheck, IconX } from '@tabler/icons-react';
import { currentLanguage } from '#portal/lib/say.ts';

export const kinds = [
	{ kind: 'all', label: 'acceptedAll', hue: 'teal', icon: IconCheck },
	{ kind: 'some', label: 'acceptedSome', hue: 'amber', icon: IconAdjustmentsHorizontal },
	{ kind: 'none', label: 'refusedAll', hue: 'gray', icon: IconX },
] as const;

const byKind = { all: kinds[0], some: kinds[1], none: kinds[2] } as const;
export const kindOf = (row: Pick<Choice, 'kind'>) => byKind[row.kind];

/** The device class in words; one we do not know stands as it was recorded. */
export const deviceText = (device: string): string => said(DEVICES, device, currentLanguage());

/** How an answer came, in words; a way we do not know stands as it was recorded. */
export const howText = (how: string): string => said(WAYS, how, currentLanguage());
