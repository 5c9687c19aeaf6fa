/** The pane in which credits are bought: how many, how they are paid, and what they cost. */
import type { CreditBalance } from '@luvalla/contract/billing/credits';
import { MAX_CREDIT } from '@luvalla/contract/constants';
import { Button } from '@mantine/core';
import { IconCreditCard, IconFileText, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { creditText } from '#portal/lib/credits.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { TextField } from '#portal/ui/form/fields.tsx';
import { BookPayment } from './BookPayment.tsx';
import { CardPay } from './CardPay.tsx';
import styles from './pay.module.css';
import { enoughFor, type Price, priceOf, wholeOf } from './price.ts';
import { Sums } from './Sums.tsx';
import { useCreditTexts } from './texts.ts';

const FIRST = '25';

interface BuyProps {
	balance: CreditBalance;
	isAdmin: boolean;
	/** Whose account it is, where that is not said otherwise. */
	whose: Record<string, string>;
	/** Millionths of a credit that lack for what is planned; 0: none. */
	shortMicros: number;
}

export function Buy({ balance, isAdmin, whose, shortMicros }: BuyProps) {
	const t = useCreditTexts();
	const language = useLanguage();
	const enough = enoughFor(shortMicros);
	const [text, setText] = useState(FIRST);
	const [left, setLeft] = useState(false);
	const [way, setWay] = useState<'card' | 'invoice'>(balance.cards ? 'card' : 'invoice');
	const credits = wholeOf(text, MAX_CREDIT);
	const price = priceOf(credits ?? 0, balance);
	const ways = { balance, credits, price };
	return (
		<section className={styles.buy} aria-labelledby="buy">
			<h2 id="buy">{t('buy')}</h2>
			<TextField
				label={t('amount')}
				hint={t('amountHint', { most: MAX_CREDIT })}
				inputMode="numeric"
				autoComplete="off"
				value={text}
				error={left && credits === null ? t('amountWrong', { most: MAX_CREDIT }) : undefined}
				onBlur={() => setLeft(true)}
				onChange={(event) => {
					setText(event.currentTarget.value);
					setLeft(false);
				}}
			/>
			{enough !== null ? (
				<Button variant="default" onClick={() => setText(String(Math.min(enough, MAX_CREDIT)))}>
					{t('buyShort', { short: creditText(shortMicros, language), count: Math.min(enough, MAX_CREDIT) })}
				</Button>
			) : null}
			{balance.cards ? (
				<fieldset className={styles.ways}>
					<legend>{t('payBy')}</legend>
					<Way
						icon={IconCreditCard}
						name={t('card')}
						how={t(balance.cards.testForm ? 'cardTest' : 'cardStripe')}
						chosen={way === 'card'}
						onChoose={() => setWay('card')}
					/>
					<Way
						icon={IconFileText}
						name={t('invoice')}
						how={t('invoiceHow')}
						chosen={way === 'invoice'}
						onChoose={() => setWay('invoice')}
					/>
				</fieldset>
			) : (
				<p className={styles.note}>
					<strong>{t('noCards')}</strong> {isAdmin ? null : t('noCardsWays')}
				</p>
			)}
			{way === 'card' ? <CardPay {...ways} /> : isAdmin ? <BookPayment {...ways} /> : <ByInvoice {...ways} whose={whose} />}
		</section>
	);
}

/** The customer asks for an invoice; the operator books it once it is paid. */
function ByInvoice({
	balance,
	credits,
	price,
	whose,
}: {
	balance: CreditBalance;
	credits: number | null;
	price: Price;
	whose: Record<string, string>;
}) {
	const t = useCreditTexts();
	return (
		<div className={styles.cardPay}>
			<Sums balance={balance} credits={credits} price={price} />
			{balance.cards ? <p className="aside">{t('invoiceWay')}</p> : null}
			<div className="wrap-8">
				<Button component="a" href={publicSettings().supportUrl} variant="default" data-strong>
					{t('askInvoice')}
				</Button>
				<Button variant="default" renderRoot={(props: object) => <Link {...props} to="/manageaccount/vouchers" search={whose} />}>
					{t('redeem')}
				</Button>
			</div>
		</div>
	);
}

interface WayProps {
	icon: TablerIcon;
	name: string;
	how: string;
	chosen: boolean;
	onChoose: () => void;
}

/** A way to pay, chosen by its whole box. */
function Way({ icon: Icon, name, how, chosen, onChoose }: WayProps) {
	const id = useId();
	return (
		<label className={styles.payWay} data-chosen={chosen ? '' : undefined} htmlFor={id}>
			<input id={id} type="radio" name="way" checked={chosen} onChange={onChoose} />
			<span>
				<strong>{name}</strong>
				<span>{how}</span>
			</span>
			<Icon size={18} stroke={1.75} aria-hidden="true" />
		</label>
	);
}
