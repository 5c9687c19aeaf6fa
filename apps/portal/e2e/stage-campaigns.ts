/** Campaigns for the sweep: a published letter, three campaigns that are no drafts, and a rehearsed run with its deliveries. */
import { type APIResponse, expect, request } from '@playwright/test';
import * as z from 'zod';
import { stateFile } from './people.ts';
import { PORT } from './server.ts';
import type { Stage } from './stage.ts';

const ORIGIN = `http://localhost:${PORT}`;
const Named = z.object({ id: z.string() });

const dataOf = async <T>(answer: APIResponse, shape: z.ZodType<T>): Promise<T> => {
	if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`);
	return z.object({ data: shape }).parse(await answer.json()).data;
};

export interface CampaignStage {
	campaignId: string;
	triggeredId: string;
	runId: string;
	delivery: string;
}

/** Each worker makes its own, on the stage of its own. */
export const stageCampaigns = async ({ customerId, domainId, audienceId, segmentId }: Stage): Promise<CampaignStage> => {
	const headers = { origin: ORIGIN, customer_key: String(customerId), domain_key: domainId };
	const api = await request.newContext({ baseURL: ORIGIN, storageState: stateFile('admin'), extraHTTPHeaders: headers });
	const post = async <T>(path: string, data: object, shape: z.ZodType<T>): Promise<T> =>
		dataOf(await api.post(`/api${path}`, { data }), shape);
	const words = {
		subject: 'Light for the dark months',
		body: '<p>Hello</p>',
		simpletext: 'Hello',
		heroimage: 'https://shop.example.com/lamp.png',
		heroimageAlt: 'A lamp',
	};
	const letter = await post('/manage/content', { title: 'Swept letter', contentType: 'Email', controls: { en: words } }, Named);
	await post(`/manage/content/${letter.id}/approve`, {}, Named);
	const star = await post('/manage/constellation/', { title: 'Swept mail', channel: 0, contents: [letter.id] }, Named);
	await dataOf(await api.put(`/api/manage/constellation/${star.id}/publish`, { data: {} }), Named);
	const audience = await post('/manage/audience', { title: 'Swept people', segments: [segmentId] }, Named);
	await post(`/manage/audience/${audience.id}/approve`, {}, Named);
	const made: string[] = [];
	for (const title of ['Autumn letter', 'Recall of a lamp', 'Advent letter']) {
		const { id } = await post(
			'/manage/Campaign',
			{ title, constellation: [{ constellationIdFK: star.id, channel: 0 }], audienceIdFK: audience.id, isTransactional: true },
			Named,
		);
		await post(`/manage/Campaign/${id}/publish`, { reason: 'A lamp is recalled' }, Named);
		made.push(id);
	}
	const [campaignId = ''] = made;
	await post('/manage/Campaign', { title: 'Draft letter', audienceIdFK: audienceId }, Named);
	const { rehearsal } = await post(`/manage/campaign/${campaignId}/rehearse`, {}, z.object({ rehearsal: Named }));
	const runId = rehearsal.id;
	const run = { params: { run: runId } };
	await expect
		.poll(async () => {
			const told = await api.get(`/api/manage/campaign/${campaignId}/progress`, run);
			return (await dataOf(told, z.object({ run: z.object({ state: z.string() }) }))).run.state;
		})
		.toBe('done');
	const found = await dataOf(await api.get(`/api/manage/campaign/${campaignId}/deliveries`, run), z.object({ deliveries: z.array(Named) }));
	const triggered: string[] = [];
	for (const title of ['Welcome to the club', 'Thank you for the lamp', 'A birthday'])
		triggered.push(
			(
				await post(
					'/manage/triggered',
					{
						title,
						journey: {
							trigger: { kind: 'joined', segmentId },
							first: star.id,
							after: { waitMinutes: 4320, ask: 'clicked', neither: star.id },
						},
					},
					Named,
				)
			).id,
		);
	await api.dispose();
	return { campaignId, runId, triggeredId: triggered[0] ?? '', delivery: found.deliveries[0]?.id ?? '' };
};
