/**
 * A marketer's campaign: made of the sample's published letter and approved audience, looked at, executed into the built-in
 * mailbox, followed to its end, and one delivery traced to its permission. Another one is stopped midway.
 */
import { expect, type Page, test } from '@playwright/test';
import { check } from './check.ts';
import { stateFile } from './people.ts';

test.describe.configure({ mode: 'serial' });
const AUDIENCE = 'Regulars who read the newsletter';
const LETTER = 'Advent mail';

let owner: Page;
test.beforeAll(async ({ browser }) => {
	owner = await (await browser.newContext({ storageState: stateFile('owner') })).newPage();
});
test.afterAll(() => owner.context().close());

/** Makes a campaign in its form; `more` fills in what is not in every one. */
const make = async (title: string, more?: () => Promise<void>): Promise<void> => {
	await owner.goto('/campaigns');
	await owner.getByRole('button', { name: 'New campaign' }).click();
	const form = owner.getByRole('dialog', { name: 'New campaign' });
	await form.getByRole('button', { name: 'Save campaign' }).click();
	await expect(form.getByText('Please enter valid campaign details')).toBeVisible();
	await form.getByRole('textbox', { name: 'Title' }).fill(title);
	await form.getByRole('combobox', { name: 'Email' }).click();
	await owner.getByRole('option', { name: LETTER }).click();
	await form.getByRole('combobox', { name: 'Audience' }).click();
	await owner.getByRole('option', { name: AUDIENCE, exact: true }).click();
	await more?.();
	await form.getByRole('button', { name: 'Save campaign' }).click();
	await expect(owner.getByText('Campaign added successfully.')).toBeVisible();
	await expect(form).toHaveCount(0);
	await owner.getByRole('button', { name: `Actions for ${title}` }).click();
	await owner.getByRole('menuitem', { name: 'Publish' }).click();
	await expect(owner.getByText('Campaign published successfully.')).toBeVisible();
	await owner.getByRole('button', { name: `Actions for ${title}` }).click();
	await owner.getByRole('menuitem', { name: 'Before it runs' }).click();
	await expect(owner.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

const number = async (text: Promise<string | null>): Promise<number> => Number(((await text) ?? '').replaceAll(/\D/g, ''));

test('a campaign is made, published, rehearsed and executed', async () => {
	await make('Winter club letter', async () => {
		const form = owner.getByRole('dialog', { name: 'New campaign' });
		await form.getByText('Segment changes').click();
		await form.getByRole('button', { name: 'After execution: Add a change' }).click();
		await expect(form.getByRole('combobox', { name: 'Segment' })).toBeVisible();
		await check(owner, 'the form');
		await form.getByRole('button', { name: 'After execution: Remove change 1' }).click();
	});
	const sheet = owner.getByRole('region', { name: 'Who gets a message' });
	await expect(sheet.getByText(/people in “Regulars who read the newsletter” get a message/)).toBeVisible();
	const table = owner.getByRole('table', { name: 'Who gets what, and who does not' });
	await expect(table.getByRole('row', { name: /Reachable, each with its consent record/ })).toBeVisible();
	const cell = table.getByRole('row', { name: /Reachable/ }).getByRole('cell');
	// A server that has just started still counts its people; the sheet asks again by itself.
	await expect(sheet.getByText(/^counted just now/)).toBeVisible();
	const reachable = await number(cell.textContent());
	expect(reachable).toBeGreaterThan(0);
	await check(owner, 'the sheet');

	await owner.getByRole('button', { name: 'Rehearse' }).click();
	await expect(owner.getByText(`${new Intl.NumberFormat('en-US').format(reachable)} messages could be made`)).toBeVisible();

	await owner.getByRole('button', { name: 'Execute campaign' }).click();
	await expect(owner.getByText('Campaign queued for execution.')).toBeVisible();
	await expect(owner).toHaveURL(/\/campaigndashboard\?id=/);
	// The page follows the run by itself: nobody presses Refresh.
	await expect(owner.getByText('Completed', { exact: true })).toBeVisible();
	const accepted = owner.getByRole('region', { name: 'How far it is' }).getByRole('link', { name: /^Accepted/ });
	await expect.poll(() => number(accepted.locator('strong').textContent())).toBe(reachable);
	await check(owner, 'the run');
});

test('one delivery is traced to the yes that permitted it, and to the message', async () => {
	await owner
		.getByRole('region', { name: 'How far it is' })
		.getByRole('link', { name: /^Accepted/ })
		.click();
	await expect(owner).toHaveURL(/state=accepted/);
	const first = owner.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
	await expect(first.getByText('Accepted')).toBeVisible();
	await check(owner, 'the deliveries');
	const record = await first.getByRole('link', { name: /^Record of/ }).getAttribute('href');
	await first.getByRole('link').first().click();
	await expect(owner.getByRole('heading', { level: 1, name: /got Winter club letter$/ })).toBeVisible();
	await expect(owner.getByRole('heading', { name: /^Permitted by a yes of/ })).toBeVisible();
	await expect(owner.getByText('Accepted by the mail server')).toBeVisible();
	const letter = owner.getByTitle('The message of Winter club letter');
	await expect(letter).toHaveAttribute('sandbox', '');
	await expect(letter.contentFrame().getByRole('heading', { name: /dark months|pimeisiin/ })).toBeVisible();
	await check(owner, 'the delivery');
	const link = owner
		.getByRole('main')
		.locator('dl')
		.getByRole('link', { name: /^Record of/ });
	expect(await link.getAttribute('href')).toBe(record);
	await link.click();
	await expect(owner).toHaveURL(/\/reports\/records\//);
	await expect(owner.getByRole('heading', { level: 1 })).toBeVisible();
});

test('another one is paused, goes on, and is stopped midway; one that ran cannot be deleted', async () => {
	await make('Slow letter', async () => {
		await owner.getByText('Pace and quiet hours').click();
		await owner.getByRole('textbox', { name: 'Messages a minute' }).fill('6');
	});
	await owner.getByRole('button', { name: 'Execute campaign' }).click();
	await expect(owner).toHaveURL(/\/campaigndashboard\?id=/);
	const accepted = owner.getByRole('region', { name: 'How far it is' }).getByRole('link', { name: /^Accepted/ });
	await expect.poll(() => number(accepted.locator('strong').textContent())).toBeGreaterThan(0);
	await owner.getByRole('button', { name: 'Pause' }).click();
	await expect(owner.getByText('Campaign paused.')).toBeVisible();
	await expect(owner.getByText('Paused by hand.')).toBeVisible();
	await owner.getByRole('button', { name: 'Resume' }).click();
	await expect(owner.getByText('Campaign resumed.')).toBeVisible();
	await owner.getByRole('button', { name: 'Stop campaign' }).click();
	const question = owner.getByRole('dialog', { name: 'Stop the campaign Slow letter?' });
	await expect(question.getByText(/will not get the message/)).toBeVisible();
	await question.getByRole('button', { name: 'Stop campaign' }).click();
	await expect(owner.getByText('Campaign queued for stoppage.')).toBeVisible();
	await expect(owner.getByText('Stopped', { exact: true })).toBeVisible();
	await expect(owner.getByRole('link', { name: 'Campaign was stopped' })).toBeVisible();

	await owner.goto('/campaigndashboard?q=Slow');
	const row = owner.getByRole('row').filter({ hasText: 'Slow letter' });
	await expect(row.getByText('Stopped')).toBeVisible();
	await owner.goto('/campaigns?q=Slow');
	await owner.getByRole('button', { name: 'Actions for Slow letter' }).click();
	await owner.getByRole('menuitem', { name: 'Delete' }).click();
	await owner.getByRole('dialog').getByRole('button', { name: 'Delete campaign' }).click();
	await expect(owner.getByText('It was sent already: what was sent is kept with its permissions.')).toBeVisible();
});
