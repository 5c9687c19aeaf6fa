/** Rates in words and numbers: what a row is called, the days of a chart, the lines of an export. */
import { CONSENT_RATE } from '@luvalla/contract/consent/consent-rate';
import type { Rate } from '@luvalla/contract/consent/rates';
import { countryName, dayText, languageName } from '#portal/lib/dates.ts';
import type { Language } from '#portal/lib/say.ts';
import type { ChartPoint } from '#portal/ui/chart/Chart.tsx';
import type { Cell } from '#portal/ui/list/csv.ts';
import { deviceText } from './choices.tsx';
import type { RateGroup } from './reports.search.ts';
import type { useReportTexts } from './texts.ts';

type Texts = ReturnType<typeof useReportTexts>;

/** What a row counts, in the reader's language: a day, a banner and its version, a language, a device, a country. */
export function rateName(t: Texts, by: RateGroup, row: Pick<Rate, 'key' | 'label'>, language: Language): string {
	if (row.key === '') return t('notKnown');
	if (by === 'day') return dayText(row.key, language);
	if (by === 'language') return languageName(row.key, language);
	if (by === 'country') return countryName(row.key, language);
	if (by === 'device') return deviceText(row.key);
	return row.label;
}

const DAY_MS = 86_400_000;

/**
 * A point for each day (UTC) from the first row to the last; a day that nobody answered on is a gap, not a zero.
 * @param rows by day, oldest first
 */
export function pointsOf(rows: readonly Rate[], language: Language): ChartPoint[] {
	const [first, last] = [rows.at(0), rows.at(-1)];
	if (!first || !last) return [];
	const known = new Map(rows.map((row) => [row.key, row.rate.value]));
	const points: ChartPoint[] = [];
	for (let at = Date.parse(first.key); at <= Date.parse(last.key); at += DAY_MS) {
		const day = new Date(at).toISOString().slice(0, first.key.length);
		points.push({ label: dayText(day, language), now: known.get(day) ?? null, place: (Date.parse(last.key) - at) / DAY_MS });
	}
	return points;
}

/** As the table shows it: days run from the newest, everything else as the server orders it (most choices first). */
export const ordered = (by: RateGroup, rows: readonly Rate[]): readonly Rate[] => (by === 'day' ? rows.toReversed() : rows);

/** What is shown, with a heading; shares as numbers from 0 to 1. */
export const csvRows = (t: Texts, by: RateGroup, rows: readonly Rate[], language: Language): Cell[][] => [
	[
		t(groupTexts[by]),
		t('views'),
		t('choices'),
		t('acceptedAll'),
		t('acceptedSome'),
		t('refusedAll'),
		CONSENT_RATE.name[language],
		t('intervalLow'),
		t('intervalHigh'),
	],
	...ordered(by, rows).map((row) => [
		by === 'day' ? row.key : rateName(t, by, row, language),
		row.shown,
		row.choices,
		row.all,
		row.some,
		row.none,
		row.rate.value,
		row.rate.low,
		row.rate.high,
	]),
];

/** The heading of a group's column. */
export const groupTexts = {
	day: 'day',
	configuration: 'publication',
	language: 'language',
	device: 'device',
	country: 'country',
} as const satisfies Record<RateGroup, string>;
