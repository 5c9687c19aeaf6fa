/** The rows of the ledger, newest first: from where to where, the balance after each; a row unfolds into both of its sides. */
import type { CreditRow } from '@luvalla/contract/billing/credits';
import { IconArrowRight, IconChevronDown } from '@tabler/icons-react';
import { Fragment } from 'react';
import { creditText, moveText } from '#portal/lib/credits.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Bar } from '#portal/ui/chart/Bar.tsx';
import { useLate } from '#portal/ui/Loading.tsx';
import { DateText } from '#portal/ui/times.tsx';
import styles from './credits.module.css';
import { Sides } from './Sides.tsx';
import { useCreditTexts } from './texts.ts';
import { accountName, detailOf, titleOf } from './words.tsx';

interface LedgerTableProps {
	customerId: number;
	/** Whose balance it is. */
	customer: string;
	/** Undefined while they are on their way. */
	rows: readonly CreditRow[] | undefined;
	/** Number of the one that is unfolded. */
	open: number | undefined;
	onOpen: (number: number | undefined) => void;
}

export function LedgerTable({ customerId, customer, rows, open, onOpen }: LedgerTableProps) {
	const t = useCreditTexts();
	const language = useLanguage();
	return (
		<table className={styles.table} aria-busy={rows === undefined}>
			<caption className="visually-hidden">{t('ledger')}</caption>
			<thead>
				<tr>
					<th>{t('date')}</th>
					<th>{t('what')}</th>
					<th>{t('fromTo')}</th>
					<th className={styles.right}>{t('credits')}</th>
					<th className={styles.right}>{t('after')}</th>
				</tr>
			</thead>
			<tbody>
				{rows === undefined ? (
					<SkeletonRows />
				) : (
					rows.map((row) => {
						const title = titleOf(row, t);
						const detail = detailOf(row, t);
						const unfolded = open === row.number;
						return (
							<Fragment key={row.number}>
								<tr data-open={unfolded ? '' : undefined}>
									<td className={styles.date}>
										<DateText at={row.at} />
									</td>
									<th scope="row">
										<button
											type="button"
											className={styles.fold}
											aria-expanded={unfolded}
											onClick={() => onOpen(unfolded ? undefined : row.number)}
										>
											<span>
												{title}
												{detail === '' ? null : <span className={styles.detail}>{detail}</span>}
											</span>
											<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
										</button>
									</th>
									<td>
										<span className={styles.way}>
											{accountName(row.from, customer, t)}
											<IconArrowRight size={14} stroke={1.75} aria-hidden="true" />
											<span className="visually-hidden">{t('toWord')}</span>
											{accountName(row.to, customer, t)}
										</span>
									</td>
									<td className={styles.right} data-label={t('credits')} data-in={row.micros > 0 ? '' : undefined}>
										{moveText(row.micros, language)}
									</td>
									<td className={styles.right} data-label={t('after')}>
										<strong>{creditText(row.balanceMicros, language)}</strong>
									</td>
								</tr>
								{unfolded ? (
									<tr className={styles.inside}>
										<td className={styles.pad} />
										<td colSpan={4}>
											<Sides customerId={customerId} customer={customer} row={row} />
										</td>
									</tr>
								) : null}
							</Fragment>
						);
					})
				)}
			</tbody>
		</table>
	);
}

function SkeletonRows() {
	const late = useLate();
	return [0, 1, 2, 3, 4, 5].map((row) => (
		<tr key={row} className={late ? undefined : styles.early}>
			{[72, 180, 150, 60, 60].map((width, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: cells of a skeleton have no identity
				<td key={at}>
					<Bar width={width} />
				</td>
			))}
		</tr>
	));
}
