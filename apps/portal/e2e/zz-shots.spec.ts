import { test } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { openShadows, stateFile } from './people.ts';
const OUT = process.env.SHOTS ?? '/tmp/shots3';
const pages = { owner: ['/manageaccount?tab=credits', '/manageaccount?tab=licences', '/manageaccount?tab=team', '/signupforms', '/signupforms/new', '/contents/new', '/customerdomains', '/managecustomdomains', '/domainproperties', '/cookierepo', '/cookiescan', '/customerdomainscan', '/audiences/new', '/segments/new', '/upload', '/lightconfig/purposes'], admin: ['/requests', '/costs', '/customerdomainapps', '/firstpartyapps', '/certcheck', '/domaincounts', '/vouchers', '/customers', '/customers?id=new', '/cookierepo'] };
test('shots', async ({ browser }) => {
	mkdirSync(OUT, { recursive: true });
	for (const [who, list] of Object.entries(pages))
		for (const look of [{ name: 'light-1440', width: 1440, height: 900, colorScheme: 'light' as const }, { name: 'dark-390', width: 390, height: 844, colorScheme: 'dark' as const }]) {
			const context = await browser.newContext({ storageState: stateFile(who as 'owner'), viewport: { width: look.width, height: look.height }, colorScheme: look.colorScheme, reducedMotion: 'reduce' });
			await openShadows(context);
			const page = await context.newPage();
			await page.addInitScript((scheme) => { try { localStorage.setItem('mantine-color-scheme-value', scheme); } catch {} }, look.colorScheme);
			for (const path of list) {
				await page.goto(path);
				await page.waitForTimeout(1300);
				await page.screenshot({ path: `${OUT}/${look.name}-${who}${path.replace(/[/?=&]/g, '-')}.png`, fullPage: true });
			}
			await context.close();
		}
});
