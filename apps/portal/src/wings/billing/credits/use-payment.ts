/**
 * A payment by card, from the press to the balance: the card's form gives a token, the bank may ask the person, and the credits are there
 * once Stripe's webhook has said so: only then it is told that they were bought.
 */
import { ledgerBalance, ledgerReport } from '@luvalla/contract/billing/credits';
import { invoices } from '@luvalla/contract/billing/invoices';
import { type Payment, payByCard, readPayment } from '@luvalla/contract/billing/payments';
import { spending } from '@luvalla/contract/billing/spending';
import { nameOf } from '@luvalla/contract/call';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { notifyFailure, notifySuccess } from '#portal/lib/notices.ts';
import { currentLanguage } from '#portal/lib/say.ts';

/** The form of a card. */
export interface Card {
	/** Null: what is typed is no card yet. */
	token: () => Promise<string | null>;
	/** The bank's own question; whether it was answered. */
	confirm: (clientSecret: string) => Promise<boolean>;
}

export type PaymentStage =
	| { at: 'idle' }
	| { at: 'asking' }
	| { at: 'confirming' }
	| { at: 'waiting'; payment: Payment }
	| { at: 'paid'; credits: number }
	| { at: 'unconfirmed' };

/** While the bank is asked, its answer is looked for so often. */
const LOOK_AGAIN_MS = 1500;
/** Whatever a payment or a refund changes. */
export const CHANGED_BY_MONEY = [ledgerBalance, ledgerReport, invoices, spending];

export function usePayment(customerId: number, onPaid: () => void) {
	const client = useQueryClient();
	const [stage, setStage] = useState<PaymentStage>({ at: 'idle' });
	const pay = useCall(payByCard, { quiet: true, reload: CHANGED_BY_MONEY });
	const waiting = stage.at === 'waiting' ? stage.payment : null;
	const looked = useQuery({
		...asQuery(readPayment, { params: { id: waiting?.id ?? '' } }),
		enabled: waiting !== null,
		refetchInterval: waiting === null ? false : LOOK_AGAIN_MS,
		staleTime: 0,
	});
	const booked = waiting !== null && looked.data?.data.state === 'paid';
	const refused = waiting !== null && looked.error instanceof CallFailure && looked.error.status === 422 ? looked.error.message : null;
	const paid = (credits: number): void => {
		setStage({ at: 'paid', credits });
		notifySuccess(fixedText(payByCard.success, currentLanguage()));
		for (const one of CHANGED_BY_MONEY) void client.invalidateQueries({ queryKey: [nameOf(one)] });
		onPaid();
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the ledger has it
	useEffect(() => {
		if (booked && waiting) paid(waiting.credits);
	}, [booked]);
	useEffect(() => {
		if (refused === null) return;
		setStage({ at: 'idle' });
		notifyFailure(refused);
	}, [refused]);
	const begin = async (card: Card, credit: number): Promise<void> => {
		setStage({ at: 'asking' });
		try {
			const token = await card.token();
			if (token === null) return setStage({ at: 'idle' });
			const { data: payment } = await pay.mutateAsync({ body: { customerId, credit, token } });
			if (payment.state === 'paid') return paid(payment.credits);
			if (payment.state === 'action' && payment.clientSecret !== null) {
				setStage({ at: 'confirming' });
				if (!(await card.confirm(payment.clientSecret))) return setStage({ at: 'unconfirmed' });
			}
			setStage({ at: 'waiting', payment });
		} catch (error) {
			// What the call refused was told already.
			setStage({ at: 'idle' });
			if (!(error instanceof Error)) throw error;
		}
	};
	return { stage, begin };
}
