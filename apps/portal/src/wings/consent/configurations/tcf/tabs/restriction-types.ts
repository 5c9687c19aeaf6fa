/** The kinds of a publisher's restriction: which a purpose may have, and how they are called. */
import { CONSENT_ONLY } from '@luvalla/banner/tcf/list';
import type { PublisherRestriction } from '@luvalla/contract/consent/tcf';
import { useTcfTexts } from '../texts.ts';

export type RestrictionType = PublisherRestriction['type'];

/** Kinds that can change anything for a purpose: one that rests on consent alone can only be forbidden. */
export const typesFor = (purpose: number): readonly RestrictionType[] => (CONSENT_ONLY.includes(purpose) ? [0] : [0, 1, 2]);

export function useTypeNames(): Record<RestrictionType, string> {
	const t = useTcfTexts();
	return { 0: t('restrict0'), 1: t('restrict1'), 2: t('restrict2') };
}
