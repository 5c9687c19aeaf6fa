/** What is written of a segment, what was said of it, and what somebody else made of it meanwhile. */
import type { Segment } from '@luvalla/contract/profiles/segments';
import { isLeaf, type Rule, type RuleGroup } from '@luvalla/contract/rules';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePerson } from '#portal/lib/use-session.ts';
import { blank } from '#portal/ui/rule/rule-tree.ts';
import { type Draft, draftOf } from './draft.ts';
import { useSegmentTexts } from './texts.ts';

/** A rule as the editor holds it: a group at the outside. */
const groupIn = (rule: Rule | null): RuleGroup => (rule === null ? { all: [blank] } : isLeaf(rule) ? { all: [rule] } : rule);

/** Its fields beside the rule, and the texts that name them. */
const FIELDS = [
	['name', 'name'],
	['who', 'who'],
	['weight', 'weight'],
	['cost', 'cost'],
	['domainId', 'domain'],
	['isPublic', 'public'],
	['fill', 'howFilled'],
] as const;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function useEdits(segment: Segment | null, domains: readonly { id: string }[]) {
	const t = useSegmentTexts();
	const person = usePerson();
	/** As it stands now. */
	const begin = () => ({
		first: draftOf(segment, person.currentDomain?.id ?? (domains.length === 1 ? (domains[0]?.id ?? null) : null)),
		start: groupIn(segment?.rule ?? null),
		changedAt: segment?.changedAt,
	});
	// what is compared with stays, whatever the list says while one writes
	const [read, setRead] = useState(begin);
	const { first, start, changedAt } = read;
	const [draft, setDraft] = useState<Draft>(first);
	/** Somebody else changed it, and the person was told: what is saved then takes its place. */
	const [told, setTold] = useState(false);
	const [rule, setRule] = useState(start);
	const [submitted, setSubmitted] = useState(false);
	const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
	const sameRule = same(rule, start);
	const dirty = !same(draft, first) || !sameRule;
	const theirs = told ? begin() : read;
	/** Names of what somebody else changed. */
	const changed = [
		...FIELDS.flatMap(([key, name]) => (theirs.first[key] === first[key] ? [] : [t(name)])),
		...(same(theirs.start, start) ? [] : [t('rule')]),
	];
	const showTheirs = () => {
		setRead(theirs);
		setDraft(theirs.first);
		setRule(theirs.start);
		setTold(false);
		setSubmitted(false);
		setRefused({});
	};
	// Nothing is written that could be lost.
	const behind = told && !dirty && theirs.changedAt !== changedAt;
	const follow = useEffectEvent(showTheirs);
	useEffect(() => {
		if (behind) follow();
	}, [behind]);
	return {
		draft,
		write: (next: Partial<Draft>) => {
			setDraft((old) => ({ ...old, ...next }));
			setRefused({});
		},
		rule,
		writeRule: (next: RuleGroup) => {
			setRule(next);
			setRefused({});
		},
		sameRule,
		dirty,
		changedAt,
		told,
		setTold,
		changed,
		showTheirs,
		/** Somebody tried to save it: what is not finished is said. */
		submitted,
		setSubmitted,
		/** What the server said of fields. */
		refused,
		setRefused,
	};
}
export type Edits = ReturnType<typeof useEdits>;
