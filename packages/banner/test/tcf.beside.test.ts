// @vitest-environment node
/** The framework's API beside others on the page, in Chromium: stubs and CMPs that were there before, and callbacks that throw. */
import { TCString } from '@iabtechlabtcf/core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askingFrame, GPP_STUB, OTHER_CMP, QUEUEING_STUB } from './others.ts';
import { accept, call, cookies, data, recordsOf, refuse, visit, yes } from './tcf-visit.ts';

/** What scripts of the page noted. */
const noted = (page: Page): Promise<unknown[]> => page.evaluate(() => ('noted' in window ? (window.noted as unknown[]) : []));
const NOTING = '<script>window.noted = [];</script>';
const MARKED = `<main><h1>Shop</h1><script type="text/plain" data-luvalla="p1" data-src="{cmp}/mark/p1"></script></main>`;
const ran = (page: Page) => page.evaluate(() => ('ran' in window ? window.ran : []));
/** What a frame of the page was answered, which must be one thing. */
const answeredOnce = async (page: Page): Promise<unknown[]> => {
	const answers = () => page.evaluate(() => ('answers' in window ? (window.answers as unknown[]) : []));
	await expect.poll(answers).toHaveLength(1);
	// A second answer would have come by now.
	await page.waitForTimeout(200);
	expect(await answers()).toHaveLength(1);
	return answers();
};

describe('a callback that throws', () => {
	it('stops neither the choice nor the listeners after it, and is reported as the page’s own error', async () => {
		const { page, site, problems } = await visit({ strict: false, page: MARKED });
		await refuse(page).waitFor();
		await page.evaluate(() => {
			const heard: string[] = [];
			Object.assign(window, { noted: heard });
			window.__tcfapi?.('addEventListener', 2, (given) => {
				if ((given as { eventStatus: string }).eventStatus === 'useractioncomplete') throw new Error('a vendor');
			});
			window.__tcfapi?.('addEventListener', 2, (given) => heard.push((given as { eventStatus: string }).eventStatus));
			window.__tcfapi?.('ping', 2, () => {
				throw new Error('another vendor');
			});
		});
		await accept(page).click();
		await page.getByRole('button', { name: 'Privacy settings' }).waitFor();
		await expect.poll(() => ran(page)).toEqual(['/mark/p1']);
		expect(await noted(page)).toEqual(['cmpuishown', 'useractioncomplete']);
		expect(await page.evaluate(() => window.luvalla?.choices().p1)).toBe(true);
		await expect.poll(() => recordsOf(site).length).toBeGreaterThan(0);
		expect(problems.filter((one) => one.startsWith('Error'))).toEqual(['Error: another vendor', 'Error: a vendor']);
	});

	it('that waits in an earlier stub keeps nothing of ours from starting', async () => {
		const thrower = `<script>__tcfapi('addEventListener', 2, () => { throw new Error('queued'); }); __tcfapi('getTCData', 2, 'no function');</script>`;
		const { page, problems } = await visit({ strict: false, above: `${QUEUEING_STUB}${thrower}` });
		await accept(page).click();
		await page.getByRole('button', { name: 'Privacy settings' }).waitFor();
		expect(await page.evaluate(() => window.luvalla?.choices().p1)).toBe(true);
		expect(problems).toContain('Error: queued');
	});
});

describe('what stood on the page before', () => {
	it('is drained and replaced, its frame is used, and a frame’s call is answered once', async () => {
		const queued = `${NOTING}<script>
			__tcfapi('addEventListener', 2, (data, ok) => noted.push([data.eventStatus, data.cmpId, ok]));
			__tcfapi('getTCData', 2, (data, ok) => noted.push(['data', data.cmpId, ok]));
		</script>`;
		const { page, problems } = await visit({ strict: false, above: `${QUEUEING_STUB}${queued}`, page: askingFrame('__tcfapi', 'ping') });
		await accept(page).click();
		expect(await noted(page)).toEqual([
			[undefined, 4095, true],
			['data', 4095, true],
			['cmpuishown', 4095, true],
			['useractioncomplete', 4095, true],
		]);
		expect((await call<{ cmpLoaded: boolean }>(page, 'ping'))[0].cmpLoaded).toBe(true);
		expect(await answeredOnce(page)).toMatchObject([{ callId: 7, success: true, returnValue: { cmpLoaded: true } }]);
		expect(await page.locator('iframe[name=__tcfapiLocator]').count()).toBe(1);
		expect(problems).toEqual([]);
	});

	it('is replaced even where it answers by itself', async () => {
		const { page, problems } = await visit({ strict: false, above: OTHER_CMP });
		await refuse(page).waitFor();
		expect(problems).toEqual([]);
		expect((await call<{ cmpId: number }>(page, 'ping'))[0].cmpId).toBe(4095);
		expect((await data(page)).eventStatus).toBe('cmpuishown');
	});
});

