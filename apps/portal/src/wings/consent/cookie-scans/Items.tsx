/** What a scan recorded, of one group: what it is, who did it, and in which of the three visits it is there. */
import { type CookieScanDetail, cookieScanItems, type ScannedItem } from '@luvalla/contract/consent/cookie-scans';
import { IconAlertCircle, IconCheck, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Empty } from '#portal/ui/Empty.tsx';
import { DataList } from '#portal/ui/list/DataList.tsx';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { PassHead } from './Passes.tsx';
import styles from './scans.module.css';
import type { GROUPS, ScanSearch } from './scans.search.ts';
import { useScanTexts } from './texts.ts';

interface ItemsProps {
	params: { id: number; scanId: string };
	group: (typeof GROUPS)[number];
	scan: CookieScanDetail;
	/** The visits are the heads of their columns. */
	headed: boolean;
	search: ScanSearch;
	patch: PatchSearch<ScanSearch>;
}

/** Named as cookies are: the repository knows a ground for what it says. */
const NAMED = ['cookie', 'localStorage', 'sessionStorage'];
const FAULTS = { before: 'before-consent', reject: 'after-reject' } as const;

/** It came with either answer and not before, as the memory of an answer does: it is no tracker in spite of a no, as the scan counts, too. */
const isMemory = ({ party, seen }: ScannedItem): boolean =>
	party === 'first' && !seen.before && seen.accept?.isNew === true && seen.reject?.isNew === true;

const pathOf = (page: string): string => URL.parse(page)?.pathname ?? page;

export function Items({ params, group, scan, headed, search, patch }: ItemsProps) {
	const t = useScanTexts();
	const list = useQuery(asList(cookieScanItems, { params, query: { ...listQueryOf(search), filter: filterOf({ group }) } }));
	const inPass = (pass: 'before' | 'accept' | 'reject') => (one: ScannedItem) => {
		const seen = one.seen[pass];
		if (!seen) return null;
		const wrong = pass !== 'accept' && one.findings.includes(FAULTS[pass]) && !(pass === 'reject' && isMemory(one));
		if (wrong)
			return (
				<Badge hue="red" icon={IconAlertCircle}>
					{t('setOn', { page: pathOf(seen.page) })}
				</Badge>
			);
		return (
			<span className={styles.set}>
				<IconCheck size={16} stroke={1.75} aria-hidden="true" /> {t('set')}
			</span>
		);
	};
	const from = ({ seen, host }: ScannedItem): string => {
		const source = (seen.before ?? seen.accept ?? seen.reject)?.source;
		if (!source) return host;
		return t(source.by === 'script' ? 'byScript' : 'byResponse', { host: URL.parse(source.url)?.hostname ?? host });
	};
	const columns: Column<ScannedItem>[] = [
		{
			key: 'name',
			header: t('name'),
			sort: 'name',
			cell: (one) => (
				<>
					<span className={styles.name}>{one.name}</span>
					{one.fresh && group !== 'new' ? (
						<>
							{' '}
							<Badge hue="blue" icon={IconSparkles}>
								{t('freshBadge')}
							</Badge>
						</>
					) : null}
					{one.name === one.host ? null : <span className={styles.host}>{one.host}</span>}
				</>
			),
		},
		{ key: 'from', header: t('from'), cell: from },
		{
			key: 'category',
			header: t('category'),
			cell: (one) =>
				one.is.ground === 'unknown'
					? t('undecided')
					: NAMED.includes(one.kind)
						? t('confidence', { type: t(one.is.type), confidence: one.is.confidence })
						: t(one.is.type),
		},
		...(scan.nonCmp ? (['before'] as const) : (['before', 'accept', 'reject'] as const)).map((pass) => ({
			...{ key: pass, header: t(pass), cell: inPass(pass), fixed: true },
			...(headed && { head: <PassHead scan={scan} pass={pass} /> }),
		})),
	];
	return (
		<DataList
			name="cookiescan-items"
			caption={t(group)}
			query={list}
			columns={columns}
			rowId={(one) => [one.kind, one.name, one.host, one.cookie?.path].join(' ')}
			rowName={(one) => one.name}
			search={search}
			onSearch={patch}
			searchLabel={t('searchItems')}
			count={(total) => t('items', { count: total })}
			failed={t('itemsFailed')}
			empty={
				<Empty title={t('itemsEmpty')} part>
					{t('itemsEmptyWhy')}
				</Empty>
			}
		/>
	);
}
