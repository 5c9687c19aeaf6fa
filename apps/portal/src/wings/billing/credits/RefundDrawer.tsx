/** A refund of a payment, all of it or a part: it goes back to whence it came. */
import '@mantine/core/styles/Radio.layer.css';
import { type CreditBalance, ledgerBalance } from '@luvalla/contract/billing/credits';
import { type Invoice, invoices } from '@luvalla/contract/billing/invoices';
import { refundPayment } from '@luvalla/contract/billing/payments';
import { nameOf } from '@luvalla/contract/call';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants';
import { Radio } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { centMicros, creditText } from '#portal/lib/credits.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { mayRefund } from './documents.tsx';
import styles from './pay.module.css';
import { vatCentsOf, wholeOf } from './price.ts';
import { useCreditTexts } from './texts.ts';
import { CHANGED_BY_MONEY } from './use-payment.ts';

interface RefundDrawerProps {
	customerId: number;
	/** Of the invoice; undefined: closed. */
	id: string | undefined;
	balance: CreditBalance | undefined;
	onClose: () => void;
}

export function RefundDrawer({ customerId, id, balance, onClose }: RefundDrawerProps) {
	const t = useCreditTexts();
	const person = usePerson();
	const query = useQuery({
		...asQuery(invoices, { params: { id: customerId }, query: { invoiceId: id } }),
		enabled: id !== undefined,
	});
	const invoice = query.data?.data.find((one) => one.id === id && mayRefund(one, person));
	return (
		<FormDrawer
			opened={id !== undefined}
			title={invoice ? t('refundTitle', { number: invoice.number }) : t('refund')}
			subtitle={invoice ? t('refundOf', { left: invoice.refundableCredits ?? 0, count: invoice.credits }) : null}
			onClose={onClose}
			loading={invoice && balance ? undefined : query}
			missing={t('refundMissing')}
		>
			{invoice && balance ? <RefundForm key={invoice.id} invoice={invoice} balance={balance} /> : null}
		</FormDrawer>
	);
}

interface Values extends Record<string, unknown> {
	how: string;
	credits: string;
}

function RefundForm({ invoice, balance }: { invoice: Invoice; balance: CreditBalance }) {
	const t = useCreditTexts();
	const language = useLanguage();
	const client = useQueryClient();
	const refund = useCall(refundPayment, { reload: CHANGED_BY_MONEY });
	const left = invoice.refundableCredits ?? 0;
	/** As the drawer opened: a press whose answer was lost, pressed once more, is no second refund. Undefined once that was said. */
	const [read, setRead] = useState<number | undefined>(left);
	// What was used cannot go back.
	const most = Math.min(left, Math.floor(balance.balanceMicros / MICROS_PER_CREDIT));
	const chosen = ({ how, credits }: Values): number | null => (how === 'all' ? left : wholeOf(credits, most));
	/** The last part takes what rounding left of the tax. */
	const centsOf = (credits: number): number => {
		if (credits === left) return invoice.refundableCents ?? 0;
		const net = (invoice.netCents / invoice.credits) * credits;
		return net + vatCentsOf(net, invoice.vat.basisPoints);
	};
	const schema = z
		.object({ how: z.string(), credits: z.string() })
		.refine(({ how, credits }) => how === 'all' || wholeOf(credits, most) !== null, {
			error: t('refundAmountWrong', { most }),
			path: ['credits'],
		});
	return (
		<DrawerForm<Values>
			initial={{ how: 'some', credits: '' }}
			begins={{ how: most === left ? 'all' : 'some', credits: '' }}
			schema={schema}
			labels={{ how: t('refundHow'), credits: t('refundAmount') }}
			onSave={async ({ how, credits }) => {
				try {
					return await refund.mutateAsync({
						body: { transactionId: invoice.paymentId, refund: how === 'all' ? true : Number(credits), left: read ?? left },
					});
				} catch (error) {
					// Something may have taken, reserved or refunded credits meanwhile: what can go back is asked anew.
					if (error instanceof CallFailure && error.code === 'refund_meanwhile') setRead(undefined);
					for (const call of [ledgerBalance, invoices]) void client.invalidateQueries({ queryKey: [nameOf(call)] });
					throw error;
				}
			}}
			saveLabel={t('refund')}
		>
			{(form) => {
				const credits = chosen(form.values);
				return (
					<>
						{most < left ? (
							<p className={styles.note}>{t('refundOverBalance', { balance: creditText(balance.balanceMicros, language) })}</p>
						) : null}
						<Radio.Group label={t('refundHow')} {...form.getInputProps('how')}>
							<div className="above-8 grid-10">
								<Radio value="all" label={t('refundAll', { count: left })} disabled={most < left} />
								<Radio value="some" label={t('refundSome')} />
							</div>
						</Radio.Group>
						{form.values.how === 'some' ? (
							<TextField
								label={t('refundAmount')}
								hint={t('amountHint', { most })}
								inputMode="numeric"
								autoComplete="off"
								{...form.getInputProps('credits')}
							/>
						) : null}
						<dl className={styles.sums}>
							<div className={styles.toPay}>
								<dt>{t('refundSum')}</dt>
								<dd>{credits === null ? '—' : moneyText(centMicros(centsOf(credits)), invoice.currency, language)}</dd>
							</div>
						</dl>
						<p className="aside">{t(invoice.way === 'card' ? 'refundWhat' : 'refundByHand')}</p>
					</>
				);
			}}
		</DrawerForm>
	);
}
