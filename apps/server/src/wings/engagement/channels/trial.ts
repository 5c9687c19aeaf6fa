/** Sends one letter to somebody who tries it out: by the customer's own mail server, from the domain's own sender. */
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import { listConnectors } from '../../profiles/wing.ts';
import { demandNone, problem } from '../problems.ts';
import { compose } from './email/compose.ts';
import { readFrom, readSmtp } from './email/email.ts';
import { SmtpPool } from './email/smtp.ts';

export interface Trial {
	readonly to: string;
	readonly subject: string;
	readonly html: string;
	readonly text: string;
	/** Whose sender and connector it goes by. */
	readonly domainId: string;
}

const SenderRow = row({ sender_id: uuid });

/**
 * Null: it was taken; else why not, in the other side's words.
 * @throws Refused 422 no_connector where the customer has no mail server, or several
 */
export const sendTrial = async (
	kernel: Pick<Kernel, 'storage' | 'jobs' | 'secrets' | 'settings'>,
	customerId: number,
	{ to, subject, html, text, domainId }: Trial,
): Promise<string | null> => {
	const { storage, jobs, settings } = kernel;
	const { servers, senderId } = await storage.inTenant(customerId, async (tx) => ({
		servers: (await listConnectors(tx, customerId, null)).filter((one) => one.is_active && one.type === 'smtp'),
		senderId:
			(
				await tx.rows(
					SenderRow,
					sql`select sender_id from sender where customer_id = ${customerId} and domain_id = ${domainId} order by created_at limit 1`,
				)
			)[0]?.sender_id ?? null,
	}));
	const [server] = servers;
	if (!server && settings.smtpUrl === null && settings.isLocal) {
		await storage.inPlatform((tx) => queueMail(tx, jobs, { to, subject, html, text }, { customerId }));
		return null;
	}
	if (!server || servers.length > 1) demandNone([problem('no_connector', 'email')]);
	if (!server) return null;
	const from = await readFrom(kernel, customerId, senderId);
	const host = from.address.split('@')[1] ?? '';
	const raw = await compose(
		{ from, replyTo: from.replyTo, to, subject, text, html, messageId: `${newId()}@${host}`, date: now(), unsubscribe: null, also: [] },
		from.signing,
	);
	const pool = new SmtpPool(
		await readSmtp(kernel, customerId, server.connector_id),
		createGuard(settings.outboundAllow),
		new URL(settings.publicUrl).hostname,
	);
	try {
		const outcome = await pool.send({ from: from.address, to, raw, mayLeave: () => Promise.resolve(true) });
		return outcome.state === 'accepted' ? null : outcome.said;
	} finally {
		pool.close();
	}
};
