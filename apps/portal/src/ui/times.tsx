/** Times, dates and numbers as the language writes them. */
import { dayGiven } from '@luvalla/contract/consent/said';
import { useEffect, useState } from 'react';
import { comingText, dateText, momentText, numberText, percentText, relativeText, saidText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Tip } from './Tip.tsx';

/** Who is told the time, by how often: one clock for all, since a list has as many times as rows. */
const clocks = new Map<number, { tellers: Set<(now: Date) => void>; timer: ReturnType<typeof setInterval> }>();

/** Tells the time every so often. Answers how to end it. */
function tellTime(everyMs: number, tell: (now: Date) => void): () => void {
	let clock = clocks.get(everyMs);
	if (!clock) {
		const tellers = new Set([tell]);
		const timer = setInterval(() => {
			const now = new Date();
			for (const one of tellers) one(now);
		}, everyMs);
		clock = { tellers, timer };
		clocks.set(everyMs, clock);
	}
	const { tellers, timer } = clock;
	tellers.add(tell);
	return () => {
		tellers.delete(tell);
		if (tellers.size > 0) return;
		clearInterval(timer);
		clocks.delete(everyMs);
	};
}

/** The time now, again every so often. */
export function useNow(everyMs: number): Date {
	const [now, setNow] = useState(() => new Date());
	useEffect(() => tellTime(everyMs, setNow), [everyMs]);
	return now;
}

/** 2 h ago, with the exact time in a tooltip and on paper: for lists. `bare` leaves *ago* out and ticks every second (live lists); `ahead`: it is to come. */
export function RelativeTime({ at, bare = false, ahead = false }: { at: string; bare?: boolean; ahead?: boolean }) {
	const language = useLanguage();
	const now = useNow(bare ? 1000 : 30_000);
	const exact = momentText(at, language, true);
	return (
		<Tip label={exact}>
			<time dateTime={at} data-exact={exact} className={bare ? 'num' : undefined}>
				{ahead ? comingText(at, now, language) : relativeText(at, now, language, bare)}
			</time>
		</Tip>
	);
}

/** Nov-20-2026, 09:41:07: for details. */
export function ExactTime({ at, seconds = true }: { at: string; seconds?: boolean }) {
	const language = useLanguage();
	return (
		<time dateTime={at} className="num">
			{momentText(at, language, seconds)}
		</time>
	);
}

/** When an answer was given, as exactly as it was said: of a day alone no time is made up. */
export function SaidTime({ at, how, seconds = false }: { at: string; how: string | null; seconds?: boolean }) {
	const language = useLanguage();
	return (
		<time dateTime={dayGiven(at, how) ?? at} className="num">
			{saidText(at, how, language, seconds)}
		</time>
	);
}

/** Nov-20-2026 */
export function DateText({ at }: { at: string }) {
	const language = useLanguage();
	return <time dateTime={at}>{dateText(at, language)}</time>;
}

/** 18,406 or 18 406 */
export function NumberText({ value }: { value: number }) {
	return numberText(value, useLanguage());
}

/** 74.6% or 74,6 %, of a share of 0 to 1 */
export function PercentText({ share }: { share: number }) {
	return percentText(share, useLanguage());
}
