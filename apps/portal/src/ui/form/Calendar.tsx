/** Months to choose days in, in the portal's language, Monday first. Loaded when one is opened: import it lazily. */
import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/fi.js';
import { type Language, locales, useLanguage } from '#portal/lib/say.ts';
import type { Span } from '#portal/lib/spans.ts';
import { useKitTexts } from '../texts.ts';
import styles from './Calendar.module.css';

/** Friday, November 20, 2026; perjantai 20. marraskuuta 2026: what a screen reader says of a day. */
const dayName = (day: string, language: Language): string =>
	new Intl.DateTimeFormat(locales[language], { dateStyle: 'full' }).format(new Date(`${day}T12:00`));

function useCalendar() {
	const t = useKitTexts();
	const language = useLanguage();
	return {
		className: styles.calendar,
		size: 'sm',
		locale: language,
		firstDayOfWeek: 1,
		// Saturday and Sunday are days like others: red has a meaning here
		weekendDays: [] as never[],
		highlightToday: true,
		getDayAriaLabel: (day: string) => dayName(day, language),
		ariaLabels: {
			previousMonth: t('previousMonth'),
			nextMonth: t('nextMonth'),
			previousYear: t('previousYear'),
			nextYear: t('nextYear'),
			previousDecade: t('previousDecade'),
			nextDecade: t('nextDecade'),
		},
	} as const;
}

/** One day, `2026-11-20`. */
export function DayCalendar({ value, max, onChange }: { value: string | null; max?: string | undefined; onChange: (day: string) => void }) {
	return (
		<DatePicker
			{...useCalendar()}
			value={value}
			defaultDate={value ?? undefined}
			maxDate={max}
			onChange={(day) => {
				if (day !== null) onChange(day);
			}}
		/>
	);
}

/** A first and a last day; the first click is told too, as a span with an open end. */
export function SpanCalendar({ value, max, onChange }: { value: Span; max?: string | undefined; onChange: (span: Span) => void }) {
	return (
		<DatePicker
			{...useCalendar()}
			type="range"
			allowSingleDateInRange
			value={[value.from ?? null, value.to ?? null]}
			defaultDate={value.to ?? value.from}
			maxDate={max}
			onChange={([from, to]) => onChange({ from: from ?? undefined, to: to ?? undefined })}
		/>
	);
}
