/** Bit strings in base64url, as the framework packs them. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A number as so many bits, highest first. */
export const int = (value: number, bits: number): string => value.toString(2).padStart(bits, '0');

/** Two capital letters as 6 bits each, A being 0. */
export const letters = (text: string): string => [...text].map((c) => int(c.charCodeAt(0) - 65, 6)).join('');

/** One bit for each id from 1 to `length`. */
export const flags = (ids: number[], length: number): string => {
	const bits = new Array<string>(length).fill('0');
	for (const id of ids) if (id >= 1 && id <= length) bits[id - 1] = '1';
	return bits.join('');
};

/** Filled up with zeros to whole multiples of `unit` bits. */
export const pack = (bits: string, unit = 24): string => {
	const full = bits.padEnd(Math.ceil(bits.length / unit) * unit, '0');
	return (full.match(/.{1,6}/g) ?? []).map((six) => LETTERS[Number.parseInt(six.padEnd(6, '0'), 2)]).join('');
};

/** @throws when it holds anything but base64url letters. */
export const unpack = (text: string): string =>
	[...text]
		.map((letter) => {
			const at = LETTERS.indexOf(letter);
			if (at < 0) throw new Error('not base64url');
			return int(at, 6);
		})
		.join('');

/** Ascending ids as ranges of neighbours. */
export const ranges = (ids: number[]): [number, number][] => {
	const out: [number, number][] = [];
	for (const id of ids) {
		const last = out.at(-1);
		if (last && last[1] === id - 1) last[1] = id;
		else out.push([id, id]);
	}
	return out;
};
