/** The receipt on paper; the file that a checker reads is attached to it. */
import pdfmake from 'pdfmake';
import fonts from 'pdfmake/fonts/Roboto.js';
import { now } from '#kernel/clock.ts';
import { factsOf } from './facts.ts';
import type { Proven } from './receipts.ts';
import type { Picture } from './store.ts';
import { instantOf, type ReceiptLanguage, receiptWords } from './words.ts';

pdfmake.setFonts(fonts);
// Its own fonts and nothing else: what people wrote stands in these documents.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts.Roboto ?? {}).includes(path));

const INK = '#16201e';
const QUIET = '#4c5957';
const LINE = '#e3e8e7';

/** A table without frames: label and text. Long hashes break where they must. */
const table = (rows: readonly (readonly [string, string])[]): object => ({
	layout: 'noBorders',
	table: {
		widths: [130, '*'],
		body: rows.map(([label, text]) => [{ text: label, color: QUIET }, { text: breakable(text) }]),
	},
	margin: [0, 0, 0, 12],
});

/** Zero-width spaces let hashes and notes wrap within the page. */
const breakable = (text: string): string => text.replace(/\S{32}(?=\S)/g, '$&\u200b');

const note = (label: string, text: string): object[] => [
	{ text: label, bold: true, margin: [0, 8, 0, 2] },
	{ text: breakable(text.trimEnd()), fontSize: 8, color: QUIET },
];

/** As large as it fits beside the rest; a phone's is high, a desktop's wide. */
const PICTURE_FIT = [483, 300];

/**
 * @param keysAddress where the public keys are published
 * @param pictures PNG files of what was shown
 */
export const receiptPdf = (
	proven: Proven,
	language: ReceiptLanguage,
	keysAddress: string,
	pictures: readonly Picture[] = [],
): Promise<Buffer> => {
	const { row, receipt } = proven;
	const w = receiptWords[language];
	const facts = factsOf(proven, language);
	const hashes = Object.entries(receipt.shown?.pictures ?? {});
	const json = Buffer.from(`${JSON.stringify(receipt, null, '\t')}\n`, 'utf8');
	const document = {
		info: { title: `${w.title}: ${facts.title}`, author: row.customer, creator: 'Luvalla', producer: 'Luvalla' },
		lang: language,
		pageSize: 'A4',
		pageMargins: [56, 44, 56, 52],
		defaultStyle: { font: 'Roboto', fontSize: 9.5, color: INK, lineHeight: 1.15 },
		content: [
			{ text: w.title, color: QUIET },
			{ text: facts.title, fontSize: 18, bold: true, margin: [0, 2, 0, 14] },
			table(facts.rows),
			...(hashes.length > 0 ? [{ text: w.pictures, bold: true }, table(hashes)] : []),
			...pictures.map(({ bytes }) => ({
				image: `data:image/png;base64,${bytes.toString('base64')}`,
				fit: PICTURE_FIT,
				margin: [0, 0, 0, 10],
			})),
			{ canvas: [{ type: 'line', x1: 0, y1: 0, x2: 483, y2: 0, lineWidth: 0.5, lineColor: LINE }], margin: [0, 4, 0, 10] },
			{ text: w.proof, fontSize: 13, bold: true, margin: [0, 0, 0, 4] },
			{ text: w.proofText, margin: [0, 0, 0, 8] },
			table(facts.proof),
			...note(w.head, receipt.head),
			...note(w.above, receipt.installation.head),
			{
				// Together, should what was asked take more than a page.
				unbreakable: true,
				stack: [
					{ text: w.check, bold: true, margin: [0, 10, 0, 2] },
					{ text: w.checkText },
					{ text: [`${w.keys}: `, { text: breakable(keysAddress), color: QUIET }] },
					{ text: w.aligned, color: QUIET, fontSize: 8, margin: [0, 8, 0, 0] },
				],
			},
		],
		footer: (page: number, pages: number) => ({
			margin: [56, 16, 56, 0],
			columns: [
				{ text: `${w.made} ${instantOf(now(), language)}`, fontSize: 8, color: QUIET },
				{ text: `${page} / ${pages}`, alignment: 'right', fontSize: 8, color: QUIET },
			],
		}),
		files: {
			receipt: {
				src: `data:application/json;base64,${json.toString('base64')}`,
				name: 'receipt.json',
				type: 'application/json',
				description: w.title,
			},
		},
	};
	return pdfmake.createPdf(document).getBuffer();
};
