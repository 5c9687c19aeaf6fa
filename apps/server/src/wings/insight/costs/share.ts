/** Shares a sum out so that nothing is lost or made: what rounding leaves goes to those who lost most by it. */

/** Whole parts of `sum` in proportion to `weights`, which sum up to it exactly. Where all weigh nothing, the first gets it. */
export const shareOut = (sum: number, weights: readonly number[]): number[] => {
	const all = weights.reduce((total, one) => total + BigInt(Math.max(0, one)), 0n);
	if (weights.length === 0) return [];
	if (all === 0n) return weights.map((_, place) => (place === 0 ? sum : 0));
	const exact = weights.map((one) => BigInt(sum) * BigInt(Math.max(0, one)));
	const parts = exact.map((one) => one / all);
	const left = Number(BigInt(sum) - parts.reduce((total, one) => total + one, 0n));
	const order = exact
		.map((one, place) => ({ place, rest: one % all < 0n ? -(one % all) : one % all }))
		.sort((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
	const step = BigInt(Math.sign(left));
	for (const { place } of order.slice(0, Math.abs(left))) parts[place] = (parts[place] ?? 0n) + step;
	return parts.map(Number);
};
