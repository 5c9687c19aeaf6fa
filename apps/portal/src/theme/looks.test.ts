/** Plain classes: whoever writes one means a look that is there, and a look that nobody takes is none. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const read = (pattern: string): string[] => globSync(pattern, { cwd: SRC }).map((file) => readFileSync(join(SRC, file), 'utf8'));
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The classes of our own sheets; what Mantine names is styled there too. */
const classesOf = (files: string[]): Set<string> =>
	new Set(
		files.flatMap((file) => {
			const css = readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
			return [...css.replaceAll(/\{[^{}]*\}/g, '').matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
		}),
	);
const SHARED = ['looks.css', 'flow.css', 'shapes.css'];
const pages = read('**/*.tsx');
const composed = read('**/*.module.css').flatMap((css) =>
	[...css.matchAll(/composes: ([\w -]+) from global;/g)].flatMap(([, names = '']) => words(names)),
);
const written = pages.flatMap((page) =>
	[...page.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain, made = '']) =>
		words(plain ?? made.replaceAll(/\$\{[^}]*\}/g, ' ')),
	),
);

it('every plain class that a page or a sheet names is there', () => {
	const known = classesOf(['base.css', ...SHARED]);
	expect(written.length).toBeGreaterThan(300);
	expect([...written, ...composed].filter((name) => !known.has(name))).toEqual([]);
});

it('every shared look is taken by somebody', () => {
	const named = new Set([
		...written,
		...composed,
		...pages.flatMap((page) => [...page.matchAll(/'([\w -]+)'/g)].flatMap(([, one = '']) => words(one))),
	]);
	expect([...classesOf(SHARED)].filter((name) => !named.has(name))).toEqual([]);
});
