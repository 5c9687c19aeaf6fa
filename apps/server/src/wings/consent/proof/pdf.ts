/** The receipt on paper; the file that a checker reads is attached to it. */
import { now } from '#kernel/clock.ts';
import { pdfLibrary } from '#kernel/pdf.ts';
import { captionOf, factsOf } from './facts.ts';
import type { Proven } from './receipts.ts';
import type { Picture } from './store.ts';
import { instantOf, type ReceiptLanguage, receiptWords } from './words.ts';

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

/** What fits beside the rest of a page; the file holds every pixel. A phone's two layers stand side by side. */
const FIT = { desktop: [336, 210], phone: [226, 300] } as const;

/** A picture in a frame, with what it shows and the hash that the record stands on. */
const framed = ({ path, bytes }: Picture, hash: string, language: ReceiptLanguage): object => ({
	unbreakable: true,
	margin: [0, 0, 0, 8],
	stack: [
		{
			layout: {
				hLineColor: LINE,
				vLineColor: LINE,
				hLineWidth: () => 0.5,
				vLineWidth: () => 0.5,
				paddingLeft: () => 0,
				paddingRight: () => 0,
			},
			table: {
				widths: ['auto'],
				body: [[{ image: `data:image/png;base64,${bytes.toString('base64')}`, fit: FIT[path.includes('-phone-') ? 'phone' : 'desktop'] }]],
			},
		},
		{
			text: [captionOf(path, language), breakable(` · SHA-256 ${hash}`)],
			fontSize: 8,
			color: QUIET,
			margin: [0, 2, 0, 0],
		},
	],
});

const rowsOfPictures = (pictures: readonly Picture[], hashes: Readonly<Record<string, string>>, language: ReceiptLanguage): object[] => {
	const shown = (one: Picture): object => framed(one, hashes[one.path] ?? '', language);
	const phones = pictures.filter(({ path }) => path.includes('-phone-'));
	const others = pictures.filter((one) => !phones.includes(one));
	const pairs = Array.from({ length: Math.ceil(phones.length / 2) }, (_, n) => phones.slice(2 * n, 2 * n + 2));
	return [...others.map(shown), ...pairs.map((pair) => ({ columns: pair.map(shown), columnGap: 16 }))];
};

/**
 * @param keysAddress where the public keys are published
 * @param pictures PNG files of what was shown
 */
export const receiptPdf = async (
	proven: Proven,
	language: ReceiptLanguage,
	keysAddress: string,
	pictures: readonly Picture[] = [],
): Promise<Buffer> => {
	const { row, receipt } = proven;
	const w = receiptWords[language];
	const facts = factsOf(proven, language);
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
			...(receipt.shown === null
				? []
				: [
						{ text: w.shown, fontSize: 13, bold: true, margin: [0, 0, 0, 6] },
						...(pictures.length === 0
							? [{ text: w.noPictures, margin: [0, 0, 0, 10] }]
							: rowsOfPictures(pictures, receipt.shown.pictures ?? {}, language)),
					]),
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
	return (await pdfLibrary()).createPdf(document).getBuffer();
};
