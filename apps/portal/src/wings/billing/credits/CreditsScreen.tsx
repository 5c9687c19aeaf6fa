/** `/manageaccount/credits`: the balance, the ledger behind it, and in the pane what is bought, billed and refunded. */
import { ledgerBalance } from '@luvalla/contract/billing/credits';
import { spending } from '@luvalla/contract/billing/spending';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AccountPage } from '#portal/app/account/AccountPage.tsx';
import { asQuery } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { useWorkedFor } from '#portal/lib/worked-for.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { Balance } from './Balance.tsx';
import { Buy } from './Buy.tsx';
import styles from './credits.module.css';
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
	const { search, patch, page, customerId, whose } = usePage(creditSearch);
	const query = useQuery({
		...asQuery(ledgerBalance, { query: { customerId: customerId ?? undefined } }, { customerId }),
		enabled: customerId !== null,
	});
	const spends = useQuery({ ...asQuery(spending, { query: { customerId: customerId ?? 0 } }), enabled: customerId !== null });
	const spent = spends.data?.data;
	// What stands below the notices is seen once these are known, so that nothing is pushed down.
	const known = !query.isPending && !spends.isPending;
	const shortMicros = spent?.short.at(-1)?.shortMicros ?? 0;
	const balance = query.data?.data;
	const customer = person.isAdmin ? worked : person.currentCustomer;
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
						{known ? null : <Skeleton height={420} />}
						<div hidden={!known}>
							{known && buys && balance ? (
								<Buy key={customerId} balance={balance} isAdmin={person.isAdmin} whose={whose} shortMicros={shortMicros} />
							) : null}
							<Invoices customerId={customerId} search={search} patch={patch} />
						</div>
					</>
				)
			}
		>
			{customerId === null ? null : (
				<>
					{known ? null : (
						<div className={styles.loads}>
							<PageSkeleton />
						</div>
					)}
					<div hidden={!known}>
						{query.isError && !balance ? <Failed query={query} /> : <Balance balance={balance} />}
						{spends.isError && !spent ? <Failed query={spends} /> : null}
						{spent?.isCharged ? <LowLimit key={`low ${customerId}`} spent={spent} mayChange={buys} /> : null}
						{spent ? <Shortage spent={spent} /> : null}
						<Ledger key={customerId} customerId={customerId} customer={customer?.name ?? ''} search={search} patch={patch} />
					</div>
					<RefundDrawer customerId={customerId} id={search.id} balance={balance} onClose={() => patch({ id: undefined })} />
				</>
			)}
		</AccountPage>
	);
}
