/** What the palette lists: entries of a few kinds, grouped, each of which opens an address or does something. */
import {
	IconArrowRight,
	IconBolt,
	IconBuilding,
	IconCertificate,
	IconHeartHandshake,
	IconShield,
	IconUser,
	IconUsers,
	IconWorld,
	type TablerIcon,
} from '@tabler/icons-react';

export const KINDS = ['page', 'action', 'domain', 'banner', 'person', 'record', 'customer', 'user', 'partner'] as const;
export type Kind = (typeof KINDS)[number];

/** One sign a kind; an entry that is recent keeps its own. */
export const icons: Readonly<Record<Kind, TablerIcon>> = {
	page: IconArrowRight,
	action: IconBolt,
	domain: IconWorld,
	banner: IconShield,
	person: IconUser,
	record: IconCertificate,
	customer: IconBuilding,
	user: IconUsers,
	partner: IconHeartHandshake,
};

/** Where an entry leads. */
export interface Target {
	to: string;
	search: Readonly<Record<string, string>>;
}

export interface Entry {
	/** Its own among all that are listed. */
	id: string;
	kind: Kind;
	label: string;
	/** What tells it from others of the same name. */
	detail?: string;
	/** An address, or something to be done. */
	does: Target | (() => void);
	/** Offered only to whom looks for it: the list at the beginning stays short. */
	hidden?: true;
}

export interface Group {
	key: string;
	label: string;
	entries: readonly Entry[];
}

/** Which of these somebody means: first those that begin so, then those with a word that does, then those that have it anywhere. */
export function matching(entries: readonly Entry[], typed: string): readonly Entry[] {
	const wanted = typed.trim().toLowerCase();
	if (wanted === '') return entries.filter(({ hidden }) => hidden !== true);
	const rank = ({ label }: Entry): number => {
		const text = label.toLowerCase();
		const place = text.indexOf(wanted);
		return place <= 0 ? place : text[place - 1] === ' ' ? 1 : 2;
	};
	return entries
		.map((entry) => ({ entry, rank: rank(entry) }))
		.filter((one) => one.rank >= 0)
		.toSorted((a, b) => a.rank - b.rank)
		.map(({ entry }) => entry);
}
