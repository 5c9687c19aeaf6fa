/** How long things may take on a machine that others use too. */

/** What the work below takes on two idle cores of 2024. */
const USUAL_MS = 60;

/** How many times slower this machine is at this moment than a usual one that is idle; 1 and more. */
export const slowness = (): number => {
	const began = performance.now();
	const made = new Map<string, number>();
	for (let n = 0; n < 200_000; n++) made.set(`key ${n}`, n);
	return Math.max(1, (performance.now() - began) / USUAL_MS);
};
