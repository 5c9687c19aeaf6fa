/** Excel workbooks: the first sheet is read as a CSV file is, the others are named, and one that lies is refused before it costs anything. */
import type { Target, Upload } from '@luvalla/contract/profiles/uploads.ts';
import { describe, expect, test } from 'vitest';
import { openWorkbook } from '../../src/kernel/files/workbook.ts';
import { startApp } from '../app.ts';
import { uploadStage } from './upload-stage.ts';
import { type Sheet, xlsx, zip } from './xlsx.ts';

const t = await startApp();

const targetsOf = ({ columns }: Upload): Target[] => columns.map(({ target }) => target);

async function* rangeOf(file: Buffer, from: number, to: number): AsyncGenerator<Buffer> {
	for (let at = from; at < to; at += 4096) yield file.subarray(at, Math.min(to, at + 4096));
}
const open = (file: Buffer) => openWorkbook((from, to) => rangeOf(file, from, to), file.length);
const read = async (file: Buffer): Promise<string> => {
	let text = '';
	for await (const piece of (await open(file)).csv()) text += piece.toString();
	return text;
};
/** Why it is refused, and how much of it was written until then. */
const refusal = async (file: Buffer): Promise<{ problem: unknown; written: number }> => {
	let written = 0;
	try {
		for await (const piece of (await open(file)).csv()) written += piece.length;
	} catch (error) {
		return { problem: error instanceof Error && 'problem' in error ? error.problem : error, written };
	}
	return { problem: null, written };
};

const PEOPLE: Sheet = {
	name: 'Asiakkaat',
	rows: [
		['Sähköposti', 'Puhelin', 'Syntymäaika', 'Käynnit', 'Viim. käynti', 'Jäsen', 'Nimi'],
		['anna@example.com', 358401234501, { serial: 29252, style: 1 }, 3, { serial: 45291.586805555555, style: 2 }, true, 'Aalto, "Anna"'],
		[],
		['bo@example.com', '040 123 4502', null, 4.5, null, false, 'Bo\nBerg & <Son>'],
	],
};

