/** The sample's people in the browser: signed-in states, and the mailbox their mails land in. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

export const names = ['owner', 'admin', 'partner', 'editor', 'person'] as const;
export type Name = (typeof names)[number];

export const STATES = join(tmpdir(), `luvalla-e2e-states-${process.env.E2E_PORT ?? ''}`);
export const stateFile = (name: Name): string => join(STATES, `${name}.json`);

/** What the portal keeps of whoever has seen the tour: for everybody but in the test of the tour itself. */
export const TOURED = ['luvalla.tour', 'off'] as const;
/** Nobody is signed in, and the tour does not stand in the way of those who will be. */
export const nobody = (origin: string) => ({
	cookies: [],
	origins: [{ origin, localStorage: [{ name: TOURED[0], value: TOURED[1] }] }],
});

/** Reads codes and links out of the built-in mailbox. */
export const mailbox = (context: BrowserContext, address = process.env.E2E_MAILBOX ?? '') => ({
	/** The code of the newest mail to this address; it may take a moment to arrive. */
	async codeFor(email: string): Promise<string> {
		const page = await context.newPage();
		for (let tries = 0; tries < 50; tries++) {
			await page.goto(address);
			const mail = page.getByRole('link').filter({ hasText: email }).first();
			const subject = (await mail.count()) > 0 ? ((await mail.textContent()) ?? '') : '';
			const code = /\b\d{6}\b/.exec(subject)?.[0];
			if (code) {
				await page.close();
				return code;
			}
		}
		throw new Error(`No mail with a code for ${email}.`);
	},
	/** The address behind the button of the newest mail to somebody, of those whose subject fits. */
	async linkFor(email: string, subject = /./): Promise<string> {
		const page = await context.newPage();
		const mail = page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject }).first();
		await expect(async () => {
			await page.goto(address);
			await expect(mail).toBeVisible({ timeout: 3_000 });
		}).toPass();
		await mail.click();
		const link = await page.frameLocator('iframe').getByRole('link').first().getAttribute('href');
		await page.close();
		if (link === null) throw new Error(`The mail to ${email} has no link.`);
		return link;
	},
});

/** Whoever gets the mail of this address lets letters be tried out on it, by the link that the first trial mailed there. */
const confirmTrials = async (context: BrowserContext, address: string): Promise<void> => {
	const page = await context.newPage();
	await page.goto(await mailbox(context).linkFor(address, /May letters be tried out on you\?/));
	await page.getByRole('button', { name: 'Yes, send them to me' }).click();
	await expect(page.getByRole('status')).toContainText('may send you letters that are tried out');
	await page.close();
};

/** Tries a saved constellation out on an address of nobody of the team, which is asked first. Answers its drawer. */
export const tryOut = async (page: Page, constellation: string, address: string): Promise<Locator> => {
	await page.getByRole('link', { name: constellation }).click();
	const drawer = page.getByRole('dialog', { name: 'Edit constellation' });
	const send = drawer.getByRole('button', { name: 'Send UAT email' });
	await send.click();
	const notice = page.getByRole('alert').filter({ hasText: /1 address was not reached: .*not confirmed yet/ });
	await notice.getByRole('button', { name: 'Close' }).click();
	await confirmTrials(page.context(), address);
	await send.click();
	await expect(page.getByText('UAT email sent successfully.')).toBeVisible();
	return drawer;
};

/** The banner closes its shadow root to the page; a test must look inside, so for it the root opens. Nothing else changes. */
export const openShadows = (context: BrowserContext): Promise<unknown> =>
	context.addInitScript(() => {
		const attach = Element.prototype.attachShadow;
		Element.prototype.attachShadow = function (options) {
			return attach.call(this, { ...options, mode: 'open' });
		};
	});

/**
 * The dialog of a fresh proof, answered from the mailbox. A sign-in is proof for ten minutes, so a quick run is not asked;
 * `confirm.test.tsx` covers the dialog.
 */
export const proveIfAsked = async (page: Page, email: string, done: Locator): Promise<void> => {
	const dialog = page.getByRole('dialog', { name: 'Is it you?' });
	await expect(dialog.or(done).first()).toBeVisible();
	if (!(await dialog.isVisible())) return;
	await expect(dialog.getByText(email)).toBeVisible();
	await dialog.getByLabel('Six-digit code').fill(await mailbox(page.context()).codeFor(email));
	await dialog.getByRole('button', { name: 'Confirm' }).click();
	await expect(done).toBeVisible();
};
