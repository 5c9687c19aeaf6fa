/**
 * Writes a PDF (ISO 32000-1) from its first byte to its last without holding it: pages as they come, then the letters that they turned out
 * to use, and where everything is. What stays in memory of a page is two numbers.
 */
import { deflateSync } from 'node:zlib';
import type { Glyph, Subset } from 'fontkit';
import { FACES, type FaceName, fontOf } from './fonts.ts';
import type { Picture } from './picture.ts';

/** A box of a page in points, from the lower left: left, bottom, right, top. */
export type Box = readonly [number, number, number, number];
export interface Boxes {
	readonly media: Box;
	readonly bleed: Box;
	readonly trim: Box;
}

/** What each glyph stands for, by face and number. */
export type Glyphs = ReadonlyMap<FaceName, Map<number, string>>;
export const noGlyphs = (): Glyphs => new Map(FACES.map((face) => [face, new Map<number, string>()]));

/** Where a glyph is in what is left of its font: the library answers that, whatever its types say. */
const placeIn = (subset: Subset, glyph: Glyph): number => Number(subset.includeGlyph(glyph));

const [CATALOG, PAGES, RESOURCES, INFO] = [1, 2, 3, 4];
/** Pages of one branch of the tree. */
const BRANCH = 64;

const numbers = (box: Box): string => `[${box.map((one) => Number(one.toFixed(2))).join(' ')}]`;
const utf16 = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const hex4 = (n: number): string => n.toString(16).padStart(4, '0');

/** Name of a font within a page. */
export const nameOfFace = (face: FaceName): string => `F${FACES.indexOf(face)}`;

export class PdfWriter {
	readonly #boxes: Boxes;
	readonly #offsets: number[] = [0, 0, 0, 0, 0];
	readonly #branches: { readonly id: number; readonly kids: number[] }[] = [];
	readonly #pictures = new Map<string, number>();
	readonly #glyphs = noGlyphs();
	#at = 0;
	#pages = 0;

	constructor(boxes: Boxes) {
		this.#boxes = boxes;
	}

