/** Answers and people in words. */
import { HOW } from '@luvalla/contract/consent/ledger';
import type { Identifier } from '@luvalla/contract/people/identifiers';
import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import { type PeopleTexts, usePeopleTexts } from './texts.ts';

/** Yes, no, or never answered. Neither is good nor bad. */
export function AnswerBadge({ value }: { value: boolean | null }) {
	const t = usePeopleTexts();
	if (value === null)
		return (
			<Badge hue="gray" icon={IconCircleDashed}>
				{t('unanswered')}
			</Badge>
		);
	return (
		<Badge hue={value ? 'teal' : 'gray'} icon={value ? IconCheck : IconX}>
			{value ? t('yes') : t('no')}
		</Badge>
	);
}

/** How an answer came; a way we do not know stands as it was recorded. */
export function howText(t: PeopleTexts, how: string): string {
	const known = HOW.find((one) => one === how);
	return known ? t(`how_${known}`) : how;
}

/** What a person is called: by name, else by what they are known by. */
export const calledOf = (
	{ firstName, lastName }: { firstName: string | null; lastName: string | null },
	identifiers: readonly Identifier[],
	luvallaId: string,
): string => [firstName, lastName].filter((part) => part !== null).join(' ') || nameOf(identifiers, luvallaId);

const ORDER: readonly Identifier['kind'][] = ['email', 'phone', 'externalId'];
/** What a person is called: the first address, else number, else id. */
export const nameOf = (identifiers: readonly Identifier[], luvallaId: string): string =>
	[...identifiers].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))[0]?.value ?? luvallaId;

/** 01KAG3…2M8W: the ends of an id, by which people tell two apart. */
export const shortId = (id: string): string => `${id.slice(0, 6)}…${id.slice(-4)}`;
