/**
 * `npm run mutants [-- MODULE …]`: tests that notice. Makes one wrong change after the other to rules that much rests on, in
 * a copy of the repository, and runs the tests that ought to notice it. Ends with 1 when fewer than nine of ten are noticed,
 * when nothing noticed one that has no reason beside it, or when the list is no longer true. Not part of `npm test`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { type Change, complaintsOf, flawsOf, type Outcome } from './mutants/change.ts';
import { copyOf } from './mutants/copy.ts';
import { changes } from './mutants/list/all.ts';
import { attempt, unready } from './mutants/try.ts';
import { ROOT } from './paths.ts';
import { runTask, TaskError } from './task.ts';

const chosen = (wanted: readonly string[]): Change[] => {
	const modules = new Set(changes.map(({ module }) => module));
	const strange = wanted.find((name) => !modules.has(name));
	if (strange !== undefined) throw new TaskError(`There is no module '${strange}': ${[...modules].join(', ')}.`);
	return wanted.length === 0 ? changes : changes.filter(({ module }) => wanted.includes(module));
};

const textOf = (file: string): string | null => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : null);

const lineOf = ({ change, fate }: Outcome): string => {
	const said = { noticed: '✓', survived: '·', broken: '✗' }[fate.kind];
	const how = fate.kind === 'noticed' ? fate.by : fate.kind === 'broken' ? fate.why : `nothing: ${change.reason ?? 'no reason is given'}`;
	return `${said} ${change.module.padEnd(10)} ${change.name}\n             ${how}\n`;
};

const table = (outcomes: readonly Outcome[]) =>
	[...Map.groupBy(outcomes, ({ change }) => change.module)].map(([module, of]) => ({
		module,
		changes: of.length,
		noticed: of.filter(({ fate }) => fate.kind === 'noticed').length,
	}));

await runTask(async () => {
	const list = chosen(process.argv.slice(2));
	const flaws = flawsOf(list, textOf);
	if (flaws.length > 0) throw new TaskError(flaws.join('\n'));
	process.env.CHROMIUM_PATH = ensureChromium();
	const copy = await copyOf(ROOT);
	process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
	const before = await unready(copy, list);
	if (before.length > 0) throw new TaskError(before.join('\n'));
	const outcomes: Outcome[] = [];
	for (const change of list) {
		const outcome = { change, fate: await attempt(copy, change) };
		outcomes.push(outcome);
		process.stdout.write(lineOf(outcome));
	}
	console.table(table(outcomes));
	const complaints = complaintsOf(outcomes);
	const noticed = outcomes.filter(({ fate }) => fate.kind === 'noticed').length;
	process.stdout.write(`${noticed} of ${outcomes.length} changes were noticed.\n`);
	if (complaints.length > 0) throw new TaskError(complaints.join('\n'));
});
