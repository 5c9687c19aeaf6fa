/** How a text leaves as SMS (3GPP TS 23.038 and 23.040): its alphabet, in how many parts, and which sign costs the larger alphabet. */
import type { Rendered } from '@luvalla/contract/engagement/contents.ts';

const BASIC = new Set([
	...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
]);
/** Each of these takes two places. */
const EXTENDED = new Set([...'^{}\\[~]|€\f']);

/** Places of a text that is one part, and of each of several, which begin with how they belong together. */
const PLACES = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

export type SmsParts = NonNullable<Rendered['sms']>;

/** Signs that take two places are never cut: what is left of a part stays empty. */
const partsOf = (sizes: readonly number[], each: number): number => {
	let parts = 1;
	let filled = 0;
	for (const size of sizes) {
		if (filled + size > each) {
			parts += 1;
			filled = 0;
		}
		filled += size;
	}
	return parts;
};

export const smsOf = (text: string): SmsParts => {
	const signs = [...text];
	const foreign = signs.find((sign) => !BASIC.has(sign) && !EXTENDED.has(sign)) ?? null;
	const encoding = foreign === null ? 'GSM-7' : 'UCS-2';
	const sizes = signs.map((sign) => (foreign === null ? (EXTENDED.has(sign) ? 2 : 1) : sign.length));
	const characters = sizes.reduce((sum, size) => sum + size, 0);
	const [one, each] = PLACES[encoding];
	const parts = characters === 0 ? 0 : characters <= one ? 1 : partsOf(sizes, each);
	return { parts, encoding, characters, foreign, places: parts > 1 ? parts * each : one };
};
