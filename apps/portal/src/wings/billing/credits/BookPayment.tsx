/** ADMIN books a payment that arrived by invoice. */
import type { CreditBalance } from '@luvalla/contract/billing/credits';
import { bookPayment } from '@luvalla/contract/billing/payments';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { dayText, written } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { DayField, isDay } from '#portal/ui/form/DayField.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import styles from './pay.module.css';
import type { Price } from './price.ts';
import { Sums } from './Sums.tsx';
import { useCreditTexts } from './texts.ts';
import { CHANGED_BY_MONEY } from './use-payment.ts';

export function BookPayment({ balance, credits, price }: { balance: CreditBalance; credits: number | null; price: Price }) {
	const t = useCreditTexts();
	const language = useLanguage();
	const [today] = useState(() => written(new Date(), 'YYYY-MM-DD'));
	const [reference, setReference] = useState('');
	const [paidOn, setPaidOn] = useState(today);
	const [tried, setTried] = useState(false);
	const book = useCall(bookPayment, {
		reload: CHANGED_BY_MONEY,
		onSuccess: () => {
			setReference('');
			setTried(false);
		},
	});
	const noReference = reference.trim() === '' ? t('needReference') : undefined;
	const noDay = isDay(paidOn) ? undefined : t('noDay', { example: dayText(today, language) });
	return (
		<form
			className={styles.cardPay}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				setTried(true);
				if (credits === null || noReference || noDay) return;
				book.mutate({ body: { customerId: balance.customerId, credit: credits, reference: reference.trim(), paidOn } });
			}}
		>
			<p className="aside">{t('bookWhat')}</p>
			<TextField
				label={t('bankReference')}
				maxLength={100}
				autoComplete="off"
				value={reference}
				error={tried ? noReference : undefined}
				onChange={(event) => setReference(event.currentTarget.value)}
			/>
			<DayField label={t('paidOn')} value={paidOn} max={today} error={tried ? noDay : undefined} onChange={setPaidOn} />
			<Sums balance={balance} credits={credits} price={price} />
			<Button type="submit" fullWidth size="lg" loading={book.isPending} disabled={credits === null}>
				{t('book', { count: credits ?? 0 })}
			</Button>
		</form>
	);
}