describe('from the first statement on', () => {
	const first = `${NOTING}<script>
		__tcfapi('ping', 2, (given, ok) => noted.push(given, ok));
		noted.push('__tcfapiLocator' in frames, document.body === null, document.head.querySelectorAll('iframe').length);
	</script>`;

	it('ping answers at once with all that it must say, and the locator is there before a body is', async () => {
		const { page, input, problems } = await visit({ strict: false, head: first });
		expect(await noted(page)).toEqual([
			{
				gdprApplies: true,
				cmpLoaded: true,
				cmpStatus: 'loaded',
				displayStatus: 'hidden',
				apiVersion: '2.2',
				cmpVersion: 1,
				cmpId: 4095,
				gvlVersion: input.list.vendorListVersion,
				tcfPolicyVersion: input.list.tcfPolicyVersion,
			},
			true,
			true,
			true,
			0,
		]);
		// The page's own head and body are what they would be without it.
		expect(
			await page.evaluate(() => [
				document.title,
				document.querySelectorAll('body').length,
				document.querySelector('main')?.parentElement?.tagName,
			]),
		).toEqual(['Shop', 1, 'BODY']);
		expect(problems).toEqual([]);
	});

	it('ping says whether a layer is open, and that none will be', async () => {
		const { page } = await visit({ strict: false });
		const display = async () => (await call<{ displayStatus: string }>(page, 'ping'))[0].displayStatus;
		await refuse(page).waitFor();
		expect(await display()).toBe('visible');
		await accept(page).click();
		expect(await display()).toBe('hidden');
		await page.reload();
		await page.getByRole('button', { name: 'Privacy settings' }).waitFor();
		expect(await display()).toBe('disabled');
		await page.getByRole('button', { name: 'Privacy settings' }).click();
		await page.getByRole('dialog').waitFor();
		expect(await display()).toBe('visible');
		await page.keyboard.press('Escape');
		expect(await display()).toBe('hidden');
	});
});

describe('cmpuishown', () => {
	it('carries what the layer discloses: no consent, legitimate interests as they stand, and nothing is kept', async () => {
		const { page, input, site } = await visit({ strict: false });
		await refuse(page).waitFor();
		const given = await data(page);
		expect(given.eventStatus).toBe('cmpuishown');
		const model = TCString.decode(given.tcString);
		const on = (vector: Record<string, boolean>) =>
			Object.keys(vector)
				.filter((id) => vector[id])
				.map(Number);
		expect([yes(model.purposeConsents), yes(model.vendorConsents), yes(model.specialFeatureOptins)]).toEqual([[], [], []]);
		expect(yes(model.purposeLegitimateInterests)).toEqual(on(given.purpose.legitimateInterests));
		expect(yes(model.vendorLegitimateInterests)).toEqual(on(given.vendor.legitimateInterests));
		expect(yes(model.vendorsDisclosed)).toEqual(on(given.vendor.disclosedVendors));
		expect(on(given.purpose.legitimateInterests).length).toBeGreaterThan(0);
		expect(on(given.vendor.legitimateInterests).length).toBeGreaterThan(0);
		expect(on(given.vendor.disclosedVendors).length).toBeGreaterThan(10);
		expect([on(given.purpose.consents), on(given.vendor.consents)]).toEqual([[], []]);
		expect([await cookies(page), await page.evaluate(() => Object.keys(localStorage)), recordsOf(site)]).toEqual(['', [], []]);
		expect(await page.evaluate(() => window.luvalla?.choices())).toEqual({});
		expect(input.cmpId).toBe(model.cmpId);
	});

	it('of a layer that is opened again carries the choice as it stands', async () => {
		const { page } = await visit({ strict: false });
		await accept(page).click();
		const chosen = (await data(page)).tcString;
		await page.getByRole('button', { name: 'Privacy settings' }).click();
		await page.getByRole('dialog').waitFor();
		expect(await data(page)).toMatchObject({ eventStatus: 'cmpuishown', tcString: chosen });
		await page.keyboard.press('Escape');
		expect(await data(page)).toMatchObject({ eventStatus: 'tcloaded', tcString: chosen });
	});
});

