/** Findings: the first ones as cards with the line to change, and all of them as a list. */
import { cookieScanFindings } from '@luvalla/contract/consent/cookie-scans';
import type { ScanFinding } from '@luvalla/contract/consent/scans';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList, asQuery } from '#portal/lib/calls.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { CopyText } from '#portal/ui/CopyText.tsx';
import { Empty } from '#portal/ui/Empty.tsx';
import { DataList } from '#portal/ui/list/DataList.tsx';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import styles from './scans.module.css';
import { CODES, type ScanSearch } from './scans.search.ts';
import { useScanTexts } from './texts.ts';

interface OfScan {
	params: { id: number; scanId: string };
}

/** Cards and further sentences of this page; the rest is one press away. */
const CARDS = 2;
const OTHERS = 3;

/** The first findings with a line to change, each line once. */
const firstLines = (rows: readonly ScanFinding[]): ScanFinding[] => {
	const lines = new Map<string, ScanFinding>();
	for (const row of rows) {
		const key = row.fix ? `${row.fix.page} ${row.fix.line} ${row.fix.before}` : null;
		if (key !== null && !lines.has(key)) lines.set(key, row);
	}
	return [...lines.values()].slice(0, CARDS);
};

const pathOf = (url: string): string => {
	const parsed = URL.parse(url);
	return parsed ? `${parsed.pathname}${parsed.search}` : url;
};
/** The script itself, without its whole address. */
const shortOf = (url: string): string => {
	const parsed = URL.parse(url);
	return parsed ? `${parsed.hostname}${parsed.pathname}` : url;
};
const keyOf = ({ code, item, page, pass }: ScanFinding): string => [code, item?.kind, item?.name, item?.host, page, pass].join(' ');

/** A container's own script, and what its kinds of tags are called where they are made. */
const CONTAINER = /\/gtm\.js$/;
const kindOfTag = (kind: string, t: ReturnType<typeof useScanTexts>): string => {
	if (kind === 'html') return t('tagHtml');
	if (kind === 'img') return t('tagImage');
	if (kind.startsWith('cvt_')) return t('tagTemplate');
	return MADE_BY[kind] ?? kind;
};
/** Names of products: the same in every language. */
const MADE_BY: Readonly<Record<string, string>> = {
	googtag: 'Google tag',
	gaawe: 'Google Analytics 4',
	gaawc: 'Google Analytics 4',
	ua: 'Universal Analytics',
	awct: 'Google Ads',
	sp: 'Google Ads',
	flc: 'Floodlight',
	fls: 'Floodlight',
	baut: 'Microsoft Advertising',
	bzi: 'LinkedIn Insight',
	hjtc: 'Hotjar',
	twitter_website_tag: 'X',
	pntr: 'Pinterest',
};

/** Page → line → who asked for it, the page's own place first. */
function Chain({ finding: { page, source, fix } }: { finding: ScanFinding }) {
	const t = useScanTexts();
	if (page === null) return null;
	const places = source ? [...source.chain].reverse().concat(source) : [];
	const beyond = places.filter(({ url }) => url !== (fix?.page ?? page)).map(({ url }) => shortOf(url));
	return (
		<p className={styles.chain}>
			{t('page')} <strong>{pathOf(fix?.page ?? page)}</strong>
			{fix ? (
				<>
					{' → '}
					<strong>{t('line', { line: fix.line })}</strong>
				</>
			) : null}
			{[...new Set(beyond)].map((one) => (
				<span key={one}>
					{' → '}
					{one}
					{fix?.tag && CONTAINER.test(one) ? (
						<>
							{' → '}
							<strong>{t('tagNumber', { id: fix.tag.id, kind: kindOfTag(fix.tag.kind, t) })}</strong>
						</>
					) : null}
				</span>
			))}
		</p>
	);
}

/** The line as it stands and as it has to. */
function Change({ finding: { fix, source } }: { finding: ScanFinding }) {
	const t = useScanTexts();
	if (!fix) return source?.by === 'response' && source.chain.length === 0 ? <p className={styles.quiet}>{t('server')}</p> : null;
	return (
		<>
			<pre className={styles.change}>
				<del>
					<span aria-hidden="true">{fix.line} - </span>
					{fix.before}
				</del>
				<ins>
					<span aria-hidden="true">{fix.line} + </span>
					{fix.after}
				</ins>
			</pre>
			{fix.container === null ? null : <p className={styles.quiet}>{t('container', { container: fix.container })}</p>}
		</>
	);
}

export function FirstFindings({ params, total, onAll }: OfScan & { total: number; onAll: () => void }) {
	const t = useScanTexts();
	const language = useLanguage();
	const list = useQuery(asQuery(cookieScanFindings, { params, query: { size: 25 } }));
	const rows = list.data?.data ?? [];
	if (rows.length === 0) return null;
	const cards = firstLines(rows);
	const others = rows.filter((one) => !cards.includes(one)).slice(0, OTHERS);
	return (
		<section aria-label={t('firstFindings')}>
			<div className={styles.cards}>
				{cards.map((one) => (
					<article key={keyOf(one)} className={styles.card}>
						<div className={styles.cardHead}>
							<p>{one.sentence[language]}</p>
							{one.fix ? <CopyText value={one.fix.after} label={t('copyLine')} /> : null}
						</div>
						<Chain finding={one} />
						<Change finding={one} />
					</article>
				))}
			</div>
			<div className={styles.others}>
				<ul>
					{others.map((one) => (
						<li key={keyOf(one)}>
							<IconAlertTriangle className={styles.sign} size={16} stroke={1.75} aria-hidden="true" />
							{one.sentence[language]}
						</li>
					))}
				</ul>
				<Button variant="subtle" onClick={onAll} rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden="true" />}>
					{t('allFindings', { count: total })}
				</Button>
			</div>
		</section>
	);
}

export function Findings({ params, search, patch }: OfScan & { search: ScanSearch; patch: PatchSearch<ScanSearch> }) {
	const t = useScanTexts();
	const language = useLanguage();
	const list = useQuery(asList(cookieScanFindings, { params, query: { ...listQueryOf(search), filter: filterOf({ code: search.code }) } }));
	const columns: Column<ScanFinding>[] = [
		{
			key: 'what',
			header: t('findings'),
			cell: (one) => (
				<div className={styles.finding}>
					<p>{one.sentence[language]}</p>
					<Chain finding={one} />
					<Change finding={one} />
				</div>
			),
		},
		{ key: 'code', header: t('code'), cell: (one) => t(one.code) },
		{
			key: 'copy',
			header: t('copyLine'),
			cell: (one) => (one.fix ? <CopyText value={one.fix.after} label={t('copyLine')} size="xs" /> : null),
		},
	];
	return (
		<DataList
			name="cookiescan-findings"
			caption={t('findings')}
			query={list}
			columns={columns}
			rowId={keyOf}
			rowName={(one) => one.sentence[language]}
			search={search}
			onSearch={patch}
			filters={[valueFilter('code', t('code'), search.code, CODES, (value) => t(value))]}
			count={(total) => t('allFindings', { count: total })}
			failed={t('itemsFailed')}
			empty={
				<Empty title={t('findingsEmpty')} part>
					{t('findingsEmptyWhy')}
				</Empty>
			}
		/>
	);
}
