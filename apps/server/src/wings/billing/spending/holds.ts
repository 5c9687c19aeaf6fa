/**
 * Paying for what takes a while. What it costs at most is reserved before it begins; at its end the reservation goes back, and what it cost
 * is paid in the same transaction, so that one line of the ledger says it. What stays open reserves a block at a time. A hold is a row that
 * is locked before the customer's account; each of its moves has a reference of its own, so that whoever was killed and comes again moves
 * nothing twice.
 */
import type { Spending } from '@luvalla/contract/billing/credits.ts';
import { now } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { balanceOf, lookAtLow, payDue, tryBook } from '../credits/ledger.ts';
import { lockAccount } from '../credits/store.ts';
import { creditMicrosOf } from '../tariff/prices.ts';
import { type About, changeHold, drawFrom, type HoldKey, type HoldRow, insertDue, insertHold, lockHold, readHold } from './store.ts';

export interface Holding {
	readonly customerId: number;
	readonly kind: Exclude<Spending, 'stored'>;
	/** What is under way: the run's id. */
	readonly reference: string;
}

export interface Planned extends Holding {
	/** What it costs at most, in millionths of the currency. */
	readonly costMicros: number;
	/** Of one credit, as long as it is under way. */
	readonly creditCents: number;
	readonly about: About;
	readonly beginsAt: Date;
}

/** Notes what something will cost, and reserves nothing yet. */
export const planHold = async (tx: Tx, { costMicros, ...of }: Planned): Promise<void> => {
	await insertHold(tx, { ...of, wanted: creditMicrosOf(costMicros, of.creditCents) });
};

/** Millionths of a credit that lack; 0: all of it is reserved. */
export type Short = number;

/**
 * Reserves what something costs at most, or as much more as it lacks. All or nothing: what the balance does not cover leaves it as it is.
 * @param costMicros in millionths of the currency, when it is known better than it was planned
 */
export const reserve = async (tx: Tx, of: Holding, costMicros?: number): Promise<Short> => {
	const hold = await lockHold(tx, of);
	if (!hold) throw new Error(`Nothing is planned of ${of.kind} ${of.reference}.`);
	const wanted = costMicros === undefined ? hold.wanted : hold.spent + creditMicrosOf(costMicros, hold.credit_cents);
	const more = wanted - hold.spent - hold.micros;
	if (more <= 0) {
		await changeHold(tx, of, hold, { wanted, waiting_since: null, ended_at: null });
		return 0;
	}
	const moves = hold.moves + 1;
	if (await tryBook(tx, move(of, hold, moves, 'reserved', -more))) {
		await changeHold(tx, of, hold, { wanted, moves, micros: hold.micros + more, waiting_since: null, ended_at: null });
		return 0;
	}
	await changeHold(tx, of, hold, { wanted });
	return more - (await balanceOf(tx, of.customerId));
};

const move = ({ customerId, reference }: HoldKey, { about }: HoldRow, moves: number, kind: 'reserved' | 'released', micros: number) => ({
	...{ customerId, kind, reference: `${reference}:${moves}`, other: 'reserved' as const },
	...{ micros, about },
});

/** It could go on, but for credits: since when is told. */
const wait = async (tx: Tx, of: Holding, hold: HoldRow): Promise<void> => {
	if (hold.waiting_since === null) await changeHold(tx, of, hold, { waiting_since: now() });
};

/** Whether all that something needs is reserved; where it is not, it is tried now, and else waits. */
export const isCovered = async (tx: Tx, of: Holding): Promise<boolean> => {
	const seen = await readHold(tx, of);
	if (!seen) throw new Error(`Nothing is planned of ${of.kind} ${of.reference}.`);
	if (seen.micros + seen.spent >= seen.wanted) return true;
	if ((await reserve(tx, of)) === 0) return true;
	const hold = await lockHold(tx, of);
	if (hold) await wait(tx, of, hold);
	return false;
};

/** Pays what there is, and owes the rest. Below zero it comes back. */
export const payOrOwe = async (tx: Tx, { customerId, kind, reference }: HoldKey, micros: number, about: About): Promise<void> => {
	if (micros === 0) return;
	const { balance } = await lockAccount(tx, customerId);
	const paid = Math.min(micros, balance);
	if (paid !== 0) await tryBook(tx, { customerId, kind, reference, other: kind, micros: -paid, about });
	if (paid < micros) await insertDue(tx, { customerId, kind, reference }, micros - paid, about, now());
};

