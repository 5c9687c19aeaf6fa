/**
 * Every screen of the list, in both languages and both schemes, with at least three rows, empty, and with its calls
 * failing: axe finds nothing, the page does not scroll sideways, and the state says itself. Rows are real; the empty and
 * the failed answer are put in the browser's way.
 */
import { expect, type Page, test } from '@playwright/test';
import { screens } from '../src/app/screens.ts';
import { check } from './check.ts';
import { stateFile } from './people.ts';
import { type Stage, stage } from './stage.ts';

// ADMIN opens every screen of the portal; what others get beside it has a sweep of its own below.
test.use({ storageState: stateFile('admin') });

let rows: Stage;
test.beforeAll(async () => {
	rows = await stage();
});

const LANGUAGES = ['en', 'fi'] as const;
const SCHEMES = ['light', 'dark'] as const;
type State = 'full' | 'empty' | 'failing';
const STATES: readonly State[] = ['full', 'empty', 'failing'];

/** Calls that make the shell itself; a screen's own calls are the rest. */
const SHELL = /\/(identity\/|api\/(user|live|content|customer\/current|manage\/domain\/users))/;

const intercept = async (page: Page, state: State): Promise<void> => {
	if (state === 'full') return;
	await page.route(/\/api\//, async (route) => {
		const call = route.request();
		if (SHELL.test(call.url())) return route.continue();
		if (state === 'failing') return route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"unavailable"}' });
		const answer = await route.fetch();
		const json = await answer.json();
		// Lists lose their rows; what the pickers need stays.
		if (!Array.isArray(json.data) || /customerdomainlist|\/api\/customer\?/.test(call.url()))
			return route.fulfill({ response: answer, json });
		return route.fulfill({ response: answer, json: { ...json, data: [], ...(json.page && { page: { total: 0, next: null } }) } });
	});
};

const pathOf = (path: string): string => {
	const filled = path
		.replace('/lightconfig/$id', `/lightconfig/${rows.configurationId}`)
		.replace('/reports/records/$id', `/reports/records/${rows.recordId}`)
		.replace('/reports/people/$id', `/reports/people/${rows.personId}`);
	return `${filled}?customer=${rows.customerId}`;
};

/** Loaded, failed or empty: nothing is still being fetched. */
const settled = async (page: Page): Promise<void> => {
	await expect(page.getByRole('main')).toBeVisible();
	await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
	await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
};

const dress = (page: Page, language: string, scheme: string): Promise<unknown> =>
	page.addInitScript(
		([l, s]) => {
			localStorage.setItem('luvalla.language', l ?? 'en');
			localStorage.setItem('luvalla.scheme', s ?? 'light');
		},
		[language, scheme],
	);

for (const screen of screens)
	for (const state of STATES)
		test(`${screen.path}, ${state}`, async ({ page }) => {
			await intercept(page, state);
			for (const language of LANGUAGES)
				for (const scheme of SCHEMES) {
					await dress(page, language, scheme);
					await page.goto(pathOf(screen.path));
					await settled(page);
					await expect(page.locator('html')).toHaveAttribute('lang', language);
					if (state === 'full' && (await page.getByRole('table').count()) > 0) {
						const rows = (await page.getByRole('table').all()).map((table) => table.getByRole('row').count());
						expect(Math.max(...(await Promise.all(rows)))).toBeGreaterThan(3);
					}
					await check(page);
				}
		});

/** What stands behind a tab or in a drawer, swept as its screen is. */
const BEHIND_TABS = [
	{ what: 'a new answer', path: '/reports/people', search: () => '&id=new' },
	{ what: 'import', path: '/reports/people', search: () => '&id=import' },
	{ what: 'a new purpose', path: '/lightconfig/purposes', search: () => '&id=new' },
	{ what: 'rates', path: '/reports', search: () => '&tab=rates&by=country' },
	{ what: 'one', path: '/customerdomains', search: () => `&id=${rows.domainId}` },
	{ what: 'deliveries', path: '/customerdomains', search: () => `&id=${rows.domainId}&tab=deliveries` },
];
for (const { what, path, search } of BEHIND_TABS)
	for (const state of STATES)
		test(`${path} (${what}), ${state}`, async ({ page }) => {
			await intercept(page, state);
			for (const language of LANGUAGES)
				for (const scheme of SCHEMES) {
					await dress(page, language, scheme);
					await page.goto(pathOf(path) + search());
					await settled(page);
					await check(page);
				}
		});

