/** `/cookiescan`: the history of scans, and over it the one that is open. */
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { HistoryScreen } from './HistoryScreen.tsx';
import { ResultScreen } from './ResultScreen.tsx';
import { scanSearch } from './scans.search.ts';
import { useScanTexts } from './texts.ts';

export function ScanScreen() {
	const t = useScanTexts();
	const { search, patch, page } = usePage(scanSearch);
	if (search.scan === undefined) return <HistoryScreen search={search} patch={patch} page={page} />;
	return (
		<CustomerGate page={page} title={t('title')}>
			{page.customerId === null ? null : <ResultScreen key={search.scan} customerId={page.customerId} search={search} patch={patch} />}
		</CustomerGate>
	);
}
