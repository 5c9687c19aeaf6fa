import type { CreditBalance } from '@luvalla/contract/billing/credits';
import { Skeleton } from '@mantine/core';
import { centMicros, costMicros, creditText } from '#portal/lib/credits.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import styles from './credits.module.css';
import { useCreditTexts } from './texts.ts';

/** The balance first, what it is worth, and what a credit costs. */
export function Balance({ balance }: { balance: CreditBalance | undefined }) {
	const t = useCreditTexts();
	const language = useLanguage();
	if (!balance) return <Skeleton height={74} mb={20} className={styles.balanceSpace} />;
	const { balanceMicros, creditPriceCents, currency } = balance;
	return (
		<div className={styles.balance}>
			<h2 className={styles.balanceName}>{t('balance')}</h2>
			<p className={styles.balanceLine}>
				<strong>{creditText(balanceMicros, language)}</strong>
				<span>{t('creditsWorth', { sum: moneyText(costMicros(balanceMicros, creditPriceCents), currency, language) })}</span>
				<span className={styles.price}>{t('price', { price: moneyText(centMicros(creditPriceCents), currency, language) })}</span>
			</p>
		</div>
	);
}
