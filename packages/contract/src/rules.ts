/**
 * A rule: conditions on described fields, and groups of them. `all` holds when every one of its parts does, `any` when one
 * does, `not` when none does. What may be asked of a field depends on its kind; which fields there are is told beside the
 * rule, so a rule is judged twice: its shape by `Rule`, its words by `problemsOf`.
 */
import * as z from 'zod';
import { Id, On } from './fields.ts';

/** Groups within groups, the outermost counted. */
export const RULE_DEPTH = 5;
/** Conditions in one rule. */
export const RULE_LEAVES = 100;
const VALUES = 200;
const TEXT = 300;
/** Days back that a condition may look. */
const DAYS = 3650;
/** Times that something may have happened. */
const MOST_TIMES = 1_000_000_000;

export const KINDS = ['text', 'number', 'date', 'choice', 'yesno'] as const;
export type RuleKind = (typeof KINDS)[number];

/** What may be asked of each kind, the usual first. `inLast` counts days back from today; `known` and `unknown` take no value. */
export const OPERATORS = {
	text: ['is', 'isNot', 'contains', 'startsWith', 'oneOf', 'noneOf', 'known', 'unknown'],
	number: ['is', 'isNot', 'atLeast', 'atMost', 'known', 'unknown'],
	date: ['inLast', 'is', 'before', 'after', 'known', 'unknown'],
	choice: ['is', 'isNot', 'oneOf', 'noneOf', 'known', 'unknown'],
	yesno: ['is', 'known', 'unknown'],
} as const satisfies Record<RuleKind, readonly string[]>;
const operators = [
	'is',
	'isNot',
	'contains',
	'startsWith',
	'oneOf',
	'noneOf',
	'atLeast',
	'atMost',
	'inLast',
	'before',
	'after',
	'known',
	'unknown',
] as const;
export type RuleOperator = (typeof operators)[number];

/** A field that may be asked about. */
export interface RuleField {
	key: string;
	kind: RuleKind;
	/** Fewer than its kind's. */
	operators?: readonly RuleOperator[];
	/** Of `choice`: what may be chosen. */
	choices?: readonly { value: string; label: string }[];
	/** A number of things that happened: it may be asked of the last days alone, and of those with certain properties. */
	happened?: readonly RuleProperty[];
}

/** What may be asked of each thing that happened. */
export interface RuleProperty {
	key: string;
	kind: RuleKind;
}

/** A condition on a property of what happened. */
export interface RuleWhere {
	property: string;
	is: RuleOperator;
	value?: string | number | boolean | string[] | undefined;
}

export interface RuleLeaf {
	field: string;
	is: RuleOperator;
	value?: string | number | boolean | string[] | undefined;
	/** Of what happened: in the last so many days, to the second. */
	within?: number | undefined;
	/** Of what happened: only such as are all of this. */
	where?: RuleWhere[] | undefined;
	/**
	 * On one of these domains; without it, on any. What happened counts where it happened there; of facts of people, people known
	 * there count alone, by what they are known by there.
	 */
	domains?: string[] | undefined;
}
export type RuleGroup = { all: Rule[] } | { any: Rule[] } | { not: Rule[] };
export type Rule = RuleGroup | RuleLeaf;
export const GROUPS = ['all', 'any', 'not'] as const;
export type GroupKind = (typeof GROUPS)[number];

const Value = z.union([z.string().max(TEXT), z.number(), z.boolean(), z.array(z.string().max(TEXT)).max(VALUES)]).optional();
/** Fields that are named by the id of a thing: it is the same in capitals, as `Id` is. */
const BY_ID = /^(?:segment|consent)\.[0-9A-F-]+$/i;
const Leaf = z.strictObject({
	field: z
		.string()
		.min(1)
		.max(TEXT)
		.overwrite((field) => (BY_ID.test(field) ? field.toLowerCase() : field)),
	is: z.enum(operators),
	value: Value,
	within: z.int().min(1).max(DAYS).optional(),
	where: z
		.array(z.strictObject({ property: z.string().min(1).max(TEXT), is: z.enum(operators), value: Value }))
		.max(10)
		.optional(),
	domains: z.array(Id).min(1).max(VALUES).optional(),
});
const parts = (): z.ZodType<Rule[]> => z.array(z.lazy(() => Shape)).max(RULE_LEAVES);
const Shape: z.ZodType<Rule> = z.union([
	z.strictObject({ all: parts() }),
	z.strictObject({ any: parts() }),
	z.strictObject({ not: parts() }),
	Leaf,
]);

/** A rule that came from outside; it is measured, without recursion, before anything reads it. */
export const Rule: z.ZodType<Rule, unknown> = z
	.unknown()
	.refine((rule) => sizeOf(rule).depth <= RULE_DEPTH, 'Put fewer groups into each other')
	.refine((rule) => sizeOf(rule).leaves <= RULE_LEAVES, 'Use fewer conditions')
	// Its shape comes back to itself: documents say it in words.
	.meta({
		type: 'object',
		description:
			'A condition `{ field, is, value, within, where, domains }`, or a group of rules: `{ all: [] }`, `{ any: [] }`, `{ not: [] }`, which holds when none of its rules does.',
	})
	.pipe(Shape);

