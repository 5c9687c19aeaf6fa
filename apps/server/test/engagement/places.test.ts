/** A place in the list of recipients that was never told is refused, and is no fault of the server's. */
import { expect, test } from 'vitest';
import { startApp } from '../app.ts';
import { sendLetters } from './letters.ts';
import { campaignScene } from './scene.ts';
import { startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

test('odd places', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const emails = scene.emails(2);
	await scene.say(emails, true);
	const { campaign } = await sendLetters(t, scene, sink, { emails, options: { purposes: [scene.purpose] } });
	const headers = { customer_key: String(scene.tenant.customerId) };
	const page = async (query: string) => {
		const answer = await t.send(scene.owner, 'GET', `/api/manage/campaign/${campaign.id}/deliveries?${query}`, { headers });
		return [query, answer.status, answer.json().data?.deliveries?.length ?? answer.json().code];
	};
	for (const after of ['1.1.99999999999', '99999999999999999999.0.1', '.7.2147483648', '9999999999999999.0.1', '.99999.1', 'x'])
		for (const state of ['', 'state=waiting&'])
			expect(await page(`${state}after=${after}`)).toEqual([`${state}after=${after}`, 400, 'invalid']);
	// One that may have been told is a place.
	expect(await page('after=1700000000000.0.1')).toEqual(['after=1700000000000.0.1', 200, expect.any(Number)]);
});
