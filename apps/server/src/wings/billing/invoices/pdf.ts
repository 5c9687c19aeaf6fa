/** An invoice, or a credit note, on paper. */
import type { VatKind } from '@luvalla/contract/billing/credits.ts';
import type { Language } from '#kernel/http/errors.ts';
import { pdfLibrary } from '#kernel/pdf.ts';
import { numberOf, type Party, type WholeInvoice } from './store.ts';

const INK = '#16201e';
const QUIET = '#4c5957';
const LINE = '#e3e8e7';

interface Words {
	readonly invoice: string;
	readonly credit_note: string;
	readonly of: string;
	readonly date: string;
	readonly seller: string;
	readonly buyer: string;
	readonly vatId: string;
	readonly businessId: string;
	readonly what: string;
	readonly credits: string;
	readonly price: string;
	readonly amount: string;
	readonly net: string;
	readonly vat: (percent: string) => string;
	readonly total: string;
	readonly paid: Readonly<Record<'card' | 'invoice', string>>;
	readonly refunded: Readonly<Record<'card' | 'invoice', string>>;
	readonly note: Readonly<Record<VatKind, string>>;
}

const WORDS: Readonly<Record<Language, Words>> = {
	en: {
		invoice: 'Invoice',
		credit_note: 'Credit note',
		of: 'For invoice',
		date: 'Date',
		seller: 'Seller',
		buyer: 'Buyer',
		vatId: 'VAT id',
		businessId: 'Business ID',
		what: 'What',
		credits: 'Credits',
		price: 'Price of one',
		amount: 'Amount',
		net: 'Without VAT',
		vat: (percent) => `VAT ${percent} %`,
		total: 'Total',
		paid: { card: 'Paid by card.', invoice: 'Paid by bank transfer.' },
		refunded: { card: 'Refunded to the card that paid.', invoice: 'Refunded by bank transfer.' },
		note: {
			charged: '',
			reverse: 'Reverse charge: the buyer owes the VAT (Article 196 of Directive 2006/112/EC).',
			outside: 'Outside the scope of EU VAT (Article 44 of Directive 2006/112/EC).',
			none: 'The seller is not registered for VAT.',
		},
	},
	fi: {
		invoice: 'Lasku',
		credit_note: 'Hyvityslasku',
		of: 'Laskuun',
		date: 'Päiväys',
		seller: 'Myyjä',
		buyer: 'Ostaja',
		vatId: 'ALV-tunnus',
		businessId: 'Y-tunnus',
		what: 'Kuvaus',
		credits: 'Krediittejä',
		price: 'À-hinta',
		amount: 'Summa',
		net: 'Veroton',
		vat: (percent) => `ALV ${percent} %`,
		total: 'Yhteensä',
		paid: { card: 'Maksettu kortilla.', invoice: 'Maksettu tilisiirrolla.' },
		refunded: { card: 'Palautettu kortille, jolla maksettiin.', invoice: 'Palautettu tilisiirrolla.' },
		note: {
			charged: '',
			reverse: 'Käännetty verovelvollisuus: ostaja on verovelvollinen (direktiivi 2006/112/EY, 196 artikla).',
			outside: 'EU:n arvonlisäveron soveltamisalan ulkopuolella (direktiivi 2006/112/EY, 44 artikla).',
			none: 'Myyjä ei ole arvonlisäverovelvollinen.',
		},
	},
};

/** Everything that stands on it, in its words; a credit note's amounts are below zero. */
export const linesOf = (row: WholeInvoice, language: Language) => {
	const w = WORDS[language];
	const locale = language === 'fi' ? 'fi-FI' : 'en-GB';
	const sign = row.kind === 'credit_note' ? -1 : 1;
	const money = new Intl.NumberFormat(locale, { style: 'currency', currency: row.currency });
	const cents = (amount: number): string => money.format((sign * amount) / 100);
	const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
	const on = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${row.issued_on}T00:00:00Z`));
	const of = row.of_year === null || row.of_number === null ? null : numberOf({ year: row.of_year, number: row.of_number });
	return {
		title: `${w[row.kind]} ${numberOf(row)}`,
		head: [[w.date, on], ...(of === null ? [] : [[w.of, of]])],
		line: [w.credits, number.format(sign * row.credits), money.format(row.price_cents / 100), cents(row.net_cents)],
		sums: [
			[w.net, cents(row.net_cents)],
			...(row.vat_kind === 'charged' ? [[w.vat(number.format(row.vat_basis_points / 100)), cents(row.vat_cents)]] : []),
			[w.total, cents(row.net_cents + row.vat_cents)],
		],
		notes: [(row.kind === 'invoice' ? w.paid : w.refunded)[row.way], w.note[row.vat_kind]].filter((note) => note !== ''),
	};
};

const party = (label: string, { name, address, vatId, countryCode }: Party, idLabel: string): object => ({
	stack: [
		{ text: label, color: QUIET, fontSize: 8, margin: [0, 0, 0, 2] },
		{ text: name, bold: true },
		...address.map((line) => ({ text: line })),
		...(countryCode === '' ? [] : [{ text: countryCode }]),
		...(vatId === null ? [] : [{ text: `${idLabel} ${vatId}`, margin: [0, 4, 0, 0] }]),
	],
});

export const invoicePdf = async (row: WholeInvoice, language: Language): Promise<Buffer> => {
	const w = WORDS[language];
	const { title, head, line, sums, notes } = linesOf(row, language);
	const right = (text: string, over: object = {}): object => ({ text, alignment: 'right', ...over });
	const rule = { hLineColor: () => LINE, hLineWidth: () => 0.5, vLineWidth: () => 0 };
	const document = {
		info: { title, author: row.seller.name, creator: 'Luvalla', producer: 'Luvalla' },
		lang: language,
		pageSize: 'A4',
		pageMargins: [56, 56, 56, 56],
		defaultStyle: { font: 'Roboto', fontSize: 10, color: INK, lineHeight: 1.2 },
		content: [
			{ text: title, fontSize: 20, bold: true, margin: [0, 0, 0, 8] },
			...head.map(([label = '', text = '']) => ({ text: [{ text: `${label} `, color: QUIET }, text] })),
			{
				columns: [party(w.seller, row.seller, w.vatId), party(w.buyer, row.buyer, row.vat_kind === 'reverse' ? w.vatId : w.businessId)],
				columnGap: 32,
				margin: [0, 24, 0, 24],
			},
			{
				layout: rule,
				table: {
					widths: ['*', 'auto', 'auto', 'auto'],
					headerRows: 1,
					body: [
						[
							{ text: w.what, color: QUIET },
							right('', {}),
							right(w.price, { color: QUIET, margin: [16, 0, 0, 0] }),
							right(w.amount, { color: QUIET, margin: [16, 0, 0, 0] }),
						],
						[{ text: line[0] ?? '' }, ...line.slice(1).map((text) => right(text))],
					],
				},
			},
			{
				layout: 'noBorders',
				table: {
					widths: ['*', 'auto'],
					body: sums.map(([label = '', text = ''], n) => [right(label, { color: QUIET }), right(text, { bold: n === sums.length - 1 })]),
				},
				margin: [0, 12, 0, 24],
			},
			...notes.map((note) => ({ text: note, margin: [0, 0, 0, 4] })),
		],
	};
	return (await pdfLibrary()).createPdf(document).getBuffer();
};
