/** The newest invoices and credit notes in the pane, and all of them in a drawer. */
import { type Invoice, invoices, invoicesFile } from '@luvalla/contract/billing/invoices';
import { Skeleton } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { centMicros } from '#portal/lib/credits.ts';
import { dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import { type Column, DataTable, type RowAction, RowMenu } from '#portal/ui/list/DataTable.tsx';
import { SearchBox } from '#portal/ui/list/ListTools.tsx';
import { NoMatch } from '#portal/ui/list/NoMatch.tsx';
import { Pager } from '#portal/ui/list/Pager.tsx';
import type { CreditSearch } from './credits.search.ts';
import { DocumentBadge, mayRefund } from './documents.tsx';
import styles from './invoices.module.css';
import { useCreditTexts } from './texts.ts';
import { useDocument } from './use-document.ts';

const IN_PANE = 5;
const ON_PAGE = 10;

interface InvoicesProps {
	customerId: number;
	search: CreditSearch;
	patch: PatchSearch<CreditSearch>;
}

/** What can be done with a document. */
function useActs(customerId: number, patch: PatchSearch<CreditSearch>) {
	const t = useCreditTexts();
	const person = usePerson();
	const file = useDocument(customerId);
	return {
		open: (one: Invoice) => file.mutate(one.id),
		of: (one: Invoice): RowAction[] => [
			{ label: t('download', { number: one.number }), icon: IconDownload, onSelect: () => file.mutate(one.id) },
			...(mayRefund(one, person)
				? [{ label: t('refund'), icon: IconArrowBackUp, danger: true, onSelect: () => patch({ id: one.id, show: undefined }) }]
				: []),
		],
	};
}

export function Invoices({ customerId, search, patch }: InvoicesProps) {
	const t = useCreditTexts();
	const language = useLanguage();
	const acts = useActs(customerId, patch);
	const query = useQuery(asList(invoices, { params: { id: customerId }, query: { size: IN_PANE } }));
	const rows = query.data?.data;
	const total = query.data?.page?.total ?? 0;
	return (
		<section className={styles.invoices} aria-labelledby="invoices">
			<div className={styles.invoicesHead}>
				<h2 id="invoices">{t('invoices')}</h2>
				{total > 0 ? (
					<button type="button" className="link" onClick={() => patch({ show: 'invoices', iq: undefined, ipage: undefined })}>
						{t('all', { count: total })}
					</button>
				) : null}
			</div>
			{query.isError && !rows ? (
				<Failed sentence={t('invoicesFailed')} query={query} />
			) : rows === undefined ? (
				<Skeleton height={120} />
			) : rows.length === 0 ? (
				<p className="aside">{t('invoicesEmpty')}</p>
			) : (
				<ul>
					{rows.map((one) => (
						<li key={one.id}>
							<button type="button" className="link num" aria-label={t('download', { number: one.number })} onClick={() => acts.open(one)}>
								{one.number}
							</button>
							<DocumentBadge one={one} />
							<span className={styles.total}>{moneyText(centMicros(one.totalCents), one.currency, language)}</span>
							<RowMenu name={one.number} actions={acts.of(one)} />
						</li>
					))}
				</ul>
			)}
			<AllInvoices customerId={customerId} search={search} patch={patch} />
		</section>
	);
}

function AllInvoices({ customerId, search, patch }: InvoicesProps) {
	const t = useCreditTexts();
	const opened = search.show === 'invoices';
	return (
		<FormDrawer wide opened={opened} title={t('allTitle')} onClose={() => patch({ show: undefined, iq: undefined, ipage: undefined })}>
			{opened ? <InvoiceList customerId={customerId} search={search} patch={patch} /> : null}
		</FormDrawer>
	);
}

function InvoiceList({ customerId, search, patch }: InvoicesProps) {
	const t = useCreditTexts();
	const language = useLanguage();
	const acts = useActs(customerId, patch);
	const page = search.ipage ?? 1;
	const query = useQuery(asList(invoices, { params: { id: customerId }, query: { size: ON_PAGE, page, q: search.iq } }));
	const rows = query.data?.data;
	const columns: Column<Invoice>[] = [
		{
			key: 'number',
			header: t('number'),
			cell: (one) => (
				<button type="button" className="link num" aria-label={t('download', { number: one.number })} onClick={() => acts.open(one)}>
					{one.number}
				</button>
			),
		},
		{ key: 'date', header: t('date'), cell: (one) => dayText(one.issuedOn, language) },
		{
			key: 'state',
			header: t('state'),
			cell: (one) => (
				<span className="in-row-2-8">
					<DocumentBadge one={one} /> {one.corrects === null ? null : t('of', { number: one.corrects })}
				</span>
			),
		},
		{ key: 'total', header: t('total'), right: true, cell: (one) => moneyText(centMicros(one.totalCents), one.currency, language) },
	];
	return (
		<div className={styles.drawer}>
			<div className={styles.tools}>
				<SearchBox
					value={search.iq ?? ''}
					label={t('searchNumber')}
					onSearch={(q) => patch({ iq: q === '' ? undefined : q, ipage: undefined }, { replace: true })}
				/>
				<ListExport short read={() => fetchFile(invoicesFile, { params: { id: customerId }, query: { q: search.iq } })} />
			</div>
			{query.isError && !rows ? (
				<Failed sentence={t('invoicesFailed')} query={query} />
			) : rows?.length === 0 ? (
				<NoMatch onClear={() => patch({ iq: undefined, ipage: undefined }, { replace: true })} />
			) : (
				<DataTable
					caption={t('allTitle')}
					columns={columns}
					rows={rows}
					rowId={(one) => one.id}
					rowName={(one) => one.number}
					actions={acts.of}
				/>
			)}
			{query.data?.page ? (
				<Pager
					page={page}
					size={ON_PAGE}
					total={query.data.page.total}
					onPage={(next) => patch({ ipage: next === 1 ? undefined : next }, { replace: true })}
				/>
			) : null}
		</div>
	);
}
