/** The ledger of credits: narrowed, paged, as a file, and what the last look over all accounts said. */
import { CREDIT_KINDS, CREDITS_LIST_FAILED, ledgerReport, ledgerReportFile } from '@luvalla/contract/billing/credits';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { momentText } from '#portal/lib/dates.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { currentLanguage, useLanguage } from '#portal/lib/say.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { useMoveTexts } from '#portal/ui/credits/texts.ts';
import { Download } from '#portal/ui/Download.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { isNothing } from '#portal/ui/list/DataList.tsx';
import { ListTools } from '#portal/ui/list/ListTools.tsx';
import { labelFilter, valueFilter } from '#portal/ui/list/list-words.ts';
import { NoMatch } from '#portal/ui/list/NoMatch.tsx';
import { Pager } from '#portal/ui/list/Pager.tsx';
import styles from './credits.module.css';
import { type CreditSearch, creditSearch } from './credits.search.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { useCreditTexts } from './texts.ts';

interface LedgerProps {
	customerId: number;
	customer: string;
	search: CreditSearch;
	patch: PatchSearch<CreditSearch>;
}

/** Where the server says no more than that it failed, the tab says which list it was (calls.md section 8). */
const ofTheList = (error: unknown): unknown =>
	error instanceof CallFailure && error.message === fixedText(ledgerReport.failure, currentLanguage())
		? new CallFailure(fixedText(CREDITS_LIST_FAILED, currentLanguage()), error.status, { code: error.code })
		: error;

export function Ledger({ customerId, customer, search, patch }: LedgerProps) {
	const t = useCreditTexts();
	const move = useMoveTexts();
	const language = useLanguage();
	const { reservations } = search;
	const kind = CREDIT_KINDS.find((one) => one === search.kind);
	const whole = reservations !== undefined || kind === 'reserved' || kind === 'released';
	const asked = { ...listQueryOf(search), customerId, kind, reservations: whole ? ('true' as const) : ('false' as const) };
	const query = useQuery(asList(ledgerReport, { query: asked }));
	const rows = query.data?.data;
	const check = query.data?.beside?.check;
	const { page, size } = listQueryOf(search);
	const filters = [
		valueFilter('kind', t('kind'), kind, CREDIT_KINDS, (value) => move(`kind_${value}`)),
		labelFilter('reservations', t('reservations'), reservations, { with: t('reservations_with') }),
	];
	const shape = creditSearch.pick({ kind: true, reservations: true });
	const narrow = (change: Partial<CreditSearch>) => patch({ ...change, page: undefined, row: undefined }, { replace: true });
	const clear = () => narrow({ kind: undefined, reservations: undefined, q: undefined });
	const total = query.data?.page?.total ?? 0;
	// Above the newest line of all: it leads from there to the balance.
	const newest = !whole && kind === undefined && search.q === undefined && page === 1;
	const open = newest ? (query.data?.beside?.reservedMicros ?? 0) : 0;
	return (
		<section aria-labelledby="ledger">
			<div className={styles.ledgerHead}>
				<h2 id="ledger">{t('ledger')}</h2>
				<Download
					label={t('csv')}
					read={() => fetchFile(ledgerReportFile, { query: { customerId, kind, q: search.q, sort: search.sort } })}
				/>
			</div>
			{isNothing({ query, search, filters }) ? (
				<Empty title={t('empty')} part>
					{t('emptyWhy')}
				</Empty>
			) : (
				<>
					<ListTools
						search={{
							value: search.q ?? '',
							label: t('search'),
							onSearch: (q) => narrow({ q: q === '' ? undefined : q }),
						}}
						filters={filters}
						onFilter={(key, value) => narrow(shape.partial().parse({ [key]: value }))}
						narrowed={kind !== undefined || reservations !== undefined || search.q !== undefined}
						onClear={clear}
						count={rows ? t('count', { count: total }) : null}
					/>
					{query.isError && !rows ? (
						<Failed error={ofTheList(query.error)} onRetry={() => query.refetch()} />
					) : rows?.length === 0 ? (
						<NoMatch onClear={clear} />
					) : (
						<LedgerTable
							customerId={customerId}
							customer={customer}
							rows={rows}
							whole={whole}
							reservedMicros={open}
							onReservations={() => narrow({ reservations: 'with' })}
							open={search.row}
							onOpen={(row) => patch({ row }, { replace: true })}
						/>
					)}
					{query.data?.page ? (
						<Pager
							page={page}
							size={size}
							total={total}
							more={query.data.page.more}
							onPage={(next) => patch({ page: next === 1 ? undefined : next, row: undefined })}
							onSize={(next) => patch({ size: next, page: undefined, row: undefined }, { replace: true })}
						/>
					) : null}
				</>
			)}
			{check === undefined ? null : (
				<p className={styles.check}>
					{check === null ? (
						<IconCircleDashed size={16} stroke={1.75} aria-hidden="true" />
					) : check.ok === false ? (
						<IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
					) : (
						<IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
					)}
					{check === null ? t('notChecked') : t(check.ok ? 'sumsToZero' : 'sumsNot', { at: momentText(check.at, language) })}
				</p>
			)}
		</section>
	);
}