/** Gives back what is reserved, and pays what was used since the last time. Answers the hold without either. */
const square = async (tx: Tx, of: Holding, hold: HoldRow, costMicros: number, about: About): Promise<HoldRow> => {
	const spent = creditMicrosOf(costMicros, hold.credit_cents);
	const next = { micros: 0, used: 0, spent, moves: hold.moves };
	if (hold.micros > 0) {
		next.moves += 1;
		await tryBook(tx, move(of, hold, next.moves, 'released', hold.micros));
	}
	// The first that is paid bears the name of what it is for alone.
	const first = hold.spent === 0 && hold.ended_at === null;
	if (!first) next.moves += 1;
	await payOrOwe(tx, { ...of, reference: first ? of.reference : `${of.reference}:${next.moves}` }, spent - hold.spent, about);
	return changeHold(tx, of, hold, next);
};

/**
 * Something is over: what it cost is paid, and what was reserved and not used is there again. Said again it changes nothing, but where the
 * cost is another by now: then the difference is paid or comes back.
 * @param costMicros of all of it, in millionths of the currency
 * @param about more for the ledger: how many
 */
export const endHold = async (tx: Tx, of: Holding, costMicros: number, about: About): Promise<void> => {
	const hold = await lockHold(tx, of);
	if (!hold) return;
	if (hold.ended_at !== null && hold.spent === creditMicrosOf(costMicros, hold.credit_cents)) return;
	const squared = await square(tx, of, hold, costMicros, { ...hold.about, ...about });
	await changeHold(tx, of, squared, { ended_at: hold.ended_at ?? now(), waiting_since: null });
	await payDue(tx, of.customerId);
	await lookAtLow(tx, of.customerId);
};

/** What happened of something that stays open. */
export interface SoFar {
	/** All that it cost, in millionths of the currency. */
	readonly costMicros: number;
	/** Of how many it is not known yet. */
	readonly inHand: number;
	readonly about: About;
}

/** Messages of a block, at most; and no more than this part of the balance is put aside for one. */
const BLOCK = 1_000;
const SHARE = 10;

/**
 * Of something that stays open: takes what so many cost out of its block. Where that is used up, it is squared and the next one reserved.
 * @param eachMicros what one costs at most, in millionths of the currency
 * @returns how many of them are paid for; fewer: the rest waits for credits
 */
export const draw = async (tx: Tx, of: Holding, eachMicros: number, count: number, soFar: () => Promise<SoFar>): Promise<number> => {
	const seen = await readHold(tx, of);
	if (!seen) throw new Error(`Nothing is planned of ${of.kind} ${of.reference}.`);
	const each = creditMicrosOf(eachMicros, seen.credit_cents);
	if (each === 0 || count === 0) return count;
	if ((await drawFrom(tx, of, each * count)) > 0) return count;
	// It waits, and nothing has come.
	if (seen.waiting_since !== null && seen.micros === 0 && (await balanceOf(tx, of.customerId)) < each) return 0;
	return renew(tx, of, each, count, await soFar());
};

const renew = async (tx: Tx, of: Holding, each: number, count: number, { costMicros, inHand, about }: SoFar): Promise<number> => {
	const hold = await lockHold(tx, of);
	if (!hold) return 0;
	const squared = await square(tx, of, hold, costMicros, { ...hold.about, ...about });
	await payDue(tx, of.customerId);
	const balance = await balanceOf(tx, of.customerId);
	const wanted = Math.max((inHand + count) * each, Math.min((inHand + BLOCK) * each, Math.floor(balance / SHARE)));
	const micros = Math.floor(Math.min(wanted, balance) / each) * each;
	const allowed = Math.max(0, Math.min(count, micros / each - inHand));
	const moves = squared.moves + 1;
	if (micros > 0) await tryBook(tx, move(of, squared, moves, 'reserved', -micros));
	await changeHold(tx, of, squared, {
		...(micros > 0 && { micros, moves }),
		used: Math.min(micros, (inHand + allowed) * each),
		wanted: squared.spent + (allowed < count ? (inHand + count) * each : micros),
		waiting_since: allowed < count ? (squared.waiting_since ?? now()) : null,
	});
	return allowed;
};

/** Squares what stays open, so that what it cost stands in the ledger; the rest of its block is reserved anew when it is asked for. */
export const squareOpen = async (tx: Tx, of: Holding, { costMicros, inHand, about }: SoFar): Promise<void> => {
	const hold = await lockHold(tx, of);
	// What is in hand stays covered by the block that it was taken from.
	if (!hold || hold.ended_at !== null || inHand > 0) return;
	if (hold.micros === 0 && hold.spent === creditMicrosOf(costMicros, hold.credit_cents)) return;
	await square(tx, of, hold, costMicros, { ...hold.about, ...about });
	await payDue(tx, of.customerId);
	await lookAtLow(tx, of.customerId);
};
