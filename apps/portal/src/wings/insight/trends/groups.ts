/** Two groups that are compared: their days, as the person's calendar has them, and their domains. */

import { TREND_DATE_FORMAT } from '@luvalla/contract/constants';
import { written } from '#portal/lib/dates.ts';
import { DAY_LIMIT, stretchOfDays } from '#portal/ui/chart/clock.ts';
import type { TrendSearch } from './trends.search.ts';

export interface Group {
	from: string;
	to: string;
	domains: readonly string[];
}
export interface Groups {
	a: Group;
	b: Group;
}

/** How many days back from today group A may begin. */
export const DAYS_BACK = [7, 14, 30, 90] as const;
export const DEFAULT_DAYS = 14;

/** A day of the person's calendar. @param back how many days before today */
export function dayBack(back: number, today: Date): string {
	return written(new Date(today.getFullYear(), today.getMonth(), today.getDate() - back), TREND_DATE_FORMAT);
}

const shifted = (day: string, by: { days?: number; years?: number }): string => {
	const at = new Date(`${day}T12:00`);
	return written(new Date(at.getFullYear() + (by.years ?? 0), at.getMonth(), at.getDate() + (by.days ?? 0), 12), TREND_DATE_FORMAT);
};

/** How many days a group has, both ends included. */
export const lengthOf = ({ from, to }: Pick<Group, 'from' | 'to'>): number =>
	Math.round((Date.parse(`${to}T12:00Z`) - Date.parse(`${from}T12:00Z`)) / 86_400_000) + 1;

/** Group A begins today minus so many days and ends yesterday; group B is as long, right before it. */
export function daysOf(days: number, today: Date): Pick<TrendSearch, 'aFrom' | 'aTo' | 'bFrom' | 'bTo'> {
	return { aFrom: dayBack(days, today), aTo: dayBack(1, today), bFrom: dayBack(2 * days, today), bTo: dayBack(days + 1, today) };
}

/** The same days of the year before. */
export const yearBefore = ({ from, to }: Pick<Group, 'from' | 'to'>): { from: string; to: string } => ({
	from: shifted(from, { years: -1 }),
	to: shifted(to, { years: -1 }),
});

const listOf = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(','));

/** As the URL says, or as they begin. */
export function groupsOf(search: TrendSearch, today: Date): Groups {
	const first = daysOf(DEFAULT_DAYS, today);
	return {
		a: { from: search.aFrom ?? first.aFrom ?? '', to: search.aTo ?? first.aTo ?? '', domains: listOf(search.aDomains) },
		b: { from: search.bFrom ?? first.bFrom ?? '', to: search.bTo ?? first.bTo ?? '', domains: listOf(search.bDomains) },
	};
}

/** Which number of days makes these groups; undefined: other days were chosen. */
export const chosenDays = ({ a, b }: Groups, today: Date): number | undefined =>
	DAYS_BACK.find((days) => {
		const { aFrom, aTo, bFrom, bTo } = daysOf(days, today);
		return a.from === aFrom && a.to === aTo && b.from === bFrom && b.to === bTo;
	});

/** Why a group cannot be counted. */
export function faultOf(group: Group): 'turned' | 'tooLong' | null {
	if (group.from > group.to) return 'turned';
	return lengthOf(group) > DAY_LIMIT ? 'tooLong' : null;
}

/** A group as calls of counts take it: its days, and where each begins and ends in the person's zone. */
export function askedOf({ from, to, domains }: Group) {
	const stretch = stretchOfDays(from, to);
	return {
		startDate: from,
		endDate: to,
		from: stretch.from.toISOString(),
		to: stretch.to.toISOString(),
		steps: stretch.starts.map((start) => start.toISOString()),
		domainList: [...domains],
	};
}
