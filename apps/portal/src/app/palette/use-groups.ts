/** What the palette lists for what is typed: what was opened of late, pages, actions and what the server finds, else the help. */
import { FEWEST_LETTERS } from '@luvalla/contract/guidance/find';
import { useState } from 'react';
import type { Screen } from '../screen.ts';
import { type Entry, type Group, matching } from './entry.ts';
import { readRecents } from './recents.ts';
import { usePaletteTexts } from './texts.ts';
import { useFound } from './use-found.ts';
import { type FrameActs, useActs, usePages } from './use-own.ts';

interface Whose {
	screens: readonly Screen[];
	frame: FrameActs;
	/** Whom the person works for. */
	customerId: number | undefined;
	/** Of what was opened of late. */
	owner: string;
}

export function useGroups(typed: string, { screens, frame, customerId, owner }: Whose) {
	const t = usePaletteTexts();
	const pages = usePages(screens);
	const acts = useActs(screens, customerId, frame);
	const found = useFound(typed, customerId);
	const recents = useRecents(owner, [...pages, ...acts]);
	const wanted = typed.trim();
	const own: readonly Group[] = [
		...(wanted === '' ? [{ key: 'recent', label: t('recent'), entries: recents }] : []),
		{ key: 'pages', label: t('pages'), entries: matching(pages, typed) },
		{ key: 'actions', label: t('actions'), entries: matching(acts, typed) },
		...found.groups,
	].filter(({ entries }) => entries.length > 0);
	const nothing = own.length === 0 && !found.pending && !found.failed;
	// what is no page and no thing may be a question
	const asksHelp = nothing && wanted.length >= FEWEST_LETTERS;
	const help: Group = {
		key: 'help',
		label: t('help'),
		entries: [{ id: 'help', kind: 'help', label: t('searchHelp', { wanted }), does: () => frame.showGuide(wanted) }],
	};
	return { groups: asksHelp ? [help] : own, nothing, found };
}

/** As they are called now; what the person may no longer open is left out. */
function useRecents(owner: string, own: readonly Entry[]): readonly Entry[] {
	const [kept] = useState(() => readRecents(owner));
	return kept.flatMap((recent) => {
		if (recent.kind !== 'page' && recent.kind !== 'action') return [recent];
		const now = own.find(({ id }) => id === recent.id);
		return now ? [now] : [];
	});
}
