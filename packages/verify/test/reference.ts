/** Merkle trees written from the definitions of RFC 9162, sections 2.1.1, 2.1.3.1 and 2.1.4.1, without any thought of speed. */
import { createHash } from 'node:crypto';

const H = (...parts: Uint8Array[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** The largest power of two smaller than n. */
const split = (n: number): number => {
	let k = 1;
	while (k * 2 < n) k *= 2;
	return k;
};

/** MTH(D[n]) over entries. */
export const slowRoot = (entries: readonly Uint8Array[]): Buffer => {
	const [only] = entries;
	if (only === undefined) return H();
	if (entries.length === 1) return H(Buffer.of(0), only);
	const k = split(entries.length);
	return H(Buffer.of(1), slowRoot(entries.slice(0, k)), slowRoot(entries.slice(k)));
};

/** PATH(m, D[n]) */
export const slowInclusion = (m: number, entries: readonly Uint8Array[]): Buffer[] => {
	if (entries.length <= 1) return [];
	const k = split(entries.length);
	return m < k
		? [...slowInclusion(m, entries.slice(0, k)), slowRoot(entries.slice(k))]
		: [...slowInclusion(m - k, entries.slice(k)), slowRoot(entries.slice(0, k))];
};

/** PROOF(m, D[n]) */
export const slowConsistency = (m: number, entries: readonly Uint8Array[]): Buffer[] => {
	const subproof = (m: number, entries: readonly Uint8Array[], whole: boolean): Buffer[] => {
		if (m === entries.length) return whole ? [] : [slowRoot(entries)];
		const k = split(entries.length);
		return m <= k
			? [...subproof(m, entries.slice(0, k), whole), slowRoot(entries.slice(k))]
			: [...subproof(m - k, entries.slice(k), false), slowRoot(entries.slice(0, k))];
	};
	return m === 0 ? [] : subproof(m, entries, true);
};
