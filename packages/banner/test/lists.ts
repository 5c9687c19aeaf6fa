/** Vendor lists for tests: one made here, and those of the folder that LUVALLA_TEST_DATA names (`gvl/*.json`). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Declared, type Vendor, VendorList } from '@luvalla/contract/consent/vendor-lists';

const declared = (id: number, kind: string): Declared => ({
	id,
	name: `${kind} ${id}`,
	description: `What ${kind.toLowerCase()} ${id} means, in official words.`,
	illustrations: [`An example of ${kind.toLowerCase()} ${id}.`],
});
const entries = (count: number, kind: string): Record<string, Declared> =>
	Object.fromEntries(Array.from({ length: count }, (_, i) => [String(i + 1), declared(i + 1, kind)]));

/** A vendor with some of everything, decided by its number alone. */
const vendor = (id: number): Vendor => {
	const of = (most: number, ...steps: number[]) =>
		Array.from({ length: most }, (_, i) => i + 1).filter((p) => steps.some((s) => (id + p) % s === 0));
	const specialOnly = id % 17 === 0;
	const purposes = specialOnly ? [] : of(11, 2);
	const legIntPurposes = specialOnly ? [] : of(11, 3).filter((p) => !purposes.includes(p) && ![1, 3, 4, 5, 6].includes(p));
	return {
		id,
		name: `Partner ${id} ${['Oy', 'GmbH', 'Ltd'][id % 3]}`,
		purposes,
		legIntPurposes,
		flexiblePurposes: [...purposes, ...legIntPurposes]
			.filter((p) => (id + p) % 5 === 0 && ![1, 3, 4, 5, 6].includes(p))
			.sort((a, b) => a - b),
		specialPurposes: specialOnly || id % 2 ? [1, 2] : [],
		features: of(3, 4),
		specialFeatures: of(2, 7),
		cookieMaxAgeSeconds: id % 4 ? id * 3600 : null,
		usesCookies: id % 4 !== 0,
		cookieRefresh: id % 3 === 0,
		usesNonCookieAccess: id % 5 === 0,
		dataRetention: { stdRetention: id % 400, purposes: { 3: 30 }, specialPurposes: {} },
		urls: [
			{ langId: 'en', privacy: `https://p${id}.example/privacy`, legIntClaim: `https://p${id}.example/claim` },
			{ langId: 'fi', privacy: `https://p${id}.example/tietosuoja` },
		],
		dataDeclaration: of(11, 6),
		deviceStorageDisclosureUrl: `https://p${id}.example/disclosure.json`,
		...(id % 29 === 0 && { deletedDate: '2026-01-01T00:00:00Z' }),
	};
};

/** A list of so many vendors, with gaps between their numbers as in life. */
export const madeList = (count = 120, version = 100): VendorList =>
	VendorList.parse({
		gvlSpecificationVersion: 3,
		vendorListVersion: version,
		tcfPolicyVersion: 5,
		lastUpdated: '2026-10-01T16:00:00Z',
		purposes: entries(11, 'Purpose'),
		specialPurposes: entries(3, 'Special purpose'),
		features: entries(3, 'Feature'),
		specialFeatures: entries(2, 'Special feature'),
		stacks: {
			1: { id: 1, name: 'Stack 1', description: 'Precise places.', purposes: [], specialFeatures: [1] },
			2: { id: 2, name: 'Stack 2', description: 'Advertising of all kinds.', purposes: [2, 3, 4, 7], specialFeatures: [] },
			3: { id: 3, name: 'Stack 3', description: 'Content of all kinds.', purposes: [5, 6, 8], specialFeatures: [] },
			4: { id: 4, name: 'Stack 4', description: 'Advertising again.', purposes: [3, 4], specialFeatures: [] },
		},
		dataCategories: entries(11, 'Category'),
		vendors: Object.fromEntries(
			Array.from({ length: count }, (_, i) => {
				const id = i + 1 + Math.floor(i / 3) * 2 + (i > count / 2 ? 900 : 0);
				return [String(id), vendor(id)];
			}),
		),
	});

/** The made list, and every list there is. */
export const testLists = (): { name: string; list: VendorList; raw: object }[] => {
	const made = madeList();
	const folder = process.env.LUVALLA_TEST_DATA ? join(process.env.LUVALLA_TEST_DATA, 'gvl') : '';
	const found = folder && existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
	return [
		{ name: 'a made list', list: made, raw: made },
		...found.map((name) => {
			const raw = JSON.parse(readFileSync(join(folder, name), 'utf8')) as object;
			return { name, list: VendorList.parse(raw), raw };
		}),
	];
};
