/** ADMIN's form of the tariff: all prices from a moment on, for every customer; the others are listed, and stay as they are. */
import { readTariff, setTariff, TARIFF_ITEMS, type Tariff, type TariffItem, TariffPrices } from '@luvalla/contract/billing/tariff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { isLocalMoment, momentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import styles from '#portal/ui/credits/costs.module.css';
import { priceMicros, priceNumber, priceText } from '#portal/ui/credits/prices.ts';
import { Fold } from '#portal/ui/Fold.tsx';
import { DateField } from '#portal/ui/form/DateField.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { PriceTable } from './PriceTable.tsx';
import { useCostTexts } from './texts.ts';

export function TariffDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
	const t = useCostTexts();
	const query = useQuery({ ...asQuery(readTariff, {}), enabled: opened });
	return (
		<FormDrawer opened={opened} title={t('tariffTitle')} onClose={onClose} {...(query.data ? {} : { loading: query })}>
			{opened && query.data ? <TariffForm tariff={query.data.data} /> : null}
		</FormDrawer>
	);
}

type Values = Record<TariffItem, string> & { since: string };

/** Of a form's minute, which began before it was sent. */
const MINUTE_MS = 60_000;

const pricesOf = (values: Values): TariffPrices =>
	TariffPrices.parse(Object.fromEntries(TARIFF_ITEMS.map((item) => [item, priceMicros(values[item])])));

function TariffForm({ tariff: { prices, currency, next, past } }: { tariff: Tariff }) {
	const t = useCostTexts();
	const language = useLanguage();
	const [example] = useState(() => momentText(new Date(), language));
	const save = useCall(setTariff, { reload: [readTariff] });
	const price = z
		.string()
		.refine((text) => priceMicros(text) !== null, { error: t('priceWrong', { example: priceNumber(65_000, language) }) });
	const schema = z.object({
		...Object.fromEntries(TARIFF_ITEMS.map((item) => [item, price])),
		since: z
			.string()
			.refine((text) => text === '' || isLocalMoment(text), { error: t('badMoment', { example }), abort: true })
			.refine((text) => text === '' || new Date(text).getTime() > Date.now() - MINUTE_MS, { error: t('tariffPast') }),
	});
	const textsOf = (of: (item: TariffItem) => string) => ({
		...{ email: of('email'), sms: of('sms'), mobile: of('mobile'), web: of('web'), webhook: of('webhook'), ad: of('ad') },
		...{ scanPage: of('scanPage'), storedConsent: of('storedConsent') },
	});
	return (
		<DrawerForm<Values>
			initial={{ ...textsOf((item) => priceNumber(prices[item], language)), since: '' }}
			schema={schema}
			labels={{ ...textsOf((item) => t(`item_${item}`)), since: t('since') }}
			onSave={(values) =>
				save.mutateAsync({
					body: { prices: pricesOf(values), ...(values.since === '' ? {} : { since: new Date(values.since).toISOString() }) },
				})
			}
			saveLabel={t('tariffSave')}
		>
			{(form) => (
				<>
					<p className="quiet">{t('tariffWhat')}</p>
					<div className={styles.prices}>
						{TARIFF_ITEMS.map((item) => (
							<TextField
								key={item}
								label={t(`item_${item}`)}
								hint={t('priceNow', { price: priceText(prices[item], currency, language) })}
								inputMode="decimal"
								autoComplete="off"
								{...form.getInputProps(item)}
							/>
						))}
					</div>
					<DateField label={t('since')} hint={t('sinceHint')} optional {...form.getInputProps('since')} />
					<p className={styles.quiet}>{t('tariffOwn')}</p>
					<Others title={t('tariffsNext')} tariffs={next} currency={currency} />
					<Others title={t('tariffsPast')} tariffs={past} currency={currency} />
				</>
			)}
		</DrawerForm>
	);
}

/** Tariffs of other times: since when, and unfolded what they say. */
function Others({ title, tariffs, currency }: { title: string; tariffs: Tariff['past']; currency: string }) {
	const t = useCostTexts();
	const language = useLanguage();
	if (tariffs.length === 0) return null;
	return (
		<section aria-label={title}>
			<h3 className={styles.othersTitle}>{title}</h3>
			<ul>
				{tariffs.map(({ since, prices }) => {
					const name = t('tariffSince', { day: momentText(since, language) });
					return (
						<li key={since}>
							<Fold summary={name}>
								<PriceTable title={name} prices={prices} currency={currency} />
							</Fold>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
