/** `/manageaccount/vouchers`: redeeming by code, and what was redeemed. */
import { myRedemptions, myRedemptionsFile, type Redemption } from '@luvalla/contract/billing/vouchers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AccountPage } from '#portal/app/account/AccountPage.tsx';
import { asList } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Empty } from '#portal/ui/Empty.tsx';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import { DataList } from '#portal/ui/list/DataList.tsx';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { DateText } from '#portal/ui/times.tsx';
import { goodFor, Redeem } from './Redeem.tsx';
import { redemptionSearch } from './redemptions.search.ts';
import { useRedemptionTexts } from './texts.ts';

export function RedemptionsScreen() {
	const t = useRedemptionTexts();
	const person = usePerson();
	const { search, patch, page, customerId, whose } = usePage(redemptionSearch);
	const query = useQuery({ ...asList(myRedemptions, { query: listQueryOf(search) }, { customerId }), enabled: customerId !== null });
	const columns: Column<Redemption>[] = [
		{ key: 'code', header: t('code'), cell: ({ code }) => <span className="mono">{code}</span>, width: 120 },
		{
			key: 'good',
			header: t('good'),
			cell: (one) => (one.domain === null ? goodFor(one, t) : `${goodFor(one, t)}, ${one.domain}`),
		},
		{ key: 'note', header: t('note'), cell: ({ note }) => note },
		{ key: 'when', header: t('when'), cell: ({ redeemedAt }) => <DateText at={redeemedAt} /> },
	];
	const may = person.isAdmin || person.customerAdmin;
	return (
		<AccountPage
			page={page}
			search={search}
			busy={query.isFetching && !query.isPending}
			sideName={t('redeem')}
			side={
				may && customerId !== null ? <Redeem key={customerId} customerId={customerId} domains={page.domains} whose={whose} /> : undefined
			}
		>
			<DataList
				name="redemptions"
				caption={t('vouchers')}
				query={query}
				columns={columns}
				rowId={(one) => one.id}
				rowName={(one) => one.code}
				search={search}
				onSearch={patch}
				searchLabel={t('search')}
				more={<ListExport short read={() => fetchFile(myRedemptionsFile, { query: { q: search.q, sort: search.sort } }, { customerId })} />}
				count={(count) => t('count', { count })}
				failed={t('failed')}
				empty={<Empty title={t('empty')}>{t('emptyWhy')}</Empty>}
			/>
			{query.data?.data.some(({ kind }) => kind === 'credits') ? (
				<p className="aside above-12">
					{t('ledger')}{' '}
					<Link to="/manageaccount/credits" search={{ ...whose, kind: 'voucher' }} className="link">
						{t('ledgerLink')}
					</Link>
				</p>
			) : null}
		</AccountPage>
	);
}
