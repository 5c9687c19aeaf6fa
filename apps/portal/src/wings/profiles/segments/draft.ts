/** A segment while it is written, and as it is sent. */
import type { NewSegment, Segment } from '@luvalla/contract/profiles/segments';
import type { RuleGroup } from '@luvalla/contract/rules';
import type { SegmentTexts } from './texts.ts';
import { flagsOf, type WhoMay, whoMayOf } from './who-may.ts';

export interface Draft {
	name: string;
	who: WhoMay;
	/** Of a domain's own segment. */
	domainId: string | null;
	isPublic: boolean;
	/** As written. */
	weight: string;
	cost: string;
	fill: 'rule' | 'hand';
}

/** @param domainId the one that a domain's own segment begins with */
export const draftOf = (segment: Segment | null, domainId: string | null): Draft => ({
	name: segment?.name ?? '',
	who: segment ? whoMayOf(segment) : 'all',
	domainId: segment?.domainId ?? domainId,
	isPublic: segment?.isPublic ?? true,
	weight: String(segment?.weight ?? 0),
	cost: String(segment?.cost ?? 0),
	fill: segment === null || segment.rule !== null ? 'rule' : 'hand',
});

const MOST = 1_000_000;
/** Finnish writes decimals with a comma. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

/** What is wrong with the fields beside the rule, by name. */
export function problemsOf(draft: Draft, t: SegmentTexts, ofDomain: boolean): Record<string, string> {
	const weight = numberOf(draft.weight);
	const cost = numberOf(draft.cost);
	return {
		...(draft.name.trim() === '' && { name: t('nameMissing') }),
		...((ofDomain || draft.who === 'domain') && draft.domainId === null && { domainId: t('chooseDomain') }),
		...(!(Number.isInteger(weight) && weight >= 0 && weight <= MOST) && { weight: t('weightWrong') }),
		...(!(cost >= 0 && cost <= MOST) && { cost: t('costWrong') }),
	};
}

/** @param ofDomain it belongs to its domain whoever may use it: a domain’s own admin changes no others */
export const payloadOf = (draft: Draft, rule: RuleGroup | null, ofDomain: boolean): NewSegment => ({
	name: draft.name.trim(),
	weight: numberOf(draft.weight),
	cost: numberOf(draft.cost),
	isPublic: draft.isPublic,
	...flagsOf(draft.who),
	domainId: ofDomain || draft.who === 'domain' || !draft.isPublic ? draft.domainId : null,
	// As it is specified, on create and update.
	isActive: true,
	rule,
});
