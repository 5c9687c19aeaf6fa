/**
 * A growing Merkle tree (RFC 9162) kept as tiles (c2sp.org/tlog-tiles): level 0 holds the hashes of leaves, 256 a tile;
 * each level above holds the roots of the full tiles below. Appending touches the tile at the right edge of each level,
 * a proof reads a few tiles a level; both cost the same at ten thousand entries and at ten million, but for a level more.
 */
import { EMPTY_ROOT, HASH_BYTES, hashNode } from '@luvalla/verify/merkle.ts';

/** Hashes a full tile has: a tree of eight levels. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

export interface TileAt {
	readonly level: number;
	readonly tile: number;
}

export interface Tile extends TileAt {
	/** 1 to 256 hashes, one behind the other. */
	readonly hashes: Buffer;
}

/** Where tiles are kept. */
export interface Tiles {
	/** What of these there is. */
	read(wanted: readonly TileAt[]): Promise<readonly Tile[]>;
	/** Puts these in, in place of what stood there. */
	write(tiles: readonly Tile[]): Promise<void>;
}

/** A perfect subtree: 2^level leaves from leaf index·2^level on. */
interface Subtree {
	readonly level: number;
	readonly index: number;
}

/** Leaves `from` to `to` (exclusive); `from` is where a perfect subtree of at least that size begins. */
interface Range {
	readonly from: number;
	readonly to: number;
}

const levelOf = (size: number): number => Math.floor(Math.log2(size));

/** The largest power of two smaller than n; n is 2 or more. */
const splitOf = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1);

/** Perfect subtrees that make up a range, from left to right. */
const subtreesOf = ({ from, to }: Range): Subtree[] => {
	const found: Subtree[] = [];
	for (let at = from; at < to; ) {
		const level = levelOf(to - at);
		found.push({ level, index: at / 2 ** level });
		at += 2 ** level;
	}
	return found;
};

const keyOf = ({ level, tile }: TileAt): string => `${level}/${tile}`;

/** Where a subtree's hash comes from: `count` hashes of a tile, from `offset` on. */
const placeOf = ({ level, index }: Subtree): TileAt & { offset: number; count: number } => {
	const tileLevel = Math.floor(level / TILE_HEIGHT);
	const count = 2 ** (level % TILE_HEIGHT);
	const first = index * count;
	return { level: tileLevel, tile: Math.floor(first / TILE_WIDTH), offset: first % TILE_WIDTH, count };
};

/** The root over 2^n hashes that stand one behind the other. */
export const perfectRoot = (hashes: Buffer): Buffer => {
	let row: Buffer[] = [];
	for (let at = 0; at < hashes.length; at += HASH_BYTES) row.push(hashes.subarray(at, at + HASH_BYTES));
	while (row.length > 1) {
		const above: Buffer[] = [];
		for (let n = 0; n + 1 < row.length; n += 2) above.push(hashNode(row[n] ?? EMPTY_ROOT, row[n + 1] ?? EMPTY_ROOT));
		row = above;
	}
	return row[0] ?? EMPTY_ROOT;
};

/** A tile that should be there is not, or is too short: the log's own storage is damaged. */
export class TreeDamaged extends Error {
	override readonly name = 'TreeDamaged';
}

const hashOf = (tiles: ReadonlyMap<string, Buffer>, subtree: Subtree): Buffer => {
	const place = placeOf(subtree);
	const hashes = tiles.get(keyOf(place));
	const end = (place.offset + place.count) * HASH_BYTES;
	if (hashes === undefined || hashes.length < end) throw new TreeDamaged(`Tile ${keyOf(place)} of the log is missing or too short.`);
	return perfectRoot(hashes.subarray(place.offset * HASH_BYTES, end));
};

/** Subtrees of a range are hashed from the right: the smaller ones stand there. */
const foldRight = (hashes: readonly Buffer[]): Buffer =>
	hashes.slice(0, -1).reduceRight<Buffer>((right, left) => hashNode(left, right), hashes.at(-1) ?? EMPTY_ROOT);

/** Hashes of several ranges, with one reading of all tiles they need. */
const hashRanges = async (tiles: Tiles, ranges: readonly Range[]): Promise<Buffer[]> => {
	const parts = ranges.map(subtreesOf);
	const wanted = new Map(parts.flat().map((subtree) => [keyOf(placeOf(subtree)), placeOf(subtree)]));
	const read = wanted.size === 0 ? [] : await tiles.read([...wanted.values()]);
	const found = new Map(read.map((tile) => [keyOf(tile), tile.hashes]));
	return parts.map((subtrees) => foldRight(subtrees.map((subtree) => hashOf(found, subtree))));
};

