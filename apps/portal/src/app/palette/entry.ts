/** What the palette lists: entries of a few kinds, grouped, each of which opens an address or does something. */
import {
	IconArrowRight,
	IconBolt,
	IconBuilding,
	IconCertificate,
	IconHeartHandshake,
	IconHelpCircle,
	IconShield,
	IconUser,
	IconUsers,
	IconWorld,
	type TablerIcon,
} from '@tabler/icons-react';

export const KINDS = ['page', 'action', 'domain', 'banner', 'person', 'record', 'customer', 'user', 'partner', 'help'] as const;
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
	help: IconHelpCircle,
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
	/** Other words by which it is looked for; they are not shown. */
	also?: string;
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

/** Whether each word that was typed begins one of the entry's words, in whatever order: `import csv`, `customer new`. */
const hasWords = ({ label, also = '' }: Entry, wanted: string): boolean => {
	const words = `${label} ${also}`.toLowerCase().split(/[\s,:]+/);
	return wanted.split(/\s+/).every((one) => words.some((word) => word.startsWith(one)));
};

/**
 * Which of these somebody means: first those that begin so, then those with a word that does, then those that have it anywhere, and
 * at last those that are known by other words.
 */
export function matching(entries: readonly Entry[], typed: string): readonly Entry[] {
	const wanted = typed.trim().toLowerCase();
	if (wanted === '') return entries.filter(({ hidden }) => hidden !== true);
	const rank = (entry: Entry): number => {
		const text = entry.label.toLowerCase();
		const place = text.indexOf(wanted);
		if (place < 0) return hasWords(entry, wanted) ? 3 : -1;
		return place === 0 ? 0 : text[place - 1] === ' ' ? 1 : 2;
	};
	return entries
		.map((entry) => ({ entry, rank: rank(entry) }))
		.filter((one) => one.rank >= 0)
		.toSorted((a, b) => a.rank - b.rank)
		.map(({ entry }) => entry);
}
