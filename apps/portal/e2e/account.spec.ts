/** Getting in and looking after who is in: registration, a colleague's invitation, a passkey, log in as user and back. */
import { expect, type Page, test } from '@playwright/test';
import { someOf } from '../../../scripts/length.ts';
import { check } from './check.ts';
import { mailbox, nobody, proveIfAsked, stateFile } from './people.ts';
import { PORT } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWNER = 'outi@register.example';
const COLLEAGUE = 'kaisa@register.example';

let owner: Page;
let colleague: Page;
test.beforeAll(async ({ browser }) => {
	owner = await (await browser.newContext({ storageState: nobody(`http://localhost:${PORT}`) })).newPage();
	colleague = await (await browser.newContext({ storageState: nobody(`http://localhost:${PORT}`) })).newPage();
});
test.afterAll(async () => {
	await owner.context().close();
	await colleague.context().close();
});

test('a company registers, confirms from its mail and is signed in', async () => {
	await owner.goto('/');
	await owner.getByRole('link', { name: 'Register your company' }).click();
	await owner.getByLabel('Company name').fill('Rekisteri Oy');
	await owner.getByLabel('Business ID').fill(' 7654321-0 ');
	await owner.getByRole('combobox', { name: 'Country' }).click();
	await owner.getByRole('option', { name: 'Finland (+358)' }).click();
	await owner.getByLabel('Domains where').fill('shop.register.example\nclub.register.example');
	await owner.getByLabel('Your email').fill(OWNER);
	await owner.getByRole('button', { name: 'Register', exact: true }).click();
	await expect(owner.getByText('Accept the terms and conditions', { exact: true })).toBeVisible();
	await owner.getByRole('checkbox').check();
	await owner.getByRole('button', { name: 'Register', exact: true }).click();
	await expect(owner.getByRole('heading', { name: 'We sent you a mail' })).toBeVisible();
	// It leads to the portal after a second, whose sign-in goes on saying so.
	await expect(owner).toHaveURL(/:\d+\/$/);
	await expect(owner.getByRole('status').filter({ hasText: OWNER })).toBeVisible();

	const link = await mailbox(owner.context()).linkFor(OWNER, /Confirm/);
	// a scanner that opens the link first uses nothing up
	await owner.request.get(link);
	await owner.goto(link);
	await owner.getByRole('button', { name: 'Confirm' }).click();
	await expect(owner.getByRole('heading', { name: 'Your registration is confirmed' })).toBeVisible();
	await expect(owner.getByText(/waits for our approval/)).toBeVisible();
	await expect(owner).toHaveURL(/\/customerdashboard/);
	await owner.goto(link);
	await owner.getByRole('button', { name: 'Confirm' }).click();
	await expect(owner.getByRole('heading', { name: 'This registration is confirmed already' })).toBeVisible();
});

