/** A move of credits unfolded: both of its sides, which make zero, and the document that belongs to it. */
import type { CreditRow } from '@luvalla/contract/billing/credits';
import { invoices } from '@luvalla/contract/billing/invoices';
import { Skeleton } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { centMicros, moveText } from '#portal/lib/credits.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useMoveTexts } from '#portal/ui/credits/texts.ts';
import { accountName } from '#portal/ui/credits/words.ts';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './credits.module.css';
import { useCreditTexts } from './texts.ts';
import { useDocument } from './use-document.ts';

interface SidesProps {
	customerId: number;
	customer: string;
	row: CreditRow;
}

export function Sides({ customerId, customer, row }: SidesProps) {
	const t = useCreditTexts();
	const move = useMoveTexts();
	const language = useLanguage();
	const has = row.kind === 'purchase' || row.kind === 'invoice' || row.kind === 'refund';
	return (
		<div className={styles.unfolded}>
			<dl className={styles.sides} aria-label={t('bothSides')}>
				{row.sides.map(({ account, micros }) => (
					<div key={account}>
						<dt>{accountName(account, customer, move)}</dt>
						<dd className="num">{moveText(micros, language)}</dd>
					</div>
				))}
				<div className={styles.sidesSum}>
					<dt>{t('sum')}</dt>
					<dd className="num">
						{moveText(
							row.sides.reduce((sum, { micros }) => sum + micros, 0),
							language,
						)}
					</dd>
				</div>
			</dl>
			<div className={styles.document}>
				{has ? <Documents customerId={customerId} row={row} /> : <p>{t('noDocument')}</p>}
				<p>
					<ExactTime at={row.at} seconds={false} />
				</p>
				{typeof row.about.reference === 'string' ? (
					<p>
						{t('reference')} <span className="mono">{row.about.reference}</span>
					</p>
				) : null}
			</div>
		</div>
	);
}

/** The invoice of a payment, or the credit note of a refund. */
function Documents({ customerId, row }: Omit<SidesProps, 'customer'>) {
	const t = useCreditTexts();
	const language = useLanguage();
	const paid = row.kind !== 'refund';
	const number = String(row.about.invoice ?? '');
	const query = useQuery(
		asQuery(invoices, {
			params: { id: customerId },
			query: paid ? { q: number, kind: 'invoice', size: 10 } : { kind: 'credit_note', size: 100 },
		}),
	);
	const fetched = useDocument(customerId);
	if (query.isPending) return <Skeleton height={40} width={200} />;
	if (query.isError) return <Failed sentence={t('invoicesFailed')} query={query} />;
	const found = query.data.data.filter((one) => (paid ? one.number === number : one.refundId === row.reference));
	if (found.length === 0) return <p>{t('noDocument')}</p>;
	return found.map((one) => {
		const money = (cents: number) => moneyText(centMicros(cents), one.currency, language);
		return (
			<div key={one.id}>
				<button type="button" className="link" onClick={() => fetched.mutate(one.id)} disabled={fetched.isPending}>
					<IconFileText size={16} stroke={1.75} aria-hidden="true" />
					{t(one.kind === 'credit_note' ? 'creditNoteNumber' : 'invoiceTitle', { number: one.number })}
				</button>
				<p className="num">{t('netAndVat', { net: money(one.netCents), vat: money(one.vatCents) })}</p>
			</div>
		);
	});
}
