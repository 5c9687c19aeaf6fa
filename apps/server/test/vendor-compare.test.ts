/** What changed between two vendor lists: of pairs drawn with known edits each edit and no other, and of two that IAB Europe published. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GvlEntry, type Vendor, VendorList } from '@luvalla/contract/consent/vendor-lists.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLists } from '../src/wings/consent/vendor-lists/compare.ts';
import { vendorList } from './vendor-list.ts';

/** Published lists, where this repository lies beside them; they are not ours and not in it. */
const PUBLISHED = join(import.meta.dirname, '../../../../shared/data/gvl');

const [SAMPLE] = Object.values(vendorList().vendors);
const LEFT = '2026-01-01T00:00:00Z';

/** What may happen to a vendor between two lists, and what is to be said of it. */
const FATES = {
	stays: null,
	reordered: null,
	leftLongAgo: null,
	comes: ['added', [], false],
	returns: ['added', [], false],
	leaves: ['deleted', [], false],
	vanishes: ['deleted', [], false],
	vanishesLater: null,
	comesDead: null,
	renames: ['changed', ['name'], false],
	asksMore: ['changed', ['purposes'], true],
	turns: ['changed', ['legIntPurposes', 'specialFeatures', 'urls'], true],
	keepsLonger: ['changed', ['dataRetention', 'cookieMaxAgeSeconds'], false],
} as const;
type Fate = keyof typeof FATES;

const before = (fate: Fate, vendor: Vendor): Vendor | null => {
	if (fate === 'comes' || fate === 'comesDead') return null;
	return fate === 'returns' || fate === 'leftLongAgo' || fate === 'vanishesLater' ? { ...vendor, deletedDate: LEFT } : vendor;
};
const after = (fate: Fate, vendor: Vendor): Vendor | null => {
	switch (fate) {
		case 'vanishes':
		case 'vanishesLater':
			return null;
		case 'leaves':
		case 'leftLongAgo':
		case 'comesDead':
			return { ...vendor, deletedDate: LEFT };
		case 'reordered':
			return { ...vendor, purposes: vendor.purposes.toReversed(), dataRetention: { specialPurposes: {}, purposes: {}, stdRetention: 30 } };
		case 'renames':
			return { ...vendor, name: `${vendor.name} Oy` };
		case 'asksMore':
			return { ...vendor, purposes: [...vendor.purposes, 9] };
		case 'turns':
			return { ...vendor, legIntPurposes: [], specialFeatures: [2], urls: [] };
		case 'keepsLonger':
			return { ...vendor, cookieMaxAgeSeconds: null, dataRetention: { stdRetention: 31, purposes: {}, specialPurposes: {} } };
		default:
			return vendor;
	}
};
const listOf = (vendors: readonly (Vendor | null)[]): VendorList => ({
	...vendorList(),
	vendors: Object.fromEntries(vendors.flatMap((one) => (one ? [[String(one.id), one]] : []))),
});
const said = ({ status, currentVendor, fields, material }: GvlEntry) => [currentVendor.id, status, fields, material];

test('of 200 pairs with known edits every edit is found, and none invented', () => {
	if (!SAMPLE) throw new Error('The list has no vendor.');
	const names = Object.keys(FATES) as Fate[];
	const drawn = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 65_535 }), fc.constantFrom(...names)), {
		maxLength: 60,
		selector: ([id]) => id,
	});
	fc.assert(
		fc.property(drawn, (fates) => {
			const vendors = fates.map(([id, fate]) => ({ fate, vendor: { ...SAMPLE, id, name: `Vendor ${id}` } }));
			const previous = listOf(vendors.map(({ fate, vendor }) => before(fate, vendor)));
			const current = listOf(vendors.map(({ fate, vendor }) => after(fate, vendor)));
			const entries = compareLists(current, previous);
			expect(entries.map(said)).toEqual(
				fates
					.toSorted(([a], [b]) => a - b)
					.flatMap(([id, fate]) => {
						const [status, fields, material] = FATES[fate] ?? [];
						return status === undefined ? [] : [[id, status, expect.toSatisfy((found: string[]) => isSame(found, fields ?? [])), material]];
					}),
			);
			const fateOf = new Map(fates);
			for (const { currentVendor, previousVendor, undeleted, gone } of entries) {
				const fate = fateOf.get(currentVendor.id);
				expect([undeleted, gone, previousVendor === null]).toEqual([fate === 'returns', fate === 'vanishes', fate === 'comes']);
			}
		}),
		{ numRuns: 200 },
	);
});
const isSame = (found: readonly string[], wanted: readonly string[]): boolean => found.toSorted().join() === wanted.toSorted().join();

test.runIf(existsSync(PUBLISHED))('between the lists 7 and 17 that IAB Europe published', async () => {
	const read = async (version: number) => VendorList.parse(JSON.parse(await readFile(join(PUBLISHED, `gvl-v${version}.json`), 'utf8')));
	const entries = compareLists(await read(17), await read(7));
	const of = (status: GvlEntry['status']) => entries.filter((one) => one.status === status);
	expect([of('added').length, of('changed').length, of('changed').filter(({ material }) => material).length]).toEqual([317, 78, 45]);
	expect(of('deleted').map(({ currentVendor, gone }) => [currentVendor.id, gone])).toEqual([
		[311, true],
		[468, false],
	]);
});
