/** Users, partners and the trace they leave: a platform admin gives rights, looks after a partner, and finds all of it again. */
import { expect, type Page, test } from '@playwright/test';
import { check } from './check.ts';
import { stateFile } from './people.ts';

test.use({ storageState: stateFile('admin') });
test.describe.configure({ mode: 'serial' });

/** Not `person@`: the sweep, which runs at the same time, needs somebody without any right. */
const PERSON = 'editor@luvalla.localhost';
const role = `LABEL_${Date.now()}`;
const partner = `Toimisto ${Date.now()}`;

/** A part of the menu that is folded is opened first. */
const goBy = async (page: Page, group: string | null, name: string): Promise<void> => {
	const menu = page.getByRole('navigation').first();
	const entry = menu.getByRole('link', { name, exact: true });
	if (group && !(await entry.isVisible())) await menu.getByRole('button', { name: group }).click();
	await entry.click();
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const rowMenu = async (page: Page, name: string, action: string): Promise<void> => {
	await page.getByRole('row').filter({ hasText: name }).getByRole('button').click();
	await page.getByRole('menuitem', { name: action }).click();
};

test('an admin makes a role, gives it and a domain to a person, and reads it in the portal’s activity', async ({ page }) => {
	await page.goto('/customerdashboard');
	await goBy(page, 'Users', 'Manage roles');
	await page.getByRole('button', { name: 'Add role' }).click();
	await page.getByRole('dialog', { name: 'Add role' }).getByRole('textbox', { name: 'Name' }).fill(role);
	await page.keyboard.press('Control+s');
	await expect(page.getByText('Role added successfully.')).toBeVisible();
	await expect(page.getByRole('row').filter({ hasText: 'DOMAIN_ADMIN' })).toContainText('Belongs to the platform and stays');

	await goBy(page, 'Users', 'Manage users');
	await page.getByRole('textbox', { name: 'Find by email' }).fill(PERSON);
	await page.keyboard.press('Enter');
	const drawer = page.getByRole('dialog', { name: 'Edit user' });
	await expect(drawer.getByText(PERSON)).toBeVisible();
	await expect(page).toHaveURL(/id=editor/);
	await drawer.getByRole('checkbox', { name: role }).check();
	await drawer.getByRole('combobox', { name: 'Domains' }).fill('blog');
	await page.getByRole('option', { name: 'blog.localhost' }).click();
	await drawer.getByRole('button', { name: 'Save user' }).click();
	await expect(page.getByText('User updated successfully.')).toBeVisible();
	await expect(drawer).toBeHidden();
	await expect(page.getByRole('row').filter({ hasText: PERSON })).toContainText(role);
	await expect(page.getByRole('row').filter({ hasText: PERSON })).toContainText('Aalto Oy, Mökki Oy');

	await goBy(page, 'Platform Admin', 'Portal Activity');
	await expect(page).toHaveURL(/\/portalActivity$/);
	const events = page.getByRole('row').filter({ hasText: 'admin@luvalla.localhost' });
	await expect(events.filter({ hasText: 'Domains of a user' }).filter({ hasText: 'Mökki Oy' }).first()).toBeVisible();
	await events.filter({ hasText: 'roles' }).first().getByRole('link').click();
	const event = page.getByRole('dialog', { name: /^Changed: / });
	await expect(event.getByRole('row').filter({ hasText: 'roles' })).toContainText(role);
	// a link to the event opens it again, from wherever the list stands
	const link = new URL(page.url());
	link.searchParams.set('page', '50');
	await page.goto(link.href);
	await expect(event).toBeVisible();
});

test('a new right counts at once: the person sees the domain without signing in again', async ({ browser }) => {
	const context = await browser.newContext({ storageState: stateFile('editor') });
	const page = await context.newPage();
	await page.goto('/customerdomains');
	await page.getByRole('button', { name: /Aalto Oy/ }).click();
	await page.getByText('Mökki Oy').click();
	await page.getByRole('dialog', { name: 'Are you sure, you want to switch the customer?' }).getByRole('button', { name: 'OK' }).click();
	await expect(page.getByRole('button', { name: /Mökki Oy/ })).toBeVisible();
	await page.goto('/customerdomains');
	await expect(page.getByRole('table').getByText('blog.localhost')).toBeVisible();
	await context.close();
});

test('what was given is taken back: the domain in the form, the role by deleting it', async ({ page }) => {
	await page.goto(`/users?id=${PERSON}`);
	const drawer = page.getByRole('dialog', { name: 'Edit user' });
	await drawer.getByRole('combobox', { name: 'Domains' }).click();
	await expect(drawer.getByText('blog.localhost', { exact: true })).toBeVisible();
	const given = drawer.getByRole('list', { name: 'At one customer or domain only' });
	await expect(given.getByRole('listitem').filter({ hasText: 'blog.localhost' })).toContainText(
		'domain admingiven by admin@luvalla.localhost',
	);
	await expect(page.getByRole('listbox')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('listbox')).toHaveCount(0);
	await check(page);
	await drawer.getByText('blog.localhost', { exact: true }).locator('..').getByRole('button', { includeHidden: true }).click();
	await drawer.getByRole('button', { name: 'Save user' }).click();
	await expect(page.getByText('User updated successfully.')).toBeVisible();
	await page.goto('/roles');
	await rowMenu(page, role, 'Delete');
	await expect(page.getByText('1 person loses it at once. Nothing else of theirs changes.')).toBeVisible();
	await page.getByRole('button', { name: 'Delete role' }).click();
	await expect(page.getByText('Role deleted successfully.')).toBeVisible();
	await expect(page.getByRole('row').filter({ hasText: role })).toHaveCount(0);
	await page.goto('/users');
	await expect(page.getByRole('row').filter({ hasText: PERSON })).not.toContainText(role);
});

test('an admin adds a partner, gives it a person and two customers, and deactivates it', async ({ page, browser }) => {
	await page.goto('/customerdashboard');
	await goBy(page, null, 'Partners');
	await page.getByRole('button', { name: 'Add partner' }).click();
	const add = page.getByRole('dialog', { name: 'Add partner' });
	await add.getByRole('textbox', { name: 'Name' }).fill(partner);
	await add.getByRole('combobox', { name: 'Country' }).fill('finl');
	await page.getByRole('option', { name: 'Finland (+358)' }).click();
	await add.getByRole('button', { name: 'Add partner' }).click();
	await expect(page.getByText('New partner added successfully.')).toBeVisible();
	// Other tests add partners too: it may stand on a later page.
	await page.getByRole('searchbox', { name: 'Search by name' }).fill(partner);
	await expect(page.getByRole('row').filter({ hasText: partner })).toContainText('Finland (+358)');

	await page.getByRole('link', { name: partner }).click();
	const drawer = page.getByRole('dialog', { name: 'Edit partner' });
	await drawer.getByRole('tab', { name: 'Users 0' }).click();
	await drawer.getByRole('textbox', { name: 'Find by email' }).fill(PERSON);
	await page.keyboard.press('Enter');
	await drawer.getByRole('button', { name: 'Add user' }).click();
	await expect(page.getByText('User added successfully to this partnership.')).toBeVisible();
	await drawer.getByRole('tab', { name: 'Customers 0' }).click();
	await drawer.getByRole('combobox', { name: 'Customer' }).click();
	await page.getByRole('option', { name: 'Aalto Oy' }).click();
	await drawer.getByRole('button', { name: 'Assign customer' }).click();
	await expect(page.getByText('New customer assigned to this partnership.')).toBeVisible();
	await expect(drawer.getByRole('tab', { name: 'Customers 1' })).toBeVisible();
	await drawer.getByRole('combobox', { name: 'Customer' }).click();
	await page.getByRole('option', { name: 'Mökki Oy' }).click();
	await drawer.getByRole('button', { name: 'Assign customer' }).click();
	await expect(drawer.getByRole('tab', { name: 'Customers 2' })).toBeVisible();
	// the partner's person sees both at once, and one no longer once it is taken away
	const theirs = await (await browser.newContext({ storageState: stateFile('editor') })).newPage();
	await theirs.goto('/customers');
	await expect(theirs.getByRole('row').filter({ hasText: 'Mökki Oy' })).toBeVisible();
	await expect(theirs.getByRole('row').filter({ hasText: 'Aalto Oy' })).toBeVisible();
	await drawer.getByRole('row').filter({ hasText: 'Mökki Oy' }).getByRole('button').click();
	await page.getByRole('menuitem', { name: 'Unassign' }).click();
	await page.getByRole('button', { name: 'Unassign customer' }).click();
	await expect(page.getByText('Customer is unassigned from this partnership.')).toBeVisible();
	await theirs.reload();
	await expect(theirs.getByRole('row').filter({ hasText: 'Aalto Oy' })).toBeVisible();
	await expect(theirs.getByRole('row').filter({ hasText: 'Mökki Oy' })).toHaveCount(0);
	await theirs.context().close();
	// what it gave is taken back: other journeys find the editor as they know them
	await drawer.getByRole('tab', { name: 'Users 1' }).click();
	await drawer.getByRole('button', { name: /^Actions/ }).click();
	await page.getByRole('menuitem', { name: 'Remove' }).click();
	await page.getByRole('button', { name: 'Remove user' }).click();
	await expect(page.getByText('User removed successfully from partnership.')).toBeVisible();
	await drawer.getByRole('button', { name: 'Close' }).click();

	await rowMenu(page, partner, 'Deactivate');
	await page.getByRole('button', { name: 'Deactivate partner' }).click();
	await expect(page.getByText('Partner deactivated successfully.')).toBeVisible();
	await expect(page.getByRole('row').filter({ hasText: partner })).toContainText('Not active');
	await page.goto('/portalActivity?action=deactivated');
	await expect(page.getByRole('row').filter({ hasText: 'Partner' }).first()).toBeVisible();
});
