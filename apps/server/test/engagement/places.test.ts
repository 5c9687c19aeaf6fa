/** A place in the list of recipients that was never told is none: the list begins at its beginning, and nothing is a fault. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { sendLetters } from './letters.ts';
import { campaignScene } from './scene.ts';
import { openSink, type Sink } from './sink.ts';

let t: TestApp;
let sink: Sink;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
	sink = await openSink();
});
afterAll(async () => {
	await sink.stop();
	await t.stop();
});

test('odd places', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const emails = scene.emails(2);
	await scene.say(emails, true);
	const { campaign } = await sendLetters(t, scene, sink, { emails, options: { purposes: [scene.purpose] } });
	const headers = { customer_key: String(scene.tenant.customerId) };
	const page = async (query: string) => {
		const answer = await t.send(scene.owner, 'GET', `/api/manage/campaign/${campaign.id}/deliveries?${query}`, { headers });
		return [query, answer.status, answer.json().data?.deliveries?.length ?? answer.json().data?.length];
	};
	for (const after of ['1.1.99999999999', '99999999999999999999.0.1', '.7.2147483648', '9999999999999999.0.1', '8640000000000001.0.1', 'x'])
		expect(await page(`after=${after}`)).toEqual([`after=${after}`, 200, 2]);
	for (const after of ['8640000000000000.6.2147483647']) expect(await page(`after=${after}`)).toEqual([`after=${after}`, 200, 2]);
	for (const after of ['.99999.1', '.7.2147483648', '.0.99999999999', '.6.2147483647'])
		expect((await page(`state=waiting&after=${after}`)).slice(0, 2)).toEqual([`state=waiting&after=${after}`, 200]);
});
