/** What a month was spent on; the parts make the whole. */
import { SPENDINGS } from '@luvalla/contract/billing/credits';
import { Link } from '@tanstack/react-router';
import { creditText } from '#portal/lib/credits.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { ShareBar } from '#portal/ui/chart/ShareBar.tsx';
import styles from '#portal/ui/credits/costs.module.css';
import type { Month } from '#portal/ui/credits/months.ts';
import { useCostTexts } from './texts.ts';

interface ActivitiesProps {
	month: Month;
	name: string;
	money: (micros: number) => string;
	whose: Record<string, string>;
}

export function Activities({ month, name, money, whose }: ActivitiesProps) {
	const t = useCostTexts();
	const language = useLanguage();
	const title = t('perActivity', { month: name });
	const kinds = SPENDINGS.filter((kind) => (month.kinds[kind] ?? 0) > 0).toSorted((a, b) => (month.kinds[b] ?? 0) - (month.kinds[a] ?? 0));
	const most = Math.max(...kinds.map((kind) => month.kinds[kind] ?? 0), 1);
	return (
		<Card title={title}>
			{kinds.length === 0 ? (
				<p className={styles.quiet}>{t('nothing')}</p>
			) : (
				<table className={styles.table}>
					<caption className="visually-hidden">{title}</caption>
					<thead>
						<tr>
							<th>{t('activity')}</th>
							<th>{t('credits')}</th>
							<th>{t('cost')}</th>
							<td className={styles.shareCell} />
						</tr>
					</thead>
					<tbody>
						{kinds.map((kind) => (
							<tr key={kind}>
								<th scope="row">
									<Link to="/manageaccount/credits" search={{ ...whose, kind }} className={styles.activity}>
										{t(kind)}
									</Link>
								</th>
								<td>{creditText(month.kinds[kind] ?? 0, language)}</td>
								<td>
									<strong>{money(month.kinds[kind] ?? 0)}</strong>
								</td>
								<td className={styles.shareCell}>
									<div className={styles.share}>
										<ShareBar share={(month.kinds[kind] ?? 0) / most} />
									</div>
								</td>
							</tr>
						))}
					</tbody>
					<tfoot>
						<tr>
							<th scope="row">{t('together')}</th>
							<td>{creditText(month.micros, language)}</td>
							<td>
								<strong>{money(month.micros)}</strong>
							</td>
							<td className={styles.shareCell} />
						</tr>
					</tfoot>
				</table>
			)}
		</Card>
	);
}
