/** Journeys and the accessibility sweep, in the system's Chromium against a started server of their own. */
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../packages/banner/test/chromium-flags.ts';
import { nobody } from './e2e/people.ts';
import { PORT } from './e2e/server.ts';

const SWEEP = '**/accessibility.spec.ts';
/** Journeys beside the roads that everything else lies on: `npm run test:long`, or by name. */
const LONG = [
	'**/{ad,form,leaflet,mobile,own,preference,sms,trigger,web,webhook}-journey.spec.ts',
	'**/{campaigns,contents,known-people,login-element,tcf,uploads}.spec.ts',
];

export default defineConfig({
	testDir: './e2e',
	globalSetup: './e2e/global-setup.ts',
	outputDir: '../../test-results/e2e',
	// The other half of the tests runs beside these: with three, files of it took twice as long and more.
	workers: 2,
	fullyParallel: true,
	forbidOnly: true,
	// The long ones first; the many short ones of the sweep then keep every worker busy to the end.
	projects: [
		{ name: 'journeys', testIgnore: process.env.TESTS === 'short' ? [SWEEP, ...LONG] : SWEEP },
		{ name: 'sweep', testMatch: SWEEP },
	],
	// After so long a test hangs: where others use both cores everything takes several times as long.
	timeout: 900_000,
	expect: { timeout: 120_000 },
	use: {
		baseURL: `http://localhost:${PORT}`,
		storageState: nobody(`http://localhost:${PORT}`),
		viewport: { width: 1440, height: 900 },
		locale: 'en-US',
		timezoneId: 'Europe/Helsinki',
		reducedMotion: 'reduce',
		// Every test would be recorded and nearly all recordings be thrown away. `E2E_TRACE=1` keeps those of failures.
		trace: process.env.E2E_TRACE ? { mode: 'retain-on-failure', screenshots: false, sources: false } : 'off',
		screenshot: 'only-on-failure',
		launchOptions: {
			executablePath: process.env.PORTAL_CHROMIUM_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
			args: CHROMIUM_FLAGS,
		},
	},
});
