/** The rows of the ledger, newest first: from where to where, the balance after each; a row unfolds into both of its sides. */
import type { CreditRow } from '@luvalla/contract/billing/credits';
import { IconArrowRight, IconChevronDown } from '@tabler/icons-react';
import { Fragment } from 'react';
import { creditText, moveText } from '#portal/lib/credits.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Bar } from '#portal/ui/chart/Bar.tsx';
import { useMoveTexts } from '#portal/ui/credits/texts.ts';
import { accountName, detailOf, titleOf } from '#portal/ui/credits/words.ts';
import { useLate } from '#portal/ui/Loading.tsx';
import { DateText } from '#portal/ui/times.tsx';
import styles from './credits.module.css';
import { Sides } from './Sides.tsx';
import { useCreditTexts } from './texts.ts';

interface LedgerTableProps {
	customerId: number;
	/** Whose balance it is. */
	customer: string;
	/** Undefined while they are on their way. */
	rows: readonly CreditRow[] | undefined;
	/** With reservations: the balance is what was free. Without them what was reserved is counted in it, so that each line follows from the one before. */
	whole: boolean;
	/** What is reserved now, above the newest line; 0: nothing, or not to be said here. */
	reservedMicros: number;
	/** Shows the reservations too. */
	onReservations: () => void;
	/** Number of the one that is unfolded. */
	open: number | undefined;
	onOpen: (number: number | undefined) => void;
}

export function LedgerTable({ customerId, customer, rows, whole, reservedMicros, onReservations, open, onOpen }: LedgerTableProps) {
	const t = useCreditTexts();
	const move = useMoveTexts();
	const language = useLanguage();
	const after = ({ balanceMicros, reservedMicros: beside }: CreditRow) => (whole ? balanceMicros : balanceMicros + beside);
	const [newest] = rows ?? [];
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
				{newest && reservedMicros > 0 ? (
					<tr>
						<td />
						<th scope="row">
							{t('reservedNow')}
							<button type="button" className={styles.reservations} onClick={onReservations}>
								{t('reservationsShow')}
							</button>
						</th>
						<td>
							<Way from={accountName('customer', customer, move)} to={accountName('reserved', customer, move)} />
						</td>
						<td className={styles.right} data-label={t('credits')}>
							{moveText(-reservedMicros, language)}
						</td>
						<td className={styles.right} data-label={t('after')}>
							<strong>{creditText(after(newest) - reservedMicros, language)}</strong>
						</td>
					</tr>
				) : null}
				{rows === undefined ? (
					<SkeletonRows />
				) : (
					rows.map((row) => {
						const title = titleOf(row, move);
						const detail = detailOf(row, move);
						const unfolded = open === row.number;
						return (
							<Fragment key={row.number}>
								<tr data-open={unfolded ? '' : undefined}>
									<td className="num whole">
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
												{detail === '' ? null : <span className="block small light">{detail}</span>}
											</span>
											<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
										</button>
									</th>
									<td>
										<Way from={accountName(row.from, customer, move)} to={accountName(row.to, customer, move)} />
									</td>
									<td className={styles.right} data-label={t('credits')} data-in={row.micros > 0 ? '' : undefined}>
										{moveText(row.micros, language)}
									</td>
									<td className={styles.right} data-label={t('after')}>
										<strong>{creditText(after(row), language)}</strong>
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

function Way({ from, to }: { from: string; to: string }) {
	const t = useCreditTexts();
	return (
		<span className={styles.way}>
			{from}
			<IconArrowRight size={14} stroke={1.75} aria-hidden="true" />
			<span className="visually-hidden">{t('toWord')}</span>
			{to}
		</span>
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
