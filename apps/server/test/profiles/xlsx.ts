/** Excel workbooks as tests need them: real ones, and ones that lie. A zip written by hand, so that any part of it can be wrong. */
import { crc32, deflateRawSync } from 'node:zlib';

interface Part {
	readonly name: string;
	readonly bytes: Buffer;
	/** What the zip says that it unpacks to, where that is a lie. */
	readonly declared?: number;
}

export const zip = (parts: readonly Part[]): Buffer => {
	const locals: Buffer[] = [];
	const central: Buffer[] = [];
	let offset = 0;
	for (const { name, bytes, declared = bytes.length } of parts) {
		const packed = deflateRawSync(bytes);
		const head = Buffer.alloc(26);
		// Version, flags, method, time and date, CRC, sizes, length of the name.
		head.writeUInt16LE(20, 0);
		head.writeUInt16LE(8, 4);
		head.writeUInt32LE(crc32(bytes), 10);
		head.writeUInt32LE(packed.length, 14);
		head.writeUInt32LE(declared, 18);
		head.writeUInt16LE(Buffer.byteLength(name), 22);
		const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
		const tail = Buffer.alloc(14);
		tail.writeUInt32LE(offset, 10);
		central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, tail, Buffer.from(name)]));
		locals.push(local);
		offset += local.length;
	}
	const list = Buffer.concat(central);
	const end = Buffer.alloc(22);
	end.write('PK\x05\x06', 'latin1');
	end.writeUInt16LE(parts.length, 8);
	end.writeUInt16LE(parts.length, 10);
	end.writeUInt32LE(list.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...locals, list, end]);
};

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A day, which a sheet keeps as a number with a style. */
export interface Day {
	readonly serial: number;
	/** As `styles` below: 1 is a built-in day, 2 one of the workbook's own with a time, 3 a percentage. */
	readonly style: number;
}
type Cell = string | number | boolean | Day | null;

export interface Sheet {
	readonly name: string;
	readonly rows: readonly (readonly Cell[])[];
	readonly hidden?: boolean;
	/** In place of what the rows come to. */
	readonly xml?: string;
}

const letterOf = (column: number): string =>
	column < 26 ? String.fromCharCode(65 + column) : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26);

/** @param shared texts that cells name, beside those of the rows */
export const xlsx = (
	sheets: readonly Sheet[],
	{ shared = [], since1904 = false, more = [] }: { shared?: readonly string[]; since1904?: boolean; more?: readonly Part[] } = {},
): Buffer => {
	const texts = [...shared];
	const cellOf = (cell: Cell, row: number, column: number): string => {
		const at = `r="${letterOf(column)}${row}"`;
		if (cell === null) return '';
		if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
		if (typeof cell === 'boolean') return `<c ${at} t="b"><v>${cell ? 1 : 0}</v></c>`;
		if (typeof cell !== 'string') return `<c ${at} s="${cell.style}"><v>${cell.serial}</v></c>`;
		// One way for even rows and another for odd ones: both are written by programs.
		if (row % 2 === 0) return `<c ${at} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
		return `<c ${at} t="s"><v>${texts.push(cell) - 1}</v></c>`;
	};
	const sheetXml = ({ rows, xml }: Sheet): string =>
		xml ??
		`<worksheet xmlns="${NS}"><sheetData>${rows
			.map((cells, n) =>
				cells.length === 0 ? '' : `<row r="${n + 1}">${cells.map((cell, column) => cellOf(cell, n + 1, column)).join('')}</row>`,
			)
			.join('')}</sheetData></worksheet>`;
	const pages = sheets.map(sheetXml);
	const part = (name: string, xml: string): Part => ({ name, bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`) });
	return zip([
		part(
			'_rels/.rels',
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		),
		part(
			'xl/workbook.xml',
			`<workbook xmlns="${NS}" xmlns:r="${REL}"><workbookPr date1904="${since1904 ? 1 : 0}"/><sheets>${sheets
				.map(
					({ name, hidden }, n) =>
						`<sheet name="${escaped(name)}" sheetId="${n + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${n + 1}"/>`,
				)
				.join('')}</sheets></workbook>`,
		),
		part(
			'xl/_rels/workbook.xml.rels',
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
				.map((_, n) => `<Relationship Id="rId${n + 1}" Type="${REL}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`)
				.join(
					'',
				)}<Relationship Id="rS" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rT" Type="${REL}/styles" Target="/xl/styles.xml"/></Relationships>`,
		),
		...pages.map((xml, n) => part(`xl/worksheets/sheet${n + 1}.xml`, xml)),
		part(
			'xl/sharedStrings.xml',
			`<sst xmlns="${NS}">${texts.map((text) => `<si><r><t>${escaped(text)}</t></r><rPh><t>spoken</t></rPh></si>`).join('')}</sst>`,
		),
		part(
			'xl/styles.xml',
			`<styleSheet xmlns="${NS}"><numFmts><numFmt numFmtId="164" formatCode="d\\.m\\.yyyy&quot; klo &quot;h:mm"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs></styleSheet>`,
		),
		...more,
	]);
};
