/** How a choice is said: its badge and its words. */
import type { Choice, Kind } from '@luvalla/contract/consent/ledger';
import { ANSWERS, answerOf, DEVICES, KINDS, WAYS } from '@luvalla/contract/consent/words';
import { said } from '@luvalla/contract/words';
import { IconAdjustmentsHorizontal, IconCheck, IconX } from '@tabler/icons-react';
import { currentLanguage } from '#portal/lib/say.ts';

const looks = {
	yes: { hue: 'teal', icon: IconCheck },
	both: { hue: 'amber', icon: IconAdjustmentsHorizontal },
	no: { hue: 'gray', icon: IconX },
} as const;
const ofKind = { all: looks.yes, some: looks.both, none: looks.no } as const;

/** What the list can be narrowed to. */
export const kinds = ['all', 'some', 'none', 'answer'] as const satisfies readonly Kind[];
export const kindText = (kind: Kind): string => KINDS[kind][currentLanguage()];

/** Badge and words: *Accepted all* of a banner, *Said yes* of an answer that came another way. */
export function choiceSaid(row: Pick<Choice, 'kind' | 'yes' | 'no'>) {
	if (row.kind !== 'answer') return { ...ofKind[row.kind], label: kindText(row.kind) };
	const answer = answerOf(row);
	return { ...looks[answer], label: ANSWERS[answer][currentLanguage()] };
}

/** The device class in words; one we do not know stands as it was recorded. */
export const deviceText = (device: string): string => said(DEVICES, device, currentLanguage());

/** How an answer came, in words; a way we do not know stands as it was recorded. */
export const howText = (how: string): string => said(WAYS, how, currentLanguage());
