/** The checks without a running program: types, lint, boundaries. */
import type { Command } from './run.ts';

export interface Step {
	name: string;
	command: Command;
}

export const typeSteps: Step[] = [
	{
		name: 'types: server, contract, scripts, bench',
		command: { program: 'node_modules/typescript/bin/tsc', args: ['-p', 'tsconfig.json'] },
	},
	{ name: 'types: portal, banner', command: { program: 'node_modules/typescript/bin/tsc', args: ['-p', 'tsconfig.portal.json'] } },
];

export const lintSteps = (fix = false): Step[] => [
	{
		name: 'lint',
		command: {
			program: 'node_modules/@biomejs/biome/bin/biome',
			args: fix ? ['check', '--write', '.'] : ['ci', '--error-on-warnings', '.'],
		},
	},
	{
		name: 'import boundaries',
		command: {
			program: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
			args: ['--config', '.dependency-cruiser.mjs', 'apps', 'packages'],
		},
	},
];
