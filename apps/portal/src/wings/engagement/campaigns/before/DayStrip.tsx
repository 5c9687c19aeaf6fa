/** The day of a scheduled run: quiet hours hatched, its beginning as a mark, and from when it is too late. */
import { timeText } from '#portal/lib/dates.ts';
import { type Language, locales, useLanguage } from '#portal/lib/say.ts';
import { useCampaignTexts } from '../texts.ts';
import styles from './before.module.css';

const DAY_HOURS = 24;
const MINUTES = 60;
const LABELS = [0, 6, 12, 18, 24];

/** 09:00 or 9.00, of an hour or of a moment by a zone's clock. */
export function clockText(at: number | string, language: Language): string {
	const [hour = 0, minute = 0] = typeof at === 'number' ? [at] : at.slice(11).split(':').map(Number);
	return timeText(new Date(2026, 0, 1, hour, minute), language);
}

/** Thu, to */
export const weekdayText = (local: string, language: Language): string =>
	new Intl.DateTimeFormat(locales[language], { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${local}:00Z`));

const shareOf = (local: string): number => {
	const [hour = 0, minute = 0] = local.slice(11).split(':').map(Number);
	return (hour + minute / MINUTES) / DAY_HOURS;
};
const percent = (share: number): string => `${share * 100}%`;

interface DayStripProps {
	begins: string | null;
	late: string | null;
	quiet: { from: number; to: number } | null;
}

export function DayStrip({ begins, late, quiet }: DayStripProps) {
	const t = useCampaignTexts();
	const language = useLanguage();
	const spans =
		quiet === null
			? []
			: quiet.from < quiet.to
				? [[quiet.from, quiet.to] as const]
				: [[0, quiet.to] as const, [quiet.from, DAY_HOURS] as const];
	// Another day's hour has no place on this one.
	const lateHere = late !== null && begins !== null && late.slice(0, 10) === begins.slice(0, 10) ? late : null;
	return (
		<div className={styles.strip} aria-hidden="true">
			<div className={styles.stripBar}>
				{spans.map(([from, to]) => (
					<span
						key={from}
						className={styles.stripQuiet}
						style={{ left: percent(from / DAY_HOURS), width: percent((to - from) / DAY_HOURS) }}
					/>
				))}
				{begins === null ? null : <span className={styles.stripBegin} style={{ left: percent(shareOf(begins)) }} />}
				{lateHere === null ? null : (
					<span className={styles.stripLate} style={{ left: percent(shareOf(lateHere)) }}>
						<span>{t('tooLate')}</span>
					</span>
				)}
			</div>
			<div className={styles.stripLabels}>
				{LABELS.map((hour) => (
					<span key={hour}>{hour === DAY_HOURS ? clockText(0, language) : clockText(hour, language)}</span>
				))}
			</div>
		</div>
	);
}