describe('a workbook', () => {
	test('is its first sheet: texts, numbers, days, and rows where they were', async () => {
		expect(await read(xlsx([PEOPLE]))).toBe(
			[
				'Sähköposti,Puhelin,Syntymäaika,Käynnit,Viim. käynti,Jäsen,Nimi',
				'anna@example.com,358401234501,1980-02-01,3,2023-12-31 14:05:00,true,"Aalto, ""Anna"""',
				'',
				'bo@example.com,040 123 4502,,4.5,,false,Bo Berg & <Son>',
				'',
			].join('\n'),
		);
		// Days since 1904, a percentage that is no day, and a number that is kept with an exponent.
		const others: Sheet = {
			name: 'S',
			rows: [
				[
					{ serial: 27790, style: 1 },
					{ serial: 0.25, style: 3 },
				],
			],
		};
		expect(await read(xlsx([others], { since1904: true }))).toBe('1980-02-01,0.25\n');
		const far: Sheet = {
			name: 'S',
			rows: [],
			xml: '<x:worksheet xmlns:x="u"><x:sheetData><x:row><x:c><x:v>3.58401234501E11</x:v></x:c></x:row></x:sheetData></x:worksheet>',
		};
		expect(await read(xlsx([far]))).toBe('358401234501\n');
		expect((await open(xlsx([{ ...PEOPLE, name: 'Piilossa', hidden: true }, PEOPLE, { name: 'Vanhat', rows: [] }]))).sheets).toEqual([
			'Asiakkaat',
			'Vanhat',
		]);
	});

	test('is uploaded, checked, written and taken back as a CSV file is', async () => {
		const s = await uploadStage(t);
		const file = xlsx([PEOPLE, { name: 'Vanhat', rows: [['email'], ['old@example.com']] }]);
		const sent = await s.send(file, s.owner, s.tenant, 'asiakkaat.xlsx');
		expect(sent.status, JSON.stringify(sent.json())).toBe(200);
		const upload: Upload = sent.json().data;
		expect(upload).toMatchObject({ name: 'asiakkaat.xlsx', sheets: ['Asiakkaat', 'Vanhat'], reading: { headerRow: 1 } });
		expect(targetsOf(upload)).toEqual([
			{ to: 'email' },
			{ to: 'phone', country: 'FI' },
			{ to: 'attribute', key: 'syntymäaika', kind: 'date' },
			{ to: 'attribute', key: 'käynnit', kind: 'number' },
			{ to: 'attribute', key: 'viimKäynti', kind: 'date' },
			{ to: 'attribute', key: 'jäsen', kind: 'yesno' },
			{ to: 'name' },
		]);
		const dry = await s.check(upload);
		expect(dry.counts).toMatchObject({ rows: 2, rejected: 0 });
		const done = await s.write(dry);
		expect(done.counts).toMatchObject({ created: 2 });
		expect((await s.known({ email: 'anna@example.com' })).attributes).toMatchObject({
			syntymäaika: '1980-02-01',
			viimKäynti: '2023-12-31',
			käynnit: 3,
		});
		expect((await s.known({ email: 'old@example.com' })).luvallaId).toBeNull();
		await s.undo(done);
		expect((await s.known({ email: 'anna@example.com' })).luvallaId).toBeNull();
		// The workbook itself is kept no longer than it was read, and what is wrong on a row says which.
		const left = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query<{ n: number }>('select count(*)::int as n from file where customer_id = $1', [s.tenant.customerId]),
		);
		expect(left[0]?.n).toBe(0);
		const wrong = await s.store(xlsx([{ name: 'S', rows: [['email'], [], [], ['nobody']] }]));
		expect((await s.findings(await s.check(wrong))).map(({ line, code }) => [line, code])).toEqual([[4, 'not_an_email']]);
	});

	test('that cannot be read is refused with a sentence of its own, and nothing of it is kept', async () => {
		const s = await uploadStage(t);
		const cases: [Buffer, string][] = [
			[zip([{ name: 'people.csv', bytes: Buffer.from('email\na@example.com') }]), 'no_workbook'],
			[xlsx([PEOPLE]).subarray(0, 900), 'workbook_broken'],
			[Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'old_workbook'],
			[xlsx([{ name: 'S', rows: [Array.from({ length: 501 }, (_, n) => `column ${n}`)] }]), 'too_many_columns'],
		];
		for (const [file, code] of cases) {
			const sent = await s.send(file);
			expect([code, sent.status, sent.json().code]).toEqual([code, 422, code]);
		}
		const whole = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query<{ n: number }>('select count(*)::int as n from file where customer_id = $1 and size is not null', [s.tenant.customerId]),
		);
		expect(whole[0]?.n).toBe(0);
	});
});

