/** Moves of credits: double entry, once each, and never below zero. What wings above pay with. */
import type { CreditAccount, CreditKind, Spending } from '@luvalla/contract/billing/credits.ts';
import { LOW_CREDITS } from '@luvalla/contract/billing/spending.ts';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { now } from '#kernel/clock.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { dueOf, lessenDue, noteEnough, noteLow, readTerms } from '../spending/store.ts';
import { insertEntries, moveBack, moveBalance, openAccount, readBalance, readMove } from './store.ts';

const refuseCredits = refusals({
	no_credits: [
		409,
		'There are not enough credits for this. Buy credits or redeem a voucher first.',
		'Krediitit eivät riitä tähän. Osta krediittejä tai lunasta ensin arvoseteli.',
	],
});

/** A move of credits between the customer and another account. */
export interface Move {
	readonly customerId: number;
	readonly kind: CreditKind;
	/** Kind and reference move credits once: the same again changes nothing. */
	readonly reference: string;
	/** The account on the other side. */
	readonly other: Exclude<CreditAccount, 'customer'>;
	/** Millionths of a credit: what the customer gets, or with a minus what they give. */
	readonly micros: number;
	/** What it is for, in names and numbers, as the ledger shows it. */
	readonly about: Readonly<Record<string, string | number>>;
}

export interface Moved {
	/** In the customer's ledger. */
	readonly number: number;
	readonly balanceMicros: number;
	/** False: it had been done before, and nothing changed now. */
	readonly fresh: boolean;
}

/**
 * Books a move in the caller's transaction, and holds the customer's account until its end. What comes in pays first what is owed.
 * @throws Refused 409 no_credits when the balance would go below zero
 * @throws Error when the kind and reference moved another amount before
 */
export const book = async (tx: Tx, wanted: Move): Promise<Moved> => {
	const moved = await tryBook(tx, wanted);
	if (!moved) throw refuseCredits('no_credits');
	// What goes back to a reservation's owner is settled by whoever gave it back.
	if (moved.fresh && wanted.micros > 0 && wanted.kind !== 'released') await payDue(tx, wanted.customerId);
	return moved;
};

/** The same; null: the balance would go below zero, and nothing was changed. */
export const tryBook = async (tx: Tx, { customerId, kind, reference, other, micros, about }: Move): Promise<Moved | null> => {
	if (!Number.isSafeInteger(micros) || micros === 0) throw new RangeError(`${micros} millionths of a credit cannot be moved.`);
	const moved = await move(tx, customerId, micros);
	if (moved) {
		const { balance, last_number: number, low_micros: low } = moved;
		const entry = { customerId, number, other, micros, balance, kind, reference, about, at: now() };
		if ((await insertEntries(tx, entry)) > 0) {
			const limit = low ?? LOW_MICROS;
			if (balance < limit && balance - micros >= limit) await noteLow(tx, customerId, entry.at);
			if (micros > 0 && kind !== 'released' && balance >= limit) await noteEnough(tx, customerId);
			return { number, balanceMicros: balance, fresh: true };
		}
		await moveBack(tx, customerId, micros);
	}
	const before = await readMove(tx, customerId, kind, reference);
	if (!before) return null;
	if (before.micros !== micros) throw new Error(`The ${kind} ${reference} moved ${before.micros} before, and now ${micros}.`);
	return { number: before.number, balanceMicros: before.balance, fresh: false };
};

const LOW_MICROS = LOW_CREDITS * MICROS_PER_CREDIT;

/** What was reserved went back: the balance may be above the limit again. */
export const lookAtLow = async (tx: Tx, customerId: number): Promise<void> => {
	const limit = (await readTerms(tx, customerId))?.low_micros ?? LOW_MICROS;
	if ((await readBalance(tx, customerId)) >= limit) await noteEnough(tx, customerId);
};

/** Takes what is owed from what there is, the oldest first; of the last that is not covered a part. */
export const payDue = async (tx: Tx, customerId: number): Promise<void> => {
	const owed = await dueOf(tx, customerId);
	if (owed.length === 0) return;
	for (const due of owed) {
		const balance = await readBalance(tx, customerId);
		const paid = Math.min(balance, due.micros);
		if (paid <= 0) return;
		const reference = `${due.reference}:due:${due.parts + 1}`;
		await book(tx, { customerId, kind: due.kind, reference, other: due.kind, micros: -paid, about: due.about });
		await lessenDue(tx, customerId, due, paid);
	}
};

/** The account opens with the first who gets something; who has none can give nothing. */
const move = async (tx: Tx, customerId: number, micros: number): Promise<Awaited<ReturnType<typeof moveBalance>>> => {
	const moved = await moveBalance(tx, customerId, micros);
	if (moved || micros < 0) return moved;
	await openAccount(tx, customerId);
	return moveBalance(tx, customerId, micros);
};

export interface Spent {
	readonly customerId: number;
	/** What it is for: also the account that gets the credits. */
	readonly kind: Spending;
	/** Kind and reference are paid once. */
	readonly reference: string;
	/** Millionths of a credit, above zero. */
	readonly micro: number;
	readonly about: Readonly<Record<string, string | number>>;
}

/** Pays from the customer's balance. @throws Refused 409 no_credits */
export const spend = (tx: Tx, { micro, kind, ...of }: Spent): Promise<Moved> => {
	if (micro <= 0) throw new RangeError(`${micro} millionths of a credit cannot be spent.`);
	return book(tx, { ...of, kind, other: kind, micros: -micro });
};

/** Millionths of a credit that a customer has. */
export const balanceOf = (tx: Tx, customerId: number): Promise<number> => readBalance(tx, customerId);
