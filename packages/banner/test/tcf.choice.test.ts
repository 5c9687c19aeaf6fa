// @vitest-environment node
/** What is chosen on the framework's banner, in Chromium: strings, records, what is kept, what asks again. */
import { join } from 'node:path';
import { TCString } from '@iabtechlabtcf/core';
import { describe, expect, it } from 'vitest';
import { openPointer, servePointer } from '../src/serving.ts';
import { assembleTcfFolder, assembleTcfPointer } from '../src/tcf/assemble.ts';
import { decode } from '../src/tcf/decode.ts';
import { usageOf } from '../src/tcf/list.ts';
import { madeList } from './lists.ts';
import { FOLDER } from './site.ts';
import { TEST_CMP_ID, tcfInput } from './tcf-published.ts';
import { accept, call, cookies, data, endSite, listens, out, recordsOf, refuse, told, visit, yes } from './tcf-visit.ts';

describe('what is chosen on the framework’s banner', () => {
	it('works under a policy that forbids styles: string, API and records say what was clicked', async () => {
		const { page, problems, site, input } = await visit();
		await refuse(page).waitFor();
		expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual(['', 0, 0]);
		expect(await data(page)).toMatchObject({ gdprApplies: true, eventStatus: 'cmpuishown', purpose: { consents: { 1: false, 7: false } } });
		// The list of vendors has not been asked for.
		expect(site.asked.filter((path) => path.includes('tcflayer'))).toEqual([]);
		await accept(page).click();
		await expect.poll(() => site.taken.length).toBe(1);
		const now = await data(page);
		expect(now.eventStatus).toBe('useractioncomplete');
		const model = TCString.decode(now.tcString);
		const use = usageOf(input.config, input.list);
		expect(model.cmpId).toBe(TEST_CMP_ID);
		expect(yes(model.purposeConsents)).toEqual(use.purposes);
		expect(yes(model.vendorsDisclosed)).toEqual(use.vendors.map((v) => v.id));
		expect(JSON.parse(site.taken[0]?.body ?? '')).toMatchObject({ tcString: now.tcString });
		expect(recordsOf(site).map((r) => [r.category, r.value])).toEqual([
			...use.purposes.map((id) => [`p${id}`, true]),
			['sf1', true],
			['sf2', true],
		]);
		expect((await cookies(page)).split('; ').sort()).toEqual([
			`euconsent-v2=${now.tcString}`,
			expect.stringMatching(`^luvalla=1~${FOLDER}~tcf\\.1\\.\\w+$`),
		]);
		expect(problems).toEqual([]);
	});

	it('refuses all: no consent, every legitimate interest objected to, and only special purposes left', async () => {
		const { page, site, input } = await visit();
		await refuse(page).click();
		await expect.poll(() => site.taken.length).toBe(1);
		const now = await data(page);
		const model = TCString.decode(now.tcString);
		expect([
			yes(model.purposeConsents),
			yes(model.purposeLegitimateInterests),
			yes(model.vendorConsents),
			yes(model.specialFeatureOptins),
		]).toEqual([[], [], [], []]);
		for (const id of yes(model.vendorLegitimateInterests)) {
			const vendor = input.list.vendors[id];
			expect([vendor?.purposes, vendor?.legIntPurposes]).toEqual([[], []]);
		}
		expect(yes(model.vendorsDisclosed).length).toBeGreaterThan(50);
		expect(recordsOf(site).every((r) => !r.value)).toBe(true);
	});

	it('lets purposes, partners and objections be chosen one by one, and shows them again', async () => {
		const { page, site, input } = await visit({
			change: { acProviders: [{ id: 89, name: 'Outside Ads', policyUrl: 'https://outside.example/' }] },
		});
		await page.getByRole('button', { name: 'Choose' }).click();
		const dialog = page.getByRole('dialog', { name: 'Choose who may use your data, and for what' });
		await dialog.waitFor();
		expect(
			await dialog.getByRole('switch').evaluateAll((all) => all.filter((one) => one instanceof HTMLInputElement && one.checked).length),
		).toBe(0);
		await dialog.getByRole('switch', { name: 'Allow: Purpose 1', exact: true }).check();
		await dialog.getByRole('switch', { name: 'Object to legitimate interest: Purpose 9', exact: true }).check();
		await dialog.getByRole('switch', { name: 'Allow: Special feature 2' }).check();
		await dialog.getByRole('tab', { name: /Partners/ }).click();
		await dialog.getByRole('searchbox').fill('partner 3 oy');
		expect(await dialog.getByRole('status').textContent()).toBe(`1 of ${usageOf(input.config, input.list).vendors.length + 1} partners`);
		await dialog.getByRole('switch', { name: 'Allow: Partner 3 Oy', exact: true }).check();
		await dialog.getByText('Details').click();
		await dialog.getByRole('link', { name: 'Privacy policy (opens in a new tab)' }).waitFor();
		await dialog.getByRole('searchbox').fill('outside');
		await dialog.getByRole('switch', { name: 'Allow: Outside Ads' }).check();
		if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'second-partners.png') });
		await dialog.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => site.taken.length).toBe(1);
		const now = await data(page);
		const model = TCString.decode(now.tcString);
		expect([yes(model.purposeConsents), yes(model.vendorConsents), yes(model.specialFeatureOptins)]).toEqual([[1], [3], [2]]);
		const legitimate = usageOf(input.config, input.list).purposesLi;
		expect(yes(model.purposeLegitimateInterests)).toEqual(legitimate.filter((id) => id !== 9));
		expect(model.consentScreen).toBe(2);
		expect(now.addtlConsent).toBe('2~89~dv.');
		expect(await cookies(page)).toContain('addtl_consent=2~89~dv.');
		await page.getByRole('button', { name: 'Privacy settings' }).click();
		expect(await dialog.getByRole('switch', { name: 'Allow: Purpose 1', exact: true }).isChecked()).toBe(true);
		expect(await dialog.getByRole('switch', { name: 'Object to legitimate interest: Purpose 9', exact: true }).isChecked()).toBe(true);
		expect(await dialog.getByRole('switch', { name: 'Allow: Purpose 2', exact: true }).isChecked()).toBe(false);
	});

	it('returns with a valid choice without any layer, and the API answers at once', async () => {
		const { page, site, input } = await visit({
			page: '<main><h1>Shop</h1><script type="text/plain" data-luvalla="p7" data-src="{cmp}/mark/7"></script><script type="text/plain" data-luvalla="p8" data-src="{cmp}/mark/8"></script></main>',
			strict: false,
		});
		await page.getByRole('button', { name: 'Choose' }).click();
		await page.getByRole('switch', { name: 'Allow: Purpose 7', exact: true }).check();
		await page.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => site.asked.includes('/mark/7')).toBe(true);
		site.asked.length = 0;
		await page.reload();
		await page.getByRole('button', { name: 'Privacy settings' }).waitFor();
		await expect.poll(() => site.asked.includes('/mark/7')).toBe(true);
		expect(site.asked.filter((path) => /tcf\.|tcflayer|mark\/8/.test(path))).toEqual([]);
		expect(await data(page)).toMatchObject({ eventStatus: 'tcloaded', purpose: { consents: { 7: true, 8: false } } });
		expect((await call(page, 'ping'))[0]).toMatchObject({
			cmpLoaded: true,
			cmpStatus: 'loaded',
			displayStatus: 'disabled',
			cmpId: TEST_CMP_ID,
			gvlVersion: input.list.vendorListVersion,
			tcfPolicyVersion: 5,
		});
		const consent = await page.evaluate(() => (window.dataLayer ?? []).map((entry) => Object.values(entry as object)));
		expect(consent[0]).toMatchObject(['consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied' }]);
		// Purpose 7 alone is not all that this storage type needs.
		expect(consent.at(-1)).toMatchObject(['consent', 'update', { ad_storage: 'denied', ad_user_data: 'denied' }]);
	});

	it('shows a frame that waits once on a press, and that is no choice', async () => {
		const { page, site } = await visit({
			strict: false,
			page: '<main><h1>Shop</h1><iframe title="Film" width="480" height="270" data-luvalla="p1" data-src="{cmp}/mark/film"></iframe></main>',
		});
		await refuse(page).click();
		await expect.poll(() => site.taken.length).toBe(1);
		await page.getByRole('group', { name: 'Film' }).getByRole('button', { name: 'Show this once' }).press('Enter');
		await expect.poll(() => site.asked).toContain('/mark/film');
		await expect.poll(() => page.getByRole('group', { name: 'Film' }).count()).toBe(0);
		expect(site.taken.length).toBe(1);
	});

	it('takes a frame’s *Always allow* for that purpose alone: the layer asks about all others until it is answered', async () => {
		const { page, site } = await visit({
			strict: false,
			page: '<main><h1>Shop</h1><iframe title="Film" width="480" height="270" data-luvalla="p7" data-src="{cmp}/mark/film"></iframe></main>',
		});
		await refuse(page).waitFor();
		await page
			.getByRole('group', { name: 'Film' })
			.getByRole('button', { name: /^Always allow/ })
			.press('Enter');
		await expect.poll(() => site.asked).toContain('/mark/film');
		await expect.poll(() => recordsOf(site).map((r) => [r.category, r.value])).toEqual([['p7', true]]);
		// No string is made of one answer, and partners are told none.
		expect(await cookies(page)).toMatch(new RegExp(`^luvalla=1~${FOLDER}~p7\\.1\\.\\w+$`));
		await page.reload();
		await refuse(page).waitFor();
		await expect.poll(() => site.asked.filter((path) => path === '/mark/film')).toHaveLength(2);
		expect(await data(page)).toMatchObject({ eventStatus: 'cmpuishown', purpose: { consents: { 7: false } } });
		await page.getByRole('button', { name: 'Choose' }).click();
		expect(await page.getByRole('switch', { name: 'Allow: Purpose 7', exact: true }).isChecked()).toBe(true);
		await page.getByRole('dialog').getByRole('button', { name: 'Refuse all' }).click();
		await expect.poll(async () => (await cookies(page)).includes('p7')).toBe(false);
		expect(await page.evaluate(() => window.luvalla?.choices())).toMatchObject({ p1: false, p7: false });
	});

	it('brings a string of an earlier publication within what is published now, before it is told to anybody', async () => {
		const { page, site, input } = await visit();
		await accept(page).click();
		await expect.poll(() => site.taken.length).toBe(1);
		const before = TCString.decode((await data(page)).tcString);
		const [one = 0, two = 0, ...others] = yes(before.vendorConsents).filter((id) => input.list.vendors[id]?.purposes.includes(2));
		const next = await tcfInput(out, {
			change: {
				vendors: [two, ...others],
				publisherRestrictions: [{ purpose: 2, type: 0, vendors: [two] }],
				specialFeatures: [1],
			},
		});
		const files = assembleTcfFolder(next);
		await page.route('**/cmp/d/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: assembleTcfPointer(next, 'next') }));
		await page.route('**/cmp/next/*.js', (route) =>
			route.fulfill({
				contentType: 'text/javascript',
				body: files.find(({ path }) => route.request().url().endsWith(`/${path}`))?.text ?? '',
			}),
		);
		await listens(page);
		await page.reload();
		await expect.poll(async () => (await data(page)).eventStatus).toBe('tcloaded');
		const now = await data(page);
		const model = TCString.decode(now.tcString);
		expect([yes(model.vendorsDisclosed), yes(model.specialFeatureOptins)]).toEqual([[two, ...others], [1]]);
		expect([model.vendorConsents.has(one), model.vendorConsents.has(two), model.created]).toEqual([false, true, before.created]);
		expect(decode(now.tcString)?.restrictions).toEqual([[2, 0, [[two, two]]]]);
		expect((await told(page)).filter(({ vendor }) => vendor.consents[one])).toEqual([]);
		expect(await cookies(page)).toContain(`euconsent-v2=${now.tcString}`);
		expect([site.taken.length, await refuse(page).count()]).toEqual([1, 0]);
		// The next page has the string within it already, and asks for nothing more than any visitor's who chose.
		let asked = 0;
		await page.route('**/cmp/next/*.js', (route) => {
			asked++;
			return route.fallback();
		});
		await page.reload();
		await page.getByRole('button', { name: 'Privacy settings' }).waitFor();
		expect([(await data(page)).tcString, asked]).toEqual([now.tcString, 0]);
	});

	it('asks again for a corrupted or foreign string, and never takes one for consent', async () => {
		for (const value of ['nonsense', 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA', '']) {
			const { page, site } = await visit();
			await page.context().addCookies([{ name: 'euconsent-v2', value, url: site.url }]);
			await page.reload();
			await refuse(page).waitFor();
			expect(await data(page)).toMatchObject({ eventStatus: 'cmpuishown', purpose: { consents: { 1: false } } });
			await endSite();
		}
	});

	it('withdraws by the page’s own call: all, or single purposes', async () => {
		const { page } = await visit();
		await accept(page).click();
		await page.evaluate(() => window.luvalla?.withdraw('p1'));
		await expect.poll(async () => (await data(page)).purpose.consents[1]).toBe(false);
		expect((await data(page)).purpose.consents[2]).toBe(true);
		await page.evaluate(() => window.luvalla?.withdraw());
		await expect.poll(async () => (await data(page)).purpose.consents[2]).toBe(false);
		expect(Object.values((await data(page)).vendor.consents)).not.toContain(true);
		expect(await page.evaluate(() => Object.values(window.luvalla?.choices() ?? {}).includes(true))).toBe(false);
	});

	it('keeps a string too long for a cookie in local storage, and a choice for the page where storage is blocked', async () => {
		const long = await visit({
			change: {
				publisherRestrictions: [2, 7, 8, 9, 10, 11].flatMap((purpose) => [{ purpose, type: 0 as const, vendors: 'all' as const }]),
			},
			list: madeList(3000),
		});
		await accept(long.page).click();
		const { tcString } = await data(long.page);
		expect(tcString.length).toBeGreaterThan(3900);
		expect(await long.page.evaluate(() => localStorage.getItem('euconsent-v2'))).toBe(tcString);
		await long.page.reload();
		expect((await data(long.page)).tcString).toBe(tcString);
		await endSite();
		const blocked = await visit();
		await blocked.page.evaluate(() => {
			Object.defineProperty(document, 'cookie', {
				get() {
					throw new Error('blocked');
				},
				set() {
					throw new Error('blocked');
				},
			});
		});
		await accept(blocked.page).click();
		await expect.poll(async () => (await data(blocked.page)).eventStatus).toBe('useractioncomplete');
		expect(blocked.problems).toEqual([]);
	});

	it('is kept by a frame on another site, which does not ask again', async () => {
		const { page, site } = await visit({ strict: false });
		await page.goto(`${site.cmpUrl}/mark/1`);
		const framed = async () => {
			await page.setContent(`<iframe title="shop" width="1000" height="700" src="${site.url}"></iframe>`);
			return page.frameLocator('iframe');
		};
		await (await framed()).getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => site.taken.length).toBe(1);
		const again = await framed();
		await again.getByRole('button', { name: 'Privacy settings' }).waitFor();
		expect(await again.getByRole('button', { name: 'Accept all' }).count()).toBe(0);
	});

	it('tells nobody a yes that is too old, renews none and ticks none; what was objected to outlasts it', async () => {
		const { page, site } = await visit({ change: { reask: { yesMonths: 1, noMonths: 12 } } });
		await page.getByRole('button', { name: 'Choose' }).click();
		await page.getByRole('switch', { name: 'Allow: Purpose 1', exact: true }).check();
		await page.getByRole('switch', { name: 'Object to legitimate interest: Purpose 9', exact: true }).check();
		await page.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => site.taken.length).toBe(1);
		await page.context().addInitScript(() => {
			const clock = Date.now;
			Date.now = () => clock() + 40 * 86_400_000;
		});
		await listens(page);
		await page.reload();
		await refuse(page).waitFor();
		await expect.poll(async () => (await data(page)).eventStatus).toBe('cmpuishown');
		expect((await told(page)).filter(({ eventStatus, purpose }) => eventStatus === 'tcloaded' || purpose.consents[1])).toEqual([]);
		expect((await data(page)).purpose.legitimateInterests).toMatchObject({ 9: false, 10: true });
		await page.getByRole('button', { name: 'Choose' }).click();
		expect(await page.getByRole('switch', { name: 'Allow: Purpose 1', exact: true }).isChecked()).toBe(false);
		expect(await page.getByRole('switch', { name: 'Object to legitimate interest: Purpose 9', exact: true }).isChecked()).toBe(true);
		await page.evaluate(() => window.luvalla?.withdraw('p2'));
		await expect.poll(() => site.taken.length).toBe(2);
		expect(
			recordsOf(site)
				.filter((one) => one.category === 'p1')
				.map((one) => one.value),
		).toEqual([true, false]);
	});

	it('asks once more for a yes to words that changed materially today, and not again after that', async () => {
		const { page, site } = await visit();
		await accept(page).click();
		await expect.poll(() => site.taken.length).toBe(1);
		// The mark is a second later than the answer.
		await page.waitForTimeout(1100);
		const material = { p7: Math.floor(Date.now() / 1000) };
		await page.route('**/cmp/d/*.js', async (route) => {
			const open = openPointer(await (await route.fetch()).text());
			await route.fulfill({ contentType: 'text/javascript', body: servePointer({ ...open, pointer: { ...open.pointer, material } }) });
		});
		await page.reload();
		await refuse(page).waitFor();
		expect((await data(page)).purpose.consents).toMatchObject({ 1: false, 7: false });
		await accept(page).click();
		await expect.poll(() => site.taken.length).toBe(2);
		await page.reload();
		await page.getByRole('button', { name: 'Privacy settings' }).waitFor();
		expect(await data(page)).toMatchObject({ eventStatus: 'tcloaded', purpose: { consents: { 7: true } } });
	});

	it('takes Global Privacy Control for a refusal: recorded once, nothing asked against it, open to the visitor', async () => {
		const { page, site } = await visit({ gpc: true });
		await expect.poll(() => site.taken.length).toBe(1);
		const values = Object.fromEntries(recordsOf(site).map((r) => [r.category, r.value]));
		expect(values.sale_sharing).toBe(false);
		expect(values.p1).toBe(false);
		expect(recordsOf(site).every((r) => r.gpc && !r.value)).toBe(true);
		const model = TCString.decode((await data(page)).tcString);
		expect([yes(model.purposeConsents), yes(model.purposeLegitimateInterests), yes(model.vendorConsents)]).toEqual([[], [], []]);
		expect(await refuse(page).count()).toBe(0);
		await page.reload();
		await page.getByRole('button', { name: 'Opt-out request honoured' }).click();
		await page.getByRole('switch', { name: 'Allow: Purpose 1', exact: true }).check();
		await page.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => site.taken.length).toBe(2);
		expect((await data(page)).purpose.consents).toMatchObject({ 1: true, 2: false });
		// An answer that was given against it stands as long as any.
		await page.getByRole('button', { name: 'Opt-out request honoured' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => site.taken.length).toBe(3);
		await page.context().addInitScript(() => {
			const clock = Date.now;
			Date.now = () => clock() + 190 * 86_400_000;
		});
		await page.reload();
		await page.getByRole('button', { name: 'Opt-out request honoured' }).waitFor();
		expect(await data(page)).toMatchObject({ eventStatus: 'tcloaded', purpose: { consents: { 1: true, 2: true } } });
	});
});
