/** The channel of letters: opens a way for one lane, and makes each letter as its recipient gets it. */

import { createPrivateKey } from 'node:crypto';
import { IN_MAILBOX } from '@luvalla/contract/engagement/deliveries.ts';
import { SMTP_CONNECTIONS } from '@luvalla/contract/profiles/connector-types.ts';
import * as z from 'zod';
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { bool, json, orNull, row, sql, text } from '#kernel/storage/rows.ts';
import { openSecrets } from '../../../profiles/wing.ts';
import { readCustomer } from '../../../tenancy/wing.ts';
import type { Plan, PlanLane } from '../../campaigns/plan.ts';
import { prepare } from '../../contents/template.ts';
import { Checked } from '../../senders/dns.ts';
import { leavesForTheWorld, senderProblem } from '../../senders/writes.ts';
import type { Channel, Outcome, Recipient, Way } from '../channel.ts';
import { Frozen, TemplateFailed } from '../message.ts';
import { compose, type Letter, type Signing } from './compose.ts';
import { SMTP_LIMITS, type SmtpLimits, SmtpPool, type SmtpSettings } from './smtp.ts';

/** Letters that are made at once where none is sent. */
const AT_ONCE = 20;

type Parts = Pick<Kernel, 'storage' | 'secrets' | 'settings'>;

const SenderRow = row({
	name: text,
	address: text,
	reply_to: orNull(text),
	postal: text,
	selector: text,
	private_key: text,
	checked: orNull(json(Checked)),
});
const VersionRow = row({ frozen: json(Frozen) });
const ConnectorRow = row({ config: json(z.record(z.string(), z.unknown())), secrets: orNull(text), is_active: bool });

/** Who letters are from. */
export interface From {
	readonly name: string;
	readonly address: string;
	readonly replyTo: string | null;
	readonly postal: string;
	readonly signing: Signing | null;
}

/** What the private key of a sender is sealed for. */
export const keyPlace = (senderId: string): string => `sender.private_key.${senderId}`;

/** A sender, and what is known of it at the same moment; without one, the customer by an address that is nobody's. */
const readWriter = async ({ storage, secrets, settings }: Parts, customerId: number, senderId: string | null) => {
	const { found, customer } = await storage.inTenant(customerId, async (tx) => ({
		found: (
			await tx.rows(
				SenderRow,
				sql`select name, address, reply_to, postal, selector, private_key, checked from sender
				where customer_id = ${customerId} and sender_id = ${senderId}::uuid`,
			)
		)[0],
		customer: await readCustomer(tx, customerId),
	}));
	const host = new URL(settings.publicUrl).hostname;
	const from: From = found
		? {
				name: found.name,
				address: found.address,
				replyTo: found.reply_to,
				postal: found.postal,
				signing: {
					domain: found.address.split('@')[1] ?? '',
					selector: found.selector,
					key: createPrivateKey(secrets.open(found.private_key, keyPlace(senderId ?? ''))),
				},
			}
		: {
				name: customer?.name ?? '',
				address: `noreply@${host.includes('.') ? host : `${host}.localhost`}`,
				replyTo: null,
				postal: customer?.address ?? '',
				signing: null,
			};
	return { from, sender: found };
};

export const readFrom = async (parts: Parts, customerId: number, senderId: string | null): Promise<From> =>
	(await readWriter(parts, customerId, senderId)).from;

/** Nobody is written as who they are not, whatever was so when the run was begun. @param host null: the built-in mailbox @throws SenderGone */
const readRunFrom = async (parts: Parts, customerId: number, senderId: string | null, host: string | null): Promise<From> => {
	const { from, sender } = await readWriter(parts, customerId, senderId);
	// That none was named was excused when it was executed.
	const wrong = senderProblem(sender, { toTheWorld: leavesForTheWorld(parts.settings, host), excused: senderId === null });
	if (wrong) throw new SenderGone();
	return from;
};

export const readFrozen = async ({ storage }: Pick<Kernel, 'storage'>, customerId: number, lane: PlanLane): Promise<Frozen> => {
	const [found] = await storage.inTenant(customerId, (tx) =>
		tx.rows(
			VersionRow,
			sql`select frozen from constellation_version
			where customer_id = ${customerId} and constellation_id = ${lane.constellationId} and version = ${lane.version}`,
		),
	);
	if (!found) throw new Error('A published version is not there.');
	return found.frozen;
};

/** Settings of a mail server that a customer keeps as a connector. @throws where it is not there or switched off */
export const readSmtp = async (
	{ storage, secrets }: Parts,
	customerId: number,
	connectorId: string,
): Promise<SmtpSettings & { readonly connections: number }> => {
	const [found] = await storage.inTenant(customerId, (tx) =>
		tx.rows(
			ConnectorRow,
			sql`select config, secrets, is_active from connector where customer_id = ${customerId} and connector_id = ${connectorId} and type = 'smtp'`,
		),
	);
	if (!found?.is_active) throw new ConnectorGone();
	const { config } = found;
	const security = config.security;
	return {
		host: String(config.host),
		port: Number(config.port),
		security: security === 'tls' || security === 'none' ? security : 'starttls',
		user: typeof config.user === 'string' ? config.user : '',
		password: openSecrets(secrets, connectorId, found.secrets).password,
		connections: typeof config.connections === 'number' ? config.connections : SMTP_CONNECTIONS,
	};
};

/** The connector was deleted or switched off after the run began. */
export class ConnectorGone extends Error {
	override readonly name = 'ConnectorGone';
}

/** Nothing may be written as the sender any more: it was deleted, or its address is another, since the run began. */
export class SenderGone extends Error {
	override readonly name = 'SenderGone';
}

