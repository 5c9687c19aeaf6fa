/**
 * All unit, API and database tests. Four workers on two cores: each waits for the database of the run, for a browser or for a clock much
 * of its time (with three, tests of campaigns left two fifths of the processors idle). Files of the server share a worker's modules, which
 * take seconds to load, and files of the portal theirs; those that start and kill programs, or want modules that nobody has used, have
 * them to themselves.
 */
import { defineConfig } from 'vitest/config';

/** How long something may take that is waited for (a machine five times slower than usual is slow and not wrong), and how often it is asked. */
const POLL = { poll: { timeout: 120_000, interval: 100 } } as const;

/** After so long a test hangs: what takes ten seconds takes minutes where others use both cores. */
const HANGS = { testTimeout: 400_000, hookTimeout: 400_000 } as const;

/**
 * Files that `npm run test:long` alone runs, for what they cost: pages in many browsers and looks, kills, load, full disks. Whoever changes
 * what one of them is about runs it (`npx vitest run <file>` knows them all).
 */
const LONG_FILES = [
	'packages/banner/test/{assemble,consent-mode,declaration,events,faults,form,joined,known,looks,messages,push,regions,rtl}.test.ts',
	'packages/banner/test/tcf.{api,beside,choice,screen}.test.ts',
	'packages/banner/test/frameworks/frameworks.test.ts',
	'packages/banner/test/engines/{forty,worker,blurred-clock}.test.ts',
	'apps/server/test/{browsers,bulk,campaign-roles,embedded,fair,looks,overlap,reach,shop-visit,signup-kill,turns}.test.ts',
	'apps/server/test/engagement/{apart,doubt,fair,faults,journey-chaos,paid-kill,recount}.test.ts',
	'apps/server/test/proof/self-check.test.ts',
	'apps/server/test/scans/{foreign,hostile,kill,press}.test.ts',
	'apps/server/test/truth/at-the-limits.test.ts',
];

const NOT_OURS = ['**/node_modules/**', '**/dist/**', ...(process.env.TESTS === 'short' ? LONG_FILES : [])];

/** They start programs, kill them, and change what a process has once. */
const PROGRAMS = [
	'apps/server/test/{backup,campaign-chaos,campaign-roles,embedded,external,folder,kill,migrate,overlap,signup-kill,storage,stop}.test.ts',
	'apps/server/test/billing/attack.test.ts',
	'apps/server/test/engagement/paid-kill.test.ts',
	'packages/verify/**/*.test.ts',
	'scripts/**/*.test.ts',
	'bench/**/*.test.ts',
];

/** They put others in place of modules, or begin where nothing was loaded yet. */
const ALONE = ['app/shell', 'app/signin/passkey', 'ui/chart/Curves', 'wings/identity/profile/profile'].map(
	(name) => `src/${name}.test.tsx`,
);

const onPortal = { root: './apps/portal', expect: POLL } as const;

const onServer = {
	environment: 'node',
	globalSetup: ['apps/server/test/global-setup.ts'],
	setupFiles: ['apps/server/test/setup.ts'],
	...HANGS,
	expect: POLL,
} as const;

export default defineConfig({
	test: {
		maxWorkers: 4,
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
			{
				extends: './apps/portal/vite.config.ts',
				test: { ...onPortal, name: 'portal', isolate: false, include: ['src/**/*.test.{ts,tsx}'], exclude: ALONE },
			},
			{ extends: './apps/portal/vite.config.ts', test: { ...onPortal, name: 'portal-alone', include: ALONE } },
			{
				test: {
					name: 'banner',
					environment: 'jsdom',
					include: ['packages/banner/**/*.test.ts'],
					exclude: NOT_OURS,
					...HANGS,
					expect: POLL,
				},
			},
		],
	},
});
