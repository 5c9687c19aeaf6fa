/** Stored vendor lists: list, read, upload, fetch now. */
import { compareGvlFiles, fetchGvlFile, gvlFile, gvlFiles, officialTexts, uploadGvlFile } from '@luvalla/contract/consent/vendor-lists.ts';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { wholeUpload } from '#kernel/http/upload.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { compareLists } from './compare.ts';
import { fetchLists, officialTextsIn } from './fetch.ts';
import { listFiles, readOfficialTexts, readVendorList, storeList, storeTexts } from './store.ts';
import { readList, readTexts, refuseList } from './validate.ts';

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
		handle(compareGvlFiles, async ({ query }) => {
			const [current, previous] = await storage.inPlatform(async (tx) => [
				await readVendorList(tx, query.currentFileid),
				await readVendorList(tx, query.previousFileid),
			]);
			if (!current || !previous) throw refuse('not_found');
			return compareLists(current, previous);
		}),
		handle(officialTexts, ({ params }) => officialTextsIn(kernel, params.language)),
		handle(uploadGvlFile, async ({ request, query, asker }) => {
			const bytes = await wholeUpload(request, uploadGvlFile.multipart);
			const { language } = query;
			await storage.inPlatform(async (tx) => {
				if (language !== undefined && language !== 'en') await storeTexts(tx, language, readTexts(bytes));
				else if ((await storeList(tx, readList(bytes), 'uploaded')) === 'other') throw refuseList('other_list');
				await recordPlatformActivity(tx, asker, { action: 'uploaded', thing: 'vendor list', thingId: language ?? 'en' });
			});
			return files();
		}),
		handle(fetchGvlFile, async () => ({ stored: await fetchLists(kernel), files: await files() })),
	];
};
