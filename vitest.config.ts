/** All unit, API and database tests. Two workers: the database of a run and a browser stand beside them on two cores. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		maxWorkers: 2,
		projects: [
			{
				test: {
					name: 'server',
					environment: 'node',
					include: [
						'apps/{server,shop}/**/*.test.ts',
						'packages/{contract,verify}/**/*.test.ts',
						'scripts/**/*.test.ts',
						'bench/**/*.test.ts',
					],
					exclude: ['**/node_modules/**', '**/dist/**'],
					globalSetup: ['apps/server/test/global-setup.ts'],
					testTimeout: 20_000,
					hookTimeout: 60_000,
				},
			},
			{ extends: './apps/portal/vite.config.ts', test: { name: 'portal', root: './apps/portal' } },
			{
				test: {
					name: 'banner',
					environment: 'jsdom',
					include: ['packages/banner/**/*.test.ts'],
					exclude: ['**/node_modules/**', '**/dist/**'],
					testTimeout: 20_000,
				},
			},
		],
	},
});