/** The parts of a group of any shape, read from its own keys. */
function partsIn(given: unknown): unknown[] | null {
	if (typeof given !== 'object' || given === null) return null;
	for (const kind of GROUPS) {
		const own: unknown = Object.getOwnPropertyDescriptor(given, kind)?.value;
		if (Array.isArray(own)) return own;
	}
	return null;
}

/** How deep groups go and how many conditions there are; counting ends where either is too much. */
export function sizeOf(rule: unknown): { depth: number; leaves: number } {
	let leaves = 0;
	let depth = 0;
	let level: unknown[] = [rule];
	while (level.length > 0 && depth <= RULE_DEPTH && leaves <= RULE_LEAVES) {
		const groups = level.map(partsIn);
		// an empty group counts as a condition: a tree of groups alone is bounded too
		leaves += groups.filter((one) => one === null || one.length === 0).length;
		const next = groups.flatMap((one) => one ?? []);
		if (groups.some((one) => one !== null)) depth += 1;
		level = next;
	}
	return { depth, leaves };
}

/** Whether a condition on this field may be of some domains: consents are of one anyway, and segments are what they are. */
export const isPlaceable = (field: string): boolean => !field.startsWith('consent.') && !field.startsWith('segment.');

export const isLeaf = (rule: Rule): rule is RuleLeaf => 'field' in rule;
export const kindOf = (group: RuleGroup): GroupKind => ('all' in group ? 'all' : 'any' in group ? 'any' : 'not');
export const partsOf = (group: RuleGroup): readonly Rule[] => ('all' in group ? group.all : 'any' in group ? group.any : group.not);
export const groupOf = (kind: GroupKind, of: readonly Rule[]): RuleGroup =>
	kind === 'all' ? { all: [...of] } : kind === 'any' ? { any: [...of] } : { not: [...of] };

/** What may be asked of a field. */
export const operatorsOf = ({ kind, operators: fewer }: RuleField): readonly RuleOperator[] => fewer ?? OPERATORS[kind];

export type RuleProblem = 'field' | 'operator' | 'missing' | 'number' | 'whole' | 'days' | 'date' | 'choice' | 'empty';
/** Where a part stands: the places in each group from the outermost in; the outermost itself is []. */
export type RulePath = readonly number[];

/** What is wrong with a rule's words, each with its place; nothing: it can be asked. */
export function problemsOf(rule: Rule, fields: readonly RuleField[], path: RulePath = []): { path: RulePath; problem: RuleProblem }[] {
	if (isLeaf(rule)) {
		const problem = problemOf(rule, fields);
		return problem === null ? [] : [{ path, problem }];
	}
	const own = partsOf(rule);
	if (own.length === 0) return [{ path, problem: 'empty' }];
	return own.flatMap((part, n) => problemsOf(part, fields, [...path, n]));
}

function problemOf({ field: key, is, value, within, where, domains }: RuleLeaf, fields: readonly RuleField[]): RuleProblem | null {
	const field = fields.find((one) => one.key === key);
	if (!field) return 'field';
	if (!field.happened && (within !== undefined || where !== undefined)) return 'operator';
	if (domains !== undefined && !isPlaceable(key)) return 'operator';
	for (const one of where ?? []) {
		const property = field.happened?.find((known) => known.key === one.property);
		if (!property) return 'field';
		const problem = problemOfValue(property, one.is, one.value);
		if (problem) return problem;
	}
	const problem = problemOfValue(field, is, value);
	if (problem !== null || !field.happened) return problem;
	// What happened is counted: never one and a half times, and never less than not at all.
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TIMES ? null : 'whole';
}

/** What is wrong with asking this of a field; null: it can be asked. */
export function problemOfValue(field: RuleField, is: RuleOperator, value: RuleLeaf['value']): RuleProblem | null {
	if (!operatorsOf(field).includes(is)) return 'operator';
	if (is === 'known' || is === 'unknown') return value === undefined ? null : 'operator';
	if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'missing';
	const several = is === 'oneOf' || is === 'noneOf';
	if (several !== Array.isArray(value)) return 'missing';
	switch (field.kind) {
		case 'number':
			return typeof value === 'number' && Number.isFinite(value) ? null : 'number';
		case 'date':
			if (is === 'inLast') return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= DAYS ? null : 'days';
			return On.safeParse(value).success ? null : 'date';
		case 'yesno':
			return typeof value === 'boolean' ? null : 'missing';
		case 'choice': {
			const known = (one: unknown) => field.choices?.some((choice) => choice.value === one) ?? false;
			return (Array.isArray(value) ? value : [value]).every(known) ? null : 'choice';
		}
		case 'text':
			return typeof value === 'string' || Array.isArray(value) ? null : 'missing';
	}
}
