/** What one costs, by the tariff that holds now. */
import { readTariff, TARIFF_ITEMS } from '@luvalla/contract/billing/tariff';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { dateText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import styles from './costs.module.css';
import { useCostTexts } from './texts.ts';

export function TariffCard() {
	const t = useCostTexts();
	const language = useLanguage();
	const tariff = useQuery(asQuery(readTariff, {})).data?.data;
	if (!tariff) return null;
	const { since, prices, currency, next } = tariff;
	const title = since === null ? t('tariff') : t('tariffSince', { day: dateText(since, language) });
	return (
		<Card title={title}>
			<table className={styles.table}>
				<caption className="visually-hidden">{title}</caption>
				<thead>
					<tr>
						<th>{t('activity')}</th>
						<th>{t('priceOne')}</th>
					</tr>
				</thead>
				<tbody>
					{TARIFF_ITEMS.map((item) => (
						<tr key={item}>
							<th scope="row">{t(`item_${item}`)}</th>
							<td>{moneyText(prices[item], currency, language)}</td>
						</tr>
					))}
				</tbody>
			</table>
			<p className={styles.quiet}>
				{t('tariffOwn')} {next[0] ? t('tariffNext', { day: dateText(next[0].since, language) }) : null}
			</p>
		</Card>
	);
}
