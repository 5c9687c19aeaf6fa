/** `/manageaccount/credits`: the balance, the ledger behind it, and in the pane what is bought, billed and refunded. */
import { ledgerBalance } from '@luvalla/contract/billing/credits';
import { spending } from '@luvalla/contract/billing/spending';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AccountPage } from '#portal/app/account/AccountPage.tsx';
import { asQuery } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { useWorkedFor } from '#portal/lib/worked-for.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { Balance } from './Balance.tsx';
import { Buy } from './Buy.tsx';
import { creditSearch } from './credits.search.ts';
import { Invoices } from './Invoices.tsx';
import { Ledger } from './Ledger.tsx';
import { RefundDrawer } from './RefundDrawer.tsx';
import { LowLimit, Shortage } from './Spending.tsx';
import { useCreditTexts } from './texts.ts';

export function CreditsScreen() {
	const t = useCreditTexts();
	const person = usePerson();
	const worked = useWorkedFor();
	const [search, patch] = useScreenSearch(creditSearch);
	const page = usePageCustomer(search, patch);
	const { customerId } = page;
	const query = useQuery({
		...asQuery(ledgerBalance, { query: { customerId: customerId ?? undefined } }, { customerId }),
		enabled: customerId !== null,
	});
	const spent = useQuery({ ...asQuery(spending, { query: { customerId: customerId ?? 0 } }), enabled: customerId !== null }).data?.data;
	const shortMicros = spent?.short.at(-1)?.shortMicros ?? 0;
	const balance = query.data?.data;
	const customer = person.isAdmin ? worked : person.currentCustomer;
	const whose: Record<string, string> = search.customer === undefined ? {} : { customer: String(search.customer) };
	const buys = person.isAdmin || person.customerAdmin;
	return (
		<AccountPage
			page={page}
			search={search}
			busy={query.isFetching && !query.isPending}
			sideName={t('side')}
			side={
				customerId === null ? null : (
					<>
						{!buys ? null : balance ? (
							<Buy key={customerId} balance={balance} isAdmin={person.isAdmin} whose={whose} shortMicros={shortMicros} />
						) : query.isError ? null : (
							<Skeleton height={420} />
						)}
						<Invoices customerId={customerId} search={search} patch={patch} />
					</>
				)
			}
		>
			{customerId === null ? null : (
				<>
					{query.isError && !balance ? <Failed error={query.error} onRetry={() => query.refetch()} /> : <Balance balance={balance} />}
					{spent?.isCharged ? <LowLimit key={`low ${customerId}`} spent={spent} mayChange={buys} /> : null}
					{spent ? <Shortage spent={spent} /> : null}
					<Ledger key={customerId} customerId={customerId} customer={customer?.name ?? ''} search={search} patch={patch} />
					<RefundDrawer customerId={customerId} id={search.id} balance={balance} onClose={() => patch({ id: undefined })} />
				</>
			)}
		</AccountPage>
	);
}
