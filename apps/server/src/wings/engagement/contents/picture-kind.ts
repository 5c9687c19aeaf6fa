/** What a picture is, read from its own bytes: neither its name nor the type it came with is believed. */

export interface PictureKind {
	readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
	readonly extension: 'png' | 'jpg' | 'gif' | 'webp';
	readonly width: number;
	readonly height: number;
}

const KINDS = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' } as const;
/** More would fill the memory of whoever opens the letter. */
const MOST_PIXELS = 50_000_000;

const sizeOf = (bytes: Buffer): readonly [PictureKind['extension'], number, number] | null => {
	if (bytes.length < 24) return null;
	const word = (at: number): string => bytes.toString('latin1', at, at + 4);
	if (bytes.readUInt32BE(0) === 0x89504e47 && bytes.readUInt32BE(4) === 0x0d0a1a0a && word(12) === 'IHDR')
		return ['png', bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
	if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return ['gif', bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
	if (word(0) === 'RIFF' && word(8) === 'WEBP' && bytes.length >= 30) {
		if (word(12) === 'VP8 ') return ['webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
		if (word(12) === 'VP8L') {
			const bits = bytes.readUInt32LE(21);
			return ['webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
		}
		return word(12) === 'VP8X' ? ['webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1] : null;
	}
	if (bytes.readUInt16BE(0) !== 0xffd8) return null;
	// The size stands in the frame's header: SOF0 to SOF15 without the three that are none.
	for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
		const marker = bytes[at + 1] ?? 0;
		if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
			return ['jpg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
	}
	return null;
};

/** Null: it is none that letters may show. */
export const pictureKindOf = (bytes: Buffer): PictureKind | null => {
	const [extension, width = 0, height = 0] = sizeOf(bytes) ?? [];
	if (extension === undefined || width < 1 || height < 1 || width * height > MOST_PIXELS) return null;
	return { type: KINDS[extension], extension, width, height };
};
