/** `/manageaccount/costs`: what was spent, by month and by what it was spent on. */
import { costing } from '@luvalla/contract/billing/costs';
import { SPENDINGS } from '@luvalla/contract/billing/credits';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { AccountPage } from '#portal/app/account/AccountPage.tsx';
import { asQuery } from '#portal/lib/calls.ts';
import { centMicros, costMicros } from '#portal/lib/credits.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Card } from '#portal/ui/Card.tsx';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { useOnce } from '#portal/ui/late.ts';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { Activities } from './Activities.tsx';
import { CostChart } from './CostChart.tsx';
import styles from './costs.module.css';
import { costSearch } from './costs.search.ts';
import { type Month, monthName, monthsOf } from './months.ts';
import { TariffCard } from './TariffCard.tsx';
import { useCostTexts } from './texts.ts';

const TariffDrawer = lazy(() => import('./TariffDrawer.tsx').then((module) => ({ default: module.TariffDrawer })));

export function CostsScreen() {
	const t = useCostTexts();
	const [search, patch] = useScreenSearch(costSearch);
	const page = usePageCustomer(search, patch);
	const { customerId } = page;
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
					<Failed sentence={t('failed')} error={query.error} onRetry={() => query.refetch()} />
				) : months === undefined ? (
					<PageSkeleton />
				) : !spent ? (
					<>
						<Empty title={t('empty')}>{t('emptyWhy')}</Empty>
						<TariffCard onChange={changeTariff} />
					</>
				) : (
					<Costs
						months={months}
						wanted={search.month}
						onChoose={(month) => patch({ month }, { replace: true })}
						whose={search.customer === undefined ? {} : { customer: String(search.customer) }}
						onTariff={changeTariff}
					/>
				)}
			</AccountPage>
			<Suspense fallback={null}>
				{useOnce(changes) ? <TariffDrawer opened={changes} onClose={() => patch({ id: undefined })} /> : null}
			</Suspense>
		</>
	);
}

interface CostsProps {
	/** One at least; the last is the current one. */
	months: readonly Month[];
	wanted: string | undefined;
	onChoose: (key: string | undefined) => void;
	whose: Record<string, string>;
	/** Opens the tariff's form. */
	onTariff: () => void;
}

function Costs({ months, wanted, onChoose, whose, onTariff }: CostsProps) {
	const t = useCostTexts();
	const language = useLanguage();
	const current = months.at(-1);
	if (!current) return null;
	const { creditPriceCents, currency } = current;
	const money = (micros: number) => moneyText(costMicros(micros, creditPriceCents), currency, language);
	const nameOf = (key: string) => {
		const month = monthName(key, language);
		return key === current.key ? t('current', { month }) : month;
	};
	const chosen = months.find(({ key }) => key === wanted) ?? current;
	const choose = (key: string) => onChoose(key === current.key ? undefined : key);
	return (
		<div className={styles.grid}>
			<CostChart
				months={months}
				chosen={chosen.key}
				onChoose={choose}
				nameOf={nameOf}
				money={money}
				title={
					<span className={styles.answer}>
						<strong>{money(current.micros)}</strong> <span>{t('so', { month: nameOf(current.key) })}</span>
					</span>
				}
			/>
			<Card title={t('months')}>
				<ul className={styles.months}>
					{months.map(({ key, micros }) => (
						<li key={key}>
							<button type="button" aria-pressed={key === chosen.key} onClick={() => choose(key)}>
								<span>{nameOf(key)}</span> <strong className="num">{money(micros)}</strong>
							</button>
						</li>
					))}
				</ul>
				<p className={styles.quiet}>{t('price', { price: moneyText(centMicros(creditPriceCents), currency, language) })}</p>
			</Card>
			<Activities month={chosen} name={nameOf(chosen.key)} money={money} whose={whose} />
			<TariffCard onChange={onTariff} />
		</div>
	);
}
