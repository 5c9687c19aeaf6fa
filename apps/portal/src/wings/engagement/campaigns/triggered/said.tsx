/** What a triggered send says of itself in words: when it starts, how long it waits; the parts that differ stand out. */
import type { Triggered, TriggeredProgress } from '@luvalla/contract/engagement/journeys';
import { Fragment } from 'react';
import { timeText } from '#portal/lib/dates.ts';
import type { Language } from '#portal/lib/say.ts';
import { inUnits } from './draft.ts';
import type { TriggeredTexts } from './texts.ts';
import styles from './triggered.module.css';

/** Stands around a part of a sentence that is shown as a mark; no text of people has it. */
const MARK = '\u0001';
export const marked = (text: string): string => `${MARK}${text}${MARK}`;

/** A sentence with its marks. */
export function Marked({ children }: { children: string }) {
	return children.split(MARK).map((part, n) =>
		n % 2 === 0 ? (
			// biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
			<Fragment key={n}>{part}</Fragment>
		) : (
			// biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
			<strong key={n} className={styles.mark}>
				{part}
			</strong>
		),
	);
}

/** *3 days*, *90 minutes* */
export function spanText(t: TriggeredTexts, minutes: number): string {
	const { count, unit } = inUnits(minutes);
	return t(unit === 'days' ? 'wholeDays' : unit, { count });
}

/** *When somebody says yes to …* @param put how what differs is put into it */
export function whenText(
	t: TriggeredTexts,
	{ journey: { trigger } }: Pick<Triggered, 'journey'>,
	names: TriggeredProgress['names'],
	put: (text: string) => string = marked,
): string {
	if (trigger.kind === 'consent') return t('when_consent', { what: put(names[trigger.purposeId] ?? '…') });
	if (trigger.kind === 'event') return t('when_event', { what: put(trigger.type) });
	if (trigger.kind !== 'date') return t(`when_${trigger.kind}`, { what: put(names[trigger.segmentId] ?? '…') });
	const what = put(trigger.attribute);
	if (trigger.days === 0) return t('when_date', { what });
	return t(trigger.days < 0 ? 'when_before' : 'when_after', { count: Math.abs(trigger.days), what });
}

/** *once in a lifetime*, *every year at 9:00, Europe/Helsinki* */
export function oftenText(t: TriggeredTexts, { journey: { trigger, againDays }, options }: Triggered, language: Language): string {
	const often = againDays === null ? t('once') : t('againAfter', { count: againDays });
	if (trigger.kind !== 'date') return often;
	const clock = { at: timeText(new Date(2026, 0, 1, trigger.hour), language), zone: options.timeZone };
	return `${t(trigger.isYearly ? 'everyYearAt' : 'at', clock)} · ${often}`;
}
