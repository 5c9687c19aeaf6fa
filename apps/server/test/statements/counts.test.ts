/**
 * What an `insert … select … on conflict` answers: on a cluster as many rows as were selected, those that are there already too. Whoever
 * asks how many are new says `returning 1`.
 */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const SOURCE = new URL('../../src/', import.meta.url).pathname;

/** Entries of a run, a million in one statement: a chunk of them is written once, with its counts. */
const ONCE = ['wings/engagement/send/entries.ts', 'wings/engagement/send/snapshot.ts'];

const NEW_ONLY = /insert\s+into[\s\S]*\bselect\b[\s\S]*\bon conflict\b/;

interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const PROMISES_NOTHING = /^(async\s*)?\([\s\S]*?\): Promise<(unknown|void)> =>/;

/** Where such a statement is run, and what it answers is not dropped: neither a statement of its own, nor of a function that promises nothing. */
const miscounted = (path: string, text: string): string[] => {
	const found: string[] = [];
	const walk = (node: unknown, isDropped: boolean): void => {
		if (Array.isArray(node)) for (const one of node) walk(one, false);
		if (!isNode(node)) return;
		const written = text.slice(node.start, node.end);
		const isRun = node.type === 'CallExpression' && written.startsWith('tx.run(');
		if (isRun && !isDropped && NEW_ONLY.test(written) && !/\breturning\b/.test(written))
			found.push(`${path}:${text.slice(0, node.start).split('\n').length}`);
		const drops = node.type === 'ExpressionStatement' || (isDropped && node.type === 'AwaitExpression');
		const promisesNothing = node.type === 'ArrowFunctionExpression' && PROMISES_NOTHING.test(written);
		for (const [key, under] of Object.entries(node)) walk(under, drops || (promisesNothing && key === 'body'));
	};
	walk(parseSync(path, text).program, false);
	return found;
};

it('the number of rows that an insert beside others made is asked of what it returns', async () => {
	const found: string[] = [];
	let read = 0;
	for await (const path of glob('**/*.ts', { cwd: SOURCE })) {
		const text = readFileSync(`${SOURCE}${path}`, 'utf8');
		read += NEW_ONLY.test(text) ? 1 : 0;
		if (!ONCE.includes(path)) found.push(...miscounted(path, text));
	}
	expect(read).toBeGreaterThan(30);
	expect(found).toEqual([]);
});

it.each([
	['const n = await tx.run(sql`insert into a select 1 on conflict do nothing`);', 1],
	['const f = (tx: Tx): Promise<number> => tx.run(sql`insert into a select 1 on conflict do nothing`);', 1],
	['const f = (tx: Tx): Promise<unknown> => tx.run(sql`insert into a select 1 on conflict do nothing`);', 0],
	['const n = await tx.run(sql`insert into a select 1 on conflict do nothing returning 1`);', 0],
	['await tx.run(sql`insert into a select 1 on conflict do nothing`);', 0],
	['const n = await tx.run(sql`insert into a values (1) on conflict do nothing`);', 0],
])('%s', (text, complaints) => {
	expect(miscounted('one.ts', text)).toHaveLength(complaints);
});
