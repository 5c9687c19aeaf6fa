/** What a signed-in person chose of what they permit at a customer: channels, and how many messages at most. */

import { CHANNELS, type Channel } from '@luvalla/contract/channels.ts';
import type { MyOwnChoice } from '@luvalla/contract/consent/my-consents.ts';
import { DUTIES } from '@luvalla/contract/consent/purposes.ts';
import type { OwnCap } from '@luvalla/contract/people/own-choice.ts';
import { now } from '#kernel/clock.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { row, sql, texts } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import {
	allowChannel,
	type Chooser,
	channelNoesOf,
	chooseCap,
	type Mine,
	ownCapOf,
	readIdentifiers,
	refuseChannel,
} from '../../people/wing.ts';

const refuseChoice = refusals({
	others_unconfirmed: [
		409,
		'Confirm your other addresses first: whoever has them may have turned this channel off.',
		'Vahvista ensin muut osoitteesi: kanavan on voinut sulkea se, jolla ne ovat.',
	],
	assisted_more: [
		403,
		'Only the person can choose more. While you act for somebody you may choose less.',
		'Vain henkilö itse voi valita enemmän. Toisen puolesta voit valita vähemmän.',
	],
});

const ChannelsRow = row({ channels: texts });

/** What holds. @param domainIds on which they answered */
export const readOwnChoice = async (tx: Tx, customerId: number, { cluster }: Mine, domainIds: readonly string[]): Promise<MyOwnChoice> => {
	const rows = await tx.rows(
		ChannelsRow,
		sql`select channels from purpose where customer_id = ${customerId} and domain_id = any(${domainIds}::uuid[])
			and basis <> all(${[...DUTIES]}::text[])`,
	);
	const used = new Set(rows.flatMap(({ channels }) => channels));
	const off = new Set((await channelNoesOf(tx, customerId, cluster.members)).map(({ channel }) => channel));
	return {
		channels: CHANNELS.flatMap((channel) => (used.has(channel) || off.has(channel) ? [{ channel, isOn: !off.has(channel) }] : [])),
		cap: await ownCapOf(tx, customerId, cluster.members),
	};
};

/** Whether more may come by a cap than by another, in any days. */
const isMore = (cap: OwnCap | null, before: OwnCap | null): boolean =>
	before !== null && (cap === null || cap.messages > before.messages || cap.messages / cap.days > before.messages / before.days);

interface Wanted {
	readonly channels: readonly { readonly channel: Channel; readonly isOn: boolean }[];
	/** Undefined: as it was. */
	readonly cap?: OwnCap | null | undefined;
}

/**
 * Writes what they choose, under `lockPeople`. Whoever has another of their addresses may have turned a channel off: that stands until
 * the address is proven to be theirs. @param email signed in with @throws Refused others_unconfirmed, assisted_more
 */
export const writeOwnChoice = async (
	tx: Tx,
	{ hooks, secrets }: Pick<Kernel, 'hooks' | 'secrets'>,
	customerId: number,
	mine: Mine,
	{ email, isAssisted }: { readonly email: string; readonly isAssisted: boolean },
	{ channels, cap }: Wanted,
): Promise<void> => {
	const { members, kept } = mine.cluster;
	const off = new Set((await channelNoesOf(tx, customerId, members)).map(({ channel }) => channel));
	const opening = channels.filter(({ channel, isOn }) => isOn && off.has(channel));
	if (isAssisted && (opening.length > 0 || (cap !== undefined && isMore(cap, await ownCapOf(tx, customerId, members)))))
		throw refuseChoice('assisted_more');
	if (opening.length > 0 && !mine.others.every((other) => mine.proved.has(other))) throw refuseChoice('others_unconfirmed');
	const chooser: Chooser = { members, names: await readIdentifiers(tx, customerId, members), at: now(), way: 'own' };
	for (const { channel, isOn } of channels) {
		if (!isOn) await refuseChannel(tx, secrets, customerId, chooser, channel);
		else if (off.has(channel)) await allowChannel(tx, secrets, customerId, members, channel, { kind: 'email', value: email });
	}
	if (cap !== undefined) await chooseCap(tx, customerId, chooser, cap);
	await hooks.touched.tell(tx, { customerId, persons: [kept] });
};
