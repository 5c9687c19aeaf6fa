/** A TCF configuration as the editor holds it, and what is wrong with it. */
import { TcfConfig, TcfMapper, TcfTemplateName } from '@luvalla/contract/consent/tcf';
import { bodyOf, type DraftOf, draftFrom, type Problems, problemsIn, type Stored, type TabPropsOf } from '../editing/draft.ts';
import type { TcfTabName } from './tcf.search.ts';

export type TcfDraft = DraftOf<TcfConfig, TcfMapper, TcfTemplateName>;
export type TcfTabProps = TabPropsOf<TcfDraft>;

const shapes = { template: TcfTemplateName, config: TcfConfig, mapper: TcfMapper };

/**
 * The stored configuration as a draft.
 * @throws ZodError or SyntaxError when what is stored is no TCF banner
 */
export const tcfDraftOf = (stored: Stored): TcfDraft => draftFrom(stored, shapes);

/** Only lines that say something. */
export const cleanTcfMapper = ({ purposes, segments }: TcfMapper): TcfMapper => ({
	purposes: Object.fromEntries(Object.entries(purposes).filter(([, name]) => name.trim() !== '')),
	segments: Object.fromEntries(Object.entries(segments).filter(([, ids]) => ids.length > 0)),
});

/** The body of the save call. */
export const tcfPayloadOf = (draft: TcfDraft, customerId: number, id: string | undefined) => ({
	...bodyOf({ ...draft, mapper: cleanTcfMapper(draft.mapper) }, customerId, id),
	type: 1 as const,
});

/** Everything that keeps a draft from being saved. */
export const tcfProblemsOf = (draft: TcfDraft): Problems => problemsIn(draft, shapes);

/** The tab on which a field stands. */
export const tcfTabOf = (path: string): TcfTabName => {
	if (/^(vendors|acProviders)/.test(path)) return 'partners';
	if (/^(stacks|specialFeatures|legitimateInterest|publisherPurposes)/.test(path)) return 'purposes';
	if (path.startsWith('publisherRestrictions')) return 'restrictions';
	if (/^(colours|position|template|logo|corners|font|reopen)/.test(path)) return 'look';
	if (/^(reask|consentMode|storageDays|publisherCountry|geo)/.test(path)) return 'behaviour';
	return path.startsWith('mapper') ? 'mapping' : 'texts';
};
