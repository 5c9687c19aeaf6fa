/**
 * A letter from its first word to somebody's mailbox: written as rich text with a field, a picture and a link, read as a person of
 * the domain, approved, put into a constellation, tried out, published.
 */
import { expect, type Page, test } from '@playwright/test';
import { check } from './check.ts';
import { LAMP } from './lamp.ts';
import { mailbox, stateFile, tryOut } from './people.ts';

test.describe.configure({ mode: 'serial' });

const TAG = Date.now().toString(36);
const TITLE = `Advent letter ${TAG}`;
const MAIL = `Advent mail ${TAG}`;
const TRYING = `uat-${TAG}@example.com`;

let owner: Page;
const complaints: string[] = [];
test.beforeAll(async ({ browser }) => {
	owner = await (await browser.newContext({ storageState: stateFile('owner') })).newPage();
	// the frame's policy is the page's own: what it would not let through is said there
	owner.on('console', (message) => {
		if (message.type() === 'error' && /content security policy/i.test(message.text())) complaints.push(message.text());
	});
});
test.afterAll(() => owner.context().close());

const letter = () => owner.frameLocator('iframe');

test('a letter is written, read as a person and approved', async () => {
	await owner.goto('/contents/new');
	await owner.getByLabel('Title', { exact: true }).fill(TITLE);
	const subject = owner.getByRole('combobox', { name: 'Subject' });
	await subject.fill('{{ first');
	await expect(owner.getByRole('option', { name: /First name/ })).toBeVisible();
	await subject.press('Enter');
	await expect(subject).toHaveValue('{{ person.first_name }}');
	await subject.press('End');
	await subject.pressSequentially(', light for the dark months');

	await owner.getByLabel('Upload a picture').setInputFiles(LAMP);
	await expect(owner.getByLabel('Address of the picture')).toHaveValue(/^http.*lamp.*\.png$|^http/);
	await owner.getByLabel('What the picture shows').fill('Oak lamp, lit');

	const body = owner.getByRole('textbox', { name: 'Body' });
	await body.click();
	await owner.getByRole('button', { name: 'Heading' }).click();
	await body.pressSequentially('Light for the dark months');
	await owner.keyboard.press('Enter');
	await body.pressSequentially('Hello {{ first');
	await expect(owner.getByRole('option', { name: /First name/ })).toBeVisible();
	await owner.keyboard.press('Enter');
	await body.pressSequentially(', your shop on {{ person.ctiy }} is open until 20 every weekday. ');
	await owner.getByRole('button', { name: 'Link', exact: true }).click();
	await owner.getByLabel('Where it leads').fill('https://shop.example.com/advent');
	await owner.getByRole('button', { name: 'Set link' }).click();

	const ready = owner.getByRole('region', { name: 'Ready to approve?' });
	await expect(ready.getByText('No field is called person.ctiy.')).toBeVisible();
	await ready.getByRole('button', { name: 'Use person.city' }).click();
	await expect(ready.getByText('No field is called person.ctiy.')).toHaveCount(0);
	await expect(letter().getByRole('heading', { name: 'Light for the dark months' })).toBeVisible();
	// its own styles are let through: a letter without them is as wide as its frame
	const styled = await letter()
		.locator('style')
		.first()
		.evaluate((style) => (style as HTMLStyleElement).sheet?.cssRules.length ?? 0);
	expect(styled).toBeGreaterThan(0);
	await check(owner, 'while it is written');

	await owner.getByRole('button', { name: 'Next person' }).click();
	const shown = owner.getByRole('button', { name: /^As (?!an example)/ });
	await expect(shown).toBeVisible();
	await owner.getByRole('button', { name: 'Plain text', exact: true }).click();
	await expect(owner.getByRole('region', { name: /^The message as/ })).toContainText('is open until 20 every weekday');
	await owner.getByRole('button', { name: 'Dark', exact: true }).click();
	await expect(letter().getByRole('link', { name: 'https://shop.example.com/advent' })).toBeVisible();

	await owner.getByRole('button', { name: 'Approve content' }).click();
	await expect(owner.getByText('Content approved successfully.')).toBeVisible();
	await expect(owner).toHaveURL(/\/contents\/[0-9a-f-]{36}/);
	await expect(owner.getByText('Approved', { exact: true })).toBeVisible();
	await owner.reload();
	await expect(owner.getByRole('textbox', { name: 'Body' })).toContainText('Light for the dark months');
	expect(complaints).toEqual([]);
});

test('MJML is marked where it cannot be read', async () => {
	await owner.goto('/contents/new');
	await owner.getByRole('button', { name: 'MJML' }).click();
	const code = owner.getByRole('textbox', { name: 'Body' });
	await code.click();
	await owner.keyboard.insertText('<mjml><mj-body><mj-section><mj-column><mj-texx>Hi</mj-texx></mj-column></mj-section></mj-body></mjml>');
	await expect(owner.getByText('The MJML cannot be read.')).toBeVisible();
	await expect(owner.locator('.cm-lintRange-error').first()).toBeVisible();
	await check(owner, 'MJML');
	expect(complaints).toEqual([]);
	// what is written here is let go
	await owner.getByRole('button', { name: 'MJML' }).press('Tab');
	await owner
		.getByRole('link', { name: 'Constellations' })
		.or(owner.getByRole('navigation').getByRole('link', { name: 'Contents' }))
		.first()
		.click();
	await owner.getByRole('button', { name: 'Discard changes' }).click();
});

test('a constellation of it is tried out and published', async () => {
	await owner.goto('/constellations?id=new');
	const form = owner.getByRole('dialog', { name: 'Add constellation' });
	await form.getByLabel('Title', { exact: true }).fill(MAIL);
	await form.getByRole('combobox', { name: 'Whole message' }).click();
	await owner.getByRole('option', { name: TITLE }).click();
	await expect(form.getByText(`In ${TITLE}`).first()).toBeVisible();
	await form.getByLabel('Addresses for UAT').fill(TRYING);
	await check(owner, 'a new constellation');
	await form.getByRole('button', { name: 'Save constellation' }).click();
	await expect(form).toBeHidden();
	const drawer = await tryOut(owner, MAIL, TRYING);
	const link = await mailbox(owner.context()).linkFor(TRYING, /light for the dark months/);
	expect(link).toMatch(/^https?:/);
	await drawer.getByRole('button', { name: 'Publish constellation' }).click();
	await expect(owner.getByText('Constellation published successfully.')).toBeVisible();
	await expect(drawer.getByText('Published 1')).toBeVisible();
});

test('what was published says so once its content is changed', async () => {
	await owner.goto(`/contents?q=${TAG}`);
	await owner.getByRole('link', { name: TITLE }).click();
	await owner.getByRole('combobox', { name: 'Subject' }).fill('Another subject');
	await owner.keyboard.press('Control+s');
	await expect(owner.getByText('Content updated successfully.')).toBeVisible();
	await owner.goto(`/constellations?q=${TAG}`);
	const row = owner.getByRole('row').filter({ hasText: MAIL });
	await expect(row.getByText('Changed since')).toBeVisible();
	await expect(row.getByText('Not ready')).toBeVisible();
});
