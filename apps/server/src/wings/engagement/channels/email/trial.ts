/** Sends one letter to somebody who tries it out: by the customer's own mail server, from a sender of the domain that the DNS bears out. */
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { json, orNull, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { listConnectors } from '../../../profiles/wing.ts';
import { problem, refuseProblem } from '../../problems.ts';
import { Checked } from '../../senders/dns.ts';
import type { Alone, AloneOutcome, ChannelParts, Trial, Unpriced } from '../channel.ts';
import { compose } from './compose.ts';
import { readFrom, readSmtp } from './email.ts';
import { SmtpPool } from './smtp.ts';

const SenderRow = row({ sender_id: uuid, checked: orNull(json(Checked)) });

/** The oldest sender of a domain of which the DNS says that its letters are its own; null: none. Nobody writes as who they are not. */
const trialSender = async (tx: Tx, customerId: number, domainId: string): Promise<string | null> => {
	const senders = await tx.rows(
		SenderRow,
		sql`select sender_id, checked from sender where customer_id = ${customerId} and domain_id = ${domainId} order by created_at, sender_id`,
	);
	return senders.find(({ checked }) => checked !== null && Object.values(checked).every(({ ok }) => ok))?.sender_id ?? null;
};

/**
 * Null: it was taken; else why not, in the other side's words.
 * @throws Refused 422 no_connector where the customer has no mail server, or several
 */
export const sendTrial = async (
	kernel: ChannelParts & Pick<Kernel, 'jobs'>,
	customerId: number,
	domainId: string,
	{ to, subject, html, text, unsubscribe }: Trial,
): Promise<string | null> => {
	const { storage, jobs, settings } = kernel;
	const { connectors, senderId } = await storage.inTenant(customerId, async (tx) => ({
		connectors: await listConnectors(tx, customerId, null),
		senderId: await trialSender(tx, customerId, domainId),
	}));
	const servers = connectors.filter((one) => one.is_active && one.type === 'smtp');
	const [server] = servers;
	if (!server && settings.smtpUrl === null && settings.isLocal) {
		await storage.inPlatform((tx) => queueMail(tx, jobs, { to, subject, html, text }, { customerId, domainId }));
		return null;
	}
	if (!server || servers.length > 1) throw refuseProblem(problem('no_connector', { channel: 'email' }));
	const outcome = await handOver(kernel, customerId, server.connector_id, senderId, {
		...{ to, subject, html, text, unsubscribe },
		mayLeave: () => Promise.resolve(true),
	});
	return outcome.state === 'accepted' ? null : outcome.said;
};

/** One letter over a connection of its own. */
const handOver = async (
	kernel: ChannelParts,
	customerId: number,
	connectorId: string,
	senderId: string | null,
	{ to, subject, html, text, unsubscribe, mayLeave }: Alone,
): Promise<Unpriced> => {
	const { settings } = kernel;
	const from = await readFrom(kernel, customerId, senderId);
	const host = from.address.split('@')[1] ?? '';
	const raw = await compose(
		{
			from,
			replyTo: from.replyTo,
			to,
			subject,
			text,
			html,
			messageId: `${newId()}@${host}`,
			date: now(),
			unsubscribe: { url: unsubscribe, mailto: null },
			also: [],
		},
		from.signing,
	);
	const pool = new SmtpPool(
		await readSmtp(kernel, customerId, connectorId),
		createGuard(settings.outboundAllow),
		new URL(settings.publicUrl).hostname,
	);
	try {
		return await pool.send({ from: from.address, to, raw, mayLeave });
	} finally {
		pool.close();
	}
};

const STATES = { accepted: 'accepted', failed: 'failed', unknown: 'unknown', deferred: 'again', returned: 'again' } as const;

/** Sends a letter that belongs to no run; null where the customer has no mail server of their own, several, or no sender that may write. */
export const sendAlone = async (
	kernel: ChannelParts,
	customerId: number,
	domainId: string,
	message: Alone,
): Promise<AloneOutcome | null> => {
	const { connectors, senderId } = await kernel.storage.inTenant(customerId, async (tx) => ({
		connectors: await listConnectors(tx, customerId, null),
		senderId: await trialSender(tx, customerId, domainId),
	}));
	const [server, ...others] = connectors.filter((one) => one.is_active && one.type === 'smtp');
	if (!server || others.length > 0 || senderId === null) return null;
	const { state, said } = await handOver(kernel, customerId, server.connector_id, senderId, message);
	return { state: STATES[state], said };
};
