/** Contrast of two colours by WCAG 2.2, and the softer tones a banner derives from a site's own colours. */

const channels = (hex: string): [number, number, number] => {
	const n = Number.parseInt(hex.slice(1), 16);
	return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
};

const linear = (channel: number): number => {
	const s = channel / 255;
	return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
};

const luminance = (hex: string): number => {
	const [r, g, b] = channels(hex);
	return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
};

/** Contrast ratio of two `#rrggbb` colours, 1 to 21, not rounded. */
export const contrast = (a: string, b: string): number => {
	const [x, y] = [luminance(a), luminance(b)];
	return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

/** A ratio as people read it: `9.7:1`, rounded down so that 4.49 never reads as 4.5. */
export const ratio = (value: number): string => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;

/** `share` of `over` laid on `under`, both `#rrggbb`. */
const mix = (over: string, under: string, share: number): string => {
	const [a, b] = [channels(over), channels(under)];
	return `#${a
		.map((c, i) =>
			Math.round(c * share + (b[i] ?? 0) * (1 - share))
				.toString(16)
				.padStart(2, '0'),
		)
		.join('')}`;
};

/** The palest mixture of `ink` into `ground` that still keeps `least`:1 against the ground; `ink` itself when none does. */
export const palest = (ink: string, ground: string, least: number): string => {
	for (let share = 0.06; share < 1; share += 0.02) {
		const tone = mix(ink, ground, share);
		if (contrast(tone, ground) >= least) return tone;
	}
	return ink;
};
