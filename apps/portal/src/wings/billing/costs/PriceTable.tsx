/** What one costs, by what it is. */
import { TARIFF_ITEMS, type TariffPrices } from '@luvalla/contract/billing/tariff';
import { useLanguage } from '#portal/lib/say.ts';
import styles from '#portal/ui/credits/costs.module.css';
import { priceText } from '#portal/ui/credits/prices.ts';
import { useCostTexts } from './texts.ts';

export function PriceTable({ title, prices, currency }: { title: string; prices: TariffPrices; currency: string }) {
	const t = useCostTexts();
	const language = useLanguage();
	return (
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
						<td>{priceText(prices[item], currency, language)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
