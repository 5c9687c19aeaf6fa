/** The way from a leaf to the root, step by step, for whoever draws it. */
import { hashAbove, type Step, wayUp } from '@luvalla/verify/merkle.ts';

/** A step, and the hash of both. */
type Drawn = Step<Buffer> & { readonly hash: Buffer };

/**
 * The last step's hash is the root; no step where the proof does not hold.
 * @param leaf the leaf's hash; @param index its place, from 0
 */
export const climb = (leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Drawn[] => {
	let hash = leaf;
	return (wayUp(BigInt(index), BigInt(size) - 1n, path) ?? []).map((step) => {
		hash = hashAbove(hash, step);
		return { ...step, hash };
	});
};
