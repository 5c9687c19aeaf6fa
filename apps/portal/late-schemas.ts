/**
 * A Vite plugin that lets the contract's schemas be made when they are first asked for: what a field of an object takes becomes a getter,
 * which zod reads once and not before it must (so do schemas refer to themselves). A page loads the schemas of every call that its modules
 * know and asks a few of them; making them all was close to half of what its modules took to begin.
 */
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/** Methods whose object is a shape. */
const SHAPED = new Set(['object', 'strictObject', 'looseObject', 'extend', 'safeExtend']);

export const lateSchemas = (): Plugin => ({
	name: 'luvalla:late-schemas',
	apply: 'build',
	transform: {
		filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
		handler: (code, id) => ({ code: withGetters(code, id), map: null }),
	},
});

/** @param code a module of the contract without its types */
export function withGetters(code: string, name: string): string {
	const edits: Edit[] = [];
	new Visitor({
		CallExpression({ callee, arguments: [shape] }) {
			if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !SHAPED.has(callee.property.name)) return;
			if (shape?.type !== 'ObjectExpression') return;
			// V8 puts getters behind what stands beside them once something was spread in, and lists would have their fields in another order.
			if (shape.properties.every(({ type }) => type === 'Property')) edits.push(...shape.properties.flatMap(getterOf));
		},
	}).visit(parseSync(name, code, { lang: 'js' }).program);
	return edits.toSorted((a, b) => b.from - a.from).reduce((text, { from, to, put }) => text.slice(0, from) + put + text.slice(to), code);
}

interface Edit {
	from: number;
	to: number;
	put: string;
}

/** What is made by a call waits; a name costs nothing. */
function getterOf(field: ESTree.ObjectPropertyKind): Edit[] {
	if (field.type !== 'Property' || field.kind !== 'init' || field.method || field.computed || field.value.type !== 'CallExpression')
		return [];
	return [
		{ from: field.start, to: field.start, put: 'get ' },
		{ from: field.key.end, to: field.value.start, put: '() { return ' },
		{ from: field.value.end, to: field.value.end, put: '; }' },
	];
}
