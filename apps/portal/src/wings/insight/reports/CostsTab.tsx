/** The cost report: by month, by activity, and what it costs to write to so many contacts. */
import { costing } from '@luvalla/contract/billing/costs';
import { channelAt } from '@luvalla/contract/channels';
import { ActivityCost, ContactCost, costPerActivity, costPerContact } from '@luvalla/contract/insight/cost-reports';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCertificate, IconRadar2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { asList, asQuery } from '#portal/lib/calls.ts';
import { costMicros } from '#portal/lib/credits.ts';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { Scroll } from '#portal/ui/chart/Scroll.tsx';
import { ShareBar } from '#portal/ui/chart/ShareBar.tsx';
import { CostMonths } from '#portal/ui/credits/CostMonths.tsx';
import { jsonOf, monthsOf } from '#portal/ui/credits/months.ts';
import { priceText } from '#portal/ui/credits/prices.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import styles from './Reports.module.css';
import type { TabProps } from './ReportTools.tsx';
import { useReportTexts } from './texts.ts';

export function CostsTab({ search, patch, customerId }: Omit<TabProps, 'domains'>) {
	const t = useReportTexts();
	const query = useQuery(asQuery(costing, { params: { id: customerId } }));
	const months = query.data ? monthsOf(query.data.data) : undefined;
	const spent = months?.some(({ micros }) => micros > 0) ?? false;
	const whose = whoseOf(search);
	if (query.isError && !months) return <Failed sentence={t('costsFailed')} query={query} />;
	if (months === undefined) return <PageSkeleton />;
	return (
		<div className="column-16">
			{spent ? (
				<CostMonths months={months} wanted={search.month} onChoose={(month) => patch({ month }, { replace: true })}>
					{(month, name, money) => (
						<>
							<Activities customerId={customerId} month={month.key} name={name} money={money} whose={whose} />
							<Contacts customerId={customerId} money={money} />
						</>
					)}
				</CostMonths>
			) : (
				<>
					<Empty title={t('noCosts')}>{t('noCostsWhy')}</Empty>
					<Contacts customerId={customerId} money={null} />
				</>
			)}
		</div>
	);
}

type Money = (micros: number) => string;

interface ActivitiesProps {
	customerId: number;
	month: string;
	name: string;
	money: Money;
	whose: Record<string, string>;
}

const OTHER_SIGNS = { sending: IconRadar2, scans: IconRadar2, stored: IconCertificate } as const;

function Activities({ customerId, month, name, money, whose }: ActivitiesProps) {
	const t = useReportTexts();
	const say = useSay();
	const language = useLanguage();
	const query = useQuery(asList(costPerActivity, { query: { month } }, { customerId }));
	const rows = query.data?.data.map(({ value }) => ActivityCost.parse(jsonOf(value))).toSorted((a, b) => b.micros - a.micros);
	const most = Math.max(...(rows ?? []).map(({ micros }) => micros), 1);
	const sum = (rows ?? []).reduce((all, { micros }) => all + micros, 0);
	const title = t('perActivity', { month: name });
	const nameOf = ({ kind, channel }: ActivityCost) =>
		channel === null ? t(`activity_${kind}`) : say(channelSigns[channelAt(channel)].label);
	const one = ({ oneMicros, creditPriceCents, currency }: ActivityCost) =>
		priceText(costMicros(oneMicros, creditPriceCents), currency, language);
	return (
		<Card
			title={title}
			aside={
				<CsvExport
					short
					name={`costs-${month}`}
					rows={() => [
						[t('activity'), t('count_'), t('priceOne'), t('cost')],
						...(rows ?? []).map((row) => [nameOf(row), row.count, one(row), money(row.micros)]),
					]}
				/>
			}
		>
			{query.isError && !rows ? (
				<Failed sentence={t('costsFailed')} query={query} />
			) : rows?.length === 0 ? (
				<p className="aside">{t('nothingUsed')}</p>
			) : (
				<Scroll className={styles.scroll} label={title}>
					<table className={styles.table} aria-busy={rows === undefined}>
						<caption className="visually-hidden">{title}</caption>
						<thead>
							<tr>
								<th>{t('activity')}</th>
								<th>{t('count_')}</th>
								<th>{t('priceOne')}</th>
								<th>{t('cost')}</th>
								<td className={styles.share} />
							</tr>
						</thead>
						<tbody>
							{rows?.map((row) => {
								const Icon = row.channel === null ? OTHER_SIGNS[row.kind] : channelSigns[channelAt(row.channel)].icon;
								return (
									<tr key={nameOf(row)}>
										<th scope="row">
											<span className={styles.named}>
												<Icon size={16} stroke={1.75} aria-hidden="true" />
												{nameOf(row)}
											</span>
										</th>
										<td>
											<Link to="/manageaccount/credits" search={{ ...whose, kind: row.kind }} className="link">
												{numberText(row.count, language)}
											</Link>
										</td>
										<td>{one(row)}</td>
										<td>
											<strong>{money(row.micros)}</strong>
										</td>
										<td className={styles.share}>
											<span>
												<ShareBar share={row.micros / most} />
											</span>
										</td>
									</tr>
								);
							})}
						</tbody>
						{rows === undefined ? null : (
							<tfoot>
								<tr>
									<th scope="row">{t('together')}</th>
									<td />
									<td />
									<td>
										<strong>{money(sum)}</strong>
									</td>
									<td className={styles.share} />
								</tr>
							</tfoot>
						)}
					</table>
				</Scroll>
			)}
		</Card>
	);
}

