/**
 * All unit, API and database tests. Three workers on two cores: each waits for the database of the run, for a browser or for a clock much
 * of its time (with two, a third of the processors idled). Files of the server share a worker's modules, which take seconds to load; those that start and kill programs have them to themselves.
 */
import { defineConfig } from 'vitest/config';

/** How long something may take that is waited for; Vitest’s own second is short beside a browser and a database on two cores. */
const POLL = { poll: { timeout: 10_000 } } as const;

const NOT_OURS = ['**/node_modules/**', '**/dist/**'];

/** They start programs, kill them, and change what a process has once. */
const PROGRAMS = [
	'apps/server/test/{backup,campaign-chaos,campaign-roles,embedded,external,folder,kill,migrate,overlap,storage,stop}.test.ts',
	'packages/verify/**/*.test.ts',
	'scripts/**/*.test.ts',
	'bench/**/*.test.ts',
];

const onServer = {
	environment: 'node',
	globalSetup: ['apps/server/test/global-setup.ts'],
	setupFiles: ['apps/server/test/setup.ts'],
	testTimeout: 20_000,
	hookTimeout: 60_000,
	expect: POLL,
} as const;

export default defineConfig({
	test: {
		maxWorkers: 3,
		projects: [
			{ test: { ...onServer, name: 'programs', include: PROGRAMS, exclude: NOT_OURS } },
			{
				test: {
					...onServer,
					name: 'server',
					isolate: false,
					include: ['apps/{server,shop}/**/*.test.ts', 'packages/contract/**/*.test.ts'],
					exclude: [...NOT_OURS, ...PROGRAMS],
				},
			},
			{ extends: './apps/portal/vite.config.ts', test: { name: 'portal', root: './apps/portal', expect: POLL } },
			{
				test: {
					name: 'banner',
					environment: 'jsdom',
					include: ['packages/banner/**/*.test.ts'],
					exclude: NOT_OURS,
					testTimeout: 20_000,
					expect: POLL,
				},
			},
		],
	},
});
