/** Paying by card: Stripe's form, or the plain one of a test installation, and the one filled button with the sum. */
import type { CreditBalance } from '@luvalla/contract/billing/credits';
import { Button } from '@mantine/core';
import { IconCheck, IconClock, IconCreditCard } from '@tabler/icons-react';
import { useState } from 'react';
import { centMicros } from '#portal/lib/credits.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import { TextField } from '#portal/ui/form/fields.tsx';
import styles from './pay.module.css';
import type { Price } from './price.ts';
import { StripeForm } from './StripeForm.tsx';
import { Sums } from './Sums.tsx';
import { useCreditTexts } from './texts.ts';
import { type Card, usePayment } from './use-payment.ts';

interface CardPayProps {
	balance: CreditBalance;
	/** Null: what is written is no number of credits. */
	credits: number | null;
	price: Price;
}

/** One that nobody has used: the same token again would be the same payment. */
const newToken = (): string => `ctoken_ok_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;

export function CardPay({ balance, credits, price }: CardPayProps) {
	const t = useCreditTexts();
	const language = useLanguage();
	const { cards, currency, customerId } = balance;
	const [token, setToken] = useState(newToken);
	const [stripe, setStripe] = useState<Card | null>(null);
	const { stage, begin } = usePayment(customerId, () => setToken(newToken()));
	if (!cards) return null;
	const test: Card = { token: () => Promise.resolve(token.trim() === '' ? null : token.trim()), confirm: () => Promise.resolve(true) };
	const card = cards.testForm ? test : stripe;
	const working = stage.at === 'asking' || stage.at === 'confirming';
	return (
		<form
			className={styles.cardPay}
			onSubmit={(event) => {
				event.preventDefault();
				if (card && credits !== null && stage.at !== 'waiting') void begin(card, credits);
			}}
		>
			{cards.testForm ? (
				<TextField
					label={t('testToken')}
					hint={t('testTokenHint')}
					mono
					autoComplete="off"
					value={token}
					onChange={(event) => setToken(event.currentTarget.value)}
				/>
			) : cards.publishableKey ? (
				<StripeForm publishableKey={cards.publishableKey} totalCents={price.totalCents} currency={currency} onReady={setStripe} />
			) : null}
			<Sums balance={balance} credits={credits} price={price} />
			<Button
				type="submit"
				fullWidth
				size="lg"
				loading={working}
				disabled={!card || credits === null || stage.at === 'waiting'}
				leftSection={<IconCreditCard size={18} stroke={1.75} aria-hidden="true" />}
			>
				{t('pay', { sum: moneyText(centMicros(price.totalCents), currency, language) })}
			</Button>
			<div role="status" className={styles.stage}>
				{stage.at === 'waiting' ? (
					<p data-hue="amber">
						<IconClock size={16} stroke={1.75} aria-hidden="true" />
						<span>
							<strong>{t('waiting')}</strong> {t('waitingWhy')}
						</span>
					</p>
				) : stage.at === 'confirming' ? (
					<p>{t('confirming')}</p>
				) : stage.at === 'paid' ? (
					<p data-hue="green">
						<IconCheck size={16} stroke={2} aria-hidden="true" />
						<span>{t('paidNow', { count: stage.credits })}</span>
					</p>
				) : stage.at === 'unconfirmed' ? (
					<p data-hue="red">{t('notConfirmed')}</p>
				) : (
					<p>{t('whenConfirmed')}</p>
				)}
			</div>
		</form>
	);
}
