/** Stripe's Payment Element: asks for the card in a frame of Stripe's own. */
import { Button, Skeleton, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './pay.module.css';
import { loadStripe, type StripeElements, type StripeScript } from './stripe-script.ts';
import { useCreditTexts } from './texts.ts';
import type { Card } from './use-payment.ts';

interface StripeFormProps {
	publishableKey: string;
	totalCents: number;
	currency: string;
	/** Told once a card can be asked for; null while it cannot. */
	onReady: (card: Card | null) => void;
}

export function StripeForm({ publishableKey, totalCents, currency, onReady }: StripeFormProps) {
	const t = useCreditTexts();
	const language = useLanguage();
	const scheme = useComputedColorScheme('light');
	const place = useRef<HTMLDivElement>(null);
	const elements = useRef<StripeElements | null>(null);
	const amount = useRef(totalCents);
	const tell = useRef(onReady);
	const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
	const [attempt, setAttempt] = useState(0);
	useEffect(() => {
		tell.current = onReady;
	});
	useEffect(() => {
		amount.current = totalCents;
		elements.current?.update({ amount: totalCents });
	}, [totalCents]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
	useEffect(() => {
		let over = false;
		let gone: (() => void) | undefined;
		const fail = () => {
			if (!over) setState('failed');
		};
		setState('loading');
		loadStripe(publishableKey).then((stripe) => {
			if (over || !place.current) return;
			const own = stripe.elements({
				mode: 'payment',
				amount: amount.current,
				currency: currency.toLowerCase(),
				locale: language,
				appearance: { theme: scheme === 'dark' ? 'night' : 'stripe' },
			});
			elements.current = own;
			const element = own.create('payment', { layout: 'tabs' });
			gone = () => element.destroy();
			element.on('ready', () => {
				if (over) return;
				setState('ready');
				tell.current(cardOf(stripe, own));
			});
			element.on('loaderror', fail);
			element.mount(place.current);
		}, fail);
		return () => {
			over = true;
			elements.current = null;
			tell.current(null);
			gone?.();
		};
	}, [publishableKey, currency, language, scheme, attempt]);
	return (
		<div className={styles.stripe} aria-busy={state === 'loading'}>
			{state === 'failed' ? (
				<div role="alert">
					<p>{t('stripeFailed')}</p>
					<Button variant="default" data-strong onClick={() => setAttempt(attempt + 1)}>
						{t('tryAgain')}
					</Button>
				</div>
			) : null}
			{state === 'loading' ? (
				<>
					<span className="visually-hidden">{t('stripeLoading')}</span>
					<Skeleton height={190} />
				</>
			) : null}
			<div ref={place} data-waits={state === 'ready' ? undefined : ''} />
		</div>
	);
}

/** What the screen asks of the form: a token for what is typed, and the bank's own question. */
const cardOf = (stripe: StripeScript, elements: StripeElements): Card => ({
	token: async () => {
		const { error } = await elements.submit();
		// What is missing the frame says itself.
		if (error) return null;
		const made = await stripe.createConfirmationToken({ elements });
		return made.confirmationToken?.id ?? null;
	},
	confirm: async (clientSecret) => (await stripe.handleNextAction({ clientSecret })).error === undefined,
});
