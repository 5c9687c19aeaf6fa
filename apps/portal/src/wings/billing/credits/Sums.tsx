import type { CreditBalance } from '@luvalla/contract/billing/credits';
import { centMicros } from '#portal/lib/credits.ts';
import { percentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import styles from './pay.module.css';
import type { Price } from './price.ts';
import { useCreditTexts } from './texts.ts';

/** What it costs, its tax, and what is to be paid. */
export function Sums({ balance: { vat, currency }, credits, price }: { balance: CreditBalance; credits: number | null; price: Price }) {
	const t = useCreditTexts();
	const language = useLanguage();
	const money = (cents: number) => moneyText(centMicros(cents), currency, language);
	return (
		<dl className={styles.sums}>
			<div>
				<dt>{t('creditsLine', { count: credits ?? 0 })}</dt>
				<dd className="num">{money(price.netCents)}</dd>
			</div>
			<div>
				<dt>{vat.kind === 'charged' ? t('vat', { rate: percentText(vat.basisPoints / 10_000, language) }) : t(`vat_${vat.kind}`)}</dt>
				<dd className="num">{money(price.vatCents)}</dd>
			</div>
			<div className={styles.toPay}>
				<dt>{t('toPay')}</dt>
				<dd>{money(price.totalCents)}</dd>
			</div>
		</dl>
	);
}
