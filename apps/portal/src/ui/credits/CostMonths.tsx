/** Months of costs: as bars, with what the current one comes to, and as a list; both choose a month. */
import type { ReactNode } from 'react';
import { centMicros, costMicros } from '#portal/lib/credits.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '../Card.tsx';
import { moneyText } from '../deliveries/words.ts';
import { useNow } from '../times.tsx';
import { CostChart } from './CostChart.tsx';
import styles from './costs.module.css';
import { expectedOf, type Month, monthName } from './months.ts';
import { useMoveTexts } from './texts.ts';

interface CostMonthsProps {
	/** One at least; the last is the current one. */
	months: readonly Month[];
	wanted: string | undefined;
	onChoose: (key: string | undefined) => void;
	/** Of the chosen month. @param name as it is called; money writes millionths of a credit */
	children: (chosen: Month, name: string, money: (micros: number) => string) => ReactNode;
}

const MINUTE_MS = 60_000;

export function CostMonths({ months, wanted, onChoose, children }: CostMonthsProps) {
	const t = useMoveTexts();
	const language = useLanguage();
	const now = useNow(MINUTE_MS);
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
	const expected = expectedOf(current, now);
	return (
		<div className={styles.grid}>
			<CostChart
				months={months}
				chosen={chosen.key}
				onChoose={choose}
				nameOf={nameOf}
				money={money}
				expected={expected}
				title={
					<span className={styles.answer}>
						<strong>{money(current.micros)}</strong>{' '}
						<span>
							{t('so', { month: nameOf(current.key) })}
							{expected === null ? '' : `, ${t('byItsEnd', { sum: money(expected) })}`}
						</span>
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
			{children(chosen, nameOf(chosen.key), money)}
		</div>
	);
}
