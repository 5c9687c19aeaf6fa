/**
 * A text of several statements, taken apart: a cluster passes a message on to its nodes as it came, so what changes a schema is
 * sent one statement at a time (design: cluster, rule 7).
 */
import type { ClientBase } from 'pg';

/** What a semicolon does not end: strings, names, dollar-quoted bodies, comments. Blocks of comments do not nest here. */
const WHOLE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$;/-]+|[\s\S]/g;

const says = (statement: string): boolean => statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '';

/** The statements of a text, in order, without their semicolons. */
export const statementsOf = (text: string): string[] => {
	const found: string[] = [];
	let current = '';
	for (const [part] of text.matchAll(WHOLE)) {
		if (part !== ';') current += part;
		else {
			found.push(current);
			current = '';
		}
	}
	found.push(current);
	return found.filter(says).map((statement) => statement.trim());
};

/** Sends them one by one; the first that fails ends it. */
export const runStatements = async (client: ClientBase, text: string): Promise<void> => {
	for (const statement of statementsOf(text)) await client.query(statement);
};
