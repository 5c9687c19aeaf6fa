/**
 * Merkle trees as RFC 9162 (and RFC 6962 before it) defines them: SHA-256, a leaf is hashed with 0x00 before it, a node
 * with 0x01. Here is what somebody needs who checks; the trees themselves are the server's.
 */
import { hash } from 'node:crypto';

export const HASH_BYTES = 32;
const LEAF = Buffer.of(0);
/** Where two hashes are put to be hashed: one buffer for all, since nothing happens between. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);
/** The same for entries that are hashes themselves, as nearly all are. */
const leaf = Buffer.alloc(1 + HASH_BYTES);

export const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

/** The root of a tree without leaves. */
export const EMPTY_ROOT = sha256();

export const hashLeaf = (entry: Uint8Array): Buffer => {
	if (entry.length !== HASH_BYTES) return sha256(LEAF, entry);
	leaf.set(entry, 1);
	return hash('sha256', leaf, 'buffer');
};

/** Of two hashes. */
export const hashNode = (left: Uint8Array, right: Uint8Array): Buffer => {
	node.set(left, 1);
	node.set(right, 1 + HASH_BYTES);
	return hash('sha256', node, 'buffer');
};

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

const areHashes = (...lists: readonly Uint8Array[]): boolean => lists.every((one) => one.length === HASH_BYTES);

/** A step from a node to the one above it. */
export interface Step<Hash extends Uint8Array = Uint8Array> {
	readonly neighbour: Hash;
	/** The neighbour stands at the left. */
	readonly left: boolean;
}

/**
 * The way from node `at` of a level, whose last one is `last`, to the root: a step for each hash of a proof (RFC 9162, sections 2.1.3.2
 * and 2.1.4.2). Null where it does not end at the root.
 */
export const wayUp = <Hash extends Uint8Array>(at: bigint, last: bigint, path: readonly Hash[]): Step<Hash>[] | null => {
	// Sizes beyond 32 bits would not survive the language's bit operators on numbers.
	let [fn, sn] = [at, last];
	const steps: Step<Hash>[] = [];
	for (const neighbour of path) {
		if (sn === 0n) return null;
		const left = (fn & 1n) === 1n || fn === sn;
		steps.push({ neighbour, left });
		// A node at the right edge without a neighbour is carried up as it is.
		while (left && (fn & 1n) === 0n && fn !== 0n) {
			fn >>= 1n;
			sn >>= 1n;
		}
		fn >>= 1n;
		sn >>= 1n;
	}
	return sn === 0n ? steps : null;
};

/** The hash of the node that a step from `hash` leads to. */
export const hashAbove = (hash: Buffer, { neighbour, left }: Step): Buffer =>
	left ? hashNode(neighbour, hash) : hashNode(hash, neighbour);

/**
 * Does this leaf hash stand at `index` (from 0) of the tree of `size` leaves with this root? RFC 9162, section 2.1.3.2.
 * False for whatever is out of shape.
 */
export const includes = (leaf: Uint8Array, index: number, size: number, path: readonly Uint8Array[], root: Uint8Array): boolean => {
	if (!isCount(index) || !isCount(size) || index >= size || !areHashes(leaf, root, ...path)) return false;
	const steps = wayUp(BigInt(index), BigInt(size) - 1n, path);
	return steps?.reduce(hashAbove, Buffer.from(leaf)).equals(root) === true;
};

/** Is the tree of `from` leaves the unchanged beginning of the tree of `to` leaves? RFC 9162, section 2.1.4.2. */
export const isExtension = (from: number, to: number, proof: readonly Uint8Array[], fromRoot: Uint8Array, toRoot: Uint8Array): boolean => {
	if (!isCount(from) || !isCount(to) || from > to || !areHashes(fromRoot, toRoot, ...proof)) return false;
	if (from === to) return proof.length === 0 && Buffer.from(fromRoot).equals(toRoot);
	// Nothing came before everything.
	if (from === 0) return proof.length === 0 && EMPTY_ROOT.equals(fromRoot);
	let fn = BigInt(from) - 1n;
	let sn = BigInt(to) - 1n;
	while ((fn & 1n) === 1n) {
		fn >>= 1n;
		sn >>= 1n;
	}
	// A tree whose size is a power of two is itself the first node of the proof, which then leaves it out.
	const [first, ...rest] = fn === 0n ? [fromRoot, ...proof] : proof;
	const steps = wayUp(fn, sn, rest);
	if (first === undefined || steps === null) return false;
	// The older tree ends where the way is at the right edge: what stands at the right came later.
	const older = steps.filter(({ left }) => left).reduce(hashAbove, Buffer.from(first));
	const newer = steps.reduce(hashAbove, Buffer.from(first));
	return older.equals(fromRoot) && newer.equals(toRoot);
};