const FIRST_COUNT = 10_000;
const MOST_COUNT = 100_000_000;
const TYPING_MS = 300;
/** Thousands may stand apart by a comma or a dot. */
const WHOLE = /^(\d+|\d{1,3}([,.]\d{3})+)$/;

/** What it costs to write to so many once. */
function Contacts({ customerId, money }: { customerId: number; money: Money | null }) {
	const t = useReportTexts();
	const say = useSay();
	const language = useLanguage();
	const id = useId();
	const [text, setText] = useState(String(FIRST_COUNT));
	const [settled] = useDebouncedValue(text, TYPING_MS);
	const digits = settled.replaceAll(/\s/g, '');
	const count = WHOLE.test(digits) ? Number(digits.replaceAll(/[,.]/g, '')) : Number.NaN;
	const fits = Number.isInteger(count) && count >= 1 && count <= MOST_COUNT;
	const query = useQuery({ ...asList(costPerContact, { query: { count: fits ? count : FIRST_COUNT } }, { customerId }), enabled: fits });
	const rows = query.data?.data.map(({ value }) => ContactCost.parse(jsonOf(value)));
	return (
		<Card
			title={t('perContact')}
			aside={
				<span className="aside line-8">
					<label htmlFor={id}>{t('contacts')}</label>
					<TextInput
						id={id}
						w={112}
						inputMode="numeric"
						value={text}
						error={!fits}
						aria-describedby={fits ? undefined : `${id}-error`}
						onChange={(event) => setText(event.currentTarget.value)}
					/>
				</span>
			}
		>
			{fits ? null : (
				<p id={`${id}-error`} className="aside" role="alert">
					{t('contactsWrong', { most: numberText(MOST_COUNT, language) })}
				</p>
			)}
			{query.isError && !rows ? (
				<Failed sentence={t('costsFailed')} query={query} />
			) : (
				<table className={styles.table} aria-busy={rows === undefined}>
					<caption className="visually-hidden">{t('perContact')}</caption>
					<thead>
						<tr>
							<th>{t('channel')}</th>
							<th>{t('one')}</th>
							<th>{numberText(fits ? count : FIRST_COUNT, language)}</th>
						</tr>
					</thead>
					<tbody>
						{rows?.map(({ channel, oneMicros, micros, creditPriceCents, currency }) => {
							const { label, icon: Icon } = channelSigns[channelAt(channel)];
							const price = (value: number) => priceText(costMicros(value, creditPriceCents), currency, language);
							return (
								<tr key={channel}>
									<th scope="row">
										<span className={styles.named}>
											<Icon size={16} stroke={1.75} aria-hidden="true" />
											{say(label)}
										</span>
									</th>
									<td>{price(oneMicros)}</td>
									<td>
										<strong>{money ? money(micros) : price(micros)}</strong>
									</td>
								</tr>
							);
						})}
					</tbody>
				</table>
			)}
			<p className="aside">{rows?.every(({ oneMicros }) => oneMicros === 0) ? t('contactsFree') : t('contactsNote')}</p>
		</Card>
	);
}
