/** Changes to a rule, each giving a new one; places are paths from the outermost group. */
import {
	type GroupKind,
	groupOf,
	isLeaf,
	kindOf,
	partsOf,
	type Rule,
	type RuleGroup,
	type RuleLeaf,
	type RulePath,
} from '@luvalla/contract/rules';

/** A condition that is still to be chosen. */
export const blank: RuleLeaf = { field: '', is: 'is' };

/** The rule with the part at `path` put otherwise; several take its place, none removes it. */
function replaced(group: RuleGroup, path: RulePath, put: (part: Rule) => readonly Rule[]): RuleGroup {
	const [first, ...rest] = path;
	const next = partsOf(group).flatMap((part, n) => {
		if (n !== first) return [part];
		if (rest.length === 0) return put(part);
		return isLeaf(part) ? [part] : [replaced(part, rest, put)];
	});
	return groupOf(kindOf(group), next);
}

/** The part at `path` changed in place. */
export function changed(root: RuleGroup, path: RulePath, change: (part: Rule) => Rule): RuleGroup {
	if (path.length > 0) return replaced(root, path, (part) => [change(part)]);
	const next = change(root);
	return isLeaf(next) ? root : next;
}

/** One more part at the end of the group at `path`. */
export const added = (root: RuleGroup, path: RulePath, part: Rule): RuleGroup =>
	changed(root, path, (group) => (isLeaf(group) ? group : groupOf(kindOf(group), [...partsOf(group), part])));

export const removed = (root: RuleGroup, path: RulePath): RuleGroup => replaced(root, path, () => []);

/** The group at `path` gone, its parts in its place. */
export const dissolved = (root: RuleGroup, path: RulePath): RuleGroup =>
	replaced(root, path, (part) => (isLeaf(part) ? [part] : partsOf(part)));

/** A group within another begins as the other kind: within *all* one says *any*. */
export const inner = (kind: GroupKind): GroupKind => (kind === 'any' ? 'all' : 'any');

export const leavesOf = (rule: Rule): number => (isLeaf(rule) ? 1 : partsOf(rule).reduce((sum, part) => sum + leavesOf(part), 0));
