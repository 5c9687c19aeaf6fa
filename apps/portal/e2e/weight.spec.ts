/**
 * No page that people wait for grows unnoticed: bytes on the wire with nothing cached, held under a limit each, without the
 * answers of calls, which grow with what other tests make. Nothing is timed, so a busy machine changes nothing. The limits are what was measured and a little room; where they are above the
 * goal of `npm run bench -- portal`, that says by how much.
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
		const { Fetch: _, ...code } = byType(wire);
		const bytes = Object.values(code).reduce((sum, one) => sum + one, 0);
		expect(bytes, JSON.stringify(code)).toBeLessThanOrEqual(page.limitKb * 1000);
		expect(wire.shift).toBeLessThan(0.005);
	});
