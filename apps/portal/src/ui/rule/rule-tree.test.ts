import { fieldRulesFi as fieldRules } from '@luvalla/contract/field-rules';
import {
	groupOf,
	partsOf,
	problemsOf,
	RULE_DEPTH,
	RULE_LEAVES,
	Rule,
	type RuleField,
	type RuleGroup,
	sizeOf,
} from '@luvalla/contract/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { added, blank, changed, dissolved, leavesOf, removed } from './rule-tree.ts';

const fields: readonly RuleField[] = [
	{ key: 'city', kind: 'text' },
	{ key: 'orders', kind: 'number' },
	{ key: 'seen', kind: 'date' },
	{ key: 'plan', kind: 'choice', choices: [{ value: 'gold', label: 'Gold' }] },
	{ key: 'member', kind: 'yesno', operators: ['is'] },
];
const nested = (depth: number): RuleGroup => (depth === 1 ? { all: [{ field: 'city', is: 'known' }] } : { any: [nested(depth - 1)] });

describe('a rule from outside', () => {
	it('has its own keys only, bounded depth and size, and is refused without being walked to its end', () => {
		const whole: RuleGroup = {
			all: [{ field: 'city', is: 'oneOf', value: ['Turku', 'Oulu'] }, { not: [{ field: 'member', is: 'is', value: true }] }],
		};
		expect(Rule.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
		expect(Rule.safeParse(nested(RULE_DEPTH)).success).toBe(true);
		const bad = (rule: unknown) => Rule.safeParse(rule).error?.issues.map(({ message }) => message);
		expect(bad(nested(RULE_DEPTH + 1))).toEqual(['Put fewer groups into each other']);
		const deep: unknown = JSON.parse(`${'{"all":['.repeat(5000)}${']}'.repeat(5000)}`);
		expect(bad(deep)).toEqual(['Put fewer groups into each other']);
		expect(Rule.safeParse({ all: Array.from({ length: RULE_LEAVES }, () => ({ field: 'city', is: 'known' })) }).success).toBe(true);
		const wide = { any: [0, 1].map(() => ({ all: Array.from({ length: 60 }, () => ({ field: 'city', is: 'known' })) })) };
		expect(bad(wide)).toEqual(['Use fewer conditions']);
		for (const text of [
			'{"all":[{"field":"city","is":"known","more":1}]}',
			'{"all":[],"any":[]}',
			'{"all":[{"field":"city","is":"toString"}]}',
			'{"__proto__":{"all":[]}}',
			'{"all":[{"field":"city","is":"is","value":{"$ne":1}}]}',
			'null',
			'[]',
			'"all"',
		])
			expect(Rule.safeParse(JSON.parse(text)).success, text).toBe(false);
	});
	it('says its refusals in Finnish too', () => {
		expect(fieldRules['Put fewer groups into each other']).toBe('Laita ryhmiä vähemmän sisäkkäin');
		expect(fieldRules['Use fewer conditions']).toBe('Käytä vähemmän ehtoja');
	});
});

describe('the words of a rule', () => {
	it('are held against the fields that there are, with the place of each problem', () => {
		const rule: RuleGroup = {
			all: [
				{ field: 'city', is: 'is', value: 'Turku' },
				{ field: 'constructor', is: 'is', value: 'x' },
				{ any: [{ field: 'orders', is: 'contains', value: 'x' }, { field: 'orders', is: 'atLeast', value: '3' }, { not: [] }] },
				{ field: 'city', is: 'oneOf', value: [] },
				{ field: 'seen', is: 'inLast', value: 1.5 },
				{ field: 'seen', is: 'before', value: '2026-02-30' },
				{ field: 'plan', is: 'oneOf', value: ['gold', 'silver'] },
				{ field: 'member', is: 'known' },
				{ field: 'city', is: 'known', value: 'x' },
			],
		};
		expect(problemsOf(rule, fields).map(({ path, problem }) => `${path.join('.')} ${problem}`)).toEqual([
			'1 field',
			'2.0 operator',
			'2.1 number',
			'2.2 empty',
			'3 missing',
			'4 days',
			'5 date',
			'6 choice',
			'7 operator',
			'8 operator',
		]);
	});
});

describe('changes', () => {
	const rule: RuleGroup = {
		all: [
			{ field: 'a', is: 'known' },
			{
				any: [
					{ field: 'b', is: 'known' },
					{ field: 'c', is: 'known' },
				],
			},
		],
	};
	it('give a new rule and leave the old one', () => {
		const before = JSON.stringify(rule);
		expect(added(rule, [1], blank)).toEqual({
			all: [partsOf(rule)[0], { any: [{ field: 'b', is: 'known' }, { field: 'c', is: 'known' }, blank] }],
		});
		expect(removed(rule, [1, 0])).toEqual({ all: [partsOf(rule)[0], { any: [{ field: 'c', is: 'known' }] }] });
		expect(dissolved(rule, [1])).toEqual({ all: ['a', 'b', 'c'].map((field) => ({ field, is: 'known' })) });
		expect(changed(rule, [], (root) => ('field' in root ? root : groupOf('not', partsOf(root))))).toEqual({ not: rule.all });
		expect(JSON.stringify(rule)).toBe(before);
	});
	it('are undone by their opposite, anywhere in any rule, and counted as the contract counts', () => {
		const leaf = fc.record({ field: fc.constantFrom('a', 'b'), is: fc.constant('known' as const) });
		const { group } = fc.letrec<{ part: Rule; group: RuleGroup }>((tie) => ({
			part: fc.oneof({ depthSize: 'small' }, leaf, tie('group')),
			group: fc
				.tuple(fc.constantFrom('all' as const, 'any' as const, 'not' as const), fc.array(tie('part'), { minLength: 1, maxLength: 3 }))
				.map(([kind, parts]) => groupOf(kind, parts)),
		}));
		fc.assert(
			fc.property(group, (root) => {
				const last = partsOf(root).length;
				expect(removed(added(root, [], blank), [last])).toEqual(root);
				expect(
					dissolved(
						changed(root, [0], (part) => groupOf('any', [part])),
						[0],
					),
				).toEqual(root);
				const size = sizeOf(root);
				fc.pre(size.depth <= RULE_DEPTH && size.leaves <= RULE_LEAVES);
				expect(size.leaves).toBe(leavesOf(root));
			}),
		);
	});
});
