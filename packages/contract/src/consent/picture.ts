/** What a small picture is, read from its own bytes: neither its name nor its declared type is believed. */

export interface Picture {
	type: 'image/png' | 'image/jpeg' | 'image/webp';
	/** Of its file's name. */
	extension: 'png' | 'jpg' | 'webp';
	width: number;
	height: number;
	/** It has more than one frame. */
	moves: boolean;
	bytes: Uint8Array;
}

type Read = Omit<Picture, 'bytes'> | null;

const word = (bytes: Uint8Array, at: number, length = 4): string => String.fromCharCode(...bytes.subarray(at, at + length));

/** W3C PNG, third edition: the header is the first chunk; `acTL` before the first `IDAT` makes it move. */
const png = (bytes: Uint8Array, view: DataView): Read => {
	if (bytes.length < 33 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || word(bytes, 12) !== 'IHDR') return null;
	let moves = false;
	for (let at = 8; at + 12 <= bytes.length && word(bytes, at + 4) !== 'IDAT'; at += 12 + view.getUint32(at))
		if (word(bytes, at + 4) === 'acTL') moves = true;
	return { type: 'image/png', extension: 'png', width: view.getUint32(16), height: view.getUint32(20), moves };
};

/** ITU-T T.81, annex B: the size stands in the frame header, SOF0 to SOF15 without the three that are none. */
const jpeg = (bytes: Uint8Array, view: DataView): Read => {
	if (bytes.length < 12 || view.getUint16(0) !== 0xffd8) return null;
	for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
		const marker = bytes[at + 1] ?? 0;
		if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
			return { type: 'image/jpeg', extension: 'jpg', width: view.getUint16(at + 7), height: view.getUint16(at + 5), moves: false };
	}
	return null;
};

/** RFC 9649: the size stands in the first chunk, in one of three ways. */
const webp = (bytes: Uint8Array, view: DataView): Read => {
	if (bytes.length < 30 || word(bytes, 0) !== 'RIFF' || word(bytes, 8) !== 'WEBP') return null;
	const of = (width: number, height: number, moves = false): Read => ({ type: 'image/webp', extension: 'webp', width, height, moves });
	const three = (at: number) => view.getUint16(at, true) + ((bytes[at + 2] ?? 0) << 16);
	switch (word(bytes, 12)) {
		case 'VP8 ':
			return of(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
		case 'VP8L':
			return of((view.getUint32(21, true) & 0x3fff) + 1, ((view.getUint32(21, true) >> 14) & 0x3fff) + 1);
		case 'VP8X':
			return of(three(24) + 1, three(27) + 1, ((bytes[20] ?? 0) & 2) > 0);
		default:
			return null;
	}
};

/** The picture that a `data:` address holds; null: it is none of the three kinds, or is not what it says it is. */
export const pictureOf = (address: string): Picture | null => {
	const [, type, text] = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? [];
	if (text === undefined || text.length % 4 !== 0) return null;
	const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
	const view = new DataView(bytes.buffer);
	const read = png(bytes, view) ?? jpeg(bytes, view) ?? webp(bytes, view);
	return read && read.type === type && read.width > 0 && read.height > 0 ? { ...read, bytes } : null;
};