test('every screen works at 320 px', async ({ page }) => {
	test.slow();
	await page.setViewportSize({ width: 320, height: 640 });
	for (const path of [...screens.map((screen) => pathOf(screen.path)), ...BEHIND_TABS.map(({ path, search }) => pathOf(path) + search())]) {
		await page.goto(path);
		await settled(page);
		await check(page);
	}
});

test('rows that are picked, and the question before they are erased', async ({ page }) => {
	test.slow();
	for (const width of [1280, 320])
		for (const language of LANGUAGES)
			for (const scheme of SCHEMES) {
				await page.setViewportSize({ width, height: 640 });
				await dress(page, language, scheme);
				await page.goto(pathOf('/reports/people'));
				await settled(page);
				await page.locator('tbody').getByRole('checkbox').first().check();
				await expect(page.getByRole('region', { name: language === 'fi' ? 'Valitut rivit' : 'Selected rows' })).toBeVisible();
				await check(page);
				await page.getByRole('button', { name: language === 'fi' ? 'Poista' : 'Erase', exact: true }).click();
				await expect(page.getByRole('dialog')).toBeVisible();
				await check(page);
			}
});

test('the history of a configuration with its pictures, and what stands over it', async ({ page }) => {
	test.slow();
	for (const language of LANGUAGES)
		for (const scheme of SCHEMES) {
			await dress(page, language, scheme);
			await page.goto(`/lightconfig?customer=${rows.customerId}&id=${rows.configurationId}`);
			const history = page.getByRole('dialog', { name: language === 'fi' ? 'Historia' : 'History' });
			const pictures = history.getByRole('img', { name: /layer|taso/ });
			await expect(pictures).toHaveCount(8);
			for (const picture of await pictures.all()) {
				await picture.scrollIntoViewIfNeeded();
				await expect(picture).toHaveJSProperty('naturalHeight', /desktop/.test((await picture.getAttribute('src')) ?? '') ? 800 : 844);
			}
			await settled(page);
			await check(page);
			await pictures.first().click();
			await expect(page.getByRole('dialog')).toHaveCount(2);
			await check(page);
			await page.keyboard.press('Escape');
			await expect(page.getByRole('dialog')).toHaveCount(1);
			await expect(history).toBeVisible();
		}
});

test.describe('outside the admin area', () => {
	test('the sign-in area, its link page, the plain pages and access denied', async ({ browser }) => {
		const anyone = await browser.newContext({ storageState: undefined });
		const page = await anyone.newPage();
		for (const language of LANGUAGES)
			for (const scheme of SCHEMES) {
				await dress(page, language, scheme);
				for (const path of ['/', '/identity/link?token=x', '/contact']) {
					await page.goto(path);
					await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
					await check(page);
				}
			}
		await anyone.close();
	});
	test('access denied, in the specified words', async ({ page }) => {
		await page.goto('/nothing/here');
		await expect(page.getByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
		await expect(page.getByText('Looks like you do not have rights to access requested functionality')).toBeVisible();
		await check(page);
	});
	test('the normal user’s page, and the way from an admin path to /redirect', async ({ browser }) => {
		const person = await browser.newContext({ storageState: stateFile('person') });
		const page = await person.newPage();
		await page.goto('/customerdashboard');
		await expect(page).toHaveURL(/\/redirect$/);
		await check(page);
		await page.goto('/');
		await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
		await expect(page.getByRole('navigation')).toHaveCount(0);
		for (const [path, name] of [
			['/', 'You decide'],
			['/profile', 'Profile'],
		] as const) {
			await page.goto(path);
			await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
			await check(page);
		}
		await person.close();
	});
});
