import { afterEach, expect, it, vi } from 'vitest';
import { taskArguments } from './task.ts';

afterEach(() => vi.unstubAllGlobals());

const given = (...args: string[]) => vi.stubGlobal('process', { argv: ['node', 'task.ts', ...args] });

it('takes what a task knows, and refuses the rest rather than passing it over', () => {
	given('--repair');
	expect(taskArguments('recount', 0, ['--repair'])).toEqual(['--repair']);
	given('today.luvalla');
	expect(taskArguments('backup FILE', 1)).toEqual(['today.luvalla']);
	for (const [args, files] of [
		[['--repiar'], 0],
		[['a', 'b'], 1],
		[['--help'], 1],
	] as const) {
		given(...args);
		expect(() => taskArguments('backup FILE', files)).toThrow(`It takes no '${args.at(-1)}': backup FILE`);
	}
});
