/** A page of rows for each list of the portal, made through the calls: what the sample's owner sees, and what ADMIN sees. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type APIResponse, request } from '@playwright/test';
import { v7 } from 'uuid';
import * as z from 'zod';
import { bannerDraft } from '../../apps/portal/e2e/banner-draft.ts';
import { stateFile } from '../../apps/portal/e2e/people.ts';

/** One page of a list, as it is first asked for. */
const ROWS = 25;
const Named = z.object({ id: z.string() });

const dataOf = async <T>(answer: APIResponse, shape: z.ZodType<T>): Promise<T> => {
	if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`);
	return z.object({ data: shape }).parse(await answer.json()).data;
};

/** IAB Europe's lists, where they lie beside the checkout: they are not ours to keep. */
const PUBLISHED = join(import.meta.dirname, '../../../shared/data/gvl');
export const vendorLists = (): string[] => (existsSync(PUBLISHED) ? readdirSync(PUBLISHED).map((name) => join(PUBLISHED, name)) : []);

/** UUIDv7 ids carry the millisecond that a record must name. */
const instant = (id: string): string => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();

/** @param origin of the portal, whose people `admin` and `owner` are signed in */
export const fillLists = async (origin: string): Promise<void> => {
	const api = await request.newContext({ baseURL: origin, storageState: stateFile('admin'), extraHTTPHeaders: { origin } });
	const post = async <T>(path: string, data: object, shape: z.ZodType<T>): Promise<T> => dataOf(await api.post(path, { data }), shape);
	const numbers = Array.from({ length: ROWS }, (_, i) => i + 1);
	const all = await dataOf(await api.get('/api/domain?size=1&q=shop'), z.array(z.object({ id: z.string(), customerId: z.int() })));
	const customerId = all[0]?.customerId ?? 0;
	for (const n of numbers) await post('/api/customer', { name: `Koivu ${n}`, countryCode: 'FI' }, z.object({ id: z.int() }));
	for (const n of numbers) await post('/api/partner', { name: `Kallio ${n}`, countryCode: 'FI' }, Named);
	for (const n of numbers) await post('/api/role', { roleName: `ROLE_${n}` }, z.unknown());
	const domains: { id: string; domain: string }[] = [];
	for (const n of numbers) {
		const domain = `kauppa-${n}.localhost`;
		domains.push({ domain, ...(await post('/api/domain', { domain, name: `Kauppa ${n}`, customerId }, Named)) });
	}
	let first: { folder: string } | null = null;
	for (const [i, { domain }] of domains.entries()) {
		const draft = bannerDraft(customerId, domain, `Banner ${i + 1}`);
		const made = await post('/api/cmpconfigurator/lightconfig', { ...draft, mapper: '{}' }, z.object({ folder: z.string() }));
		first ??= made;
	}
	const published = await post(`/api/cmpconfigurator/${first?.folder}/publish`, {}, z.object({ publishedFolder: z.string() }));
	for (const n of numbers) {
		const choiceId = v7();
		const msecs = Number.parseInt(choiceId.slice(0, 8) + choiceId.slice(9, 13), 16);
		const records = ['statistics', 'marketing', 'media'].map((category) => {
			const id = v7({ msecs });
			return { id, choiceId, at: instant(id), category, value: n % 2 === 0, language: 'fi', gpc: false };
		});
		await dataOf(
			await api.post('/edge/v1/records', {
				headers: { origin: `http://${domains[0]?.domain}:${new URL(origin).port}` },
				data: { domainId: domains[0]?.id, configuration: published.publishedFolder, records },
			}),
			z.unknown(),
		);
	}
	for (const n of numbers) {
		const wording = { en: { name: `Letter ${n}`, about: 'We send you letters.' } };
		const purpose = await post(`/api/consent/purpose/${customerId}`, { domainId: domains[0]?.id, name: `Letter ${n}`, wording }, Named);
		const answer = {
			person: { email: `anna-${n}@example.com` },
			purposeId: purpose.id,
			value: n % 3 > 0,
			source: 'Paper form',
			at: new Date(),
		};
		await dataOf(
			await api.post('/api/audit/domain/people/answer', { headers: { customer_key: String(customerId) }, data: answer }),
			z.unknown(),
		);
	}
	for (const path of vendorLists()) {
		const file = { name: basename(path), mimeType: 'application/json', buffer: readFileSync(path) };
		await dataOf(await api.post('/api/cmpconfigurator/gvlfile', { multipart: { file } }), z.unknown());
	}
	await api.dispose();
};
