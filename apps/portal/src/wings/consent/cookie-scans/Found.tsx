/** What a scan found: what to change first, the visits beside each other, and all of it by kind. */
import type { CookieScanDetail } from '@luvalla/contract/consent/cookie-scans';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { Findings, FirstFindings } from './Findings.tsx';
import { Items } from './Items.tsx';
import { Passes } from './Passes.tsx';
import styles from './scans.module.css';
import { GROUPS, type ScanSearch } from './scans.search.ts';
import { useScanTexts } from './texts.ts';

interface FoundProps {
	scan: CookieScanDetail;
	params: { id: number; scanId: string };
	search: ScanSearch;
	patch: PatchSearch<ScanSearch>;
}

export function Found({ scan, params, search, patch }: FoundProps) {
	const tab = search.tab ?? 'cookies';
	const headed = tab !== 'findings' && (scan.groups[tab] ?? 0) > 0;
	// A scan that came to no page found nothing, and not because nothing was there.
	const sawNothing = scan.status === 'failed' && scan.counts.pages === 0;
	return (
		<>
			{scan.status === 'done' && tab !== 'findings' ? (
				<FirstFindings
					params={params}
					total={scan.counts.findings}
					onAll={() => patch({ tab: 'findings', page: undefined, q: undefined })}
				/>
			) : null}
			<Passes scan={scan} headed={headed} />
			{sawNothing ? null : (
				<ScanTabs
					scan={scan}
					tab={tab}
					onChoose={(to) => patch({ tab: to, page: undefined, q: undefined, code: undefined }, { replace: true })}
				/>
			)}
			{sawNothing ? null : tab === 'findings' ? (
				<Findings params={params} search={search} patch={patch} />
			) : (
				<Items params={params} group={tab} scan={scan} headed={headed} search={search} patch={patch} />
			)}
		</>
	);
}

interface ScanTabsProps {
	scan: CookieScanDetail;
	tab: NonNullable<ScanSearch['tab']>;
	onChoose: (tab: NonNullable<ScanSearch['tab']>) => void;
}

/** What was found, by kind, and what of it asks for something. */
function ScanTabs({ scan, tab, onChoose }: ScanTabsProps) {
	const t = useScanTexts();
	return (
		<nav className={styles.tabs} aria-label={t('tabs')}>
			{[...GROUPS, 'findings' as const].map((one) => (
				<button key={one} type="button" aria-current={tab === one ? 'true' : undefined} onClick={() => onChoose(one)}>
					{t(one)} <span className="num">{one === 'findings' ? scan.counts.findings : (scan.groups[one] ?? 0)}</span>
				</button>
			))}
		</nav>
	);
}
