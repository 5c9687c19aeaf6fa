/** A random sequence that can be had again. */
export const dice = (seed: number) => {
	let state = seed;
	const next = (): number => {
		state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
		return state / 4_294_967_296;
	};
	return {
		of: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T,
		upTo: (most: number): number => Math.floor(next() * most),
		chance: (share: number): boolean => next() < share,
	};
};
