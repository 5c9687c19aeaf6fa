/** `/manageaccount/costs`: what was spent, by month and by what it was spent on. */
import { costing } from '@luvalla/contract/billing/costs';
import { SPENDINGS } from '@luvalla/contract/billing/credits';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { AccountPage } from '#portal/app/account/AccountPage.tsx';
import { asQuery } from '#portal/lib/calls.ts';
import { late } from '#portal/lib/late.tsx';
import { usePerson } from '#portal/lib/use-session.ts';
import { CostMonths } from '#portal/ui/credits/CostMonths.tsx';
import { monthsOf } from '#portal/ui/credits/months.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { useOnce } from '#portal/ui/late.ts';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { Activities } from './Activities.tsx';
import { costSearch } from './costs.search.ts';
import { TariffCard } from './TariffCard.tsx';
import { useCostTexts } from './texts.ts';

const TariffDrawer = late(() => import('./TariffDrawer.tsx').then((module) => module.TariffDrawer));

export function CostsScreen() {
	const t = useCostTexts();
	const { search, patch, page, customerId, whose } = usePage(costSearch);
	const changes = usePerson().isAdmin && search.id === 'tariff';
	const changeTariff = () => patch({ id: 'tariff' });
	const query = useQuery({ ...asQuery(costing, { params: { id: customerId ?? 0 } }), enabled: customerId !== null });
	const months = query.data ? monthsOf(query.data.data) : undefined;
	const rows = () => [
		[t('month'), ...SPENDINGS.map((kind) => t(kind)), t('together')],
		...(months ?? []).map(({ key, kinds, micros }) => [
			key,
			...SPENDINGS.map((kind) => (kinds[kind] ?? 0) / MICROS_PER_CREDIT),
			micros / MICROS_PER_CREDIT,
		]),
	];
	const spent = months?.some(({ micros }) => micros > 0) ?? false;
	return (
		<>
			<AccountPage
				page={page}
				search={search}
				busy={query.isFetching && !query.isPending}
				actions={spent ? <CsvExport short name="costs" rows={rows} /> : null}
			>
				{query.isError && !months ? (
					<Failed sentence={t('failed')} query={query} />
				) : months === undefined ? (
					<PageSkeleton />
				) : !spent ? (
					<>
						<Empty title={t('empty')}>{t('emptyWhy')}</Empty>
						<TariffCard onChange={changeTariff} />
					</>
				) : (
					<CostMonths months={months} wanted={search.month} onChoose={(month) => patch({ month }, { replace: true })}>
						{(month, name, money) => (
							<>
								<Activities month={month} name={name} money={money} whose={whose} />
								<TariffCard onChange={changeTariff} />
							</>
						)}
					</CostMonths>
				)}
			</AccountPage>
			{useOnce(changes) ? <TariffDrawer opened={changes} onClose={() => patch({ id: undefined })} /> : null}
		</>
	);
}
