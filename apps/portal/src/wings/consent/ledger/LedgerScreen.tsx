import { installationCheck, ledgerState } from '@luvalla/contract/consent/proof';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { CheckCard } from './CheckCard.tsx';
import { HeadCard } from './HeadCard.tsx';
import { HeadsList } from './HeadsList.tsx';
import { InstallationCard } from './InstallationCard.tsx';
import { KeyCard } from './KeyCard.tsx';
import styles from './Ledger.module.css';
import { ledgerSearch } from './ledger.search.ts';
import { ToldCard } from './ToldCard.tsx';
import { useLedgerTexts } from './texts.ts';
import { Verdict } from './Verdict.tsx';

/** `/reports/ledger`: the ledger as a whole: is it in order, what was signed, and who was told. */
export function LedgerScreen() {
	const t = useLedgerTexts();
	const { search, patch, page, customerId, picker, whose: customer } = usePage(ledgerSearch);
	const query = useQuery({ ...asQuery(ledgerState, {}, { customerId }), enabled: customerId !== null });
	const { isAdmin } = usePerson();
	const above = useQuery({ ...asQuery(installationCheck, {}), enabled: isAdmin });
	const foundAbove = above.data?.data.check?.found ?? 0;
	const installation = isAdmin ? <InstallationCard query={above} /> : null;
	const state = query.data?.data;
	const sealed = state !== undefined && state.log !== null && state.head !== null;
	return (
		<>
			<PageHeader
				title={t('title')}
				busy={query.isFetching && !query.isPending}
				crumbs={[{ label: t('reporting'), to: '/reports', search: customer }, { label: t('title') }]}
				badge={
					<>
						{state?.log ? <Verdict check={state.check} /> : null}
						{foundAbove > 0 ? (
							<Badge hue="red" icon={IconAlertTriangle}>
								{t('installationFindings', { count: foundAbove })}
							</Badge>
						) : null}
					</>
				}
				actions={picker}
			/>
			<CustomerGate page={page}>
				{query.isError && !state ? (
					<div className={styles.cards}>
						<Failed sentence={t('failed')} query={query} />
						{installation}
					</div>
				) : !state ? (
					<PageSkeleton />
				) : (
					<div className={styles.cards}>
						{sealed ? null : <Empty title={t('none')}>{t('noneWhy')}</Empty>}
						{sealed && customerId !== null ? <CheckCard state={state} customerId={customerId} customer={customer} /> : null}
						<div className={styles.columns}>
							<div className={styles.cards}>
								<KeyCard state={state} customerId={customerId} />
							</div>
							{sealed || installation ? (
								<div className={styles.cards}>
									{sealed ? <HeadCard state={state} /> : null}
									{installation}
								</div>
							) : null}
						</div>
						{state.can.tell && customerId !== null ? <ToldCard customerId={customerId} search={search} patch={patch} /> : null}
						{state.head && customerId !== null ? <HeadsList customerId={customerId} search={search} patch={patch} /> : null}
					</div>
				)}
			</CustomerGate>
		</>
	);
}
