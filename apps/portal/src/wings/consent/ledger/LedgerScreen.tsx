import { ledgerState, type SelfCheck } from '@luvalla/contract/consent/proof';
import { IconAlertTriangle, IconCertificate, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { CustomerGate, usePageCustomer } from '#portal/ui/pickers.tsx';
import { CheckCard } from './CheckCard.tsx';
import { HeadCard } from './HeadCard.tsx';
import { HeadsList } from './HeadsList.tsx';
import styles from './Ledger.module.css';
import { ledgerSearch } from './ledger.search.ts';
import { ToldCard } from './ToldCard.tsx';
import { useLedgerTexts } from './texts.ts';

/** `/reports/ledger`: the ledger as a whole: is it in order, what was signed, and who was told. */
export function LedgerScreen() {
	const t = useLedgerTexts();
	const [search, patch] = useScreenSearch(ledgerSearch);
	const page = usePageCustomer(search, patch);
	const { customerId, picker } = page;
	const query = useQuery({ ...asQuery(ledgerState, {}, { customerId }), enabled: customerId !== null });
	const customer: Record<string, string> = search.customer ? { customer: String(search.customer) } : {};
	const state = query.data?.data;
	return (
		<>
			<PageHeader
				title={t('title')}
				busy={query.isFetching && !query.isPending}
				crumbs={[{ label: t('reporting'), to: '/reports', search: customer }, { label: t('title') }]}
				badge={state?.log ? <Verdict check={state.check} /> : null}
				actions={picker}
			/>
			<CustomerGate page={page}>
				{query.isError && !state ? (
					<Failed sentence={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
				) : !state ? (
					<PageSkeleton />
				) : (
					<div className={styles.cards}>
						{state.log && state.head ? (
							<div className={styles.pair}>
								<CheckCard check={state.check} customer={customer} />
								<HeadCard state={state} />
							</div>
						) : (
							<Empty title={t('none')}>{t('noneWhy')}</Empty>
						)}
						{state.can.tell && customerId !== null ? <ToldCard customerId={customerId} search={search} patch={patch} /> : null}
						{state.head && customerId !== null ? <HeadsList customerId={customerId} search={search} patch={patch} /> : null}
					</div>
				)}
			</CustomerGate>
		</>
	);
}

function Verdict({ check }: { check: SelfCheck | null }) {
	const t = useLedgerTexts();
	if (!check)
		return (
			<Badge hue="gray" icon={IconCircleDashed}>
				{t('notChecked')}
			</Badge>
		);
	return check.found === 0 ? (
		<Badge hue="green" icon={IconCertificate}>
			{t('inOrder')}
		</Badge>
	) : (
		<Badge hue="red" icon={IconAlertTriangle}>
			{t('findings', { count: check.found })}
		</Badge>
	);
}