describe('a hostile workbook', () => {
	const sheet = (xml: string): Sheet => ({ name: 'S', rows: [], xml });
	const worksheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

	test('that unpacks to a thousand times its size is refused before it is unpacked', async () => {
		const bomb = worksheet(`<row r="1"><c r="A1"><v>${'0'.repeat(64 * 1024 * 1024)}</v></c></row>`);
		expect(await refusal(xlsx([sheet(bomb)]))).toEqual({ problem: 'workbook_too_large', written: 0 });
	});

	test('that says it is smaller than it is, is refused when it grows beyond that', async () => {
		const rows = Array.from({ length: 50_000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c></row>`).join('');
		const file = xlsx([sheet(worksheet(''))]);
		// The same name a second time, with a size that is a lie: the later one counts.
		const lie = xlsx([sheet(worksheet(''))], {
			more: [{ name: 'xl/worksheets/sheet1.xml', bytes: Buffer.from(worksheet(rows)), declared: 1000 }],
		});
		expect((await refusal(file)).problem).toBeNull();
		expect((await refusal(lie)).problem).toBe('workbook_broken');
	});

	test('that names one long text again and again is refused when it has written enough', async () => {
		const text = 'x'.repeat(32_767);
		const row = (n: number): string => `<row r="${n}">${Array.from({ length: 200 }, () => '<c t="s"><v>0</v></c>').join('')}</row>`;
		const rows = Array.from({ length: 400 }, (_, n) => row(n + 1)).join('');
		const { problem, written } = await refusal(xlsx([sheet(worksheet(rows))], { shared: [text] }));
		expect(problem).toBe('workbook_too_large');
		expect(written).toBeLessThanOrEqual(512 * 1024 * 1024);
	});

	test.each([
		[
			'entities that expand',
			`<!DOCTYPE w [<!ENTITY a "${'a'.repeat(100)}">]>${worksheet('<row><c t="str"><v>&a;</v></c></row>')}`,
			'workbook_broken',
		],
		['a comment without end', `<worksheet><!-- ${'<c/>'.repeat(300_000)}`, 'workbook_broken'],
		[
			'text without a tag',
			worksheet(`<row><c t="str"><v>${Array.from({ length: 200_000 }, (_, n) => `text ${n}`).join(' ')}</v></c></row>`),
			'workbook_too_large',
		],
		['a column beyond all', worksheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'too_many_columns'],
		['a column that is none', worksheet('<row r="1"><c r="11"><v>1</v></c></row>'), 'workbook_broken'],
		['rows that go back', worksheet('<row r="2"><c r="A2"><v>1</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>'), 'workbook_broken'],
		['a row beyond all', worksheet('<row r="99999999"><c r="A99999999"><v>1</v></c></row>'), 'workbook_broken'],
		['XML that is none', '<worksheet><sheetData><row', 'workbook_broken'],
		['letters that are none', worksheet('<row r="1"><c r="A1" t="str"><v>\udc80</v></c></row>'), null],
	])('with %s is refused', async (_, xml, problem) => {
		expect((await refusal(xlsx([sheet(xml)]))).problem).toBe(problem);
	});

	test('whose one text never ends is refused while it is read, and not when all of it is held', async () => {
		// As hard to pack as what people write, so that nothing but the text itself tells.
		const word = (n: number): string =>
			Buffer.from(Array.from({ length: 900 }, (_, at) => 97 + ((at * at * 7 + n * 13 + at * n) % 26))).toString();
		const pieces = Array.from({ length: 400 }, (_, n) => `<r><t>${word(n).repeat(200)}</t></r>`);
		const texts = `<sst><si>${pieces.join('')}`;
		expect(texts.length).toBeGreaterThan(64 * 1024 * 1024);
		// Whoever reads to its end would find that it is broken there.
		const file = xlsx([PEOPLE], { more: [{ name: 'xl/sharedStrings.xml', bytes: Buffer.from(`${texts}<<`) }] });
		expect(await refusal(file)).toEqual({ problem: 'workbook_too_large', written: 0 });
	});

	test('of thousands of parts is listed without a question to the database for each', async () => {
		const sheets = Array.from({ length: 5000 }, (_, n): Sheet => ({ name: `S${n}`, rows: n === 0 ? PEOPLE.rows : [] }));
		const file = xlsx(sheets);
		let asked = 0;
		const book = await openWorkbook((from, to) => {
			asked++;
			return rangeOf(file, from, to);
		}, file.length);
		expect(book.sheets).toHaveLength(5000);
		expect(asked).toBeLessThan(100);
	});

	test('of any damage ends in a refusal or a table, never in anything else', async () => {
		const whole = xlsx([PEOPLE]);
		for (let at = 0; at < whole.length; at += 7) {
			const file = Buffer.from(whole);
			file[at] = (file[at] ?? 0) ^ 0xff;
			expect([at, ['workbook_broken', 'no_workbook', 'workbook_too_large', 'too_many_columns', null]].flat()).toContain(
				(await refusal(file)).problem,
			);
		}
	});
});
