/** What somebody chooses by a link of their letter of what they permit: channels, and how many messages at most. It is no answer, and permits nothing. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { CAP_DAYS, MOST_CHOSEN, type OwnCap } from '@luvalla/contract/people/own-choice.ts';
import { now } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { allowChannel, type Chooser, chooseCap, lockPeople, refuseChannel } from '../../people/wing.ts';
import type { LeavingParts } from './leave.ts';
import type { LetterFacts, Reader } from './letter.ts';

const chooserOf = ({ cluster: { members }, names }: Reader): Chooser => ({ members, names, at: now(), way: 'letter' });

/** A channel on or off. On only where it was turned off by such a link within a day: a letter may be passed on. */
export const setChannel = async (
	tx: Tx,
	{ hooks, secrets }: LeavingParts,
	{ key: { customerId } }: LetterFacts,
	reader: Reader,
	channel: string,
	on: boolean,
): Promise<void> => {
	const known = CHANNELS.find((one) => one === channel);
	const standing = reader.own.channels.find((one) => one.channel === known);
	if (known === undefined || (on && !standing?.mayUndo) || standing?.on === on) return;
	await lockPeople(tx, customerId);
	if (on) await allowChannel(tx, secrets, customerId, reader.cluster.members, known);
	else await refuseChannel(tx, secrets, customerId, chooserOf(reader), known);
	await hooks.touched.tell(tx, { customerId, persons: [reader.cluster.kept] });
};

/** The cap that a form says; null: none, or as many as come. */
export const capFrom = (days: string, messages: string): OwnCap | null => {
	const period = CAP_DAYS.find((one) => String(one) === days);
	if (period === undefined) return null;
	const count = /^\d{1,3}$/.test(messages) ? Number(messages) : 1;
	return { days: period, messages: Math.min(Math.max(count, 1), MOST_CHOSEN) };
};

/** How many at most; null: as many as come. */
export const setCap = async (tx: Tx, { key: { customerId } }: LetterFacts, reader: Reader, cap: OwnCap | null): Promise<void> => {
	await lockPeople(tx, customerId);
	await chooseCap(tx, customerId, chooserOf(reader), cap);
};
