/**
 * `node scripts/long-functions.ts [LINES]`: functions that are longer, the longest first, by the syntax tree; the lists of routes, which
 * are long because there are many calls, are counted apart. Tests are not read.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { ROOT } from './paths.ts';

interface Found {
	readonly lines: number;
	readonly place: string;
	/** The line on which it begins. */
	readonly head: string;
}

const LIMIT = Number(process.argv[2] ?? 100);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const TESTS = /\.(test|spec)\.tsx?$|\/(test|e2e|releases)\//;

const files = execFileSync('git', ['ls-files', 'apps', 'packages', 'bench', 'scripts'], { cwd: ROOT, encoding: 'utf8' })
	.split('\n')
	.filter((file) => /\.[jt]sx?$/.test(file) && !TESTS.test(file));

const longIn = (file: string): Found[] => {
	const text = readFileSync(join(ROOT, file), 'utf8');
	const found: Found[] = [];
	const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
	const visit = (node: unknown): void => {
		if (typeof node !== 'object' || node === null) return;
		if ('type' in node && 'start' in node && 'end' in node && FUNCTIONS.has(String(node.type))) {
			const [first, last] = [lineOf(Number(node.start)), lineOf(Number(node.end))];
			if (last - first + 1 > LIMIT)
				found.push({ lines: last - first + 1, place: `${file}:${first}`, head: text.split('\n')[first - 1]?.trim().slice(0, 90) ?? '' });
		}
		for (const child of Object.values(node)) visit(child);
	};
	visit(parseSync(file, text).program);
	return found;
};

const all = files.flatMap(longIn).sort((a, b) => b.lines - a.lines);
const apart = all.filter(({ head }) => /\w*[rR]outes\b/.test(head));
const others = all.filter((one) => !apart.includes(one));
for (const { lines, place, head } of others) process.stdout.write(`${lines}\t${place}\t${head}\n`);
process.stdout.write(`${others.length} over ${LIMIT} lines, and ${apart.length} lists of routes.\n`);
