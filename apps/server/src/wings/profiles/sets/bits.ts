/** Sets of numbers as PostgreSQL's bit strings: bit 0 is the highest bit of the first byte. */

/** Numbers in one chunk. */
export const CHUNK = 65_536;
const BYTES = CHUNK / 8;
/** A bit string on the wire begins with its length. */
const HEAD = 4;

export const chunkOf = (number: number): number => Math.floor(number / CHUNK);

/** One chunk's bits as a parameter of a statement: `${mask}::bit(65536)`. */
const emptyMask = (): Buffer => {
	const mask = Buffer.alloc(HEAD + BYTES);
	mask.writeInt32BE(CHUNK, 0);
	return mask;
};

/** The chunks that these numbers stand in, lowest first, each with its bits. */
export const masksOf = (numbers: Iterable<number>): Map<number, Buffer> => {
	const masks = new Map<number, Buffer>();
	for (const number of numbers) {
		const chunk = chunkOf(number);
		let mask = masks.get(chunk);
		if (!mask) {
			mask = emptyMask();
			masks.set(chunk, mask);
		}
		const at = number - chunk * CHUNK;
		mask[HEAD + (at >> 3)] = (mask[HEAD + (at >> 3)] ?? 0) | (0x80 >> (at & 7));
	}
	return new Map([...masks].sort(([a], [b]) => a - b));
};

/** What a mask is where nobody stands in it. */
export const NOBODY: Buffer = emptyMask();

/** Numbers below `before` that stand in a chunk, greatest first, at most so many. `sent` is what PostgreSQL's `bit_send` answers. */
export const numbersIn = (chunk: number, sent: Buffer, before: number, most: number): number[] => {
	const found: number[] = [];
	const first = chunk * CHUNK;
	for (let byte = BYTES - 1; byte >= 0 && found.length < most; byte -= 1) {
		const bits = sent[HEAD + byte] ?? 0;
		if (bits === 0) continue;
		for (let bit = 7; bit >= 0 && found.length < most; bit -= 1) {
			const number = first + byte * 8 + bit;
			if ((bits & (0x80 >> bit)) !== 0 && number < before) found.push(number);
		}
	}
	return found;
};

export type Masks = ReadonlyMap<number, Buffer>;

export const isIn = (masks: Masks, number: number): boolean => {
	const chunk = chunkOf(number);
	const at = number - chunk * CHUNK;
	return ((masks.get(chunk)?.[HEAD + (at >> 3)] ?? 0) & (0x80 >> (at & 7))) !== 0;
};

/** Whoever stands in any of these. */
export const maskOfAny = (all: readonly Masks[]): Map<number, Buffer> => {
	const masks = new Map<number, Buffer>();
	for (const [chunk, mask] of all.flatMap((one) => [...one])) {
		const own = masks.get(chunk) ?? emptyMask();
		for (let at = HEAD; at < own.length; at += 1) own[at] = (own[at] ?? 0) | (mask[at] ?? 0);
		masks.set(chunk, own);
	}
	return masks;
};

/** Whoever stands in the first and not in the other. */
export const maskButNot = (of: Masks, gone: Masks): Map<number, Buffer> =>
	new Map(
		[...of].map(([chunk, mask]) => {
			const own = Buffer.from(mask);
			const not = gone.get(chunk);
			for (let at = HEAD; not && at < own.length; at += 1) own[at] = (own[at] ?? 0) & ~(not[at] ?? 0);
			return [chunk, own];
		}),
	);

/** Numbers as a query sends them: `string_agg(int4send(number), '')`. */
export const maskOfSent = (sent: Buffer | null): Map<number, Buffer> => {
	function* numbers(bytes: Buffer) {
		for (let at = 0; at < bytes.length; at += 4) yield bytes.readInt32BE(at);
	}
	return masksOf(sent === null ? [] : numbers(sent));
};
