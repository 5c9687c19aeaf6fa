/** The page of an address names the files that it needs, and what begins its session and its screen: they come once, at once, and none that nobody uses. */
import { expect, type Page, test } from '@playwright/test';
import { stateFile } from './people.ts';
import { wireOf } from './wire.ts';

interface Part {
	files: string[];
	finnish: string[];
}
interface Ahead {
	signedIn: Part;
	signedOut: Part;
	screen: string[];
	asks: string[];
}

const heading = (page: Page): Promise<void> => page.locator('main h1').first().waitFor();
const cases = [
	{ name: 'a list in English', path: '/users', who: 'admin', language: 'en', shown: heading },
	{ name: 'a list in Finnish', path: '/roles', who: 'admin', language: 'fi', shown: heading },
	{ name: 'a page of a visitor in Finnish', path: '/contact', who: null, language: 'fi', shown: heading },
	{
		name: 'the sign-in',
		path: '/identity/login',
		who: null,
		language: 'en',
		shown: (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor(),
	},
] as const;

for (const { name, path, who, language, shown } of cases)
	test(`${name} is brought by what its page names, each file once`, async ({ browser, baseURL }) => {
		const context = await browser.newContext(who ? { storageState: stateFile(who) } : {});
		await context.addInitScript((chosen) => localStorage.setItem('luvalla.language', chosen), language);
		let ahead: Ahead | null = null;
		const wire = await wireOf(context, `${baseURL}${path}`, async (page) => {
			await shown(page);
			ahead = JSON.parse((await page.locator('#ahead').textContent()) ?? '');
		});
		await context.close();
		if (ahead === null) throw new Error('The page names no files');
		const { signedIn, signedOut, screen, asks }: Ahead = ahead;
		const part = who ? signedIn : signedOut;
		const named = [...part.files, ...(language === 'fi' ? part.finnish : []), ...(who ? screen : [])].map((file) => `/${file}`);
		const loaded = wire.loaded.map((one) => one.path).filter((one) => /\.(js|css)$/.test(one));
		expect(loaded.toSorted()).toEqual([...new Set(loaded)].toSorted());
		expect([...new Set(named)].filter((one) => !loaded.includes(one))).toEqual([]);
		expect(loaded.filter((one) => !named.includes(one))).toEqual([]);
		const asked = wire.loaded.filter((one) => asks.includes(one.path)).map((one) => one.path);
		expect(asked.toSorted()).toEqual(who ? asks.toSorted() : []);
	});

test('an editor asks once for what its page asked ahead', async ({ browser, baseURL }) => {
	const context = await browser.newContext({ storageState: stateFile('admin') });
	let ahead: Ahead | null = null;
	const wire = await wireOf(context, `${baseURL}/lightconfig/new`, async (page) => {
		await page.getByRole('tab', { name: 'Texts' }).waitFor();
		ahead = JSON.parse((await page.locator('#ahead').textContent()) ?? '');
	});
	await context.close();
	if (ahead === null) throw new Error('The page asks for nothing');
	const { asks }: Ahead = ahead;
	expect(asks).toContain('/api/cmpconfigurator/sdk');
	expect(wire.loaded.flatMap(({ path }) => (asks.includes(path) ? [path] : [])).toSorted()).toEqual(asks.toSorted());
});
