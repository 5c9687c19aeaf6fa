/** The way from a leaf to the root, step by step, for whoever draws it. */
import { hashNode } from '@luvalla/verify/merkle.ts';

export interface Step {
	readonly neighbour: Buffer;
	/** The neighbour stands at the left. */
	readonly left: boolean;
	/** Of both. */
	readonly hash: Buffer;
}

/**
 * As RFC 9162, section 2.1.3.2 goes up: the last step's hash is the root when the proof holds.
 * @param leaf the leaf's hash; @param index its place, from 0
 */
export const climb = (leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Step[] => {
	let at = BigInt(index);
	let last = BigInt(size) - 1n;
	let hashed = leaf;
	return path.map((neighbour) => {
		const left = (at & 1n) === 1n || at === last;
		hashed = left ? hashNode(neighbour, hashed) : hashNode(hashed, neighbour);
		// A node at the right edge without a neighbour is carried up as it is.
		if (left)
			while ((at & 1n) === 0n && at !== 0n) {
				at >>= 1n;
				last >>= 1n;
			}
		at >>= 1n;
		last >>= 1n;
		return { neighbour, left, hash: hashed };
	});
};
