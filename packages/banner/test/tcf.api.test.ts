// @vitest-environment node
/** What the framework's banner says to others, in Chromium, and what it weighs: listeners, frames, the US platform. */
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { idsOf } from '../src/tcf/ids.ts';
import { testLists } from './lists.ts';
import { publication } from './published.ts';
import { FOLDER } from './site.ts';
import { tcfInput, tcfPublished } from './tcf-published.ts';
import { accept, call, data, endSite, out, refuse, visit } from './tcf-visit.ts';

describe('the framework’s banner and the page around it', () => {
	it('tells listeners of every step, until they leave, and answers frames', async () => {
		const { page } = await visit({ strict: false });
		await refuse(page).waitFor();
		await page.evaluate(() => {
			const seen: string[] = [];
			Object.assign(window, { seen });
			window.__tcfapi?.('addEventListener', 2, (given) => {
				const { eventStatus, listenerId } = given as { eventStatus: string; listenerId: number };
				seen.push(`${listenerId} ${eventStatus}`);
			});
			window.__tcfapi?.('addEventListener', 2, (given) => {
				const { listenerId } = given as { listenerId: number };
				seen.push(`left ${listenerId}`);
				window.__tcfapi?.('removeEventListener', 2, () => {}, listenerId);
			});
		});
		await accept(page).click();
		expect(await page.evaluate(() => ('seen' in window ? window.seen : null))).toEqual(['1 cmpuishown', 'left 2', '1 useractioncomplete']);
		expect(await call(page, 'removeEventListener', 99)).toEqual([false, true]);
		expect(await call(page, 'noSuchCommand')).toEqual([null, false]);
		const framed = await page.evaluate(
			() =>
				new Promise<unknown>((done) => {
					const frame = document.createElement('iframe');
					document.body.append(frame);
					const inner = frame.contentWindow as Window & typeof globalThis;
					let found: Window | null = inner;
					while (found && !('__tcfapiLocator' in found.frames)) found = found === window.top ? null : found.parent;
					inner.addEventListener('message', ({ data: answer }) => done(answer));
					const script = inner.document.createElement('script');
					script.text = `parent.postMessage({ __tcfapiCall: { command: 'ping', version: 2, callId: 'x1' } }, '*')`;
					inner.document.body.append(script);
					if (!found) done('no locator');
				}),
		);
		expect(framed).toMatchObject({ __tcfapiReturn: { callId: 'x1', success: true, returnValue: { cmpLoaded: true } } });
	});

	it('speaks the Global Privacy Platform only where a US state’s rule holds', async () => {
		const change = { geo: 'us-optout' as const };
		const europe = await visit({ change, geo: { rule: 'us-optout', country: 'FI', region: null, mode: 'opt-in' } });
		await refuse(europe.page).waitFor();
		expect([europe.site.asked.some((path) => path.includes('gpp')), await europe.page.evaluate(() => '__gpp' in window)]).toEqual([
			false,
			false,
		]);
		expect((await data(europe.page)).gdprApplies).toBe(true);
		await endSite();
		const { page, site: us } = await visit({ change, geo: { rule: 'us-optout', country: 'US', region: 'CA', mode: 'opt-out' } });
		await expect.poll(() => us.asked.includes(`/cmp/${FOLDER}/gpp.js`)).toBe(true);
		const ping = () => page.evaluate(() => new Promise((done) => window.__gpp?.('ping', done)));
		expect(await ping()).toMatchObject({ gppVersion: '1.1', applicableSections: [8], parsedSections: { usca: [{ SaleOptOut: 2 }, {}] } });
		expect((await data(page)).gdprApplies).toBe(false);
		await page.getByRole('button', { name: 'Your privacy choices' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Refuse all' }).last().click();
		expect(await ping()).toMatchObject({ parsedSections: { usca: [{ SaleOptOut: 1, SharingOptOut: 1 }, {}] } });
	});

	it('is light enough: everything of a first visit, on every list there is', async () => {
		await publication(out);
		const size = (text: string) => brotliCompressSync(text).length;
		for (const { name, list } of testLists()) {
			const published = tcfPublished(await tcfInput(out, { list, change: { stacks: [2, 3] } }));
			const of = (path: string) => size(published.files.find((file) => file.path === path)?.text ?? '');
			const returning = size(published.pointer);
			const first = returning + of('tcf.en.js');
			console.log(
				`TCF banner on ${name}, brotli: first visit ${first} B, returning ${returning} B, second layer ${of('tcflayer.en.js')} B`,
			);
			expect(first).toBeLessThanOrEqual(35_000);
			expect(published.files.find((file) => file.path === 'tcf.en.js')?.text).not.toContain(Object.values(list.vendors)[5]?.name);
			expect(idsOf([3, 1, 1])).toEqual([3, 4, 5]);
		}
	});
});