test('a colleague is invited, accepts in another browser, is promoted by the platform admin and is removed', async ({ browser }) => {
	await owner.goto('/customerdomains?id=new');
	await owner.getByLabel('Domain', { exact: true }).fill('shop.register.example');
	await owner.getByRole('button', { name: 'Add domain' }).last().click();
	await expect(owner.getByText('Domain added successfully.')).toBeVisible();
	// nobody has shown whose it is: the drawer says how
	const added = owner.getByRole('row').filter({ hasText: 'shop.register.example' });
	await expect(added).toContainText('Unproven');
	await added.getByRole('link', { name: /^Unproven/ }).click();
	await expect(owner.getByText('_luvalla.shop.register.example')).toBeVisible();
	await owner.getByRole('dialog', { name: 'Edit domain' }).getByRole('button', { name: 'Close' }).click();
	await owner.getByRole('link', { name: 'Account' }).click();
	await expect(owner.getByRole('heading', { level: 1, name: 'Managing my account' })).toBeVisible();
	await owner.getByRole('button', { name: 'Invite colleague' }).click();
	const drawer = owner.getByRole('dialog', { name: 'Invite colleague' });
	await drawer.getByRole('button', { name: 'Send invitation' }).click();
	await expect(drawer.getByText('Please enter valid invite details')).toBeVisible();
	await drawer.getByLabel('Email').fill(COLLEAGUE);
	await drawer.getByRole('radio', { name: 'Domain admin' }).check();
	await drawer.getByRole('combobox', { name: 'Domains' }).click();
	await owner.getByRole('option', { name: 'shop.register.example' }).click();
	await owner.keyboard.press('Escape');
	await drawer.getByRole('button', { name: 'Send invitation' }).click();
	await expect(owner.getByText('Invitation sent successfully.')).toBeVisible();
	await expect(owner.getByRole('table', { name: 'Open invitations' }).getByText(COLLEAGUE)).toBeVisible();

	const link = await mailbox(owner.context()).linkFor(COLLEAGUE, /You are invited/);
	// opened where somebody else is signed in, it says so and uses nothing up
	await owner.goto(link);
	await owner.getByRole('button', { name: 'Accept' }).click();
	await expect(owner.getByRole('button', { name: 'Sign out and come back' })).toBeVisible();

	await colleague.goto(link);
	await colleague.getByRole('button', { name: 'Accept' }).click();
	await expect(colleague.getByRole('heading', { name: 'Welcome to Rekisteri Oy' })).toBeVisible();
	await colleague.getByRole('link', { name: 'Continue' }).click();
	await expect(colleague).toHaveURL(/\/customerdashboard/);
	await expect(colleague.getByRole('button', { name: 'Logout' })).toBeVisible();

	// the platform admin makes them customer admin; it counts at once, in their open browser
	await colleague.goto('/manageaccount');
	await expect(colleague.getByText('Looks like you do not have rights to access requested functionality')).toBeVisible();
	const admin = await (await browser.newContext({ storageState: stateFile('admin') })).newPage();
	await admin.goto(`/users?id=${COLLEAGUE}`);
	const form = admin.getByRole('dialog', { name: 'Edit user' });
	await form.getByRole('combobox', { name: 'Customer admin of' }).fill('Rekisteri');
	await admin.getByRole('option', { name: 'Rekisteri Oy' }).click();
	await form.getByRole('button', { name: 'Save user' }).click();
	await expect(admin.getByText('User updated successfully.')).toBeVisible();
	await admin.context().close();
	await colleague.reload();
	await expect(colleague.getByRole('table', { name: 'People' }).getByText(OWNER)).toBeVisible();

	await owner.goto('/manageaccount');
	const people = owner.getByRole('table', { name: 'People' });
	await expect(people.getByRole('row').filter({ hasText: COLLEAGUE })).toContainText('Customer admin');
	await people
		.getByRole('row')
		.filter({ hasText: COLLEAGUE })
		.getByRole('button', { name: `Actions for ${COLLEAGUE}` })
		.click();
	await owner.getByRole('menuitem', { name: 'Remove' }).click();
	await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
	await expect(owner.getByText('Team member deleted successfully.')).toBeVisible();
	await expect(people.getByText(COLLEAGUE)).toHaveCount(0);
	// removed means at once: they belong to no company now
	await colleague.goto('/');
	await expect(colleague.getByRole('heading', { level: 1, name: 'You decide' })).toBeVisible();
	// the tabs of their own data, and nothing of the portal
	await expect(colleague.getByRole('navigation')).toHaveCount(1);
	await expect(colleague.getByRole('navigation', { name: 'My privacy' })).toBeVisible();
});

test('a passkey is added and signs in', async () => {
	const cdp = await owner.context().newCDPSession(owner);
	await cdp.send('WebAuthn.enable');
	await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
	});
	await owner.goto('/customerdashboard');
	await owner.getByRole('link', { name: 'Settings', exact: true }).click();
	await expect(owner).toHaveURL(/\/profile$/);
	await owner.getByLabel('Name of the new passkey').fill('Laptop');
	await owner.getByRole('button', { name: 'Add passkey' }).click();
	await proveIfAsked(owner, OWNER, owner.getByText('Passkey added successfully.'));
	await owner.getByRole('button', { name: 'Rename Laptop' }).click();
	await owner.getByLabel('Name of the passkey').fill('Work laptop');
	await owner.getByRole('button', { name: 'Save name' }).click();
	await expect(owner.getByRole('button', { name: 'Remove Work laptop' })).toBeVisible();

	await owner.getByRole('button', { name: 'Logout' }).click();
	await expect(owner.getByRole('heading', { name: 'Sign in' })).toBeVisible();
	await owner.getByRole('button', { name: 'Use a passkey' }).click();
	await expect(owner).toHaveURL(/\/customerdashboard/);
	await owner.goto('/profile');
	await expect(owner.getByText(/last used/)).toBeVisible();
});

