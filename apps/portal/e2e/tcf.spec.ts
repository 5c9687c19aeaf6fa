/** A platform admin stores a vendor list from a file; a domain's people restrict a partner on it, and the banner follows. */
import { expect, test } from '@playwright/test';
import { check } from './check.ts';
import { openShadows, stateFile } from './people.ts';

test.describe.configure({ mode: 'serial' });

const named = (count: number, kind: string) =>
	Object.fromEntries(
		Array.from({ length: count }, (_, i) => [i + 1, { id: i + 1, name: `${kind} ${i + 1}`, description: `What ${kind} ${i + 1} means.` }]),
	);
const vendor = (id: number, name: string, purposes: number[], change: object = {}) => ({
	id,
	name,
	purposes,
	legIntPurposes: [],
	flexiblePurposes: [],
	specialPurposes: [],
	features: [],
	specialFeatures: [],
	...change,
});
const list = {
	gvlSpecificationVersion: 3,
	vendorListVersion: 4000,
	tcfPolicyVersion: 5,
	lastUpdated: '2026-10-01T16:00:00Z',
	purposes: named(11, 'Purpose'),
	specialPurposes: named(3, 'Special purpose'),
	features: named(3, 'Feature'),
	specialFeatures: named(2, 'Special feature'),
	stacks: {},
	vendors: {
		1: vendor(1, 'Alpha Ads', [1, 2]),
		2: vendor(2, 'Beta Media', [1, 4]),
		3: vendor(3, 'Gamma', [1], { deletedDate: '2026-01-01T00:00:00Z' }),
	},
};
const file = (content: string) => ({ name: 'vendor-list.json', mimeType: 'application/json', buffer: Buffer.from(content) });

test.describe('the vendor list', () => {
	test.use({ storageState: stateFile('admin') });

	test('is refused with what is wrong, stored from a whole file, and used at once', async ({ page }) => {
		await page.goto('/tcfconfig/new');
		// Earlier ones, all at once: whoever looks at the lists meanwhile sees none, or several.
		const earlier = [3997, 3998, 3999].map((vendorListVersion) => JSON.stringify({ ...list, vendorListVersion }));
		const stored = await page.evaluate(
			(files) =>
				Promise.all(
					files.map(async (content) => {
						const body = new FormData();
						body.set('file', new Blob([content], { type: 'application/json' }), 'vendor-list.json');
						return (await fetch('/api/cmpconfigurator/gvlfile', { method: 'POST', body })).status;
					}),
				),
			earlier,
		);
		expect(stored).toEqual([200, 200, 200]);
		await page.getByRole('button', { name: 'Upload a list' }).click();
		const dialog = page.getByRole('dialog', { name: 'Upload a vendor list' });
		const send = async (content: string) => {
			await page.locator('input[type=file]').setInputFiles(file(content));
			await dialog.getByRole('button', { name: 'Upload file' }).click();
		};
		await send(JSON.stringify(list).slice(0, 300));
		await expect(dialog.getByRole('alert')).toContainText('The file is not whole JSON.');
		await check(page);
		await send(JSON.stringify(list));
		await expect(dialog.getByText('Vendor list 4000 of Oct-01-2026 is stored.')).toBeVisible();
		await dialog.getByRole('button', { name: 'Close' }).click();
		await expect(page.getByText('Vendor list 4000, 2 partners')).toBeVisible();
	});
});

test.describe('a TCF banner', () => {
	test.use({ storageState: stateFile('owner') });

	test('shows a purpose no more once the one partner that asks for it may not, and keeps both forms', async ({ page, context }) => {
		await openShadows(context);
		await page.goto('/tcfconfig/new');
		await page.getByLabel('Title', { exact: true }).fill('Partners');
		const banner = page.frameLocator('iframe');
		await expect(banner.getByText('Purpose 4', { exact: true })).toBeVisible();

		await page.getByRole('tab', { name: 'Restrictions' }).click();
		await page.getByRole('button', { name: 'Add a restriction' }).click();
		await page.getByRole('combobox', { name: 'Purpose' }).click();
		await page.getByRole('option', { name: '4 · Purpose 4' }).click();
		const find = page.getByRole('combobox', { name: 'Find a partner by name or number' });
		await find.fill('3');
		await find.press('Tab');
		await expect(page.getByText('Gamma (3) left the framework on Jan-01-2026.')).toBeVisible();
		await check(page);
		await find.fill('beta');
		await find.press('ArrowDown');
		await find.press('Enter');
		await expect(page.getByText('1 partner may do less because of it.')).toBeVisible();
		await expect(banner.getByText('Purpose 4', { exact: true })).toBeHidden();

		await page.getByRole('tab', { name: 'Behaviour' }).click();
		const personal = page.getByRole('group', { name: /ad_personalization/ });
		await expect(personal.getByText('Nobody is asked for this, so the type is never granted.').first()).toBeVisible();
		await personal.getByRole('button', { name: /^Take out p3/ }).click();
		await personal.getByRole('button', { name: /^Take out p4/ }).click();
		await expect(personal.getByText('Never granted.')).toBeVisible();
		await check(page);

		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page).toHaveURL(/\/tcfconfig\/[0-9a-f-]{36}/);
		await page.reload();
		await page.getByRole('tab', { name: 'Restrictions' }).click();
		await expect(page.getByRole('button', { name: /^4 · Purpose 4.*Not allowed · 1 partner/ })).toBeVisible();
		await page.getByRole('tab', { name: 'Behaviour' }).click();
		await expect(personal.getByText('Never granted.')).toBeVisible();
	});
});
