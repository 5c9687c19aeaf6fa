/** The tree in tiles against the definitions of RFC 9162, which the reference of packages/verify follows to the letter. */
import { hashLeaf, includes, isExtension } from '@luvalla/verify/merkle.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slowConsistency, slowInclusion, slowRoot } from '../../../packages/verify/test/reference.ts';
import {
	appendLeaves,
	consistencyProof,
	createFrontier,
	inclusionProof,
	rootAt,
	TILE_WIDTH,
	type Tile,
	type Tiles,
	TreeDamaged,
} from '../src/wings/consent/proof/tree.ts';

/** Tiles in memory, with a count of what was touched. */
const memory = () => {
	const kept = new Map<string, Tile>();
	let touched = 0;
	const tiles: Tiles = {
		read: async (wanted) => {
			touched += wanted.length;
			return wanted.flatMap(({ level, tile }) => kept.get(`${level}/${tile}`) ?? []);
		},
		write: async (written) => {
			touched += written.length;
			for (const one of written) kept.set(`${one.level}/${one.tile}`, { ...one, hashes: Buffer.from(one.hashes) });
		},
	};
	return { tiles, kept, touched: () => touched };
};

const entriesOf = (size: number): Buffer[] => Array.from({ length: size }, (_, n) => Buffer.from(`entry ${n}`));
const hex = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));

test('roots and proofs are those of the definition, whatever the batches were', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
			fc.nat(),
			fc.nat(),
			async (batches, a, b) => {
				const { tiles } = memory();
				const entries: Buffer[] = [];
				const frontier = createFrontier();
				for (const batch of batches) {
					const news = entriesOf(entries.length + batch).slice(entries.length);
					const root = await appendLeaves(tiles, entries.length, news.map(hashLeaf));
					entries.push(...news);
					for (const one of news) frontier.add(hashLeaf(one));
					expect(root).toEqual(slowRoot(entries));
					expect(frontier.root()).toEqual(root);
				}
				const size = 1 + (a % entries.length);
				const part = entries.slice(0, size);
				expect(await rootAt(tiles, size)).toEqual(slowRoot(part));
				const index = b % size;
				expect(hex(await inclusionProof(tiles, index, size))).toEqual(hex(slowInclusion(index, part)));
				expect(hex(await consistencyProof(tiles, b % (size + 1), size))).toEqual(hex(slowConsistency(b % (size + 1), part)));
			},
		),
		{ numRuns: 60 },
	);
});

test('at the edges of tiles every proof holds', async () => {
	const { tiles } = memory();
	const entries = entriesOf(TILE_WIDTH * 3 + 1);
	for (let n = 0; n < entries.length; n++) await appendLeaves(tiles, n, [hashLeaf(entries[n] ?? Buffer.alloc(0))]);
	const root = await rootAt(tiles, entries.length);
	expect(root).toEqual(slowRoot(entries));
	for (const size of [1, 2, 255, 256, 257, 511, 512, 513, 768, 769]) {
		const older = await rootAt(tiles, size);
		expect(isExtension(size, entries.length, await consistencyProof(tiles, size, entries.length), older, root)).toBe(true);
		for (const index of [0, size - 1, Math.floor(size / 2)])
			expect(includes(hashLeaf(entries[index] ?? Buffer.alloc(0)), index, size, await inclusionProof(tiles, index, size), older)).toBe(
				true,
			);
	}
	expect(await rootAt(tiles, 0)).toEqual(slowRoot([]));
});

test('appending one leaf touches as few tiles at seventy thousand as at three hundred', async () => {
	const { tiles, touched } = memory();
	const leaf = hashLeaf(Buffer.from('x'));
	await appendLeaves(
		tiles,
		0,
		Array.from({ length: 300 }, () => leaf),
	);
	const before = touched();
	await appendLeaves(tiles, 300, [leaf]);
	const few = touched() - before;
	await appendLeaves(
		tiles,
		301,
		Array.from({ length: 70_000 }, () => leaf),
	);
	const then = touched();
	await appendLeaves(tiles, 70_301, [leaf]);
	expect(touched() - then).toBeLessThanOrEqual(few + 1);
});

test('a tile that is gone or cut is said, not passed over', async () => {
	const { tiles, kept } = memory();
	await appendLeaves(tiles, 0, entriesOf(600).map(hashLeaf));
	const first = kept.get('0/0');
	kept.delete('0/0');
	await expect(inclusionProof(tiles, 3, 600)).rejects.toThrow(TreeDamaged);
	kept.set('0/0', { level: 0, tile: 0, hashes: (first?.hashes ?? Buffer.alloc(0)).subarray(0, 32) });
	await expect(inclusionProof(tiles, 3, 600)).rejects.toThrow(TreeDamaged);
	const edge = kept.get('0/2');
	kept.set('0/2', { level: 0, tile: 2, hashes: (edge?.hashes ?? Buffer.alloc(0)).subarray(0, 32) });
	await expect(appendLeaves(tiles, 600, [hashLeaf(Buffer.from('x'))])).rejects.toThrow(TreeDamaged);
	// And nothing is written onto it.
	expect(kept.get('0/2')?.hashes.length).toBe(32);
	kept.delete('0/2');
	await expect(appendLeaves(tiles, 600, [hashLeaf(Buffer.from('x'))])).rejects.toThrow(TreeDamaged);
});
