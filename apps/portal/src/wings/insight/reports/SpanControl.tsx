import type { PatchSearch } from '#portal/lib/use-search.ts';
import { DateRange } from '#portal/ui/list/DateRange.tsx';
import type { ReportSearch } from './reports.search.ts';
import { useReportTexts } from './texts.ts';

/** The days that the report looks at. A span that was chosen on either tab holds for both. @param days back from now while none is */
interface SpanControlProps {
	search: ReportSearch;
	days: number;
	patch: PatchSearch<ReportSearch>;
	/** What the days are those of; when a record was received, without it. */
	name?: string;
}

export function SpanControl({ search, days, patch, name }: SpanControlProps) {
	const t = useReportTexts();
	return (
		<DateRange
			name={name ?? t('span')}
			value={search}
			unset={days === 1 ? t('hours24') : t('daysBack', { count: days })}
			onChange={(span) => patch({ ...span, days: undefined, at: undefined, page: undefined }, { replace: true })}
		/>
	);
}
