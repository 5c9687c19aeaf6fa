/** The channel of letters: opens a way for one lane, and makes each letter as its recipient gets it. */

import { createPrivateKey } from 'node:crypto';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { SMTP_CONNECTIONS } from '@luvalla/contract/profiles/connector-types.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { bool, json, orNull, row, sql, text } from '#kernel/storage/rows.ts';
import { openSecrets } from '../../../profiles/wing.ts';
import { readCustomer } from '../../../tenancy/wing.ts';
import { prepare } from '../../contents/template.ts';
import { type Frozen, TemplateFailed } from '../../message.ts';
import { problem } from '../../problems.ts';
import type { Plan, PlanLane } from '../../runs/plan.ts';
import { Checked } from '../../senders/dns.ts';
import { keyPlace, readSender } from '../../senders/store.ts';
import { leavesForTheWorld, senderProblem } from '../../senders/writes.ts';
import { identifierAddress } from '../addresses.ts';
import { type ChannelParts, type HandingChannel, type Outcome, type Recipient, type Way, WayGone } from '../channel.ts';
import { readFrozen, withSubject } from '../frozen.ts';
import { putInMailbox } from '../mailbox.ts';
import { oneByOne, priced } from '../one-by-one.ts';
import { startBounces } from './bounces/server.ts';
import { compose, type Letter, type Signing } from './compose.ts';
import { keptAs, SMTP_LIMITS, SmtpPool, type SmtpSettings } from './smtp.ts';
import { sendAlone, sendTrial } from './trial.ts';

/** Letters that are made at once where none is sent. */
const AT_ONCE = 20;

const SenderRow = row({
	name: text,
	address: text,
	reply_to: orNull(text),
	postal: text,
	selector: text,
	private_key: text,
	checked: orNull(json(Checked)),
});
const ConnectorRow = row({ config: json(z.record(z.string(), z.unknown())), secrets: orNull(text), is_active: bool });

/** Who letters are from. */
export interface From {
	readonly name: string;
	readonly address: string;
	readonly replyTo: string | null;
	readonly postal: string;
	readonly signing: Signing | null;
}

/** A sender, and what is known of it at the same moment; without one, the customer by an address that is nobody's. */
const readWriter = async ({ storage, secrets, settings }: ChannelParts, customerId: number, senderId: string | null) => {
	const { found, customer } = await storage.inTenantByKeys(customerId, async (tx) => {
		const its = await tx.first(
			SenderRow,
			sql`select name, address, reply_to, postal, selector, private_key, checked from sender
			where customer_id = ${customerId} and sender_id = ${senderId}::uuid`,
		);
		return { found: its, customer: its === null ? await readCustomer(tx, customerId) : null };
	});
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
	return { from, sender: found ?? undefined };
};

export const readFrom = async (parts: ChannelParts, customerId: number, senderId: string | null): Promise<From> =>
	(await readWriter(parts, customerId, senderId)).from;

/** Nobody is written as who they are not, whatever was so when the run was begun. @param host null: the built-in mailbox @throws WayGone */
const readRunFrom = async (parts: ChannelParts, customerId: number, senderId: string | null, host: string | null): Promise<From> => {
	const { from, sender } = await readWriter(parts, customerId, senderId);
	// That none was named was excused when it was executed.
	const wrong = senderProblem(sender, { toTheWorld: leavesForTheWorld(parts.settings, host), excused: senderId === null });
	if (wrong) throw new WayGone('sender');
	return from;
};