	#id(): number {
		return this.#offsets.push(0) - 1;
	}

	/** @param body parts of an object between its number and its end */
	#object(id: number, ...body: readonly (string | Uint8Array)[]): Buffer {
		const bytes = Buffer.concat([Buffer.from(`${id} 0 obj\n`), ...body.map((part) => Buffer.from(part)), Buffer.from('\nendobj\n')]);
		this.#offsets[id] = this.#at;
		this.#at += bytes.length;
		return bytes;
	}

	#stream(id: number, dictionary: string, bytes: Uint8Array): Buffer {
		return this.#object(id, `<< ${dictionary} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream');
	}

	head(): Buffer {
		const bytes = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1');
		this.#at = bytes.length;
		return bytes;
	}

	/** Once each, whoever shows it. */
	picture(picture: Picture): Buffer {
		if (this.#pictures.has(picture.key)) return Buffer.alloc(0);
		const mask = picture.mask === null ? null : this.#id();
		const id = this.#id();
		this.#pictures.set(picture.key, id);
		const parts: Buffer[] = [];
		if (picture.mask !== null && mask !== null) parts.push(this.#stream(mask, picture.mask.dictionary, picture.mask.bytes));
		parts.push(this.#stream(id, `${picture.dictionary}${mask === null ? '' : ` /SMask ${mask} 0 R`}`, picture.bytes));
		return Buffer.concat(parts);
	}

	/** @param content deflated drawing */
	page(content: Uint8Array): Buffer {
		let branch = this.#branches.at(-1);
		if (!branch || branch.kids.length >= BRANCH) {
			branch = { id: this.#id(), kids: [] };
			this.#branches.push(branch);
		}
		const [drawing, id] = [this.#id(), this.#id()];
		branch.kids.push(id);
		this.#pages += 1;
		const { media, bleed, trim } = this.#boxes;
		return Buffer.concat([
			this.#stream(drawing, '/Filter /FlateDecode', content),
			this.#object(
				id,
				`<< /Type /Page /Parent ${branch.id} 0 R /Resources ${RESOURCES} 0 R /Contents ${drawing} 0 R /MediaBox ${numbers(media)} /BleedBox ${numbers(bleed)} /TrimBox ${numbers(trim)} >>`,
			),
		]);
	}

	/** Pages that are written used these. */
	uses(glyphs: Glyphs): void {
		for (const [face, its] of glyphs) for (const [id, text] of its) this.#glyphs.get(face)?.set(id, text);
	}

	/** The letters of one face that pages used, and nothing else of it. */
	#font(face: FaceName, used: ReadonlyMap<number, string>, id: number): Buffer[] {
		const font = fontOf(face);
		const scale = 1000 / font.unitsPerEm;
		const subset = font.createSubset();
		const ids = [...used.keys()].sort((a, b) => a - b);
		const last = ids.at(-1) ?? 0;
		// Pages name glyphs as the whole font does; this says where they are in what is left of it.
		const places = Buffer.alloc(2 * (last + 1));
		for (const glyph of ids) places.writeUInt16BE(glyph === 0 ? 0 : placeIn(subset, font.getGlyph(glyph)), 2 * glyph);
		const file = Buffer.from(subset.encode());
		const widths = ids.map((glyph) => `${glyph} [${Math.round(font.getGlyph(glyph).advanceWidth * scale)}]`).join(' ');
		// A tag of six letters says that it is a part of the font.
		const name = `${'LUVALA'}+${(font.postscriptName ?? face).replace(/[^A-Za-z0-9-]/g, '')}`;
		const [descendant, descriptor, program, map, words] = [this.#id(), this.#id(), this.#id(), this.#id(), this.#id()];
		const { minX, minY, maxX, maxY } = font.bbox;
		const box = [minX, minY, maxX, maxY].map((one) => Math.round(one * scale)).join(' ');
		const lines = ids
			.filter((glyph) => used.get(glyph))
			.map(
				(glyph) =>
					`<${hex4(glyph)}> <${Buffer.from(used.get(glyph) ?? '', 'utf16le')
						.swap16()
						.toString('hex')}>`,
			);
		let meaning =
			'/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Letters def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n';
		for (let at = 0; at < lines.length; at += 100) {
			const some = lines.slice(at, at + 100);
			meaning += `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar\n`;
		}
		meaning += 'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend';
		return [
			this.#object(
				id,
				`<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${words} 0 R >>`,
			),
			this.#object(
				descendant,
				`<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW 0 /W [${widths}] /CIDToGIDMap ${map} 0 R >>`,
			),
			this.#object(
				descriptor,
				`<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${box}] /ItalicAngle ${font.italicAngle} /Ascent ${Math.round(font.ascent * scale)} /Descent ${Math.round(font.descent * scale)} /CapHeight ${Math.round(font.capHeight * scale)} /StemV 80 /FontFile2 ${program} 0 R >>`,
			),
			this.#stream(program, `/Filter /FlateDecode /Length1 ${file.length}`, deflateSync(file)),
			this.#stream(map, '/Filter /FlateDecode', deflateSync(places)),
			this.#stream(words, '/Filter /FlateDecode', deflateSync(Buffer.from(meaning))),
		];
	}

	/** What a document ends with. @param language of its first reader */
	*end(title: string, language: string, at: Date): Generator<Buffer> {
		const fonts: string[] = [];
		for (const [face, used] of this.#glyphs) {
			if (used.size === 0) continue;
			const id = this.#id();
			fonts.push(`/${nameOfFace(face)} ${id} 0 R`);
			yield Buffer.concat(this.#font(face, used, id));
		}
		const pictures = [...this.#pictures].map(([key, id]) => `/${key} ${id} 0 R`);
		yield this.#object(RESOURCES, `<< /Font << ${fonts.join(' ')} >> /XObject << ${pictures.join(' ')} >> >>`);
		for (const { id, kids } of this.#branches)
			yield this.#object(
				id,
				`<< /Type /Pages /Parent ${PAGES} 0 R /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
			);
		yield this.#object(PAGES, `<< /Type /Pages /Count ${this.#pages} /Kids [${this.#branches.map(({ id }) => `${id} 0 R`).join(' ')}] >>`);
		yield this.#object(CATALOG, `<< /Type /Catalog /Pages ${PAGES} 0 R /Lang (${language.replace(/[^a-zA-Z-]/g, '')}) >>`);
		const moment = at.toISOString().replace(/[-:T]/g, '').slice(0, 14);
		yield this.#object(INFO, `<< /Title ${utf16(title)} /Producer (Luvalla) /CreationDate (D:${moment}Z) /Trapped /False >>`);
		const start = this.#at;
		yield Buffer.from(`xref\n0 ${this.#offsets.length}\n0000000000 65535 f \n`);
		for (let first = 1; first < this.#offsets.length; first += 5_000)
			yield Buffer.from(
				this.#offsets
					.slice(first, first + 5_000)
					.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
					.join(''),
			);
		yield Buffer.from(`trailer\n<< /Size ${this.#offsets.length} /Root ${CATALOG} 0 R /Info ${INFO} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
	}
}
