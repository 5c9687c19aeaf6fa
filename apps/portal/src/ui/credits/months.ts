/** Months of costs as the call gives them, read and named. */
import { type MonthCost, MonthCost as Shape } from '@luvalla/contract/billing/costs';
import { BILLING_ZONE } from '@luvalla/contract/constants';
import { lately } from '#portal/lib/lately.ts';
import { type Language, locales } from '#portal/lib/say.ts';

export interface Month extends MonthCost {
	/** 2026-11 */
	key: string;
}

/** Ascending by key; a value that cannot be read is left out, rather than shown as nothing. */
export function monthsOf(rows: readonly { key: string; value: string }[]): Month[] {
	return rows
		.flatMap(({ key, value }) => {
			const parsed = Shape.safeParse(jsonOf(value));
			return parsed.success ? [{ key, ...parsed.data }] : [];
		})
		.toSorted((a, b) => a.key.localeCompare(b.key));
}

export function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return null;
		throw error;
	}
}

const names = lately((language: Language) => new Intl.DateTimeFormat(locales[language], { month: 'long', timeZone: 'UTC' }));

/** November-2026 (portal.md section 9: Month-Year); marraskuu 2026. */
export function monthName(key: string, language: Language): string {
	const name = names(language).format(new Date(`${key}-01T00:00Z`));
	return language === 'fi' ? `${name} ${key.slice(0, 4)}` : `${name}-${key.slice(0, 4)}`;
}

const there = lately(() => new Intl.DateTimeFormat('en-CA', { timeZone: BILLING_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' }));

/** The day of a moment where months and licences are reckoned (`BILLING_ZONE`), as 2026-11-30. */
export const billingDay = (at: Date): string => there().format(at);

/**
 * What the current month will have cost by its end, if it goes on as until now; null on its first two days, of which nothing follows.
 * @param month as the call has it, whose days are those of `BILLING_ZONE`
 */
export function expectedOf({ key, micros }: Month, now: Date): number | null {
	const today = billingDay(now);
	const day = Number(today.slice(8));
	if (!today.startsWith(key) || day < 3 || micros === 0) return null;
	const days = new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5)), 0)).getUTCDate();
	return Math.round((micros * days) / (day - 0.5));
}
