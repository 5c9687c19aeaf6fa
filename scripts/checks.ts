/** The checks without a running program: types, lint, boundaries. */
import type { Command } from './run.ts';

export interface Step {
	name: string;
	command: Command;
}

/** One checker: of several each works out the contract's types for itself (of the portal's four, 44 seconds of processor instead of 19). */
const types = (name: string, project: string): Step => ({
	name: `types: ${name}`,
	command: { program: 'node_modules/typescript/bin/tsc', args: ['-p', project, '--checkers', '1'] },
});

export const typeSteps: Step[] = [
	types('server, contract, scripts, bench', 'tsconfig.json'),
	types('portal, banner', 'tsconfig.portal.json'),
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
