/** PostgreSQL's own parser, and walking what it answers. */
import { loadModule, parseSync } from 'libpg-query';

export type Node = Readonly<Record<string, unknown>>;

await loadModule();

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The statements of a text. @throws when it is no SQL */
export const parsed = (text: string): Node[] => {
	const { stmts } = parseSync(text);
	return (stmts ?? []).flatMap(({ stmt }) => (isNode(stmt) ? [stmt] : []));
};

export const nodeAt = (node: Node, name: string): Node | null => {
	const value = node[name];
	return isNode(value) ? value : null;
};
export const textAt = (node: Node, name: string): string => String(node[name] ?? '');
export const listAt = (node: Node, name: string): Node[] => {
	const value = node[name];
	return Array.isArray(value) ? value.filter(isNode) : [];
};

/** Calls `see` with each node of a kind and its body, outer ones first. @param stop kinds that are not entered */
export const walk = (value: unknown, see: (kind: string, body: Node) => 'stop' | undefined): void => {
	if (Array.isArray(value)) for (const one of value) walk(one, see);
	else if (isNode(value))
		for (const [name, body] of Object.entries(value)) {
			if (/^[A-Z]/.test(name) && isNode(body) && see(name, body) === 'stop') continue;
			walk(body, see);
		}
};