describe('the Global Privacy Platform beside others', () => {
	const california = {
		change: { geo: 'us-optout' as const },
		geo: { rule: 'us-optout' as const, country: 'US', region: 'CA', mode: 'opt-out' as const },
		strict: false,
	};
	/** Notes every event: its name, what it says, and the signal's state by then. */
	const listening = `${NOTING}<script>
		__gpp('addEventListener', ({ eventName, listenerId, data, pingData }) =>
			noted.push([listenerId, eventName, data, pingData && pingData.cmpDisplayStatus, pingData && pingData.signalStatus]));
	</script>`;
	const control = (page: Page) => page.getByRole('button', { name: 'Your privacy choices' });
	const PING = [
		'gppVersion',
		'cmpStatus',
		'cmpDisplayStatus',
		'signalStatus',
		'supportedAPIs',
		'cmpId',
		'sectionList',
		'applicableSections',
		'gppString',
		'parsedSections',
	];

	it('answers every generic command from the first statement on, and frames', async () => {
		const head = `${NOTING}<script>
			__gpp('ping', (data, ok) => noted.push(Object.keys(data), data.cmpStatus, data.signalStatus, ok));
			for (const one of [['hasSection', 'usca'], ['getSection', 'usca'], ['getField', 'usca.SaleOptOut']])
				__gpp(one[0], (data, ok) => noted.push([data, ok]), one[1]);
			__gpp('addEventListener', ({ eventName, listenerId }) => noted.push(eventName + listenerId));
			__gpp('removeEventListener', ({ eventName, data }) => noted.push(eventName + data), 1);
			__gpp('removeEventListener', ({ eventName, data }) => noted.push(eventName + data), 99);
			__gpp('noSuchCommand', (data, ok) => noted.push(['later', data, ok]));
			noted.push('__gppLocator' in frames, document.body === null);
		</script>`;
		const { page, problems } = await visit({ ...california, head, page: askingFrame('__gpp', 'ping') });
		await control(page).waitFor();
		await expect.poll(async () => (await noted(page)).length).toBe(13);
		expect(await noted(page)).toEqual([
			PING,
			'stub',
			'not ready',
			true,
			[null, true],
			[null, true],
			[null, true],
			'listenerRegistered1',
			'listenerRemovedtrue',
			'listenerRemovedfalse',
			true,
			true,
			['later', null, false],
		]);
		expect(await answeredOnce(page)).toMatchObject([{ callId: 7, success: true }]);
		expect(problems).toEqual([]);
	});

	it('follows the layer: not ready while it may change, in the platform’s order', async () => {
		const { page } = await visit({ ...california, head: listening });
		await expect
			.poll(() => noted(page))
			.toEqual([
				[1, 'listenerRegistered', true, 'hidden', 'not ready'],
				[1, 'cmpStatus', 'loaded', 'hidden', 'not ready'],
				[1, 'signalStatus', 'ready', 'hidden', 'ready'],
			]);
		const since = async (count: number) => (await noted(page)).slice(count).map((one) => (one as unknown[]).slice(1, 3).join(' '));
		await control(page).click();
		const dialog = page.getByRole('dialog');
		await dialog.waitFor();
		expect(await since(3)).toEqual(['signalStatus not ready', 'cmpDisplayStatus visible']);
		const ping = () => page.evaluate(() => new Promise((done) => window.__gpp?.('ping', done)));
		expect(await ping()).toMatchObject({ cmpDisplayStatus: 'visible', signalStatus: 'not ready' });
		await page.keyboard.press('Escape');
		expect(await since(5)).toEqual(['cmpDisplayStatus hidden', 'signalStatus ready']);
		await control(page).click();
		await dialog.getByRole('button', { name: 'Refuse all' }).last().click();
		expect(await since(9)).toEqual(['cmpDisplayStatus hidden', 'sectionChange usca', 'signalStatus ready']);
		expect(await ping()).toMatchObject({
			cmpDisplayStatus: 'hidden',
			signalStatus: 'ready',
			parsedSections: { usca: [{ SaleOptOut: 1 }, {}] },
		});
		expect(Object.keys((await ping()) as object)).toEqual(PING);
		// Without a layer: not ready, changed, ready.
		await page.evaluate(() => window.luvalla?.withdraw());
		expect(await since(12)).toEqual(['signalStatus not ready', 'sectionChange usca', 'signalStatus ready']);
	});

	it('and the list of partners come on a page that demands trusted addresses', async () => {
		const above = `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types luvalla">`;
		const { page, problems } = await visit({ ...california, above });
		await control(page).click();
		await page.getByRole('tab', { name: /Partners/ }).waitFor();
		const status = () => page.evaluate(() => new Promise((done) => window.__gpp?.('ping', (given) => done(given))));
		await expect.poll(status).toMatchObject({ cmpStatus: 'loaded' });
		expect(problems).toEqual([]);
	});

	it('takes over the listeners and calls of another stub, and one that throws stops nothing', async () => {
		const queued = `<script>
			__gpp('addEventListener', ({ eventName }) => { if (eventName !== 'listenerRegistered') throw new Error('a vendor'); });
			__gpp('getSection', (data, ok) => window.section = [data, ok], 'usca');
		</script>`;
		const { page, problems } = await visit({
			...california,
			above: `${GPP_STUB}${queued}`,
			head: listening,
			page: askingFrame('__gpp', 'ping'),
		});
		await control(page).waitFor();
		await answeredOnce(page);
		await expect
			.poll(() => noted(page))
			.toMatchObject([
				[2, 'listenerRegistered', true, 'hidden', 'not ready'],
				[2, 'cmpStatus', 'loaded', 'hidden', 'not ready'],
				[2, 'signalStatus', 'ready', 'hidden', 'ready'],
			]);
		expect(await page.evaluate(() => ('section' in window ? window.section : null))).toEqual([null, true]);
		expect(problems).toContain('Error: a vendor');
		await control(page).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Refuse all' }).last().click();
		expect((await noted(page)).at(-1)).toEqual([2, 'signalStatus', 'ready', 'hidden', 'ready']);
	});
});