/** @throws TreeDamaged; `size` is at most what was appended. */
export const rootAt = async (tiles: Tiles, size: number): Promise<Buffer> => {
	if (size === 0) return EMPTY_ROOT;
	const [root] = await hashRanges(tiles, [{ from: 0, to: size }]);
	return root ?? EMPTY_ROOT;
};

/** RFC 9162, section 2.1.3.1. `index` < `size`, both within what was appended. @throws TreeDamaged */
export const inclusionProof = (tiles: Tiles, index: number, size: number): Promise<Buffer[]> => {
	const path: Range[] = [];
	let [from, to] = [0, size];
	while (to - from > 1) {
		const middle = from + splitOf(to - from);
		path.push(index < middle ? { from: middle, to } : { from, to: middle });
		if (index < middle) to = middle;
		else from = middle;
	}
	return hashRanges(tiles, path.reverse());
};

/** RFC 9162, section 2.1.4.1. `first` ≤ `size`, both within what was appended. @throws TreeDamaged */
export const consistencyProof = (tiles: Tiles, first: number, size: number): Promise<Buffer[]> => {
	if (first === 0 || first === size) return Promise.resolve([]);
	const path: Range[] = [];
	let [from, to] = [0, size];
	while (first !== to) {
		const middle = from + splitOf(to - from);
		path.push(first <= middle ? { from: middle, to } : { from, to: middle });
		if (first <= middle) to = middle;
		else from = middle;
	}
	// The older tree itself is known to whoever asks; a part of it is not.
	if (from > 0) path.push({ from, to });
	return hashRanges(tiles, path.reverse());
};

/** Appends hashes of leaves to a tree of `size`; answers the root over all. @throws TreeDamaged */
export const appendLeaves = async (tiles: Tiles, size: number, leaves: readonly Buffer[]): Promise<Buffer> => {
	const edges: TileAt[] = [];
	for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH))
		if (count % TILE_WIDTH > 0) edges.push({ level, tile: Math.floor(count / TILE_WIDTH) });
	const edge = new Map((edges.length === 0 ? [] : await tiles.read(edges)).map((tile) => [tile.level, tile.hashes]));
	const written: Tile[] = [];
	let news = leaves;
	for (let level = 0, count = size; news.length > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
		const width = count % TILE_WIDTH;
		const kept = width === 0 ? Buffer.alloc(0) : edge.get(level);
		if (kept === undefined || kept.length < width * HASH_BYTES)
			throw new TreeDamaged(`Tile ${level}/${Math.floor(count / TILE_WIDTH)} of the log is missing or too short.`);
		const all = Buffer.concat([kept.subarray(0, width * HASH_BYTES), ...news]);
		const above: Buffer[] = [];
		for (let at = 0, tile = Math.floor(count / TILE_WIDTH); at < all.length; at += TILE_WIDTH * HASH_BYTES, tile++) {
			const hashes = all.subarray(at, at + TILE_WIDTH * HASH_BYTES);
			written.push({ level, tile, hashes });
			if (hashes.length === TILE_WIDTH * HASH_BYTES) above.push(perfectRoot(hashes));
		}
		news = above;
	}
	await tiles.write(written);
	// The root hangs on right edges alone: those just written, and those of levels that did not change.
	const now = new Map(
		[...edge].map(([level, hashes]) => [keyOf({ level, tile: edges.find((one) => one.level === level)?.tile ?? 0 }), hashes]),
	);
	for (const tile of written) now.set(keyOf(tile), tile.hashes);
	return rootAt({ read: async (wanted) => wanted.flatMap((at) => tileIn(now, at)), write: tiles.write }, size + leaves.length);
};

const tileIn = (tiles: ReadonlyMap<string, Buffer>, at: TileAt): Tile[] => {
	const hashes = tiles.get(keyOf(at));
	return hashes === undefined ? [] : [{ ...at, hashes }];
};

/** The right edge of a tree of leaves that come one after the other: roots on the way, without keeping the tree. */
export const createFrontier = () => {
	/** Roots of perfect subtrees, from left to right. */
	let stack: { level: number; hash: Buffer }[] = [];
	let size = 0;
	return {
		add(leaf: Buffer): void {
			let [level, hash] = [0, leaf];
			for (let left = stack.at(-1); left?.level === level; left = stack.at(-1)) {
				hash = hashNode(left.hash, hash);
				level++;
				stack.pop();
			}
			stack = [...stack, { level, hash }];
			size++;
		},
		get size() {
			return size;
		},
		root: (): Buffer => foldRight(stack.map(({ hash }) => hash)),
	};
};
