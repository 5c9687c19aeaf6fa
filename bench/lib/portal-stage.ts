/** A started server with the sample and rows made through the calls, as the portal's browser tests have it, for benches of the portal. */
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** What a browser of a bench is: a desktop's window, English, without the sandbox that a container does not give. */
export const LOOK = { viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'Europe/Helsinki' };
export const CHROMIUM = { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] };

/**
 * @param port of its own, beside the browser tests'
 * @param debugPort where another program may drive the browser that is signed in
 */
export const stagePortal = async (port: number, debugPort?: number) => {
	process.env.E2E_PORT = String(port);
	const { startServer } = await import('../../apps/portal/e2e/server.ts');
	const { STATES, stateFile, TOURED } = await import('../../apps/portal/e2e/people.ts');
	const { stage } = await import('../../apps/portal/e2e/stage.ts');
	const { stageCampaigns } = await import('../../apps/portal/e2e/stage-campaigns.ts');
	const { ready, stop } = await startServer();
	process.env.E2E_DATABASE = ready.database;
	mkdirSync(STATES, { recursive: true });
	const args = [...CHROMIUM.args, ...(debugPort === undefined ? [] : [`--remote-debugging-port=${debugPort}`])];
	const context = await chromium.launchPersistentContext('', { ...CHROMIUM, ...LOOK, args });
	const page = await context.newPage();
	await page.goto(ready.admin);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('button', { name: 'Logout' }).waitFor();
	// A first visit is shown round, which is not what is measured.
	await page.evaluate(([key, value]) => localStorage.setItem(key, value), TOURED);
	await context.storageState({ path: stateFile('admin'), indexedDB: true });
	await page.close();
	const browser = await chromium.launch(CHROMIUM);
	const rows = await stage();
	return {
		portal: ready.portal,
		/** A browser that is signed in, and one with contexts of one's own, which begin with `admin`. */
		context,
		browser,
		rows,
		/** A campaign with its run, for the screens that are about one. */
		sent: await stageCampaigns(rows),
		admin: stateFile('admin'),
		stop: async () => {
			await context.close();
			await browser.close();
			await stop();
		},
	};
};
