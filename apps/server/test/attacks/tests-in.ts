/** The tests that stand in a file, read from its syntax: what is commented out or only looks like one is none. */
import { parseSync } from '@swc/core';

export interface FoundTest {
	/** Its descriptions and its own title as they are written, `a > b`. */
	readonly name: string;
	/** What keeps it from running always: `skip`, `todo`, `runIf`, … of itself or of what it stands in. */
	readonly held: string | null;
}

const ROOTS = new Set(['describe', 'suite', 'it', 'test']);
const GROUPS = new Set(['describe', 'suite']);
const HELD = new Set(['skip', 'todo', 'only', 'fails', 'fixme', 'skipIf', 'runIf']);

/** What stands in these is there sometimes. `BinaryExpression` is `&&` too. */
const SOMETIMES = new Set(['IfStatement', 'ConditionalExpression', 'BinaryExpression', 'SwitchStatement']);

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const part = (node: Node, name: string): Node | null => {
	const value = node[name];
	return isNode(value) ? value : null;
};

/** `test.each(…)` is `test`, with `each` on the way; null for calls of anything else. */
const chainOf = (callee: Node | null): { root: string; through: string[] } | null => {
	if (callee?.type === 'Identifier') return ROOTS.has(String(callee.value)) ? { root: String(callee.value), through: [] } : null;
	if (callee?.type === 'CallExpression') return chainOf(part(callee, 'callee'));
	if (callee?.type === 'TaggedTemplateExpression') return chainOf(part(callee, 'tag'));
	if (callee?.type !== 'MemberExpression') return null;
	const before = chainOf(part(callee, 'object'));
	return before && { ...before, through: [...before.through, String(part(callee, 'property')?.value)] };
};

/** A title as it is written; null where it is none. */
const titleOf = (argument: Node | null): string | null => {
	const expression = argument && part(argument, 'expression');
	if (expression?.type === 'StringLiteral') return String(expression.value);
	if (expression?.type !== 'TemplateLiteral') return null;
	const { quasis } = expression;
	return Array.isArray(quasis) ? quasis.map((one: unknown) => (isNode(one) ? String(one.cooked) : '')).join('…') : null;
};

/** In the order they stand. */
export const testsIn = (source: string): FoundTest[] => {
	const found: FoundTest[] = [];
	const walk = (value: unknown, names: readonly string[], held: string | null): void => {
		if (Array.isArray(value)) for (const one of value) walk(one, names, held);
		if (!isNode(value) || Array.isArray(value)) return;
		const chain = value.type === 'CallExpression' ? chainOf(part(value, 'callee')) : null;
		const given = Array.isArray(value.arguments) ? (value.arguments as unknown[]).filter(isNode) : [];
		const title = chain && titleOf(given[0] ?? null);
		if (!chain || title === null) {
			const here = held ?? (SOMETIMES.has(String(value.type)) ? 'if' : null);
			for (const one of Object.values(value)) walk(one, names, here);
			return;
		}
		const holds = held ?? chain.through.find((name) => HELD.has(name)) ?? null;
		// Playwright's groups are `test.describe`.
		const isGroup = GROUPS.has(chain.root) || chain.through.includes('describe');
		const here = [...names, title];
		if (isGroup) walk(given.slice(1), here, holds);
		else found.push({ name: here.join(' > '), held: holds ?? (given.length < 2 ? 'todo' : null) });
	};
	walk(parseSync(source, { syntax: 'typescript', tsx: true, target: 'es2022' }).body, [], null);
	return found;
};
