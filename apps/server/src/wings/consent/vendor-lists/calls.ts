/** Stored vendor lists: list, read, upload, fetch now. */
import {
	fetchGvlFile,
	gvlFile,
	gvlFiles,
	officialTexts,
	uploadGvlFile,
	VENDOR_LIST_MAX_BYTES,
} from '@luvalla/contract/consent/vendor-lists.ts';
import type { FastifyRequest } from 'fastify';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { fetchLists, officialTextsIn } from './fetch.ts';
import { listFiles, readOfficialTexts, readVendorList, storeList, storeTexts } from './store.ts';
import { readList, readTexts, refuseList } from './validate.ts';

/** The one file of an upload. @throws Refused too_large before more than the limit is read */
const fileOf = async (request: FastifyRequest): Promise<Buffer> => {
	const file = await request.file({ limits: { fileSize: VENDOR_LIST_MAX_BYTES, files: 1 }, throwFileSizeLimit: false });
	if (!file) throw refuse('invalid');
	const parts: Buffer[] = [];
	for await (const part of file.file) parts.push(part as Buffer);
	if (file.file.truncated) throw refuse('too_large');
	return Buffer.concat(parts);
};

export const vendorListRoutes = (kernel: Kernel): Route[] => {
	const { storage } = kernel;
	const files = () => storage.inPlatform(listFiles);
	return [
		handle(gvlFiles, files),
		handle(gvlFile, async ({ params, query }) =>
			storage.inPlatform(async (tx) => {
				const list = await readVendorList(tx, params.id);
				if (!list) throw refuse('not_found');
				const texts = query.language && query.language !== 'en' ? await readOfficialTexts(tx, query.language) : null;
				if (!texts) return { list, language: 'en' };
				const { vendorListVersion: _, ...official } = texts;
				return { list: { ...list, ...official }, language: query.language ?? 'en' };
			}),
		),
		handle(officialTexts, ({ params }) => officialTextsIn(kernel, params.language)),
		handle(uploadGvlFile, async ({ request, query, asker, network }) => {
			const bytes = await fileOf(request);
			const { language } = query;
			await storage.inPlatform(async (tx) => {
				if (language !== undefined && language !== 'en') await storeTexts(tx, language, readTexts(bytes));
				else if ((await storeList(tx, readList(bytes), 'uploaded')) === 'other') throw refuseList('other_list');
				await recordPlatformActivity(tx, asker, { action: 'uploaded', thing: 'vendor list', thingId: language ?? 'en', network });
			});
			return files();
		}),
		handle(fetchGvlFile, async () => ({ stored: await fetchLists(kernel), files: await files() })),
	];
};