/** The same letter under another subject, in every language. */
export const withSubject = (frozen: Frozen, subject: string): Frozen => ({
	...frozen,
	languages: Object.fromEntries(Object.entries(frozen.languages).map(([language, one]) => [language, { ...one, subject }])),
});

/** Makes letters for people of a run. */
export const letterMaker = (plan: Plan, frozen: Frozen, from: From, returnHost: string | null) => {
	const second = plan.options.secondSubject;
	const makes = [prepare(frozen), second === null ? null : prepare(withSubject(frozen, second))] as const;
	const host = from.address.split('@')[1] ?? 'localhost';
	return (recipient: Recipient): Letter => {
		// The sheet says so before; whoever's address went meanwhile sends nothing until it is back.
		if (from.postal.trim() === '') throw new TemplateFailed('The postal address of who it is from is not known');
		const make = (recipient.arm === 1 && makes[1]) || makes[0];
		const made = make(recipient.language, recipient.facts, recipient.links);
		return {
			from,
			replyTo: from.replyTo,
			to: recipient.address,
			subject: made.subject ?? '',
			text: made.text,
			html: made.html,
			messageId: `${recipient.listedId}@${host}`,
			date: now(),
			unsubscribe: plan.isTransactional
				? null
				: { url: recipient.links.unsubscribe, mailto: returnHost === null ? null : `u-${recipient.deliveryId}@${returnHost}` },
			also: [['Feedback-ID', `${plan.campaignId}:${host}`], ...(plan.isTransactional ? [] : ([['Precedence', 'bulk']] as const))],
		};
	};
};

const failedTemplate = (error: unknown): Outcome | null =>
	error instanceof TemplateFailed || error instanceof TypeError
		? { state: 'failed', reason: error instanceof TemplateFailed ? 'template' : 'bad_address', said: error.message }
		: null;

/** A way by which each letter goes alone. */
const oneByOne = (atOnce: number, send: (recipient: Recipient) => Promise<Outcome>, close: () => void): Way => ({
	batch: 1,
	atOnce,
	async send(batch, settle) {
		for (const recipient of batch) settle(recipient, await send(recipient));
	},
	close,
});

/** Everything but handing it over: what a dress rehearsal does. */
export const rehearsalWay = async (parts: Parts, customerId: number, plan: Plan, lane: PlanLane): Promise<Way> => {
	const from = await readFrom(parts, customerId, plan.options.senderId);
	const letterOf = letterMaker(plan, await readFrozen(parts, customerId, lane), from, null);
	return oneByOne(
		AT_ONCE,
		async (recipient) => {
			try {
				const raw = await compose(letterOf(recipient), null);
				return { state: 'accepted', said: '', size: raw.length };
			} catch (error) {
				const failed = failedTemplate(error);
				if (failed) return failed;
				throw error;
			}
		},
		() => undefined,
	);
};

/** Where bounces come in; null: nowhere. */
export const returnHostOf = (settings: Parts['settings']): string | null =>
	settings.bounceSmtpPort === null ? null : new URL(settings.publicUrl).hostname;

/** Puts letters into the built-in mailbox. Sent again, the same letter is there once. */
const mailboxWay = async (parts: Parts, customerId: number, plan: Plan, lane: PlanLane): Promise<Way> => {
	const from = await readRunFrom(parts, customerId, plan.options.senderId, null);
	const letterOf = letterMaker(plan, await readFrozen(parts, customerId, lane), from, null);
	return oneByOne(
		4,
		async (recipient) => {
			let letter: Letter;
			try {
				letter = letterOf(recipient);
			} catch (error) {
				const failed = failedTemplate(error);
				if (failed) return failed;
				throw error;
			}
			if (!(await recipient.mayLeave())) return { state: 'returned', closed: false, said: '' };
			const id = newId();
			const html = letter.html ?? '';
			await parts.storage.inPlatform((tx) =>
				tx.run(
					sql`insert into mail (id, customer_id, sender, recipient, subject, body_text, body_html, created_at, sent_at)
					values (${id}, ${customerId}, ${`${letter.from.name} <${letter.from.address}>`}, ${letter.to}, ${letter.subject}, ${letter.text ?? ''}, ${html}, ${now()}, ${now()})`,
				),
			);
			return { state: 'accepted', said: IN_MAILBOX, size: Buffer.byteLength(html) + Buffer.byteLength(letter.text ?? '') };
		},
		() => undefined,
	);
};

export const createEmail = (parts: Parts, limits: SmtpLimits = SMTP_LIMITS): Channel => ({
	word: 'email',
	address: 'email',
	async open(customerId, plan, lane) {
		if (lane.connectorId === null) return mailboxWay(parts, customerId, plan, lane);
		const { settings } = parts;
		const server = await readSmtp(parts, customerId, lane.connectorId);
		const from = await readRunFrom(parts, customerId, plan.options.senderId, server.host);
		const returnHost = returnHostOf(settings);
		const letterOf = letterMaker(plan, await readFrozen(parts, customerId, lane), from, returnHost);
		const pool = new SmtpPool(server, createGuard(settings.outboundAllow), new URL(settings.publicUrl).hostname, limits);
		return oneByOne(
			server.connections,
			async (recipient) => {
				try {
					const raw = await compose(letterOf(recipient), from.signing);
					return await pool.send({
						from: returnHost === null ? from.address : `b-${recipient.deliveryId}@${returnHost}`,
						to: recipient.address,
						raw,
						mayLeave: recipient.mayLeave,
					});
				} catch (error) {
					const failed = failedTemplate(error);
					if (failed) return failed;
					throw error;
				}
			},
			() => pool.close(),
		);
	},
});
