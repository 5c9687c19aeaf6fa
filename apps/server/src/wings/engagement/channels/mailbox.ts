/** The built-in mailbox, in which messages of an installation that sends nothing into the world are looked at. */
import { IN_MAILBOX } from '@luvalla/contract/engagement/deliveries.ts';
import { keepMail, type Letter } from '#kernel/outbound/mail.ts';
import type { ChannelParts, Recipient, Unpriced } from './channel.ts';

export interface Shown extends Letter {
	readonly from: string;
	readonly to: string;
}

/** Puts a message there, if it still may leave. */
export const putInMailbox = async (
	{ storage }: Pick<ChannelParts, 'storage'>,
	{ customerId, domainId }: { readonly customerId: number; readonly domainId: string },
	{ mayLeave }: Pick<Recipient, 'mayLeave'>,
	{ from, to, subject, text, html }: Shown,
): Promise<Unpriced> => {
	if (!(await mayLeave())) return { state: 'returned', closed: false, said: '' };
	await storage.inPlatform((tx) => keepMail(tx, { from, to, subject, text, html, customerId, domainId }));
	return { state: 'accepted', said: IN_MAILBOX, size: Buffer.byteLength(html) + Buffer.byteLength(text) };
};
