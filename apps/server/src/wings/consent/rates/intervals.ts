/** Shares and differences of shares with their 95 % intervals, and how many answers a test needs. */
import type { Share } from '@luvalla/contract/consent/rates.ts';

/** Normal quantiles: 97.5 % for two-sided 95 % intervals, 80 % for the power. */
const Z = 1.959964;
const POWER = 0.841621;

/** Wilson score interval (E. B. Wilson 1927): holds for few answers and shares near 0 or 1 too. */
export const shareOf = (yes: number, of: number): Share => {
	if (of === 0) return { value: null, low: null, high: null };
	const p = yes / of;
	const middle = (p + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
	const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((p * (1 - p)) / of + Z ** 2 / (4 * of ** 2));
	return { value: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
};

/** Second minus first with its interval by Newcombe's hybrid score method (1998, method 10); null while one has no answer. */
export const differenceOf = (
	first: { yes: number; of: number },
	second: { yes: number; of: number },
): { value: number; low: number; high: number } | null => {
	const [a, b] = [shareOf(first.yes, first.of), shareOf(second.yes, second.of)];
	if (a.value === null || a.low === null || a.high === null || b.value === null || b.low === null || b.high === null) return null;
	const value = b.value - a.value;
	return {
		value,
		low: value - Math.sqrt((b.value - b.low) ** 2 + (a.high - a.value) ** 2),
		high: value + Math.sqrt((b.high - b.value) ** 2 + (a.value - a.low) ** 2),
	};
};

/**
 * Answers each arm needs to find a difference of `points` percentage points with 80 % power at 5 % significance, from a share
 * of `baseline` (Fleiss, two independent proportions). With unequal arms the smaller one needs as many.
 */
export const sampleFor = (baseline: number, points: number): number => {
	const p = Math.min(0.95, Math.max(0.05, baseline));
	const d = points / 100;
	const q = p + d <= 0.99 ? p + d : p - d;
	const mean = (p + q) / 2;
	return Math.ceil((Z * Math.sqrt(2 * mean * (1 - mean)) + POWER * Math.sqrt(p * (1 - p) + q * (1 - q))) ** 2 / d ** 2);
};
