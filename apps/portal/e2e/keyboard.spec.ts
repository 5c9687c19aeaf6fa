/**
 * The five most used tasks by the keyboard alone: a person is found, an answer is written down, a segment is made of a rule, a campaign is
 * made, published and executed, a report is read and taken along. The pointer is never used; each stop of Tab is in the window and not
 * covered, and what opens gives the focus back where it was opened.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import * as z from 'zod';
import { stateFile } from './people.ts';
import { ask, Named, shopOf } from './road.ts';

test.use({ storageState: stateFile('owner') });

/** No page asks for more presses than this to come from one control to the next that a person wants. */
const MOST_STOPS = 90;
const TAG = Date.now().toString(36);
const PERSON = `keys-${TAG}@example.com`;

/** Where the focus is, it is seen: in the window, as large as something one can see, and nothing lies over its middle. */
const isSeen = (page: Page): Promise<string | null> =>
	page.evaluate(() => {
		const at = document.activeElement;
		if (at === null || at === document.body) return null;
		// What is drawn by another part, as a check box by its label, is seen there.
		const drawn = at.getBoundingClientRect().width > 2 ? at : (at.closest('label') ?? at.parentElement ?? at);
		const { left, top, right, bottom, width, height } = drawn.getBoundingClientRect();
		const name = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 40) ?? ''}`;
		if (width < 2 || height < 2) return `${name}: has no size`;
		const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
		if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return `${name}: outside the window`;
		const over = document.elementFromPoint(x, y);
		const same = over !== null && (drawn.contains(over) || over.contains(drawn) || drawn.parentElement?.contains(over) === true);
		return same ? null : `${name}: covered by ${over?.tagName} ${over?.className}`;
	});

/** Presses Tab until the focus is there. */
const reach = async (wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
	const page = wanted.page();
	await wanted.waitFor();
	for (let stops = 0; stops < MOST_STOPS; stops++) {
		if (await wanted.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press(key);
		// It comes into view by a scroll, which takes a moment.
		await expect.poll(() => isSeen(page)).toBe(null);
	}
	throw new Error(`${wanted} is not reached by ${MOST_STOPS} presses of ${key}.`);
};
const press = async (wanted: Locator, key = 'Enter'): Promise<void> => {
	await reach(wanted);
	await wanted.page().keyboard.press(key);
};
/** Opens a field that offers options, and takes the one of that name by writing and by arrows. */
const choose = async (field: Locator, option: string): Promise<void> => {
	const page = field.page();
	await reach(field);
	await page.keyboard.press('ArrowDown');
	const offered = page.getByRole('option', { name: option, exact: true });
	await offered.waitFor();
	for (let n = 0; n < MOST_STOPS; n++) {
		const active = await page.evaluate(() => {
			const id = document.activeElement?.getAttribute('aria-activedescendant');
			return id ? (document.getElementById(id)?.textContent ?? '') : '';
		});
		if (active === (await offered.textContent())) break;
		await page.keyboard.press('ArrowDown');
	}
	await page.keyboard.press('Enter');
	await expect(offered).toBeHidden();
};

test.beforeAll(async ({ browser }) => {
	const page = await (await browser.newContext({ storageState: stateFile('owner') })).newPage();
	await page.goto('/customerdashboard');
	const { customerId } = await shopOf(page);
	const purposes = await ask(page, 'GET', `/consent/purpose/${customerId}`, undefined, z.array(Named.extend({ name: z.string() })));
	const purposeId = purposes.find(({ name }) => name === 'Newsletter')?.id;
	await ask(
		page,
		'POST',
		'/audit/domain/people/answer',
		{ person: { email: PERSON }, purposeId, value: true, source: 'Paper form', at: new Date() },
		z.unknown(),
	);
	await page.context().close();
});

test('a person is found by the search over everything, and what they said is read', async ({ page }) => {
	await page.goto('/customerdashboard');
	await page.getByRole('heading', { level: 1 }).waitFor();
	await page.keyboard.press('Control+K');
	await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
	await page.keyboard.type(PERSON);
	await page.getByRole('option', { name: new RegExp(PERSON) }).waitFor();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: PERSON })).toBeVisible();
});

test('an answer that was given on the telephone is written down', async ({ page }) => {
	await page.goto('/domainprofiles?show=consents');
	const add = page.getByRole('button', { name: 'Record answer' });
	await press(add);
	const form = page.getByRole('dialog', { name: 'Record answer' });
	await reach(form.getByRole('textbox', { name: 'Person' }));
	await page.keyboard.type(PERSON);
	await choose(form.getByRole('combobox', { name: 'Purpose' }), 'Text messages');
	// Tab stops once at the two; an arrow goes from one to the other.
	await press(form.getByRole('radio', { name: 'Said no' }), 'ArrowDown');
	await expect(form.getByRole('radio', { name: 'Said yes' })).toBeChecked();
	await reach(form.getByRole('textbox', { name: /^Source/ }));
	await page.keyboard.type('Telephone');
	await page.keyboard.press('Control+S');
	await expect(form).toBeHidden();
	// Whoever opened it by the keyboard is where they were.
	await expect(add).toBeFocused();
	await page.goto(`/domainprofiles?show=consents&q=${encodeURIComponent(PERSON)}`);
	await press(page.getByRole('link', { name: PERSON }));
	await expect(page.getByRole('heading', { level: 1, name: PERSON })).toBeVisible();
	await expect(page.getByText('Said yes to Text messages')).toBeVisible();
});

test('a segment is made of a rule', async ({ page }) => {
	await page.goto('/segments/new');
	await reach(page.getByRole('textbox', { name: 'Name' }));
	await page.keyboard.type(`By keys ${TAG}`);
	await reach(page.getByRole('combobox', { name: 'Line 1: what it is about' }));
	await page.keyboard.type('Email');
	await page.getByRole('option', { name: 'Email', exact: true }).waitFor();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	await reach(page.getByRole('textbox', { name: 'Line 1: value' }));
	await page.keyboard.type(PERSON);
	await press(page.getByRole('button', { name: 'Save segment' }));
	await expect(
		page
			.getByText(`By keys ${TAG} is saved.`, { exact: false })
			.or(page.getByRole('link', { name: `By keys ${TAG}` }))
			.first(),
	).toBeVisible();
});

test('a campaign is made, published and executed', async ({ page }) => {
	await page.goto('/campaigns?id=new');
	const form = page.getByRole('dialog', { name: 'New campaign' });
	await reach(form.getByRole('textbox', { name: 'Title' }));
	await page.keyboard.type(`By keys ${TAG}`);
	await choose(form.getByRole('combobox', { name: 'Email' }), 'Advent mail');
	await choose(form.getByRole('combobox', { name: 'Audience' }), 'Regulars who read the newsletter');
	await press(form.getByRole('button', { name: 'Save and go on' }));
	await expect(page).toHaveURL(/\/campaigns\/before/);
	await press(page.getByRole('button', { name: 'Publish', exact: true }));
	await expect(page.getByText('Campaign published successfully.')).toBeVisible();
	await press(page.getByRole('button', { name: 'Execute campaign' }));
	await expect(page).toHaveURL(/\/campaigndashboard\?id=/);
});

test('a report is read by its chart and taken along as a file', async ({ page }) => {
	await page.goto('/reports');
	const chart = page.getByRole('slider').first();
	await reach(chart);
	const said = await chart.getAttribute('aria-valuetext');
	await page.keyboard.press('ArrowLeft');
	await expect(chart).not.toHaveAttribute('aria-valuetext', said ?? '');
	const [file] = await Promise.all([page.waitForEvent('download'), press(page.getByRole('button', { name: /CSV/ }).first())]);
	expect((await readFile(await file.path(), 'utf8')).split('\n').length).toBeGreaterThan(2);
});
