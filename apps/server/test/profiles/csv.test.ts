/** The reader of CSV files: as a library reads what is well-formed, from any record on, in any letters; and what is not costs its own line alone. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Line, type Place, readBatches, type Written } from '../../src/wings/profiles/uploads/csv.ts';
import { slowness } from '../slowness.ts';

const UTF8: Written = { delimiter: 'semicolon', encoding: 'utf-8' };
const START: Place = { bytes: 0, lines: 0 };

async function* inPieces(file: Buffer, from: number, size: number): AsyncGenerator<Buffer> {
	for (let at = from; at < file.length; at += size) yield file.subarray(at, Math.min(at + size, file.length));
}

const all = async (file: Buffer, written: Written, piece = 1 << 20, block?: number): Promise<Line[]> => {
	const lines: Line[] = [];
	for await (const batch of readBatches(inPieces(file, 0, piece), START, written, block)) lines.push(...batch.lines);
	return lines;
};

const tables = fc.array(
	fc.array(fc.constantFrom('a', 'ä', '"x;""y"', '', '"new\nline"', '€uro', '"\r\n"', ' b '), { minLength: 2, maxLength: 4 }),
	{ minLength: 1, maxLength: 12 },
);

test('well-formed files are read as a library reads them', async () => {
	await fc.assert(
		fc.asyncProperty(tables, fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.boolean(), async (rows, newline, bom, last) => {
			const text = `${rows.map((cells) => cells.join(';')).join(newline)}${last ? newline : ''}`;
			const wanted = parse(text, { delimiter: ';', relax_column_count: true, record_delimiter: ['\n', '\r\n'] });
			for (const [encoding, bytes] of [
				['utf-8', Buffer.from(`${bom ? '\ufeff' : ''}${text}`)],
				['utf-16le', Buffer.from(`${bom ? '\ufeff' : ''}${text}`, 'utf16le')],
				['utf-16be', Buffer.from(`${bom ? '\ufeff' : ''}${text}`, 'utf16le').swap16()],
			] as const) {
				const read = await all(bytes, { ...UTF8, encoding }, 7, 64);
				expect(read.map(({ row }) => row)).toEqual(wanted);
			}
		}),
		{ numRuns: 300 },
	);
});

test('lines that old Macs end, with a carriage return alone, are lines', async () => {
	const cells = fc.constantFrom('a', 'ä', '"x;""y"', '', '€uro', ' b ', '"two\rlines"');
	const rows = fc.array(fc.array(cells, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 12 });
	await fc.assert(
		fc.asyncProperty(rows, fc.boolean(), fc.integer({ min: 1, max: 80 }), async (table, last, piece) => {
			const text = `${table.map((row) => row.join(';')).join('\r')}${last ? '\r' : ''}`;
			const wanted = parse(text, { delimiter: ';', relax_column_count: true, record_delimiter: '\r' }).map((row: string[]) =>
				row.map((cell) => cell.replaceAll('\r', '\n')),
			);
			for (const [encoding, bytes] of [
				['utf-8', Buffer.from(text)],
				['utf-16le', Buffer.from(text, 'utf16le')],
				['utf-16be', Buffer.from(text, 'utf16le').swap16()],
			] as const) {
				expect((await all(bytes, { ...UTF8, encoding }, piece, 64)).map(({ row }) => row)).toEqual(wanted);
				expect((await all(bytes, { ...UTF8, encoding }, piece)).map(({ row }) => row)).toEqual(wanted);
			}
		}),
		{ numRuns: 300 },
	);
});

test('batches begin again at any record', async () => {
	await fc.assert(
		fc.asyncProperty(tables, fc.boolean(), fc.integer({ min: 8, max: 80 }), async (rows, bom, block) => {
			const file = Buffer.from(`${bom ? '\ufeff' : ''}h1;h2\r\n${rows.map((cells) => cells.join(';')).join('\r\n')}\r\n`);
			const whole = await all(file, UTF8);
			const pieces: Line[] = [];
			for (let place = START; place.bytes < file.length; ) {
				const [first] = [await readBatches(inPieces(file, place.bytes, 3), place, UTF8, block).next()];
				if (first.done) break;
				pieces.push(...first.value.lines);
				place = first.value.next;
			}
			expect(pieces).toEqual(whole);
		}),
		{ numRuns: 300 },
	);
});

test('a quote that never ends, and what stands behind one that does, cost their own line', async () => {
	const rows = Array.from({ length: 20_000 }, (_, n) => `${n};x`);
	const file = Buffer.from(
		[...rows.slice(0, 9000), '9000;"open', ...rows.slice(9001, 12_000), '12000;"a"b', ...rows.slice(12_001)].join('\n'),
	);
	const read = await all(file, UTF8);
	expect(read).toHaveLength(20_000);
	expect(read.filter(({ row }) => row === null).map(({ line }) => line)).toEqual([9001, 12_001]);
	expect(read.at(-1)).toEqual({ line: 20_000, row: ['19999', 'x'] });
});

test('Latin-1 is what programs on Windows write', async () => {
	expect(await all(Buffer.from([0xe4, 0x80, 0x3b, 0x93]), { ...UTF8, encoding: 'latin-1' })).toEqual([{ line: 1, row: ['ä€', '“'] }]);
});

test('a line without end takes no memory, and the lines behind it are read', async () => {
	async function* endless(): AsyncGenerator<Buffer> {
		yield Buffer.from('a;b\n');
		const piece = Buffer.alloc(1 << 20, 'x');
		for (let n = 0; n < 200; n++) yield piece;
		yield Buffer.from('\nc;d\n');
	}
	const lines: Line[] = [];
	const places: Place[] = [];
	for await (const batch of readBatches(endless(), START, UTF8)) {
		lines.push(...batch.lines);
		places.push(batch.next);
	}
	// Wherever one begins again, it is at the beginning of a line.
	const long = 4 + (200 << 20) + 1;
	expect(places.every(({ bytes }) => bytes <= 4 || bytes >= long)).toBe(true);
	expect(lines).toEqual([
		{ line: 1, row: ['a', 'b'] },
		{ line: 2, row: null },
		{ line: 3, row: ['c', 'd'] },
	]);
});

test('lines that hold no delimiter are read once, not once for each line', async () => {
	const lines = 2_000_000;
	const begun = performance.now();
	const read = await all(Buffer.from(`"${'\n'.repeat(lines)}end`), UTF8, 1 << 20, 1 << 22);
	expect(read.map(({ line, row }) => [line, row])).toEqual([
		[1, null],
		[lines + 1, ['end']],
	]);
	// In a block as large as the file: half a second, and a quarter of a minute where each line is searched to the end of the block.
	expect(performance.now() - begun).toBeLessThan(5000 * slowness());
});
