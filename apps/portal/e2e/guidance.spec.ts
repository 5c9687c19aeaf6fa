/** Help where one is: the guide's search, the tour on a first visit, and feedback from the box to its list and to support. In Finnish and English. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { fi as help } from '../src/app/help/messages/fi.ts';
import { fi as shell } from '../src/app/messages/fi.ts';
import { en as tour } from '../src/app/tour/messages/en.ts';
import { fi as feedback } from '../src/wings/guidance/feedback/messages/fi.ts';
import { mailbox, stateFile, TOURED } from './people.ts';
import { look } from './road.ts';

const inFinnish = (context: BrowserContext): Promise<unknown> =>
	context.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));

test('palaute lähtee laatikosta, tulee luetteloon ja tukeen, ja siihen vastataan', async ({ browser }) => {
	const writer = await browser.newContext({ storageState: stateFile('editor') });
	await inFinnish(writer);
	const page = await writer.newPage();
	const tag = Date.now().toString(36);
	await page.goto('/segments');
	await page.getByRole('button', { name: shell.feedback }).click();
	const box = page.getByRole('textbox', { name: shell.feedbackMessage });
	const send = page.getByRole('button', { name: shell.feedbackSubmit });
	await expect(send).toBeDisabled();
	await box.fill(`Segmenttien järjestys unohtuu ${tag}.\nKatso https://evil.example/x <b>tätä</b>`);
	await look(page, 'palaute-laatikko');
	await send.click();
	await expect(page.getByText('Kiitos.')).toBeVisible();
	await expect(box).toBeHidden();
	await writer.close();

	const reader = await browser.newContext({ storageState: stateFile('admin') });
	await inFinnish(reader);
	const list = await reader.newPage();
	await list.goto(`/portalActivity/feedback?q=${tag}`);
	const row = list.getByRole('row').filter({ hasText: tag });
	await expect(row).toContainText('editor@luvalla.localhost');
	await expect(row).toContainText('/segments');
	await expect(row).toContainText(feedback.open);
	await look(list, 'palautteet');
	await row.getByRole('link').first().click();
	const one = list.getByRole('dialog', { name: 'Palaute: editor@luvalla.localhost' });
	// as it was written, and nothing of it is markup or a link
	await expect(one.getByText('<b>tätä</b>')).toBeVisible();
	await expect(one.locator('a[href*="evil"]')).toHaveCount(0);
	await expect(one.getByRole('link', { name: feedback.reply })).toHaveAttribute('href', /^mailto:editor@luvalla\.localhost\?subject=/);
	await look(list, 'palaute');
	await one.getByRole('button', { name: feedback.mark }).click();
	await expect(one.getByRole('button', { name: feedback.reopen })).toBeVisible();
	await list.keyboard.press('Escape');
	await expect(row).toContainText(feedback.answered);

	// Support has it too: its one link leads to the list.
	const link = await mailbox(reader).linkFor('admin@luvalla.localhost', /Palaute käyttäjältä editor@luvalla\.localhost/);
	expect(link).toMatch(/\/portalActivity\/feedback\?id=/);
	await reader.close();
});

test('opastuksesta löytyy sana muussakin muodossa, ja osuma vie sivulleen', async ({ browser }) => {
	const context = await browser.newContext({ storageState: stateFile('owner') });
	await inFinnish(context);
	const page = await context.newPage();
	await page.goto('/customerdomains');
	await page.getByRole('button', { name: shell.guideMe }).click();
	const guide = page.getByRole('complementary', { name: shell.guideMe });
	await expect(guide.getByRole('heading', { name: 'Verkkotunnukset' })).toBeVisible();
	await look(page, 'opastus');
	const box = guide.getByRole('searchbox', { name: help.search });
	await box.fill('koodinpätkällä');
	const hits = guide.getByRole('list', { name: help.hits });
	await expect(hits.locator('mark').first()).toHaveText(/^koodinpätk/i);
	await expect(guide.getByRole('status').filter({ hasText: /sivua?$/ })).toBeVisible();
	await look(page, 'opastus-haku');
	await hits.getByRole('button').filter({ hasText: 'LightCMP' }).first().click();
	const way = guide.getByRole('link', { name: /^Siirry sivulle/ });
	await look(page, 'opastus-toisen-sivun');
	await way.click();
	await expect(page).toHaveURL(/\/lightconfig/);
	await box.fill('xyzzy');
	await expect(guide.getByText('Ohjeissa ei ole mitään hakusanalla ”xyzzy”')).toBeVisible();
	await look(page, 'opastus-ei-mitaan');
	await context.close();
});

/** As in a browser where nobody was before. */
const firstVisit = async (page: Page): Promise<void> => {
	await page.goto('/contact');
	await page.evaluate((key) => localStorage.removeItem(key), TOURED[0]);
	await page.goto('/customerdashboard');
};
const FRAME = [tour.title_menu, tour.title_selectors, tour.title_guide, tour.title_feedback, tour.title_account];

for (const [name, who, width, colorScheme] of [
	['a wide screen', 'admin', 1440, 'light'],
	['a rail', 'partner', 1024, 'dark'],
	['a phone', 'editor', 390, 'light'],
] as const)
	test(`a first visit is shown round on ${name} by keyboard alone, and once in whatever browser`, async ({ browser }) => {
		const context = await browser.newContext({ storageState: stateFile(who), viewport: { width, height: 844 }, colorScheme });
		const page = await context.newPage();
		await firstVisit(page);
		for (const title of FRAME) {
			const card = page.getByRole('dialog', { name: title });
			await expect(card).toBeInViewport({ ratio: 1 });
			await expect(card.getByRole('heading')).toBeFocused();
			const [shown, ring] = [await card.boundingBox(), await page.locator('[class*="_ring"]').boundingBox()];
			if (!shown || !ring) throw new Error(`Nothing is pointed at: ${title}.`);
			// a menu that fills the side is tall: the card stands beside it
			const apart =
				ring.x >= shown.x + shown.width ||
				ring.x + ring.width <= shown.x ||
				ring.y >= shown.y + shown.height ||
				ring.y + ring.height <= shown.y;
			expect(apart, title).toBe(true);
			await look(page, `tour-${width}-${FRAME.indexOf(title)}`);
			if (title === FRAME.at(-1)) break;
			await card.getByRole('button', { name: tour.next }).focus();
			await page.keyboard.press('Enter');
		}
		await page.keyboard.press('Escape');
		await expect(page.getByRole('dialog')).toHaveCount(0);
		// from here on the server knows, and this browser need not
		await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), TOURED[0])).toBeNull();
		await page.reload();
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await page.waitForLoadState('networkidle');
		await expect(page.getByRole('dialog')).toHaveCount(0);
		await context.close();
	});

test('on a phone the guide makes room for the tour that is begun in it', async ({ browser }) => {
	const context = await browser.newContext({ storageState: stateFile('admin'), viewport: { width: 390, height: 844 } });
	const page = await context.newPage();
	await page.goto('/customers');
	await page.getByRole('button', { name: 'Guide me' }).click();
	await page.getByRole('button', { name: 'Start the tour' }).click();
	await expect(page.getByRole('dialog', { name: tour.title_menu })).toBeVisible();
	await expect(page.getByRole('complementary', { name: 'Guide me' })).toHaveCount(0);
	await context.close();
});