test('an admin logs in as somebody, is seen doing so, and comes back', async ({ browser }) => {
	const context = await browser.newContext({ storageState: stateFile('admin') });
	const page = await context.newPage();
	await page.goto('/users');
	const row = page.getByRole('row').filter({ hasText: OWNER });
	await row.getByRole('button', { name: `Actions for ${OWNER}` }).click();
	await page.getByRole('menuitem', { name: 'Log in as' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Log in as' }).click();
	const bar = page.getByRole('region', { name: 'Assisted session' });
	await proveIfAsked(page, 'admin@luvalla.localhost', bar);
	await expect(bar).toContainText(OWNER);
	await expect(bar).toContainText('admin@luvalla.localhost');
	await expect(page).toHaveURL(/\/customerdashboard/);
	await page.getByRole('link', { name: 'Account' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Managing my account' })).toBeVisible();
	await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
	await expect(bar).toBeVisible();
	// away from the link, whose tooltip belongs to no region
	await page.mouse.move(700, 600);
	await expect(page.getByRole('tooltip')).toHaveCount(0);
	await check(page, 'an assisted session');
	await page.setViewportSize({ width: 320, height: 640 });
	await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
	await check(page, 'an assisted session at 320 px');
	await page.setViewportSize({ width: 1440, height: 900 });
	await bar.getByRole('button', { name: 'End session' }).click();
	await expect(bar).toHaveCount(0);
	await page.goto('/users');
	await expect(page.getByRole('table')).toBeVisible();
	await context.close();
});

test.describe('the pages of getting in', () => {
	const VISITORS = ['/', '/welcome', '/register', '/termsandconditions', '/home', '/about', '/help', '/privacy'];
	const INVITES = [
		'/magiclinkinviteconfirmation',
		'/magiclinkinviteconfirmation?token=x',
		'/magiclinkinviteconfirmation?token=x&kind=registration',
	];
	const ACCOUNT = ['/profile', '/manageaccount', '/manageaccount?id=new'];

	const open = async (page: Page, path: string): Promise<void> => {
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
		await check(page, path);
	};
	const looks = [
		{ language: 'en', scheme: 'light', width: 1440 },
		{ language: 'fi', scheme: 'light', width: 1440 },
		{ language: 'fi', scheme: 'dark', width: 320 },
		{ language: 'en', scheme: 'light', width: 320 },
	] as const;
	for (const { language, scheme, width } of someOf(looks, 1))
		test(`are accessible in ${language}, ${scheme}, at ${width} px`, async ({ browser }) => {
			test.slow();
			for (const [storageState, paths] of [
				[undefined, [...VISITORS, ...INVITES]],
				[stateFile('owner'), ACCOUNT],
			] as const) {
				const context = await browser.newContext({ storageState, viewport: { width, height: 900 } });
				await context.addInitScript(
					([l, s]) => {
						localStorage.setItem('luvalla.language', l ?? 'en');
						localStorage.setItem('luvalla.scheme', s ?? 'light');
						// each page by itself: the registration's root is its form
						sessionStorage.removeItem('luvalla.registering');
					},
					[language, scheme],
				);
				const page = await context.newPage();
				for (const path of paths) await open(page, path);
				await context.close();
			}
		});

	test('and the question for a fresh proof is accessible', async ({ browser }) => {
		const context = await browser.newContext({ storageState: stateFile('owner'), viewport: { width: 320, height: 640 } });
		const page = await context.newPage();
		// as after ten minutes; no letter is sent for it
		const refused = { status: 403, contentType: 'application/json', body: '{"code":"confirm_identity","error":"Confirm first"}' };
		await page.route('**/account/passkey/options', (route) => route.fulfill(refused));
		await page.route('**/account/confirm', (route) =>
			route.fulfill({ contentType: 'application/json', body: '{"data":{"email":"owner@luvalla.localhost"}}' }),
		);
		await page.goto('/profile');
		await page.getByLabel('Name of the new passkey').fill('Laptop');
		await page.getByRole('button', { name: 'Add passkey' }).click();
		await expect(page.getByRole('dialog', { name: 'Is it you?' }).getByText('owner@luvalla.localhost')).toBeVisible();
		await check(page, 'the question');
		await page.keyboard.press('Escape');
		await expect(page.getByText('Confirm first')).toBeVisible();
		await context.close();
	});
});
