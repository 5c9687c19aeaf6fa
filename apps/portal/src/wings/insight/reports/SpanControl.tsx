import { SegmentedControl } from '@mantine/core';
import { daySpans } from './reports.search.ts';
import { useReportTexts } from './texts.ts';

/** How many days back the report looks. */
export function SpanControl({ days, onChange }: { days: number; onChange: (days: number) => void }) {
	const t = useReportTexts();
	return (
		<SegmentedControl
			size="xs"
			aria-label={t('span')}
			value={String(days)}
			onChange={(value) => onChange(Number(value))}
			data={daySpans.map((one) => ({ value: String(one.days), label: t(one.label) }))}
		/>
	);
}
