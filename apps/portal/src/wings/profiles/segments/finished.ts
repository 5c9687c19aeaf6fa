/** A rule that is being written, without what is not finished: so much of it can be counted. */
import {
	groupOf,
	isLeaf,
	kindOf,
	partsOf,
	problemsOf,
	type Rule,
	type RuleField,
	type RuleGroup,
	type RulePath,
} from '@luvalla/contract/rules';

export interface Finished {
	/** Null when nothing of it can be asked yet. */
	rule: RuleGroup | null;
	/** The place in the whole rule of each place in what is left, both as `0.2`. */
	places: ReadonlyMap<string, string>;
	/** Conditions left out. */
	left: number;
}

const placeOf = (path: RulePath): string => path.join('.');

export function finishedOf(whole: RuleGroup, fields: readonly RuleField[]): Finished {
	const wrong = new Set(problemsOf(whole, fields).map(({ path }) => placeOf(path)));
	const places = new Map<string, string>();
	let left = 0;
	/** The part without what is wrong in it; its places are noted by the path it gets. */
	const keep = (part: Rule, was: RulePath, becomes: RulePath): Rule | null => {
		if (isLeaf(part)) {
			if (!wrong.has(placeOf(was))) {
				places.set(placeOf(becomes), placeOf(was));
				return part;
			}
			left += 1;
			return null;
		}
		const own: Rule[] = [];
		partsOf(part).forEach((one, n) => {
			const kept = keep(one, [...was, n], [...becomes, own.length]);
			if (kept) own.push(kept);
		});
		if (own.length === 0) return null;
		places.set(placeOf(becomes), placeOf(was));
		return groupOf(kindOf(part), own);
	};
	const rule = keep(whole, [], []);
	return { rule: rule === null || isLeaf(rule) ? null : rule, places, left };
}
