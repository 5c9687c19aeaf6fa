import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_ROOT, hashLeaf, includes, isExtension } from '../src/merkle.ts';
import { slowConsistency, slowInclusion, slowRoot } from './reference.ts';

/** The entries and roots that implementations of Certificate Transparency (RFC 6962) have always been tested with. */
const ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map((hex) =>
	Buffer.from(hex, 'hex'),
);
const ROOTS = [
	'6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
	'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
	'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
	'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
	'4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
	'76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
	'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
	'5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const entriesOf = (size: number): Buffer[] => Array.from({ length: size }, (_, n) => Buffer.from(`entry ${n}`));
const hexes = (hashes: readonly Uint8Array[]): string[] => hashes.map((hash) => Buffer.from(hash).toString('hex'));

test('the known trees have the known roots', () => {
	expect(EMPTY_ROOT.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
	for (const [n, root] of ROOTS.entries()) expect(slowRoot(ENTRIES.slice(0, n + 1)).toString('hex')).toBe(root);
	expect(hashLeaf(Buffer.alloc(0)).toString('hex')).toBe(ROOTS[0]);
});

test('the known proofs are taken', () => {
	// Of the same test data: entry 0 and 5 of 8, and the trees of 1 and 6 within 8.
	expect(hexes(slowInclusion(5, ENTRIES))).toEqual([
		'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
		'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
		ROOTS[3],
	]);
	expect(hexes(slowConsistency(6, ENTRIES))).toEqual([
		'0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
		'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
		ROOTS[3],
	]);
});

test('every leaf of every tree up to 70 is proven, and by nothing else', () => {
	for (let size = 1; size <= 70; size++) {
		const entries = entriesOf(size);
		const root = slowRoot(entries);
		for (let index = 0; index < size; index++) {
			const leaf = hashLeaf(entries[index] ?? Buffer.alloc(0));
			const path = slowInclusion(index, entries);
			expect(includes(leaf, index, size, path, root)).toBe(true);
			expect(includes(leaf, (index + 1) % (size + 1), size, path, root)).toBe(false);
			expect(includes(leaf, index, size, [...path, leaf], root)).toBe(false);
			expect(includes(leaf, index, size, path.slice(0, -1), root)).toBe(path.length === 0);
		}
	}
});

test('every tree up to 40 is the beginning of every longer one, and of no other', () => {
	const other = slowRoot(entriesOf(41).reverse());
	for (let to = 0; to <= 40; to++)
		for (let from = 0; from <= to; from++) {
			const entries = entriesOf(to);
			const proof = slowConsistency(from, entries);
			const [older, newer] = [slowRoot(entries.slice(0, from)), slowRoot(entries)];
			expect(isExtension(from, to, proof, older, newer)).toBe(true);
			if (from > 0) expect(isExtension(from, to, proof, other, newer)).toBe(false);
			if (from > 0) expect(isExtension(from, to, proof, older, other)).toBe(false);
			expect(isExtension(from, to, [...proof, other], older, newer)).toBe(false);
		}
});

test('one bit turned in a leaf, a step, a root or an index is refused', () => {
	fc.assert(
		fc.property(fc.integer({ min: 2, max: 200 }), fc.nat(), fc.nat(), fc.nat(255), (size, at, where, bit) => {
			const entries = entriesOf(size);
			const index = at % size;
			const parts = [hashLeaf(entries[index] ?? Buffer.alloc(0)), slowRoot(entries), ...slowInclusion(index, entries)].map((one) =>
				Buffer.from(one),
			);
			const [leaf, root, ...path] = parts;
			if (!leaf || !root) throw new Error('no tree');
			expect(includes(leaf, index, size, path, root)).toBe(true);
			const turned = parts[where % parts.length];
			if (turned) turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
			expect(includes(leaf, index, size, path, root)).toBe(false);
		}),
		{ numRuns: 300 },
	);
});

test('sizes beyond 32 bits are no trouble, and shapes that are none are refused', () => {
	const leaf = hashLeaf(Buffer.from('x'));
	expect(includes(leaf, 2 ** 40, 2 ** 40 + 1, [], leaf)).toBe(false);
	for (const [index, size] of [
		[-1, 1],
		[1, 1],
		[0.5, 1],
		[0, Number.POSITIVE_INFINITY],
	])
		expect(includes(leaf, index ?? 0, size ?? 0, [], leaf)).toBe(false);
	expect(includes(leaf.subarray(1), 0, 1, [], leaf)).toBe(false);
	expect(isExtension(2, 1, [], leaf, leaf)).toBe(false);
});
