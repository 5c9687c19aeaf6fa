/** Tests that need no database, without one being started: seconds less a change. What they say is what they say in vitest.config.ts. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		maxWorkers: 2,
		projects: [
			{ test: { name: 'server', environment: 'node', include: ['apps/server/**/*.test.ts'], testTimeout: 20_000 } },
			{ test: { name: 'banner', environment: 'jsdom', include: ['packages/banner/**/*.test.ts'], testTimeout: 20_000 } },
		],
	},
});
