/** The mail of a report: its figures beside those of the period before. */
import type { Report } from '@luvalla/contract/insight/report-schedules.ts';
import { stringify } from 'csv-stringify/sync';
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { button, type LetterPart, letterOf, said, small } from '#kernel/outbound/letter.ts';
import { quoted } from '#kernel/outbound/quoted.ts';
import type { Figure, FigureKind } from './figures.ts';
import { dayIn } from './times.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fi: 'fi-FI' };

const words = {
	en: {
		reports: {
			...{ profiles: 'Profiles', consents: 'Consents', ledger: 'Ledger', events: 'Events', channels: 'Channels', costs: 'Costs' },
			consumers: 'Consumers',
		},
		subject: (report: string, span: string) => `${report}: report, ${span}`,
		intro: (span: string, before: string) => `The figures of ${span}, beside those of ${before}.`,
		of: 'Customer',
		domain: 'Domain',
		figure: 'Figure',
		now: 'This period',
		before: 'Period before',
		none: 'Nothing happened in either period.',
		open: 'Open the report',
		why: 'You get this because somebody who looks after this account asked for it. They and the customer’s admins can end it on the reports page, under Send by mail.',
		zone: (zone: string) => `Times are those of ${zone}.`,
	},
	fi: {
		reports: {
			...{ profiles: 'Profiilit', consents: 'Suostumukset', ledger: 'Krediitit', events: 'Tapahtumat', channels: 'Kanavat' },
			...{ costs: 'Kulut', consumers: 'Kuluttajat' },
		},
		subject: (report: string, span: string) => `${report}: raportti, ${span}`,
		intro: (span: string, before: string) => `Luvut ajalta ${span} ja vertailuksi edellinen jakso ${before}.`,
		of: 'Asiakas',
		domain: 'Verkkotunnus',
		figure: 'Luku',
		now: 'Tämä jakso',
		before: 'Edellinen jakso',
		none: 'Kummallakaan jaksolla ei tapahtunut mitään.',
		open: 'Avaa raportti',
		why: 'Saat tämän, koska joku tilin hoitajista on tilannut sen. Tilaaja ja asiakkaan ylläpitäjät voivat lopettaa lähetyksen raporttisivun kohdasta Lähetä säännöllisesti.',
		zone: (zone: string) => `Kellonajat ovat aikavyöhykkeen ${zone} mukaisia.`,
	},
} as const;

export interface ReportMail {
	readonly report: Report;
	readonly customer: string;
	/** Null: all that its maker sees. */
	readonly domain: string | null;
	readonly zone: string;
	readonly from: Date;
	readonly to: Date;
	readonly before: Date;
	readonly figures: readonly Figure[];
	readonly csv: boolean;
	/** Null: no link is in it. */
	readonly link: string | null;
}

const written = (kind: FigureKind, n: number, language: Language): string => {
	const [least, most] = kind === 'count' ? [0, 0] : kind === 'percent' ? [1, 1] : [3, 3];
	const number = new Intl.NumberFormat(LOCALES[language], { minimumFractionDigits: least, maximumFractionDigits: most });
	const text = number.format(kind === 'credits' ? n / 1_000_000 : n);
	return kind === 'percent' ? (language === 'fi' ? `${text} %` : `${text}%`) : text;
};

/** Figures as a file: numbers as a program reads them. */
const csvOf = (language: Language, { figures }: ReportMail): string => {
	const w = words[language];
	const plain = (kind: FigureKind, n: number): number =>
		kind === 'credits' ? n / 1_000_000 : kind === 'percent' ? Math.round(n * 10) / 10 : n;
	// A byte-order mark, so that spreadsheets read ä and ö.
	return `\uFEFF${stringify(
		[
			[w.figure, w.now, w.before],
			...figures.map(({ label, kind, now, before }) => [label[language], plain(kind, now), plain(kind, before)]),
		],
		{ escape_formulas: true },
	)}`;
};

export const reportMail = (language: Language, mail: ReportMail) => {
	const w = words[language];
	const moment = new Intl.DateTimeFormat(LOCALES[language], { timeZone: mail.zone, dateStyle: 'short', timeStyle: 'short' });
	const span = moment.formatRange(mail.from, mail.to);
	const intro = w.intro(span, moment.formatRange(mail.before, mail.from));
	const about = [`${w.of}: ${quoted(language, mail.customer)}`, ...(mail.domain === null ? [] : [`${w.domain}: ${mail.domain}`])];
	const lines = mail.figures.map(({ label, kind, now, before }) => ({
		label: label[language],
		now: written(kind, now, language),
		before: written(kind, before, language),
	}));
	const table: LetterPart = {
		text: lines.map((line) => `${line.label}: ${line.now} (${w.before}: ${line.before})`).join('\n'),
		html: `<table style="border-collapse:collapse"><thead><tr>${[w.figure, w.now, w.before]
			.map(
				(head, place) =>
					`<th scope="col" style="padding:6px ${place === 2 ? 0 : 16}px 6px 0;text-align:${place === 0 ? 'left' : 'right'}">${escapeHtml(head)}</th>`,
			)
			.join('')}</tr></thead><tbody>${lines
			.map(
				(line) =>
					`<tr><th scope="row" style="padding:6px 16px 6px 0;text-align:left;font-weight:normal">${escapeHtml(line.label)}</th><td style="padding:6px 16px 6px 0;text-align:right"><b>${escapeHtml(line.now)}</b></td><td style="padding:6px 0;text-align:right">${escapeHtml(line.before)}</td></tr>`,
			)
			.join('')}</tbody></table>`,
	};
	return {
		...letterOf(
			language,
			w.subject(w.reports[mail.report], span),
			[
				said(intro),
				said(...about),
				lines.length === 0 ? said(w.none) : table,
				mail.link === null ? null : button(w.open, mail.link),
				small(w.zone(mail.zone), w.why),
			],
			640,
		),
		...(mail.csv && { attachment: { name: `${mail.report}-${dayIn(mail.to.getTime(), mail.zone)}.csv`, text: csvOf(language, mail) } }),
	};
};
