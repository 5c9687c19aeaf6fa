/**
 * No page that people wait for grows unnoticed: bytes on the wire with nothing cached, and answers, held under a limit each. All that
 * Chromium asks the server for until the page is quiet is counted: the document, scripts, style sheets, fonts, icons and the manifest,
 * and the answers of calls. Left out is what it asks for later, when somebody opens a list or a menu, the live stream, which never ends,
 * and the pages on the way here, such as the sign-in. Nothing is timed, so a busy machine changes nothing. The limits are what was
 * measured and a little room; where they are above the goal of `npm run bench -- portal`, that says by how much.
 */
import { expect, test } from '@playwright/test';
import { stateFile } from './people.ts';
import { type Stage, stage } from './stage.ts';
import { addressOf, weighed } from './weighed.ts';
import { byType, wireOf } from './wire.ts';

let ids: Stage;
test.beforeAll(async () => {
	ids = await stage();
});

for (const page of weighed)
	test(`${page.name} weighs no more than ${page.limitKb} kB and shifts nothing`, async ({ browser, baseURL }) => {
		const fresh = async () => browser.newContext(page.who ? { storageState: stateFile(page.who) } : {});
		const { path, state } = await addressOf(page, ids, await fresh(), baseURL ?? '');
		const context = state ? await browser.newContext({ storageState: state }) : await fresh();
		const wire = await wireOf(context, `${baseURL}${path}`, page.shown);
		await context.close();
		expect(wire.loaded.length).toBeGreaterThan(5);
		const { EventSource: _, ...counted } = byType(wire);
		const bytes = Object.values(counted).reduce((sum, one) => sum + one, 0);
		expect(bytes, JSON.stringify(counted)).toBeLessThanOrEqual(page.limitKb * 1000);
		const files = wire.loaded.filter(({ type }) => type !== 'EventSource');
		expect(files.length, files.map(({ path }) => path).join(' ')).toBeLessThanOrEqual(page.limitFiles);
		// A page whose fonts or answers are not seen is not weighed.
		expect(Object.keys(counted)).toEqual(
			expect.arrayContaining(['Document', 'Script', 'Stylesheet', 'Font', ...(page.who ? ['Fetch'] : [])]),
		);
		expect(wire.shift).toBeLessThan(0.005);
	});
