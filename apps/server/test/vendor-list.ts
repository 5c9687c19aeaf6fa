/** A small vendor list, whole in every part. */
import { VendorList } from '@luvalla/contract/consent/vendor-lists.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';

const entries = (count: number, kind: string) =>
	Object.fromEntries(
		Array.from({ length: count }, (_, i) => [
			String(i + 1),
			{ id: i + 1, name: `${kind} ${i + 1}`, description: `What ${kind} ${i + 1} means.`, illustrations: [] },
		]),
	);

const vendor = (id: number, change: object = {}) => ({
	id,
	name: `Vendor ${id}`,
	purposes: [1, 3, 4],
	legIntPurposes: [7],
	flexiblePurposes: [7],
	specialPurposes: [1],
	features: [1],
	specialFeatures: [1],
	cookieMaxAgeSeconds: 3600,
	usesCookies: true,
	cookieRefresh: false,
	usesNonCookieAccess: false,
	dataRetention: { stdRetention: 30, purposes: {}, specialPurposes: {} },
	urls: [{ langId: 'en', privacy: `https://v${id}.example/privacy` }],
	dataDeclaration: [1],
	...change,
});

/** Five vendors and one that has left. */
export const vendorList = (): VendorList =>
	VendorList.parse({
		gvlSpecificationVersion: 3,
		vendorListVersion: 100,
		tcfPolicyVersion: 5,
		lastUpdated: '2026-10-01T16:00:00Z',
		purposes: entries(11, 'Purpose'),
		specialPurposes: entries(3, 'Special purpose'),
		features: entries(3, 'Feature'),
		specialFeatures: entries(2, 'Special feature'),
		stacks: { 1: { id: 1, name: 'Stack 1', description: 'Advertising.', purposes: [3, 4], specialFeatures: [] } },
		dataCategories: entries(3, 'Category'),
		vendors: {
			1: vendor(1),
			2: vendor(2, { purposes: [1, 2], legIntPurposes: [], flexiblePurposes: [2] }),
			5: vendor(5, { purposes: [], legIntPurposes: [], flexiblePurposes: [], specialPurposes: [1, 2] }),
			9: vendor(9, { deletedDate: '2026-01-01T00:00:00Z' }),
			12: vendor(12),
			1300: vendor(1300, { purposes: [1, 8], features: [2] }),
		},
	});

/** Lists belong to no customer, and the newest one rules: a file that is about them starts without those of the files before. */
export const forgetLists = (storage: Storage): Promise<unknown> =>
	storage.asOwner((owner) => owner.query('delete from vendor_list; delete from vendor_list_texts; delete from vendor_list_source'));