/** Settings of a mail server that a customer keeps as a connector. @throws where it is not there or switched off */
export const readSmtp = async (
	{ storage, secrets }: ChannelParts,
	customerId: number,
	connectorId: string,
): Promise<SmtpSettings & { readonly connections: number }> => {
	const [found] = await storage.inTenantByKeys(customerId, (tx) =>
		tx.rows(
			ConnectorRow,
			sql`select config, secrets, is_active from connector where customer_id = ${customerId} and connector_id = ${connectorId} and type = 'smtp'`,
		),
	);
	if (!found?.is_active) throw new WayGone('connector');
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

/** Makes letters for people of a run. */
export const letterMaker = (plan: Plan, frozen: Frozen, from: From, returnHost: string | null) => {
	const second = plan.options.secondSubject;
	const makes = [prepare(frozen), second === null ? null : prepare(withSubject(frozen, second))] as const;
	const host = from.address.split('@')[1] ?? 'localhost';
	return (recipient: Recipient): Letter => {
		// The sheet says so before; whoever's address went meanwhile sends nothing until it is back.
		if (from.postal.trim() === '') throw new TemplateFailed(ownSentence('noPostal'));
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

/** What is thrown of an address that is none. */
const badAddress = (error: unknown): Extract<Outcome, { state: 'failed' }> => {
	if (!(error instanceof TypeError)) throw error;
	return { state: 'failed', reason: 'bad_address', said: error.message };
};

const rehearsalWay = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane): Promise<Way> => {
	const from = await readFrom(parts, customerId, plan.options.senderId);
	const letterOf = letterMaker(plan, await readFrozen(parts, customerId, lane), from, null);
	const rehearse = async (recipient: Recipient): Promise<Outcome> => {
		const { length: size } = await compose(letterOf(recipient), null);
		return { state: 'accepted', said: '', size, costMicros: lane.priceMicros };
	};
	return oneByOne(AT_ONCE, (recipient) => rehearse(recipient).catch(badAddress));
};

/** Where bounces come in; null: nowhere. */
export const returnHostOf = (settings: ChannelParts['settings']): string | null =>
	settings.bounceSmtpPort === null ? null : new URL(settings.publicUrl).hostname;

/** Puts letters into the built-in mailbox. Sent again, the same letter is there once. */
const mailboxWay = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane): Promise<Way> => {
	const from = await readRunFrom(parts, customerId, plan.options.senderId, null);
	const letterOf = letterMaker(plan, await readFrozen(parts, customerId, lane), from, null);
	return oneByOne(4, async (recipient) => {
		let letter: Letter;
		try {
			letter = letterOf(recipient);
		} catch (error) {
			return badAddress(error);
		}
		const shown = {
			from: `${letter.from.name} <${letter.from.address}>`,
			to: letter.to,
			subject: letter.subject,
			text: letter.text ?? '',
			html: letter.html ?? '',
		};
		return priced(await putInMailbox(parts, { customerId, domainId: plan.domainId }, recipient, shown), lane.priceMicros);
	});
};

/** By the customer's own mail server. */
const smtpWay = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane, connectorId: string): Promise<Way> => {
	const { settings } = parts;
	const server = await readSmtp(parts, customerId, connectorId);
	const from = await readRunFrom(parts, customerId, plan.options.senderId, server.host);
	const returnHost = returnHostOf(settings);
	const letterOf = letterMaker(plan, await readFrozen(parts, customerId, lane), from, returnHost);
	const name = new URL(settings.publicUrl).hostname;
	const key = keptAs(customerId, server, name, settings.outboundAllow);
	const pool = new SmtpPool(server, createGuard(settings.outboundAllow), name, SMTP_LIMITS, key);
	const send = async (recipient: Recipient): Promise<Outcome> => {
		const sent = await pool.send({
			from: returnHost === null ? from.address : `b-${recipient.deliveryId}@${returnHost}`,
			to: recipient.address,
			raw: await compose(letterOf(recipient), from.signing),
			mayLeave: recipient.mayLeave,
		});
		return priced(sent, lane.priceMicros);
	};
	return oneByOne(
		server.connections,
		(recipient) => send(recipient).catch(badAddress),
		() => pool.close(),
	);
};

export const email: HandingChannel = {
	word: 'email',
	address: identifierAddress('email'),
	connector: 'smtp',
	price: (_connector, tariff) => tariff.email,
	tries(frozen, plan) {
		const second = plan.options.secondSubject;
		const make = second === null ? null : prepare(withSubject(frozen, second));
		// With the first subject it was made already.
		return Promise.resolve((to) => to.arm === 1 && make?.(to.language, to.facts, to.links));
	},
	goesWithout: ({ smtpUrl, isLocal }) => smtpUrl === null && isLocal,
	async canSend(tx, { settings }, { customerId, customer, options, connector, excused }) {
		const sender = await readSender(tx, customerId, options.senderId);
		const toTheWorld = connector !== null && leavesForTheWorld(settings, String(connector.config.host));
		const wrong = senderProblem(sender, { toTheWorld, excused });
		const nowhere = (sender?.postal ?? customer.address).trim() === '';
		return {
			problems: [...(wrong ? [wrong] : []), ...(nowhere ? [problem('no_postal', customer.name)] : [])],
			warnings: wrong || sender ? [] : [problem('no_sender')],
		};
	},
	// Facts of a letter are what its template may say: the key is no part of them.
	async sender(parts, customerId, senderId) {
		const { name, address, postal } = await readFrom(parts, customerId, senderId);
		return { name, address, postal };
	},
	reference: (listedId, { address }) => `${listedId}@${address.split('@')[1] ?? ''}`,
	rehearse: rehearsalWay,
	open: (parts, customerId, plan, lane) =>
		lane.connectorId === null ? mailboxWay(parts, customerId, plan, lane) : smtpWay(parts, customerId, plan, lane, lane.connectorId),
	try: sendTrial,
	alone: sendAlone,
	async reports(kernel) {
		const { bounceSmtpPort: port, host } = kernel.settings;
		if (port === null) return null;
		const bounces = await startBounces(kernel, { port, host });
		return () => bounces.stop();
	},
};
