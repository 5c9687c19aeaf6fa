/** Starts the server once a run and signs in the sample's people, each once, so that no limit is near. */
import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type FullConfig } from '@playwright/test';
import { mailbox, type Name, names, STATES, stateFile, TOURED } from './people.ts';
import { beginOnce, type Ready, startServer } from './server.ts';

/** A machine that is this slow is slow and not wrong. */
const PATIENCE_MS = 300_000;

/** Signs somebody in. The printed links are owner's and admin's; the others take theirs from the mailbox. */
export const signedIn = async (browser: Browser, ready: Ready, name: Name): Promise<BrowserContext> => {
	const context = await browser.newContext();
	// As long as a test may take to load a page where everything else runs beside it.
	context.setDefaultTimeout(PATIENCE_MS);
	const page = await context.newPage();
	const printed = name === 'owner' ? ready.signIn : name === 'admin' ? ready.admin : null;
	if (printed === null) {
		await page.goto(`${ready.portal}/`);
		await page.getByLabel('Email').fill(`${name}@luvalla.localhost`);
		await page.getByRole('button', { name: 'Sign in' }).click();
		const code = await mailbox(context, ready.mailbox).codeFor(`${name}@luvalla.localhost`);
		await page.getByLabel(/code/i).fill(code);
		const go = page.getByRole('button', { name: 'Sign in' });
		if (await go.isVisible()) await go.click();
	} else {
		await page.goto(printed);
		await page.getByRole('button', { name: 'Sign in' }).click();
	}
	await page.getByRole('button', { name: 'Logout' }).waitFor();
	await page.evaluate(([key, value]) => localStorage.setItem(key, value), TOURED);
	await page.close();
	return context;
};

export default async (config: FullConfig): Promise<() => Promise<void>> => {
	const forget = await beginOnce();
	const { ready, stop: end } = await startServer();
	const stop = async (): Promise<void> => {
		await end();
		forget();
	};
	try {
		process.env.E2E_MAILBOX = ready.mailbox;
		process.env.E2E_DATABASE = ready.database;
		mkdirSync(STATES, { recursive: true });
		const browser = await chromium.launch(config.projects[0]?.use.launchOptions);
		for (const name of names) {
			const context = await signedIn(browser, ready, name);
			await context.storageState({ path: stateFile(name), indexedDB: true });
			await context.close();
		}
		await browser.close();
	} catch (error) {
		await stop();
		throw error;
	}
	return stop;
};
