/**
 * A part of the file: pages as they are drawn, the pictures and letters that they use, and whom they are for. The file is made of parts by
 * copying pages; what all of them use is written once.
 */
import type { FaceName } from './print/fonts.ts';
import type { Picture } from './print/picture.ts';
import { type Boxes, type Glyphs, PdfWriter } from './print/writer.ts';

/** A row of the file of addresses, without its place. */
export type Row = readonly string[];

export interface Part {
	/** Deflated drawings. */
	readonly pages: readonly Buffer[];
	readonly rows: readonly Row[];
	readonly glyphs: Glyphs;
	readonly pictures: readonly Picture[];
}

interface Head {
	readonly pages: readonly number[];
	readonly rows: readonly Row[];
	readonly glyphs: readonly (readonly [FaceName, readonly (readonly [number, string])[]])[];
	readonly pictures: readonly (Omit<Picture, 'bytes' | 'mask'> & {
		readonly size: number;
		readonly mask: { readonly dictionary: string; readonly size: number } | null;
	})[];
}

export const packed = ({ pages, rows, glyphs, pictures }: Part): Buffer => {
	const head: Head = {
		pages: pages.map(({ length }) => length),
		rows,
		glyphs: [...glyphs].map(([face, used]) => [face, [...used]] as const),
		pictures: pictures.map(({ key, width, height, dictionary, bytes, mask }) => ({
			key,
			width,
			height,
			dictionary,
			size: bytes.length,
			mask: mask && { dictionary: mask.dictionary, size: mask.bytes.length },
		})),
	};
	const said = Buffer.from(JSON.stringify(head));
	const length = Buffer.alloc(4);
	length.writeUInt32BE(said.length);
	return Buffer.concat([length, said, ...pages, ...pictures.flatMap(({ bytes, mask }) => (mask ? [bytes, mask.bytes] : [bytes]))]);
};

export const unpacked = (bytes: Buffer): Part => {
	const length = bytes.readUInt32BE(0);
	// Written by `packed` alone.
	const head = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as Head;
	let at = 4 + length;
	const next = (size: number): Buffer => {
		at += size;
		return bytes.subarray(at - size, at);
	};
	return {
		pages: head.pages.map(next),
		rows: head.rows,
		glyphs: new Map(head.glyphs.map(([face, used]) => [face, new Map(used)])),
		pictures: head.pictures.map(({ size, mask, ...picture }) => {
			const own = next(size);
			return { ...picture, bytes: own, mask: mask && { dictionary: mask.dictionary, bytes: next(mask.size) } };
		}),
	};
};

/** The PDF of these parts, as it is written. */
export async function* joined(
	parts: AsyncIterable<Buffer>,
	boxes: Boxes,
	about: { readonly title: string; readonly language: string; readonly at: Date },
): AsyncGenerator<Buffer> {
	const writer = new PdfWriter(boxes);
	yield writer.head();
	for await (const bytes of parts) {
		const { pages, pictures, glyphs } = unpacked(bytes);
		for (const picture of pictures) {
			const written = writer.picture(picture);
			if (written.length > 0) yield written;
		}
		for (const page of pages) yield writer.page(page);
		writer.uses(glyphs);
	}
	yield* writer.end(about.title, about.language, about.at);
}
