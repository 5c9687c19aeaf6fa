/** Months of costs as the call gives them, read and named. */
import { type MonthCost, MonthCost as Shape } from '@luvalla/contract/billing/costs';
import type { Language } from '#portal/lib/say.ts';

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

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return null;
		throw error;
	}
}

const names = {
	en: new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }),
	fi: new Intl.DateTimeFormat('fi-FI', { month: 'long', timeZone: 'UTC' }),
} as const;

/** November-2026 (portal.md section 9: Month-Year); marraskuu 2026. */
export function monthName(key: string, language: Language): string {
	const name = names[language].format(new Date(`${key}-01T00:00Z`));
	return language === 'fi' ? `${name} ${key.slice(0, 4)}` : `${name}-${key.slice(0, 4)}`;
}
