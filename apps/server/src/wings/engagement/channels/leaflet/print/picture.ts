/** Pictures as a PDF holds them: JPEG as it is, PNG with its own compression where it can stay, else taken apart. */
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';

export interface Picture {
	/** The same for the same picture; names it within a page. */
	readonly key: string;
	readonly width: number;
	readonly height: number;
	readonly dictionary: string;
	readonly bytes: Buffer;
	/** How much of it is seen through. */
	readonly mask: { readonly dictionary: string; readonly bytes: Buffer } | null;
}

/** It cannot be printed. */
export class BadPicture extends Error {
	override readonly name = 'BadPicture';
}

/** Pixels of one that is taken apart. */
const MOST_PIXELS = 40_000_000;

const keyOf = (bytes: Buffer): string => `P${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}`;
const SPACES: Readonly<Record<number, string>> = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' };

const common = (width: number, height: number, bits: number): string =>
	`/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits}`;

const jpegOf = (bytes: Buffer): Picture => {
	let isAdobe = false;
	for (let at = 2; at + 9 < bytes.length; ) {
		if (bytes[at] !== 0xff) throw new BadPicture('The JPEG is damaged.');
		const marker = bytes[at + 1] ?? 0;
		if (marker === 0xff) {
			at += 1;
			continue;
		}
		if (marker === 0xee && bytes.toString('latin1', at + 4, at + 9) === 'Adobe') isAdobe = true;
		// A frame: its size and its components.
		if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
			const [height, width, components] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7), bytes[at + 9] ?? 0];
			const space = SPACES[components];
			if (space === undefined || width === 0 || height === 0 || bytes[at + 4] !== 8) throw new BadPicture('This JPEG cannot be printed.');
			const inverted = isAdobe && components === 4 ? ' /Decode [1 0 1 0 1 0 1 0]' : '';
			const dictionary = `${common(width, height, 8)} /ColorSpace ${space}${inverted} /Filter /DCTDecode`;
			return { key: keyOf(bytes), width, height, dictionary, bytes, mask: null };
		}
		at += 2 + bytes.readUInt16BE(at + 2);
	}
	throw new BadPicture('The JPEG has no picture in it.');
};

/** Rows of a PNG without their filters (PNG, 9.2). */
const unfiltered = (raw: Buffer, height: number, stride: number, step: number): Buffer => {
	const out = Buffer.alloc(height * stride);
	for (let y = 0; y < height; y++) {
		const filter = raw[y * (stride + 1)] ?? 0;
		const from = y * (stride + 1) + 1;
		const to = y * stride;
		for (let x = 0; x < stride; x++) {
			const a = x >= step ? (out[to + x - step] ?? 0) : 0;
			const b = y > 0 ? (out[to + x - stride] ?? 0) : 0;
			const c = x >= step && y > 0 ? (out[to + x - stride - step] ?? 0) : 0;
			let add = 0;
			if (filter === 1) add = a;
			else if (filter === 2) add = b;
			else if (filter === 3) add = (a + b) >> 1;
			else if (filter === 4) {
				const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
				add = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
			}
			out[to + x] = (raw[from + x] ?? 0) + add;
		}
	}
	return out;
};

const pngOf = (bytes: Buffer): Picture => {
	const data: Buffer[] = [];
	let palette: Buffer | null = null;
	let clear: Buffer | null = null;
	for (let at = 8; at + 8 <= bytes.length; ) {
		const length = bytes.readUInt32BE(at);
		const kind = bytes.toString('latin1', at + 4, at + 8);
		const chunk = bytes.subarray(at + 8, at + 8 + length);
		if (kind === 'IDAT') data.push(chunk);
		if (kind === 'PLTE') palette = chunk;
		if (kind === 'tRNS') clear = chunk;
		at += 12 + length;
	}
	const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
	const [bits, colours, interlace] = [bytes[24] ?? 0, bytes[25] ?? 0, bytes[28] ?? 0];
	if (interlace !== 0) throw new BadPicture('An interlaced PNG cannot be printed: save it without interlacing.');
	if (width * height > MOST_PIXELS) throw new BadPicture('The PNG has too many pixels.');
	const whole = Buffer.concat(data);
	const key = keyOf(bytes);
	const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colours];
	if (samples === undefined) throw new BadPicture('This PNG cannot be printed.');
	const predictor = (colors: number) =>
		`/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors ${colors} /BitsPerComponent ${bits} /Columns ${width} >>`;
	const space =
		colours === 3
			? `[/Indexed /DeviceRGB ${(palette?.length ?? 3) / 3 - 1} <${(palette ?? Buffer.alloc(3)).toString('hex')}>]`
			: samples < 3
				? '/DeviceGray'
				: '/DeviceRGB';
	if (colours < 4) {
		const dictionary = `${common(width, height, bits)} /ColorSpace ${space} ${predictor(samples)}`;
		if (clear === null || colours !== 3 || bits !== 8) return { key, width, height, dictionary, bytes: whole, mask: null };
		const rows = unfiltered(inflateSync(whole), height, width, 1);
		const seen = Buffer.alloc(width * height, 255);
		for (const [n, index] of rows.entries()) seen[n] = clear[index] ?? 255;
		const mask = { dictionary: `${common(width, height, 8)} /ColorSpace /DeviceGray /Filter /FlateDecode`, bytes: deflateSync(seen) };
		return { key, width, height, dictionary, bytes: whole, mask };
	}
	const [size, own] = [bits / 8, samples - 1];
	const pixels = unfiltered(inflateSync(whole), height, width * samples * size, samples * size);
	const colour = Buffer.alloc(width * height * own);
	const seen = Buffer.alloc(width * height);
	for (let n = 0; n < width * height; n++) {
		const from = n * samples * size;
		for (let each = 0; each < own; each++) colour[n * own + each] = pixels[from + each * size] ?? 0;
		seen[n] = pixels[from + own * size] ?? 255;
	}
	return {
		key,
		width,
		height,
		dictionary: `${common(width, height, 8)} /ColorSpace ${space} /Filter /FlateDecode`,
		bytes: deflateSync(colour),
		mask: { dictionary: `${common(width, height, 8)} /ColorSpace /DeviceGray /Filter /FlateDecode`, bytes: deflateSync(seen) },
	};
};

/** @throws BadPicture where a printing house could not take it */
export const pictureOf = (bytes: Buffer): Picture => {
	try {
		if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegOf(bytes);
		if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return pngOf(bytes);
	} catch (error) {
		if (error instanceof BadPicture) throw error;
		throw new BadPicture('The picture is damaged.', { cause: error });
	}
	throw new BadPicture('Printed pictures are JPEG or PNG.');
};
