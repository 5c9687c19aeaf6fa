/** What a report is narrowed by: the span and the domain. */
import type { ReactNode } from 'react';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { DomainPicker } from '#portal/ui/list/pickers.tsx';
import type { ReportSearch } from './reports.search.ts';
import { SpanControl } from './SpanControl.tsx';
import { useReportTexts } from './texts.ts';

export interface TabProps {
	search: ReportSearch;
	patch: PatchSearch<ReportSearch>;
	customerId: number;
	domains: readonly { id: string; domain: string }[];
}

interface ReportToolsProps extends Omit<TabProps, 'customerId'> {
	/** Back from now while no span is chosen. */
	days: number;
	children?: ReactNode;
}

export function ReportTools({ search, patch, domains, days, children }: ReportToolsProps) {
	const t = useReportTexts();
	return (
		<div className="row-8">
			<SpanControl search={search} days={days} patch={patch} name={t('time')} />
			<DomainPicker domains={domains} value={search.domain} onChange={(domain) => patch({ domain }, { replace: true })} />
			{children}
		</div>
	);
}
