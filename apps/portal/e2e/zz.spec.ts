import { test } from '@playwright/test';
import { stateFile } from './people.ts';
import { stage } from './stage.ts';
import { stageCampaigns } from './stage-campaigns.ts';

test('shots', async ({ browser }) => {
	test.setTimeout(400_000);
	const rows = await stage();
	const sent = await stageCampaigns(rows);
	const c = `customer=${rows.customerId}`;
	const pages: [string, string][] = [
		['contents', `/contents?${c}`],
		['content', `/contents/${rows.contentId}?${c}`],
		['constellation', `/constellations?${c}&id=${rows.constellationId}`],
		['constellation-new', `/constellations?${c}&id=new`],
		['campaign-new', `/campaigns?${c}&id=new`],
		['campaign', `/campaigns?${c}&id=${sent.campaignId}`],
		['run', `/campaigndashboard?${c}&id=${sent.campaignId}&run=${sent.runId}`],
		['dashboard', `/campaigndashboard?${c}`],
		['purpose', `/lightconfig/purposes?${c}&id=new`],
		['connector', `/connectors?${c}&id=${rows.connectorId}`],
		['token', `/customerdomains?${c}&id=${rows.domainId}&tab=token`],
		['merge', `/domainprofiles/${rows.personId}?${c}&open=merge`],
		['person', `/domainprofiles/${rows.personId}?${c}`],
		['segment', `/segments/${rows.segmentId}?${c}`],
		['audience', `/audiences/${rows.audienceId}?${c}`],
		['upload', `/upload?${c}`],
	];
	for (const [look, language, scheme, width] of [
		['fi-dark', 'fi', 'dark', 1440],
		['en-phone', 'en', 'light', 390],
	] as const) {
		const context = await browser.newContext({ storageState: stateFile('admin'), viewport: { width, height: 900 } });
		await context.addInitScript(
			([l, s]) => {
				localStorage.setItem('luvalla.language', l);
				localStorage.setItem('luvalla.scheme', s);
			},
			[language, scheme] as const,
		);
		const page = await context.newPage();
		for (const [name, path] of pages) {
			await page.goto(path);
			await page.waitForTimeout(1500);
			await page.screenshot({ path: `/tmp/shots/${name}-${look}.png` });
		}
		await context.close();
	}
});
